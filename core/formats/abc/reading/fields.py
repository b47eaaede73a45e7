"""The values of information fields: `K:` `M:` `L:` `Q:` `V:` (ABC 2.1, section 3.1 and 4.6)."""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from core.formats.abc.lengths import alter_of
from core.score.pitch import Alter
from core.score.signatures import Clef, Key, Metre, Tempo, standard_key

MODE_NAMES = {
    "": "major", "m": "minor", "maj": "major", "min": "minor", "ion": "major", "dor": "dorian", "phr": "phrygian",
    "lyd": "lydian", "mix": "mixolydian", "aeo": "minor", "loc": "locrian",
}  # fmt: skip
CLEFS = {
    "treble", "treble1", "bass", "bass3", "tenor", "alto", "alto1", "alto2", "alto4", "soprano", "mezzosoprano",
    "baritone", "perc", "none", "c", "c1", "c2", "c3", "c4", "c5", "f", "f3", "f4", "f5", "g", "g1", "g2", "g3",
    "tab", "auto",
}  # fmt: skip
_KEY = re.compile(r"([A-Ga-g])(?:([#b♯♭])|[ \t-]*(?i:(sharp|flat))(?![a-z]))?([ \t]*)-?[ \t]*([A-Za-z]*)")
_EXPLICIT = re.compile(r"(\^\^|__|[\^_](?:\d+(?:/\d+)?|/\d*)|\^|_|=)([A-Ga-g])")
_ACCIDENTALS = re.compile(rf"[ \t]*{_EXPLICIT.pattern}(?![A-Za-z])")
_PROPERTY = re.compile(
    r"\b(clef|octave|transpose|t|name|nm|subname|sname|snm|middle|m|stafflines|staffscale|cue|stems?|gchords?|instrument"
    r'|sound|score|shift|merge|style|scale|space|program|lyrics|dyn|bracket|brace)\s*=\s*("[^"]*"|[^\s"]+)',
    re.I,
)
_SPECIFIER = re.compile(r"\b[A-Za-z]+:\w+=\S+")
"""What a program has for itself, by its name, a colon and its own word (ABC 2.1, 4.6)."""
_CLEF = re.compile(
    r"(?:^|\s)(treble1?|bass3?|tenor|alto[124]?|mezzosoprano|soprano|baritone|perc)([+^_-]8|[+^_-]15)?(?=\s|$)", re.I
)


@dataclass(slots=True)
class KeyField:
    """What a `K:` or `V:` value says; None where it is silent."""

    key: Key | None = None
    clef: Clef | None = None
    octave: int | None = None
    transpose: int | None = None
    name: str | None = None
    problems: list[str] = field(default_factory=list)


def parse_key(text: str) -> KeyField:
    """Read a `K:` value: tonic, mode, explicit accidentals, `none`, `HP`, clef, octave, transpose."""
    found = KeyField()
    rest = _properties(text.strip(), found)
    word = rest.strip()
    lower = word.lower()
    if not word:
        if found.clef is None and found.octave is None and found.transpose is None:
            found.key = Key()
        return found
    if lower.startswith("none"):
        found.key = Key("C", "none")
        rest = word[4:]
    elif word[:2] in ("HP", "Hp"):
        signs: tuple[tuple[str, Alter], ...] = (("F", 1), ("C", 1))
        found.key = Key("A", "highland pipes", signs if word[:2] == "Hp" else ())
        rest = word[2:]
    else:
        rest = _tonic(word, found)
    explicit, rest = _explicit(rest)
    if explicit and found.key is not None:
        found.key = with_alters(found.key, explicit)
    if rest and found.key is not None and not found.problems:
        found.problems.append(f"{rest[:30]!r} means nothing in a key; it is left out")
    return found


def _explicit(text: str) -> tuple[list[tuple[str, str]], str]:
    """Return the accidentals that a text begins with, and the words after them but for unknown `name=value`."""
    explicit = []
    place = 0
    while match := _ACCIDENTALS.match(text, place):
        explicit.append((match[1], match[2]))
        place = match.end()
    words = [word for word in text[place:].split() if not re.match(r"[A-Za-z]+=\S", word)]
    return explicit, " ".join(words).strip(" ,;.")


