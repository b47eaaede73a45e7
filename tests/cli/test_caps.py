"""Inputs that are too large, or no text at all: exit 2, with a line that says which and where."""

import pytest

from tests.cli.test_cli import one_line


@pytest.mark.parametrize(
    ("text", "says"),
    [(b"\xff\xfeX\x00", "UTF-8"), (b"X:1\nK:C\n" + b"C" * 1_000_001, "longer than"),
     (b"X:1\nL:1/4\nK:C\n" + b"CDEF|" * 5001, "20000 notes"), (b"C" * 4_000_001, "larger than")],
)  # fmt: skip
def test_caps_and_wrong_encodings_exit_2(run, text, says):
    code, _, err = run("convert", "-", "--to", "notes", text=text)
    assert code == 2
    assert one_line(err)
    assert says in err


def test_a_file_past_the_caps_is_named(run, tmp_path):
    for name in ("long.abc", "other.abc"):
        (tmp_path / name).write_text("X:1\nL:1/4\nK:C\n" + "CDEF|" * 5001)
    for words in (
        ["convert", tmp_path / "long.abc", "--to", "notes"],
        ["compare", tmp_path / "long.abc", tmp_path / "other.abc"],
    ):
        code, _, err = run(*words)
        assert code == 2
        assert "long.abc, line 4: " in err
