"""`swaralipi repair`, and the fixes that `check --json` tells."""

import io
import json
import sys

import pytest

from core import cli

BROKEN = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B |\nc4 | [CEG c c2 |]\n"
MENDED = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B2 |\nc4 | [CEG] c c2 |]\n"


@pytest.fixture
def run(capfdbinary, monkeypatch):
    def call(*words, text):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        code = cli.main([str(word) for word in words], lambda: pytest.fail("nothing is painted"))
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def test_repaired_text_and_what_was_changed(run):
    code, out, err = run("repair", "-", text=BROKEN)
    assert (code, out) == (0, MENDED)
    assert err.splitlines() == [
        "standard input:6:6: Close the chord [chord-open]",
        "standard input:5:11: Lengthen the last note to 2 [bar-short]",
    ]


def test_json_and_a_file(run, tmp_path):
    code, out, err = run("repair", "-", "--json", "-o", tmp_path / "t.abc", text=BROKEN)
    found = json.loads(out)
    assert (code, err, found["text"], found["left"]) == (0, "", MENDED, [])
    assert found["changes"][0] == {"line": 6, "column": 6, "code": "chord-open", "title": "Close the chord"}
    assert (tmp_path / "t.abc").read_text() == MENDED


def test_an_error_that_is_left_is_exit_2(run):
    code, out, err = run("repair", "-", text="no tune here")
    assert (code, out) == (2, "no tune here")
    assert "no-tune" in err


def test_check_tells_the_fix_of_each_finding(run):
    code, out, _ = run("check", "-", "--json", text=BROKEN)
    assert code == 2
    fixes = {row["code"]: row["fix"] for row in json.loads(out)}
    assert fixes["chord-open"] == {
        "title": "Close the chord",
        "edits": [{"line": 6, "column": 10, "length": 0, "text": "]"}],
    }


def test_check_tells_null_where_there_is_no_fix(run):
    _, out, _ = run("check", "-", "--json", text="no tune here")
    assert [row["fix"] for row in json.loads(out)] == [None]
