"""A reply that lists the options again, and tells by a word, a sign or bold type which one is right."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.llm.letter import words as w
from core.llm.letter.letters import letter_at
from core.llm.letter.tokens import Tokens

LEAST_ROWS = 2
LEAST_PLAIN = 2
"""Rows without bold type beside the one that has it."""
VERDICT_REACH = 3
"""Words before a verdict that may deny it: `is not the correct answer`."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line that a label heads. `start` and `end` are places of tokens, `label` that of the letter."""

    letter: str
    start: int
    label: int
    end: int


def rows_of(tokens: Tokens) -> list[Row]:
    """Return the lines that a label heads, in order."""
    found = []
    for start, end in lines_of(tokens):
        place = label_in(tokens, start, end)
        letter = letter_at(tokens, place, declared=True) if place < end else None
        if letter is not None and (place + 1 == end or tokens.at(place + 1) in w.AFTER_LABEL):
            found.append(Row(letter, start, place, end))
    return found


def lines_of(tokens: Tokens) -> list[tuple[int, int]]:
    """Return where the lines begin and end that hold a word."""
    ends = [place for place, fold in enumerate(tokens.fold) if fold == "\n"]
    starts = [0, *(place + 1 for place in ends)]
    return [
        (start, end) for start, end in zip(starts, [*ends, len(tokens)], strict=True) if any(tokens.word[start:end])
    ]


def label_in(tokens: Tokens, start: int, end: int) -> int:
    """Return the place of a line's first word that is no wrapper and no number; `end` where there is none."""
    place = start
    while place < end and (not tokens.word[place] or tokens.fold[place] in w.WRAPPERS or _numbered(tokens, place)):
        place += 1
    return place


def _numbered(tokens: Tokens, place: int) -> bool:
    """Say whether a token is the number of a list's row."""
    return tokens.fold[place].isdigit() and tokens.at(place + 1) in (".", ")")


def told_right(tokens: Tokens, rows: Sequence[Row]) -> str | None:
    """Return the letter of the only row that is said to be right; None where none or several are."""
    if len({row.letter for row in rows}) < LEAST_ROWS:
        return None
    right = {row.letter for row in rows if verdict(tokens, row) is True}
    wrong = {row.letter for row in rows if verdict(tokens, row) is False}
    return right.pop() if len(right) == 1 and not right & wrong else None


def verdict(tokens: Tokens, row: Row) -> bool | None:
    """Return whether a row's first or last words call its option right or wrong; None where they do neither."""
    signs = tokens.fold[row.start : row.end]
    ticks, crosses = any(sign in w.TICKS for sign in signs), any(sign in w.CROSSES for sign in signs)
    if ticks != crosses:
        return ticks
    words = [place for place in range(row.label + 1, row.end) if tokens.word[place]]
    if not words:
        return None
    apart = [place for place in words if not tokens.is_word(place - 1) and not tokens.is_word(place + 1)]
    told = {_told(tokens, place, []) for place in apart if tokens.fold[place] not in w.ANSWER_ENDS} - {None}
    if told:
        return told.pop() if len(told) == 1 else None
    last = words[-1]
    before = words[-1 - VERDICT_REACH : -1]
    return _told(tokens, last, before) if _stands_out(tokens, last, before) else None


def _told(tokens: Tokens, place: int, before: Sequence[int]) -> bool | None:
    word = tokens.fold[place]
    if word in w.NO_VERDICTS or word in w.DENIALS:
        return False
    if word not in w.VERDICTS and word not in w.RIGHT_ENDS:
        return None
    return not any(tokens.fold[other] in w.WRONG for other in before)


def _stands_out(tokens: Tokens, last: int, before: Sequence[int]) -> bool:
    """Say whether a row's last word is about its option: `answer` is so only after `correct` or an arrow."""
    if tokens.fold[last] not in w.ANSWER_ENDS:
        return True
    said = any(tokens.fold[other] in w.VERDICTS or tokens.fold[other] in w.LINKS for other in before)
    return said or tokens.at(last - 1) in w.ARROW_ENDS or tokens.at(last - 1) == "the"


def in_bold(tokens: Tokens, rows: Sequence[Row]) -> str | None:
    """Return the letter of the one row in bold type among the options listed."""
    bold = {row.letter for row in rows if tokens.fold[row.start : row.start + 2] == ["*", "*"]}
    rest = {row.letter for row in rows} - bold
    return bold.pop() if len(bold) == 1 and len(rest) >= LEAST_PLAIN else None


def before_list(tokens: Tokens, rows: Sequence[Row]) -> str | None:
    """Return the label that a reply begins with before it goes through the options from A on, under other words."""
    if len(rows) < LEAST_ROWS or rows[1].letter != "A" or any(tokens.word[: rows[0].start]):
        return None
    apart = rows[0].end + 1 < rows[1].start
    return rows[0].letter if apart and verdict(tokens, rows[0]) is not False else None


def after_options(text: str, tokens: Tokens, rows: Sequence[Row]) -> str:
    """Return what stands below the four options where a reply lists them again; empty where it does not."""
    if {row.letter for row in rows} != set(w.LATIN.values()):
        return ""
    above = tokens.fold[: rows[-1].end].count("\n")
    return "\n".join(text.split("\n")[above + 1 :])


def list_cut(tokens: Tokens, rows: Sequence[Row]) -> bool:
    """Say whether a reply ends in the bare label of the next option of a list: `A. ...`, `B. ...`, `C.`."""
    if len(rows) < LEAST_ROWS or any(tokens.word[rows[-1].label + 1 :]):
        return False
    before, last = rows[-2:]
    follows = ord(last.letter) == ord(before.letter) + 1
    return follows and before.end + 1 == last.start and any(tokens.word[before.label + 1 : before.end])


def list_begun(tokens: Tokens, rows: Sequence[Row]) -> bool:
    """Say whether a reply ends in the first row of a list that it announced: `The options are:` and `A. ...`."""
    if len(rows) != 1 or rows[0].letter != "A" or any(tokens.word[rows[0].end :]):
        return False
    above = [place for place in range(rows[0].start) if tokens.word[place]]
    if not above or "\n" not in tokens.fold[above[-1] : rows[0].start]:
        return False
    start = next((place for place in range(above[-1], -1, -1) if tokens.fold[place] == "\n"), -1)
    line = tokens.fold[start + 1 : rows[0].start]
    return any(word in w.OPTION_LISTS for word in line)
