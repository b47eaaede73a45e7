"""The real window off screen: opened, worked and waited for."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from gui.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SMALL, LARGE = (1366, 768), (2560, 1440)


def open_window(size: tuple[int, int], mode: str) -> "MainWindow":
    """Return a fresh window of a size in a theme."""
    from gui.main_window import MainWindow
    from gui.session import Session

    session = Session()
    session.put("first_steps_done", True)
    session.theme.set_mode(mode)
    session.theme.dress()
    window = MainWindow(session)
    window.resize(*size)
    window.show()
    window.restore_layout()
    return window


def pump(app: "QApplication", seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Let the window work for a while, or until something holds."""
    stop = time.monotonic() + seconds
    while time.monotonic() < stop and not until():
        app.processEvents()
        time.sleep(0.005)


def settle(window: "MainWindow") -> None:
    """Wait until nothing is queued or running."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    pump(app, 0.3)
    pump(app, 60, lambda: window.session.tasks.busy == 0)
    pump(app, 0.3)
