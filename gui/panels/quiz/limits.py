"""How a run is bounded: requests at once, time, tokens, cost."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.experiments.answerers import MOST_PARALLEL
from core.experiments.limits import Limits
from gui.session import Session
from gui.widgets.field import GAP, field, side_by_side
from gui.widgets.inputs import Number

LIMITS = "quiz.limits"
MINUTE = 60
NONE = "none"
FIELDS = ("parallel", "item_seconds", "minutes", "tokens", "cost", "prompt_price", "reply_price")


class QuizLimits(QWidget):
    """The lowest value of each field is no limit. What is set is kept in the window's settings."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.parallel = Number(0, MOST_PARALLEL, empty="usual")
        self.item_seconds = Number(0, 86_400, step=10, empty=NONE, suffix=" s")
        self.minutes = Number(0, 100_000, step=5, empty=NONE, suffix=" min")
        self.tokens = Number(0, 1_000_000_000, step=10_000, empty=NONE)
        self.cost = Number(0, 1_000_000, step=1, decimals=2, empty=NONE)
        self.prompt_price = Number(0, 100_000, step=0.1, decimals=3, empty=NONE)
        self.reply_price = Number(0, 100_000, step=0.1, decimals=3, empty=NONE)
        self.parallel.setToolTip("How many questions an API gets at once; a local model gets one after another")
        self.cost.setToolTip("In the currency of the prices; it needs them")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, GAP)
        column.setSpacing(GAP)
        rows = (
            (field("APIs at once", self.parallel), field("Longest answer", self.item_seconds)),
            (field("Stop after", self.minutes), field("Stop at tokens", self.tokens)),
            (field("Price, prompts", self.prompt_price, name="Price of a million prompt tokens"),
             field("Price, replies", self.reply_price, name="Price of a million reply tokens")),
        )  # fmt: skip
        for row in rows:
            column.addLayout(side_by_side(*row))
        column.addLayout(side_by_side(field("Stop at cost", self.cost), field_room()))
        for price in (self.prompt_price, self.reply_price):
            price.setToolTip("For a million tokens, in any one currency")
        kept = session.get(LIMITS, {})
        for name in FIELDS:
            box: Number = getattr(self, name)
            value = kept.get(name) if isinstance(kept, dict) else None
            box.set_quietly(value if isinstance(value, int | float) and not isinstance(value, bool) else None)
            box.valueChanged.connect(self._keep)

    def boxes(self) -> list[Number]:
        """Return the fields from top to bottom."""
        return [
            self.parallel, self.item_seconds, self.minutes, self.tokens, self.prompt_price, self.reply_price, self.cost,
        ]  # fmt: skip

    def limits(self) -> Limits:
        """Return what is set. `check` of it says whether that makes sense."""
        minutes, tokens, cost = number(self.minutes), number(self.tokens), number(self.cost)
        return Limits(
            seconds=None if minutes is None else minutes * MINUTE,
            tokens=None if tokens is None else int(tokens),
            cost=cost,
            prompt_price=self.prompt_price.value(),
            reply_price=self.reply_price.value(),
            item_seconds=number(self.item_seconds),
        )

    def at_once(self) -> int | None:
        """Return how many requests an API gets at once; None for the usual number."""
        value = number(self.parallel)
        return None if value is None else int(value)

    def summary(self) -> str:
        """Return what is limited, in a few words; empty where nothing is."""
        parts = [
            f"{box.text()}{unit}"
            for box, unit in ((self.minutes, ""), (self.tokens, " tokens"), (self.cost, " cost"))
            if not box.is_empty
        ]
        return ", ".join(parts)

    def _keep(self, _value: float) -> None:
        self._session.put(LIMITS, {name: number(getattr(self, name)) for name in FIELDS})
        self.changed.emit()


def number(box: Number) -> float | None:
    """Return a field's value, None where it stands for none."""
    return None if box.is_empty else box.value()


def field_room() -> QVBoxLayout:
    """Return an empty column, so that the field beside it is no wider than those above."""
    column = QVBoxLayout()
    column.addWidget(QWidget())
    return column
