"""`w:` lines: syllables, and which note each belongs to (ABC 2.1, section 5)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from core.formats.abc.reading.draft import Draft, Placed
from core.score.events import Syllable

_SYMBOL = re.compile(r'"([^"]*)"|!([^!]{1,60})!|\+([^+\s]{1,60})\+|(\*)|(\|)|([.~H-Wh-w])')
_SIGN = re.compile(r"\\-|[^\s\-_*|~\\]+|[\s\-_*|~\\]")

_STRAY = re.compile(r"\\-|\\+(?=[\s_*|~]|$)")

PLACES = ("^", "_", "<", ">", "@")
"""What an annotation begins with, which tells it from a chord symbol (ABC 2.1, 4.19)."""
LONGEST_HOLD = 32
"""Notes of a syllable that stops behind its hold are looked for over."""
_STOPS = re.compile(r"[.,;:!?।॥…’”)]+")
_NUMBER = re.compile(r"[0-9০-৯]{1,2}[.):।]")
BLANK = object()
NEXT_BAR = object()
MARKS = {"_": Syllable("", held=True), "*": BLANK, "|": NEXT_BAR}


def parse_lyrics(text: str) -> list[object]:
    """Cut a `w:` value into syllables, BLANK for `*`, NEXT_BAR for `|`."""
    items: list[object] = []
    word = before = ""
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
            if sign in MARKS:
                items.append(MARKS[sign])
        elif before == "_" and _STOPS.fullmatch(sign):
            _end_held(items, sign)
        else:
            word += sign
        before = sign
    if word:
        items.append(Syllable(word))
    return _with_number(items)


def _end_held(items: list[object], stops: str) -> None:
    """Write stops behind a hold, `o_.`, at the syllable that is held: they are no syllable."""
    for place in range(len(items) - 1, max(-1, len(items) - LONGEST_HOLD), -1):
        item = items[place]
        if isinstance(item, Syllable) and not item.held:
            items[place] = replace(item, text=item.text + stops)
            return


def _with_number(items: list[object]) -> list[object]:
    """Let a verse's number, `1.` at the beginning, stand before its first syllable, which is sung (section 5.3)."""
    number = items[0] if items else None
    first = items[1] if len(items) > 1 else None
    if not (isinstance(number, Syllable) and isinstance(first, Syllable)) or number.joined or first.held:
        return items
    if not _NUMBER.fullmatch(number.text):
        return items
    return [replace(first, text=f"{number.text} {first.text}"), *items[2:]]


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
        if decoration[:1] == '"':
            quoted, decoration = decoration[1:-1], ""
        if quoted:
            if quoted[0] in PLACES:
                draft.annotations += (quoted,)
            else:
                draft.chord_symbols += (quoted,)
        elif decoration:
            draft.decorations += (decoration.strip(),)
            mark(singable[place - 1], decoration)
