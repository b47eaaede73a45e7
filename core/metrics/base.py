"""What a metric reads and what it gives."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from core.formats.abc.reader import read_first
from core.metrics.pitch_text import pitch_names
from core.score.score import Score


class Tune:
    """A tune as the papers' metrics read it: its raw text; the score is read only when a metric asks."""

    def __init__(self, abc: str) -> None:
        self.abc = abc

    @cached_property
    def pitches(self) -> tuple[str, ...]:
        """Pitch classes in order, such as `C` or `_B` (see `pitch_text`)."""
        return tuple(pitch_names(self.abc))

    @cached_property
    def score(self) -> Score:
        """What our reader makes of the text."""
        return read_first(self.abc).score


@dataclass(frozen=True, slots=True)
class Measured:
    """A value, or the reason why there is none. Never both, never neither."""

    value: float | None
    missing: str | None = None


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure. `measure` takes the generated tune and the reference, where there is one."""

    name: str
    title: str
    meaning: str
    measure: Callable[[Tune, Tune | None], Measured]
    better: str = ""
    """`low`, `high`, or nothing where neither end is better."""


NO_NOTES = Measured(None, "the tune has no notes")
