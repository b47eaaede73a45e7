"""`swaralipi compare` by its contract."""

import json
from pathlib import Path

import pytest

from core.cli import main

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


@pytest.fixture
def files(tmp_path):
    one, other = tmp_path / "one.abc", tmp_path / "other.abc"
    one.write_text(HEAD + "C D E F | G4 |\n", encoding="utf-8")
    other.write_text(HEAD + "C ^D E2 F | g4 |\n", encoding="utf-8")
    return str(one), str(other)


def test_json_has_the_keys_of_the_contract(files, capsysbinary):
    assert main(["compare", *files, "--json"], None) == 0
    found = json.loads(capsysbinary.readouterr().out)
    assert found == {
        "match": 2, "other_pitch": 2, "other_length": 1, "both": 0, "missing": 0, "extra": 0,
        "acc_pitch": pytest.approx(0.6), "acc_duration": pytest.approx(0.8), "acc_both": pytest.approx(0.4),
    }  # fmt: skip


def test_octave_blind_takes_octaves_for_the_same(files, capsysbinary):
    assert main(["compare", *files, "--json", "--octave-blind"], None) == 0
    assert json.loads(capsysbinary.readouterr().out)["acc_pitch"] == pytest.approx(0.8)


def test_people_get_a_table_with_the_bars_that_differ(files, capsysbinary):
    assert main(["compare", *files], None) == 0
    text = capsysbinary.readouterr().out.decode()
    assert text.startswith("same")
    assert "bar 1 : 1" in text


def test_the_kind_of_files_whose_names_do_not_tell_can_be_said(files, tmp_path, capsys):
    names = [str(Path(file).rename(Path(file).with_suffix(".mid"))) for file in files]
    assert main(["compare", *names, "--json"], None) == 2
    assert main(["compare", *names, "--json", "--from", "abc"], None) == 0
    assert json.loads(capsys.readouterr().out)["match"] == 2
    unclear = tmp_path / "unclear"
    unclear.write_text("hello", encoding="utf-8")
    assert main(["compare", str(unclear), names[0], "--json"], None) == 2
    assert "--from" in capsys.readouterr().err


def test_a_file_without_a_tune_is_bad_input(files, tmp_path, capsys):
    letter = tmp_path / "letter.abc"
    letter.write_text("Dear friend, no music today.\n", encoding="utf-8")
    assert main(["compare", files[0], str(letter), "--json"], None) == 2
    assert "no tune" in capsys.readouterr().err
    assert main(["compare", files[0], str(tmp_path / "absent.abc")], None) == 2
