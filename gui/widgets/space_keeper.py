"""Leaves Space to the control that has the focus, where a window uses Space as a shortcut of its own."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QWidget

OWN_SPACE = (QAbstractButton, QComboBox, QAbstractItemView)
"""Where Space presses, opens or chooses."""


class SpaceKeeper(QObject):
    """Watches only the control that has the focus."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    def _on_focus(self, before: QWidget | None, after: QWidget | None) -> None:
        if isinstance(before, OWN_SPACE):
            before.removeEventFilter(self)
        if isinstance(after, OWN_SPACE):
            after.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim the key before a shortcut can take it."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Space
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
        ):
            event.accept()
            return True
        return super().eventFilter(watched, event)
