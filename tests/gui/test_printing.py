"""Print with a preview; without a printer that is said, and a PDF is offered."""

import pypdfium2
import pytest
from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo, QPrintPreviewDialog
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton, QToolButton, QWidget

from core.formats.abc.reader import read
from core.reports import book
from core.reports.paper import A4
from core.views import VIEWS
from core.views.base import Layout
from gui import printing
from tests.gui.bengali_shapes import departure

TUNE = "X:1\nT:গান\nM:3/4\nL:1/4\nK:C\n" + "C D E|G3|\nw:আ-মার সো-নার\n" * 30


@pytest.fixture
def parent(qtbot, session):
    widget = QWidget()
    qtbot.addWidget(widget)
    session.document.text = TUNE
    return widget


def pages(view=0):
    return book.pages([book.Piece(read(TUNE).tunes[0].score)], VIEWS[view], A4, Layout())


def to_file(path):
    """A printer that writes PDF, as every platform has."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    printer.setFullPage(True)
    return printer


def picture(path, number, scale=2.0):
    image = pypdfium2.PdfDocument(path)[number].render(scale=scale, grayscale=True).to_numpy()
    return image.reshape(image.shape[0], image.shape[1]) < 128


def test_what_is_printed_is_what_the_pdf_shows(qtbot, session, tmp_path):
    from gui.painter import QtPainter

    found = pages()
    assert len(found) > 1
    assert printing.print_pages(to_file(tmp_path / "printed.pdf"), found)
    (tmp_path / "exported.pdf").write_bytes(QtPainter().pdf(found))
    assert len(pypdfium2.PdfDocument(tmp_path / "printed.pdf")) == len(found)
    for number in range(len(found)):
        one, other = picture(tmp_path / "printed.pdf", number), picture(tmp_path / "exported.pdf", number)
        height, width = (min(sizes) for sizes in zip(one.shape, other.shape, strict=True))
        assert one.sum() > 1000
        assert departure(one[:height, :width], other[:height, :width]) < 0.01


def test_a_range_of_pages_is_printed_alone(qtbot, session, tmp_path):
    found = pages()
    printer = to_file(tmp_path / "x.pdf")
    printer.setFromTo(2, 2)
    assert printing.print_pages(printer, found)
    document = pypdfium2.PdfDocument(tmp_path / "x.pdf")
    assert len(document) == 1
    assert f"2 / {len(found)}" in document[0].get_textpage().get_text_range()


def test_pages_fit_on_other_paper(qtbot, session, tmp_path):
    printer = to_file(tmp_path / "x.pdf")
    printer.setPageLayout(
        QPageLayout(QPageSize(QPageSize.PageSizeId.A5), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))
    )
    printer.setFullPage(True)
    assert printing.print_pages(printer, pages()[:1])
    ink = picture(tmp_path / "x.pdf", 0)
    assert ink.sum() > 1000
    assert not ink[:5].any()
    assert not ink[-5:].any()
    assert not ink[:, :5].any()
    assert not ink[:, -5:].any()


def test_a_printer_that_cannot_begin_is_told(qtbot, session, tmp_path):
    assert not printing.print_pages(to_file(tmp_path / "no" / "folder" / "x.pdf"), pages()[:1])


def test_without_a_printer_it_is_said_and_a_pdf_is_offered(qtbot, session, parent, monkeypatch):
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    session.put("notation.views", ["jianpu"])
    printing.ask(session, parent)
    box = parent.findChild(QMessageBox)
    assert box.text() == "There is no printer on this machine."
    save = next(button for button in box.findChildren(QPushButton) if button.text() == "Save as PDF…")
    save.click()
    dialog = parent.findChild(QFileDialog)
    assert dialog.defaultSuffix() == "pdf"
    assert "Jianpu as PDF" in dialog.windowTitle()
    dialog.close()


def test_the_preview_shows_the_pages_of_every_view_that_is_on(qtbot, session, parent, monkeypatch):
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["one"])
    session.put("notation.views", ["jianpu", "staff"])
    session.theme.dress()
    parent.resize(1000, 650)
    said = []
    session.message.connect(lambda words, _how: said.append(words))
    printing.ask(session, parent)
    qtbot.waitUntil(lambda: parent.findChild(QPrintPreviewDialog) is not None, timeout=60_000)
    dialog = parent.findChild(QPrintPreviewDialog)
    count = len(pages(0)) + len(pages(1))
    assert f"{count} pages to print." in said
    preview = dialog.findChildren(QWidget, "")
    widget = next(one for one in preview if one.metaObject().className() == "QPrintPreviewWidget")
    assert widget.pageCount() == count
    hidden = dialog.findChild(QToolButton, "qt_toolbar_ext_button")
    qtbot.waitUntil(lambda: dialog.isVisible() and hidden.isHidden())
    dialog.close()
    qtbot.waitUntil(lambda: not printing._printers)


def test_what_cannot_be_set_is_said(qtbot, session, parent, monkeypatch):
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["one"])
    session.document.text = "no music"
    said = []
    session.message.connect(lambda words, how: said.append((words, how)))
    printing.ask(session, parent)
    qtbot.waitUntil(lambda: any(how == "error" for _, how in said))
    assert any(words.startswith("Not printed: ") for words, _ in said)
