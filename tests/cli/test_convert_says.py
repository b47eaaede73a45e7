"""`convert` says what it leaves out, what it could not read, and what was asked for and is not done."""

import io
import json
import sys

import pytest

from core import cli
from core.reports.export import KINDS
from gui.app import painter

HEAD = "M:4/4\nL:1/4\nK:C\n"
ONE, TWO, THREE = (
    f"X:{number}\nT:{title}\n{HEAD}{music}\n"
    for number, title, music in ((4, "One", "CDEF|"), (5, "Two", "GABc|"), (6, "Three", "cdef|"))
)
TEXT = f"{ONE}\n{TWO}\n{THREE}"
SHARED = f"%%propagate-accidentals not\nC:Trad\n\n{ONE}\nA letter between the tunes, no music at all.\n\n{TWO}"
REPEATED = f"X:1\n{HEAD}|:CDEF-|[1 F4:|[2 c4-|c4|]\n"
WRONG = f"X:1\n{HEAD}CDE^|C9999 @@ D|\n"
ONE_TUNE = ["jianpu", "tab", "spn", "musicxml", "mxl", "mid", "swaralipi.json", "sargam", "jianpu-ly", "svg", "wav"]
PLAYED = {"notes", "spn", "jianpu", "tab", "mid", "wav", "mp3", "flac"}


