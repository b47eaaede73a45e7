"""The list of takes: two lines a row, the second over the whole width."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from gui.theme import GRID, LIGHT, Tokens

Index = QModelIndex | QPersistentModelIndex


class TakesView(QTreeView):
    """Click or Enter opens, F2 or a double click renames. It knows roles, not takes."""

    opened = Signal(int)
    """A row is to be shown."""
    pressed_key = Signal(str)
    """One of the keys given to `listen_to` was pressed; its text."""

    def __init__(self, how_role: int, current_role: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colours = LIGHT
        self.how_role, self.current_role = how_role, current_role
        self._keys: list[QKeySequence] = []
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setItemDelegate(TakeDelegate(self))
        header = self.header()
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(2 * GRID)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def listen_to(self, *keys: str) -> None:
        """Take these keys before the window's menus can; they are for this list while it has the keyboard."""
        self._keys = [QKeySequence(key) for key in keys]

    def stretch(self, column: int) -> None:
        """Let one column take the room that the others leave."""
        for other in range(self.header().count()):
            mode = QHeaderView.ResizeMode.Stretch if other == column else QHeaderView.ResizeMode.ResizeToContents
            self.header().setSectionResizeMode(other, mode)

    def put_over_header(self, widget: QWidget) -> None:
        """Show a widget in the header's left, over the column that needs no name."""
        header = self.header()
        widget.setParent(header)
        widget.move(0, 0)
        widget.adjustSize()
        header.setFixedHeight(max(widget.height(), header.sizeHint().height()))

    def selected_rows(self) -> list[int]:
        """Return the selected rows from top to bottom."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def choose(self, row: int) -> None:
        """Select one row and put the cursor on it."""
        index = self.model().index(row, 0)
        self.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        )

    def event(self, event: QEvent) -> bool:
        """Claim the keys of this list."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open by Enter, hand the listed keys on, and leave the rest to Qt."""
        key = self._key(event)
        if self.state() == QAbstractItemView.State.EditingState:
            # what the field for the name has no use for comes here too
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
        elif key:
            self.pressed_key.emit(key)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open what was clicked; with Ctrl or Shift a click only selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.button() == Qt.MouseButton.LeftButton and plain and index.isValid():
            self.opened.emit(index.row())

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cells, then how the take came under all of them, and a stroke before the current one."""
        super().drawRow(painter, options, index)
        box: QRect = options.rect
        metrics = self.fontMetrics()
        words = str(index.data(self.how_role) or "")
        top = box.top() + GRID // 4 + metrics.height()
        line = QRect(GRID, top, self.viewport().width() - 2 * GRID, box.bottom() - GRID // 4 - top)
        painter.save()
        painter.setPen(QColor(self.colours.muted))
        painter.setFont(self.small_font())
        small = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, small)
        if index.data(self.current_role):
            painter.fillRect(QRect(0, box.top() + 2, 3, box.height() - 4), QColor(self.colours.accent))
        if index.row() == self.currentIndex().row() and self.hasFocus():
            painter.setPen(QColor(self.colours.second))
            painter.drawRect(QRect(0, box.top(), self.viewport().width() - 1, box.height() - 1))
        painter.restore()

    def row_height(self) -> int:
        """Return the height of two lines with a little air."""
        return self.fontMetrics().height() + QFontMetrics(self.small_font()).height() + GRID // 2 + 2

    def small_font(self) -> QFont:
        """Return the font of the second line."""
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 12 / 13)
        return font

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self.colours = colours
        self.setStyleSheet(
            "QTreeView { background: transparent; border: none; }"
            " QTreeView::item { border: none; padding: 0; }"
            f" QTreeView::item:selected, QTreeView::item:selected:active {{ background-color: {colours.accent_soft};"
            f" color: {colours.ink}; }}"
            f" QTreeView::item:hover:!selected {{ background: {colours.hover}; }}"
            " QHeaderView::section { background: transparent; padding: 0 8px; }"
        )

    def _key(self, event: QKeyEvent) -> str:
        pressed = QKeySequence(event.keyCombination())
        return next((key.toString() for key in self._keys if key == pressed), "")


class TakeDelegate(QStyledItemDelegate):
    """Draws a cell in the upper line of its row; the current take's name is bold."""

    def __init__(self, view: TakesView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002
        """Return room for two lines, and for the text in bold."""
        font = QFont(self._view.font())
        font.setBold(True)
        words = QFontMetrics(font).horizontalAdvance(str(index.data() or ""))
        return QSize(words + 2 * GRID, self._view.row_height())

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Keep text, sign and focus frame from Qt, which would draw the frame over the whole cell."""
        super().initStyleOption(option, index)
        option.text = ""
        option.icon = QIcon()
        option.state &= ~QStyle.StateFlag.State_HasFocus

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the ground as the style does, then the text or the sign."""
        super().paint(painter, option, index)
        box = self._upper(option.rect)
        sign = index.data(Qt.ItemDataRole.DecorationRole)
        painter.save()
        if sign is not None:
            size = sign.deviceIndependentSize().toSize()
            painter.drawPixmap(box.center().x() - size.width() // 2, box.center().y() - size.height() // 2 + 1, sign)
        else:
            font = QFont(self._view.font())
            font.setBold(bool(index.data(self._view.current_role)) and index.column() == 0)
            font.setFeature(QFont.Tag("tnum"), 1)
            painter.setFont(font)
            painter.setPen(QColor(self._view.colours.ink))
            inner = box.adjusted(GRID, 0, -GRID, 0)
            words = painter.fontMetrics().elidedText(index.data() or "", Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, index.data(Qt.ItemDataRole.TextAlignmentRole), words)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: ARG002
        """Edit a name in a plain field."""
        field = QLineEdit(parent)
        field.setAccessibleName("Name of the take")
        field.setStyleSheet("QLineEdit { padding: 0 4px; border-radius: 4px; }")
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the field once; a row that is measured meanwhile must not undo what is being typed."""
        if isinstance(editor, QLineEdit) and not editor.isModified():
            super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: ARG002
        """Put the field over the upper line of the whole row."""
        box = self._upper(option.rect)
        width = self._view.viewport().width() - box.left() - GRID
        editor.setGeometry(box.left() + GRID // 2 - 1, box.top() - 1, width, box.height() + 4)

    def _upper(self, box: QRect) -> QRect:
        return QRect(box.left(), box.top() + GRID // 4, box.width(), self._view.fontMetrics().height())
