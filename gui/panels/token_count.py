"""How long a prompt is for the chosen model, where that can be known."""

from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal

from core.errors import AppError, Cancelled
from core.llm.base import Backend, Turn
from core.llm.gguf import Gguf
from gui.panels.open_model import OpenModel
from gui.panels.wanted import Wanted
from gui.session import Session

DELAY_MS = 400
CHEAP_BYTES = 300_000_000
"""A file this small is loaded to count; a larger one is counted once it is loaded anyway."""
LATIN_A_TOKEN, OTHER_A_TOKEN = 4.0, 1.5
"""Letters a token holds, roughly; Bengali is cut much finer than English."""


@dataclass(frozen=True, slots=True)
class Length:
    """A prompt's tokens; `context` is what the model holds with the reply, None where nobody tells."""

    tokens: int | None = None
    context: int | None = None
    exact: bool = True
    problem: str = ""

    @property
    def too_long(self) -> bool:
        """Whether no reply could follow."""
        return self.tokens is not None and self.context is not None and self.tokens >= self.context

    def sentence(self) -> str:
        """Say it in a few words."""
        if self.tokens is None:
            return ""
        return f"{'' if self.exact else 'about '}{self.tokens:,} tokens"


class TokenCount(QObject):
    """Counts a prompt a moment after it changed, in the lane `probe`, and never while a reply is written."""

    found = Signal(object)
    """The Length of the last prompt."""

    def __init__(self, session: Session, wanted: Wanted, model: OpenModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted, self._model = wanted, model
        self._text = ""
        self._counted: tuple[object, str] | None = None
        self._stop: Event | None = None
        self._writing = False
        self._timer = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._timer.timeout.connect(self._count)
        wanted.profile_changed.connect(lambda: self.ask(self._text))
        session.generating.connect(self._follow)

    def ask(self, text: str) -> None:
        """Count this prompt soon; nothing where it is empty."""
        self._text = text
        if not text:
            self._drop()
            self.found.emit(Length())
            return
        profile = self._wanted.asked
        if profile.backend == "api":
            self._drop()
            self.found.emit(Length(about_tokens(text), exact=False))
        elif profile.backend == "gguf":
            self._timer.start()
        else:
            self._drop()
            self.found.emit(Length())

    def _count(self) -> None:
        text, profile = self._text, self._wanted.asked
        asked = (profile.path, profile.setting("context"), profile.name)
        if self._writing or not text or self._counted == (asked, text):
            return
        self._drop()
        cheap = profile.shipped or self._model.loaded

        def job(backend: Backend, stop: Event) -> Length:
            if not isinstance(backend, Gguf):
                return Length()
            if not cheap and backend.info().file_bytes > CHEAP_BYTES:
                return Length(problem="Counted once this model is loaded.")
            tokens, context = backend.count_tokens((Turn("user", text),), stop=stop)
            return Length(tokens, context)

        def done(length: Length) -> None:
            if text == self._text and asked[2] == self._wanted.profile.name:
                self._counted = (asked, text) if length.tokens is not None else None
                self.found.emit(length)

        def failed(error: BaseException) -> None:
            if not isinstance(error, AppError):
                raise error
            if not isinstance(error, Cancelled):
                done(Length(problem=str(error)))

        try:
            self._stop = self._model.run("probe", profile, job, owner=self, done=done, failed=failed)
        except AppError as error:
            self.found.emit(Length(problem=str(error)))

    def _drop(self) -> None:
        self._timer.stop()
        self._counted = None
        if self._stop is not None:
            self._stop.set()
            self._stop = None

    def _follow(self, writing: bool) -> None:
        self._writing = writing
        if not writing and self._text:
            self.ask(self._text)


def about_tokens(text: str) -> int:
    """Estimate the tokens of a text for a model whose vocabulary is not at hand."""
    latin = sum(letter.isascii() for letter in text)
    return max(1, round(latin / LATIN_A_TOKEN + (len(text) - latin) / OTHER_A_TOKEN))
