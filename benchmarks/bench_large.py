"""Large scores: a thousand bars beside a hundred, an edit beside the first drawing, and the window's stalls."""

import json
import random
import time

from benchmarks.bench_window import in_child
from core.formats.abc.reader import read_first
from core.score.score import Score
from core.score.timeline import timeline
from core.views import VIEWS
from core.views.base import Layout, View
from core.views.jianpu.measures import SHELF as MEASURES
from core.views.jianpu.rows import SHELF as SYSTEMS
from core.views.slices import SHELF

HEAD = "X:1\nM:4/4\nL:1/8\nQ:1/4=120\nK:G\n"
LINES = (
    "G2AB cdef | (3abc d2 e>f g2 | [Gd]2 {a}b2 z2 c2 | GABc d4- |",
    "d2 (ef) g2 ^c2 | B/A/G/F/ G2 z4 | e2 d2 c2 B2 | A8 |",
)
LAYOUT = Layout(page_width=900.0, page_height=720.0, title=False, joined=True)
WINDOW = """
import json, sys, time
from gui.window import application
from gui.painter import load_fonts
app = application(); load_fonts()
from gui.session import Session
session = Session(); session.theme.dress()
from gui.main_window import MainWindow
from gui.widgets.code_editor import CodeEditor
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
window = MainWindow(session); window.resize(1366, 768); window.show()
window.notation.show_views(["staff"])
document, cards = session.document, list(window.notation.shown_cards())
last, longest = [None], [0.0]
def tick():
    now = time.thread_time()
    if last[0] is not None: longest[0] = max(longest[0], now - last[0])
    last[0] = now
timer = QTimer(interval=0); timer.timeout.connect(tick)
def spin(until, most=120):
    stop = time.perf_counter() + most
    while time.perf_counter() < stop:
        app.processEvents()
        if until(): return
    raise SystemExit("the window did not come to rest")
def shown():
    return document.reading.revision == document.revision and all(
        card._shown and card._shown[0] == document.revision and card.pages._next is None for card in cards)
def rest():
    return shown() and not session.tasks.busy
text = sys.stdin.read()
started = time.perf_counter()
document.set_text(text, "open"); spin(shown)
opened = time.perf_counter() - started
spin(rest)
editor = window.findChild(CodeEditor)
middle = document.reading.score.parts[0].measures[len(document.reading.score.parts[0].measures) // 2].span
editor.go_to(middle.line, middle.column); editor.setFocus(); spin(rest)
timer.start(); seen = []
for letter in "cdefgabcd":
    started = time.perf_counter(); QTest.keyClicks(editor, letter); spin(shown)
    seen.append(time.perf_counter() - started); spin(rest)
for letter in "cdefgabcdefgab":
    QTest.keyClicks(editor, letter); stop = time.perf_counter() + 0.08; spin(lambda: time.perf_counter() > stop)
spin(rest)
bar = cards[0].pages.verticalScrollBar()
for part in range(51):
    bar.setValue(part * bar.maximum() // 50); stop = time.perf_counter() + 0.02
    spin(lambda: time.perf_counter() > stop)
timer.stop()
memory = next((int(l.split()[1]) / 1024 for l in open("/proc/self/status") if l.startswith("VmRSS")), 0.0)
print(json.dumps({"opened": opened, "edit": sorted(seen)[len(seen) // 2], "stall": longest[0], "memory": memory}))
document.set_dirty(False); window.close()
"""


def tune(bars: int, voices: int = 1) -> str:
    """Return a tune of so many bars, a multiple of eight."""
    rows = [f"[V:{voice + 1}] {LINES[(place + voice) % 2]}" for place in range(bars // 4) for voice in range(voices)]
    return HEAD + "\n".join(rows) + "\n"


def varied(bars: int) -> str:
    """Return a tune of so many bars, hardly two of them alike; a multiple of four."""
    draw = random.Random(1)
    kinds = "{}2{}{} {}{}{}2", "{}>{} ({}{}) {}2 {}2", "{}2 {}2 {}{}{}2-", "(3{}{}{} {}2 {}2 {}2"
    music = [draw.choice(kinds).format(*draw.choices("CDEFGABcdefgab", k=6)) for _ in range(bars)]
    return HEAD + "".join(f"{' | '.join(music[place : place + 4])} |\n" for place in range(0, bars, 4))


def run() -> dict[str, float]:
    """Return ratios of processor time of this process, Verovio's apart, and the window's own figures."""
    found: dict[str, float] = {}
    long, short = tune(1000), tune(104)
    found["reading, 1,000 bars, times 104 bars"] = _read(long) / _read(short)
    for view in VIEWS:
        score, brief, edited = (read_first(text).score for text in (long, short, _edited(long)))
        _forget()
        view.draw(brief, LAYOUT)
        _forget()
        little, much, again = (_draw(view, one) for one in (brief, score, edited))
        found[f"{view.name}, 1,000 bars, times 104 bars"] = much / little
        found[f"{view.name}, 1,000 bars, an edit, share of the first"] = again / much
        found[f"{view.name}, 1,000 bars, an edit, ms"] = again * 1000
        unlike = varied(1000)
        _forget()
        much, again = (_draw(view, read_first(text).score) for text in (unlike, _changed(unlike)))
        found[f"{view.name}, 1,000 bars unlike, an edit, share"] = again / much
    for name, text in (("1,000 bars", long), ("200 bars x 4", tune(200, 4))):
        window = json.loads(in_child(WINDOW, text).splitlines()[-1])
        found[f"window, {name}, opened to staff shown, ms"] = window["opened"] * 1000
        found[f"window, {name}, key to staff shown, ms (median)"] = window["edit"] * 1000
        found[f"window, {name}, longest stall, ms of work"] = window["stall"] * 1000
        found[f"window, {name}, memory, MB"] = window["memory"]
    return found


def _forget() -> None:
    for shelf in (SHELF, MEASURES, SYSTEMS):
        shelf.clear()


def _draw(view: View, score: Score) -> float:
    return _cpu(lambda: view.draw(score, LAYOUT))


def _edited(text: str) -> str:
    middle = text.index("G2AB", len(text) // 2)
    return f"{text[:middle]}A2AB{text[middle + 4 :]}"


def _changed(text: str) -> str:
    middle = text.index("C", len(text) // 2)
    return f"{text[:middle]}D{text[middle + 1 :]}"


def _read(text: str) -> float:
    return min(_cpu(lambda: timeline(read_first(text).score)) for _ in range(3))


def _cpu(work) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
