"""The four options as a reply may quote them, with the endings that Bengali gives a word."""

from core.llm.letter import words as w
from core.llm.letter.tokens import Tokens, words_of

LEAST_STEM = 3
"""Code points of a word that may bear an ending."""


class OptionTexts:
    """The four options as words, to be found among tokens. Options that no words tell apart are not looked for."""

    def __init__(self, options: tuple[str, ...]) -> None:
        rows = [words_of(option) for option in options]
        apart = len(set(rows)) == len(rows) and all(rows) and len(rows) == len(w.LATIN)
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for row, letter in zip(rows, w.LATIN.values(), strict=False):
            # a Latin letter alone is read as a label, whatever the options say
            if apart and (len(row) > 1 or row[0] not in w.LATIN):
                self._by_first.setdefault(_beginning(row[0]), []).append((row, letter))
        for found in self._by_first.values():
            found.sort(key=lambda pair: -len(pair[0]))

    def at(self, tokens: Tokens, place: int) -> tuple[str, int] | None:
        """Return the letter of the longest option that begins at a place, and the place after it."""
        for row, letter in self._by_first.get(_beginning(tokens.at(place)), ()):
            after = _matched(tokens, place, row)
            if after is not None:
                return letter, after
        return None


def _matched(tokens: Tokens, place: int, row: tuple[str, ...]) -> int | None:
    """Return the place after an option's words; the last may bear a Bengali ending, `ঠাকুরের`, `৭টি`."""
    found = 0
    while found < len(row):
        if place >= len(tokens):
            return None
        if tokens.word[place]:
            if tokens.fold[place] != row[found] and not (
                found == len(row) - 1 and _inflected(tokens.fold[place], row[-1])
            ):
                return None
            found += 1
        elif tokens.fold[place] == "\n" and found == 0:
            return None
        place += 1
    return place


def _beginning(word: str) -> str:
    """Return what a word and the same word with an ending have in common."""
    digits = len(word) - len(word.lstrip("0123456789"))
    return word[: digits or LEAST_STEM]


def _inflected(word: str, stem: str) -> bool:
    """Say whether a word is a Bengali one with an ending, or a number with its counter."""
    if word.isascii() or not word.startswith(stem) or not (stem.isdigit() or len(stem) >= LEAST_STEM):
        return False
    return word[len(stem) :] in w.NUMBER_ENDINGS if stem.isascii() else word[len(stem) :] in w.ENDINGS
