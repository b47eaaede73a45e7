"""What a format cannot hold is said, each loss by words of its own; and nothing is said that is not lost."""

import pytest

from core.formats import FORMATS_BY_NAME
from core.formats.abc.reader import read_first

PLAIN = "CDEF|GABc|"
SIGNS = {
    "composer": ("C:somebody", PLAIN),
    "words": ("", PLAIN + "\nW:after the tune"),
    "field": ("O:Bengal", PLAIN),
    "tempo": ("Q:1/4=90", PLAIN),
    "tempo change": ("", "CDEF|[Q:1/4=60]GABc|"),
    "tempo words": ('Q:"slow" 1/4=90', PLAIN),
    "clef": ("", "[K:clef=bass]CDEF|GABc|"),
    "name": ('V:1 name="Voice"', PLAIN),
    "double bar": ("", "CDEF||GABc|"),
    "hidden rest": ("", "CxEF|GABc|"),
    "double sharp": ("", "C^^DEF|GABc|"),
    "flat": ("", "C_DEF|GABc|"),
    "sharp": ("", "C^AEF|GABc|"),
    "metre within a bar": ("", "CD[M:3/4]EF|GAB|"),
    "added metre": ("M:2+3/4", "CDEFG|ABcde|"),
    "free metre": ("M:none", "CDEFG|ABc|"),
    "short bar": ("", "CDEF|GA|Bcde|c4|"),
    "signature": ("K:Cm", PLAIN),
    "kan": ("", "{d}CDEF|GABc|"),
    "grace at a rest": ("", "{d}zDEF|GABc|"),
    "half as matra": ("M:2/2", PLAIN),
    "held syllable": ("", PLAIN + "\nw:a__ b c d"),
    "cut time": ("M:C|", PLAIN),
    "common time": ("M:C", PLAIN),
    "reminder": ("", "C=DEF|GABc|"),
    "sharp of a flat": ("K:Eb", "CD^EF|GABc|"),
    "raised sharp": ("K:F#", "CD^^FF|GABc|"),
    "half a beat of speed": ("Q:1/4=90.5", PLAIN),
    "odd beat": ("Q:5/8=30", PLAIN),
}
"""Header and music, of which some formats lose something."""
SAID = {
    "spn": {
        "composer": "header", "words": "header", "field": "header", "tempo": "tempo", "tempo change": "tempo",
        "clef": "Clefs", "name": "Names", "hidden rest": "not drawn", "free metre": "Bar lines", "kan": "Grace",
        "reminder": "remind",
    },
    "jianpu": {
        "composer": "header", "words": "header", "field": "header", "tempo": "tempo", "tempo change": "tempo",
        "clef": "Clefs", "name": "Names", "double bar": "bar lines", "hidden rest": "not drawn", "double sharp": "Double",
        "kan": "Grace", "held syllable": "lyrics", "cut time": "C|", "common time": "C|", "reminder": "remind",
        "sharp of a flat": "other degrees",
    },
    "jianpu-ly": {
        "field": "Header", "tempo change": "Changes of tempo", "tempo words": "words of a tempo", "clef": "Clefs",
        "name": "Names", "double bar": "bar lines", "hidden rest": "not drawn", "double sharp": "Double",
        "cut time": "C|", "reminder": "remind", "sharp of a flat": "other degrees", "half a beat of speed": "rounded",
        "odd beat": "left out",
    },
    "tab": {
        "composer": "Header", "words": "Header", "field": "Header", "tempo": "tempo", "tempo change": "tempo",
        "clef": "Clefs", "name": "Names", "double bar": "bar lines", "metre within a bar": "within a bar", "kan": "Grace",
        "cut time": "C|", "reminder": "remind",
    },
    "mid": {
        "composer": "Header", "words": "Header", "field": "Header", "tempo words": "words of a tempo", "clef": "Clefs",
        "double bar": "bar lines", "hidden rest": "not drawn", "double sharp": "spelled anew",
        "metre within a bar": "within a bar", "added metre": "only the sum", "free metre": "Free metre",
        "short bar": "cut anew", "kan": "Grace", "held syllable": "held over",
        "cut time": "C|", "common time": "C|", "reminder": "remind",
    },
    "swaralipi.json": {
        "words": "Words", "field": "Header", "tempo": "tempo", "tempo change": "tempo", "clef": "Clefs", "name": "Names",
        "signature": "signature", "kan": "kan", "grace at a rest": "before a rest", "half as matra": "a quarter",
        "sharp": "one spelling", "common time": "C|", "reminder": "remind",
    },
    "musicxml": {},
}  # fmt: skip


def score_of(name):
    header, music = SIGNS[name]
    rows = {"M": "M:4/4", "K": "K:C"} | ({header[0]: header} if header else {})
    fields = [row for letter, row in rows.items() if letter != "K"]
    return read_first("\n".join(["X:1", "L:1/4", *fields, rows["K"], music]) + "\n").score


@pytest.mark.parametrize(("kind", "sign"), [(kind, sign) for kind, rows in SAID.items() for sign in rows])
def test_a_loss_is_said(kind, sign):
    said = FORMATS_BY_NAME[kind].lost(score_of(sign))
    assert any(SAID[kind][sign] in words for words in said), said


@pytest.mark.parametrize(
    ("kind", "signs"),
    [
        ("mid", ["tempo", "tempo change", "name", "signature", "flat", "half a beat of speed"]),
        ("jianpu", ["sharp", "flat", "raised sharp"]),
        ("jianpu-ly", ["tempo", "composer", "words", "signature", "raised sharp"]),
        ("swaralipi.json", ["composer", "free metre", "flat"]),
        ("musicxml", [*SIGNS]),
    ],
)
def test_what_is_kept_is_not_said_to_be_lost(kind, signs):
    plain = read_first(f"X:1\nM:4/4\nL:1/4\nK:C\n{PLAIN}\n").score
    own = FORMATS_BY_NAME[kind].lost(plain)
    for sign in signs:
        assert FORMATS_BY_NAME[kind].lost(score_of(sign)) == own, sign


def test_the_metre_of_tab_may_be_added():
    tab = FORMATS_BY_NAME["tab"]
    score = score_of("added metre")
    assert tab.read(tab.write(score)).scores[0].metre == score.metre
