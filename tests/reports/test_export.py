"""Every kind in becomes every kind out; what fails says so in words and leaves no file."""

import errno
import io
import json
import sys
import wave
import zipfile

import numpy as np
import pytest

from core.errors import AppError, AudioError, FormatError, MissingPackage, ParseError, StoreError, UsageError
from core.formats import FORMATS, FORMATS_BY_NAME
from core.formats.abc.reader import read
from core.reports import importing
from core.reports.export import KINDS, Request, kind_of, numbered, write_files
from core.reports.paper import A4, LETTER
from core.views import VIEWS
from gui.app import painter

TEXT = "X:1\nT:Song\nM:4/4\nL:1/4\nK:C\nC D E F|G2 A2|G4|]\n"
LONG = TEXT.replace("C D E F|G2 A2|G4|]\n", "C D E F|G2 A2|G4|\n" * 100)
CRITIC = b"| 1 2 3 4 | 5 - 6 - | 5 - - - |"
READABLE = [one.name for one in FORMATS if one.read is not None]
BEGINS = {
    "abc": b"X:", "mid": b"MThd", "musicxml": b"<?xml", "mxl": b"PK", "svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF-",
    "wav": b"RIFF", "flac": b"fLaC", "bundle": b"PK",
}  # fmt: skip
SLOW_KINDS = ("bundle",)


def request(text=TEXT, **more):
    return Request(read(text), text, painter, **more)


def kind(name):
    return kind_of(name, None)


@pytest.fixture(scope="module")
def sources():
    """The same tune in every kind that is read."""
    score = read(TEXT).tunes[0].score
    made = {one.name: one.write(score) for one in FORMATS if one.read is not None and one.write is not None}
    return {"critic": CRITIC, **made}


def test_there_is_a_source_for_every_kind_that_is_read(sources):
    assert set(sources) == set(READABLE)


@pytest.mark.parametrize("target", [kind.name for kind in KINDS if kind.name not in SLOW_KINDS])
@pytest.mark.parametrize("source", READABLE)
def test_every_kind_in_becomes_every_kind_out(sources, source, target):
    made = importing.read(sources[source], None, source)
    contents = kind(target).write(Request(made.reading, made.text, painter))
    assert len(contents) == 1
    assert contents[0].startswith(BEGINS.get(target, b""))
    assert len(contents[0]) > 20
    if FORMATS_BY_NAME.get(target) and FORMATS_BY_NAME[target].read:
        again = importing.read(contents[0], None, target)
        assert sum(len(event.notes) for event in again.scores[0].events()) >= 7


def test_the_kinds_of_the_contract_are_all_there():
    assert {"svg", "png", "pdf", "wav", "mp3", "flac", "jianpu-ly", "notes", "bundle"} <= {kind.name for kind in KINDS}
    for found in KINDS:
        for ending in found.endings:
            assert kind_of(None, f"x{ending}").endings[0] == found.endings[0]
    with pytest.raises(UsageError, match=r"\.zip"):
        kind_of(None, "x.docx")


def test_wav_flac_and_mp3_are_the_same_sound():
    import soundfile

    asked = request()
    wav, flac, mp3 = (kind(name).write(asked)[0] for name in ("wav", "flac", "mp3"))
    with wave.open(io.BytesIO(wav)) as file:
        original = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2)
    lossless, rate = soundfile.read(io.BytesIO(flac), dtype="int16")
    assert rate == 44_100
    assert np.array_equal(lossless, original)
    lossy, rate = soundfile.read(io.BytesIO(mp3), dtype="float64")
    assert rate == 44_100
    assert abs(len(lossy) - len(original)) <= 1152
    length = min(len(lossy), len(original))
    plain = original[:length, 0] / 32768
    # a second of it, moved by up to 300 samples either way
    likeness = np.correlate(lossy[2000 - 300 : 46_100 + 300, 0], plain[2000:46_100], "valid")
    assert abs(int(np.argmax(likeness)) - 300) <= 1
    assert np.sqrt(np.mean((plain - lossy[:length, 0]) ** 2)) < 0.03 * np.sqrt(np.mean(plain**2))


def test_the_same_tune_gives_the_same_bytes():
    for name in ("svg", "png", "pdf", "wav", "flac", "mp3", "mid", "musicxml"):
        assert kind(name).write(request()) == kind(name).write(request()), name


def test_a_pdf_holds_every_tune_unless_one_is_chosen():
    import pypdfium2

    both = TEXT + "\n" + TEXT.replace("X:1", "X:2").replace("Song", "Other")
    assert [len(pypdfium2.PdfDocument(kind("pdf").write(request(both, tune=tune))[0])) for tune in (None, 1, 2)] == [
        2,
        1,
        1,
    ]
    with pytest.raises(UsageError, match="no tune 3"):
        kind("pdf").write(request(both, tune=3))
    for tune in (None, 1):
        assert kind("svg").write(request(both, tune=tune)) == kind("svg").write(request(TEXT))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_pictures_on_paper_are_the_pages_of_the_pdf(paper):
    import pypdfium2

    asked = request(LONG, paper=paper, dpi=100)
    document = pypdfium2.PdfDocument(kind("pdf").write(asked)[0])
    assert len(document) == len(kind("svg").write(asked)) == len(kind("png").write(asked)) > 1
    assert document[0].get_size() == pytest.approx((paper.width_mm / 25.4 * 72, paper.height_mm / 25.4 * 72), abs=0.6)
    width = int.from_bytes(kind("png").write(asked)[0][16:20], "big")
    assert width == round(paper.width_mm / 25.4 * 100)


