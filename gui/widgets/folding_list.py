"""A list under a headline that folds it away."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from gui import icons
from gui.theme import GRID, Tokens

MOST_ROWS = 3


class FoldingList(QWidget):
    """The headline says how many; without rows there is nothing to unfold, and it says so.

    The headline stands where the owner puts it; the list itself takes no room while it has no rows or is folded.
    """

    chosen = Signal(int)
    """A row was clicked, or Enter was pressed on it."""
    pressed = Signal(int)
    """The last cell of a row, where it says something, was clicked."""
    folded = Signal(bool)

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fold = False
        self.headline = QToolButton(self)
        self.headline.setProperty("role", "flat")
        self.headline.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.headline.clicked.connect(self._turn)
        self.view = _Rows(self)
        self.view.setModel(model)
        self.view.clicked.connect(self._choose)
        self.view.entered_row.connect(self.chosen)
        self._model = model
        self._colours: Tokens | None = None
        self._sign, self._sign_colour = "check", "second"
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        model.modelReset.connect(self._fit)
        self._fit()

    def say(self, words: str, sign: str, colour: str) -> None:
        """Set the headline; the sign stands before it where there is nothing to unfold."""
        self._sign, self._sign_colour = sign, colour
        self.headline.setText(words)
        self._draw()

    def fold(self, folded: bool) -> None:
        """Hide the rows or show them."""
        if folded != self._fold:
            self._fold = folded
            self._fit()
            self.folded.emit(folded)

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        size = self._icon_size()
        self.view.setIconSize(QSize(size, size))
        self.headline.setIconSize(QSize(size, size))
        self.view.fit_first_column()
        self.view.setStyleSheet("QTreeView { background: transparent; border: none; }")
        self.headline.setStyleSheet("QToolButton { padding: 5px 8px; }")
        self._draw()

    def _turn(self) -> None:
        self.fold(not self._fold)

    def _icon_size(self) -> int:
        return max(16, self.fontMetrics().height() - 2)

    def row(self) -> int | None:
        """Return the row that the keyboard is on, None while it is not in the list."""
        index = self.view.currentIndex()
        return index.row() if self.view.hasFocus() and index.isValid() else None

    def _choose(self, index: QModelIndex) -> None:
        if self.view.acts(index):
            self.pressed.emit(index.row())
        else:
            self.chosen.emit(index.row())

    def _fit(self) -> None:
        rows = self._model.rowCount()
        self.setVisible(bool(rows) and not self._fold)
        self.view.fit_first_column()
        self.view.updateGeometry()
        self._draw()

    def _draw(self) -> None:
        some = bool(self._model.rowCount())
        self.headline.setEnabled(some)
        self.headline.setAccessibleName(f"{self.headline.text()}, {'folded' if self._fold else 'unfolded'}")
        self.headline.setToolTip(("Show the list" if self._fold else "Fold the list away") if some else "")
        if self._colours is None:
            return
        if some:
            picture = icons.icon("unfold" if self._fold else "fold", self._colours.muted, size=self._icon_size())
        else:
            picture = icons.icon(self._sign, getattr(self._colours, self._sign_colour), size=self._icon_size())
        self.headline.setIcon(picture)


class _Rows(QTreeView):
    """As high as its rows, up to a few; the rest scrolls."""

    entered_row = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.entered.connect(self._point)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda index: self.entered_row.emit(index.row()))

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model; the second column takes the room that is left."""
        super().setModel(model)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(GRID)
        for column in range(header.count()):
            fixed = QHeaderView.ResizeMode.Stretch if column == 1 else QHeaderView.ResizeMode.Fixed
            header.setSectionResizeMode(column, fixed)

    def acts(self, index: QModelIndex) -> bool:
        """Say whether a click on a cell does something other than choose its row."""
        model = self.model()
        return model is not None and 1 < index.column() == model.columnCount() - 1 and bool(index.data())

    def _point(self, index: QModelIndex) -> None:
        hand = self.acts(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def fit_first_column(self) -> None:
        """Make the first column as wide as its longest words. Qt would ask for every row, and often."""
        model = self.model()
        words = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
        longest = max(words, key=len, default="")
        width = self.fontMetrics().horizontalAdvance("0" * len(longest))
        self.header().resizeSection(0, self.iconSize().width() + width + 2 * GRID)
        for column in range(2, model.columnCount()):
            title = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
            self.header().resizeSection(column, self.fontMetrics().horizontalAdvance(title) + 4 * GRID)

    def sizeHint(self) -> QSize:
        """Return the room that the rows need."""
        model = self.model()
        rows = min(MOST_ROWS, model.rowCount()) if model is not None else 0
        row = self.sizeHintForRow(0) if rows else QFontMetrics(self.font()).height()
        return QSize(200, rows * max(1, row) + 2)

    def minimumSizeHint(self) -> QSize:
        """Be no higher than the rows: Qt would keep room for three."""
        return QSize(80, self.sizeHint().height())
