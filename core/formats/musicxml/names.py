"""MusicXML's words for what a score holds: tables that reader and writer share (MusicXML 4.0, W3C)."""

import re
from fractions import Fraction

from core.score.pitch import Alter

TYPES = {
    Fraction(8): "maxima", Fraction(4): "long", Fraction(2): "breve", Fraction(1): "whole", Fraction(1, 2): "half",
    Fraction(1, 4): "quarter", Fraction(1, 8): "eighth", Fraction(1, 16): "16th",
    Fraction(1, 32): "32nd", Fraction(1, 64): "64th", Fraction(1, 128): "128th", Fraction(1, 256): "256th",
    Fraction(1, 512): "512th", Fraction(1, 1024): "1024th",
}  # fmt: skip
"""Note values in whole notes, and their names."""
TYPE_VALUES = {name: value for value, name in TYPES.items()}

ACCIDENTALS: dict[Alter, str] = {
    0: "natural", 1: "sharp", -1: "flat", 2: "double-sharp", -2: "flat-flat", 3: "triple-sharp", -3: "triple-flat",
    Fraction(1, 2): "quarter-sharp", Fraction(-1, 2): "quarter-flat", Fraction(3, 2): "three-quarters-sharp",
    Fraction(-3, 2): "three-quarters-flat",
}  # fmt: skip

CLEFS = {
    "treble": ("G", 2), "treble1": ("G", 1), "bass": ("F", 4), "bass3": ("F", 3), "tenor": ("C", 4), "alto": ("C", 3),
    "alto1": ("C", 1), "alto2": ("C", 2), "alto4": ("C", 4), "soprano": ("C", 1), "mezzosoprano": ("C", 2),
    "baritone": ("F", 3), "perc": ("percussion", None), "none": ("none", None), "c": ("C", 3), "c1": ("C", 1),
    "c2": ("C", 2), "c3": ("C", 3), "c4": ("C", 4), "c5": ("C", 5), "f": ("F", 4), "f3": ("F", 3), "f4": ("F", 4),
    "f5": ("F", 5), "g": ("G", 2), "g1": ("G", 1), "g2": ("G", 2), "g3": ("G", 3), "tab": ("TAB", 5),
    "auto": ("G", 2),
}  # fmt: skip
CLEF_NAMES: dict[tuple[str, int | None], str] = {}
for _name, _sign in CLEFS.items():
    CLEF_NAMES.setdefault(_sign, _name)

BAR_STYLES = {"||": "light-light", "|]": "light-heavy", "[|": "heavy-light", ".|": "dotted", "": "none", "|": "regular"}
BAR_SIGNS = {
    "light-light": "||", "light-heavy": "|]", "heavy-light": "[|", "dotted": ".|", "dashed": ".|", "none": "",
    "regular": "|", "heavy": "|]", "heavy-heavy": "||", "tick": "|", "short": "|",
}  # fmt: skip

NOTATIONS = {
    "staccato": ("articulations", "staccato"), "tenuto": ("articulations", "tenuto"),
    "accent": ("articulations", "accent"), ">": ("articulations", "accent"),
    "emphasis": ("articulations", "accent"), "marcato": ("articulations", "strong-accent"),
    "^": ("articulations", "strong-accent"),
    "wedge": ("articulations", "staccatissimo"), "breath": ("articulations", "breath-mark"),
    "shortphrase": ("articulations", "caesura"), "slide": ("articulations", "scoop"),
    "trill": ("ornaments", "trill-mark"), "turn": ("ornaments", "turn"), "invertedturn": ("ornaments", "inverted-turn"),
    "lowermordent": ("ornaments", "mordent"), "mordent": ("ornaments", "mordent"),
    "uppermordent": ("ornaments", "inverted-mordent"), "pralltriller": ("ornaments", "inverted-mordent"),
    "upbow": ("technical", "up-bow"), "downbow": ("technical", "down-bow"), "open": ("technical", "open-string"),
    "thumb": ("technical", "thumb-position"), "snap": ("technical", "snap-pizzicato"), "plus": ("technical", "stopped"),
    "+": ("technical", "stopped"), "fermata": ("", "fermata"), "arpeggio": ("", "arpeggiate"),
}  # fmt: skip
"""Decorations, and the group and element of `notations` each becomes."""
DECORATIONS: dict[tuple[str, str], str] = {}
for _name, _place in NOTATIONS.items():
    DECORATIONS.setdefault(_place, _name)
