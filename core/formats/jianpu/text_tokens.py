"""Words of Jianpu text: look-alikes folded, one pattern for what a line may hold, keys named by a degree."""

import re
from fractions import Fraction

from core.score.degrees import Do, Figure, do_of
from core.score.pitch import STEPS
from core.score.signatures import FIFTHS, SHARP_ORDER, Key, Metre, standard_key

WIDE = str.maketrans(
    "（）＿＾ˆ＃♯♭｜│∣┃‖－—–−ー─，、；：＝／．＋～　０１２３４５６７８９＇’‘｀′ｂ",
    "()_^^##b|||||------,,;:=/.+~ 0123456789'''''b",
)
"""Full-width and other look-alikes, one character for one, so that columns stay true."""
LENGTH = r"\d{1,6}(?:\.\d{1,6})?(?:[ \t]*/[ \t]*\d{1,6})?"


def _pattern(comma: str) -> re.Pattern[str]:
    return re.compile(
        rf"""
        (?P<key>(?:[转轉][ \t]*)?(?P<degree>[1-7])[ \t]*=[ \t]*
          (?P<tonic>(?:[#b]{{0,2}}[A-G]|[a-g])(?:\#{{1,2}}|b{{1,2}})?)(?![A-Za-z]))
      | (?P<metre>(?<![\d(])\d{{1,3}}(?:\+\d{{1,3}})*/\d{{1,3}}(?![\d(])|\bfree\b)
      | (?P<bar>:{{0,2}}\|[|\]]*:{{0,2}}|\[\||::)
      | (?P<note>(?P<before>[_^<>\#bn♮]*)(?P<digit>[0-7])(?![\d/=])(?P<after>'+|{comma}|[\u0307\u0323]*)
          (?:[ \t]*\([ \t]*(?P<length>{LENGTH})[ \t]*\)|(?P<dots>\.{{0,2}})(?!\d)))
      | (?P<dash>-)
      | (?P<tie>~)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<between>[\s,;]+)
      | (?P<unknown>[^\s,;|()~-]+(?:\([^()\s|]{{0,20}}\))?)
      | (?P<other>.)
        """,
        re.X | re.S,
    )


TOKEN = _pattern(r",+(?=\()")
"""Signs before a digit come in any order; a length stands in brackets right after it."""
COMMA_OCTAVES = _pattern(",+")
"""The same, where a comma after a digit is always an octave."""
DEGREE_FIFTHS = (0, 2, 4, -1, 1, 3, 5)
"""Fifths from do to each degree."""
DEGREE_MODES = ("major", "dorian", "phrygian", "lydian", "mixolydian", "minor", "locrian")
MOST_SIGNS = 14
_NOTE = re.compile(r"([#b]*)([A-Ga-g])([#b]*)")
UNITS = {1, 2, 4, 8, 16, 32, 64, 128}
LONGEST = Fraction(64)


def figure_of(token: re.Match[str]) -> Figure:
    """Return the degree of a note token (its digit is not 0), with octave and sign."""
    before, after = token["before"], token["after"]
    lower = sum(before.count(sign) for sign in "_<") + after.count(",") + after.count("\u0323")
    higher = sum(before.count(sign) for sign in "^>") + after.count("'") + after.count("\u0307")
    return Figure(int(token["digit"]), higher - lower, before.count("#") - before.count("b"))


def length_of(text: str) -> Fraction | None:
    """Return a length such as `1/4`, `1` or `0.25` in whole notes; None where none can be that long, or is 0."""
    above, _, below = text.replace(" ", "").replace("\t", "").partition("/")
    if below and not int(below):
        return None
    length = Fraction(above) / int(below or 1)
    return length if 0 < length <= LONGEST else None


def key_of(degree: int, tonic: str) -> Key | None:
    """Return the key whose scale has a degree on a note: `1=C` is C major, `6=A` A minor; None past fourteen signs."""
    spelled = _NOTE.fullmatch(tonic)
    if spelled is None:
        return None
    letter, signs = spelled[2], spelled[1] + spelled[3]
    alter = signs.count("#") - signs.count("b")
    fifths = FIFTHS[letter.upper()] + 7 * alter - DEGREE_FIFTHS[degree - 1]
    if not -MOST_SIGNS <= fifths <= MOST_SIGNS:
        return None
    turns, place = divmod(fifths + 1, 7)
    name = letter.upper() + ("#" if alter > 0 else "b") * abs(alter)
    return Key(name, DEGREE_MODES[degree - 1], standard_key(_plain(Do(SHARP_ORDER[place], turns))).alters)


def key_words(key: Key) -> tuple[str, ...]:
    """Return what names a key: `1=C`, and where Sa is another note of that scale also its degree: `1=C 6=A`."""
    do = do_of(key)
    words = (f"1={_plain(do)}",)
    degree = (STEPS.index(key.tonic[:1]) - STEPS.index(do.step)) % 7 if key.tonic[:1] in STEPS else 0
    again = key_of(degree + 1, key.tonic) if key.tonic[:1] in STEPS else None
    if degree and again is not None and again.alters == standard_key(_plain(do)).alters:
        return (*words, f"{degree + 1}={key.tonic}")
    return words


def metre_of(text: str) -> Metre | None:
    """Return the metre of `4/4`, `2+3+2/8` or `free`; None where there is none like it."""
    if text == "free":
        return Metre((), 4)
    beats, _, unit = text.partition("/")
    counts = tuple(int(count) for count in beats.split("+"))
    return Metre(counts, int(unit)) if int(unit) in UNITS and all(0 < count <= 128 for count in counts) else None


def metre_word(metre: Metre) -> str:
    """Return the metre as `metre_of` reads it."""
    return "free" if metre.free else f"{'+'.join(map(str, metre.beats))}/{metre.unit}"


def _plain(do: Do) -> str:
    return do.step + ("#" if do.alter > 0 else "b") * abs(do.alter)
