"""Talas by name, and which metres can carry them."""

import json
import unicodedata

import pytest

from core import paths
from core.formats.abc.reader import read_first
from core.formats.abc.reading.fields import parse_metre
from core.tradition.cells.build import sheet_of
from core.tradition.talas import find, fits, forms, in_tala, metre_of, tala_of, talas


@pytest.mark.parametrize("tala", talas(), ids=lambda tala: tala.id)
def test_every_tala_adds_up_and_its_metre_carries_it(tala):
    for division in (tala.vibhags, *tala.other_vibhags):
        assert sum(division) in (tala.matras, tala.matras // 2) or tala.id == "khemta"
    metre, problem = parse_metre(tala.metre)
    assert problem is None
    assert metre == metre_of(tala)
    assert fits(metre, tala)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("Dadra", "dadra"), ("dadra tala", "dadra"), ("Tala: Dadra (6 matras)", "dadra"), ("দাদরা", "dadra"), ("দাদরা তাল", "dadra"),
     ("TEENTAL", "trital"), ("ত্রিতাল", "trital"), ("Keherwa", "kaharba"), ("Ara-theka", "ara_theka"), ("ঝাঁপতাল", "jhaptal"),
     (unicodedata.normalize("NFD", "আড়াঠেকা"), "ara_theka")],
)  # fmt: skip
def test_a_tala_is_found_by_any_of_its_names(name, wanted):
    found = find(name)
    assert found is not None
    assert found.id == wanted


@pytest.mark.parametrize("name", ["", "   ", "reel", "Jig", "slow air", "tala", "waltz", "(", "x" * 10_000])
def test_other_rhythms_are_no_tala(name):
    assert find(name) is None


def test_forms_of_one_name_stand_together():
    assert {tala.vibhags for tala in forms("ektal")} == {(3, 3, 3, 3), (2, 2, 2, 2, 2, 2), (4, 4, 4)}


def test_dhamar_has_two_forms_of_the_same_cycle():
    five, two = forms("ধামার")
    assert (five.vibhags, two.vibhags) == ((5, 2, 3, 4), (3, 2, 2, 3, 4))
    assert (five.tali, two.tali) == ((1, 6, 11), (1, 6, 11))
    assert (five.khali, two.khali) == ((8,), (4, 8))
    tunes = [read_first(f"X:1\nR:dhamar\nM:{metre}/8\nK:C\nC14 |]").score for metre in ("5+2+3+4", "3+2+2+3+4", "14")]
    marks = [" ".join(sheet_of(score).marks) for score in tunes]
    assert marks == ["১´ ২ ০ ৩", "১´ ০ ২ ০ ৩", "১´ ২ ০ ৩"]


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("dadra", ["6/8", "3/4", "3/8", "12/8"], ["4/4", "2/4", "5/4", "7/8"]),
        ("kaharba", ["4/4", "2/4", "8/8"], ["3/4", "6/8", "5/4"]),
        ("trital", ["4/4", "16/8"], ["3/4", "6/8", "7/8"]),
        ("jhaptal", ["10/8", "5/4"], ["4/4", "3/4", "6/8"]),
        ("teora", ["7/8", "7/4"], ["4/4", "6/8"]),
        ("dhamar", ["14/8", "7/4"], ["4/4", "3/4"]),
    ],
)
def test_metres_that_carry_a_tala(name, yes, no):
    tala = find(name)
    assert [metre for metre in yes + no if fits(parse_metre(metre)[0], tala)] == yes


def test_free_metre_carries_any_tala():
    assert all(fits(parse_metre("none")[0], tala) for tala in talas())


def test_a_scores_tala_comes_from_its_rhythm():
    assert tala_of(read_first("X:1\nR:ঝাঁপতাল\nM:5/4\nK:C\nC|").score).id == "jhaptal"
    assert tala_of(read_first("X:1\nR:Reel\nM:4/4\nK:C\nC|").score) is None


# -- the finding ------------------------------------------------------------------------------------------------------


def findings(head):
    rows = read_first(f"X:1\n{head}L:1/8\nK:C\nC8|C8|").diagnostics
    return [row for row in rows if row.code == "tala-metre"]


def test_a_metre_that_cannot_carry_the_tala_is_said_where_the_tala_stands():
    (row,) = findings("T:গান\nR: Dadra\nM:4/4\n")
    assert (row.severity, row.line, row.column, row.length) == ("warning", 3, 3, 6)
    assert row.message == (
        "Dadra has 6 matras, 3+3; bars of 4/4 cannot carry them. "
        "Write another metre (M:6/8 suits it), or name another tala."
    )


