"""Fields that keep still while the column under the pointer is scrolled."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)  # fmt: skip

from gui import icons

NARROWEST, WIDEST = 72, 480
BESIDE = 32
"""Padding and the scroll bar."""
SIGN = 14


class Choice(QComboBox):
    """A list to choose from, as narrow as its column."""

    def __init__(self, *, editable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(editable)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(16)
        # The combo box's own delegate takes no padding from the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))

    def showPopup(self) -> None:
        """Open the list as wide as its longest row."""
        view = self.view()
        view.setMinimumWidth(min(WIDEST, view.sizeHintForColumn(0) + BESIDE))
        super().showPopup()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign of a list, which a style sheet takes away, and a long name with dots where it is cut."""
        if self.isEditable() or self.currentIndex() < 0:
            super().paintEvent(event)
        else:
            self._paint_elided()
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText).name()
        place = QRect(self.width() - SIGN - 8, (self.height() - SIGN) // 2, SIGN, SIGN)
        painter = QPainter(self)
        painter.drawPixmap(place, icons.pixmap("fold", colour, SIGN))
        painter.end()

    def _paint_elided(self) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        room = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, self
        )
        taken = 2 if self.itemIcon(self.currentIndex()).isNull() else 2 + self.iconSize().width() + 4
        # the option's own font metrics are those of a bare widget, not of the style sheet
        words = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room.width() - taken)
        option.currentText = words
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the column unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Number(QDoubleSpinBox):
    """A number without needless zeros. Where `empty` is given, the lowest value means it."""

    def __init__(
        self, low: float, high: float, *, step: float = 1.0, decimals: int = 0, empty: str = "", suffix: str = ""
    ) -> None:
        super().__init__()
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setSpecialValueText(empty)
        self.setSuffix(suffix)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("role", "plain")
        self.lineEdit().setTextMargins(0, 0, 8, 0)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def is_empty(self) -> bool:
        """Whether the lowest value stands for none."""
        return bool(self.specialValueText()) and self.value() == self.minimum()

    def set_quietly(self, value: float | None) -> None:
        """Take a value without telling anybody; None is the empty one."""
        wanted = self.minimum() if value is None else value
        if wanted != self.value():
            blocked = self.blockSignals(True)
            self.setValue(wanted)
            self.blockSignals(blocked)

    def minimumSizeHint(self) -> QSize:
        """Ask for little: the widest value is seldom there."""
        return QSize(NARROWEST, super().minimumSizeHint().height())

    def textFromValue(self, value: float) -> str:
        """Write a whole number as one."""
        return f"{value:.{self.decimals()}f}".rstrip("0").rstrip(".") if self.decimals() else f"{value:.0f}"

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the column unless the field has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
