"""What a swaralipi-JSON file says beyond its music: given back as it came, and no longer claimed of a changed tune."""

import json

import pytest

from core.formats import FORMATS_BY_NAME
from core.formats.abc import reader as abc_reader
from core.formats.abc import writer as abc_writer
from core.formats.musicxml import format as musicxml
from core.formats.swara_cells.losses import JUMPS, PASSES, told
from core.formats.swaralipi_json import format as swaralipi_json
from core.formats.swaralipi_json.writer import NOT_COMPARED
from core.score.edit import transposed
from tests.formats.tagore import content, each_reading, each_song, song
from tests.formats.test_swaralipi_json import SMALL, read_abc

CELLS_LOST = told(JUMPS, PASSES)


@each_reading
@each_song
def test_a_song_goes_out_with_everything_that_its_file_says(name, reading):
    given_file = json.loads(content(name, "songs"))
    score = song(name, reading)
    assert json.loads(swaralipi_json.write(score)) == given_file
    by_abc = abc_reader.read_first(abc_writer.write(score)).score
    assert json.loads(swaralipi_json.write(by_abc)) == given_file
    by_musicxml = musicxml.MUSICXML.read(musicxml.MUSICXML.write(score)).scores[0]
    assert json.loads(swaralipi_json.write(by_musicxml))["provenance"] == given_file["provenance"]
    assert FORMATS_BY_NAME["swaralipi.json"].lost(score) == CELLS_LOST(score)


def test_a_changed_song_does_not_claim_that_it_was_compared_with_print():
    text = abc_writer.write(song("bhalobese-sokhi"))
    lost = FORMATS_BY_NAME["swaralipi.json"].lost
    moved = transposed(abc_reader.read_first(text).score, 2)
    assert json.loads(swaralipi_json.write(moved))["confidence"]["level"] == "high"
    retitled = abc_reader.read_first(text.replace("T:ভালোবেসে", "T:ভালবেসে", 1)).score
    assert json.loads(swaralipi_json.write(retitled))["provenance"]["scan_verification"]["result"] == "exact match"
    head, key, body = text.partition("\nK:C\n")
    edited = abc_reader.read_first(head + key + body.replace("c", "d", 1)).score
    assert lost(edited)[-1] == (
        "The score is no longer what the file had, so what the file said of provenance, confidence is not written."
    )
    made = json.loads(swaralipi_json.write(edited))
    assert made["confidence"] == {"level": "low", "notes": [NOT_COMPARED]}
    assert "scan_verification" not in made["provenance"]
    assert made["parjaay"] == {"bn": "প্রেম", "en": "Love"}
    assert made["provenance"]["primary_witness"]["archive"].startswith("SNLTR")


def test_entries_that_only_the_file_knows_are_kept_whatever_is_in_them():
    given_file = {
        **SMALL, "title": "a  b\n\u2028%%tala x\\", "schema_version": "0.2",
        "taal": {**SMALL["taal"], "theka": ["dha", "dhin"]}, "x y\nK:D": [1, 1.5, True, None, "\ud800 % ] $1"],
    }  # fmt: skip
    made = swaralipi_json.read(json.dumps(given_file).encode())
    by_abc = abc_reader.read_first(abc_writer.write(made.scores[0])).score
    for score in (made.scores[0], by_abc):
        blob = swaralipi_json.write(score)
        found = json.loads(blob)
        given_file["x y\nK:D"][-1] = "? % ] $1"  # half a character is no UTF-8
        assert {key: found[key] for key in given_file if key != "lines"} == {
            key: value for key, value in given_file.items() if key != "lines"
        }
    assert made.findings == ()


def test_what_finds_no_place_is_said():
    given_file = json.loads(json.dumps(SMALL))
    given_file["lines"][0]["cells"][0]["units"][0]["meend"] = True
    given_file["lines"][0]["page"] = 3
    given_file["notes"] = "x" * 30_000
    made = swaralipi_json.read(json.dumps(given_file).encode())
    assert [row.message for row in made.findings] == [
        "Left out, for the score has no place for it: lines.page, units.meend, notes."
    ]
    assert len(abc_writer.write(made.scores[0])) < 1000


@pytest.mark.parametrize("entry", ["{", "[1]", '{"lines": []}', '{"a": 1, "b": 2}', '{"a": NaN}', "{" * 5000])
def test_an_entry_typed_by_hand_that_is_none_is_passed_over(entry):
    score = read_abc("CDEF|", head=f"M:4/4\nL:1/4\n%%swaralipi-json 00000000 {entry}\n")
    assert swaralipi_json.write(score) == swaralipi_json.write(read_abc("CDEF|"))
    assert FORMATS_BY_NAME["swaralipi.json"].lost(score) == []
