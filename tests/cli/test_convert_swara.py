"""`convert` with files of swara cells: known by content, two readings, Sa moved."""

import io
import json
import sys

import pytest

from core import cli
from gui.app import painter
from tests.formats.tagore import HOME, content, each_song, file_lines

SARGAM = (
    "# গান  (Gan)\n# taal: dadra — 6 matras, vibhags [3, 3]\n\n[sthayi]\nS  R  G   |  -  -/M  P\nআ  মা  র  |  ৹  ৹    গা\n"
)


@pytest.fixture
def run(capfdbinary, monkeypatch):
    def call(*words, text=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = cli.main([str(word) for word in words], painter)
        out, err = capfdbinary.readouterr()
        assert b"Traceback" not in err
        return code, out.decode(), err.decode()

    return call


def notes(out):
    return json.loads(out.splitlines()[0])["notes"]


def test_sargam_from_standard_input_is_known_by_its_tala(run):
    code, out, err = run("convert", "-", "--to", "notes", text=SARGAM)
    assert code == 0
    assert notes(out) == [[0, 60, 1], [1, 62, 1], [2, 64, 2], [4, 65, 1], [5, 67, 1]]
    assert "1 cell begins with a hyphen before a note" in err


def test_the_encoded_reading_counts_the_hyphen(run):
    _, out, _ = run("convert", "-", "--to", "notes", "--reading", "encoded", text=SARGAM)
    assert notes(out)[2:4] == [[2, 64, 2.5], [4.5, 65, 0.5]]


def test_sa_moves_every_kind(run):
    assert notes(run("convert", "-", "--to", "notes", "--sa", "Bb", text=SARGAM)[1])[0] == [0, 58, 1]
    assert notes(run("convert", "-", "--to", "notes", "--sa", "D5", text=SARGAM)[1])[0] == [0, 74, 1]
    assert "\nK:D\n" in run("convert", "-", "--to", "abc", "--sa", "D", text=SARGAM)[1]
    assert "\nK:A\n" in run("convert", "-", "--to", "abc", "--sa", "A", text="X:1\nK:C\nCDE|\n")[1]


@pytest.mark.parametrize("note", ["H", "do", "D#b", ""])
def test_sa_must_be_a_note(run, note):
    code, out, err = run("convert", "-", "--to", "abc", "--sa", note, text=SARGAM)
    assert (code, out) == (2, "")
    assert err.startswith("swaralipi: Sa cannot be")


def test_an_unknown_reading_is_refused(run):
    assert run("convert", "-", "--to", "abc", "--reading", "guessed", text=SARGAM)[0] == 2


@each_song
def test_a_song_goes_through_abc_and_back(run, tmp_path, name):
    given_file = content(name, "songs")
    path = HOME / "songs" / f"{name}.json"
    assert run("convert", path, "-o", tmp_path / "x.abc")[0] == 0
    assert run("convert", tmp_path / "x.abc", "-o", tmp_path / "y.swaralipi.json")[0] == 0
    assert file_lines((tmp_path / "y.swaralipi.json").read_bytes()) == file_lines(given_file)
    assert run("convert", tmp_path / "x.abc", "-o", tmp_path / "z.sargam")[0] == 0
    assert run("check", tmp_path / "z.sargam")[0] == 0


def test_any_tune_becomes_sargam(run):
    code, out, _ = run(
        "convert", "-", "--to", "sargam", text="X:1\nT:Tune\nM:4/4\nL:1/4\nK:G\nGABc|d4|\nw: la li lo lu le\n"
    )
    assert code == 0
    assert "S   R   G   M   |" in out
    assert "\nla  li  lo  lu" in out


def test_a_broken_json_is_told_with_its_place(run, tmp_path):
    path = tmp_path / "song.json"
    path.write_text('{"taal": {}, "lines": [{"cells": 3}]}')
    code, _, err = run("convert", path, "--to", "abc")
    assert code == 2
    assert "lines[0].cells must be a list" in err