@pytest.fixture
def run(capfdbinary, monkeypatch):
    def call(*words, text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = cli.main([str(word) for word in words], painter)
        out, err = capfdbinary.readouterr()
        return code, out.decode("utf-8", "replace"), err.decode()

    return call


# -- which tune ----------------------------------------------------------------------------------------------------


def test_notes_of_one_tune_keep_its_index(run):
    code, out, err = run("convert", "-", "--to", "notes", "--tune", "2", text=TEXT)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [(row["index"], row["x"], row["title"]) for row in rows] == [(1, "5", "Two")]
    assert [note[1] for note in rows[0]["notes"]] == [67, 69, 71, 72]
    assert len(run("convert", "-", "--to", "notes", text=TEXT)[1].splitlines()) == 3


def test_abc_of_one_tune_keeps_its_own_text(run):
    assert run("convert", "-", "--to", "abc", "--tune", "2", text=TEXT)[:2] == (0, TWO)
    assert run("convert", "-", "--to", "abc", text=TEXT)[:2] == (0, TEXT)


def test_abc_of_one_tune_has_the_header_of_its_file_and_no_words_between(run):
    header = "%%propagate-accidentals not\nC:Trad\n\n"
    assert run("convert", "-", "--to", "abc", "--tune", "1", text=SHARED)[1] == header + ONE
    assert run("convert", "-", "--to", "abc", "--tune", "2", text=SHARED)[1] == header + TWO


def test_abc_of_one_moved_tune_is_that_tune(run):
    out = run("convert", "-", "--to", "abc", "--tune", "2", "--sa", "D", text=TEXT)[1]
    assert out.count("X:") == 1
    assert "T:Two" in out


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
@pytest.mark.parametrize("number", ["99", "0", "-1"])
def test_a_tune_that_is_not_there_is_said_by_every_kind(run, kind, number):
    code, out, err = run("convert", "-", "--to", kind, "--tune", number, text=TEXT)
    assert (code, out) == (2, "")
    assert err == f"swaralipi: There is no tune {number}: the text has 3.\n"


@pytest.mark.parametrize("kind", ONE_TUNE)
def test_a_kind_of_one_tune_says_what_it_leaves_out(run, tmp_path, kind):
    said = "Only tune 1 (One) of 3 is written, the other 2 are left out. --tune N chooses another."
    target = tmp_path / f"x.{kind}"
    code, _, err = run("convert", "-", "--to", kind, "-o", target, text=TEXT)
    assert code == 0
    assert said in err.splitlines()
    assert "left out. --tune" not in run("convert", "-", "--to", kind, "-o", target, "--tune", "2", text=TEXT)[2]
    assert "left out. --tune" not in run("convert", "-", "--to", kind, "-o", target, text=TWO)[2]


@pytest.mark.parametrize("kind", ["abc", "notes", "pdf"])
def test_a_kind_of_every_tune_leaves_none_out(run, tmp_path, kind):
    assert "left out" not in run("convert", "-", "--to", kind, "-o", tmp_path / f"x.{kind}", text=TEXT)[2]


# -- played --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS if kind.name != "bundle"])
def test_kinds_that_are_not_played_out_say_so(run, tmp_path, kind):
    code, _, err = run("convert", "-", "--to", kind, "-o", tmp_path / f"x.{kind}", "--played", text=REPEATED)
    assert code == 0
    assert (f"--played changes nothing: {kind} is not played out." in err) is (kind not in PLAYED)
    assert "--played" not in run("convert", "-", "--to", kind, "-o", tmp_path / f"x.{kind}", text=REPEATED)[2]


def test_a_pitch_sequence_is_played_out_as_notes_are(run):
    code, out, err = run("convert", "-", "--to", "spn", "--played", text=REPEATED)
    assert code == 0
    assert out == "C4(1/4) D4(1/4) E4(1/4) F4(5/4) C4(1/4) D4(1/4) E4(1/4) F4(1/4) C5(2/1)\n"
    assert not {"Ties are left out: tied notes stand apart.", "Repeats and endings are not kept as signs."} & {
        *err.splitlines()
    }
    assert run("convert", "-", "--to", "spn", text=REPEATED)[1].count("C4") == 1


def test_jianpu_and_tab_are_played_out_bar_by_bar(run):
    _, out, err = run("convert", "-", "--to", "jianpu", "--played", text=REPEATED)
    assert out.replace("\n", " ").split("|")[:6] == [
        "1(1/4) 2(1/4) 3(1/4) 4(1/4) ", " 4(1/1) ", " 1(1/4) 2(1/4) 3(1/4) 4(1/4) ", " ^1(1/1) ", " ^1(1/1) ", " ",
    ]  # fmt: skip
    assert "Repeats and endings are not kept as signs." not in err
    assert "Repeats and endings are not kept as signs." in run("convert", "-", "--to", "jianpu", text=REPEATED)[2]
    tab = run("convert", "-", "--to", "tab", "--played", text=REPEATED)[1]
    bars = [line.count("|") - 1 for line in tab.splitlines() if line.startswith("B|")]
    assert sum(bars) == 5


# -- what the reader could not take ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mid", "jianpu", "svg", "pdf"])
def test_errors_of_the_reader_are_told_with_their_places(run, tmp_path, kind):
    code, _, err = run("convert", "-", "-o", tmp_path / f"x.{kind}", text=WRONG)
    assert code == 0
    assert [line[:19] for line in err.splitlines() if line.startswith("Line")] == [
        "Line 5, column 4: '", "Line 5, column 6: A", "Line 5, column 12: ",
    ]  # fmt: skip


def test_errors_are_told_where_the_tune_is_moved_and_not_where_nothing_is_lost(run):
    assert run("convert", "-", "--to", "spn", "--sa", "D", text=WRONG)[2].count("Line 5") == 3
    assert run("convert", "-", "--to", "abc", text=WRONG)[2] == ""
    assert run("convert", "-", "--to", "notes", text=WRONG)[2] == ""


def test_warnings_are_left_to_check(run):
    short = f"X:1\n{HEAD}CDEF|CDE|CDEF|\n"
    assert "bar-short" in run("check", "-", text=short)[1]
    assert "Line" not in run("convert", "-", "--to", "spn", text=short)[2]


def test_five_errors_are_told_and_the_rest_counted(run):
    many = f"X:1\n{HEAD}" + "C ? D E|\n" * 7
    lines = run("convert", "-", "--to", "mid", "-o", "-", text=many)[2].splitlines()
    assert [line.split(":")[0] for line in lines[:6]] == [
        *(f"Line {number}, column 3" for number in range(5, 10)), "2 more errors",
    ]  # fmt: skip
    assert not any("Line" in line for line in lines[6:])


def test_only_errors_of_what_is_written_are_told(run):
    text = f"{ONE}\n{WRONG}"
    assert "Line" not in run("convert", "-", "--to", "spn", text=text)[2]
    assert run("convert", "-", "--to", "spn", "--tune", "2", text=text)[2].count("Line 12, column") == 3


# -- places and options that cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["abc", "svg", "mid"])
def test_a_missing_folder_is_not_made_unasked(run, tmp_path, kind):
    target = tmp_path / "absent" / f"x.{kind}"
    code, out, err = run("convert", "-", "-o", target, text=TWO)
    assert (code, out) == (2, "")
    assert (
        err == f"swaralipi: {target} cannot be written: there is no folder {target.parent}. "
        "Make it, or check the name.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_or_a_file_in_the_way_is_said(run, tmp_path):
    (tmp_path / "x.abc").mkdir()
    (tmp_path / "file").write_text("")
    code, _, err = run("convert", "-", "-o", tmp_path / "x.abc", text=TWO)
    assert (code, err) == (2, f"swaralipi: {tmp_path / 'x.abc'} is a folder. Name a file in it.\n")
    code, _, err = run("convert", "-", "-o", tmp_path / "file" / "x.abc", text=TWO)
    assert code == 2
    assert f"there is no folder {tmp_path / 'file'}" in err


@pytest.mark.parametrize("kind", ["wav", "notes"])
@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--instrument", "200", "no instrument '200'"), ("--instrument", "kazoo", "no instrument 'kazoo'"),
        ("--soundfont", "absent.sf2", "absent.sf2 cannot be read"), ("--soundfont", __file__, "no soundfont"),
        ("--view", "braille", "no view 'braille'"), ("--capo", "99", "fret 99"), ("--tuning", "Q", "'Q' is no tuning"),
        ("--sa", "Q", "Sa cannot be 'Q'"), ("--dpi", "nan", "24 to 2400"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_the_user_s_mistake(run, kind, option, value, says):
    code, out, err = run("convert", "-", "--to", kind, option, value, text=TWO)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_damaged_soundfont_that_was_named_is_too(run, tmp_path):
    (tmp_path / "x.sf2").write_bytes(b"RIFF\0\0\0\0sfbk")
    code, out, err = run("convert", "-", "--to", "wav", "--soundfont", tmp_path / "x.sf2", text=TWO)
    assert (code, out) == (2, "")
    assert "swaralipi: FluidSynth cannot load the soundfont x.sf2. Choose another .sf2 file." in err
