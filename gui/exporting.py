"""The export menu: everything that `convert` can write, by the same calls."""

import threading
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from core.errors import AppError
from core.formats.abc_reader import read
from core.reports.export import KINDS, Kind, Request, write_files
from core.views import VIEWS
from core.views.base import Layout
from gui.keeping import file_name
from gui.painter import QtPainter
from gui.session import Session

PICTURES = ("svg", "png")
TITLES = {"abc": "ABC", "notes": "Notes as JSON", "mid": "MIDI", "wav": "Sound (WAV)", "svg": "SVG", "png": "PNG"}


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
        title = TITLES.get(kind.name, kind.name.upper())
        if kind.name in PICTURES:
            found += [Row(f"{view.title} as {title}…", kind, view.name) for view in VIEWS]
        else:
            found.append(Row(f"{title}…", kind))
    return found


def ask(session: Session, row: Row, parent: QWidget) -> None:
    """Let a person choose the file, then export."""
    document = session.document
    stem = Path(file_name(document.song.title)).stem + (f"-{row.view}" if row.view else "")
    folder = document.path.parent if document.path else Path(str(session.get("export_folder", Path.home())))
    dialog = QFileDialog(parent, f"Export {row.title.rstrip('…')}", str(folder))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(row.kind.endings[0].removeprefix("."))
    dialog.selectFile(f"{stem}{row.kind.endings[0]}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: export(session, row, Path(name)))
    dialog.open()


def export(session: Session, row: Row, path: Path) -> None:
    """Write the current text as a kind of file, in the background."""
    session.put("export_folder", str(path.parent))
    text = session.document.text

    def job(_stop: threading.Event) -> list[Path]:
        request = Request(read(text), text, QtPainter, view=row.view or "staff", layout=Layout())
        return write_files(row.kind, request, path)

    def done(files: list[Path]) -> None:
        session.message.emit(f"Exported {', '.join(file.name for file in files)}.", "info")

    def failed(error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        session.message.emit(f"Not exported: {error}", "error")

    session.message.emit(f"Exporting {path.name} …", "info")
    session.tasks.run("store", job, owner=session, done=done, failed=failed)
