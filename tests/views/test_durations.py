"""Every length from a 32nd to a double whole in the four notations: what is drawn, against what NOTATION says by hand."""

from fractions import Fraction

import pytest

from core.formats.abc.reader import read
from core.views import VIEWS_BY_NAME
from core.views.base import Layout
from core.views.jianpu import sizes as jianpu
from core.views.swaralipi import sizes as swaralipi
from tests.views.drawn_signs import names, signs

BASES = {"1/32": 3, "1/16": 2, "1/8": 1, "1/4": 0, "1/2": 0, "1": 0, "2": 0}
"""Flags of each length."""
HEADS = {"1/2": "half", "1": "whole", "2": "breve"}
RESTS = {
    "1/32": "32nd rest", "1/16": "16th rest", "1/8": "8th rest", "1/4": "quarter rest", "1/2": "half rest",
    "1": "whole rest", "2": "breve rest",
}  # fmt: skip
DOTTED = {0: Fraction(1), 1: Fraction(3, 2), 2: Fraction(7, 4)}
LENGTHS = [(base, dots) for base in BASES for dots in DOTTED]
each_length = pytest.mark.parametrize(("base", "dots"), LENGTHS, ids=[f"{base}{'.' * dots}" for base, dots in LENGTHS])


def page_of(view, body):
    """In free rhythm: only what the length itself asks for is drawn."""
    score = read(f"X:1\nL:1/1\nM:none\nK:C\n{body}\n").tunes[0].score
    drawing = VIEWS_BY_NAME[view].draw(score, Layout(page_width=3000.0, title=False))
    assert len(drawing.pages) == 1
    return drawing.pages[0]


def length(base, dots):
    return Fraction(base) * DOTTED[dots]


# -- staff ---------------------------------------------------------------------------------------------------------

ON_STAFF = (
    "black", "half", "whole", "breve", "1 flag", "2 flags", "3 flags", "dot", "stem", "tie", *RESTS.values(),
)  # fmt: skip


def staff_note(base, dots):
    """Head, then stem and flags, then dots: an unordered bag of what one note consists of."""
    flags = [f"{BASES[base]} flag{'s' * (BASES[base] > 1)}"] if BASES[base] else []
    stem = ["stem"] if Fraction(base) < 1 else []
    return sorted([HEADS.get(base, "black"), *stem, *flags, *["dot"] * dots])


@each_length
def test_staff_note(base, dots):
    assert sorted(names(page_of("staff", f"C{length(base, dots)}|"), *ON_STAFF)) == staff_note(base, dots)


def staff_rest(base, dots):
    """A rest of a double whole has no dots: what is more than it is a rest of its own."""
    if base == "2":
        return [["breve rest"], ["breve rest", "whole rest"], ["breve rest", "whole rest", "dot"]][dots]
    return [RESTS[base], *["dot"] * dots]


@each_length
def test_staff_rest(base, dots):
    page = page_of("staff", f"z{length(base, dots)}|C|")
    assert sorted(names(page, *ON_STAFF)) == sorted([*staff_rest(base, dots), "whole"])


@each_length
def test_staff_note_tied_over_a_bar(base, dots):
    wanted = sorted([*staff_note(base, dots) * 2, "tie"])
    page = page_of("staff", f"C{length(base, dots)}-|C{length(base, dots)}|")
    assert sorted(names(page, *ON_STAFF)) == wanted
    (tie,) = [one for one in signs(page) if one.name == "tie"]
    first, second = [one for one in signs(page) if one.name == HEADS.get(base, "black")]
    assert first.x < tie.x < second.x


def test_staff_places_a_head_its_stem_and_its_dot():
    """C4 is a ledger line below, lines 8 px apart; a stem has three and a half spaces; a dot stands in the space above."""
    found = signs(page_of("staff", "C3/8|"))
    head = next(one for one in found if one.name == "black")
    stem = next(one for one in found if one.name == "stem")
    dot = next(one for one in found if one.name == "dot")
    assert head.y - stem.y == pytest.approx(3.5 * 8, abs=0.1)
    assert stem.x - head.x == pytest.approx(9.9, abs=0.3)
    assert dot.y == pytest.approx(head.y - 4, abs=0.01)
    assert dot.x > stem.x