def _tonic(word: str, found: KeyField) -> str:
    """Read tonic and mode into `found`; return what is left for explicit accidentals."""
    match = _KEY.match(word)
    if match is not None and _is_word(match):
        match = None
    if match is None:
        if _EXPLICIT.match(word):
            found.key = Key("C", "none")
            return word
        found.key = Key()
        found.problems.append(f"key {word[:30]!r} is not one that ABC knows; C is used. Write K:C or another tonic")
        return ""
    sign = match[2] or (match[3] or "").lower()
    tonic = match[1].upper() + {"♯": "#", "♭": "b", "sharp": "#", "flat": "b"}.get(sign, sign)
    name = match[5].lower()
    if match[3]:
        found.problems.append(f"ABC writes {word[: match.end(3)]!r} as {tonic}; it is read so")
    if name.startswith("exp"):
        found.key = Key(tonic, "explicit")
        return word[match.end() :]
    mode = MODE_NAMES.get(name if name == "m" else name[:3])
    if mode is None:
        found.problems.append(f"mode {match[5][:20]!r} is not one that ABC knows; {tonic} major is used")
        mode = "major"
    found.key = standard_key(tonic, mode)
    return word[match.end() :]


def _is_word(match: re.Match[str]) -> bool:
    """Say whether what looks like a tonic is the first letter of a word: `Bilaval` is no key on B, and `c` alone is."""
    name = match[5].lower()
    known = name[:3] in MODE_NAMES or name.startswith("exp")
    if match[1].islower() or known:
        return not known
    return len(name) > 1 and name == match[5] and not (match[3] or match[4])


def with_alters(key: Key, explicit: list[tuple[str, str]]) -> Key:
    """Return the key with accidentals spelled out after it, such as `_e ^f`, added or replacing its own."""
    alters: dict[str, Alter] = dict(key.alters)
    for sign, step in explicit:
        alters[step.upper()] = alter_of(sign)
    return Key(key.tonic, key.mode, tuple(alters.items()))


def _properties(text: str, found: KeyField) -> str:
    """Read `clef=`, `octave=`, `name=` and their kin and bare clef names; return the text without them."""
    if "=" in text:
        text = _SPECIFIER.sub(" ", text)
        for name, value in _PROPERTY.findall(text):
            _property(name.lower(), value.strip('"'), found)
        text = _PROPERTY.sub(" ", text)
    clef = _CLEF.search(text)
    if clef is not None:
        found.clef = parse_clef(clef[1] + (clef[2] or ""))
        text = text[: clef.start()] + " " + text[clef.end() :]
    return text


def parse_properties(text: str) -> KeyField:
    """Read the part of a `V:` value after the voice's id."""
    found = KeyField()
    _properties(text, found)
    return found


def _property(name: str, value: str, found: KeyField) -> None:
    if name == "clef":
        found.clef = parse_clef(value)
    elif name in ("octave", "transpose", "t"):
        if re.fullmatch(r"[+-]?\d{1,2}", value):
            setattr(found, "octave" if name == "octave" else "transpose", int(value))
        else:
            found.problems.append(f"{name}={value[:12]} is not a number")
    elif name in ("name", "nm"):
        found.name = value.replace("\\n", " ")


def parse_clef(text: str) -> Clef:
    """Read a clef's name with its octave sign, such as `treble-8`."""
    match = re.match(r"([A-Za-z]+\d?)([+^_-])?(8|15)?", text)
    if match is None or match[1].lower() not in CLEFS:
        return Clef()
    octave = 0
    if match[2] and match[3]:
        octave = (1 if match[3] == "8" else 2) * (1 if match[2] in "+^" else -1)
    return Clef(match[1].lower(), octave)


_METRE = re.compile(r"(?<![A-Za-z])\(?\s*(\d+(?:\s*\+\s*\d+)*)\s*\)?\s*/\s*(\d+)")


