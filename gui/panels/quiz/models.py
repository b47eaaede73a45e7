"""Which models are asked: a check list of profiles, by their reply or by likelihood, and of rules to compare with."""

import threading
from collections.abc import Sequence
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from core.benchmarks.baselines import BASELINES
from core.errors import AppError
from core.experiments.models import FREE, LIKELIHOOD, PICK
from core.llm import profiles
from core.llm.profiles import DEFAULT, Profile
from gui.dialogs.model_profile import ProfileDialog
from gui.panels.model_facts import HERE, shown_name
from gui.session import Session
from gui.tables.quiz_choices import ROW, Ask, ChoicesModel
from gui.theme import Tokens
from gui.widgets.field import GAP, field
from gui.widgets.icon_button import IconButton
from gui.widgets.note import Note

CHOSEN = "quiz.models"
MOST_ROWS = 7
STAYS = "Nothing leaves this machine."


class ModelChoice(QWidget):
    """Lists what can be asked. Where questions would be sent to is said under the list before anything is sent."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = ChoicesModel(self)
        self.view = QListView(self)
        self.add = IconButton("add", "Add a model", "Ctrl+Shift+A")
        self.problem = Note()
        self.privacy = Note()
        self._build()
        self.add.clicked.connect(self.ask_profile)
        self.model.changed.connect(self._on_changed)
        kept = session.get(CHOSEN)
        self._first = kept if isinstance(kept, list) else [f"{FREE}:{DEFAULT}"]
        session.theme.changed.connect(self._dress)
        self._dress(session.theme.tokens)
        self.load()

    def _build(self) -> None:
        self.view.setModel(self.model)
        self.view.setAccessibleName("Models to ask")
        self.view.setUniformItemSizes(True)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addLayout(field("Models", self.view, beside=self.add))
        column.addWidget(self.problem)
        column.addWidget(self.privacy)

    def load(self, chosen: str = "") -> None:
        """Read the profiles off the GUI thread; `chosen` is checked beside what is."""

        def done(found: list[Profile]) -> None:
            self.problem.say("")
            self._offer(found, chosen)

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self.problem.say(str(error), "warning")
            self._offer(list(profiles.SHIPPED), chosen)

        self._session.tasks.run("look", _profiles, owner=self, done=done, failed=failed)

    def _offer(self, found: Sequence[Profile], chosen: str) -> None:
        # what was kept comes back once, with the first list
        keys, self._first = [*self._first, *(row.key for row in self.model.chosen())], []
        self.model.set_rows([*(ask for profile in found for ask in asks(profile)), *baselines()])
        if chosen:
            keys.append(f"{FREE}:{chosen}")
        self.model.check(keys)
        rows = min(MOST_ROWS, self.model.rowCount())
        self.view.setFixedHeight(rows * ROW + 2 * self.view.frameWidth() + 2)

    def chosen(self) -> list[Ask]:
        """Return what is checked."""
        return self.model.chosen()

    def ask_profile(self) -> ProfileDialog:
        """Ask for a new model."""
        dialog = ProfileDialog(self._session, None, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.kept.connect(self.load)
        dialog.open()
        return dialog

    def _on_changed(self) -> None:
        chosen = self.chosen()
        if self.model.rows and not self._first:
            self._session.put(CHOSEN, [row.key for row in chosen])
        hosts = list(dict.fromkeys(row.sends for row in chosen if row.sends))
        far = any(row.far for row in chosen)
        if hosts:
            self.privacy.say(f"Questions are sent to {', '.join(hosts)}.", "value" if far else "muted")
        else:
            self.privacy.say(STAYS if chosen else "")
        self.changed.emit()

    def _dress(self, tokens: Tokens) -> None:
        self.add.set_colours(tokens)


def _profiles(_stop: threading.Event) -> list[Profile]:
    return profiles.profiles()


def asks(profile: Profile) -> list[Ask]:
    """Return the ways in which a profile can be asked."""
    if profile.backend == "scripted":
        return [Ask(profile.name, FREE, "Ready-made letters (no model)")]
    if profile.backend == "api":
        parts = urlsplit(profile.base_url)
        far = parts.hostname not in HERE
        return [Ask(profile.name, FREE, profile.name, parts.netloc + ("" if far else " on this machine"), far)]
    title = shown_name(profile)
    return [Ask(profile.name, FREE, title), Ask(profile.name, LIKELIHOOD, f"{title}, by likelihood of A–D")]


def baselines() -> list[Ask]:
    """Return the rules that know nothing."""
    return [Ask(one.name, PICK, f"Baseline: {one.title.lower()}") for one in BASELINES]
