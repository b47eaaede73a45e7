"""What tests of the Compare workspace share: a song with a reference and two takes, and waiting for the drawing."""

from core.songs.song import Reference, Song, Take
from gui.panels.compare.panel import ComparePanel

HEAD = "X:1\nT:আগুনের পরশমণি\nM:6/8\nL:1/8\nQ:3/8=60\n"
REFERENCE = (
    f"{HEAD}K:C\nE2 G A2 G | (GA) B c3 | d c B A2 G | ^F2 G A3 |\nw: আ-গু-নে-র প-র-শ-ম-ণি\n"
    "G A B c B A |: A2 G E3 :| G F E D2 C | C3- C2 z |]\n"
)
CLOSE = f"{HEAD}K:C\nE2 G A2 G | (GA) B c3 | d c B A2 A | ^F2 G A2 z |\nG A B c B A |: A2 G E3 :| G F E D2 C | C6 |]\n"
FAR = f"{HEAD}K:D\nE2 G A2 G | d6 | d6 |]\n"
SONG = Song(
    title="আগুনের পরশমণি", lyrics="আগুনের পরশমণি", reference=Reference(REFERENCE, "by hand"),
    takes=(Take("far", name="Far", tune=FAR, reply="x", level=3), Take("close", name="Close", tune=CLOSE, reply="x", level=3)),
)  # fmt: skip


def compare_panel(qtbot, session):
    """The workspace on screen, without sound."""
    found = ComparePanel(session)
    qtbot.addWidget(found)
    found.resize(1302, 700)
    with qtbot.waitExposed(found):
        found.show()
    session.put("transport.silent", True)
    return found


def show(qtbot, session, panel, song=SONG):
    with qtbot.waitSignal(panel.pages.drawn, timeout=60_000):
        session.document.open_song(song, None)
    idle(qtbot, session, panel)


def idle(qtbot, session, panel):
    """Wait until everything that was asked for is on screen."""
    timers = panel._soon, panel.pages._layout_timer

    def still():
        return session.tasks.busy == 0 and not any(timer.isActive() for timer in timers)

    qtbot.waitUntil(still, timeout=60_000)
    if panel.compared is not None:
        qtbot.waitUntil(lambda: all(view.map is not None and view._next is None for view in panel.pages.views))
