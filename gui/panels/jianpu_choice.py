"""How Jianpu names keys: there only where the open tune has a key that print names in several ways."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from core.score.degrees import KeyForm, key_name
from core.score.score import Score
from core.score.signatures import Key
from gui.document import Reading
from gui.session import Session
from gui.theme import GRID

MINOR_ON_SIX, SIGN_FIRST = "jianpu.minor_on_six", "jianpu.sign_first"


def form_of(session: Session) -> KeyForm:
    """Return how keys are named."""
    return KeyForm(session.get(MINOR_ON_SIX) is True, session.get(SIGN_FIRST) is True)


def keys_of(score: Score) -> set[Key]:
    """Return the keys of a tune."""
    changed = (
        change.value
        for part in score.parts
        for measure in part.measures
        for change in measure.changes
        if isinstance(change.value, Key)
    )
    return {score.key, *(measure.key for part in score.parts for measure in part.measures), *changed}


class JianpuChoice(QWidget):
    """A row above the Jianpu: `6=A` for a minor key, and the sign before the letter."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.minor = QCheckBox(self)
        self.minor.setToolTip("Name a minor key where its tonic is, on 6, instead of its relative major's 1")
        self.first = QCheckBox(self)
        self.first.setToolTip("Write the sharp or flat before the letter, as much Chinese print does")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(self.minor)
        row.addWidget(self.first)
        row.addStretch(1)
        form = form_of(session)
        self.minor.setChecked(form.minor_on_six)
        self.first.setChecked(form.sign_first)
        self.minor.toggled.connect(lambda on: self._keep(MINOR_ON_SIX, on))
        self.first.toggled.connect(lambda on: self._keep(SIGN_FIRST, on))
        session.document.reading_ready.connect(self._show)
        self._show(session.document.reading)

    def _keep(self, name: str, on: bool) -> None:
        self._session.put(name, on)
        self._show(self._session.document.reading)
        self.changed.emit()

    def _show(self, reading: Reading) -> None:
        """Offer what makes a difference here, by its own example."""
        keys = sorted(keys_of(reading.score), key=lambda key: (key != reading.score.key, key.tonic, key.mode))
        form = form_of(self._session)
        minor = next((key for key in keys if key_name(key) != key_name(key, KeyForm(minor_on_six=True))), None)
        signed = next((key for key in keys if _with(key, form, first=True) != _with(key, form, first=False)), None)
        self.minor.setVisible(minor is not None)
        self.first.setVisible(signed is not None)
        if minor is not None:
            plain, six = (key_name(minor, KeyForm(on, form.sign_first)) for on in (False, True))
            self.minor.setText(f"{six} for {plain}")
        if signed is not None:
            self.first.setText(f"{_with(signed, form, first=True)} for {_with(signed, form, first=False)}")
        self.setVisible(minor is not None or signed is not None)


def _with(key: Key, form: KeyForm, *, first: bool) -> str:
    return key_name(key, KeyForm(form.minor_on_six, first))
