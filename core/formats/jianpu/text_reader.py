"""Jianpu as text to a score: ONOTE's format B and the critic's dialect, which share their words."""

import re
from dataclasses import dataclass, field
from fractions import Fraction

from core.errors import FormatError
from core.formats.base import MOST_CHARACTERS, MOST_NOTES, Imported, imported, remark, text_of
from core.formats.jianpu.text_tokens import COMMA_OCTAVES, TOKEN, WIDE, figure_of, key_of, length_of, metre_of
from core.formats.line_of_events import QUARTER, Sound, layer_of, with_ids
from core.score.degrees import Do, do_of, pitch_of
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO
from core.score.pitch import Pitch
from core.score.score import Barline, Change, Measure, Part, Score
from core.score.signatures import Key, Metre

MOST_SAID = 200
MOST_SOUNDS = 500
"""Notes of one bar; one with more is cut, so that no text makes endless work."""
LONGEST_BAR = Fraction(64)
LONGEST_TUNE = 50_000
"""Whole notes: 55 hours at a quarter a second."""
MOST_SIGNS = 200_000
"""Words and the blanks between them."""
OCTAVES = range(-5, 6)
_TITLE = re.compile(r"(?:title|T|标题|曲名)[ \t]*[:=：][ \t]*(?P<title>\S.*)", re.I)
_KEY_LINE = re.compile(
    r"(?:key(?: signature)?|K|调号?)[ \t]*[:：][ \t]*(?P<name>[A-Ga-g][#b♯♭]?)[ \t]*(?P<minor>m(?:in)?)?", re.I
)
_METRE_LINE = re.compile(
    r"(?:time(?: signature)?|metre|meter|M|拍号?)[ \t]*[:：][ \t]*(?P<metre>\d{1,3}/\d{1,3})", re.I
)
_APOSTROPHE = re.compile(r"[1-7]'")
"""Where high octaves are written so, a comma after a digit is a low one."""
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(slots=True)
class _Bar:
    key: Key
    metre: Metre
    sounds: list[Sound] = field(default_factory=list)
    now: Fraction = ZERO
    changes: list[Change] = field(default_factory=list)
    left: Barline = Barline("")
    right: Barline = Barline("")
    line_end: bool = False


