"""A notation panel on the bench: opened, written into, waited for."""

from gui.panels.notation import NotationPanel

WAIT = 30_000
"""Milliseconds: the machine may be busy with other work."""


def open_panel(qtbot, session):
    """Show a panel that scrolls at once."""
    found = NotationPanel(session)
    for card in found.cards.values():
        card.pages.scroll_ms = 0
    qtbot.addWidget(found)
    found.resize(720, 420)
    found.show()
    qtbot.waitExposed(found)
    return found


def settled(panel):
    """Tell whether everything that was asked for is on screen."""
    session = panel._session
    return (
        not session.tasks.busy
        and not panel._layout_timer.isActive()
        and not panel._soon.isActive()
        and session.document.reading.revision == session.document.revision
        and all(card.pages._next is None and not card.pages._turn.isActive() for card in panel.shown_cards())
    )


def settle(qtbot, panel):
    """Wait until it is."""
    qtbot.waitUntil(lambda: settled(panel), timeout=WAIT)


def write(qtbot, panel, text):
    """Change the text, wait for the pictures, return the ids in the order of time."""
    document = panel._session.document
    document.set_text(text, "open")
    with qtbot.waitSignal(document.reading_ready, timeout=WAIT):
        document.read_now()
    settle(qtbot, panel)
    return [moment.id for moment in document.reading.written.moments]
