"""The left column on a session."""

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QPlainTextEdit

from gui.keeping import Keeping
from gui.panels.studio_column import StudioColumn

TUNE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E|F G A|\n"


def column(qtbot, session, *, shown=True):
    """Return the column with its own keeping, shown as wide as the window has it on a small screen."""
    found = StudioColumn(session, Keeping(session))
    qtbot.addWidget(found)
    found.resize(300, 760)
    if shown:
        found.show()
        qtbot.waitExposed(found)
    return found


def idle(qtbot, session):
    """Wait until no job is queued or running."""
    qtbot.waitUntil(lambda: session.tasks.busy == 0, timeout=60_000)


def drop(widget, path):
    """Drop a file; return whether it was welcome."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(widget.rect().center(), actions, data, buttons, keys)
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        QApplication.sendEvent(widget, QDropEvent(QPointF(widget.rect().center()), actions, data, buttons, keys))
    return enter.isAccepted()


def nameless(widget):
    """Return the controls that a screen reader could not name."""
    kinds = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit)
    inner = (QComboBox,)
    found = [child for kind in kinds for child in widget.findChildren(kind) if child.isVisibleTo(widget)]
    return [
        child
        for child in found
        if not isinstance(child.parent(), inner)
        and child.objectName() not in ("qt_spinbox_lineedit", "ScrollLeftButton", "ScrollRightButton")
        and not child.accessibleName()
        and not (isinstance(child, QAbstractButton) and child.text())
    ]


def cut(widget):
    """Return the visible children that are lower than their own text or wider than the column."""
    found = []
    for child in widget.findChildren(QAbstractButton) + widget.findChildren(QLineEdit) + widget.findChildren(QComboBox):
        if not child.isVisibleTo(widget) or not child.width():
            continue
        right = child.mapTo(widget, child.rect().topRight()).x()
        if child.height() < child.fontMetrics().height() or right > widget.width():
            found.append((child, child.geometry(), right))
    return found
