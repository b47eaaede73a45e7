"""The command line as its contract says: results, exit codes, one line of complaint, never a traceback."""

import errno
import json
import re
import subprocess
import sys
import wave
from dataclasses import replace
from pathlib import Path

import pytest

from core import cli
from core.cli import demo
from core.cli.output import write_out
from core.formats.abc.reader import read_first
from core.llm import profiles
from core.songs import samples
from gui.app import painter
from gui.painter import QtPainter

TUNE = "X:1\nT:গান\nM:3/4\nL:1/4\nK:C\n|:C D E|G3-|G3:|\n"


def one_line(err):
    return err.startswith("swaralipi: ") and err.count("\n") == 1


def test_no_verb_and_help_list_every_verb(run):
    for words in ([], ["--help"]):
        code, out, _ = run(*words)
        assert code == 0
        assert all(verb in out for verb in cli.VERBS)


def test_version(run):
    assert run("--version")[:2] == (0, "swaralipi 0.1.0\n")


def test_the_version_is_told_without_loading_what_it_does_not_need():
    asked = "import sys\nfrom gui.app import main\nmain()\nprint(*sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", asked, "--version"], capture_output=True, check=True, text=True
    ).stdout.split()
    heavy = {"argparse", "json", "tempfile", "threading", "PySide6", "core.settings", "core.formats"}
    assert "core.cli.output" in said
    assert not heavy & set(said)


@pytest.mark.parametrize("verb", cli.VERBS)
def test_every_verb_has_help(run, verb):
    code, out, _ = run(verb, "--help")
    assert code == 0
    assert verb in out


@pytest.mark.parametrize(
    "words",
    [["nonsense"], ["check"], ["check", "absent.abc"], ["convert", "-"], ["convert", "-", "--to", "pdf-of-dreams"],
     ["generate", "--lyrics", "absent.txt"], ["generate", "--lyrics", "-", "--level", "9"], ["models", "add", "x"],
     ["models", "test", "absent"], ["models", "remove", "smollm2"], ["extract", "absent"], ["metrics", "absent"], ["demo"]],
)  # fmt: skip
def test_bad_usage_is_one_line_and_exit_2(run, words):
    code, out, err = run(*words, text=TUNE)
    assert (code, out) == (2, "")
    assert one_line(err)


def test_notes_written_and_played(run):
    code, out, _ = run("convert", "-", "--to", "notes", text=TUNE)
    row = json.loads(out)
    assert code == 0
    assert row["title"] == "গান"
    assert row["notes"] == [[0, 60, 1], [1, 62, 1], [2, 64, 1], [3, 67, 3], [6, 67, 3]]
    assert row["voices"][0]["ties"] == [[3, 4]]
    played = json.loads(run("convert", "-", "--to", "notes", "--played", text=TUNE)[1])
    assert [note[2] for note in played["notes"]] == [1, 1, 1, 6, 1, 1, 1, 6]


def test_notes_of_tuplets_are_floats_and_a_text_without_a_tune_is_one_row(run):
    out = run("convert", "-", "--to", "notes", text="X:1\nM:2/4\nL:1/8\nK:C\n(3CDE z2|\n")[1]
    assert json.loads(out)["notes"][1] == [1 / 3, 62, 1 / 3]
    code, out, _ = run("convert", "-", "--to", "notes", text="nothing here")
    assert code == 0
    assert [row["code"] for row in json.loads(out)["diagnostics"]] == ["no-tune"]


def test_check_exits_2_for_an_error_only(run):
    code, out, _ = run("check", "-", "--json", text="X:1\nM:3/4\nL:1/4\nK:C\nC D E|C D|C D E|\n")
    assert code == 0
    assert [(row["code"], row["line"], row["column"]) for row in json.loads(out)] == [("bar-short", 5, 7)]
    code, out, _ = run("check", "-", text="X:1\nM:3/4\nL:1/4\nK:C\nC D ? E|\n")
    assert code == 2
    assert out.startswith("standard input:5:5: error: ")


