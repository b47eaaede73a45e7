"""The export menu: the current take with everything known of it, on the chosen paper, as it is heard and shown."""

import json
import zipfile
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale

from core.reports.export import KINDS, PICTURES
from core.reports.paper import A4, A4_LANDSCAPE, LETTER, LETTER_LANDSCAPE
from core.songs.song import Take
from core.views import VIEWS
from gui import exporting

TUNE = "X:1\nT:গান\nM:3/4\nL:1/4\nK:C\nC D E|G3|]\nw:আ-মার সো-নার\n"


@pytest.fixture
def loaded(qtbot, session, song):
    sample, _ = song
    take = Take("t1", name="Take 1", prompt="Write a tune.", model="m", reply=f"Here: {TUNE}", tune=TUNE, seed=3)
    session.document.open_song(replace(sample, takes=(take,)), None)
    return session


def row_of(kind, view=""):
    return next(row for row in exporting.rows() if row.kind.name == kind and row.view == view)


def exported(qtbot, session, row, path):
    said = []
    session.message.connect(lambda words, how: said.append((words, how)))
    exporting.export(session, row, path)
    qtbot.waitUntil(lambda: any(not words.startswith("Exporting") for words, _ in said), timeout=60_000)
    return next((words, how) for words, how in said if not words.startswith("Exporting"))


def test_every_kind_is_offered_pictures_once_a_view():
    rows = exporting.rows()
    assert {row.kind.name for row in rows} == {kind.name for kind in KINDS}
    assert len(rows) == len(KINDS) + len(PICTURES) * (len(VIEWS) - 1)


@pytest.mark.parametrize("kind", ["mp3", "flac"])
def test_sound_is_written_in_the_background(qtbot, loaded, tmp_path, kind):
    words, how = exported(qtbot, loaded, row_of(kind), tmp_path / f"x.{kind}")
    assert (how, (tmp_path / f"x.{kind}").stat().st_size > 1000) == ("info", True)
    assert words.startswith(f"Exported x.{kind}.")


@pytest.mark.parametrize(
    ("paper", "size"),
    [(A4, (595, 842)), (LETTER, (612, 792)), (A4_LANDSCAPE, (842, 595)), (LETTER_LANDSCAPE, (792, 612))],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_pdf_has_the_song_s_words_on_the_chosen_paper(qtbot, loaded, tmp_path, paper, size):
    import pypdfium2

    exporting.choose_paper(loaded, paper)
    exported(qtbot, loaded, row_of("pdf", "jianpu"), tmp_path / "x.pdf")
    document = pypdfium2.PdfDocument(tmp_path / "x.pdf")
    assert document[0].get_size() == pytest.approx(size, abs=0.7)
    request = exporting.request_of(loaded, "jianpu")()
    assert request.paper is paper
    page = "".join(page.svg for page in request.pages())
    first = loaded.document.song.lyrics.strip().splitlines()[0].split()[0]
    assert first in page
    assert loaded.document.song.raga in page


def test_a_bundle_holds_the_current_take(qtbot, loaded, tmp_path):
    loaded.put("transport.instrument", "sitar")
    exported(qtbot, loaded, row_of("bundle"), tmp_path / "x.zip")
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert archive.read("prompt.txt").decode() == "Write a tune."
        assert archive.read("reply.txt").decode() == f"Here: {TUNE}"
        assert json.loads(archive.read("run.json"))["seed"] == 3
        assert json.loads(archive.read("song.json"))["raga"] == loaded.document.song.raga
        manifest = json.loads(archive.read("manifest.json"))
    assert (manifest["instrument"], manifest["missing"]) == ("sitar", [])


def test_sa_is_where_it_is_heard(loaded):
    loaded.set_transpose(2)
    request = exporting.request_of(loaded, "staff")()
    assert request.score().events()[0].notes[0].pitch.midi == 62
    loaded.set_transpose(0)
    assert exporting.request_of(loaded, "staff")().score().events()[0].notes[0].pitch.midi == 60


def test_a_soundfont_that_is_gone_is_said_and_no_file_is_left(qtbot, loaded, tmp_path):
    loaded.put("transport.soundfont", str(tmp_path / "gone.sf2"))
    words, how = exported(qtbot, loaded, row_of("mp3"), tmp_path / "x.mp3")
    assert how == "error"
    assert "gone.sf2 cannot be read" in words
    assert list(tmp_path.iterdir()) == []


def test_paper_is_the_one_of_the_country_until_chosen(session, monkeypatch):
    for system, paper in (("MetricSystem", A4), ("ImperialUSSystem", LETTER)):
        monkeypatch.setattr(QLocale, "measurementSystem", lambda _self, s=system: getattr(QLocale.MeasurementSystem, s))
        assert exporting.paper_of(session) is paper
    exporting.choose_paper(session, A4)
    assert exporting.paper_of(session) is A4
