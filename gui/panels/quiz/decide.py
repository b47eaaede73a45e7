"""What a person reads out of an unclear answer: a letter or none, by whom and why."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from core.experiments.kept import FullItem
from core.experiments.quiz import Project
from core.llm.letter.find import LETTERS
from gui.panels.quiz.project import OpenProject
from gui.session import Session
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, field, side_by_side
from gui.widgets.note import Note

WHO = "quiz.who"
NONE_KEY = "0"


class DecideBar(QWidget):
    """Keeps a decision in the project. The grade stays as it is; a later decision stands before an earlier one."""

    decided = Signal(int)
    """A decision on this item was kept."""

    def __init__(self, session: Session, project: OpenProject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._project = session, project
        self._item: FullItem | None = None
        self._busy = False
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.letters = {letter: QPushButton(letter) for letter in LETTERS}
        self.none = QPushButton("No answer")
        self.who = QLineEdit(str(session.get(WHO, "")))
        self.why = QLineEdit()
        self.note = Note()
        self.who.setMaxLength(100)
        self.why.setMaxLength(1000)
        self.who.setPlaceholderText("your name")
        self.why.setPlaceholderText("optional")
        row = QHBoxLayout()
        row.setSpacing(GAP)
        for letter, button in self.letters.items():
            button.setToolTip(f"The reply means {letter} ({letter})")
            button.setAccessibleName(f"The reply means {letter}")
            button.clicked.connect(lambda _=False, letter=letter: self.decide(letter))
            row.addWidget(button, 1)
        self.none.setToolTip(f"The reply gives no answer ({NONE_KEY})")
        self.none.clicked.connect(lambda: self.decide(None))
        row.addWidget(self.none, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        column.setSpacing(GAP)
        column.addLayout(row)
        column.addLayout(side_by_side(field("Decided by", self.who), field("Why", self.why)))
        column.addWidget(self.note)
        self.show_item(None)

    def show_item(self, item: FullItem | None) -> None:
        """Decide on another item; None, or one without an answer, cannot be decided on."""
        self._item = item if item is not None and item.answered is not None else None
        self.why.clear()
        self.note.say("")
        count = len(item.sample.options) if item is not None else 0
        for place, button in enumerate(self.letters.values()):
            button.setEnabled(self._item is not None and place < count)
        self.none.setEnabled(self._item is not None)

    def wait(self) -> None:
        """Decide on nothing until another item is shown: keys must not strike the one that a person has left."""
        self._item = None

    def decide(self, letter: str | None) -> None:
        """Keep a decision, or say what is missing."""
        item = self._item
        if item is None or self._busy or (letter is not None and not self.letters[letter].isEnabled()):
            return
        who, why = self.who.text().strip(), self.why.text().strip()
        if not who:
            self.note.say("Write your name first: it is kept with the decision.", "error")
            self.who.setFocus()
            return
        self._session.put(WHO, who)
        self._busy = True

        def done(_nothing: None) -> None:
            self._busy = False
            self.decided.emit(item.id)

        def failed(error: Exception) -> None:
            self._busy = False
            self.note.say(str(error), "error")

        def job(project: Project) -> None:
            project.decide(item.id, letter, who=who, why=why)

        self._project.write(job, owner=self, done=done, failed=failed)
