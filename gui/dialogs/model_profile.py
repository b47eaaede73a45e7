"""Add a model, or change one that was added: a GGUF file, or a service behind an API."""

from dataclasses import replace
from pathlib import Path
from threading import Event

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from core.errors import AppError, Cancelled, ModelError, UsageError
from core.llm import check_gguf, connection, keys, profiles
from core.llm.gguf_file import GgufInfo
from core.llm.openai_api import OpenAIApi
from core.llm.profiles import Profile
from gui.session import Session
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, field
from gui.widgets.note import Note
from gui.widgets.segmented import Segmented

KINDS = (("gguf", "GGUF file"), ("api", "API"))
CHECK_DELAY_MS = 300
SMALL = 4_000_000_000
"""Parameters; a smaller model seldom writes a whole tune without the grammar."""
WIDTH = 440


class ProfileDialog(QDialog):
    """A file is looked over before it is accepted. A key goes straight into the keyring and is never shown again."""

    kept = Signal(str)
    """The profile of this name was kept."""

    def __init__(self, session: Session, profile: Profile | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._old = session, profile
        self._info: GgufInfo | None = None
        self._testing: Event | None = None
        self._busy = False
        self.kinds = Segmented(KINDS, "Kind of model")
        self.name = QLineEdit()
        self.file = QLineEdit()
        self.file_note = Note()
        self.browse = QPushButton("Choose…")
        self.url = QLineEdit()
        self.model = QLineEdit()
        self.key = QLineEdit()
        self.variable = QLineEdit()
        self.test = QPushButton("Test the connection")
        self.tested = Note()
        self.problem = Note()
        self.buttons = QDialogButtonBox()
        self.pages = QStackedWidget()
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=CHECK_DELAY_MS)
        self._timer.timeout.connect(self._check_file)
        self.kinds.chosen.connect(self._turn)
        self.browse.clicked.connect(self._ask_file)
        self.file.textChanged.connect(self._file_changed)
        self.test.clicked.connect(self._test)
        for edit in (self.name, self.url, self.model, self.key, self.variable):
            edit.textChanged.connect(self._look)
        self.finished.connect(self._end)
        self._fill(profile)
        self._look()

    def profile(self) -> Profile:
        """Return what is described now, unchecked."""
        kind = self.kinds.value()
        kept = self._old.options if self._old is not None and self._old.backend == kind else {}
        found = Profile(self.name.text().strip(), kind, options=kept)
        if kind == "gguf":
            if self._old is None and self._info is not None and self._info.parameters < SMALL:
                found = replace(found, options={**kept, "grammar": True})
            return replace(found, path=self.file.text().strip())
        return replace(
            found,
            base_url=self.url.text().strip(),
            model=self.model.text().strip(),
            key_env=self.variable.text().strip(),
        )

    def accept(self) -> None:
        """Keep the profile, then its key, and close; what cannot be kept is said and the dialog stays."""
        if self._busy or not self._ready():
            return
        profile, key = self.profile(), self.key.text().strip()
        overwrite = self._old is not None
        self._busy = True
        self._look()

        def job(_stop: Event) -> str:
            profiles.add(profile, overwrite=overwrite)
            try:
                if key and profile.backend == "api":
                    keys.set_key(profile.name, key)
            except AppError as error:
                return f"The model is kept, its key is not: {error}"
            return ""

        self._session.tasks.run(
            "store", job, owner=self, done=lambda said: self._landed(profile, said), failed=self._failed
        )

    def _landed(self, profile: Profile, said: str) -> None:
        self._busy = False
        self.kept.emit(profile.name)
        if said:
            self._old = profile
            self.name.setReadOnly(True)
            self.problem.say(said, "error")
            self._look()
        else:
            self.key.clear()
            super().accept()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, AppError):
            raise error
        self._busy = False
        self._look()
        self.problem.say(str(error), "error")

    def _end(self) -> None:
        self.key.clear()
        if self._testing is not None:
            self._testing.set()

    # -- a file ---------------------------------------------------------------------------------------------------

    def _ask_file(self) -> None:
        start = self.file.text().strip() or str(Path.home())
        dialog = QFileDialog(self, "Choose a model", start, "GGUF models (*.gguf);;All files (*)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()

    def _file_changed(self) -> None:
        self._info = None
        self.file_note.say("Looking at the file…" if self.file.text().strip() else "")
        self._timer.start()
        self._look()

    def _check_file(self) -> None:
        path = self.file.text().strip()
        if not path:
            return

        def done(info: GgufInfo) -> None:
            if path == self.file.text().strip():
                self._info = info
                self.file_note.say(_what(info), "warning" if info.warning else "muted")
                if not self.name.text().strip():
                    self.name.setText(_proposed(info))
                self._look()

        def failed(error: BaseException) -> None:
            if not isinstance(error, ModelError):
                raise error
            if path == self.file.text().strip():
                self.file_note.say(str(error), "error")

        self._session.tasks.run(
            "probe", lambda _stop: check_gguf(Path(path).expanduser()), owner=self, done=done, failed=failed
        )

    # -- a service ------------------------------------------------------------------------------------------------

    def _test(self) -> None:
        if self._testing is not None:
            self._testing.set()
            return
        profile, typed = self.profile(), self.key.text().strip()
        try:
            profiles.check(replace(profile, name=profile.name or "new"))
        except UsageError as error:
            self.tested.say(str(error), "error")
            return

        def job(stop: Event) -> connection.Contact:
            backend = OpenAIApi(
                profile.base_url,
                profile.model,
                key=lambda: typed or keys.key_for(profile.name, profile.key_env),
                key_place=keys.place(profile.name or "new", profile.key_env),
                tries=1,
            )
            return connection.test(backend, stop=stop)

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            self._tested("" if isinstance(error, Cancelled) else str(error), "error")

        self.tested.say("Asking…")
        self.test.setText("Stop the test")
        self._testing = self._session.tasks.run(
            "probe", job, owner=self, done=lambda contact: self._tested(contact.sentence(), "muted"), failed=failed
        )

    def _tested(self, words: str, role: str) -> None:
        self._testing = None
        self.test.setText("Test the connection")
        self.tested.say(words, role)

    # -- the looks ------------------------------------------------------------------------------------------------

    def _ready(self) -> bool:
        if self.kinds.value() == "gguf" and self._info is None:
            return False
        try:
            profiles.check(self.profile())
        except UsageError:
            return False
        return True

    def _look(self, *_: object) -> None:
        """Say what does not hold together yet; only then nothing can be kept."""
        self.problem.say("")
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        ok.setEnabled(self._ready() and not self._busy)
        profile = self.profile()
        started = profile.name and (profile.base_url and profile.model if profile.backend == "api" else self._info)
        if started:
            try:
                profiles.check(profile)
            except UsageError as error:
                self.problem.say(str(error), "warning")

    def event(self, event: QEvent) -> bool:
        """Grow where a line came that needs room: a dialog alone does not for lines that wrap."""
        if event.type() != QEvent.Type.LayoutRequest:
            return super().event(event)
        done = super().event(event)
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if needed > self.height():
            self.resize(self.width(), needed)
        return done

    def _turn(self, kind: str) -> None:
        self.pages.setCurrentIndex([value for value, _ in KINDS].index(kind))
        self._look()

    def _fill(self, profile: Profile | None) -> None:
        if profile is None:
            return
        self.kinds.set_value(profile.backend)
        self.kinds.setEnabled(False)
        self.name.setText(profile.name)
        # A key is filed under the name.
        self.name.setReadOnly(True)
        self.url.setText(profile.base_url)
        self.model.setText(profile.model)
        self.variable.setText(profile.key_env)
        self.file.setText(profile.path)
        self._turn(profile.backend)

    def _build(self) -> None:
        self.setWindowTitle("Change a model" if self._old else "Add a model")
        self.setMinimumWidth(WIDTH)
        self.name.setPlaceholderText("What it is called in the list")
        self.file.setPlaceholderText("A file that ends in .gguf")
        self.url.setPlaceholderText("https://api.example.org/v1")
        self.model.setPlaceholderText("The service's name for the model")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setPlaceholderText("Empty keeps the one in the keyring" if self._old else "Goes into the keyring")
        self.variable.setPlaceholderText("Name of the variable that holds the key")
        row = QHBoxLayout()
        row.setSpacing(GAP)
        files = field("File", self.file, name="Model file")
        row.addLayout(files, 1)
        row.addWidget(self.browse, 0, Qt.AlignmentFlag.AlignBottom)
        gguf = QWidget()
        column = _column(gguf, margin=0)
        column.addLayout(row)
        column.addWidget(self.file_note)
        column.addStretch()
        api = QWidget()
        column = _column(api, margin=0)
        column.addLayout(field("Base URL", self.url))
        column.addLayout(field("Model", self.model, name="Model id"))
        column.addLayout(field("Key", self.key))
        column.addLayout(field("Or an environment variable", self.variable, name="Environment variable of the key"))
        column.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.tested)
        column.addStretch()
        self.pages.addWidget(gguf)
        self.pages.addWidget(api)
        self.buttons.setStandardButtons(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = _column(self, margin=MARGIN)
        column.addWidget(self.kinds)
        column.addLayout(field("Name", self.name))
        column.addWidget(self.pages)
        column.addWidget(self.problem)
        column.addWidget(self.buttons)


def _column(widget: QWidget, margin: int) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(BLOCK_GAP)
    return column


def _what(info: GgufInfo) -> str:
    words = f"{info.name}: {info.architecture}, {info.size_label}, {info.quantisation}, {info.context_length:,} tokens."
    return f"{words} {info.warning}" if info.warning else words


def _proposed(info: GgufInfo) -> str:
    """Return a name for the list, of the letters that such a name may have."""
    kept = "".join(letter for letter in info.path.stem if letter.isalnum() or letter in " .+:@_-")
    return kept.lstrip(" .+:@_-")[:60]