def test_extract(run, tmp_path):
    code, out, _ = run("extract", "-", text=f"Sure!\r\n```abc\r\n{TUNE}```\r\n")
    assert (code, out.strip()) == (0, TUNE.strip())
    code, out, err = run("extract", "-", text="I cannot do that.")
    assert (code, out) == (2, "")
    assert "no ABC" in err
    prompt = tmp_path / "prompt.txt"
    prompt.write_text("Write like this:\nX:1\nK:C\nC D E F|\nNow:\n", encoding="utf-8")
    echo = prompt.read_text(encoding="utf-8") + TUNE
    assert run("extract", "-", "--prompt", prompt, text=echo)[1].strip() == TUNE.strip()
    two = f"{TUNE}\n{TUNE.replace('X:1', 'X:2')}"
    assert run("extract", "-", text=two)[2] == "swaralipi: The reply holds several tunes; the first was taken.\n"
    _, out, err = run("extract", "-", "--all", text=two)
    assert (out.count("X:"), err) == (2, "")


def test_metrics(run, tmp_path):
    reference = tmp_path / "ref.abc"
    reference.write_text(TUNE, encoding="utf-8")
    code, out, _ = run("metrics", "-", "--reference", reference, "--json", text=TUNE)
    found = json.loads(out)
    assert code == 0
    assert found["kl_divergence"] == {"value": 0.0, "missing": None}
    assert found["repetition"]["value"] == 1
    assert "missing: no reference" in run("metrics", "-", text=TUNE)[1]


@pytest.mark.parametrize("view", ["staff", "jianpu", "tab", "swaralipi"])
def test_pictures(run, tmp_path, view):
    svg, png = tmp_path / f"{view}.svg", tmp_path / f"{view}.png"
    assert run("convert", "-", "-o", svg, "--view", view, text=TUNE)[0] == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert run("convert", "-", "-o", png, "--view", view, text=TUNE)[0] == 0
    assert png.read_bytes().startswith(b"\x89PNG")


def test_pages_are_numbered(run, tmp_path):
    long = TUNE.replace("|:C D E|G3-|G3:|", "C D E|G3|\n" * 150)
    assert run("convert", "-", "-o", tmp_path / "t.svg", "--pages", text=long)[0] == 0
    assert len(list(tmp_path.glob("t-*.svg"))) > 1


def test_midi_and_sound(run, tmp_path):
    assert run("convert", "-", "-o", tmp_path / "t.mid", text=TUNE)[0] == 0
    assert (tmp_path / "t.mid").read_bytes().startswith(b"MThd")
    assert run("convert", "-", "-o", tmp_path / "t.wav", "--instrument", "sitar", text=TUNE)[0] == 0
    with wave.open(str(tmp_path / "t.wav")) as file:
        assert file.getframerate() == 44_100
        assert file.getnframes() / 44_100 == pytest.approx(2 * 9 * 0.5 + 1.5, abs=0.01)
    assert run("convert", "-", "-o", tmp_path / "t.wav", "--instrument", "kazoo", text=TUNE)[0] == 2


def test_the_tune_is_chosen_by_number(run):
    two = TUNE + "\nX:2\nT:Two\nM:3/4\nL:1/4\nK:C\nE3|\n"
    assert run("convert", "-", "--to", "svg", "--tune", "2", text=two)[0] == 0
    code, _, err = run("convert", "-", "--to", "svg", "--tune", "3", text=two)
    assert code == 2
    assert "has 2" in err


def test_a_full_disk_is_said_and_nothing_is_left(run, tmp_path, monkeypatch):
    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    code, _, err = run("convert", "-", "-o", tmp_path / "t.mid", text=TUNE)
    assert code == 1
    assert "t.mid cannot be written: No space left on device." in err
    assert list(tmp_path.iterdir()) == []


def test_generate_with_the_scripted_model(run, tmp_path):
    lyrics = tmp_path / "lyrics.txt"
    lyrics.write_text("আমার সোনার বাংলা\nআমি তোমায় ভালোবাসি\n", encoding="utf-8")
    words = ["--lyrics", lyrics, "--style", "rabindra", "--theme", "love", "--meter", "3/4", "--model", "scripted"]
    code, out, _ = run("generate", *words)
    assert code == 0
    assert "K:C" in out
    assert "w: " in out
    assert run("generate", *words, "-o", tmp_path / "t.abc")[0] == 0
    assert (tmp_path / "t.abc").read_text(encoding="utf-8") == out


def test_generate_says_what_the_prompt_lacks_before_any_model_is_loaded(run, tmp_path):
    lyrics = tmp_path / "lyrics.txt"
    lyrics.write_text("আমার সোনার বাংলা", encoding="utf-8")
    code, _, err = run("generate", "--lyrics", lyrics, "--meter", "3/4")
    assert code == 2
    assert "theme" in err


