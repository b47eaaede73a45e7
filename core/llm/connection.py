"""Try whether a model answers at all, by asking it something tiny; no list of models is needed for that."""

import threading
from dataclasses import dataclass, replace

from core.llm.base import PAPER, Backend, Finish, Reply, Turn

QUESTION = (Turn("user", "Answer with one word: which note comes after Sa?"),)
MOST_TOKENS = 16


@dataclass(frozen=True, slots=True)
class Contact:
    """What came back. `text` may be empty: some models think first and 16 tokens are few."""

    model: str
    text: str
    finish: Finish
    seconds: float
    prompt_tokens: int | None
    reply_tokens: int | None
    attempts: int

    def sentence(self) -> str:
        """Say it in one line."""
        words = " ".join(self.text.split())[:60]
        said = f"said \u201c{words}\u201d" if words else "answered without text"
        tokens = "" if self.reply_tokens is None else f", {self.reply_tokens} tokens"
        again = f", at try {self.attempts}" if self.attempts > 1 else ""
        return f"{self.model} {said} in {self.seconds:.1f} s{tokens}{again}."


def test(backend: Backend, *, stop: threading.Event | None = None) -> Contact:  # noqa: PT028  no pytest test
    """Ask for a few tokens and return what came. Raises what `generate` raises: the reason in words."""
    reply: Reply = backend.generate(QUESTION, replace(PAPER, max_tokens=MOST_TOKENS), stop=stop)
    return Contact(
        model=reply.model,
        text=reply.text,
        finish=reply.finish,
        seconds=reply.seconds,
        prompt_tokens=reply.prompt_tokens,
        reply_tokens=reply.reply_tokens,
        attempts=int(reply.details.get("attempts", 1)),
    )
