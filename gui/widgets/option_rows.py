"""The options of a question: which is right and which was chosen, each by a sign, a word and a colour."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui import icons
from gui.theme import GRID, LIGHT, Tokens, bengali_font

SIGN = 16
LONGEST = 1500
"""Letters of an option or question that are laid out; the prompt beside it has all."""


def shortened(text: str) -> str:
    """Return a text that a label lays out in no time."""
    return text if len(text) <= LONGEST else text[:LONGEST].rstrip() + " …"


class OptionRow(QFrame):
    """One option. Its text is shown as it is, never as markup."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign, self.letter, self.text, self.mark = (QLabel(self) for _ in range(4))
        self.sign.setFixedWidth(SIGN)
        self.letter.setProperty("role", "value")
        self.letter.setFixedWidth(2 * GRID)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setFont(bengali_font())
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("option")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        for widget, stretch in ((self.sign, 0), (self.letter, 0), (self.text, 1), (self.mark, 0)):
            row.addWidget(widget, stretch)

    def show_option(self, letter: str, text: str, *, right: bool, chosen: bool, tokens: Tokens) -> None:
        """Show an option and what it is."""
        self.letter.setText(letter)
        self.text.setText(shortened(text))
        words = [word for word, so in (("right", right), ("chosen", chosen)) if so]
        self.mark.setText(", ".join(words))
        self.setAccessibleName(f"{letter}: {text[:LONGEST]}{', ' if words else ''}{', '.join(words)}")
        colour = tokens.second if right else tokens.accent
        if words:
            self.sign.setPixmap(icons.pixmap("check" if right else "close", colour, SIGN))
        else:
            self.sign.clear()
        ground = tokens.second_soft if right else tokens.accent_soft if chosen else "transparent"
        border = colour if chosen else "transparent"
        self.setStyleSheet(
            f"QFrame#option {{ background: {ground}; border: 1px solid {border}; border-radius: 6px; }}"
            f" QLabel {{ background: transparent; color: {tokens.ink}; }}"
        )


class OptionRows(QWidget):
    """All options of one question."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(GRID // 2)
        self.rows: list[OptionRow] = []
        self._shown: tuple[tuple[str, ...], str, str | None] = ((), "", None)
        self._tokens = LIGHT

    def show_options(self, letters: Sequence[str], options: Sequence[str], right: str, chosen: str | None) -> None:
        """Show the options of a question; `chosen` None where no letter was read."""
        self._shown = (tuple(options), right, chosen)
        while len(self.rows) < len(options):
            row = OptionRow(self)
            self.rows.append(row)
            self._column.addWidget(row)
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(options))
            if place < len(options):
                letter = letters[place] if place < len(letters) else str(place + 1)
                row.show_option(
                    letter, options[place], right=letter == right, chosen=letter == chosen, tokens=self._tokens
                )

    def dress(self, tokens: Tokens, letters: Sequence[str]) -> None:
        """Take the theme's colours."""
        self._tokens = tokens
        if self._shown[0]:
            self.show_options(letters, *self._shown)
