"""Tidy the ABC of the window: one command, in the background, as a new take."""

import threading
from typing import TYPE_CHECKING

from gui.session import Session

if TYPE_CHECKING:
    from core.formats.abc.tidy import Tidied

MOST_SHOWN = 2
"""Losses that the message names; the others are counted."""


def tidy_text(session: Session, *, writing: bool) -> None:
    """Put the current text into canonical form; what it was stays in its take and behind Undo.

    `writing`: a model is writing the text just now, which is then left to it.
    """
    if writing:
        session.message.emit("The ABC can be tidied when the model is done.", "info")
        return
    document = session.document
    revision, text = document.revision, document.text

    def job(_stop: threading.Event) -> "Tidied":
        # late: the frame of the window is on screen before any music is read
        from core.formats.abc.tidy import tidy

        return tidy(text)

    def done(found: "Tidied") -> None:
        if document.revision != revision:
            session.message.emit("The text was changed meanwhile, so it was not tidied.", "warning")
            return
        if found.changed:
            document.set_text(found.text, "repair")
        session.message.emit(*_said(found))

    session.tasks.run("measure", job, owner=session, done=done)


def _said(found: "Tidied") -> tuple[str, str]:
    """Return the line for the status bar and how serious it is."""
    head = "The ABC is tidy; Undo brings the text before back." if found.changed else "The ABC was tidy already."
    if not found.changed and found.lost:
        head = "The ABC was left as it is."
    if not found.lost:
        return head, "info"
    more = len(found.lost) - MOST_SHOWN
    said = " ".join([head, *found.lost[:MOST_SHOWN], *([f"And {more} more."] if more > 0 else [])])
    return said, "warning"
