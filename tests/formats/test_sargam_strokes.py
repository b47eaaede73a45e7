"""The strokes of sargam rows choose among the divisions of a tala; what they contradict is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.formats.sargam import format as sargam
from core.formats.sargam.reader import parse
from core.formats.sargam.strokes import divisions, fits, shown
from core.tradition.talas import talas


def read(tala, *rows):
    head = [f"# taal: {tala}"] if tala else []
    found = parse("\n".join(["# গান", *head, *rows]) + "\n")
    return found.sheet.tala.vibhags, [(one.severity.name, one.line) for one in found.said]


@pytest.mark.parametrize(
    ("tala", "rows", "vibhags", "said"),
    [
        ("shasthi", ["S R G M | P D"], (4, 2), [("INFO", 3)]),
        ("shasthi", ["S R | G M P D |"], (2, 4), []),
        # a pickup: no row tells where the cycle begins
        ("shasthi", ["G M P D | S R | G M P D"], (2, 4), []),
        ("rupak", ["S R G | M P D N |", "S R G | M P D N |"], (3, 4), [("INFO", 3)]),
        ("rupak", ["S R G | M P | D N"], (3, 2, 2), []),
        ("nabatal", ["S R G | M P D N S' R'"], (3, 6), [("INFO", 3)]),
        ("dadra", ["S R | G M | P D"], (2, 2, 2), [("INFO", 3)]),
        # rows that contradict one another
        ("dadra", ["S R | G M P D", "S | R | G M P D"], (3, 3), [("WARNING", 3)]),
        # what the text says itself wins
        ("shasthi vibhags [2, 4]", ["S R G M | P D"], (2, 4), []),
        ("dadra vibhags [2, 4]", ["S R G | M P D"], (2, 4), [("WARNING", 3)]),
        ("unheard-of vibhags [2, 3]", ["S R | G M P | S R"], (2, 3), []),
        ("", ["S R | G M"], (), [("WARNING", 2)]),
        ("talamukta", ["S R | G M"], (), []),
        ("shasthi", ["S R G M P D"], (2, 4), []),
    ],
)
def test_a_division_by_strokes(tala, rows, vibhags, said):
    assert read(tala, *rows) == (vibhags, said)


def test_strokes_come_back_out():
    score = sargam.read("# গান\n# taal: shasthi\n\nS R G M | P D\nআ আ আ আ | আ আ\n".encode()).tunes[0].score
    text = sargam.write(score).decode()
    assert "vibhags [4, 2]" in text
    assert "S  R  G  M  |  P  D" in text
    again = sargam.read(text.encode())
    assert not [one for one in again.findings if one.code == "sargam-strokes"]


@given(st.sampled_from([tala for tala in talas() if tala.matras <= 24]), st.integers(0, 40), st.integers(0, 40))
def test_strokes_where_vibhags_begin_fit_wherever_a_row_begins(tala, start, length):
    begins, at = set(), 0
    for size in tala.vibhags:
        begins.add(at)
        at += size
    groups, count = [], 0
    for place in range(start, start + length):
        if count and place % tala.matras in begins:
            groups.append(count)
            count = 0
        count += 1
    groups = (*groups, count) if count else tuple(groups)
    assert fits(groups, tala.vibhags)
    assert tala.vibhags in divisions(tala.name_bn)
    if len(groups) > 1:
        assert shown([groups], divisions(tala.name_bn), tala.matras)


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=60).map(tuple), max_size=20), st.integers(0, 200))
def test_any_strokes_give_a_division_that_all_rows_fit_or_none(rows, matras):
    found = shown(rows, divisions("dadra"), matras)
    assert not found or all(fits(row, found) for row in rows)
