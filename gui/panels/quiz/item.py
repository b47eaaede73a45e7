"""One item whole: the question, what was asked, what came back, and what was made of it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from core.benchmarks import TASKS_BY_NAME
from core.experiments.kept import FullItem
from core.llm.letter.find import LETTERS
from gui import icons
from gui.session import Session
from gui.tables.quiz_words import look, reason
from gui.theme import GRID, Tokens, bengali_font
from gui.widgets.field import BLOCK_GAP, GAP, MARGIN, field, muted
from gui.widgets.option_rows import OptionRows, shortened
from gui.widgets.scroll_column import ScrollColumn
from gui.widgets.text_area import TextArea

SIGN = 20
MOST_SHOWN = 20_000
"""Letters of a reply that are laid out; an export has all."""


class ItemView(QWidget):
    """Everything is shown as plain text: what a model wrote is never markup.

    `blind` keeps the right answer back: who reads a letter out of a reply should not know which one would be right.
    """

    def __init__(self, session: Session, *, blind: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._blind = session, blind
        self.item: FullItem | None = None
        self._grader = ""
        self._decided = False
        self.sign = QLabel(self)
        self.head = plain_label("heading")
        self.why = plain_label("muted")
        self.question = plain_label()
        self.question.setFont(bengali_font())
        self.gloss = plain_label("muted")
        self.options = OptionRows(self)
        self.prompt = TextArea("Prompt, exactly as it was sent", 8)
        self.reply = TextArea("Raw reply", 4)
        self.facts = plain_label("muted")
        self.history = plain_label("muted")
        self._build()
        session.theme.changed.connect(self._dress)
        self._dress(session.theme.tokens)

    def _build(self) -> None:
        content = QWidget(self)
        content.setProperty("role", "clear")
        self.head.setSizePolicy(self.head.sizePolicy().Policy.Expanding, self.head.sizePolicy().Policy.Preferred)
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.head)
        words.addWidget(self.why)
        top.addLayout(words, 1)
        column = QVBoxLayout(content)
        column.setContentsMargins(MARGIN, BLOCK_GAP, MARGIN, BLOCK_GAP)
        column.setSpacing(BLOCK_GAP)
        column.addLayout(top)
        text = QVBoxLayout()
        text.setSpacing(4)
        text.addWidget(self.question)
        text.addWidget(self.gloss)
        column.addLayout(text)
        column.addWidget(self.options)
        column.addLayout(field("Raw reply", self.reply))
        column.addLayout(field("Prompt", self.prompt))
        details = QVBoxLayout()
        details.setSpacing(GAP // 2)
        details.addWidget(muted("Details"))
        details.addWidget(self.facts)
        details.addWidget(self.history)
        column.addLayout(details)
        column.addStretch()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(ScrollColumn(content, self))

    def show_item(self, item: FullItem, grader: str, *, with_decisions: bool) -> None:
        """Show an item as a grader sees it, or as a person decided where decisions count."""
        self.item, self._grader, self._decided = item, grader, with_decisions
        sample = item.sample
        status, letter, code = outcome(item, grader, with_decisions=with_decisions)
        found = look(status)
        self.sign.setPixmap(icons.pixmap(found.icon, found.colour(self._session.theme.tokens), SIGN))
        right = "" if self._blind else sample.answer
        self.head.setText(headline(found.word, letter, right))
        self.why.setText(sentence(code))
        self.why.setVisible(bool(code))
        self.question.setText(shortened(sample.text))
        self.gloss.setText(shortened(sample.gloss))
        self.gloss.setVisible(bool(sample.gloss))
        self.options.show_options(LETTERS, sample.options, right, letter)
        reply = item.answered.reply if item.answered is not None else ""
        self.reply.show_text(cut(reply))
        self.reply.setPlaceholderText("An empty reply." if item.answered is not None else "No reply yet.")
        self.prompt.show_text(cut(item.prompt))
        self.facts.setText(facts(item))
        told = history(item)
        self.history.setText(told)
        self.history.setVisible(bool(told))

    def _dress(self, tokens: Tokens) -> None:
        self.options.dress(tokens, LETTERS)
        if self.item is not None:
            self.show_item(self.item, self._grader, with_decisions=self._decided)


def plain_label(role: str = "") -> QLabel:
    """Return a label of several lines that shows a text as it is and lets it be copied."""
    label = QLabel(wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if role:
        label.setProperty("role", role)
    return label


def outcome(item: FullItem, grader: str, *, with_decisions: bool) -> tuple[str, str | None, str]:
    """Return status, letter and reason as they are shown; `by hand` is the reason where a person decided."""
    if with_decisions and item.decisions:
        letter = item.decisions[-1].letter
        return ("none" if letter is None else "correct" if letter == item.sample.answer else "wrong", letter, BY_HAND)
    grade = item.grades.get(grader)
    if grade is not None:
        return grade.status, grade.letter, grade.reason
    return ("error" if item.state == "error" else "pending"), None, ""


BY_HAND = "by hand"


def headline(word: str, letter: str | None, right: str) -> str:
    """Return an outcome in a few words; `right` is empty where it is not to be told."""
    if not right:
        return f"{word}: {letter}" if letter else word
    if letter is None:
        return f"{word}: {right} is right"
    return f"{word}: {letter}" if letter == right else f"{word}: {letter} was chosen, {right} is right"


def sentence(code: str) -> str:
    """Return a reason as a sentence."""
    if code == BY_HAND:
        return "A person decided."
    words = reason(code)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def cut(text: str) -> str:
    """Return a text that an editor lays out in no time, and say where it is not whole."""
    if len(text) <= MOST_SHOWN:
        return text
    return f"{text[:MOST_SHOWN]}\n\n[The first {MOST_SHOWN:,} of {len(text):,} letters; an export has all.]"


def facts(item: FullItem) -> str:
    """Return who answered, how, and what it took, in lines."""
    sample, answered = item.sample, item.answered
    task = TASKS_BY_NAME.get(sample.task)
    lines = [f"{item.model} · {task.title if task else sample.task}{f' · {sample.theme}' if sample.theme else ''}"]
    lines.append(f"Question {sample.id}, bank {item.bank}{f', repeat {item.repeat + 1}' if item.repeat else ''}")
    if answered is not None:
        spent = [f"{answered.seconds:.2f} s", f"ended by {answered.finish}"]
        for number, name in ((answered.prompt_tokens, "prompt tokens"), (answered.reply_tokens, "reply tokens")):
            if number is not None:
                spent.append(f"{number:,} {name}")
        if answered.seed is not None:
            spent.append(f"seed {answered.seed}")
        if answered.attempts > 1:
            spent.append(f"{answered.attempts} tries")
        lines.append(" · ".join(spent))
        weighed = likelihoods(answered.details_json)
        if weighed:
            lines.append(f"Log-probabilities: {weighed}")
    for name, grade in item.grades.items():
        letter = f" {grade.letter}" if grade.letter else ""
        lines.append(f"Grader {name}: {look(grade.status).word.lower()}{letter} ({reason(grade.reason)})")
    if sample.sources:
        lines.append(f"Sources: {', '.join(sample.sources)}")
    return shortened("\n".join(lines))


def likelihoods(details_json: str) -> str:
    """Return the log-probabilities of the letters, where the model was asked by likelihood."""
    details = json.loads(details_json)
    found = details.get("likelihood") if isinstance(details, dict) else None
    if not isinstance(found, Mapping):
        return ""
    return ", ".join(f"{letter} {value:.2f}" for letter, value in found.items() if isinstance(value, int | float))


def history(item: FullItem) -> str:
    """Return decisions and failed tries, the latest first."""
    rows: Sequence[Any] = item.decisions[::-1]
    lines = [
        f"{row.at[:16].replace('T', ' ')} {row.who}: {row.letter or 'no answer'}{f' ({row.why})' if row.why else ''}"
        for row in rows
    ]
    lines += [f"{row.at[:16].replace('T', ' ')} try {row.attempt} failed: {row.message}" for row in item.errors[::-1]]
    return shortened("\n".join(lines))
