"""Letters that are notes, not answers: `Sa = C`, `ends on D`, `C, E and G`, `গান্ধার (গ)`, and lines of ABC."""

import re

from core.formats.abc.lexer import looks_like_music
from core.llm.letter import words as w
from core.llm.letter.tokens import Tokens, cut, words_of

MUSIC_HEAD = 2000
"""Characters of a line that tell whether it is music."""
KEY_REACH = 6
"""Words between `key` and its letter: `the key of the song is C`."""
MOST_IN_RUN = 24
_FIELD = re.compile(r"\s{0,9}[KLMNQRSTVWXZw]:")
"""A header field of ABC, but for A: to D:, which label options."""
_GA = re.compile(r"(?<![\w\u0980-\u09ff])গ(?![\w\u0980-\u09ff])")


def without_music(text: str, tokens: Tokens) -> Tokens:
    """Return the tokens without those of lines of ABC, and of its fields where there are such lines."""
    if "|" not in text:
        return tokens
    lines = text.split("\n")
    music = {line for line in lines if "|" in line and looks_like_music(line[:MUSIC_HEAD])}
    if not music:
        return tokens
    return cut("\n".join(line for line in lines if line not in music and not _FIELD.match(line)))


def without_ga(text: str, options: tuple[str, ...]) -> str:
    """Take `গ` out where it may be the third label and may be the note Ga, which another option names."""
    rows = [words_of(option) for option in options]
    named = [place for place, row in enumerate(rows) if any(word in w.GA_NAMES for word in row)]
    return _GA.sub(" ", text) if named and named != [w.THIRD] else text


def is_note(tokens: Tokens, place: int) -> bool:
    """Say whether what stands around a letter makes it a note."""
    before, after = tokens.at(place - 1), tokens.at(place + 1)
    if tokens.raw[place] in w.BENGALI:
        ahead = tokens.at(place + 2) if after in w.OPENERS else after
        behind = tokens.at(place - 2) if before in w.OPENERS else before
        return behind in w.SWARAS or ahead in w.SWARAS
    if before in w.NOTE_BEFORE or (tokens.at(place - 2) in w.NOTE_BEFORE and before in w.LINKS):
        return True
    if before in w.AT_NOTE and tokens.at(place - 2) in w.BEGINNING_OR_ENDING:
        return True
    return (before in w.LINKS and _told_of_key(tokens, place - 2)) or _among_notes(tokens, place)


def _told_of_key(tokens: Tokens, place: int) -> bool:
    """Say whether the words before `is` speak of a key, within their sentence."""
    for back in range(place, place - KEY_REACH, -1):
        if not tokens.is_word(back):
            return False
        if tokens.at(back) in w.KEYS:
            return True
    return False


def _among_notes(tokens: Tokens, place: int) -> bool:
    """Say whether a letter stands in a row of letters with one beyond D: `C, E and G`, `from G to C`."""
    return any(_reaches_note(tokens, place, step) for step in (-1, 1))


def _reaches_note(tokens: Tokens, place: int, step: int) -> bool:
    for ahead in range(place + step, place + step * MOST_IN_RUN, step):
        if not 0 <= ahead < len(tokens):
            return False
        raw = tokens.raw[ahead]
        if raw in w.OTHER_NOTES:
            return True
        if raw not in w.LATIN.values() and tokens.fold[ahead] not in w.BETWEEN_NOTES:
            return False
    return False
