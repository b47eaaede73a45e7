"""A calm line under a field or a button: what is so, what is amiss, and what to do about it."""

import html
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

LINKS = (
    Qt.TextInteractionFlag.LinksAccessibleByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    | Qt.TextInteractionFlag.TextSelectableByMouse
)


class Note(QLabel):
    """A line that is not there while it has nothing to say. A link tells its name by `linkActivated`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.plain = ""
        """What is said, without the links."""
        self.role = ""
        self.say("")

    def say(self, text: str, role: str = "muted", links: Sequence[tuple[str, str]] = ()) -> None:
        """Say something as `muted`, `warning` or `error`; `links` are pairs of a name and what is read."""
        self.plain = text
        if role != self.role:
            self.role = role
            self.setProperty("role", role)
            self.style().unpolish(self)
            self.style().polish(self)
        shown = " · ".join(f'<a href="{html.escape(name)}">{html.escape(words)}</a>' for name, words in links)
        if shown:
            self.setTextFormat(Qt.TextFormat.RichText)
            self.setText(f"{html.escape(text)} {shown}".replace("\n", "<br>"))
            self.setTextInteractionFlags(LINKS)
        else:
            self.setTextFormat(Qt.TextFormat.PlainText)
            self.setText(text)
            self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(text)
        self.setVisible(bool(text or shown))
