"""Hyphens that lead nowhere: a word whose rest has no note, as where there are more syllables than notes."""

from dataclasses import replace

from core.score.events import Event
from core.score.score import Part, Score


def without_dangling(score: Score) -> Score:
    """Return the score without the hyphen after the last syllable of a verse, which Verovio would draw to the end."""
    parts = tuple(map(_part, score.parts))
    return (
        score if all(new is old for new, old in zip(parts, score.parts, strict=True)) else replace(score, parts=parts)
    )


def _part(part: Part) -> Part:
    lasts: dict[int, tuple[int, int, int]] = {}
    """By verse: measure, layer and event of its last syllable."""
    for place, measure in enumerate(part.measures):
        for depth, layer in enumerate(measure.layers):
            for number, event in enumerate(layer):
                for verse, one in enumerate(event.lyrics):
                    if one is not None and not one.held and one.text.strip():
                        lasts[verse] = place, depth, number
    measures = list(part.measures)
    for verse, (place, depth, number) in lasts.items():
        measure = measures[place]
        event = measure.layers[depth][number]
        one = event.lyrics[verse]
        if one is not None and one.joined:
            layers = [list(layer) for layer in measure.layers]
            layers[depth][number] = _closed(event, verse)
            measures[place] = replace(measure, layers=tuple(map(tuple, layers)))
    return part if measures == list(part.measures) else replace(part, measures=tuple(measures))


def _closed(event: Event, verse: int) -> Event:
    row = list(event.lyrics)
    one = row[verse]
    row[verse] = one and replace(one, joined=False)
    return replace(event, lyrics=tuple(row))
