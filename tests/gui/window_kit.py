"""What the tests of the whole window share: one window, and waiting without sleeping."""

from contextlib import contextmanager

from PySide6.QtWidgets import QApplication


@contextmanager
def opened(qtbot, mode="light", size=(1366, 768)):
    """A window with a session of its own, closed at the end without a question."""
    from gui.main_window import MainWindow
    from gui.painter import load_fonts
    from gui.session import Session

    load_fonts()
    session = Session()
    session.theme.set_mode(mode)
    session.theme.dress()
    window = MainWindow(session)
    window.resize(*size)
    with qtbot.waitExposed(window):
        window.show()
    try:
        yield window
    finally:
        leave(window)


def leave(window):
    """Close the window as if everything were saved."""
    window.session.document.set_dirty(False)
    window.close()
    QApplication.processEvents()
    window.deleteLater()
    QApplication.processEvents()


def settled(qtbot, window, timeout=60_000):
    """Wait until no job is queued or running, and what they brought is on screen."""
    document, tasks = window.session.document, window.session.tasks

    def still():
        return tasks.busy == 0 and document.reading.revision == document.revision

    for _ in range(2):
        qtbot.waitUntil(still, timeout=timeout)
        QApplication.processEvents()
