"""The items of a project as rows that are fetched a page at a time, so that memory does not grow with their number."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QColor

from core.experiments.kept import Item
from gui import icons
from gui.tables.quiz_words import look, reason
from gui.theme import LIGHT, Tokens, bengali_font

Index = QModelIndex | QPersistentModelIndex
PAGE = 100
KEPT = 12
"""Pages in memory at once."""
OUTCOME, QUESTION, MODEL, CHOSEN, RIGHT = range(5)
COLUMNS = ("Outcome", "Question", "Model", "Chosen", "Right")
SIGN = 16
LONGEST = 300
"""Letters of a question in a row; a row shows one line."""


class ItemsModel(QAbstractTableModel):
    """Rows are empty until their page has come. Which pages are needed is told by `wanted`, once each."""

    wanted = Signal(int)
    """A page should be fetched, by its number from 0."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.total = 0
        self._pages: OrderedDict[int, tuple[Item, ...]] = OrderedDict()
        self._asked: set[int] = set()
        self._colours = LIGHT
        self._font = bengali_font()
        self._missing: set[int] = set()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)

    def begin(self, total: int, first: Sequence[Item]) -> None:
        """Show another list, of which the first page is here."""
        self.beginResetModel()
        self.total = total
        self._pages.clear()
        self._asked.clear()
        self._missing.clear()
        if first:
            self._pages[0] = tuple(first)
        self.endResetModel()

    def take(self, page: int, total: int, rows: Sequence[Item]) -> None:
        """Take a page that was fetched, and how many rows there are by now."""
        self._asked.discard(page)
        if total != self.total:
            self._resize(total)
        self._pages[page] = tuple(rows)
        self._pages.move_to_end(page)
        while len(self._pages) > KEPT:
            self._pages.popitem(last=False)
        first, last = page * PAGE, min(page * PAGE + len(rows), self.total) - 1
        if last >= first:
            self.dataChanged.emit(self.index(first, 0), self.index(last, RIGHT))

    def _resize(self, total: int) -> None:
        if total > self.total:
            self.beginInsertRows(QModelIndex(), self.total, total - 1)
            self.total = total
            self.endInsertRows()
        else:
            self.beginRemoveRows(QModelIndex(), total, self.total - 1)
            self.total = total
            self.endRemoveRows()

    def failed(self, page: int) -> None:
        """Note that a page did not come; it is asked for again when it is next looked at."""
        self._asked.discard(page)

    def forget(self) -> None:
        """Fetch what is looked at anew: grades or decisions have changed."""
        self._asked.clear()
        for page in list(self._pages):
            self._missing.add(page)
        self._soon.start()

    def row(self, number: int) -> Item | None:
        """Return a row where its page is here; asks for the page where it is not."""
        page, place = divmod(number, PAGE)
        found = self._pages.get(page)
        if found is None or place >= len(found):
            if 0 <= number < self.total and page not in self._asked:
                self._missing.add(page)
                self._soon.start()
            return None
        return found[place]

    @property
    def held(self) -> int:
        """How many rows are in memory."""
        return sum(len(page) for page in self._pages.values())

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        if self.total:
            self.dataChanged.emit(self.index(0, 0), self.index(self.total - 1, RIGHT))

    def _ask(self) -> None:
        missing, self._missing = sorted(self._missing), set()
        for page in missing:
            self._asked.add(page)
            self.wanted.emit(page)

    # -- Qt -------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        """Return the number of rows, fetched or not."""
        return 0 if parent.isValid() else self.total

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Name the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        """Return what a cell shows and says."""
        column = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(column)
        if role == Qt.ItemDataRole.FontRole:
            return self._font if column == QUESTION else None
        item = self.row(index.row())
        if item is None:
            return "…" if role == Qt.ItemDataRole.DisplayRole and column == QUESTION else None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown(item, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {shown(item, column) or 'none'}"
        if column == OUTCOME:
            return self._outcome(item, role)
        return None

    def _outcome(self, item: Item, role: int) -> Any:  # noqa: ANN401
        found = look(item.status)
        if role == Qt.ItemDataRole.DecorationRole:
            return icons.pixmap(found.icon, found.colour(self._colours), SIGN)
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(found.colour(self._colours))
        if role == Qt.ItemDataRole.ToolTipRole:
            # our own words only: Qt would take a text of others for markup here
            return f"{found.word}: {reason(item.reason)}" if item.reason else found.word
        return None


def shown(item: Item, column: int) -> str:
    """Return the text of a cell."""
    if column == OUTCOME:
        by_hand = " · hand" if item.decided else ""
        return look(item.status).word + by_hand
    if column == QUESTION:
        return " ".join(item.question[:LONGEST].split())
    if column == MODEL:
        return f"{item.model} · {item.repeat + 1}" if item.repeat else item.model
    if column == CHOSEN:
        return (item.decided_letter if item.decided else item.letter) or "–"
    return item.answer


def alignment(column: int) -> Qt.AlignmentFlag:
    """Return how a column stands: letters in the middle, words left."""
    flags = Qt.AlignmentFlag
    return (flags.AlignHCenter if column in (CHOSEN, RIGHT) else flags.AlignLeft) | flags.AlignVCenter
