"""A bundle holds everything about one take, tells what is missing, and no secret; the same take gives the same bytes."""

import hashlib
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import AudioError, ParseError
from core.formats.abc.reader import read
from core.metrics.compute import compute
from core.reports import bundle
from core.reports.export import Request
from core.reports.paper import Paper
from core.songs.song import Reference, Song, Take
from core.views import VIEWS
from gui.app import painter

TEXT = "X:1\nT:গান\nM:3/4\nL:1/4\nK:G\nG A B|c2 d|B A G|G3|]\nw:আ-মার সো-নার বাং-লা আ-মি তো\n"
SECRET = "sk-abcdef0123456789abcdef"
TAKE = Take(
    id="t1", name="Take 1", created="2026-01-02T03:04:05+00:00", level=3, prompt="Write a tune.\r\n", profile="mine",
    model="/home/someone/models/m.gguf", seed=7, reply="Here:\n" + TEXT, tune=TEXT, finish="stop",
    options={"temperature": 1.0, "max_tokens": 9, "api_key": SECRET, "base_url": "https://u:pw@host:8/v1?key=x", "note": SECRET},
    metrics={"repetition": {"value": 0.5, "missing": None}},
)  # fmt: skip
SONG = Song(title="গান", raga="ভৈরবী", tala="দাদরা", lyrics="আমার সোনার বাংলা\n", reference=Reference(TEXT), takes=(TAKE,))


def request(**more):
    return Request(read(TEXT), TEXT, painter, song=SONG, take=TAKE, **more)


@pytest.fixture(scope="module")
def content():
    return bundle.write(request())


@pytest.fixture
def archive(content):
    with zipfile.ZipFile(io.BytesIO(content)) as found:
        yield found


def test_everything_is_there(archive):
    views = {f"views/{view.name}.{kind}" for view in VIEWS for kind in ("svg", "png", "pdf")}
    assert set(archive.namelist()) == views | {
        "manifest.json", "tune.abc", "tune.mid", "tune.musicxml", "tune.wav", "tune.flac", "metrics.json", "song.json",
        "lyrics.txt", "prompt.txt", "reply.txt", "run.json",
    }  # fmt: skip
    assert archive.testzip() is None
    assert archive.read("tune.abc").decode() == TEXT
    assert archive.read("prompt.txt").decode() == TAKE.prompt
    assert archive.read("reply.txt").decode() == TAKE.reply
    assert archive.read("lyrics.txt").decode() == SONG.lyrics
    assert json.loads(archive.read("metrics.json"))["metrics"] == TAKE.metrics
    run = json.loads(archive.read("run.json"))
    assert (run["seed"], run["level"], run["settings"]["temperature"], run["settings"]["max_tokens"]) == (7, 3, 1.0, 9)


def test_the_manifest_has_versions_and_the_hash_of_every_file(archive):
    manifest = json.loads(archive.read("manifest.json"))
    assert manifest["format"] == "swaralipi-bundle"
    assert manifest["missing"] == []
    assert manifest["versions"]["verovio"]
    assert len(manifest["soundfont"]["sha256"]) == 64
    assert set(manifest["files"]) == set(archive.namelist()) - {"manifest.json"}
    for name, row in manifest["files"].items():
        data = archive.read(name)
        assert row == {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def test_no_key_no_password_and_no_folder_of_this_machine_is_inside(archive):
    for name in archive.namelist():
        data = archive.read(name)
        assert SECRET.encode() not in data, name
        assert b"/home/" not in data, name
        assert b"u:pw" not in data, name
        assert str(Path.cwd()).encode() not in data, name
    run = json.loads(archive.read("run.json"))
    assert run["model"] == "m.gguf"
    assert "api_key" not in run["settings"]
    assert run["settings"]["base_url"] == "https://host:8/v1"


def test_the_same_take_gives_the_same_bytes(content):
    assert bundle.write(request()) == content


@pytest.mark.parametrize(("tune", "alone", "music"), [(None, False, "G A B|"), (2, True, "G G G|"), (1, False, None)])
def test_of_several_tunes_it_holds_the_chosen_one_but_the_window_s_whole_text(tune, alone, music):
    other = TEXT.replace("X:1", "X:2").replace("G A B|", "G G G|", 1)
    text = f"{TEXT}\n{other}"
    content = bundle.write(Request(read(text), text, painter, tune=tune, alone=alone))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        abc = archive.read("tune.abc").decode()
        found = json.loads(archive.read("metrics.json"))["metrics"]["pitch_entropy"]["value"]
    assert abc == (text if music is None else TEXT if tune is None else other)
    assert found == compute(abc)["pitch_entropy"].value
    assert (found == compute(TEXT)["pitch_entropy"].value) is (tune is None)


def test_of_a_file_alone_it_is_said_what_is_not_known():
    wanted = Request(read(TEXT), TEXT, painter)
    with zipfile.ZipFile(io.BytesIO(bundle.write(wanted))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert {row["name"] for row in manifest["missing"]} == {"prompt.txt", "reply.txt", "run.json"}
        assert "repetition" in json.loads(archive.read("metrics.json"))["metrics"]
    assert wanted.remarks == []


def test_what_cannot_be_made_is_told_and_the_rest_is_there(monkeypatch):
    def refuse(_chosen=None):
        raise AudioError("There is no soundfont in /home/someone/my fonts/x.sf2.")

    monkeypatch.setattr("core.audio.soundfont.find", refuse)
    wanted = request()
    with zipfile.ZipFile(io.BytesIO(bundle.write(wanted))) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert "tune.mid" in archive.namelist()
    reason = "There is no soundfont in x.sf2."
    assert manifest["missing"] == [{"name": name, "reason": reason} for name in ("tune.wav", "tune.flac")]
    assert manifest["soundfont"] is None
    assert wanted.remarks == [f"Not in the bundle: {name}. {reason}" for name in ("tune.wav", "tune.flac")]


def test_a_text_without_a_tune_makes_no_bundle():
    with pytest.raises(ParseError):
        bundle.write(replace(request(), reading=read("no tune here")))


def test_several_pages_are_numbered():
    # a small sheet, so that a short tune fills it
    sheet = Paper("a6", "A6", 105, 148)
    long = TEXT.replace("G A B|c2 d|B A G|G3|]\n", "G A B|c2 d|B A G|G3|\n" * 8)
    with zipfile.ZipFile(io.BytesIO(bundle.write(Request(read(long), long, painter, paper=sheet)))) as archive:
        names = set(archive.namelist())
    for view in VIEWS:
        pages = {f"views/{view.name}-{number}.{kind}" for number in (1, 2) for kind in ("svg", "png")}
        assert pages | {f"views/{view.name}.pdf"} <= names
        assert f"views/{view.name}.svg" not in names