@lru_cache(maxsize=512)
def parse_metre(text: str) -> tuple[Metre, str | None]:
    """Read an `M:` value; an unreadable one is free metre and a problem in words."""
    word = text.strip()
    if word in ("C", "c"):
        return Metre((4,), 4, "C"), None
    if word.lower() in ("c|", "c |"):
        return Metre((2,), 2, "C|"), None
    if word.lower().startswith(("none", "free")) or not word:
        return Metre((), 4), None
    summed = _summed_metre(word)
    if summed is not None:
        return summed, None
    match = _METRE.match(word)
    rest = word[match.end() :].strip(" ,;.") if match else ""
    problem = f"{rest[:20]!r} means nothing after a metre; it is left out" if rest else None
    if match is None:
        match = _METRE.search(word)
        problem = f"metre {word[:20]!r} is more than a fraction; {match[1]}/{match[2]} is used" if match else None
    if match is None:
        return Metre((), 4), f"metre {word[:20]!r} is not a fraction such as 3/4; bars of any length are taken"
    beats = tuple(int(number[:4]) for number in re.findall(r"\d+", match[1]))
    unit = int(match[2][:4])
    if not 0 < sum(beats) <= 128 or unit not in (1, 2, 4, 8, 16, 32, 64):
        return Metre((), 4), f"metre {word[:20]!r} cannot be; bars of any length are taken"
    return Metre(beats, unit), problem


