"""Ragas, thaats and signs: their tables hold together and hide no disagreement."""

import json
import unicodedata

import pytest

from core import paths
from core.formats.abc.reader import read_first
from core.tradition.cells.grid import printed_raga, raga_name
from core.tradition.ragas import find_raga, ragas, witnesses
from core.tradition.signs import degrees, rows, swaras
from core.tradition.thaats import thaats
from tests.conftest import SHARED

FOLDER = paths.resources() / "tradition"
FIELDS = {"thaat", "jati", "scale", "notes", "vadi_samvadi", "time", "varjit"}
ALTERNATIVES = {
    "arohan": "scale", "avarohan": "scale", "arohan_in_practice": "scale", "TAB": "scale", "samvadi": "vadi_samvadi",
    "extra_notes": "notes", "variant": "name",
}  # fmt: skip


@pytest.mark.parametrize("raga", ragas(), ids=lambda raga: raga.id)
def test_a_ragas_parts_fit_together(raga):
    assert raga.certain <= FIELDS
    assert {note[0] for note in (*raga.arohan, *raga.avarohan)} == set(raga.notes)
    assert raga.notes == tuple(note for note in swaras() if note in raga.notes)
    assert raga.thaat in {thaat.name for thaat in thaats()} | {""}
    if "vadi_samvadi" in raga.certain:
        assert {raga.vadi, raga.samvadi} <= set(raga.notes)
    assert set(raga.left_out_up) <= set(degrees())


@pytest.mark.parametrize("raga", [raga for raga in ragas() if "varjit" in raga.certain], ids=lambda raga: raga.id)
def test_what_is_surely_left_out_is_what_the_line_lacks(raga):
    for line, left in ((raga.arohan, raga.left_out_up), (raga.avarohan, raga.left_out_down)):
        assert set(left) == set(degrees()) - {note[0].upper() for note in line}


@pytest.mark.parametrize(
    ("sources", "count", "of_scale"),
    [(["ONU", "MGN"], 1, 1), (["TAN", "RPY", "SV p158"], 2, 2), (["SV", "TAB"], 1, 2), (["TAB", "FLU"], 0, 1),
     (["ONU/MGN", "SARK"], 2, 2), (["WP-bn", "WP-hi (NCERT)", "WP mirror"], 1, 1), (["SV", "others"], 1, 1), ([], 0, 0)],
)  # fmt: skip
def test_sources_that_lean_on_one_another_are_one_witness(sources, count, of_scale):
    assert witnesses(sources) == count
    assert witnesses(sources, of_scale=True) == of_scale


def test_a_row_that_a_source_contradicts_is_certain_in_nothing():
    assert find_raga("kedar").certain == frozenset()
    assert find_raga("bibhas").certain == frozenset()
    assert "thaat" not in find_raga("bihag").certain
    assert {"thaat", "jati", "vadi_samvadi", "time", "varjit"} <= find_raga("bhupali").certain


def test_ten_thaats_of_seven_notes_each_of_its_own():
    assert len(thaats()) == 10
    assert len({thaat.notes for thaat in thaats()}) == 10
    for thaat in thaats():
        assert [note[0].upper() for note in thaat.notes] == list(degrees())
    assert {thaat.name: thaat.altered for thaat in thaats()}["Todi"] == ("r", "g", "M", "d")


def test_twelve_swaras_a_semitone_apart_bear_out_what_is_counted():
    table = swaras()
    assert "".join(table) == "SrRgGmMPdDnN"
    assert [swara.semitones for swara in table.values()] == list(range(12))
    kinds = [swara.kind for swara in table.values()]
    counted = {
        "swaras": 12, "shuddha": kinds.count("shuddha") + kinds.count("fixed"), "komal": kinds.count("komal"),
        "kori": kinds.count("kori"), "altered": kinds.count("komal") + kinds.count("kori"), "fixed": kinds.count("fixed"),
    }  # fmt: skip
    assert {row["id"]: row["count"] for row in rows("counts")} == counted
    assert [degree.id for degree in degrees().values() if degree.fixed] == ["S", "P"]


def test_every_sign_has_at_least_two_sources():
    for name in ("octaves", "lengths", "shares", "marks", "jatis", "intervals", "counts"):
        assert all(len(row["sources"]) > 1 for row in rows(name)), name
    assert all(len(one.sources) > 1 and len(one.western_sources) > 1 for one in swaras().values())


@pytest.mark.parametrize("name", ["ragas", "thaats", "signs", "talas"])
def test_tables_are_in_nfc(name):
    assert unicodedata.is_normalized("NFC", (FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def gathered():
    folder = SHARED / "data" / "tradition"
    if not folder.is_dir():
        pytest.skip("../shared/data/tradition is absent")
    return lambda name: {row["id"]: row for row in json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))}


def test_the_table_of_ragas_hides_no_alternative_that_was_gathered(gathered):
    known = gathered("ragas")
    for row in json.loads((FOLDER / "ragas.json").read_text(encoding="utf-8")):
        source = known[row["id"]]
        for field in (
            "jati",
            "vadi",
            "samvadi",
            "time",
            "confidence",
            "field_confidence",
            "arohan",
            "avarohan",
            "sources",
        ):
            assert row[field] == source[field], (row["id"], field)
        for other in source["alternatives"]:
            assert {ALTERNATIVES.get(other, other), "name"} & set(row["also"]), (row["id"], other)


def test_the_table_of_thaats_is_as_gathered(gathered):
    known = gathered("thaats")
    for row in json.loads((FOLDER / "thaats.json").read_text(encoding="utf-8")):
        source = known[row["id"]]
        assert (row["notes"], row["confidence"]) == (source["notes"], source["confidence"])
        assert row["name_bn"] == unicodedata.normalize("NFC", source["name_bn"])


@pytest.mark.parametrize(
    ("told", "printed"),
    [
        ("বাংলা (Bangla), as printed in Swarabitan vol. 9", "বাংলা"),
        ("Bhanga gaan — melody adapted from the Scots air 'Ye Banks and Braes'", "Bhanga gaan"),
        ("পিলু, বারোয়াঁ", "পিলু, বারোয়াঁ"),
        ("ভৈরবী-মিশ্র", "ভৈরবী-মিশ্র"),
        ("(not known)", "(not known)"),
        ("", ""),
    ],
)
def test_the_head_of_a_page_has_a_raga_without_remarks(told, printed):
    assert printed_raga(told) == printed
    assert raga_name(read_first(f"X:1\nI:raga {told}\nK:C\nC|").score) == printed