# -- tab -----------------------------------------------------------------------------------------------------------

ON_TAB = ("1", *ON_STAFF)


def tab_note(base, dots):
    """C4 is fret 1 of the second string; a half has a short stem, longer notes have none (NOTATION C2)."""
    return sorted([*(one for one in staff_note(base, dots) if one not in ("black", *HEADS.values())), "1"])


@each_length
def test_tab_note(base, dots):
    page = page_of("tab", f"C{length(base, dots)}|")
    assert sorted(names(page, *ON_TAB)) == tab_note(base, dots)
    stems = [one for one in signs(page) if one.name == "stem"]
    assert [round(stem.height / 12.56, 1) for stem in stems] == ([] if Fraction(base) > Fraction(1, 2) else [
        1.0 if base == "1/2" else 2.0
    ])  # fmt: skip


@each_length
def test_tab_rest(base, dots):
    page = page_of("tab", f"z{length(base, dots)}|C|")
    assert sorted(names(page, *ON_TAB)) == sorted([*staff_rest(base, dots), "1"])


@each_length
def test_tab_note_tied_over_a_bar(base, dots):
    page = page_of("tab", f"C{length(base, dots)}-|C{length(base, dots)}|")
    assert sorted(names(page, *ON_TAB)) == sorted([*tab_note(base, dots) * 2, "tie"])


# -- jianpu --------------------------------------------------------------------------------------------------------

JIANPU_NOTES = {
    "1/32": ["1≡", "1.≡", "1..≡"],
    "1/16": ["1=", "1.=", "1..="],
    "1/8": ["1_", "1._", "1.._"],
    "1/4": ["1", "1.", "1.."],
    "1/2": ["1 -", "1 - -", "1 - - 1_"],
    "1": ["1 - - -", "1 - - - - -", "1 - - - - - -"],
    "2": ["1" + " -" * 7, "1" + " -" * 11, "1" + " -" * 13],
}
"""Quarter = plain digit (NOTATION B2). No dash has a dot, so three beats and a half end in a tied eighth."""
JIANPU_RESTS = {
    "1/32": ["0≡", "0.≡", "0..≡"],
    "1/16": ["0=", "0.=", "0..="],
    "1/8": ["0_", "0._", "0.._"],
    "1/4": ["0", "0.", "0 0._"],
    "1/2": ["0 0", "0 0 0", "0 0 0."],
    "1": ["0 0 0 0", "0 0 0 0 0 0", "0 0 0 0 0 0 0"],
    "2": [" ".join("0" * 8), " ".join("0" * 12), " ".join("0" * 14)],
}
"""Long rests repeat the zero; a beat and a half may be a dotted one, a beat and three quarters are two signs."""
LINES = {0: "", 1: "_", 2: "=", 3: "≡"}
UNDERLINE, DASH = 0.06 * jianpu.D, 1.3


def jianpu_signs(page):
    """Write what is drawn as in the tables; the header is left out."""
    found = signs(page)
    digits = [one for one in found if one.name in ("0", "1")]
    rects = [one for one in found if one.name == "rect"]
    dashes = [one for one in rects if one.height == pytest.approx(DASH)]
    lines = [one for one in rects if one.height == pytest.approx(UNDERLINE, abs=0.05)]
    dots = [one for one in found if one.name == "dot"]
    words = []
    for one in sorted([*digits, *dashes], key=lambda row: row.x):
        if one in dashes:
            words.append("-")
            continue
        after = min([other.x for other in [*digits, *dashes] if other.x > one.x], default=float("inf"))
        of_it = [dot for dot in dots if one.x < dot.x < after]
        under = [line for line in lines if line.x <= one.x + 2 and line.x + line.width > one.x + 2]
        assert all(dot.y < one.y for dot in of_it), "a dot of length stands beside its digit"
        assert [round(line.y - one.y, 2) for line in sorted(under, key=lambda row: row.y)] == [
            round(0.22 * jianpu.D + 0.18 * jianpu.D * level, 2) for level in range(len(under))
        ]
        words.append(one.name + "." * len(of_it) + LINES[len(under)])
    return " ".join(words)


