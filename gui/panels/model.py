"""The model panel: which model, what it is, where the lyrics go, and how it is sampled."""

from functools import partial
from threading import Event

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from core.errors import AppError, Cancelled
from core.llm import connection, profiles
from core.llm.profiles import Profile
from gui.dialogs.model_profile import ProfileDialog
from gui.panels.model_facts import Facts, facts, shown_name
from gui.panels.model_options import ModelOptions
from gui.panels.open_model import OpenModel
from gui.panels.wanted import Wanted
from gui.session import Session
from gui.theme import Tokens
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, field
from gui.widgets.icon_button import IconButton
from gui.widgets.inputs import Choice
from gui.widgets.note import Note
from gui.widgets.section import Section

ADD = "add"


class ModelPanel(QWidget):
    """Chooses among the profiles. What a file holds is read in the lane `probe` before anybody presses Generate."""

    def __init__(self, session: Session, wanted: Wanted, model: OpenModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._wanted, self._model = session, wanted, model
        self._testing: Event | None = None
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.choice = Choice()
        self.add = IconButton("add", "Add a model")
        self.edit = IconButton("rename", "Change this model")
        self.remove = IconButton("delete", "Remove this model")
        self.facts = Note()
        self.warning = Note()
        self.privacy = Note()
        self.test = QPushButton("Test the connection")
        self.test.setProperty("role", "link")
        self.tested = Note()
        self.options = ModelOptions(wanted)
        self.more = Section(session.theme, "Options", self.options, opened=bool(session.get("model_options", False)))
        self._build()
        self.choice.activated.connect(lambda _index: wanted.choose(str(self.choice.currentData())))
        self.add.clicked.connect(partial(self.ask_profile, None))
        self.edit.clicked.connect(lambda: self.ask_profile(wanted.profile))
        self.remove.clicked.connect(self.ask_remove)
        self.test.clicked.connect(self._test)
        self.facts.linkActivated.connect(partial(self.ask_profile, None))
        self.more.toggled.connect(lambda opened: session.put("model_options", opened))
        wanted.profiles_changed.connect(self._list)
        wanted.profile_changed.connect(self._look)
        wanted.changed.connect(self._show_summary)
        session.generating.connect(self._follow)
        session.theme.changed.connect(self._dress)
        self._dress(session.theme.tokens)
        self._list()
        self._look()

    # -- what there is --------------------------------------------------------------------------------------------

    def _list(self) -> None:
        self.choice.clear()
        for profile in self._wanted.profiles:
            self.choice.addItem(shown_name(profile), profile.name)
        self.choice.setCurrentIndex(self.choice.findData(self._wanted.profile.name))
        self.warning.say(self._wanted.problem, "warning")
        self._show_summary()

    def _look(self) -> None:
        """Read what the model is, off the GUI thread."""
        profile = self._wanted.asked
        self.choice.setCurrentIndex(self.choice.findData(profile.name))
        self.tested.say("")
        self._stop_test()
        self.test.setVisible(profile.backend == "api")
        self.edit.setEnabled(not profile.shipped)
        self.remove.setEnabled(not profile.shipped)

        def done(found: Facts) -> None:
            if profile == self._wanted.asked:
                self._tell(profile, found)

        self._session.tasks.run("probe", lambda _stop: facts(profile), owner=self, done=done)

    def _tell(self, profile: Profile, found: Facts) -> None:
        links = ((ADD, "Add a model"),) if profile.shipped else ()
        self.facts.say("\n".join(found.lines), links=links)
        problem = self._wanted.problem or found.problem or found.warning
        self.warning.say(problem, "error" if found.problem else "warning")
        self.privacy.say(found.privacy, "value" if found.sends else "muted")

    def _show_summary(self) -> None:
        words = self.options.summary()
        self.more.set_title(f"Options · {words}" if words else "Options")

    # -- the connection -------------------------------------------------------------------------------------------

    def _test(self) -> None:
        if self._testing is not None:
            self._stop_test()
            return

        def done(contact: connection.Contact) -> None:
            self._tested(contact.sentence(), "muted")

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._tested("" if isinstance(error, Cancelled) else str(error), "error")

        self.tested.say("Asking…")
        self.test.setText("Stop the test")
        try:
            self._testing = self._model.run(
                "probe",
                self._wanted.asked,
                lambda backend, stop: connection.test(backend, stop=stop),
                owner=self,
                done=done,
                failed=failed,
            )
        except AppError as error:
            self._tested(str(error), "error")

    def _tested(self, words: str, role: str) -> None:
        self._testing = None
        self.test.setText("Test the connection")
        self.tested.say(words, role)

    def _stop_test(self) -> None:
        if self._testing is not None:
            self._testing.set()

    # -- profiles -------------------------------------------------------------------------------------------------

    def ask_profile(self, profile: Profile | None, *_: object) -> ProfileDialog:
        """Ask for a new model, or for changes of one that was added."""
        dialog = ProfileDialog(self._session, profile, self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.kept.connect(self._kept)
        dialog.open()
        return dialog

    def _kept(self, name: str) -> None:
        self._wanted.load_profiles(name)
        self._look()

    def ask_remove(self) -> QMessageBox:
        """Ask whether a model should be forgotten."""
        name = self._wanted.profile.name
        box = QMessageBox(self.window())
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Remove a model")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(f"Remove {name} from the list?")
        box.setInformativeText("A model's file stays where it is; a key kept for it in the keyring is deleted.")
        remove = box.addButton("Remove", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        remove.clicked.connect(lambda: self._remove(name))
        box.open()
        return box

    def _remove(self, name: str) -> None:
        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._session.message.emit(str(error), "error")

        self._session.tasks.run(
            "store",
            lambda _stop: profiles.remove(name),
            owner=self,
            done=lambda _: self._wanted.load_profiles(),
            failed=failed,
        )

    # -- the looks ------------------------------------------------------------------------------------------------

    def _follow(self, writing: bool) -> None:
        if writing:
            self._stop_test()
        for widget in (self.choice, self.add, self.edit, self.remove, self.test, self.options):
            widget.setEnabled(not writing)
        if not writing:
            self.edit.setEnabled(not self._wanted.profile.shipped)
            self.remove.setEnabled(not self._wanted.profile.shipped)

    def _dress(self, tokens: Tokens) -> None:
        for button in (self.add, self.edit, self.remove):
            button.set_colours(tokens)

    def _build(self) -> None:
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for button in (self.add, self.edit, self.remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        column.setSpacing(GAP)
        column.addLayout(field("Model", self.choice, beside=buttons))
        for note in (self.warning, self.facts, self.privacy):
            column.addWidget(note)
        column.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.tested)
        column.addWidget(self.more)
