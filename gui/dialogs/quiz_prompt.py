"""The very text that a model is sent for a question, to be seen before anything is sent."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.benchmarks import TASKS_BY_NAME
from core.benchmarks.banks.bank import Bank
from gui.theme import Theme
from gui.widgets.icon_button import IconButton
from gui.widgets.note import Note
from gui.widgets.text_area import TextArea

WIDTH, HEIGHT = 600, 480


class PromptDialog(QDialog):
    """Goes through the questions of a bank."""

    def __init__(self, theme: Theme, bank: Bank, sends: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bank = bank
        self.place = 0
        self.setWindowTitle("What a model is asked")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.head = QLabel(self)
        self.head.setTextFormat(Qt.TextFormat.PlainText)
        self.head.setProperty("role", "heading")
        self.previous = IconButton("up", "Previous question", "Alt+Up", self)
        self.next = IconButton("down", "Next question", "Alt+Down", self)
        self.text = TextArea("Prompt", 14, parent=self)
        self.note = Note(self)
        self.note.say(
            "Exactly this is sent, as one message of the user; a GGUF model's own chat template is put round it. "
            f"{sends}".strip()
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        row = QHBoxLayout()
        row.addWidget(self.head, 1)
        for button, steps, keys in ((self.previous, -1, "Alt+Up"), (self.next, 1, "Alt+Down")):
            button.set_colours(theme.tokens)
            button.setShortcut(keys)
            button.clicked.connect(lambda _=False, steps=steps: self.step(steps))
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addLayout(row)
        column.addWidget(self.text, 1)
        column.addWidget(self.note)
        column.addWidget(buttons)
        self.resize(WIDTH, HEIGHT)
        self.step(0)

    def step(self, steps: int) -> None:
        """Go to another question."""
        samples = self._bank.samples
        self.place = max(0, min(len(samples) - 1, self.place + steps))
        sample = samples[self.place]
        task = TASKS_BY_NAME[sample.task]
        self.head.setText(f"{task.title}, question {self.place + 1} of {len(samples)}")
        self.text.show_text("\n".join(turn.text for turn in task.turns(sample)))
        self.previous.setEnabled(self.place > 0)
        self.next.setEnabled(self.place < len(samples) - 1)
