"""A short card for the first run: three steps, gone after use."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QWidget

from gui.session import Session

STEPS = (
    ("1", "Lyrics", "Open a sample or paste a song's words at the left."),
    ("2", "Model", "The small one is ready; a larger one writes better."),
    ("3", "Generate", "Press Ctrl+Return; when it is done, press Space to hear it."),
)


class FirstSteps(QFrame):
    """Shown until a first melody was generated or a person closes it; Help brings it back."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setProperty("role", "panel")
        self.setAccessibleName("First steps")
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(2)
        for column, (number, title, text) in enumerate(STEPS):
            head = QLabel(f"{number}  {title}", self)
            head.setProperty("role", "heading")
            words = QLabel(text, self)
            words.setWordWrap(True)
            words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            words.setProperty("role", "muted")
            grid.addWidget(head, 0, column)
            grid.addWidget(words, 1, column)
            grid.setColumnStretch(column, 1)
        close = QPushButton("Got it", self)
        close.setProperty("role", "flat")
        close.setToolTip("Hide these steps; Help shows them again")
        close.clicked.connect(self._done)
        grid.addWidget(close, 0, len(STEPS), 2, 1, Qt.AlignmentFlag.AlignVCenter)
        self.setVisible(not session.get("first_steps_done", False))
        session.generating.connect(self._on_generating)

    def show_again(self) -> None:
        """Bring the card back."""
        self._session.put("first_steps_done", False)
        self.show()

    def _on_generating(self, running: bool) -> None:
        if not running and self._session.document.song.takes:
            self._done()

    def _done(self) -> None:
        self._session.put("first_steps_done", True)
        self.hide()
