"""How long a run may take, what it may cost, and what it has taken."""

import math
from dataclasses import dataclass

from core.errors import UsageError

MILLION = 1_000_000
ERRORS_IN_A_ROW = 10


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a run early; None is no limit.

    `seconds` counts from each start, `tokens` (both ways) and `cost` over the whole run. Prices are for a million
    tokens, in any one currency. `item_seconds` is the longest for one answer.
    """

    seconds: float | None = None
    tokens: int | None = None
    cost: float | None = None
    prompt_price: float = 0.0
    reply_price: float = 0.0
    item_seconds: float | None = None
    errors_in_a_row: int = ERRORS_IN_A_ROW

    def check(self) -> None:
        """Raise UsageError where a limit makes no sense."""
        for name, value in (
            ("time limit", self.seconds),
            ("token limit", self.tokens),
            ("cost limit", self.cost),
            ("time-out", self.item_seconds),
        ):
            if value is not None and not (value > 0 and math.isfinite(value)):
                raise UsageError(f"The {name} wants a number above 0, not {value}.")
        if not (0 <= self.prompt_price < math.inf and 0 <= self.reply_price < math.inf):
            raise UsageError("A price is 0 or more for a million tokens.")
        if self.cost is not None and not (self.prompt_price or self.reply_price):
            raise UsageError("A cost limit needs prices: what a million tokens of prompts and of replies cost.")

    def price(self, prompt_tokens: int, reply_tokens: int) -> float:
        """Return what tokens cost."""
        return (prompt_tokens * self.prompt_price + reply_tokens * self.reply_price) / MILLION

    def reached(self, seconds: float, prompt_tokens: int, reply_tokens: int) -> str:
        """Say which limit is reached; empty where none is."""
        if self.seconds is not None and seconds >= self.seconds:
            return f"The time limit of {self.seconds:g} s is reached."
        tokens = prompt_tokens + reply_tokens
        if self.tokens is not None and tokens >= self.tokens:
            return f"The limit of {self.tokens:,} tokens is reached ({tokens:,} used)."
        if self.cost is not None and self.price(prompt_tokens, reply_tokens) >= self.cost:
            return f"The cost limit of {self.cost:g} is reached ({self.price(prompt_tokens, reply_tokens):.4g} used)."
        return ""
