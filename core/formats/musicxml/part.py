"""One `part` of MusicXML, measure by measure: attributes, directions and bar lines; notes are read beside it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element

from core.errors import FormatError
from core.formats.musicxml import values
from core.formats.musicxml.drafts import Bar
from core.formats.musicxml.names import BAR_SIGNS, DYNAMICS, mark_of_words
from core.formats.musicxml.notes import NoteReader
from core.formats.musicxml.state import MOST_STAVES, PartState, Staff
from core.formats.musicxml.values import number_in, whole_in, words_of
from core.score.events import ZERO
from core.score.score import Barline, Change, Mark
from core.score.signatures import Clef, Key, Metre, Tempo

MOST_PASSES = 9
LONGEST = Fraction(1000)
"""A measure may last this many whole notes."""
SILENT = {"figured-bass", "grouping", "link", "bookmark", "listening"}


class PartReader:
    """Reads one part. What the score has no place for is counted in `left_out`."""

    def __init__(self, name: str, left_out: Counter[str]) -> None:
        self.state = PartState(name, left_out)
        self.notes = NoteReader(self.state)
        self.kinds: dict[str, Callable[[Element], None]] = {
            "note": self.notes.read, "backup": self._backup, "forward": self._forward, "attributes": self._attributes,
            "direction": self._direction, "harmony": self._harmony, "barline": self._barline, "print": self._print,
            "sound": self._bare_sound,
        }  # fmt: skip

    def read(self, root: Element) -> None:
        """Read every measure."""
        state = self.state
        for measure in root.findall("measure"):
            state.begin_measure()
            for element in measure:
                read = self.kinds.get(element.tag)
                if read is not None:
                    read(element)
                elif element.tag in SILENT:
                    state.left_out[element.tag] += 1
                if state.reach > LONGEST:
                    where = f"Measure {state.measure} of {state.name}"
                    raise FormatError(f"{where} lasts longer than {LONGEST} whole notes.")
            for staff in state.staves.values():
                staff.bars[-1].length = state.reach
                staff.bars[-1].empty = not state.reach and measure.get("implicit") == "yes"
        self.notes.close()

    def _backup(self, element: Element) -> None:
        self.state.move(-self.state.length(element))

    def _forward(self, element: Element) -> None:
        self.state.move(self.state.length(element))

    # -- attributes -----------------------------------------------------------------------------------------------

    def _attributes(self, element: Element) -> None:
        divisions = number_in(element.findtext("divisions"))
        if divisions is not None and divisions > 0:
            self.state.divisions = divisions
        staves = whole_in(element.findtext("staves"), 1, MOST_STAVES) or 1
        for number in range(1, staves + 1):
            self.state.numbered(number)
        for transpose in element.findall("transpose"):
            self._transpose(transpose)
        for key in element.findall("key"):
            for staff in self._named(key):
                self._sign_of(staff, staff.transposition.key(values.key_in(key)))
        for time in element.findall("time"):
            metre = values.metre_in(time)
            if metre is None:
                self.state.left_out["time signature that cannot be"] += 1
            else:
                for staff in self._named(time):
                    self._sign_of(staff, metre)
        for clef in element.findall("clef"):
            self._clef(clef)
        for style in element.iter("measure-style"):
            self.state.left_out.update(child.tag for child in style if child.tag != "multiple-rest")

    def _named(self, element: Element) -> list[Staff]:
        """Return the staff whose number an element gives, else all of them."""
        number = whole_in(element.get("number"), 1, MOST_STAVES)
        return [self.state.numbered(number)] if number else list(self.state.staves.values())

    def _transpose(self, element: Element) -> None:
        for staff in self._named(element):
            staff.transposition = values.transposition_in(element)
        self.state.left_out["doubling an octave away"] += element.find("double") is not None

    def _sign_of(self, staff: Staff, value: Key | Metre) -> None:
        bar = staff.bars[-1]
        if isinstance(value, Key):
            if value == staff.key and self.state.measure > 1:
                return
            staff.key = value
            bar.key = value if not self.state.cursor else bar.key
        else:
            if value == staff.metre and self.state.measure > 1:
                return
            staff.metre = value
            bar.metre = value if not self.state.cursor else bar.metre
        if self.state.cursor:
            bar.changes.append(Change(self.state.cursor, value))

    def _clef(self, element: Element) -> None:
        staff = self.state.numbered(whole_in(element.get("number"), 1, MOST_STAVES) or 1)
        clef = values.clef_in(element)
        if clef.name == "tab":
            staff.tab = True
            clef = Clef("treble", -1)
        if self.state.measure == 1 and not self.state.cursor:
            staff.clef = clef
        else:
            staff.bars[-1].changes.append(Change(self.state.cursor, clef))

    # -- directions -----------------------------------------------------------------------------------------------

    def _direction(self, element: Element) -> None:
        staff = self.state.staff(element)
        onset = self._place(element)
        said = [words_of(words) for words in element.iter("words") if words_of(words)]
        text = " ".join(said)[: values.LONGEST_WORDS]
        metronome = next(element.iter("metronome"), None)
        tempo = values.tempo_in(metronome, text) if metronome is not None else None
        sound = element.find("sound")
        if tempo is None and sound is not None and sound.get("tempo") and not mark_of_words(text):
            tempo = self._speed(sound, text)
        if tempo is None and text and element.get("directive") == "yes":
            tempo = Tempo(Fraction(1, 4), None, text)
        if tempo is not None:
            self._tempo(onset, tempo)
            text = ""
        steered = self._sound(sound, onset, text) if sound is not None else False
        for kind in element.findall("direction-type"):
            for sign in kind:
                steered = self._sign(sign, staff, onset) or steered
        mark = mark_of_words(text)
        if mark is not None and not steered:
            self._mark(onset, mark)
        elif text and mark is None:
            self._annotate(element, staff, onset, text)

    def _annotate(self, element: Element, staff: Staff, onset: Fraction, text: str) -> None:
        side = next((words.get("justify") for words in element.iter("words")), None)
        sign = {"above": "^", "below": "_"}.get(element.get("placement") or "")
        if sign is None:
            sign = {"right": "<", "left": ">"}.get(side or "", "@")
        staff.bars[-1].hung.append((onset, "annotations", sign + text.replace('"', "'")))

    def _place(self, element: Element) -> Fraction:
        offset = number_in(element.findtext("offset")) or ZERO
        return max(ZERO, self.state.cursor + offset / self.state.divisions / 4)

    def _sign(self, sign: Element, staff: Staff, onset: Fraction) -> bool:
        """Take a sign of a direction; return whether it steers playback, so that its words say nothing new."""
        bar = staff.bars[-1]
        if sign.tag in ("segno", "coda"):
            self._mark(onset, sign.tag)
            return True
        if sign.tag == "rehearsal" and words_of(sign):
            self._mark(onset, f"P:{words_of(sign)[:40]}")
        elif sign.tag == "dynamics":
            for dynamic in sign:
                if dynamic.tag in DYNAMICS:
                    bar.hung.append((onset, "decorations", dynamic.tag))
                else:
                    self.state.left_out[f"dynamics {words_of(dynamic)[:20] or dynamic.tag}"] += 1
        elif sign.tag == "wedge":
            self._wedge(sign, bar, onset)
        elif sign.tag == "metronome":
            self.state.left_out["metronome mark without a speed"] += values.tempo_in(sign, "") is None
        elif sign.tag not in ("words", "rehearsal"):
            self.state.left_out[sign.tag] += 1
        return False

    def _wedge(self, sign: Element, bar: Bar, onset: Fraction) -> None:
        kind = sign.get("type") or ""
        if kind in ("crescendo", "diminuendo"):
            self.notes.wedge = kind
            bar.hung.append((onset, "decorations", f"{kind}("))
        elif kind == "stop" and self.notes.wedge:
            self.notes.end_wedge()

    def _sound(self, sound: Element, onset: Fraction, text: str) -> bool:
        """Obey a `sound`; return whether it steered playback."""
        if not text and sound.get("tempo") and onset == self.state.cursor and not self._has_tempo(onset):
            tempo = self._speed(sound, "")
            if tempo is not None:
                self._tempo(onset, tempo)
        ending = "alcoda" if "coda" in text.lower() else "alfine" if "fine" in text.lower() else ""
        found = False
        steering = {"dacapo": f"D.C.{ending}", "dalsegno": f"D.S.{ending}", "fine": "fine", "tocoda": "coda"}
        for attribute, name in steering.items():
            if sound.get(attribute):
                self._mark(onset, name)
                found = True
        return found

    def _bare_sound(self, sound: Element) -> None:
        self._sound(sound, self.state.cursor, "")

    def _speed(self, sound: Element, text: str) -> Tempo | None:
        speed = number_in(sound.get("tempo"))
        if speed and 0 < speed < values.TOO_FAST:
            return Tempo(Fraction(1, 4), speed.limit_denominator(1000), text)
        self.state.left_out["tempo that cannot be"] += 1
        return None

    def _has_tempo(self, onset: Fraction) -> bool:
        changes = self.state.staves[1].bars[-1].changes
        return any(change.onset == onset and isinstance(change.value, Tempo) for change in changes)

    def _tempo(self, onset: Fraction, tempo: Tempo) -> None:
        """Keep a tempo; words and a number that stand at one moment are one."""
        changes = self.state.staves[1].bars[-1].changes
        for place, change in enumerate(changes):
            before = change.value
            if change.onset == onset and isinstance(before, Tempo):
                if before.bpm is None and tempo.bpm is not None:
                    changes[place] = Change(onset, replace(tempo, text=tempo.text or before.text))
                return
        changes.append(Change(onset, tempo))

    def _mark(self, onset: Fraction, name: str) -> None:
        marks = self.state.staves[1].bars[-1].marks
        if Mark(onset, name) not in marks:
            marks.append(Mark(onset, name))

    def _harmony(self, element: Element) -> None:
        symbol = values.chord_symbol_in(element, self.state.staff(element).transposition)
        if symbol is None:
            self.state.left_out["chord symbol without a root"] += 1
            return
        self.state.staff(element).bars[-1].hung.append((self._place(element), "chord_symbols", symbol))

    # -- bar lines ------------------------------------------------------------------------------------------------

    def _barline(self, element: Element) -> None:
        style = BAR_SIGNS.get(values.text_of(element, "bar-style"), "|")
        repeat, ending = element.find("repeat"), element.find("ending")
        location = element.get("location") or "right"
        backward = repeat is not None and repeat.get("direction") == "backward"
        for sign in ("segno", "coda"):
            if element.find(sign) is not None:
                self._mark(self.state.cursor if location != "left" else ZERO, sign)
        self.state.left_out["fermata over a bar line"] += element.find("fermata") is not None
        self.state.left_out["bar line within a measure"] += location == "middle"
        for staff in self.state.staves.values():
            bar = staff.bars[-1]
            if location == "left":
                forward = repeat is not None and repeat.get("direction") == "forward"
                bar.left = Barline("|", 1) if forward else Barline(style if style != "|" else "")
            elif location == "right":
                times = whole_in(repeat.get("times"), 2, 100) if repeat is not None else None
                passes = min((times or 2) - 1, MOST_PASSES) if backward else 0
                bar.right = Barline("|" if passes and style == "|]" else style, passes)
            if ending is not None and ending.get("type") == "start":
                bar.ending = values.ending_in(ending.get("number"))
            elif ending is not None:
                bar.closes = True

    def _print(self, element: Element) -> None:
        if "yes" in (element.get("new-system"), element.get("new-page")):
            for staff in self.state.staves.values():
                if len(staff.bars) > 1:
                    staff.bars[-2].line_end = True
