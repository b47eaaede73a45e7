"""A row of joined buttons for two to six choices: one of them, or several at once."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}


class Segmented(QWidget):
    """Choices side by side, each a value and its label.

    The row is one stop of the Tab key; arrows, Home and End go from button to button (and choose, where one can be
    chosen only), Space switches. Where several can be chosen the last one stays. `look` is `segment` (one filled bar)
    or `tab` (calm labels of which the chosen are raised).
    """

    chosen = Signal(str)
    """A person chose this value, or switched it on or off."""
    changed = Signal(list)
    """A person changed the choice; all chosen values, in the order of the row."""

    def __init__(
        self,
        choices: Sequence[tuple[str, str]],
        name: str,
        *,
        exclusive: bool = True,
        look: str = "segment",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._exclusive = exclusive
        self._look = look
        self._buttons: dict[str, QPushButton] = {}
        self.setAccessibleName(name)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4 if look == "tab" else 0)
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Offer other choices; what was chosen stays so where it is still there."""
        kept = [value for value in self.values() if value in dict(choices)]
        for button in self._buttons.values():
            self._row.removeWidget(button)
            button.deleteLater()
        self._buttons = {}
        for place, (value, label) in enumerate(choices):
            button = QPushButton(label, self)
            button.setCheckable(True)
            button.setProperty("role", self._look)
            button.setProperty("place", _place(place, len(choices)))
            button.setAccessibleName(f"{self.accessibleName()}: {label}")
            button.setSizePolicy(
                QSizePolicy.Policy.Preferred if self._look == "tab" else QSizePolicy.Policy.Expanding,
                QSizePolicy.Policy.Fixed,
            )
            button.clicked.connect(lambda _=False, value=value: self._click(value))
            button.installEventFilter(self)
            self._row.addWidget(button)
            self._buttons[value] = button
        self.set_values(kept or list(self._buttons)[:1])

    def button(self, value: str) -> QPushButton:
        """Return the button of a value, for a tooltip or to switch it off."""
        return self._buttons[value]

    def value(self) -> str:
        """Return the chosen value, the first of several; empty where there are no choices."""
        return next(iter(self.values()), "")

    def values(self) -> list[str]:
        """Return all chosen values, in the order of the row."""
        return [value for value, button in self._buttons.items() if button.isChecked()]

    def set_value(self, value: str) -> None:
        """Choose one value, silently."""
        self.set_values([value])

    def set_values(self, values: Sequence[str]) -> None:
        """Choose these values, silently; values that are not offered are passed over, an empty choice is none."""
        known = [value for value in values if value in self._buttons][: 1 if self._exclusive else None]
        if known:
            for value, button in self._buttons.items():
                button.setChecked(value in known)
            self._set_tab_stop(known[0])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move with the arrow keys."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            target = self._target(watched, Qt.Key(event.key()))
            if target is not None:
                self._set_tab_stop(target)
                self._buttons[target].setFocus(Qt.FocusReason.OtherFocusReason)
                if self._exclusive:
                    self._click(target)
                return True
        return super().eventFilter(watched, event)

    def _target(self, watched: QObject, key: Qt.Key) -> str | None:
        usable = [value for value, button in self._buttons.items() if button.isEnabled()]
        here = next((place for place, value in enumerate(usable) if self._buttons[value] is watched), None)
        if here is None:
            return None
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return usable[0 if key == Qt.Key.Key_Home else -1]
        return usable[(here + STEPS[key]) % len(usable)] if key in STEPS else None

    def _click(self, value: str) -> None:
        button = self._buttons[value]
        if self._exclusive:
            before = [other for other, row in self._buttons.items() if row.isChecked() and row is not button]
            for row in self._buttons.values():
                row.setChecked(row is button)
            moved = bool(before)
        else:
            moved = bool(self.values())
            button.setChecked(button.isChecked() or not moved)
        self._set_tab_stop(value)
        if moved:
            self.chosen.emit(value)
            self.changed.emit(self.values())

    def _set_tab_stop(self, value: str) -> None:
        for other, button in self._buttons.items():
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if other == value else Qt.FocusPolicy.ClickFocus)


def _place(place: int, count: int) -> str:
    if count == 1:
        return "only"
    return "first" if place == 0 else "last" if place == count - 1 else "middle"
