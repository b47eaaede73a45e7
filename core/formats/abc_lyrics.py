"""`w:` lines: syllables, and which note each belongs to (ABC 2.1, section 5)."""

import re
from collections.abc import Sequence

from core.formats.abc_voice import Draft
from core.score.events import Syllable

_SIGN = re.compile(r"\\-|[^\s\-_*|~\\]+|[\s\-_*|~\\]")

BLANK = object()
NEXT_BAR = object()


def parse_lyrics(text: str) -> list[object]:
    """Cut a `w:` value into syllables, BLANK for `*`, NEXT_BAR for `|`."""
    items: list[object] = []
    word = ""
    for sign in _SIGN.findall(text):
        if sign == "\\-":
            word += "-"
        elif sign == "~":
            word += " "
        elif sign == "-":
            if word:
                items.append(Syllable(word, joined=True))
                word = ""
            else:
                # a hyphen after a blank or another hyphen: the syllable is sung on (section 5.1)
                items.append(Syllable("", joined=True, held=True))
        elif sign in "_*|" or sign.isspace():
            if word:
                items.append(Syllable(word))
                word = ""
            if sign == "_":
                items.append(Syllable("", held=True))
            elif sign == "*":
                items.append(BLANK)
            elif sign == "|":
                items.append(NEXT_BAR)
        else:
            word += sign
    if word:
        items.append(Syllable(word))
    return items


def place_lyrics(items: Sequence[object], drafts: Sequence[Draft], verse: int) -> int:
    """Put syllables under the notes of one line of music; return how many found no note."""
    singable = [draft for draft in drafts if draft.notes]
    place, left = 0, 0
    for item in items:
        if item is NEXT_BAR:
            place = _next_bar(singable, place)
            continue
        if place >= len(singable):
            left += isinstance(item, Syllable) and not item.held
            continue
        if isinstance(item, Syllable):
            put(singable[place], verse, item)
        place += 1
    return left


def _next_bar(drafts: Sequence[Draft], place: int) -> int:
    """Return the first note of the bar after that of the last note that was served."""
    if place == 0 or place >= len(drafts):
        return place
    bar = drafts[place - 1].bar
    while place < len(drafts) and drafts[place].bar == bar:
        place += 1
    return place


def put(draft: Draft, verse: int, syllable: Syllable) -> None:
    """Set one verse's syllable; the verses before it may be blank."""
    while len(draft.lyrics) <= verse:
        draft.lyrics.append(None)
    draft.lyrics[verse] = syllable
