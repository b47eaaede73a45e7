"""Small readings of MusicXML elements: numbers, keys, metres, clefs, tempi, transposition."""

import re
from dataclasses import dataclass
from fractions import Fraction
from xml.etree.ElementTree import Element

from core.formats.musicxml.names import CLEF_NAMES, KIND_ENDINGS, NO_CHORD, TYPE_VALUES
from core.score.pitch import STEPS, Alter, Pitch
from core.score.signatures import FIFTHS, MODES, SHARP_ORDER, Clef, Key, Metre, Tempo, signature, standard_key

_NUMBER = re.compile(r"[+-]?\d{1,18}(?:\.\d{1,12})?")
FINEST_ALTER = 200
LONGEST_SYMBOL = 40
WIDEST_SPELLING = 2
"""Semitones by which an interval may differ from so many steps of a scale."""
LONGEST_WORDS = 400
TOO_FAST = 10_000
"""Beats a minute."""


def text_of(parent: Element, tag: str) -> str:
    """Return the text of a child, without the space around it; empty where there is none."""
    return (parent.findtext(tag) or "").strip()


def number_in(text: str | None) -> Fraction | None:
    """Return a plain number; None where the text is none."""
    found = _NUMBER.fullmatch((text or "").strip())
    return Fraction(found[0]) if found else None


def whole_in(text: str | None, low: int, high: int) -> int | None:
    """Return a whole number within bounds; None where it is none."""
    found = number_in(text)
    return int(found) if found is not None and found == int(found) and low <= found <= high else None


def words_of(element: Element, most: int = LONGEST_WORDS) -> str:
    """Return printed words on one line, of a bounded length."""
    return " ".join((element.text or "").split())[:most]


def alter_in(text: str | None) -> Alter:
    """Return an alteration; thirds and sixths that were written as decimals are exact again."""
    found = number_in(text) or Fraction(0)
    if not -4 <= found <= 4:
        return 0
    exact = found.limit_denominator(FINEST_ALTER)
    return int(exact) if exact == int(exact) else exact


def pitch_in(element: Element) -> Pitch | None:
    """Return a `pitch`; None where it is broken."""
    step = text_of(element, "step").upper()
    octave = whole_in(element.findtext("octave"), -1, 10)
    if step not in STEPS or not step or octave is None:
        return None
    return Pitch(step, octave, alter_in(element.findtext("alter")))


def ratio_in(note: Element) -> tuple[int, int] | None:
    """Return how many notes are played in the time of how many, where a note is of a tuplet."""
    inner = note.find("time-modification")
    if inner is None:
        return None
    actual = whole_in(inner.findtext("actual-notes"), 1, 10_000)
    normal = whole_in(inner.findtext("normal-notes"), 1, 10_000)
    return (actual, normal) if actual and normal and actual != normal else None


def note_value(note: Element) -> Fraction | None:
    """Return the length that a note's value, dots and tuplet say; None for a rest of a whole measure or no value."""
    value = TYPE_VALUES.get(text_of(note, "type"))
    rest = note.find("rest")
    if value is None or (rest is not None and rest.get("measure") == "yes"):
        return None
    actual, normal = ratio_in(note) or (1, 1)
    return value * (2 - Fraction(1, 2 ** min(4, len(note.findall("dot"))))) * normal / actual


