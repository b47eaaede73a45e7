"""How tablature is played: the strings, the capo, and whether the tune is moved to where they sound."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from core.errors import UsageError
from core.score.score import Score
from core.tradition.fretting import moved_into_range
from core.tradition.tunings import GUITAR, MOST_CAPO, TUNINGS, TUNINGS_BY_NAME, Fretboard, fretboard_of, tuning_of
from gui import icons
from gui.session import Session
from gui.theme import GRID, Tokens
from gui.widgets.inputs import Choice, Number

TUNING, CAPO, INTO_RANGE = "tab.tuning", "tab.capo", "tab.into_range"
"""The settings; a tuning is one of the table by name, or strings with their octaves."""
OWN = "Own strings…"
EXAMPLE = "From the lowest: D A D G B E"
TUNING_WIDTH, CAPO_WIDTH = 200, 84
SIGN = 16


def board_of(session: Session) -> Fretboard:
    """Return the chosen instrument; a guitar where the setting names none."""
    tuning, capo = session.get(TUNING), session.get(CAPO, 0)
    try:
        return fretboard_of(tuning if isinstance(tuning, str) else None, capo if isinstance(capo, int) else 0)
    except UsageError:
        return GUITAR


def is_moved(session: Session) -> bool:
    """Say whether tablature is moved into the instrument's range."""
    return session.get(INTO_RANGE) is True


def into_range(score: Score, board: Fretboard) -> tuple[Score, str]:
    """Return the score where most of its notes have a fret, and how far from its sound that is; empty for nowhere."""
    moved, octaves = moved_into_range(score, board)
    return moved, moved_words(octaves)


def moved_words(octaves: int) -> str:
    """Say how far tablature is from its sound; empty for nowhere."""
    if not octaves:
        return ""
    count = "an octave" if abs(octaves) == 1 else f"{abs(octaves)} octaves"
    return f"Tab is {count} {'above' if octaves > 0 else 'below'} the sound, to lie within these strings."


class TabChoice(QWidget):
    """A row above the tablature. What cannot be a tuning is said below it, and the old one stays in use."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.tuning = Choice(editable=True, parent=self)
        self.tuning.setAccessibleName("Tuning")
        self.tuning.setToolTip("Tuning: choose one, or type the strings from the lowest, such as D A D G B E")
        self.strings = QLineEdit(self.tuning, placeholderText=EXAMPLE)
        self.tuning.setLineEdit(self.strings)
        # half-typed strings are not to become the name of a tuning
        self.tuning.setCompleter(None)  # type: ignore[arg-type]
        self.tuning.setMaximumWidth(TUNING_WIDTH)
        for found in TUNINGS:
            self.tuning.addItem(found.title, found.name)
        self.tuning.insertSeparator(len(TUNINGS))
        self.tuning.addItem(OWN, "")
        self.capo = Number(0, MOST_CAPO, empty="None")
        self.capo.setAccessibleName("Capo, at which fret")
        self.capo.setToolTip("Capo: the fret that it is set at")
        self.capo.setFixedWidth(CAPO_WIDTH)
        self.moves = QCheckBox("Into range", self)
        self.moves.setToolTip("Move the tab by octaves to where most of its notes have a fret; the sound stays")
        self._sign = QLabel(self)
        self._problem = QLabel(self, wordWrap=True)
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        self._arrange()
        self._show()
        self.tuning.activated.connect(self._on_activated)
        self.strings.editingFinished.connect(self._on_typed)
        self.capo.valueChanged.connect(self._on_capo)
        self.moves.toggled.connect(lambda on: self._keep(INTO_RANGE, on))
        session.theme.changed.connect(self.dress)
        self.dress(session.theme.tokens)

    def _arrange(self) -> None:
        self._capo_label = QLabel("Capo", self)
        self._capo_label.setBuddy(self.capo)
        self._capo_label.setProperty("role", "muted")
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.tuning, 1)
        row.addWidget(self._capo_label)
        row.addWidget(self.capo)
        row.addWidget(self.moves)
        row.addStretch(1)
        self._said = QWidget(self)
        said = QHBoxLayout(self._said)
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(GRID)
        said.addWidget(self._sign)
        said.addWidget(self._problem, 1)
        self._said.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(GRID, GRID // 2, GRID, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self._said)

    @property
    def problem(self) -> str:
        """What is wrong with what was typed; empty where nothing is."""
        return "" if self._said.isHidden() else self._problem.text()

    def _show(self) -> None:
        """Show what is in use."""
        board = board_of(self._session)
        place = self.tuning.findData(board.tuning.name) if board.tuning.name in TUNINGS_BY_NAME else -1
        self.tuning.setCurrentIndex(place)
        self.tuning.setEditText(board.tuning.title if place >= 0 else board.tuning.words)
        self.strings.setCursorPosition(0)
        self.capo.set_quietly(board.capo)
        self.moves.setChecked(is_moved(self._session))

    def _on_activated(self, place: int) -> None:
        name = self.tuning.itemData(place)
        if name:
            self._use(name)
        else:
            self.tuning.clearEditText()
            self.tuning.setFocus()

    def _on_typed(self) -> None:
        text = self.tuning.currentText().strip()
        if not text or text == OWN:
            self._say("")
            self._show()
        else:
            self._use(text)

    def _use(self, text: str) -> None:
        """Take a tuning; one that there is not is said, and stays in the field to be mended."""
        try:
            found = tuning_of(text)
        except UsageError as error:
            self._say(str(error))
            return
        self._say("")
        self._keep(TUNING, found.name if found.name in TUNINGS_BY_NAME else found.words)
        self._show()

    def _on_capo(self, fret: float) -> None:
        self._keep(CAPO, int(fret))

    def _keep(self, name: str, value: str | int) -> None:
        if self._session.get(name) != value:
            self._session.put(name, value)
            self.changed.emit()

    def _say(self, problem: str) -> None:
        self._problem.setText(problem)
        self._said.setVisible(bool(problem))

    def dress(self, tokens: Tokens) -> None:
        """Take the theme's colours."""
        self._sign.setPixmap(icons.pixmap("warning", tokens.warning, SIGN))
