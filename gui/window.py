"""Start the window: application, fonts, theme, exception hook, and what a crash left behind."""

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from core.paths import APP
from gui import errors
from gui.painter import load_fonts
from gui.session import Session

SIGNAL_POLL_MS = 200
"""How often Python gets to look at signals such as Ctrl+C while Qt waits."""


class Crier(QObject):
    """Brings the sentence about an uncaught exception from any thread to the window, one at a time."""

    heard = Signal(str, str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.shown = False
        self.heard.connect(self._show)

    def _show(self, sentence: str, report: str) -> None:
        if not report:
            self._session.message.emit(sentence, "error")
            return
        if self.shown:
            return
        from gui.dialogs.report import ReportDialog

        self.shown = True
        dialog = ReportDialog(sentence, report, QApplication.activeWindow())
        dialog.finished.connect(self._closed)
        dialog.open()

    def _closed(self, _code: int) -> None:
        self.shown = False


def application() -> QApplication:
    """Return the one application, dressed in our name."""
    found = QApplication.instance()
    if not isinstance(found, QApplication):
        found = QApplication(["swaralipi"])
    found.setApplicationName(APP)
    found.setApplicationDisplayName("Swaralipi Studio")
    found.setDesktopFileName(APP)
    return found


def run(path: Path | None) -> int:
    """Open the window and run until it is closed."""
    app = application()
    load_fonts()
    session = Session()
    session.theme.dress()
    crier = Crier(session)
    restore = errors.install(crier.heard.emit)
    from gui.main_window import MainWindow

    def ready() -> None:
        window.keeping.look_for_leftovers()
        if session.problem:
            session.message.emit(session.problem, "warning")
        if path is not None:
            window.open_file(path)

    window = MainWindow(session, at_once=False, ready=ready)
    signal.signal(signal.SIGINT, lambda *_: window.close())
    signal.signal(signal.SIGTERM, lambda *_: window.close())
    heartbeat = QTimer(window, interval=SIGNAL_POLL_MS)
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start()
    window.show()
    code = app.exec()
    restore()
    sys.stdout.flush()
    return code
