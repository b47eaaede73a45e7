"""The export menu: everything that `convert` can write, by the same calls."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from core.audio.soundfont import DEFAULT_INSTRUMENT
from core.formats.abc.reader import read
from core.reports.export import KINDS, PICTURES, Kind, Request, write_files
from core.reports.paper import A4, LETTER, PAPERS_BY_NAME, Paper
from core.score.edit import transposed
from core.tradition.talas import in_tala
from core.views import VIEWS
from core.views.base import Layout
from gui.keeping import file_name
from gui.painter import QtPainter
from gui.panels import export_job
from gui.panels.jianpu_choice import form_of
from gui.panels.tab_choice import board_of, into_range, is_moved
from gui.session import Session

PAPER = "paper"
"""The setting."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the menu."""

    title: str
    kind: Kind
    view: str = ""


def rows() -> list[Row]:
    """Return an entry for every kind, and for pictures one a view."""
    found = []
    for kind in KINDS:
        title = kind.title
        if kind.name in PICTURES:
            found += [Row(f"{view.title} as {title}…", kind, view.name) for view in VIEWS]
        else:
            found.append(Row(f"{title}…", kind))
    return found


def ask(session: Session, row: Row, parent: QWidget) -> None:
    """Let a person choose the file, then export."""
    document = session.document
    stem = Path(file_name(document.song.title)).stem + (f"-{row.view}" if row.view else "")
    folder = document.path.parent if document.path else Path(str(session.get(export_job.FOLDER, Path.home())))
    dialog = QFileDialog(parent, f"Export {row.title.rstrip('…')}", str(folder))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(row.kind.endings[0].removeprefix("."))
    dialog.selectFile(f"{stem}{row.kind.endings[0]}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: export(session, row, Path(name)))
    dialog.open()


def export(session: Session, row: Row, path: Path) -> None:
    """Write the current text as a kind of file, in the background, with Sa where it is heard and shown."""
    make = request_of(session, row.view or ("tab" if row.kind.name == "tab" else "staff"))

    def job(_stop: threading.Event) -> tuple[list[Path], list[str]]:
        request = make()
        # a picture for the screen is one tall page
        if row.kind.name in ("svg", "png"):
            request.paper = None
        files = write_files(row.kind, request, path)
        return files, [*row.kind.lost(request), *request.remarks]

    def words(made: tuple[list[Path], list[str]]) -> str:
        files, lost = made
        return " ".join([f"Exported {', '.join(file.name for file in files)}.", *lost])

    export_job.start(session, path, job, words)


def request_of(session: Session, view: str) -> Callable[[], Request]:
    """Return what makes the request for the current text, song and take as they are now; for any thread."""
    document, semitones = session.document, session.transpose
    text, song, take, paper = document.text, document.song, document.take(), paper_of(session)
    instrument = str(session.get("transport.instrument", DEFAULT_INSTRUMENT))
    font = session.get("transport.soundfont")
    board, into = board_of(session), view == "tab" and is_moved(session)
    layout = Layout(board=board, key_form=form_of(session))

    def make() -> Request:
        reading, said = read(text), ""
        if reading.tunes:
            first = reading.tunes[0]
            first = replace(first, score=in_tala(first.score, song.tala))
            reading = replace(reading, tunes=(first, *reading.tunes[1:]))
        if semitones:
            tunes = (replace(tune, score=transposed(tune.score, semitones)) for tune in reading.tunes)
            reading = replace(reading, tunes=tuple(tunes))
        if into and reading.tunes:
            score, said = into_range(reading.tunes[0].score, board)
            reading = replace(reading, tunes=(replace(reading.tunes[0], score=score), *reading.tunes[1:]))
        return Request(
            reading, None if semitones or said else text, QtPainter, view=view, layout=layout,
            paper=paper, song=song, take=take, instrument=instrument,
            soundfont=Path(font) if isinstance(font, str) else None, remarks=[said] if said else [],
        )  # fmt: skip

    return make


def paper_of(session: Session) -> Paper:
    """Return the chosen paper, else the one that is usual where the person lives."""
    chosen = PAPERS_BY_NAME.get(str(session.get(PAPER)))
    if chosen is not None:
        return chosen
    metric = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.MetricSystem
    return A4 if metric else LETTER


def choose_paper(session: Session, paper: Paper) -> None:
    """Set on this paper from now on."""
    session.put(PAPER, paper.name)