@each_length
def test_jianpu_note(base, dots):
    assert jianpu_signs(page_of("jianpu", f"C{length(base, dots)}|")) == JIANPU_NOTES[base][dots]


@each_length
def test_jianpu_rest(base, dots):
    page = page_of("jianpu", f"z{length(base, dots)}|C/4|")
    assert jianpu_signs(page) == f"{JIANPU_RESTS[base][dots]} 1"


@each_length
def test_jianpu_note_tied_over_a_bar(base, dots):
    """The digit is written again: a bar never opens with a dash."""
    page = page_of("jianpu", f"C{length(base, dots)}-|C{length(base, dots)}|")
    once = JIANPU_NOTES[base][dots]
    assert jianpu_signs(page) == f"{once} {once}"
    inside = once.count("1") - 1
    assert names(page, "tie") == ["tie"] * (1 + 2 * inside)


# -- swaralipi -----------------------------------------------------------------------------------------------------

REST_OF_CELL = {"1/32": "7/8", "3/64": "13/16", "7/128": "25/32", "3/32": "5/8", "7/64": "9/16", "7/32": "1/8"}
SHARES = {"1/32": "1/8", "3/64": "3/16", "7/128": "7/32", "3/32": "3/8", "7/64": "7/16", "7/32": "7/8"}
"""Lengths that akarmatrik has no sign for: a star says so, and their shares of the matra stand there as fractions."""

SWARALIPI_NOTES = {
    "1/16": "স॰রঃ॰", "1/8": "সরা", "3/16": "সঃ॰র॰",
    "1/4": "সা রা", "3/8": "সাঃ রঃ", "7/16": "সাঃ॰ র॰",
    "1/2": "সা -া রা", "3/4": "সা -া -া রা", "7/8": "সা -া -াঃ রঃ",
    "1": "সা -া -া -া রা", "3/2": "সা -া -া -া -া -া রা", "7/4": "সা -া -া -া -া -া -া রা",
    "2": "সা" + " -া" * 7 + " রা", "3": "সা" + " -া" * 11 + " রা", "7/2": "সা" + " -া" * 13 + " রা",
}  # fmt: skip
"""Sa of that length and Re to the end of its matra, a quarter (NOTATION A3, A4); two equal halves share an aakar."""
SWARALIPI_RESTS = {
    "1/16": "॰রঃ॰", "1/8": "ঃরঃ", "3/16": "ঃ॰র॰",
    "1/4": "া রা", "3/8": "া ঃরঃ", "7/16": "া ঃ॰র॰",
    "1/2": "া া রা", "3/4": "া া া রা", "7/8": "া া া ঃরঃ",
    "1": "া া া া রা", "3/2": "া া া া া া রা", "7/4": "া া া া া া া রা",
    "2": " ".join("া" * 8) + " রা", "3": " ".join("া" * 12) + " রা", "7/2": " ".join("া" * 14) + " রা",
}  # fmt: skip
SWARALIPI_TIED = {
    "1/16": "রঃ॰স॰ -॰রঃ॰", "1/8": "রসা -ঃরঃ", "3/16": "র॰সঃ॰ -ঃ॰র॰",
    "1/4": "রা সা -া রা", "3/8": "রসা -া -াঃ রঃ", "7/16": "র॰সঃ॰ -া -াঃ॰ র॰",
    "1/2": "রা সা -া -া -া রা", "3/4": "রা সা -া -া -া -া -া রা", "7/8": "রসা -া -া -া -া -া -াঃ রঃ",
    "1": "রা সা" + " -া" * 7 + " রা", "3/2": "রা সা" + " -া" * 11 + " রা", "7/4": "রা সা" + " -া" * 13 + " রা",
    "2": "রা সা" + " -া" * 15 + " রা", "3": "রা সা" + " -া" * 23 + " রা", "7/2": "রা সা" + " -া" * 27 + " রা",
}  # fmt: skip
"""Re to begin a matra, Sa to its end or on, over a bar line as long again, and Re to the end of the matra."""