def test_a_reply_without_a_tune_leaves_the_raw_reply(run, tmp_path, monkeypatch):
    from core.llm import scripted

    monkeypatch.setattr(scripted, "tune", lambda prompt, seed: "I am only a model of language.")
    lyrics = tmp_path / "l.txt"
    lyrics.write_text("আমার সোনার বাংলা", encoding="utf-8")
    target = tmp_path / "t.abc"
    words = ["--lyrics", lyrics, "--theme", "x", "--meter", "3/4", "--model", "scripted", "-o", target]
    code, _, err = run("generate", *words)
    assert code == 1
    assert one_line(err)
    assert Path(f"{target}.reply.txt").read_text(encoding="utf-8") == "I am only a model of language."
    assert not target.exists()


def test_models_are_kept_and_forgotten(run, tmp_path):
    words = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--key-env", "MY_KEY", "--set", "temperature=0.5"]
    assert run("models", "add", "local", *words)[0] == 0
    assert "local\tapi\tm at http://127.0.0.1:9/v1" in run("models", "list")[1]
    code, _, err = run("models", "add", "bad", "--gguf", tmp_path / "absent.gguf")
    assert code == 2
    assert "absent.gguf" in err
    assert run("models", "add", "k", "--base-url", "http://127.0.0.1/v1", "--model", "m", "--set", "api_key=x")[0] == 2
    code, _, err = run("models", "add", "k", "--base-url", "http://127.0.0.1/v1")
    assert code == 2
    assert "--model ID" in err
    # a GGUF, whose removal asks no keyring: that of this machine may come and go (keys have tests of their own)
    small = profiles.find(profiles.DEFAULT).gguf_path()
    assert run("models", "add", "small", "--gguf", small)[0] == 0
    assert f"small\tgguf\t{small.resolve()}" in run("models", "list")[1]
    code, _, err = run("models", "remove", "small")
    assert code == 0, err
    assert "small" not in [line.split("\t")[0] for line in run("models", "list")[1].splitlines()]


@pytest.mark.parametrize(
    ("content", "code", "says"),
    [(None, 2, "x.gguf cannot be read: No such file"), (b"words", 2, "is no GGUF"), (b"GGUF\3\0\0\0", 1, "cut off")],
    ids=["absent", "of another kind", "cut off"],
)
def test_a_model_file_that_is_none_is_the_user_s_mistake_a_damaged_one_is_not(run, tmp_path, content, code, says):
    file = tmp_path / "x.gguf"
    if content is not None:
        file.write_bytes(content)
    lyrics = tmp_path / "lyrics.txt"
    lyrics.write_text("la la", encoding="utf-8")
    asked = ["--lyrics", lyrics, "--style", "rabindra", "--theme", "love", "--meter", "3/4"]
    for words in (
        ["models", "test", file], ["models", "add", "x", "--gguf", file], ["generate", *asked, "--model", file],
        ["demo", "--out", tmp_path / "out", "--model", file],
    ):  # fmt: skip
        found, _, err = run(*words)
        assert (words[0], found) == (words[0], code)
        assert says in err
    assert not (tmp_path / "out").exists()


