"""Tunes moved to where an instrument can play them."""

from dataclasses import replace

from core.formats.base import Imported
from core.tradition.fretting import moved_into_range
from core.tradition.tunings import Fretboard


def into_range(made: Imported, board: Fretboard) -> tuple[Imported, str]:
    """Return the tunes moved by whole octaves, each as its first part needs, and a sentence that says so."""
    tunes, moves = [], []
    for tune in made.tunes:
        score, octaves = moved_into_range(tune.score, board)
        tunes.append(replace(tune, score=score))
        moves.append(octaves)
    if not any(moves):
        return made, "Every tune stays where it is: no octave brings more of its notes into range."
    told = [f"tune {place} by {octaves:+d}" for place, octaves in enumerate(moves, 1) if octaves]
    return replace(made, tunes=tuple(tunes), text=None), f"Moved by octaves: {', '.join(told)}."
