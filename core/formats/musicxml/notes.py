"""The `note` elements of MusicXML: pitches, rests, graces, lyrics and the notations on them."""

import re
from fractions import Fraction
from xml.etree.ElementTree import Element

from core.errors import FormatError
from core.formats.musicxml.drafts import Draft, Lyric
from core.formats.musicxml.names import ACCIDENTALS, DECORATIONS, DYNAMICS, TYPE_VALUES
from core.formats.musicxml.state import PartState
from core.formats.musicxml.values import note_value, pitch_in, ratio_in, text_of, words_of
from core.score.events import Grace, Note, Rest
from core.score.pitch import Alter, Pitch

LONGEST = Fraction(64)
LEAST_ROUNDED = 16
"""Of a note so many times longer a whole division may be a slip of rounding."""
DECORATION = re.compile(r"[A-Za-z0-9().+<>/^~_=*?' \-]{1,60}")
SIGNS = {*ACCIDENTALS.values(), "sharp-sharp", "natural-sharp", "natural-flat"}
FINGERS = {*"012345"}
KNOWN = {"tied", "slur", "tuplet", "fermata", "arpeggiate", "articulations", "ornaments", "technical", "dynamics"}


class NoteReader:
    """Reads the notes of one part into the drafts of its staves."""

    def __init__(self, part: PartState) -> None:
        self.part = part
        self.last: Draft | None = None
        self.graces: dict[tuple[int, str], list[Grace]] = {}
        self.wedge = ""
        self.beams = False

    def read(self, element: Element) -> None:
        """Take one note, rest, grace or member of a chord, and move the cursor over it."""
        part = self.part
        length = self._length(element)
        if length > LONGEST:
            raise FormatError(f"A note in measure {part.measure} of {part.name} lasts longer than 64 whole notes.")
        if element.find("grace") is not None:
            self._grace(element)
        elif element.find("chord") is not None:
            self._chord(element, length)
        elif not length:
            part.left_out["note without a length"] += 1
        else:
            self._event(element, length)
            part.move(length)

    def _length(self, element: Element) -> Fraction:
        """Return the length of a note: what its value says, where its `duration` is that rounded to whole divisions.

        Sibelius counts 256 divisions a quarter whatever is divided: its triplets are 85, 86 and 85 long. Finale may
        count 17, and write a dotted half as twice 25.
        """
        told, meant = self.part.length(element), note_value(element)
        if not told or meant is None or meant == told:
            return told
        gap = abs(meant - told)
        divisions = gap * 4 * self.part.divisions
        return meant if divisions < 1 or (divisions == 1 and gap * LEAST_ROUNDED < meant) else told

    def close(self) -> None:
        """Say which grace notes found no note to lean on."""
        self.part.left_out["grace note at the end"] += sum(len(graces) for graces in self.graces.values())

    def end_wedge(self) -> None:
        """End the open wedge at the note that was read last."""
        if self.last is not None:
            self.last.decorations.append(f"{self.wedge})")
        self.wedge = ""

    def _event(self, element: Element, length: Fraction) -> None:
        part = self.part
        self.last = None
        if element.find("cue") is not None:
            part.left_out["cue note"] += 1
            return
        draft = Draft(part.cursor, length, ratio_in(element))
        rest = element.find("rest")
        if rest is not None:
            draft.rest = self._rest(element, rest)
        elif not self._pitch(element, draft, length):
            return
        staff = part.staff(element)
        voice = (text_of(element, "voice") or "1")[:20]
        staff.bars[-1].voices.setdefault(voice, []).append(draft)
        draft.graces = self.graces.pop((id(staff), voice), [])
        self._hang(element, draft)
        self._tuplet(element, draft)
        self.last = draft

    def _rest(self, element: Element, rest: Element) -> Rest:
        hidden = element.get("print-object") == "no"
        if rest.get("measure") == "yes" and not self.part.cursor:
            return Rest.WHOLE_BARS_INVISIBLE if hidden else Rest.WHOLE_BARS
        return Rest.INVISIBLE if hidden else Rest.VISIBLE

    def _pitch(self, element: Element, draft: Draft, length: Fraction) -> bool:
        """Add a pitch to a draft; return whether there was one."""
        pitch = self._sounding(element)
        if pitch is None:
            return False
        draft.notes.append(Note(pitch, length, _tied(element), _accidental(element, pitch)))
        return True

    def _sounding(self, element: Element) -> Pitch | None:
        inner = element.find("pitch")
        found = pitch_in(inner) if inner is not None else None
        if found is None:
            unpitched = element.find("unpitched") is not None
            self.part.staff(element).strokes |= unpitched
            self.part.left_out["drum stroke, which has no pitch" if unpitched else "note without a pitch"] += 1
            return None
        return self.part.staff(element).transposition.pitch(found)

    def _chord(self, element: Element, length: Fraction) -> None:
        draft = self.last
        if draft is None or not draft.notes:
            self.part.left_out["note of a chord that is left out"] += 1
        elif self._pitch(element, draft, length or draft.duration):
            self._hang(element, draft)

    def _grace(self, element: Element) -> None:
        if element.find("cue") is not None:
            self.part.left_out["cue note"] += 1
            return
        pitch = self._sounding(element)
        if pitch is None:
            return
        self._hung_on_grace(element)
        grace = element.find("grace")
        slashed = grace is not None and grace.get("slash") == "yes"
        value = TYPE_VALUES.get(text_of(element, "type"), Fraction(1, 8))
        voice = (text_of(element, "voice") or "1")[:20]
        waiting = self.graces.setdefault((id(self.part.staff(element)), voice), [])
        waiting.append(Grace(pitch, min(value, Fraction(1)), slashed, _accidental(element, pitch)))

    def _hung_on_grace(self, element: Element) -> None:
        """Count what stands at a grace note, which is a pitch and a length in a score."""
        left_out = self.part.left_out
        left_out["chord of grace notes, written one after another"] += element.find("chord") is not None
        left_out["syllable at a grace note"] += element.find("lyric/text") is not None
        slurs = [slur for slur in element.iterfind("notations/slur") if slur.get("type") in ("start", "stop")]
        left_out["slur at a grace note"] += len(slurs)
        left_out["tie at a grace note"] += _tied(element)
        for group in ("articulations", "ornaments", "technical", "dynamics"):
            left_out.update(f"{sign.tag} at a grace note" for sign in element.iterfind(f"notations/{group}/*"))

    # -- what hangs on a note -------------------------------------------------------------------------------------

    def _hang(self, element: Element, draft: Draft) -> None:
        for lyric in element.findall("lyric"):
            if draft.notes:
                _lyric(lyric, draft)
            else:
                self.part.left_out["syllable at a rest"] += lyric.find("text") is not None
        beam = next((b for b in element.findall("beam") if b.get("number") in (None, "1")), None)
        if beam is not None:
            self.beams = True
            draft.beamed = draft.beamed or (beam.text or "").strip() in ("continue", "end")
        for notations in element.findall("notations"):
            for notation in notations:
                self._notation(notation, draft)

    def _notation(self, notation: Element, draft: Draft) -> None:
        tag = notation.tag
        if tag == "slur":
            kind = notation.get("type")
            draft.slur_starts += kind == "start"
            draft.slur_ends += kind == "stop"
            draft.dotted_slurs += kind == "start" and notation.get("line-type") in ("dotted", "dashed")
        elif tag == "fermata":
            draft.decorations.append("invertedfermata" if notation.get("type") == "inverted" else "fermata")
        elif tag == "arpeggiate":
            draft.decorations.append("arpeggio")
        elif tag in ("articulations", "ornaments", "technical"):
            for sign in notation:
                self._ornament(tag, sign, draft)
        elif tag == "dynamics":
            for dynamic in notation:
                self._dynamic(dynamic, draft)
        elif tag not in KNOWN:
            self.part.left_out[tag] += 1

    def _dynamic(self, dynamic: Element, draft: Draft) -> None:
        if dynamic.tag in DYNAMICS:
            draft.decorations.append(dynamic.tag)
        else:
            self.part.left_out[f"dynamics {words_of(dynamic)[:20] or dynamic.tag}"] += 1

    def _ornament(self, group: str, sign: Element, draft: Draft) -> None:
        name = DECORATIONS.get((group, sign.tag))
        words = words_of(sign)
        fingering = sign.tag == "fingering" and words in FINGERS
        if fingering or (sign.tag == "other-articulation" and DECORATION.fullmatch(words)):
            name = words
        if name is not None:
            draft.decorations.append(name)
        else:
            self.part.left_out[sign.tag] += 1

    def _tuplet(self, element: Element, draft: Draft) -> None:
        draft.opens_tuplet = any(tuplet.get("type") == "start" for tuplet in element.iterfind("notations/tuplet"))


def _tied(element: Element) -> bool:
    ties = [*element.findall("tie"), *element.iterfind("notations/tied")]
    return any(tie.get("type") == "start" for tie in ties)


def _accidental(element: Element, pitch: Pitch) -> Alter | None:
    """Return the accidental that is written; what has an unknown name is written as its pitch says."""
    inner = element.find("accidental")
    if inner is None:
        return None
    return pitch.alter if (inner.text or "").strip() in SIGNS else None


def _lyric(element: Element, draft: Draft) -> None:
    number = (element.get("number") or element.get("name") or "1").strip()[:40] or "1"
    texts = [words_of(text) for text in element.findall("text")]
    syllabic = [(kind.text or "").strip() for kind in element.findall("syllabic")]
    extend = element.find("extend")
    extends = "" if extend is None else extend.get("type") or "start"
    text = " ".join(piece for piece in texts if piece)
    if text:
        joined = bool(syllabic) and syllabic[-1] in ("begin", "middle")
        draft.lyrics[number] = Lyric(text, joined, extends)
    elif extend is not None:
        draft.lyrics[number] = Lyric("", False, extend.get("type") or "continue")