def test_no_tune_no_view_no_instrument_are_said():
    with pytest.raises(ParseError):
        kind("pdf").write(request("nothing"))
    with pytest.raises(UsageError, match="swaralipi"):
        kind("pdf").write(request(view="braille"))
    with pytest.raises(AudioError, match="kazoo"):
        kind("mp3").write(request(instrument="kazoo"))


# -- failures leave no file ----------------------------------------------------------------------------------------


class Failing:
    """Paints the first page, and no other."""

    def __init__(self):
        self.count = 0

    def png(self, page, scale=2.0):
        self.count += 1
        if self.count > 1:
            raise FormatError("This page is no SVG that Qt can draw.")
        return painter().png(page, scale)

    def pdf(self, pages, title=""):
        raise FormatError("This page is no SVG that Qt can draw.")


@pytest.mark.parametrize("name", ["png", "pdf"])
def test_a_drawing_that_fails_leaves_no_file(tmp_path, name):
    asked = Request(read(LONG), LONG, Failing, paper=A4)
    with pytest.raises(FormatError):
        write_files(kind(name), asked, tmp_path / f"x.{name}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("pages", [True, False])
def test_a_full_disk_leaves_the_old_files_and_no_new_one(tmp_path, monkeypatch, pages):
    asked = request(LONG, paper=A4 if pages else None)
    old = tmp_path / ("x-1.svg" if pages else "x.svg")
    old.write_bytes(b"old")
    calls = []

    def full(handle):
        calls.append(handle)
        if len(calls) == (2 if pages else 1):
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match=r"No space left on device\. Nothing was changed"):
        write_files(kind("svg"), asked, tmp_path / "x.svg")
    assert [path.name for path in tmp_path.iterdir()] == [old.name]
    assert old.read_bytes() == b"old"


@pytest.mark.parametrize("paper", [A4, None])
def test_a_folder_that_cannot_be_written_is_named(tmp_path, paper):
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="cannot be written"):
        write_files(kind("svg"), request(LONG, paper=paper), tmp_path / "file" / "x.svg")


def test_several_pages_replace_those_that_were_there(tmp_path):
    first = write_files(kind("svg"), request(LONG, paper=A4), tmp_path / "x.svg")
    again = write_files(kind("svg"), request(LONG, paper=A4), tmp_path / "x.svg")
    assert first == again == [numbered(tmp_path / "x.svg", place, len(first)) for place in range(1, len(first) + 1)]
    assert sorted(tmp_path.iterdir()) == sorted(first)


@pytest.mark.parametrize("name", ["svg", "png", "pdf"])
def test_missing_fonts_are_named(tmp_path, monkeypatch, name):
    monkeypatch.setattr("core.reports.request.resources", lambda: tmp_path)
    with pytest.raises(AppError, match=r"NotoSerifBengali-Regular\.ttf.*missing"):
        kind(name).write(request())


@pytest.mark.parametrize("name", ["png", "pdf"])
def test_without_qt_the_rest_goes_on(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
    with pytest.raises(AppError, match=r"need Qt.*Install it"):
        kind(name).write(request())
    assert kind("svg").write(request())


@pytest.mark.parametrize("name", ["mp3", "flac"])
def test_without_soundfile_only_wav_is_left(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "soundfile", None)
    with pytest.raises(MissingPackage, match=r"soundfile.*pip install 'swaralipi-studio\[sound\]'"):
        kind(name).write(request())
    assert kind("wav").write(request())


@pytest.mark.parametrize("name", ["wav", "mp3", "flac"])
def test_without_a_soundfont_there_is_no_sound(tmp_path, monkeypatch, name):
    monkeypatch.setattr("core.paths.soundfonts", lambda: tmp_path)
    monkeypatch.setattr("core.paths.package_file", lambda *_: None)
    monkeypatch.setattr("core.audio.soundfont.SYSTEM_FOLDERS", ())
    with pytest.raises(AudioError, match="no soundfont"):
        kind(name).write(request())


def test_a_bundle_of_midi_holds_what_a_file_alone_can_give():
    made = importing.read(FORMATS_BY_NAME["mid"].write(read(TEXT).tunes[0].score), None, "mid")
    content = kind("bundle").write(Request(made.reading, made.text, painter))[0]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert len(json.loads(archive.read("manifest.json"))["files"]) == 6 + 3 * len(VIEWS)
