"""A tune of a thousand bars in the whole window: typed into, scrolled, switched, played, and never in the way."""

import time

import pytest
from PySide6.QtTest import QTest

from core.views.slices import SHELF
from gui.panels.transport import TransportPanel
from gui.widgets.code_editor import CodeEditor
from tests.gui.notation_bench import WAIT, open_panel, settle, write
from tests.gui.stalls import MOST_SECONDS, longest_turn
from tests.gui.tunes import HEAD, long_tune
from tests.gui.window_kit import opened, settled
from tests.timing import least

pytestmark = pytest.mark.slow

FOUR_VOICES = "X:1\nM:4/4\nL:1/8\nK:G\n" + "".join(
    "".join(f"[V:{voice}] G2AB cdef | (3abc d2 e>f g2 | [Gd]2 {{a}}b2 z2 c2 | GABc d4- |\n" for voice in range(1, 5))
    for _ in range(50)
)
LONG = {
    "a thousand bars": HEAD + "E2 G A2 G | (GA) B c3 | d c B A2 G | ^F2 G A3 |\n" * 250,
    "three hundred bars with words": long_tune(304),
    "two hundred bars of four voices": FOUR_VOICES,
}


@pytest.fixture(params=list(LONG))
def window(request, qtbot):
    """A window with a long tune in it, all of it drawn."""
    SHELF.clear()
    with opened(qtbot) as found:
        found.notation.show_views(["staff"])
        found.session.document.set_text(LONG[request.param], "open")
        everything_drawn(qtbot, found)
        yield found


def everything_drawn(qtbot, window):
    settled(qtbot, window, timeout=2 * WAIT)
    settle(qtbot, window.notation)


def ids(window):
    return [moment.id for moment in window.session.document.reading.written.moments]


def test_typing_in_the_middle_holds_nothing_up_and_the_view_has_the_change(qtbot, window):
    document, card = window.session.document, next(window.notation.shown_cards())
    editor = window.findChild(CodeEditor)
    middle = document.reading.score.parts[0].measures[len(document.reading.score.parts[0].measures) // 2].span
    editor.go_to(middle.line, middle.column)
    editor.setFocus()
    columns = iter(range(middle.column, middle.column + 100, 7))

    def type_seven():
        before, first = len(ids(window)), next(columns)
        for letter in "cdefgab":
            QTest.keyClicks(editor, letter)
            qtbot.wait(60)
        everything_drawn(qtbot, window)
        assert len(ids(window)) == before + 7
        assert {f"n{middle.line}c{first + place}" for place in range(7)} <= set(ids(window))
        assert set(ids(window)) <= set(card.pages.map.spots)

    assert longest_turn(window, type_seven) < MOST_SECONDS


def test_scrolling_switching_and_playing_hold_nothing_up(qtbot, window):
    playback = window.findChild(TransportPanel).playback
    playback.set_silent(True)

    def use():
        for name in ("jianpu", "tab", "staff"):
            window.notation.show_views([name])
            settle(qtbot, window.notation)
        pages = next(window.notation.shown_cards()).pages
        bar = pages.verticalScrollBar()
        assert bar.maximum() > 3 * bar.pageStep()
        for part in range(21):
            bar.setValue(part * bar.maximum() // 20)
            qtbot.wait(20)
        settle(qtbot, window.notation)
        far = ids(window)[-8]
        window.session.seek.emit(far)
        qtbot.waitUntil(lambda: pages._marks.sounding != "", timeout=WAIT)
        qtbot.waitUntil(lambda: _seen(pages, far), timeout=WAIT)
        qtbot.wait(500)
        playback.pause()
        settle(qtbot, window.notation)
        assert not playback.playing

    assert longest_turn(window, use) < MOST_SECONDS


@pytest.mark.parametrize("view", ["staff", "jianpu", "tab", "swaralipi"])
def test_a_thousand_bars_are_seen_at_once_and_the_rest_follows(qtbot, session, view):
    SHELF.clear()
    panel = open_panel(qtbot, session)
    panel.resize(900, 600)
    panel.show_views([view])
    card = panel.cards[view]
    write(qtbot, panel, LONG["a thousand bars"][:200])
    seen = []
    card.pages.shown.connect(lambda: seen.append((time.perf_counter(), len(card.pages.map.spots))))
    with qtbot.waitSignal(card.drawn, timeout=2 * WAIT):
        session.document.set_text(LONG["three hundred bars with words"], "open")
        session.document.read_now()
    few = len(ids_of(session))
    assert [count < few for _, count in seen] == [True, False], "a beginning, then all of it"

    def share():
        """Which share of the time for all of it goes by until something is seen."""
        write(qtbot, panel, LONG["a thousand bars"][:200])
        SHELF.clear()
        seen.clear()
        with qtbot.waitSignal(card.drawn, timeout=4 * WAIT):
            begin = time.perf_counter()
            session.document.set_text(LONG["a thousand bars"], "open")
            session.document.read_now()
        first, whole = (moment - begin for moment, _ in seen)
        assert len(ids_of(session)) <= seen[-1][1]
        return first / whole

    assert least(share, below=0.5) < 0.5


@pytest.mark.parametrize("view", ["staff", "jianpu", "tab", "swaralipi"])
def test_a_thousand_bars_follow_a_new_width_at_once_wherever_they_are_scrolled_to(qtbot, session, view):
    SHELF.clear()
    panel = open_panel(qtbot, session)
    panel.resize(900, 600)
    panel.show_views([view])
    card = panel.cards[view]
    write(qtbot, panel, LONG["a thousand bars"])

    def share():
        """Which share of the time for a new layout goes by until the old one stands at the new width."""
        panel.resize(900, 600)
        settle(qtbot, panel)
        SHELF.clear()
        bar = card.pages.verticalScrollBar()
        bar.setValue(bar.maximum() // 2)
        settle(qtbot, panel)
        anchor, drawn = card.pages._anchors()[0][0], card._shown
        begin = time.perf_counter()
        panel.resize(700, 600)
        qtbot.waitUntil(lambda: card.pages._stack.width <= card.pages.page_room(), timeout=WAIT)
        stretched = time.perf_counter() - begin
        assert _near_sight(card.pages, anchor)
        settle(qtbot, panel)
        assert card._shown != drawn, "it was laid out anew"
        assert card.pages.zoom == card._zoom
        assert _near_sight(card.pages, anchor)
        return stretched / (time.perf_counter() - begin)

    assert least(share, below=0.5) < 0.5


def ids_of(session):
    return [moment.id for moment in session.document.reading.written.moments]


def _near_sight(pages, note):
    rect = pages._stack.note_rect(note, pages.viewport().width())
    top, height = pages.verticalScrollBar().value(), pages.viewport().height()
    return rect is not None and top - height <= rect.top() <= top + height


def _seen(pages, note):
    """Tell whether a note is in sight."""
    rect = pages._stack.note_rect(note, pages.viewport().width())
    top = pages.verticalScrollBar().value()
    return rect is not None and top <= rect.top() and rect.bottom() <= top + pages.viewport().height()
