"""What a failed request is worth, and how many may run at once: shared by all that ask the same server."""

import random
from dataclasses import dataclass

from core.errors import AppError, MissingPackage, UsageError
from core.llm.api_errors import Failure

FINAL_STATUSES = {401, 402, 403, 404, 405}
"""A key, an account, a model's name or an address is wrong: the next question would fare no better."""
BUSY_STATUSES = {429, 503, 529}
FIRST_WAIT = 0.5
LONGEST_WAIT = 30.0
CUT_TRIES = 3
"""An answer that was cut costs its tokens again, so it is tried less often."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a failure means for the run: `again` another try may help, `hopeless` no other question will do better.

    `busy`: the server wants fewer requests; `wait`: the seconds it asked for.
    """

    again: bool = False
    hopeless: bool = False
    busy: bool = False
    wait: float | None = None


def judge(error: AppError, attempt: int, tries: int) -> Trouble:
    """Say what failure number `attempt` of an item means where `tries` are allowed."""
    if isinstance(error, MissingPackage | UsageError):
        return Trouble(hopeless=True)
    if not isinstance(error, Failure):
        return Trouble()
    no_credit = error.status == 429 and not error.again
    if error.status in FINAL_STATUSES or error.address or no_credit:
        return Trouble(hopeless=True)
    most = min(tries, CUT_TRIES) if error.cut else tries
    busy = error.status in BUSY_STATUSES or error.wait is not None
    return Trouble(again=(error.again or error.cut) and attempt < most, busy=busy, wait=error.wait)


def backoff(attempt: int) -> float:
    """Return a wait in seconds that doubles with each try, scattered so that many do not come back at once."""
    longest: float = min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1))
    return longest * random.uniform(0.5, 1.0)  # noqa: S311  nothing is kept secret with it


class Throttle:
    """How many requests may run at once: halved by each "too many", raised by one for each round that went well."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._allowed = float(most)
        self._closed_until = self._slowed_at = 0.0

    @property
    def allowed(self) -> int:
        """How many may run at once now."""
        return int(self._allowed)

    def opens_in(self, now: float) -> float:
        """Return the seconds until anything may be asked again."""
        return max(0.0, self._closed_until - now)

    def slower(self, began: float, now: float, wait: float) -> None:
        """Heed a "too many" of a request that began at `began`; nothing is asked for `wait` seconds.

        Requests that were on their way already when it was last heeded tell nothing new.
        """
        self._closed_until = max(self._closed_until, now + wait)
        if began >= self._slowed_at:
            self._allowed = max(1.0, self._allowed / 2)
            self._slowed_at = now

    def faster(self) -> None:
        """Heed an answer."""
        self._allowed = min(float(self.most), self._allowed + 1 / self._allowed)
