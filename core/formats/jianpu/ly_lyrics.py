"""Lyrics, slurs and titles for jianpu-ly, in words that LilyPond takes for text whatever they hold."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.score.events import Event, Syllable

_SAFE = {'"': "”", "\\": "/", "＂": "”", "＼": "/"}
_SPLITS = re.compile(r"(?<=Next)(?=Part|Score)|(?<=Part)(?=Midi)")
"""Words that jianpu-ly looks for everywhere, in lyrics too."""
NO_BREAK = "\u00a0"
SKIP = "_"


def plain_text(text: str) -> str:
    """Return a text as one line without quotes, backslashes and control characters, which could become commands."""
    shown = "".join(_SAFE.get(character, " " if _hidden(character) else character) for character in text)
    return _SPLITS.sub(" ", " ".join(shown.split()))


def _hidden(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")


class Slurs:
    """The slurs of a part, one level of them: from a sung event to a later one, by their numbers.

    A slur with a syllable under a later note is left out, since LilyPond would sing nothing there.
    """

    def __init__(self, sung: Sequence[Event]) -> None:
        self._starts: set[int] = set()
        self._ends: set[int] = set()
        self.inside: set[int] = set()
        """Events after the first of a slur, which take no syllable."""
        depth, start = 0, 0
        for number, event in enumerate(sung):
            depth_before = depth
            depth = max(0, depth - event.slur_ends)
            if depth_before and not depth:
                self._keep(start, number, sung)
            if event.slur_starts and not depth:
                start = number
            depth += event.slur_starts

    def _keep(self, start: int, end: int, sung: Sequence[Event]) -> None:
        later = range(start + 1, end + 1)
        if end > start and not any(_worded(syllable) for number in later for syllable in sung[number].lyrics):
            self._starts.add(start)
            self._ends.add(end)
            self.inside.update(later)

    def signs(self, number: int) -> Iterator[str]:
        """Give what stands after an event: the end of a slur before the start of the next."""
        if number in self._ends:
            yield ")"
        if number in self._starts:
            yield "("


def lyric_lines(sung: Sequence[Event], slurs: Slurs) -> Iterator[str]:
    """Give a line `L:` a verse. `sung` are the events that begin a note.

    One that a tie leads to takes nothing; a syllable that stands there all the same is sung at the note before.
    """
    verses = max((len(event.lyrics) for event in sung), default=0)
    for verse in range(verses):
        words: list[Syllable] = []
        tied: set[object] = set()
        for number, event in enumerate(sung):
            goes_on = bool(tied & {note.pitch.midi for note in event.notes})
            tied = {note.pitch.midi for note in event.notes if note.tied}
            syllable = event.lyrics[verse] if verse < len(event.lyrics) else None
            told = syllable if syllable is not None and _worded(syllable) else Syllable("")
            if number not in slurs.inside and not goes_on:
                words.append(told)
            elif told.text and words:
                words[-1] = replace(told, text=f"{words[-1].text} {told.text}")
        while words and not words[-1].text:
            words.pop()
        if words:
            yield f"L: {f'{verse + 1}. ' if verses > 1 else ''}{' '.join(map(_word, words))}"


def _worded(syllable: Syllable | None) -> bool:
    return syllable is not None and not syllable.held and bool(plain_text(syllable.text))


def _word(syllable: Syllable) -> str:
    if not syllable.text:
        return SKIP
    text = plain_text(syllable.text).replace(" ", NO_BREAK)
    plain = all(unicodedata.category(character)[0] in "LM" for character in text)
    return (text if plain else f'"{text}"') + ("-" if syllable.joined else "")
