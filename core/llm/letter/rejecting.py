"""What a reply takes away from a letter: it is called wrong, asked about, ruled out, or named beside an equal one."""

from core.llm.letter import words as w
from core.llm.letter.letters import asked, letter_at, past_closers
from core.llm.letter.tokens import Tokens


def rejected(tokens: Tokens, place: int) -> bool:
    """Say whether the letter at a place is called wrong, asked about, or told apart by `not` before it."""
    return _excluded(tokens, place) or asked(tokens, place + 1) or rejected_after(tokens, place + 1)


def denied(tokens: Tokens, start: int, end: int) -> bool:
    """Say whether an option that is quoted from a place to another is told not to be the answer."""
    return _excluded(tokens, start) or rejected_after(tokens, end)


def rejected_after(tokens: Tokens, place: int) -> bool:
    """Say whether what ends at a place is said to be wrong: `A is wrong`, `ক সঠিক নয়`."""
    place = past_closers(tokens, place)
    place += tokens.at(place) == "-"
    if tokens.at(place) in (":", "|"):
        return _rejected_in_cell(tokens, place + 1)
    place = _after_list(tokens, place)
    for ahead in range(place, place + 5):
        if tokens.at(ahead) in w.WRONG:
            return True
        if tokens.at(ahead) not in w.BEFORE_WRONG:
            return False
    return False


def _after_list(tokens: Tokens, place: int) -> int:
    """Return the place after the other letters of a list, `A, C and D are wrong`; the same where there is none."""
    at, joins = place, ""
    for _ in range(len(w.LATIN)):
        join = at
        while tokens.at(join) == "," or tokens.at(join) in w.LISTED:
            joins += tokens.fold[join]
            join += 1
        after = join + (tokens.at(join) in w.WRAPPERS)
        if join == at or after >= len(tokens) or letter_at(tokens, after) is None:
            break
        at = past_closers(tokens, after + 1)
    # `B, A is wrong` and `B and A is wrong` reject A alone
    whole = joins.strip(",") and tokens.at(at) not in w.SINGULAR
    return at if whole else place


def _excluded(tokens: Tokens, place: int) -> bool:
    """Say whether words before a letter tell it apart: `not A`, `rather than A`, `rule out A and D`."""
    listed = tokens.at(place + 1) in w.LISTED or tokens.at(place + 1) == ","
    for _ in w.LATIN:
        before = place - 1
        while before >= 0 and (tokens.fold[before] in w.OPENERS or tokens.fold[before] in w.WRAPPERS):
            before -= 1
        if tokens.at(before) in w.EXCLUDING or (tokens.at(before - 1), tokens.at(before)) in w.EXCLUDING_PAIRS:
            return True
        joins = before
        while joins >= 0 and (tokens.fold[joins] == "," or tokens.fold[joins] in w.LISTED):
            listed = listed or tokens.fold[joins] in w.LISTED
            joins -= 1
        if joins == before or joins < 0 or not listed or letter_at(tokens, joins) is None:
            return False
        place = joins
    return False


def _rejected_in_cell(tokens: Tokens, place: int) -> bool:
    """Say whether `wrong`, `not correct` or `সঠিক নয়` is all that stands in a cell or after a colon."""
    place += tokens.at(place) in ("'", '"')
    word, after = tokens.at(place), tokens.at(place + 1)
    if word in w.NO_VERDICTS:
        return ends_cell(tokens, place + 1)
    denied = (word == "not" and after in w.VERDICTS) or (word in w.VERDICTS and after in w.WRONG)
    return denied and ends_cell(tokens, place + 2)


def ends_cell(tokens: Tokens, place: int) -> bool:
    """Say whether a cell, a sentence or a list's item ends at a place."""
    place = past_closers(tokens, place)
    return place >= len(tokens) or tokens.at(place) in w.ENDS | w.REASONS or tokens.at(place) in w.BREAKS


def joined(tokens: Tokens, place: int, letter: str) -> bool:
    """Say whether another letter stands beside one as its equal: `A or C`, `A/B`, `ক ও গ`."""
    return _joined(tokens, place, letter, 1) or _joined(tokens, place, letter, -1)


def _joined(tokens: Tokens, place: int, letter: str, step: int) -> bool:
    around = w.CLOSERS | w.OPENERS
    place += step
    while tokens.at(place) in around and 0 <= place < len(tokens):
        place += step
    join = tokens.at(place)
    if join not in w.JOINS and join != ",":
        return False
    place += step
    # `of (A, B, C), B`: the list ended before
    if step < 0 and tokens.at(place) == ")" and tokens.at(place - 2) != "(":
        return False
    while 0 <= place < len(tokens) and (tokens.at(place) in around or tokens.at(place) in w.JOINS | w.WRAPPERS | {","}):
        place += step
    if not 0 <= place < len(tokens):
        return False
    other = letter_at(tokens, place)
    if other is None or other == letter or rejected(tokens, place):
        return False
    return join != "," or not tokens.is_word(place + step) or tokens.at(place + step) in w.JOINS