def test_demo_and_generate_know_where_to_write_before_they_ask_a_model(run, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = run("demo", "--out", tmp_path / "file")
    assert (code, err) == (2, f"swaralipi: {tmp_path / 'file'} is no folder. Name one, or one that is to be made.\n")
    words = ["--lyrics", "-", "--style", "rabindra", "--theme", "love", "--meter", "3/4", "--model", "scripted"]
    code, _, err = run("generate", *words, "-o", tmp_path / "absent" / "t.abc", text="la la")
    assert code == 2
    assert "there is no folder" in err
    code, _, err = run("generate", *words, "--bars", "0", text="la la")
    assert (code, err) == (2, "swaralipi: --bars must be 1 or more.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_doctor_lists_everything_and_fails_only_for_what_is_required(run):
    code, out, _ = run("doctor", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert {
        "FluidSynth",
        "Soundfont",
        "MP3 and FLAC",
        "Audio device",
        "Bengali font",
        "GGUF",
        "Keyring",
        "Display",
    } <= set(rows)
    assert code == any(row["required"] and not row["present"] for row in rows.values())
    assert all(row["detail"] for row in rows.values())


def test_doctor_names_the_fix_for_what_is_missing(run, monkeypatch):
    monkeypatch.setattr("core.paths.package_present", lambda name: False)
    monkeypatch.setattr("core.paths.package_file", lambda *parts: None)
    code, out, _ = run("doctor")
    assert code == 1  # Verovio is required
    assert "pip install verovio" in out
    assert "swaralipi-studio[gguf]" in out


def test_doctor_tries_mp3_and_flac_and_says_how_to_get_them(run, monkeypatch):
    def row():
        return next(row for row in json.loads(run("doctor", "--json")[1]) if row["name"] == "MP3 and FLAC")

    assert row()["present"]
    assert re.fullmatch(r"libsndfile \d+\.\d+.*", row()["detail"])
    monkeypatch.setitem(sys.modules, "soundfile", None)
    assert not row()["present"]
    assert "swaralipi-studio[sound]" in row()["detail"]
    assert not row()["required"]


@pytest.fixture
def in_tala(run, tmp_path):
    (tmp_path / "words.txt").write_text("আগুনের পরশমণি\n", encoding="utf-8")
    words = ("--lyrics", tmp_path / "words.txt", "--theme", "x", "--model", "scripted", "-o", tmp_path / "tune.abc")
    return lambda tala, metre: run("generate", *words, "--tala", tala, "--meter", metre)


def test_a_generated_tune_is_in_its_song_s_tala(in_tala, tmp_path):
    for tala, metre, written in (("dadra", "6/8", True), ("jhampak", "4/4", False), ("তালমুক্ত", "6/8", False)):
        code, _, err = in_tala(tala, metre)
        assert code == 0, err
        score = read_first((tmp_path / "tune.abc").read_text(encoding="utf-8")).score
        assert score.rhythm == (tala if written else ""), (tala, str(score.metre))


@pytest.mark.parametrize(("tala", "said"), [("nope", "Known: Dadra, Kaharba"), ("একতল", "Did you mean Ektal")])
def test_a_tala_that_the_table_has_not_is_refused_with_what_there_is(in_tala, tmp_path, tala, said):
    code, _, err = in_tala(tala, "3/4")
    assert code == 2
    assert one_line(err)
    assert f"the tala {tala!r} is not in the table of talas. {said}" in err


def test_a_mistake_of_the_program_goes_to_the_log_without_keys(run, monkeypatch):
    from core import log, paths
    from core.cli import check

    def broken(argv, painter):
        raise ValueError("with a key sk-abcdef1234567890abcdef inside")

    monkeypatch.setattr(check, "run", broken)
    log.close()
    code, _, err = run("check", "-", text="")
    assert code == 1
    assert one_line(err)
    text = (paths.logs() / "swaralipi.log").read_text(encoding="utf-8")
    assert "ValueError" in text
    assert "1234567890abcdef" not in text


@pytest.mark.timeout(280)
def test_demo_leaves_every_artefact_and_right_bars(run, monkeypatch, tmp_path):
    from core.score.check import bars_right

    # two lines of the song take the model through all that the whole would
    song = samples.load(demo.SAMPLE)
    short = replace(song, lyrics="\n".join(song.lyrics.splitlines()[:2]))
    monkeypatch.setattr(demo.samples, "load", {demo.SAMPLE: short}.__getitem__)
    code, _, err = run("demo", "--out", tmp_path)
    assert code == 0, err
    wanted = {"tune.abc", "tune.mid", "tune.wav", "metrics.json", "prompt.txt", "reply.txt", "run.json"}
    wanted |= {f"{view}.{ending}" for view in ("staff", "jianpu", "tab", "swaralipi") for ending in ("svg", "png")}
    assert wanted <= {path.name for path in tmp_path.iterdir()}
    tune = read_first((tmp_path / "tune.abc").read_text(encoding="utf-8"))
    right, total = bars_right(tune.score)
    assert right == total == 8
    record = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert record["remark"] == demo.TINY
    assert record["seed"] == demo.SEED
    assert json.loads((tmp_path / "metrics.json").read_text())["abc_syntax"]["value"] == 1
    assert isinstance(painter(), QtPainter)


def test_what_a_library_prints_is_no_part_of_the_result(run, monkeypatch):
    # pyfluidsynth prints where it found its library when it is imported under CI
    from core.cli import check

    def verb(words, painter):
        sys.stdout.write("found at ...\n")
        write_out(None, b"result\n")
        return 0

    monkeypatch.setattr(check, "run", verb)
    assert run("check", "x.abc") == (0, "result\n", "found at ...\n")
