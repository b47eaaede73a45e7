"""Print what is shown, with a preview. Where no printer is, that is said and a PDF is offered."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtWidgets import QMessageBox, QWidget

from core.errors import AppError
from core.reports.paper import LETTER, LETTER_LANDSCAPE
from core.views import VIEWS
from core.views.base import Page
from gui import exporting
from gui.painter import NO_QT, paint, renderer
from gui.session import Session

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_printers: "set[QPrinter]" = set()
"""Of the previews that are open."""
WINDOW_SHARE = 0.9
"""The preview is that much of the window."""
NO_PRINTER = "There is no printer on this machine."


def ask(session: Session, parent: QWidget) -> None:
    """Set the shown views on paper in the background, then show the preview."""
    shown = session.get("notation.views") or ()
    wanted = [view.name for view in VIEWS if view.name in shown] or [VIEWS[0].name]
    missing = no_printer()
    if missing:
        offer_pdf(session, wanted[0], missing, parent)
        return
    makers = [exporting.request_of(session, name) for name in wanted]

    def job(_stop: threading.Event) -> list[Page]:
        return [page for make in makers for page in make().pages()]

    def failed(error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        session.message.emit(f"Not printed: {error}", "error")

    session.message.emit("Setting the pages …", "info")
    session.tasks.run("store", job, owner=parent, done=lambda pages: preview(session, pages, parent), failed=failed)


def no_printer() -> str:
    """Return why nothing can be printed here; nothing where it can."""
    try:
        from PySide6.QtPrintSupport import QPrinterInfo
    except ImportError as error:
        return NO_QT.format(reason=error)
    return "" if QPrinterInfo.availablePrinterNames() else NO_PRINTER


def offer_pdf(session: Session, view: str, why: str, parent: QWidget) -> None:
    """Say why nothing can be printed, and let a person save the pages instead."""
    box = QMessageBox(QMessageBox.Icon.Information, "Print", why, QMessageBox.StandardButton.Cancel, parent)
    box.setInformativeText("The pages can be saved as PDF, and printed elsewhere.")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    save = box.addButton("Save as PDF…", QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(save)
    row = next(row for row in exporting.rows() if row.kind.name == "pdf" and row.view == view)
    save.clicked.connect(lambda: exporting.ask(session, row, parent))
    box.open()


def preview(session: Session, pages: Sequence[Page], parent: QWidget) -> None:
    """Show pages as they will be printed."""
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(session.document.song.title or "Swaralipi Studio")
    paper = exporting.paper_of(session)
    size = QPageSize.PageSizeId.Letter if paper in (LETTER, LETTER_LANDSCAPE) else QPageSize.PageSizeId.A4
    printer.setPageSize(QPageSize(size))
    turned = QPageLayout.Orientation.Landscape if paper.landscape else QPageLayout.Orientation.Portrait
    printer.setPageOrientation(turned)
    printer.setFullPage(True)
    dialog = QPrintPreviewDialog(printer, parent)
    # as Qt makes it, half of its own tools have no room
    dialog.resize(parent.window().size() * WINDOW_SHARE)
    # the field's own edge and room are within those of its box, and would cut what it says
    dialog.setStyleSheet("QComboBox QLineEdit { border: none; padding: 0; }")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def on_paint(device: "QPrinter") -> None:
        if not print_pages(device, pages):
            session.message.emit("Not printed: the printer does not answer. Choose another, or export as PDF.", "error")

    dialog.paintRequested.connect(on_paint)
    # the dialog does not own its printer
    dialog.destroyed.connect(lambda: _printers.discard(printer))
    _printers.add(printer)
    dialog.open()
    session.message.emit(f"{len(pages)} page{'s' * (len(pages) != 1)} to print.", "info")


def print_pages(printer: "QPrinter", pages: Sequence[Page]) -> bool:
    """Draw the asked-for pages, each as large as its paper allows; False where the printer cannot begin."""
    first, last = printer.fromPage() or 1, printer.toPage() or len(pages)
    painter = QPainter()
    if not painter.begin(printer):
        return False
    for place, page in enumerate(pages[first - 1 : last]):
        if place:
            printer.newPage()
        room = painter.viewport()
        scale = min(room.width() / page.width, room.height() / page.height)
        painter.save()
        painter.translate((room.width() - page.width * scale) / 2, (room.height() - page.height * scale) / 2)
        paint(painter, renderer(page), page, scale)
        painter.restore()
    painter.end()
    return True