DECORATIONS |= {
    ("articulations", "detached-legato"): "tenuto", ("articulations", "spiccato"): "wedge",
    ("articulations", "stress"): "accent", ("ornaments", "delayed-turn"): "turn", ("ornaments", "shake"): "trill",
}  # fmt: skip
GROUPS = ("ornaments", "technical", "articulations")
"""In the order in which they are written."""
DYNAMICS = {
    "p", "pp", "ppp", "pppp", "ppppp", "pppppp", "f", "ff", "fff", "ffff", "fffff", "ffffff", "mp", "mf", "sf", "sfp",
    "sfpp", "fp", "rf", "rfz", "sfz", "sffz", "fz", "n", "pf", "sfzp",
}  # fmt: skip
WEDGES = {
    "crescendo(": ("crescendo", "start"), "<(": ("crescendo", "start"), "crescendo)": ("crescendo", "stop"),
    "<)": ("crescendo", "stop"), "diminuendo(": ("diminuendo", "start"), ">(": ("diminuendo", "start"),
    "diminuendo)": ("diminuendo", "stop"), ">)": ("diminuendo", "stop"),
}  # fmt: skip

JUMPS = {
    "D.C.": ("D.C.", "dacapo", "yes"), "D.C.alfine": ("D.C. al Fine", "dacapo", "yes"),
    "D.C.alcoda": ("D.C. al Coda", "dacapo", "yes"), "D.S.": ("D.S.", "dalsegno", "segno"),
    "D.S.alfine": ("D.S. al Fine", "dalsegno", "segno"), "D.S.alcoda": ("D.S. al Coda", "dalsegno", "segno"),
    "fine": ("Fine", "fine", "yes"),
}  # fmt: skip
"""Marks that are words: what is printed, and the attribute of `sound` that players obey."""
_JUMP_WORDS = (
    (re.compile(r"^\W*(?:d\.?\s*c\b|da\s+capo)", re.I), "D.C."),
    (re.compile(r"^\W*(?:d\.?\s*s\b|dal\s+segno)", re.I), "D.S."),
    (re.compile(r"^\W*fine\W*$", re.I), "fine"),
    (re.compile(r"^\W*to\s+(?:the\s+)?coda\W*", re.I), "coda"),
)

KINDS = {
    "": "major", "m": "minor", "min": "minor", "-": "minor", "maj": "major", "M": "major", "7": "dominant",
    "maj7": "major-seventh", "M7": "major-seventh", "m7": "minor-seventh", "min7": "minor-seventh",
    "-7": "minor-seventh", "mM7": "major-minor", "dim": "diminished", "o": "diminished", "°": "diminished",
    "dim7": "diminished-seventh", "o7": "diminished-seventh", "°7": "diminished-seventh", "m7b5": "half-diminished",
    "ø": "half-diminished", "aug": "augmented", "+": "augmented", "aug7": "augmented-seventh",
    "+7": "augmented-seventh", "6": "major-sixth", "m6": "minor-sixth", "9": "dominant-ninth", "maj9": "major-ninth",
    "m9": "minor-ninth", "11": "dominant-11th", "m11": "minor-11th", "maj11": "major-11th", "13": "dominant-13th",
    "m13": "minor-13th", "maj13": "major-13th", "sus": "suspended-fourth", "sus4": "suspended-fourth",
    "sus2": "suspended-second", "5": "power",
}  # fmt: skip
"""Endings of chord symbols, and the kinds MusicXML knows."""
NO_CHORD = "N.C."
KIND_ENDINGS: dict[str, str] = {}
for _name, _kind in KINDS.items():
    KIND_ENDINGS.setdefault(_kind, _name)
CHORD = re.compile(r"([A-G])([#b♯♭]?)([^/\s]*)(?:/([A-G])([#b♯♭]?))?")
OTHER_ENDING = re.compile(r"(?:maj|min|dim|aug|sus|add|omit|no|alt|[mMo°øΔ+#b♯♭(),\d-])+")
"""Endings of chord symbols that are no kind of MusicXML's, and no words such as `Fine` either."""

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def legal(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return _ILLEGAL.sub("", text)


def mark_of_words(words: str) -> str | None:
    """Return the mark that printed words stand for; None where they are other words."""
    name = next((mark for pattern, mark in _JUMP_WORDS if pattern.search(words)), None)
    if name in ("D.C.", "D.S."):
        lower = words.lower()
        return name + ("alcoda" if "coda" in lower else "alfine" if "fine" in lower else "")
    return name


def decimal(value: Alter, places: int = 6) -> str:
    """Return a number in decimals, without zeros that say nothing."""
    if value == int(value):
        return str(int(value))
    return f"{float(value):.{places}f}".rstrip("0").rstrip(".")
