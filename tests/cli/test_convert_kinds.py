"""`convert` and `check` for every kind in and out, by file and by pipe, in a process of its own where bytes matter."""

import io
import json
import sys

import pytest

from core import cli
from core.formats import FORMATS
from core.reports.export import KINDS
from gui.app import painter

TUNE = "X:1\nT:গান\nM:3/4\nL:1/4\nK:G\n|:C D E|F3|G2 A:|\nw:আ-মি যা\n"
NOTES = [[0, 60, 1], [1, 62, 1], [2, 64, 1], [3, 66, 3], [6, 67, 2], [8, 69, 1]]
BOTH_WAYS = [one.name for one in FORMATS if one.read is not None and one.write is not None]
SCORES = ["abc", "spn", "musicxml", "mxl", "mid"]


@pytest.fixture
def run(capfdbinary, monkeypatch):
    """Run a command line; gives exit code, bytes of standard output, text of standard error."""

    def call(*words, data=None):
        if data is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = cli.main([str(word) for word in words], painter)
        out, err = capfdbinary.readouterr()
        assert b"Traceback" not in err
        return code, out, err.decode()

    return call


@pytest.fixture
def sources(run, tmp_path):
    """The same tune in every kind."""
    (tmp_path / "tune.abc").write_text(TUNE, encoding="utf-8")
    for kind in SCORES[1:]:
        assert run("convert", tmp_path / "tune.abc", "-o", tmp_path / f"tune.{kind}")[0] == 0
    return tmp_path


def notes_of(out):
    return json.loads(out)["notes"]


def test_the_kinds_of_this_version_are_all_there():
    assert set(SCORES) <= set(BOTH_WAYS)
    assert {one.name for one in FORMATS if one.write is not None} <= {kind.name for kind in KINDS}


@pytest.mark.parametrize("kind", SCORES)
@pytest.mark.parametrize("target", SCORES)
def test_every_kind_becomes_every_other(run, sources, kind, target):
    made = sources / f"made.{target}"
    assert run("convert", sources / f"tune.{kind}", "-o", made)[0] == 0
    code, out, _ = run("convert", made, "--to", "notes", "--played")
    assert code == 0
    played = NOTES + [[onset + 9, pitch, length] for onset, pitch, length in NOTES]
    repeats_lost = "spn" in (kind, target) and "mid" not in (kind,)
    assert notes_of(out) == (NOTES if repeats_lost else played)


@pytest.mark.parametrize("kind", SCORES)
def test_a_pipe_is_known_by_its_content_or_by_from(run, sources, kind):
    content = (sources / f"tune.{kind}").read_bytes()
    by_content = run("convert", "-", "--to", "notes", data=content)
    by_name = run("convert", "-", "--from", kind, "--to", "notes", data=content)
    assert by_content[:2] == by_name[:2]
    assert by_name[0] == 0
    assert notes_of(by_name[1])[:6] == NOTES


@pytest.mark.parametrize("kind", SCORES)
def test_what_goes_to_standard_output_is_what_a_file_holds(run, sources, kind):
    made = sources / f"made.{kind}"
    run("convert", sources / "tune.abc", "-o", made)
    assert run("convert", sources / "tune.abc", "--to", kind)[1] == made.read_bytes()


def test_a_file_of_an_odd_name_is_known_by_content_else_from_is_asked_for(run, sources):
    odd = sources / "tune.dat"
    odd.write_bytes((sources / "tune.musicxml").read_bytes())
    assert notes_of(run("convert", odd, "--to", "notes")[1]) == NOTES
    odd.write_bytes(b"\0\1\2\3")
    code, _, err = run("convert", odd, "--to", "notes")
    assert code == 2
    assert "--from" in err
    assert all(kind in err for kind in SCORES)


def test_abc_to_abc_keeps_the_text_and_other_kinds_are_written(run, sources):
    assert run("convert", sources / "tune.abc", "--to", "abc")[1].decode() == TUNE
    code, out, _ = run("convert", sources / "tune.musicxml", "--to", "abc")
    assert code == 0
    assert out.decode().startswith("X:1\n")
    assert "K:G" in out.decode()
    assert "w:" in out.decode()


def test_remarks_go_to_standard_error(run, sources):
    code, out, err = run("convert", sources / "tune.abc", "--to", "spn")
    assert code == 0
    assert out.startswith(b"C4(1/4)")
    assert "The lyrics are left out." in err
    assert "played out" in run("convert", sources / "tune.abc", "-o", sources / "x.mid")[2]
    assert "Sa is taken to be C" in run("convert", sources / "tune.spn", "-o", sources / "x.mid")[2]
    assert run("convert", sources / "tune.abc", "-o", sources / "x.musicxml")[2].splitlines() == [
        f"Wrote {sources / 'x.musicxml'}"
    ]


def test_one_of_several_tunes_is_chosen(run, tmp_path):
    two = tmp_path / "two.abc"
    two.write_text(TUNE + "\n" + TUNE.replace("X:1", "X:2").replace("C D E", "c d e"), encoding="utf-8")
    assert run("convert", two, "--tune", "2", "--to", "spn")[1].startswith(b"C5(1/4)")
    assert run("convert", two, "--tune", "3", "--to", "spn")[0] == 2


@pytest.mark.parametrize(
    ("kind", "content", "says"),
    [
        ("mid", b"MThd\0\0", "header ends"), ("mid", b"MThd" + b"\0" * 1_000_000, "1,000,000 bytes"),
        ("musicxml", b"<html/>", "no MusicXML"), ("mxl", b"PK nothing", "no sound"), ("spn", b"\xff", "UTF-8"),
        ("musicxml", b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', "entities"), ("spn", b"C4(1/4) " * 150_000, "longer than"),
        ("spn", b"C4(1/4) " * 21_000, "20,000"), ("kazoo", b"x", "kind to read"),
    ],
)  # fmt: skip
def test_bad_files_are_one_line_and_exit_2(run, kind, content, says):
    code, out, err = run("convert", "-", "--from", kind, "--to", "notes", data=content)
    assert (code, out) == (2, b"")
    assert err.startswith("swaralipi: ")
    assert err.count("\n") == 1
    assert says in err


def test_check_tells_what_an_import_guessed(run, sources):
    code, out, _ = run("check", sources / "tune.spn", "--json")
    assert code == 0
    assert [row["code"] for row in json.loads(out)] == ["spn-bare"]
    code, out, _ = run("check", "-", "--from", "spn", data=b"C4(1/4) what D4(1/4)")
    assert code == 2
    assert b"standard input:1:9: error:" in out
    assert run("check", sources / "tune.musicxml")[:2] == (0, b"")


@pytest.mark.parametrize("kind", ["spn", "musicxml", "mid"])
def test_pictures_and_sound_come_from_any_kind(run, sources, kind):
    assert run("convert", sources / f"tune.{kind}", "--to", "svg")[1].startswith(b"<svg")
    assert run("convert", sources / f"tune.{kind}", "--to", "wav")[1].startswith(b"RIFF")
