"""The window: start to first paint beside a bare one, edit to the note marked in the views, idle memory."""

import json
import os
import subprocess
import sys
import tempfile

ROUNDS = 5
MOST_SECONDS = 900
"""A window that hangs ends the measurement; a machine that has much else to do does not."""

BARE = """
import time; started = time.perf_counter()
from PySide6.QtWidgets import QApplication, QMainWindow, QLabel
app = QApplication([])
class Window(QMainWindow):
    def paintEvent(self, event):
        super().paintEvent(event)
        print(time.perf_counter() - started, flush=True)
        app.exit()
window = Window(); window.setCentralWidget(QLabel("bare")); window.resize(1366, 768); window.show()
app.exec()
"""
OURS = """
import time; started = time.perf_counter()
from PySide6.QtCore import QEvent, QObject, QTimer
from gui.window import application
from gui.painter import load_fonts
app = application(); load_fonts()
from gui.session import Session
session = Session(); session.theme.dress()
from gui.main_window import MainWindow
class First(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print(time.perf_counter() - started, flush=True)
            watched.removeEventFilter(self)
            QTimer.singleShot(0, window.close)
        return False
window = MainWindow(session, at_once=False); window.resize(1366, 768)
first = First(); window.installEventFilter(first); window.show()
app.exec()
"""
EDIT = """
import json, time
from gui.window import application
from gui.painter import load_fonts
app = application(); load_fonts()
from gui.session import Session
session = Session(); session.theme.dress()
from gui.main_window import MainWindow
window = MainWindow(session); window.resize(1366, 768); window.show()
window.notation.show_views(["staff", "jianpu"])
head = "X:1\\nM:3/4\\nL:1/8\\nK:C\\n"
bars = ["C D E F G A |" if n % 2 else "c B A G F E |" for n in range(32)]
words = "w: " + "আ-মা-র সো-না-র " * 4
def text(n):
    bars[5] = "C2 D E F G |" if n % 2 else "E2 D E F G |"
    return head + "\\n".join(" ".join(bars[at:at + 4]) + "\\n" + words for at in range(0, 32, 4))
def spin(until, most=20):
    stop = time.perf_counter() + most
    while time.perf_counter() < stop:
        app.processEvents()
        if until(): return True
    return False
session.document.set_text(text(0), "take"); spin(lambda: session.tasks.busy == 0, 5); spin(lambda: False, 1)
times = []
for n in range(1, 22):
    wanted = session.document.revision + 1
    started = time.perf_counter()
    session.document.set_text(text(n), "editor")
    def marked():
        if session.document.reading.revision != wanted: return False
        cards = list(window.notation.shown_cards())
        note = session.document.reading.written.notes[30].id
        drawn = [card._shown and card._shown[0] == wanted and card.pages._next is None for card in cards]
        if not all(drawn): return False
        session.document.move_cursor(note, "bench")
        return all(card.pages.map and note in card.pages.map.spots for card in cards)
    spin(marked); app.processEvents()
    times.append(time.perf_counter() - started)
    session.document.move_cursor("", "bench"); spin(lambda: session.tasks.busy == 0, 3)
spin(lambda: False, 2)
memory = next((int(l.split()[1]) / 1024 for l in open("/proc/self/status") if l.startswith("VmRSS")), 0.0)
print(json.dumps({"median": sorted(times)[len(times) // 2], "memory": memory}))
session.document.set_dirty(False); window.close()
"""


def run() -> dict[str, float]:
    """Return the ratio of starts, the delay in ms (not a bar: it depends on the machine), and memory in MB."""
    bare = min(_time(BARE) for _ in range(ROUNDS))
    ours = min(_time(OURS) for _ in range(ROUNDS))
    edit = json.loads(in_child(EDIT).splitlines()[-1])
    return {
        "start to first paint, times a bare window": ours / bare,
        "start to first paint, ms": ours * 1000,
        "edit to note marked in two views, ms (median)": edit["median"] * 1000,
        "idle memory, MB": edit["memory"],
    }


def _time(code: str) -> float:
    return float(in_child(code).splitlines()[0])


def in_child(code: str, given: str = "") -> str:
    """Run code that opens a window of its own off screen, with a text on its standard input; return what it prints."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "SWARALIPI_HOME": home}
        command = [sys.executable, "-c", code]
        try:
            done = subprocess.run(
                command, env=environment, input=given, capture_output=True, text=True, timeout=MOST_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise SystemExit(f"The window that is measured took over {MOST_SECONDS} s; is the machine busy?") from None
    if done.returncode:
        raise SystemExit(f"The window that is measured ended with code {done.returncode}:\n{done.stderr}")
    return done.stdout
