"""`w:` lines: syllables, and which note each belongs to (ABC 2.1, section 5)."""

import re
from collections.abc import Callable, Mapping, Sequence

from core.formats.abc.reading.draft import Draft, Placed
from core.score.events import Syllable

_SYMBOL = re.compile(r'"([^"]*)"|!([^!]{1,60})!|\+([^+\s]{1,60})\+|(\*)|(\|)|([.~H-Wh-w])')
_SIGN = re.compile(r"\\-|[^\s\-_*|~\\]+|[\s\-_*|~\\]")

_STRAY = re.compile(r"\\-|\\+(?=[\s_*|~]|$)")

BLANK = object()
NEXT_BAR = object()


def parse_lyrics(text: str) -> list[object]:
    """Cut a `w:` value into syllables, BLANK for `*`, NEXT_BAR for `|`."""
    items: list[object] = []
    word = ""
    for sign in _SIGN.findall(_without_stray(text) if "\\" in text else text):
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


def _without_stray(text: str) -> str:
    """Take out every backslash at the end of a word that hides no hyphen: it is none of the words."""
    return _STRAY.sub(lambda found: found[0] if found[0] == "\\-" else "", text)


def count(items: Sequence[object]) -> int:
    """Return how many notes these take."""
    return sum(1 for item in items if item is not NEXT_BAR)


def place_lyrics(items: Sequence[object], singable: Sequence[Placed], verse: int) -> int:
    """Put syllables under notes, in this order; return how many found none."""
    place, left = 0, 0
    for item in items:
        if item is NEXT_BAR:
            place = _next_bar(singable, place)
            continue
        if place >= len(singable):
            left += isinstance(item, Syllable) and not item.held
            continue
        if isinstance(item, Syllable):
            put(singable[place][0], verse, item)
        place += 1
    return left


def _next_bar(placed: Sequence[Placed], place: int) -> int:
    """Return the first note of the bar after that of the last note that was served."""
    if place == 0 or place >= len(placed):
        return place
    bar = placed[place - 1][1]
    while place < len(placed) and placed[place][1] == bar:
        place += 1
    return place


def put(draft: Draft, verse: int, syllable: Syllable) -> None:
    """Set one verse's syllable; the verses before it may be blank."""
    lyrics = draft.lyrics
    if not isinstance(lyrics, list):
        lyrics = draft.lyrics = []
    while len(lyrics) <= verse:
        lyrics.append(None)
    lyrics[verse] = syllable


def place_symbols(
    text: str, placed: Sequence[Placed], symbols: Mapping[str, str], mark: Callable[[Placed, str], None]
) -> None:
    """Give the notes of a line the decorations, chord symbols and annotations of an `s:` value."""
    singable = [row for row in placed if row[0].notes]
    place = 0
    for found in _SYMBOL.finditer(text):
        quoted, exclaimed, plussed, _, bar, letter = found.groups()
        if bar:
            place = _next_bar(singable, place)
            continue
        if place >= len(singable):
            return
        draft = singable[place][0]
        place += 1
        decoration = exclaimed or plussed or symbols.get(letter or "", "")
        if quoted:
            if quoted[0] in "^_<>@":
                draft.annotations += (quoted,)
            else:
                draft.chord_symbols += (quoted,)
        elif decoration:
            draft.decorations += (decoration.strip(),)
            mark(singable[place - 1], decoration)
