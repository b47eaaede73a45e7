"""A transport on a session and a tune."""

from gui.panels.transport import TransportPanel
from tests.gui.studio_parts import idle

TUNE = "X:1\nM:2/4\nL:1/4\nQ:1/4=120\nK:C\n|:C D|E F:|G A|B c|\n"


def shown(qtbot, session, abc=TUNE):
    found = TransportPanel(session)
    qtbot.addWidget(found)
    found.resize(1366, found.sizeHint().height())
    found.show()
    qtbot.waitExposed(found)
    if abc != session.document.text:
        write(qtbot, session, found, abc)
    idle(qtbot, session)
    return found


def write(qtbot, session, panel, abc):
    with qtbot.waitSignal(session.document.reading_ready):
        session.document.set_text(abc, "editor")
    idle(qtbot, session)


def ids(panel):
    return [sound.id for sound in panel.playback.plan.schedule.sounds]
