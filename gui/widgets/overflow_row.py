"""A row of controls of which the less important move into a small pop-up where there is no room."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from gui.theme import GRID


@dataclass(frozen=True, slots=True)
class Item:
    """One control: the lower its rank the sooner it leaves; `words` name it in the pop-up. No rank: it stays."""

    widget: QWidget
    rank: int | None
    words: str


class OverflowRow(QWidget):
    """Lays out its controls from left to right; `more` opens the pop-up and is there only where something is in it."""

    def __init__(self, more: QToolButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[Item] = []
        self._away: list[Item] = []
        self.more = more
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(GRID)
        self.row.addWidget(more)
        self.popup = QFrame(self, Qt.WindowType.Popup)
        self.popup.setObjectName("more")
        self._grid = QGridLayout(self.popup)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(GRID)
        self._labels: list[QLabel] = []
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._fit)
        more.clicked.connect(self._open)
        more.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def add(self, widget: QWidget, *, rank: int | None = None, words: str = "", stretch: int = 0) -> None:
        """Add a control at the right end."""
        self._items.append(Item(widget, rank, words))
        self.row.insertWidget(self.row.count() - 1, widget, stretch)

    def away(self) -> list[QWidget]:
        """Return the controls that are in the pop-up."""
        return [item.widget for item in self._away]

    def minimumSizeHint(self) -> QSize:
        """Ask for the room of the controls that always stay, and of the button for the others."""
        staying = [item.widget for item in self._items if item.rank is None]
        width = sum(self._least(widget) for widget in staying) + self.more.sizeHint().width()
        return QSize(width + GRID * len(staying), self._height())

    def sizeHint(self) -> QSize:
        """Ask for the room of all."""
        return QSize(self._width(self._items), self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move controls out or back."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Look again when a control wants another width, after a change of its text or of the font."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._soon.start()
        return super().event(event)

    def _height(self) -> int:
        return max((item.widget.sizeHint().height() for item in self._items), default=0)

    @staticmethod
    def _least(widget: QWidget) -> int:
        stretches = widget.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Expanding
        wanted = widget.minimumSizeHint() if stretches else widget.sizeHint()
        return max(wanted.width(), widget.minimumWidth())

    def _width(self, items: list[Item]) -> int:
        return sum(self._least(item.widget) for item in items) + GRID * max(len(items) - 1, 0)

    def _fit(self) -> None:
        kept, away = list(self._items), list[Item]()
        more = self.more.sizeHint().width() + GRID
        while self._width(kept) + (more if away else 0) > self.width():
            leaving = [item for item in kept if item.rank is not None]
            if not leaving:
                break
            last = min(leaving, key=lambda item: item.rank or 0)
            kept.remove(last)
            away.append(last)
        wanted = [item for item in self._items if item in away]
        if wanted != self._away:
            self._move(wanted)

    def _move(self, away: list[Item]) -> None:
        self.popup.hide()
        for label in self._labels:
            self._grid.removeWidget(label)
            label.deleteLater()
        self._labels = []
        for item in self._away:
            self._grid.removeWidget(item.widget)
        self._away = away
        for line, item in enumerate(away):
            label = QLabel(item.words, self.popup)
            label.setBuddy(item.widget)
            self._labels.append(label)
            self.row.removeWidget(item.widget)
            self._grid.addWidget(label, line, 0)
            self._grid.addWidget(item.widget, line, 1)
            item.widget.show()
        for place, item in enumerate(self._items_here()):
            if item.widget.parentWidget() is not self:
                self.row.insertWidget(place, item.widget)
                item.widget.show()
        self.more.setVisible(bool(away))

    def _items_here(self) -> list[Item]:
        return [item for item in self._items if item not in self._away]

    def _open(self) -> None:
        self.popup.adjustSize()
        size = self.popup.sizeHint()
        corner = self.more.mapToGlobal(QPoint(self.more.width() - size.width(), -size.height() - GRID))
        self.popup.move(corner)
        self.popup.show()
        self._away[0].widget.setFocus(Qt.FocusReason.PopupFocusReason)