def _summed_metre(word: str) -> Metre | None:
    """Read `2/4+3/8` as 4+3 eighths; None where it is no sum of fractions."""
    if "+" not in word or not re.fullmatch(r"\d{1,2}\s*/\s*\d{1,2}(?:\s*\+\s*\d{1,2}\s*/\s*\d{1,2}){1,8}", word):
        return None
    pairs = [(int(above), int(below)) for above, below in re.findall(r"(\d+)\s*/\s*(\d+)", word)]
    unit = max(below for _, below in pairs)
    if any(below not in (1, 2, 4, 8, 16, 32, 64) or not above for above, below in pairs):
        return None
    return Metre(tuple(above * unit // below for above, below in pairs), unit)


@lru_cache(maxsize=512)
def parse_unit(text: str) -> tuple[Fraction | None, str | None]:
    """Read an `L:` value."""
    match = re.match(r"\s*(\d{1,3})\s*(?:/\s*(\d{1,4}))?", text)
    if match is None or not int(match[1]) or (match[2] and not int(match[2])):
        return None, f"unit length {text.strip()[:20]!r} is not a fraction such as 1/8"
    if match[2] is None and int(match[1]) in (2, 4, 8, 16, 32, 64):
        return Fraction(1, int(match[1])), f"unit length {match[1]} is read as 1/{match[1]}. Write L:1/{match[1]}"
    if not match[2] and match[1] != "1":
        return None, f"unit length {text.strip()[:20]!r} is not a fraction such as 1/8"
    return Fraction(int(match[1]), int(match[2] or 1)), None


def default_unit(metre: Metre) -> Fraction:
    """Return the unit length where `L:` is missing (ABC 2.1, 3.1.7)."""
    length = metre.length
    return Fraction(1, 16) if length is not None and length < Fraction(3, 4) else Fraction(1, 8)


FASTEST = 9_999
"""Beats a minute; four digits are read."""
LONGEST_SPEED = 60
"""Characters of note values and a number; a pattern over more of them could take long."""
_SPEED = re.compile(r"(?<![\d/])-?\d[\d.,]*(?![\d/])")
_SPACED_SPEED = re.compile(r"((?:\d{1,3}/\d{1,3}\s*)+)[:\s]\s*(\d+)\s*(?:bpm)?", re.I)


def parse_tempo(text: str, unit: Fraction) -> tuple[Tempo | None, str | None]:
    """Read a `Q:` value: `1/4=120`, `"Allegro" 1/4=120`, `3/8 1/4=40`, `120`, `C=120`, or words alone."""
    words = " ".join(re.findall(r'"([^"]*)"', text)).strip()
    rest = re.sub(r'"[^"]*"?', " ", text).strip()
    if not rest:
        return (Tempo(Fraction(1, 4), None, words), None) if words else (None, None)
    spaced = _SPACED_SPEED.fullmatch(rest) if len(rest) < LONGEST_SPEED else None
    sides = [spaced[1], spaced[2]] if spaced else rest.split("=", 1)
    speed = _SPEED.search(sides[-1]) if len(sides) > 1 else _SPEED.match(sides[0])
    bpm = _plain_number(speed[0]) if speed else None
    if not bpm or bpm > FASTEST:
        fault = (
            "has no number"
            if speed is None
            else "has no number that is a speed"
            if not bpm
            else f"is faster than {FASTEST:,} beats a minute"
        )
        return Tempo(Fraction(1, 4), None, words or rest[:60]), f"tempo {rest[:20]!r} {fault}; write Q:1/4=90"
    if len(sides) == 1:
        return Tempo(unit if unit > Fraction(1, 16) else Fraction(1, 4), bpm, words), None
    values = re.findall(r"(\d{1,3})/(\d{1,3})", sides[0])
    beat = sum((Fraction(int(above), int(below)) for above, below in values if int(below)), Fraction(0))
    if not beat:
        beat = _beat_in_words(sides[0]) or Fraction(0)
    if not beat:
        old = re.match(r"\s*C(\d*)", sides[0])
        beat = unit * int((old[1] if old else "")[:3] or 1)
    beat = beat or Fraction(1, 4)
    problem = f"tempo {rest[:20]!r} is read as {beat}={spaced[2]}; write Q:{beat}={spaced[2]}" if spaced else None
    return Tempo(beat, bpm, words), problem


def _plain_number(text: str) -> Fraction | None:
    """Return a speed: digits and three decimals at most; None for what is no number, such as 1,200 or -5."""
    found = re.fullmatch(r"(\d{1,18}(?:\.\d{1,3})?)\d*[.,]*", text)
    return Fraction(found[1]) if found else None


BEAT_WORDS = {
    "𝅝": 1, "whole": 1, "𝅗𝅥": 2, "half": 2, "minim": 2, "♩": 4, "𝅘𝅥": 4, "quarter": 4, "crotchet": 4,
    "♪": 8, "eighth": 8, "quaver": 8,
}  # fmt: skip
"""How models and printed music name the beat, and how many make a whole note."""


def _beat_in_words(text: str) -> Fraction | None:
    word = text.strip().lower()
    dotted = "." in word or "dotted" in word
    for name, below in BEAT_WORDS.items():
        if name in word:
            return Fraction(3 if dotted else 2, below * 2)
    return None


_JOINED = re.compile(r"\s([TCMLQKRZ])\s?:\s?(?=\S)")
_JOINED_TO_TEXT = re.compile(r"\s([MLQK])\s?:\s?(?=\d+\s?/\s?\d|C\b|C\||[A-G][#b]?(?:m\b|min|maj|\s|$)|\d{2,3}\b)")
"""After words only what is plainly a field cuts: a title may hold a colon."""


def split_joined(letter: str, value: str) -> list[tuple[str, str, int]]:
    """Take apart fields that were written on one line, `X:1 M:4/4 K:C`; returns letter, value and its shift."""
    if ":" not in value or letter in "Ww+":
        return [(letter, value, 0)]
    parts: list[tuple[str, str, int]] = []
    start = 0
    for match in _JOINED.finditer(value):
        if letter not in "XMLQK" and not _JOINED_TO_TEXT.match(value, match.start()):
            continue
        parts.append((letter, value[start : match.start()], start))
        letter, start = match[1], match.end()
    parts.append((letter, value[start:], start))
    return parts


_KEY_THEN_MUSIC = re.compile(
    r"\s*(?:none|HP|Hp|[A-G][#b♯♭]?\s?(?:maj(?:or)?|min(?:or)?|m|(?:ion|dor|phr|lyd|mix|aeo|loc)\w*)?)(?=[\s|])",
    re.I,
)


def music_after_key(value: str) -> int:
    """Return where music begins that was written on the line of `K:`, 0 where there is none."""
    if "|" not in value:
        return 0
    match = _KEY_THEN_MUSIC.match(value)
    if match is None or "=" in value[match.end() :].split("|")[0]:
        return 0
    return match.end()


def without_comment(value: str) -> str:
    """Return a field's value without a comment; a percent sign after a backslash is meant (ABC 2.1, 2.2.5)."""
    if "%" not in value:
        return value
    kept = re.match(r"(?:[^%\\]|\\.|\\$)*", value)
    return (kept[0] if kept else value).replace("\\%", "%")