def filler(time):
    """What is missing to the end of a matra; a whole one where nothing is."""
    return -time % Fraction(1, 4) or Fraction(1, 4)


def swaralipi_signs(page):
    """Write the note row that is drawn: letters, signs, hyphens; cells are where the ink leaves a gap."""
    found = signs(page)
    hyphens = [o for o in found if o.name == "rect" and o.width == pytest.approx(swaralipi.HYPHEN, abs=0.01)]
    # the heading says which note Sa is, in other type
    row = [one for one in found if one.name in ("স", "র", "া", "ঃ", "॰")] + hyphens
    words, end = [], None
    for one in sorted(row, key=lambda each: (each.y // LINE, each.x)):
        char = "-" if one in hyphens else one.name
        if end is not None and 0 <= one.x - end <= GAP:
            words[-1] += char
        else:
            words.append(char)
        end = one.x
    return " ".join(words)


GAP, LINE = 21.5, 60.0
"""Left ends of neighbouring signs of a cell are nearer than the first, those of cells farther; lines are lower."""


def shares(page):
    return names(page, "*", *SHARES.values(), *REST_OF_CELL.values())


@each_length
def test_swaralipi_note(base, dots):
    time = length(base, dots)
    page = page_of("swaralipi", f"C{time}D{filler(time)}|")
    name = str(time)
    if name in SHARES:
        assert sorted(shares(page)) == sorted(["*", SHARES[name], REST_OF_CELL[name]])
        assert swaralipi_signs(page).replace(" ", "") == "সর"
    else:
        assert swaralipi_signs(page) == SWARALIPI_NOTES[name]
        assert shares(page) == []


@each_length
def test_swaralipi_rest(base, dots):
    time = length(base, dots)
    page = page_of("swaralipi", f"z{time}D{filler(time)}|")
    name = str(time)
    if name in SHARES:
        assert sorted(shares(page)) == sorted(["*", SHARES[name], REST_OF_CELL[name]])
        assert swaralipi_signs(page).replace(" ", "") == "ার"
    else:
        assert swaralipi_signs(page) == SWARALIPI_RESTS[name]
        assert shares(page) == []


@each_length
def test_swaralipi_note_tied_over_a_bar(base, dots):
    time = length(base, dots)
    page = page_of("swaralipi", f"D{filler(time)}C{time}-|C{time}D{filler(time)}|")
    name = str(time)
    if name in SHARES:
        assert sorted(shares(page)) == sorted(["*", SHARES[name], REST_OF_CELL[name]] * 2)
        assert swaralipi_signs(page).replace(" ", "") == "রস-র"
    else:
        assert swaralipi_signs(page) == SWARALIPI_TIED[name]
        assert shares(page) == []


def test_every_length_has_a_sign_in_swaralipi_or_is_told():
    every = {str(length(base, dots)) for base, dots in LENGTHS}
    assert every == set(SWARALIPI_NOTES) | set(SHARES)
    assert set(SWARALIPI_NOTES) == set(SWARALIPI_RESTS) == set(SWARALIPI_TIED)


def test_a_matra_and_a_half_takes_two_columns_and_is_written_in_the_first():
    first, half, last = sorted(page_of("swaralipi", "C3/8D/8E/4|").boxes.values(), key=lambda box: box.x)
    assert half.x - first.x == pytest.approx(last.x - half.x, abs=8)