class JianpuReader:
    """Reads lines into bars. In the critic's dialect notes in brackets share one beat."""

    def __init__(self, *, grouped: bool) -> None:
        self.grouped = grouped
        self.bars: list[_Bar] = []
        self.found: list[Diagnostic] = []
        self.title = ""
        self.bar = _Bar(Key(), Metre())
        self.do = Do()
        self.notes = 0
        self._line = 0
        self._signs = 0
        self._time = ZERO
        self._group: list[re.Match[str]] | None = None

    def line(self, number: int, text: str) -> None:
        """Read one line, its look-alikes folded."""
        self._line = number
        stripped = text.strip()
        if not stripped or stripped.startswith(("```", "%", "//")) or self._header(stripped):
            return
        row = list(self._pattern.finditer(text))
        if self._prose(row):
            self._say(
                "jianpu-line", "This line is no Jianpu; it is left out.", row[0].start(), len(text), Severity.INFO
            )
            return
        self._signs += len(row)
        if self._signs > MOST_SIGNS:
            raise FormatError(f"There are more than {MOST_SIGNS:,} signs in this text. Split the file.")
        for token in row:
            if self._group is not None:
                self._in_group(token)
            else:
                self._token(token)
        if self._group is not None:
            self._end_group(None)
        if self.bar.now and self.bar.metre.length is not None and self.bar.now >= self.bar.metre.length:
            self._close(Barline(""))
        if self.bars and not self.bar.sounds and not self.bar.now:
            self.bars[-1].line_end = True

    def _header(self, line: str) -> bool:
        if title := _TITLE.fullmatch(line):
            self.title = self.title or title["title"]
            return True
        key, metre = _KEY_LINE.match(line), _METRE_LINE.match(line)
        if key and "=" not in line:
            self._new_key(key_of(6 if key["minor"] else 1, key["name"].replace("♯", "#").replace("♭", "b")))
        if metre:
            self._new_metre(metre_of(metre["metre"]))
        return bool(metre or (key and "=" not in line))

    def _prose(self, row: list[re.Match[str]]) -> bool:
        words = sum(1 for token in row if token.lastgroup in ("unknown", "other") and _LETTERS.search(token[0]))
        sure = any(token["length"] or token.lastgroup == "bar" for token in row)
        return words > 0 and not sure

    def _token(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if token["note"]:
            length = self._length(token)
            if length is not None:
                self._sound(token, length)
        elif kind == "dash":
            self._extend(token, QUARTER)
        elif kind == "bar":
            self._close_at(token[0])
        elif kind == "tie":
            self._tie(token)
        elif token["key"]:
            key = key_of(int(token["degree"]), token["tonic"])
            if key is None:
                self._unknown(token)
            self._new_key(key)
        elif token["metre"]:
            metre = metre_of(token["metre"])
            if metre is None:
                self._unknown(token)
            self._new_metre(metre)
        elif kind == "open" and self.grouped:
            self._group = []
        elif kind != "between":
            self._unknown(token)

    def _length(self, token: re.Match[str]) -> Fraction | None:
        if token["length"] is None:
            dots = len(token["dots"] or "")
            return QUARTER * (2 - Fraction(1, 2**dots))
        length = length_of(token["length"])
        if length is None:
            message = f"{token['length']!r} is no length. Write a fraction of a whole note, such as (1/4)."
            self._say("jianpu-length", message, token.start(), len(token[0]))
        return length

    def _sound(self, token: re.Match[str], length: Fraction) -> None:
        self.notes += 1
        if self.notes > MOST_NOTES:
            raise FormatError(f"There are more than {MOST_NOTES:,} notes, which are the most. Split the file.")
        pitches: tuple[Pitch, ...] = ()
        if token["digit"] != "0":
            figure = figure_of(token)
            if figure.octave not in OCTAVES or abs(figure.alter) > 2:
                self._unknown(token)
                return
            pitches = (pitch_of(figure, self.do),)
        self._put(Sound(self.bar.now, self.bar.now + length, pitches))

    def _put(self, sound: Sound) -> None:
        bar = self.bar
        bar.sounds.append(sound)
        bar.now = sound.end
        full = not self._barred and bar.metre.length is not None and bar.now >= bar.metre.length
        if full or bar.now >= LONGEST_BAR or len(bar.sounds) >= MOST_SOUNDS:
            self._close(Barline(""))

    def _extend(self, token: re.Match[str], length: Fraction) -> None:
        """Let the note before a dash go on; at the start of a bar it is tied over the line."""
        sounds = self.bar.sounds
        if sounds:
            last = sounds[-1]
            sounds[-1] = Sound(last.onset, last.end + length, last.pitches)
            self.bar.now = sounds[-1].end
            if self.bar.now >= LONGEST_BAR:
                self._close(Barline(""))
        elif self.bars and self.bars[-1].sounds:
            before = self.bars[-1].sounds[-1]
            self.bars[-1].sounds[-1] = Sound(before.onset, before.end, before.pitches, bool(before.pitches))
            self._put(Sound(self.bar.now, self.bar.now + length, before.pitches))
        else:
            self._say("jianpu-dash", "Nothing stands before this dash to go on; it is a rest.", token.start(), 1)
            self._put(Sound(self.bar.now, self.bar.now + length, ()))

    def _tie(self, token: re.Match[str]) -> None:
        row = self.bar.sounds or (self.bars[-1].sounds if self.bars else [])
        if row and row[-1].pitches:
            row[-1] = Sound(row[-1].onset, row[-1].end, row[-1].pitches, tied=True)
        else:
            self._unknown(token)

    # -- the critic's brackets ----------------------------------------------------------------------------------------

    def _in_group(self, token: re.Match[str]) -> None:
        assert self._group is not None  # noqa: S101  the caller looked
        if token.lastgroup == "close":
            self._end_group(token)
        elif token["note"] or token.lastgroup == "dash":
            self._group.append(token)
        elif token.lastgroup == "bar":
            self._end_group(None)
            self._token(token)
        elif token.lastgroup != "between":
            self._unknown(token)

    def _end_group(self, closed: re.Match[str] | None) -> None:
        row, self._group = self._group or [], None
        if closed is None and row:
            self._say(
                "critic-bracket", "A bracket is not closed. Put ) after the notes of the beat.", row[0].start(), 1
            )
        for token in row:
            length = QUARTER / len(row)
            if token.lastgroup == "dash":
                self._extend(token, length)
            else:
                self._sound(token, length)

    # -- bars, keys, metres -------------------------------------------------------------------------------------------

    def _close_at(self, sign: str) -> None:
        ends = len(sign) - len(sign.lstrip(":"))
        starts = len(sign) - len(sign.rstrip(":")) if "|" in sign else 0
        style = "||" if "||" in sign else "|]" if "]" in sign else "|"
        if self.bar.sounds:
            self._close(Barline(style, 1 if ends else 0))
        elif self.bars and (self.bars[-1].right.style in ("", "|") or ends):
            self.bars[-1].right = Barline(style, 1 if ends else 0)
        if starts:
            self.bar.left = Barline("|", 1)

    def _close(self, right: Barline) -> None:
        if not self.bar.sounds:
            return
        self.bar.right = right
        self.bars.append(self.bar)
        self._time += self.bar.now
        if self._time > LONGEST_TUNE:
            raise FormatError(
                f"The tune is longer than {LONGEST_TUNE:,} whole notes. Mend its lengths, or split the file."
            )
        key, metre = self.bar.key, self.bar.metre
        for change in self.bar.changes:
            key = change.value if isinstance(change.value, Key) else key
            metre = change.value if isinstance(change.value, Metre) else metre
        self.bar = _Bar(key, metre)

    def _new_key(self, key: Key | None) -> None:
        if key is None:
            return
        self.do = do_of(key)
        if self.bar.now:
            self.bar.changes.append(Change(self.bar.now, key))
        else:
            self.bar.key = key

    def _new_metre(self, metre: Metre | None) -> None:
        if metre is None:
            return
        if self.bar.now:
            self.bar.changes.append(Change(self.bar.now, metre))
        else:
            self.bar.metre = metre

    # -- what is said -------------------------------------------------------------------------------------------------

    def _unknown(self, token: re.Match[str]) -> None:
        shown = token[0][:20]
        like = "3, (3 4) or -" if self.grouped else "3(1/4), _5(1/8) or 0(1/2)"
        message = f"{shown!r} is no note of Jianpu such as {like}; it is left out."
        self._say("jianpu-token", message, token.start(), len(token[0]))

    def _say(self, code: str, message: str, start: int, length: int, severity: Severity = Severity.ERROR) -> None:
        if len(self.found) < MOST_SAID:
            self.found.append(Diagnostic(severity, code, message, self._line, start + 1, length))

    _barred = True
    _pattern = TOKEN

    def read(self, text: str) -> Imported:
        """Read a whole text."""
        self._barred = "|" in text
        self._pattern = COMMA_OCTAVES if _APOSTROPHE.search(text) else TOKEN
        for number, line in enumerate(text.split("\n"), 1):
            self.line(number, line)
        self._close(Barline("|]") if self._barred else Barline(""))
        if not any(sound.pitches for bar in self.bars for sound in bar.sounds):
            message = "There is no note of Jianpu in this text. Write them as 1(1/4) 2(1/8), bars as |."
            return Imported((), (*self.found, Diagnostic(Severity.ERROR, "no-tune", message)))
        part = Part("1", tuple(_measure(bar) for bar in self.bars))
        first = self.bars[0]
        score = Score((part,), self.title, number="1", key=first.key, metre=first.metre, unit=QUARTER)
        return imported(with_ids(score), self.found)


def read(content: bytes, *, grouped: bool = False) -> Imported:
    """Read a text; what cannot be read is a finding with its place.

    Raises FormatError where it is no UTF-8, or larger than the program takes.
    """
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        message = f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it into several files."
        return Imported((), (remark("too-long", message, Severity.ERROR),))
    return JianpuReader(grouped=grouped).read(text.translate(WIDE))


def _measure(bar: _Bar) -> Measure:
    return Measure(
        (layer_of(bar.sounds, bar.now),),
        bar.key,
        bar.metre,
        tuple(bar.changes),
        left=bar.left,
        right=bar.right,
        line_end=bar.line_end,
    )
