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

    def _choose(self, index: QModelIndex) -> None:
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
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.activated.connect(lambda index: self.entered_row.emit(index.row()))

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model; the last column takes the room that is left."""
        super().setModel(model)
        self.header().setStretchLastSection(True)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)

    def fit_first_column(self) -> None:
        """Make the first column as wide as its longest words. Qt would ask for every row, and often."""
        model = self.model()
        words = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
        longest = max(words, key=len, default="")
        width = self.fontMetrics().horizontalAdvance("0" * len(longest))
        self.header().resizeSection(0, self.iconSize().width() + width + 2 * GRID)

    def sizeHint(self) -> QSize:
        """Return the room that the rows need."""
        model = self.model()
        rows = min(MOST_ROWS, model.rowCount()) if model is not None else 0
        row = self.sizeHintForRow(0) if rows else QFontMetrics(self.font()).height()
        return QSize(200, rows * max(1, row) + 2)

    def minimumSizeHint(self) -> QSize:
        """Be no higher than the rows: Qt would keep room for three."""
        return QSize(80, self.sizeHint().height())
