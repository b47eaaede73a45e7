"""Matra, cycle and vibhags of a score by its tala and metre; where forms of a tala differ, all are offered."""

import pytest

from tests.tradition.test_cells import sheet


@pytest.mark.parametrize(
    ("header", "metre", "vibhags", "matra"),
    [
        ("R:dadra", "6/8", (3, 3), "1/8"), ("R:dadra", "3/4", (3, 3), "1/4"), ("R:kaharba", "4/4", (4, 4), "1/4"),
        ("R:tintal", "4/4", (4, 4, 4, 4), "1/4"), ("R:ektal", "12/8", (3, 3, 3, 3), "1/8"),
        ("R:ektal", "4/4", (4, 4, 4), "1/4"), ("R:teora", "7/8", (3, 2, 2), "1/8"), ("R:dadra", "4/4", (4,), "1/4"),
        ("", "6/8", (3, 3), "1/8"), ("", "3/4", (3,), "1/4"), ("", "2+3/8", (2, 3), "1/8"), ("", "none", (), "1/4"),
        ("%%vibhags 3 2 2", "7/4", (3, 2, 2), "1/4"), ("R:dadra\n%%vibhags 2 4\n%%matra 1/8", "6/8", (2, 4), "1/8"),
        ("%%vibhags 3 x 2\n%%matra 0/0", "4/4", (4,), "1/4"),
        ("R:dhamar", "14/8", (5, 2, 3, 4), "1/8"), ("R:dhamar", "3+2+2+3+4/8", (3, 2, 2, 3, 4), "1/8"),
    ],
)  # fmt: skip
def test_the_matra_and_the_vibhags_come_from_tala_and_metre(header, metre, vibhags, matra):
    found = sheet("C D E F G A B c d e f g |", metre=metre, header=header)
    assert (found.vibhags, str(found.matra)) == (vibhags, matra)


def test_forms_of_a_tala_are_offered():
    found = sheet("C12 |", metre="12/4", header="R:ektal")
    assert [row.code for row in found.said] == ["swaralipi-tala"]
    assert "2+2+2+2+2+2" in found.said[0].message


@pytest.mark.parametrize(
    ("tala", "metre", "ways", "drawn", "write"),
    [
        ("shashthi", "6/8", "2+4 or 4+2", "2+4", "4 2"),
        ("rupak", "7/8", "3+2+2 or 3+4", "3+2+2", "3 4"),
        ("surfank", "10/8", "4+2+4 or 2+2+2+2+2", "4+2+4", "2 2 2 2 2"),
        ("khemta", "12/8", "3+3+3+3 or 3+3", "3+3+3+3", "3 3"),
    ],
)
def test_other_divisions_of_one_form_are_offered_too(tala, metre, ways, drawn, write):
    found = sheet("C |", metre=metre, header=f"R:{tala}")
    assert [row.code for row in found.said] == ["swaralipi-tala"]
    assert f"({ways}); {drawn} is drawn. Write %%vibhags {write}," in found.said[0].message


@pytest.mark.parametrize(
    ("tala", "metre", "vibhags", "marks"),
    [
        ("shashthi", "2+4/8", (2, 4), ("১´", "২")), ("shashthi", "4+2/8", (4, 2), ()), ("rupak", "3+4/8", (3, 4), ()),
        ("dhamar", "3+2+2+3+4/8", (3, 2, 2, 3, 4), ("১´", "০", "২", "০", "৩")),
    ],
)  # fmt: skip
def test_a_metre_of_groups_says_the_form_and_nothing_is_asked(tala, metre, vibhags, marks):
    found = sheet("C |", metre=metre, header=f"R:{tala}")
    assert (found.vibhags, found.marks, found.said) == (vibhags, marks, ())
