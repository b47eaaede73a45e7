"""The comparison as a file."""

import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from core.score.compare import Kind
from core.score.degrees import PLAIN_FORM, KeyForm
from core.tradition.tunings import Fretboard
from core.views import VIEWS_BY_NAME
from core.views.pairs import row_pages
from gui.keeping import file_name
from gui.panels import export_job
from gui.panels.compare.pages import kinds_of, label, placed
from gui.panels.compare.work import Compared
from gui.session import Session
from gui.widgets import compare_sheet
from gui.widgets.compare_sheet import COLUMN, Sheet


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its name, what people read, and what makes its bytes."""

    name: str
    title: str
    write: Callable[[Sheet], bytes]


@dataclass(frozen=True, slots=True)
class Shown:
    """A comparison as it is on screen.

    Its view, the instrument, whether it is moved into that one's range, and how Jianpu names keys.
    """

    found: Compared
    view: str
    board: Fretboard
    moved: bool
    key_form: KeyForm = PLAIN_FORM


KINDS = (FileKind("pdf", "PDF document", compare_sheet.pdf), FileKind("png", "PNG picture", compare_sheet.png))


def ask(session: Session, parent: QWidget, shown: Shown, kind: FileKind) -> None:
    """Let a person choose the file, then export."""
    folder = str(session.get(export_job.FOLDER, Path.home()))
    dialog = QFileDialog(parent, f"Export as {kind.title}", folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(kind.name)
    dialog.selectFile(f"{Path(file_name(session.document.song.title)).stem}-compared.{kind.name}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: export(session, shown, kind, Path(name)))
    dialog.open()


def export(session: Session, shown: Shown, kind: FileKind, path: Path) -> None:
    """Write a comparison, as it is shown, in the background."""
    title = session.document.song.title or "Comparison"
    export_job.start_file(session, path, lambda stop: kind.write(sheet(shown, title, stop)))


def sheet(shown: Shown, title: str, stop: threading.Event | None = None) -> Sheet:
    """Draw a comparison for paper. Raises Cancelled, and what the view raises."""
    found = shown.found
    sides, said = placed(found, shown.board if shown.moved else None)
    rows = list(row_pages(VIEWS_BY_NAME[shown.view], sides, COLUMN, stop, shown.board, shown.key_form))
    remarks = [*found.remarks, said] if said else found.remarks
    counts = asdict(found.sides.found.counts)
    accuracies = ", ".join(
        f"{words} {getattr(found.sides.found, name):.1%}".replace("%", " %")
        for words, name in (("pitch", "acc_pitch"), ("length", "acc_duration"), ("both", "acc_both"))
    )
    return Sheet(
        title,
        (f"Reference: {found.one.title}", f"Take: {found.other.title}"),
        rows,
        ([label(row.row, 0) for row in rows], [label(row.row, 1) for row in rows]),
        kinds_of(found),
        [(kind, counts[kind.value]) for kind in Kind],
        [f"Accuracy: {accuracies}.", *([" ".join(remarks)] if remarks else [])],
    )
