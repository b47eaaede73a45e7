"""What is asked of a model, what comes back, and what a backend is."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. `role`: system, user or assistant."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Options:
    """Sampling settings, all sent explicitly: a library's own defaults would break "as in the paper".

    `top_k` -1 and `min_p` 0 switch those off. `seed` None lets the backend choose. `grammar` is GBNF text, for
    backends that can hold a model to it.
    """

    temperature: float = 1.0
    top_p: float = 1.0
    top_k: int = -1
    min_p: float = 0.0
    typical_p: float = 1.0
    repeat_penalty: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    seed: int | None = 492
    max_tokens: int = 4096
    grammar: str | None = None


PAPER = Options()
"""South Asian music paper, section 4: temperature 1.0, top-p 1.0, top-k off, seed 492, at most 4096 new tokens."""


class Finish(StrEnum):
    """Why a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "filtered"


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's whole answer, raw. Token counts None where the backend does not tell them."""

    text: str
    finish: Finish
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    seconds: float = 0.0
    first_token_seconds: float | None = None
    model: str = ""
    """What the backend itself calls the model that answered."""
    details: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known while a model works: prompt tokens read of all, then text as it comes."""

    prompt_done: int = 0
    prompt_total: int = 0
    text: str = ""
    """New text since the last report; empty while the prompt is read."""
    tokens: int = 0
    """Reply tokens so far."""


Watch = Callable[[Progress], None]


class Backend(Protocol):
    """A way to reach a model. Not for two generations at once unless it says so."""

    @property
    def name(self) -> str:
        """The kind in profiles: `gguf`, `api`, `scripted`."""

    def generate(
        self,
        turns: tuple[Turn, ...],
        options: Options,
        *,
        watch: Watch | None = None,
        stop: threading.Event | None = None,
    ) -> Reply:
        """Ask the model and wait for the whole reply.

        Raises ModelError (the text says what to do), MissingPackage, or Cancelled within a second of `stop`.
        """

    def close(self) -> None:
        """Give back memory, processes and connections; the backend may be used again."""
