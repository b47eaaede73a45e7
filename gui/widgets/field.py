"""A label above a field, as all panels have it."""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

LABEL_GAP = 4
GAP = 8
BLOCK_GAP = 12
MARGIN = 16


def muted(text: str = "") -> QLabel:
    """Return a small quiet label."""
    label = QLabel(text)
    label.setProperty("role", "muted")
    return label


def field(text: str, widget: QWidget, *, beside: QWidget | None = None, name: str = "") -> QVBoxLayout:
    """Return a label above a widget, whose accessible name it is; `beside` stands at the label's right."""
    label = muted(text)
    label.setBuddy(widget)
    if not widget.accessibleName():
        widget.setAccessibleName(name or text)
    column = QVBoxLayout()
    column.setSpacing(LABEL_GAP)
    column.setContentsMargins(0, 0, 0, 0)
    if beside is None:
        column.addWidget(label)
    else:
        row = QHBoxLayout()
        row.setSpacing(GAP)
        row.addWidget(label)
        row.addStretch()
        row.addWidget(beside)
        column.addLayout(row)
    column.addWidget(widget)
    return column


def side_by_side(*columns: QVBoxLayout) -> QHBoxLayout:
    """Return fields in one row of equal widths."""
    row = QHBoxLayout()
    row.setSpacing(GAP)
    for column in columns:
        row.addLayout(column, 1)
    return row
