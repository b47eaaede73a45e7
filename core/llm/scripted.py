"""A shipped stand-in for a model: ready replies, or a plain tune. For tests and for trying the window."""

import random
import re
import threading
import time
from collections.abc import Callable, Sequence
from fractions import Fraction

from core.errors import Cancelled
from core.llm.base import Finish, Options, Progress, Reply, Turn, Watch

Rule = Callable[[str, int], str]
"""Makes a reply from a prompt and a seed."""

METRE = re.compile(r"\b(\d{1,2})/(1|2|4|8|16)\b")
SCALE = ("C", "D", "E", "F", "G", "A", "B", "c", "d", "e")
EIGHTH = Fraction(1, 8)
BARS = 8
LARGEST_METRE = Fraction(4)


class Scripted:
    """Gives ready replies one after the other, from the first again after the last; or those of a rule.

    Deterministic: the same prompt, seed and number of the call give the same reply. The seed picks nothing where
    `replies` are given.
    """

    name = "scripted"

    def __init__(self, replies: Sequence[str] = (), *, rule: Rule | None = None, delay: float = 0.0) -> None:
        """Set what is replied; `delay` is the seconds between two tokens."""
        self._replies = tuple(replies)
        self._rule = rule or tune
        self._delay = delay
        self._asked = 0

    def generate(
        self,
        turns: tuple[Turn, ...],
        options: Options,
        *,
        watch: Watch | None = None,
        stop: threading.Event | None = None,
    ) -> Reply:
        """Reply token by token: words, with the blanks after them."""
        started = time.monotonic()
        prompt = "\n".join(turn.text for turn in turns)
        seed = options.seed if options.seed is not None else self._asked
        whole = self._replies[self._asked % len(self._replies)] if self._replies else self._rule(prompt, seed)
        self._asked += 1
        tokens = re.findall(r"\s*\S+\s*|\s+", whole)
        told = tokens[: options.max_tokens]
        total = len(prompt.split())
        if watch is not None:
            watch(Progress(prompt_done=total, prompt_total=total))
        first = None
        for number, token in enumerate(told, 1):
            if stop is not None and (stop.wait(self._delay) if self._delay else stop.is_set()):
                raise Cancelled("Stopped.")
            if stop is None and self._delay:
                time.sleep(self._delay)
            first = first or time.monotonic()
            if watch is not None:
                watch(Progress(total, total, token, number))
        return Reply(
            text="".join(told),
            finish=Finish.STOP if len(told) == len(tokens) else Finish.LENGTH,
            prompt_tokens=total,
            reply_tokens=len(told),
            seconds=time.monotonic() - started,
            first_token_seconds=None if first is None else first - started,
            model="scripted",
            details={"scripted": True, "seed": seed, "not_sent": ["grammar"] if options.grammar else []},
        )

    def close(self) -> None:
        """Begin the list of replies anew."""
        self._asked = 0


def tune(prompt: str, seed: int) -> str:
    """Make up an ABC tune in the first metre that a prompt names, or 4/4: steps, small leaps, ending on Sa."""
    metre = next((Fraction(int(top), int(bottom)), f"{top}/{bottom}") for top, bottom in METRE.findall(f"{prompt} 4/4"))
    length, name = metre
    if not EIGHTH <= length <= LARGEST_METRE:
        length, name = Fraction(1), "4/4"
    unit = min(EIGHTH, Fraction(1, length.denominator))
    chance = random.Random(seed)  # noqa: S311  the same seed must give the same tune
    at = 0
    bars = []
    for bar in range(BARS):
        left = int(length / unit)
        notes = []
        while left:
            duration = chance.choice([step for step in (1, 2, 2, 3, 4) if step <= left])
            left -= duration
            at = (
                0
                if bar == BARS - 1 and not left
                else min(max(at + chance.choice((-2, -1, -1, 1, 1, 2)), 0), len(SCALE) - 1)
            )
            notes.append(SCALE[at] + (str(duration) if duration > 1 else ""))
        bars.append(" ".join(notes))
    lines = [" | ".join(bars[start : start + 4]) + (" |" if start + 4 < BARS else " |]") for start in range(0, BARS, 4)]
    return (
        f"X:1\nT:Scripted\nM:{name}\nL:{unit.numerator}/{unit.denominator}\nQ:1/4=90\nK:C\n" + "\n".join(lines) + "\n"
    )
