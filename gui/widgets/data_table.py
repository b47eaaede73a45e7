"""A table of whole rows: one line each, columns of which one takes what is left."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractItemModel, QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

ROW, HEADER = 28, 32


class DataTable(QTableView):
    """`wide` is the column that stretches; `widths` are the others', in px. Tab leaves the table, arrows walk it."""

    def __init__(
        self, model: QAbstractItemModel, name: str, wide: int, widths: Mapping[int, int], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        down = self.verticalHeader()
        down.hide()
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setDefaultSectionSize(ROW)
        across = self.horizontalHeader()
        across.setHighlightSections(False)
        across.setFixedHeight(HEADER)
        across.setMinimumSectionSize(40)
        self.setStyleSheet("QTableView::item { padding: 0 4px; } QHeaderView::section { padding: 4px 8px 4px 7px; }")
        self._wide, self._widths = wide, dict(widths)
        self.lay_out()

    def lay_out(self) -> None:
        """Give the columns their widths; after a model has got others."""
        across = self.horizontalHeader()
        for column in range(self.model().columnCount()):
            if column == self._wide:
                across.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
            else:
                across.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
                across.resizeSection(column, self._widths.get(column, 96))

    def fitting_height(self, most: int) -> int:
        """Return the height that shows all rows, but no more than `most` of them."""
        rows = max(1, min(most, self.model().rowCount()))
        return HEADER + rows * ROW + 2 * self.frameWidth() + 2

    def sizeHint(self) -> QSize:
        """Ask for a few rows."""
        return QSize(320, self.fitting_height(6))
