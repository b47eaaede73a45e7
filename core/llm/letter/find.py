"""Which of A-D a reply to a multiple-choice question gives. Pure, never raises, linear in the reply's length."""

from collections.abc import Sequence

from core.llm.letter import extended, paper
from core.llm.letter.found import LETTERS, Letter, Mode

__all__ = ["LETTERS", "Letter", "Mode", "find_letter"]


def find_letter(reply: str, *, mode: Mode, prompt: str = "", options: Sequence[str] = ()) -> Letter:
    """Read a reply.

    `paper` is the rule of the South Asian music paper, appendix C; `extended` reads what a careful person reads.
    `prompt` is what was sent, so that an echo of it is no answer. `options` are the four texts in order, used by
    `extended` alone: a reply may quote one.
    """
    if mode == "paper":
        return paper.find(reply, prompt)
    return extended.find(reply, prompt, tuple(options))
