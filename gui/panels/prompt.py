"""The prompt panel: how much the model is told, and the very text that will be sent."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.errors import AppError
from core.llm.prompts import LEVELS, PLACEHOLDERS
from gui.panels.open_model import OpenModel
from gui.panels.token_count import Length, TokenCount
from gui.panels.wanted import FIRST_TEMPLATE, Wanted
from gui.session import Session
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, field, muted
from gui.widgets.note import Note
from gui.widgets.section import Section
from gui.widgets.segmented import Segmented
from gui.widgets.text_area import TextArea

OWN = "own"
CHOICES = (*((str(level), str(level)) for level in LEVELS), (OWN, "own"))
TELLS = (
    "The lyrics alone",
    "Also the metre, the theme and the length",
    "Also whose style to follow",
    "Also what makes a good tune",
    "Also what Indian music is like",
    "A template of your own",
)
SCARCE = 512
"""Tokens; a reply with less room may end before the tune does."""
SHOW_DELAY_MS = 50


class PromptPanel(QWidget):
    """Level or own template above, the text below. Fields that are missing can be clicked."""

    def __init__(self, session: Session, wanted: Wanted, model: OpenModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._wanted = session.document, wanted
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.count = TokenCount(session, wanted, model, self)
        self.levels = Segmented(CHOICES, "Prompt level")
        for (value, _), words in zip(CHOICES, TELLS, strict=True):
            self.levels.button(value).setToolTip(words)
        self.tokens = muted()
        self.missing = Note()
        self.length = Note()
        self.template = TextArea("Own template", 5, writable=True)
        self.text = TextArea("The text that will be sent")
        self.sent = Section(session.theme, "What is sent", self.text, opened=bool(session.get("prompt_text", False)))
        self.own = QWidget()
        self._build()
        self._timer = QTimer(self, singleShot=True, interval=SHOW_DELAY_MS)
        self._timer.timeout.connect(self.show_prompt)
        self.levels.chosen.connect(lambda value: wanted.set_level(None if value == OWN else int(value)))
        self.template.textChanged.connect(lambda: wanted.set_template(self.template.toPlainText()))
        self.missing.linkActivated.connect(wanted.field_wanted)
        self.sent.toggled.connect(lambda opened: session.put("prompt_text", opened))
        self.sent.toggled.connect(self.show_prompt)
        self.count.found.connect(self._say_length)
        self._document.song_changed.connect(self._timer.start)
        wanted.changed.connect(self._timer.start)
        self.show_prompt()

    def show_prompt(self, *_: object) -> None:
        """Show the text as it would be sent now, or what it lacks."""
        level = self._wanted.level
        self.levels.set_value(OWN if level is None else str(level))
        self.own.setVisible(level is None)
        song = self._document.song
        missing = self._wanted.missing(song)
        text, problem = "", ""
        try:
            text = self._wanted.prompt(song)
        except AppError as error:
            problem = str(error)
        if missing:
            asker = "The template" if level is None else f"Level {level}"
            words = f"{asker} asks for what is empty. Fill in:"
            self.missing.say(words, "muted", [(name, _called(name)) for name in missing])
        else:
            self.missing.say(problem, "warning")
        self.sent.setEnabled(bool(text))
        if self.sent.opened:
            self.text.show_text(text)
        if not text:
            self._say_length(Length())
        self.count.ask(text)

    def _say_length(self, length: Length) -> None:
        self.tokens.setText(length.sentence())
        self.tokens.setToolTip(
            length.problem
            or ("" if length.exact else "An estimate: the service counts with a vocabulary that is not at hand.")
        )
        if length.tokens is None or length.context is None:
            self.length.say("")
            return
        left = length.context - length.tokens
        if length.too_long:
            self.length.say(
                f"Too long for this model: {length.tokens:,} tokens, and it holds {length.context:,} with the reply. "
                "Shorten the lyrics, or take a lower level or a model with a larger context.",
                "error",
            )
        elif left < SCARCE:
            self.length.say(f"Only {left:,} of {length.context:,} tokens are left for the reply.", "warning")
        else:
            self.length.say("")

    def _build(self) -> None:
        self.template.setPlainText(self._wanted.template)
        self.template.setPlaceholderText(FIRST_TEMPLATE)
        names = QLabel("Stands for the song's own: " + " ".join(f"{{{name}}}" for name in PLACEHOLDERS))
        names.setProperty("role", "muted")
        names.setWordWrap(True)
        column = QVBoxLayout(self.own)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP // 2)
        column.addLayout(field("Own template", self.template))
        column.addWidget(names)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, 0)
        column.setSpacing(GAP)
        column.addLayout(field("Prompt level", self.levels, beside=self.tokens))
        column.addWidget(self.missing)
        column.addWidget(self.length)
        column.addWidget(self.own)
        column.addWidget(self.sent)


def _called(name: str) -> str:
    return "style (Rabindra or Nazrul)" if name == "style" else name
