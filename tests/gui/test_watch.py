"""The GUI thread comes back to its event loop within 50 ms, whatever goes on in the lanes."""

from dataclasses import replace

import pytest

from core.songs import samples
from core.views.slices import SHELF
from tests.gui.stalls import MOST_SECONDS, longest_turn
from tests.gui.window_kit import opened, settled

LONG = "X:1\nM:4/4\nL:1/8\nK:C\n" + "\n".join(
    ["C D E F G A B c | c B A G F E D C | C2 E2 G2 c2 | [CEG]4 c4 |\nw: আ-মা-র সো-না-র বাং-লা আ-মি তো-মা-য় ভা-লো বা-সি"] * 50
)


@pytest.mark.slow
def test_loading_generating_drawing_and_measuring_leave_the_window_alive(qtbot):
    with opened(qtbot) as window:
        window.notation.show_views(["staff", "jianpu", "tab"])
        document, generation = window.session.document, window.studio.generate.generation
        document.open_song(replace(samples.load("aguner-poroshmoni"), takes=()), None)
        window.studio.wanted.choose("smollm2")
        window.studio.wanted.set_bars(8)
        settled(qtbot, window)

        def generate():
            with qtbot.waitSignal(generation.ended, timeout=240_000):
                window.studio.generate.generate_action.trigger()
            settled(qtbot, window)

        def draw():
            SHELF.clear()
            document.set_text("", "take")
            settled(qtbot, window)
            document.set_text(LONG, "take")
            settled(qtbot, window, timeout=120_000)

        assert longest_turn(window, generate) < MOST_SECONDS
        assert longest_turn(window, draw) < MOST_SECONDS
