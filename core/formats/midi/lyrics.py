"""Lyrics of a MIDI file: lyric events, or the text events of karaoke files, to the notes they are sung at."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from core.formats.base import remark
from core.formats.midi.tape import Tape, Tone, Track
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import Syllable

Sung = dict[int, Syllable]
"""Syllables by the tick of the note they belong to."""
BREAKS = "\r\n/\\"
"""Signs with which karaoke files begin lines and verses."""
NEAR = 8
"""A syllable may miss its note by the eighth part of a quarter."""


def gather(tape: Tape, voices: Sequence[tuple[int, Sequence[Tone]]], said: list[Diagnostic]) -> list[Sung]:
    """Return the syllables of each voice (track's place and tones). Those that find no note are counted and said."""
    found: list[Sung] = [{} for _ in voices]
    lost = 0
    for track in tape.tracks:
        rows = _rows(track)
        if not rows:
            continue
        own = [place for place, (number, _) in enumerate(voices) if number == track.place] or range(len(voices))
        best = max(own, key=lambda place: _hits(rows, voices[place][1]))
        lost += _place(rows, voices[best][1], found[best], int(tape.quarter) // NEAR)
    if lost:
        text = f"Syllables that stand at no note ({lost}) were left out."
        said.append(remark("midi-lyrics", text, Severity.WARNING))
    return found


def titles(tape: Tape) -> Iterator[str]:
    """Give the titles that a karaoke file tells in its texts."""
    for track in tape.tracks:
        for _, text in track.words:
            if text.startswith("@T") and text[2:].strip():
                yield text[2:].strip()


def is_sung(track: Track) -> bool:
    """Say whether a track has syllables, or texts that are those of karaoke."""
    return bool(track.lyrics) or _is_karaoke(track)


def _is_karaoke(track: Track) -> bool:
    return any(text.startswith(("@K", "@L", "@T", "\\", "/")) for _, text in track.words)


def _rows(track: Track) -> list[tuple[int, str]]:
    if track.lyrics:
        return track.lyrics
    return [row for row in track.words if not row[1].startswith("@")] if _is_karaoke(track) else []


def _hits(rows: Sequence[tuple[int, str]], tones: Sequence[Tone]) -> int:
    starts = {tone.start for tone in tones}
    return sum(tick in starts for tick, _ in rows)


def _place(rows: Sequence[tuple[int, str]], tones: Sequence[Tone], found: Sung, near: int) -> int:
    """Set each syllable at the nearest start of a note; return how many found none."""
    starts = sorted({tone.start for tone in tones})
    spaced = any(text != text.strip(" ") and text.strip() for _, text in rows)
    lost = 0
    for place, (tick, text) in enumerate(rows):
        clean = " ".join(text.strip(BREAKS).split())
        if not clean:
            continue
        at = bisect_left(starts, tick)
        close = min(starts[max(0, at - 1) : at + 1], key=lambda start: abs(start - tick), default=None)
        if close is None or abs(close - tick) > near or close in found:
            lost += 1
            continue
        joined = clean.endswith("-") and len(clean) > 1
        if spaced and not joined:
            later = rows[place + 1][1] if place + 1 < len(rows) else " "
            joined = not text.endswith(" ") and later[:1] not in (" ", *BREAKS)
        found[close] = Syllable(clean.removesuffix("-") if joined else clean, joined)
    return lost