@pytest.mark.parametrize(
    "head",
    [
        "R:Trital\nM:4/4\n",
        "R:Ektal\nM:3/4\n",
        "R:Ektal\nM:4/4\n",
        "R:Reel\nM:3/4\n",
        "R:Dadra\nM:none\n",
        "R:Jat\nM:14/8\n",
        "M:4/4\n",
    ],
)
def test_what_fits_or_is_no_tala_is_not_said(head):
    assert findings(head) == []


def test_a_tune_that_changes_to_a_fitting_metre_is_not_blamed():
    text = "X:1\nR:Dadra\nM:4/4\nL:1/8\nK:C\nC8|[M:6/8]C6|C6|"
    assert "tala-metre" not in [row.code for row in read_first(text).diagnostics]


# -- marks and sources ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tala", talas(), ids=lambda tala: tala.id)
def test_marks_and_bols_stand_a_vibhag_each(tala):
    assert len(tala.marks) in (0, len(tala.vibhags))
    assert bool(tala.marks) == bool(tala.marks_confidence)
    assert all(mark == "0" or mark.strip("+0123456789") == "" for mark in tala.marks)
    assert not tala.marks or tala.marks[0].startswith("+")
    assert sorted((*tala.tali, *tala.khali)) == [1 + sum(tala.vibhags[:place]) for place in range(len(tala.marks))]
    assert len(tala.theka) in (0, 1, len(tala.vibhags))
    assert tala.sources
    assert tala.confidence in ("agree", "differ", "single")


def test_claps_and_khali_of_well_known_talas():
    assert (find("dadra").tali, find("dadra").khali) == ((1,), (4,))
    assert (find("trital").tali, find("trital").khali) == ((1, 5, 13), (9,))
    assert (find("jhampak").matras, find("jhampak").marks) == (5, ("+", "2"))
    assert (find("rupak").tali, find("rupak").khali) == ((4, 6), (1,))
    assert find("kawali").marks == ()


def test_the_table_says_what_was_gathered():
    gathered = paths.resources().parent.parent / "shared" / "data" / "tradition" / "talas.json"
    if not gathered.exists():
        pytest.skip("the gathered tables are not here")
    rows = {row["id"]: row for row in json.loads(gathered.read_text(encoding="utf-8"))}
    undivided = {name for name, row in rows.items() if not row["vibhags"]}
    second = [tala for tala in talas() if tala.id not in rows]
    assert [(tala.id, tala.vibhags) for tala in second] == [("dhamar_3_2_2_3_4", (3, 2, 2, 3, 4))]
    assert "৩/২/২/৩/৪" in rows["dhamar"]["note"]
    assert find("shashthi").other_vibhags == ((4, 2),)
    assert "৪/২" in rows["shashthi"]["note"]
    gathered_ones = [tala for tala in talas() if tala not in second]
    assert {tala.id for tala in gathered_ones} == set(rows) - undivided
    for tala in gathered_ones:
        row = rows[tala.id]
        assert (tala.matras, list(tala.vibhags)) == (row["matras"], row["vibhags"])
        assert list(tala.marks) == (row["marks_per_vibhag"] or [])
        assert [list(bols) for bols in tala.theka] == (row["theka_bn"] or [])
        assert (tala.confidence, tala.marks_confidence) == (row["confidence"], row["marks_confidence"] or "")
        assert list(tala.tali) == (row["tali"] or [])
        assert list(tala.khali) == (row["khali"] or [])
        assert {source.split(" ")[0] for source in tala.sources} == {source.split(" ")[0] for source in row["sources"]}


@pytest.mark.parametrize(
    ("head", "song", "rhythm"),
    [
        ("M:5/8", "ঝম্পক", "ঝম্পক"),
        ("M:none", "jhampak", "jhampak"),
        ("M:4/4", "ঝম্পক", ""),
        ("M:5/8\nR:jhaptal", "ঝম্পক", "jhaptal"),
        ("M:5/8\n%%tala jhaptal", "ঝম্পক", ""),
        ("M:5/8", "waltz", ""),
        ("M:5/8", "", ""),
    ],
    ids=["fits", "free", "other metre", "named", "named by the song's own line", "no tala", "nothing"],
)
def test_a_tune_takes_its_songs_tala_where_it_names_none_and_can_carry_it(head, song, rhythm):
    score = read_first(f"X:1\n{head}\nK:C\nC5|\n").score
    assert in_tala(score, song).rhythm == rhythm
