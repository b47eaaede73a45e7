"""Work that a crash left behind, offered back."""

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.autosave import Leftover
from gui.keeping import Keeping


class Leftovers(QFrame):
    """A calm bar above the score with one row for each song that was not saved; nothing is opened by itself."""

    def __init__(self, keeping: Keeping, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keeping = keeping
        self.setProperty("role", "panel")
        self.setAccessibleName("Unsaved work of an earlier run")
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(16, 8, 16, 8)
        self._rows.setSpacing(4)
        self.hide()
        keeping.leftovers_found.connect(self.offer)

    def offer(self, found: list[Leftover]) -> None:
        """Show a row for each."""
        for leftover in found:
            self._rows.addWidget(self._row(leftover))
        self.setVisible(self._rows.count() > 0)

    def _row(self, leftover: Leftover) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        when = leftover.when.astimezone().strftime("%d %B, %H:%M")
        label = QLabel(f"“{leftover.title or 'Untitled'}” was not saved ({when}).", row)
        layout.addWidget(label, 1)
        recover = QPushButton("Open it", row)
        recover.setAccessibleName(f"Open the unsaved song {leftover.title}")
        discard = QPushButton("Delete", row)
        discard.setProperty("role", "flat")
        discard.setAccessibleName(f"Delete the unsaved song {leftover.title}")
        layout.addWidget(recover)
        layout.addWidget(discard)

        def open_it() -> None:
            self._keeping.recover(leftover, self.window())
            self._drop(row)

        def delete_it() -> None:
            self._keeping.discard(leftover)
            self._drop(row)

        recover.clicked.connect(open_it)
        discard.clicked.connect(delete_it)
        return row

    def _drop(self, row: QWidget) -> None:
        self._rows.removeWidget(row)
        row.deleteLater()
        self.setVisible(self._rows.count() > 0)
