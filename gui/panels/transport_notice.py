"""The one line that says why there is no sound, and what can be done."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from gui import icons
from gui.theme import GRID, LIGHT, Tokens


class TransportNotice(QWidget):
    """Hidden while there is sound."""

    silence_wanted = Signal()
    sound_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours, self._silent = LIGHT, False
        self._sign = QLabel(self)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.silence = QPushButton("Play without sound", self)
        self.silence.setToolTip("The cursor moves in time, and nothing is heard")
        self.again = QPushButton("Try again", self)
        for button in (self.silence, self.again):
            button.setProperty("role", "link")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.silence.clicked.connect(self.silence_wanted)
        self.again.clicked.connect(self.sound_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, GRID // 2, 16, 0)
        row.setSpacing(GRID)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        row.addWidget(self.silence)
        row.addSpacing(GRID)
        row.addWidget(self.again)
        self.hide()

    def show_trouble(self, words: str, *, silent: bool) -> None:
        """Say what is wrong and what is done about it; nothing where all is well."""
        if silent:
            self.words.setText(f"Playing without sound. {words} WAV files can still be exported.".replace("  ", " "))
        else:
            self.words.setText(words)
        self._silent = silent
        self._draw_sign()
        self.silence.setVisible(not silent)
        self.again.setText("Try with sound" if silent else "Try again")
        self.setVisible(bool(words) or silent)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many lines as the words need."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Take more room for larger text."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        # a bar at the window's edge is never asked what height goes with its width, so it has to know
        lines = self.words.heightForWidth(max(self.words.width(), 200))
        self.setFixedHeight(max(lines, self.again.sizeHint().height()) + GRID // 2)

    def room(self) -> int:
        """Return the height it takes now."""
        return 0 if self.isHidden() else self.height()

    def set_colours(self, colours: Tokens) -> None:
        """Dress in a theme."""
        self._colours = colours
        self._draw_sign()

    def _draw_sign(self) -> None:
        name, colour = ("info", self._colours.muted) if self._silent else ("warning", self._colours.warning)
        self._sign.setPixmap(icons.pixmap(name, colour, 16))
