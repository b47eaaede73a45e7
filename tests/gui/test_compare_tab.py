"""The tablature of the Compare workspace is for the Studio's instrument, and is moved into its range as there."""

from dataclasses import replace

import pytest

from core.formats.abc.reader import read_first
from core.score.side_by_side import side_by_side
from core.score.timeline import timeline
from core.songs.song import Reference
from core.tradition.tunings import GUITAR
from core.views.pairs import in_range
from gui.panels.compare import export as compare_export
from tests.gui.compare_parts import HEAD, SONG, compare_panel, idle, show

LOW, HIGH = f"{HEAD}K:C\nC,,2 D,, E,,2 G,, | A,,6 |]\n", f"{HEAD}K:C\nC,,2 D,, E,,2 G,, | A,3 A,,3 |]\n"


@pytest.fixture
def panel(qtbot, session):
    return compare_panel(qtbot, session)


def test_tablature_is_for_the_instrument_of_the_studio(qtbot, session, panel):
    show(qtbot, session, panel)
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.pages.set_view("tab")
    idle(qtbot, session, panel)
    session.put("tab.tuning", "mandolin")
    session.put("tab.capo", 2)
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.pages.refresh()
    idle(qtbot, session, panel)
    for view in panel.pages.views:
        told = ["Mandolin" in picture.page.svg for picture in view._stack.pictures]
        assert told == [True] + [False] * (len(told) - 1)
    # in other notations it is of no account
    panel.pages.set_view("jianpu")
    assert panel.pages.board is GUITAR


def test_tablature_is_moved_into_range_where_the_studio_does_it_both_sides_alike(qtbot, session, panel):
    low = replace(SONG, reference=Reference(LOW, ""), takes=(replace(SONG.takes[0], tune=HIGH),))
    panel.pages.set_view("tab")
    show(qtbot, session, panel, low)
    assert panel.pages.hint == ""
    before = [view._stack.pictures[0].page.svg for view in panel.pages.views]
    session.put("tab.into_range", True)
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        panel.pages.refresh()
    idle(qtbot, session, panel)
    assert panel.pages.hint == "Tab is an octave above the sound, to lie within these strings."
    one, other = (view._stack.pictures[0].page.svg for view in panel.pages.views)
    # a note that has no fret is named instead
    assert all("C2?" in svg for svg in before)
    assert not any("?<" in svg for svg in (one, other))
    shown = panel.shown()
    assert "an octave above the sound" in " ".join(compare_export.sheet(shown, "x").lines)
    assert "an octave above" not in " ".join(compare_export.sheet(replace(shown, moved=False), "x").lines)
    panel.pages.set_view("jianpu")
    assert not panel.pages.moved
    idle(qtbot, session, panel)
    assert panel.pages.hint == ""


def test_tunes_in_two_octaves_are_moved_together_so_that_they_still_look_different():
    low, high = (read_first(tune).score for tune in (LOW, LOW.replace(",,", "")))
    sides = side_by_side(low, high)
    moved, octaves = in_range(sides, GUITAR)
    assert octaves == 1
    gaps = [
        b.pitch.midi - a.pitch.midi for a, b in zip(timeline(moved.one).notes, timeline(moved.other).notes, strict=True)
    ]
    assert set(gaps) == {24}
    assert in_range(side_by_side(high, high), GUITAR)[1] == 0
