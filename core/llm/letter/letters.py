"""The letter that a token of a reply is, if it is one: no article, no note, no part of a word."""

from core.llm.letter import words as w
from core.llm.letter.tokens import Tokens


def letter_at(tokens: Tokens, place: int, *, declared: bool = False) -> str | None:
    """Return the letter that a token is; `declared` also reads small and spelt letters.

    No letter: the article, and a note that is told by what stands beside it.
    """
    raw, fold = tokens.raw[place], tokens.fold[place]
    if raw in w.BENGALI:
        return w.BENGALI[raw]
    if declared and raw in w.SPELT:
        return w.SPELT[raw]
    if declared and raw == w.SPELT_A and not tokens.is_word(place + 1):
        return "A"
    if fold in w.ORDINALS and tokens.at(place + 1) in w.ORDERED:
        return w.ORDINALS[fold]
    if fold not in w.LATIN or (raw != fold.upper() and not declared):
        return None
    after = tokens.at(place + 1)
    if tokens.at(place - 1) == "/" and tokens.at(place - 2) == "n":
        return None
    if after in w.NOTE_WORDS or (fold == "a" and _is_article(tokens, place)):
        return None
    return w.LATIN[fold]


def _is_article(tokens: Tokens, place: int) -> bool:
    """Say whether an a stands before a noun: small, or first in a sentence."""
    if not tokens.is_word(place + 1) or tokens.at(place + 1) in w.VERBS:
        return False
    small = tokens.raw[place] == "a"
    first = place == 0 or (not tokens.word[place - 1] and tokens.raw[place - 1] not in ("(", "[", ","))
    after = tokens.raw[place + 1]
    return small or (first and after[:1].isascii() and after[:1].islower())


def past_closers(tokens: Tokens, place: int) -> int:
    """Return the place after brackets and quotes that close."""
    while place < len(tokens) and tokens.fold[place] in w.CLOSERS:
        place += 1
    return place


def asked(tokens: Tokens, place: int) -> bool:
    """Say whether what ends at a place is a question: `A?`."""
    return tokens.at(past_closers(tokens, place)) == "?"
