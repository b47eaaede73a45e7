"""Standard input and output that are closed, full, or read by who has enough: one line, and the right exit code."""

import io
import os
import subprocess
import sys
import wave

import pytest

TUNE = "X:1\nM:4/4\nL:1/4\nK:C\n" + "CDEF|" * 2000 + "\n"
SWARALIPI = "from gui.app import main; raise SystemExit(main())"
VERBS = {
    "notes": ("convert", "-", "--to", "notes"), "mid": ("convert", "-", "--to", "mid"), "check": ("check", "-", "--json"),
    "help": ("--help",), "version": ("--version",), "a verb's help": ("convert", "--help"), "quiz": ("quiz", "--help"),
}  # fmt: skip
FULL = "swaralipi: Standard output cannot be written: No space left on device. The result is not whole.\n"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/dev/full is of Linux")


def shell(script, *words):
    """Run a shell script in which "$@" is the program with these words."""
    command = ["bash", "-c", f"set -o pipefail; {script}", "bash", sys.executable, "-c", SWARALIPI, *words]
    done = subprocess.run(command, input=TUNE.encode(), capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_a_full_disk_is_one_line_and_exit_1(words):
    assert shell('"$@" > /dev/full', *words) == (1, "", FULL)


@pytest.mark.parametrize(
    "words", [VERBS["notes"], VERBS["check"], ("extract", "-"), ("metrics", "-"), ("quiz", "extract", "-")], ids=str
)
def test_a_standard_input_that_is_closed_is_one_line_and_exit_2(words):
    said = "swaralipi: Standard input is closed. Name a file, or send the text in by a pipe.\n"
    assert shell('"$@" <&-', *words) == (2, "", said)


@pytest.mark.parametrize("words", VERBS.values(), ids=VERBS)
def test_a_reader_who_has_enough_is_no_failure(words):
    code, _, err = shell('"$@" | head -c 1', *words)
    assert (code, err) == (0, "")
    code, _, err = shell('"$@" | true', *words)
    assert (code, err) == (0, "")


def test_a_closed_standard_output_is_told_but_not_missed_where_a_file_is_written(tmp_path):
    code, _, err = shell('"$@" >&-', *VERBS["notes"])
    assert (code, err) == (1, "swaralipi: Standard output is closed. Give -o FILE, or leave it open.\n")
    code, _, err = shell('"$@" >&-', "convert", "-", "-o", str(tmp_path / "x.spn"))
    assert code == 0
    assert (tmp_path / "x.spn").is_file()


def test_what_waits_when_the_verb_is_done_is_told_too(monkeypatch, capfd):
    """A stream that takes everything, and fails when it is emptied."""
    from core import cli

    class Waiting:
        def flush(self):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "_guarded", lambda *_: 0)
    monkeypatch.setattr(sys, "stdout", Waiting())
    assert cli.main(["check"], lambda: pytest.fail("nothing is painted")) == 1
    assert sys.stdout is None
    assert capfd.readouterr().err == FULL


def test_a_full_standard_error_changes_neither_result_nor_code():
    code, out, _ = shell('"$@" 2> /dev/full', "convert", "-", "--to", "jianpu", "--played")
    assert code == 0
    assert out.startswith("1(1/4) 2(1/4)")
    assert shell('"$@" 2> /dev/full', "convert", "-", "--to", "kazoo")[0] == 2


@pytest.mark.parametrize("buffered", [False, True])
@pytest.mark.parametrize("where", ["/dev/full", "&-"])
def test_a_full_or_closed_standard_error_keeps_no_verb_from_its_work(tmp_path, monkeypatch, where, buffered):
    if buffered:
        monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    else:
        monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    words = ["generate", "--lyrics", "-", "--theme", "x", "--meter", "3/4", "--model", "scripted", "--bars", "4"]
    code, out, _ = shell(f'"$@" 2>{where}', *words)
    assert (code, out[:3]) == (0, "X:1")
    project = str(tmp_path / "project")
    words = ["quiz", "run", "--project", project, "--model", "scripted", "--limit", "4", "--token-limit", "1"]
    assert shell(f'"$@" 2>{where}', *words)[0] == 0
    assert shell(f'"$@" 2>{where}', "convert", "-", "--to", "kazoo")[0] == 2


def test_sound_on_standard_output_is_sound_alone_under_ci(tmp_path):
    command = [sys.executable, "-m", "gui.app", "convert", "-", "--to", "wav"]
    home = {"SWARALIPI_HOME": str(tmp_path), "CI": "true"}
    content = b"X:1\nL:1/4\nK:C\nCDEF|\n"
    done = subprocess.run(command, input=content, capture_output=True, check=True, env={**os.environ, **home})
    with wave.open(io.BytesIO(done.stdout)) as sound:
        assert sound.getnframes() > sound.getframerate()