@dataclass(frozen=True, slots=True)
class Transposition:
    """By how much what is written differs from what sounds, as `transpose` tells it."""

    diatonic: int = 0
    chromatic: int = 0

    def pitch(self, pitch: Pitch) -> Pitch:
        """Return the sounding pitch of a written one, spelled by the same interval."""
        if not self.chromatic and not self.diatonic:
            return pitch
        place = pitch.diatonic + self.diatonic
        natural = Pitch(STEPS[place % 7], place // 7)
        alter = pitch.midi + self.chromatic - natural.midi
        return Pitch(natural.step, natural.octave, alter)

    def key(self, key: Key) -> Key:
        """Return the sounding key of a written one."""
        if not self.chromatic and not self.diatonic:
            return key
        if key.mode not in MODES:
            return key
        moved = self.pitch(Pitch(key.tonic[0], 4, key.tonic.count("#") - key.tonic.count("b")))
        return standard_key(moved.step + _signs(moved.alter), key.mode)

    def name(self, step: str, alter: int) -> str:
        """Return the name of a sounding root or bass of a chord, such as `Bb`."""
        moved = self.pitch(Pitch(step, 4, alter))
        return moved.step + _signs(moved.alter)


def transposition_in(element: Element) -> Transposition:
    """Return a `transpose`; where the steps are not told, or cannot be, the nearest are taken."""
    chromatic = whole_in(element.findtext("chromatic"), -48, 48) or 0
    diatonic = whole_in(element.findtext("diatonic"), -28, 28)
    if diatonic is None or abs(chromatic - diatonic * 12 / 7) > WIDEST_SPELLING:
        diatonic = round(chromatic * 7 / 12)
    octaves = whole_in(element.findtext("octave-change"), -4, 4) or 0
    return Transposition(diatonic + 7 * octaves, chromatic + 12 * octaves)


def key_in(element: Element) -> Key:
    """Return a `key`: fifths and mode, or steps spelled out."""
    fifths = whole_in(element.findtext("fifths"), -14, 14)
    mode = text_of(element, "mode").lower()
    if fifths is None:
        steps = [(child.text or "").strip().upper() for child in element.iter("key-step")]
        alters = [alter_in(child.text) for child in element.iter("key-alter")]
        pairs = tuple((step, alter) for step, alter in zip(steps, alters, strict=False) if step in STEPS and step)
        return Key("C", "explicit" if pairs else "none", pairs)
    if mode == "none":
        return Key("C", "none", signature(max(-7, min(7, fifths))))
    if mode not in MODES:
        mode = "major"
    place = fifths - MODES[mode] + 1
    step = SHARP_ORDER[place % 7]
    signs = place // 7
    return standard_key(step + ("#" * signs if signs > 0 else "b" * -signs), mode)


def metre_in(element: Element) -> Metre | None:
    """Return a `time`, several fractions in a row made one; None where it cannot be."""
    if element.find("senza-misura") is not None:
        return Metre((), 4)
    beats = [re.findall(r"\d{1,3}", child.text or "") for child in element.findall("beats")]
    units = [whole_in(child.text, 1, 64) for child in element.findall("beat-type")]
    if not beats or len(beats) != len(units) or not all(beats) or any(u is None or u & (u - 1) for u in units):
        return None
    finest = max(unit or 1 for unit in units)
    counted = tuple(
        int(number) * (finest // (unit or 1)) for row, unit in zip(beats, units, strict=True) for number in row
    )
    if not 0 < sum(counted) <= 128 or not all(counted):
        return None
    symbol = {"common": "C", "cut": "C|"}.get(element.get("symbol") or "", "")
    if symbol and (counted, finest) != {"C": ((4,), 4), "C|": ((2,), 2)}[symbol]:
        symbol = ""
    return Metre(counted, finest, symbol)


def clef_in(element: Element) -> Clef:
    """Return a `clef`."""
    sign = text_of(element, "sign")
    line = whole_in(element.findtext("line"), 1, 9)
    if line is None:
        line = {"G": 2, "F": 4, "C": 3, "TAB": 5}.get(sign)
    name = CLEF_NAMES.get((sign, line), "perc" if sign == "percussion" else "treble")
    return Clef(name, whole_in(element.findtext("clef-octave-change"), -2, 2) or 0)


def tempo_in(metronome: Element, words: str) -> Tempo | None:
    """Return a `metronome` mark with the words before it; None where it gives no speed (such as note = note)."""
    speed = re.search(r"\d{1,18}(?:[.,]\d{1,18})?", metronome.findtext("per-minute") or "")
    if speed is None:
        return None
    bpm = Fraction(speed[0].replace(",", ".")).limit_denominator(1000)
    beat = _beat(metronome)
    for tied in metronome.findall("beat-unit-tied"):
        beat += _beat(tied)
    return Tempo(beat or Fraction(1, 4), bpm, words) if 0 < bpm < TOO_FAST else None


def _beat(element: Element) -> Fraction:
    value = TYPE_VALUES.get(text_of(element, "beat-unit"), Fraction(1, 4))
    return value * (2 - Fraction(1, 2 ** min(3, len(element.findall("beat-unit-dot")))))


def chord_symbol_in(harmony: Element, moved: Transposition) -> str | None:
    """Return a `harmony` as a sounding chord symbol such as `F#m7(b5)/A`; None where it has no root."""
    root = _step_in(harmony, "root", moved)
    kind = harmony.find("kind")
    if kind is None:
        return None
    name, printed = (kind.text or "").strip(), kind.get("text")
    if name == "none":
        return _printable(printed or "") or NO_CHORD
    if root is None:
        return None
    if printed is None:
        printed = KIND_ENDINGS.get(name, f"({name})" if name and name != "other" else "")
    degrees = [words for words in map(_degree, harmony.findall("degree")) if words and words not in printed]
    bass = _step_in(harmony, "bass", moved)
    told = _printable(printed) + (f"({','.join(degrees)})" if degrees else "")
    return root + told[:LONGEST_SYMBOL] + (f"/{bass}" if bass else "")


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() and letter not in '"\\')


def _degree(element: Element) -> str:
    """Return a note that a chord has more, less or otherwise than its kind, such as `b9`, `add9` or `no3`."""
    number = whole_in(element.findtext("degree-value"), 1, 21)
    alter = whole_in(element.findtext("degree-alter"), -2, 2) or 0
    if number is None:
        return ""
    kind = text_of(element, "degree-type")
    before = "no" if kind == "subtract" else _signs(alter) or ("add" if kind == "add" else "")
    return f"{before}{number}"


def _step_in(harmony: Element, name: str, moved: Transposition) -> str | None:
    inner = harmony.find(name)
    step = text_of(inner, f"{name}-step").upper() if inner is not None else ""
    if inner is None or step not in FIFTHS:
        return None
    return moved.name(step, whole_in(inner.findtext(f"{name}-alter"), -2, 2) or 0)


def _signs(alter: Alter) -> str:
    return "#" * int(alter) if alter > 0 else "b" * -int(alter)


def ending_in(text: str | None) -> tuple[int, ...]:
    """Return the numbers of an ending such as `1, 2` or `1-3`."""
    found: list[int] = []
    for piece in re.findall(r"\d{1,2}(?:\s*-\s*\d{1,2})?", text or ""):
        low, _, high = piece.replace(" ", "").partition("-")
        found += range(int(low), int(high or low) + 1)
    return tuple(number for number in dict.fromkeys(found) if number > 0)
