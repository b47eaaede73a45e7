"""The comparison with ears: both at once are heard on their own sides, through a real sound device."""

import time

import numpy as np
import pytest

from core.songs.song import Reference, Song, Take
from gui.panels.compare.panel import ComparePanel
from tests.audio.listening import undisturbed
from tests.audio.pulse import pulse  # noqa: F401

HEAD = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n"
HELD, GAPPED = f"{HEAD}C4 | A4 | z4 | c4 |]\n", f"{HEAD}C4 | z4 | z4 | c4 |]\n"
LOUD = 200
"""A frame with more than this is sound."""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("one", "other", "side"), [(HELD, GAPPED, 0), (GAPPED, HELD, 1)])
def test_a_bar_that_one_side_sings_alone_is_heard_on_its_side(qtbot, session, pulse, one, other, side):  # noqa: F811
    panel = ComparePanel(session)
    qtbot.addWidget(panel)
    panel.resize(1302, 700)
    with qtbot.waitExposed(panel):
        panel.show()
    song = Song(title="x", reference=Reference(one), takes=(Take("t", name="T", tune=other, reply="x", level=3),))
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        session.document.open_song(song, None)
    told = []
    panel.sound.sounding.connect(lambda *ids: told.append((time.perf_counter(), ids)))
    panel.sound.set_line("both")

    def take():
        told.clear()
        panel.sound.deck.play(0.0)
        qtbot.waitUntil(lambda: panel.sound.player.now().position > 4.2, timeout=60_000)
        panel.sound.deck.stop()
        alone = [moment for moment, ids in told if ids[side] and not ids[1 - side]]
        assert alone
        pieces = b"".join(data for _, data in pulse._pieces(alone[0] + 0.5, alone[0] + 1.2))
        assert pieces
        loud = np.abs(np.frombuffer(pieces, "<i2").reshape(-1, 2).astype(float)).mean(axis=0)
        assert loud[side] > LOUD
        assert loud[side] > 2 * loud[1 - side]

    undisturbed(panel.sound.player, pulse, take)
