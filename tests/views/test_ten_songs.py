"""Ten songs of Tagore, read both ways: four views show the same notes in the same order, and they sound as they are."""

import io
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import mido
import pytest

from core.audio.schedule import schedule
from core.score.score import Barline, Score
from core.score.timeline import timeline
from core.views import VIEWS
from core.views.base import Layout
from tests.formats.tagore import content, each_reading, each_song, song

A_LINE_A_PAGE = Layout(page_width=900.0, page_height=1.0, title=False)
"""No page has room for two lines, so that reading order is: page by page, from left to right."""
KANS = {
    "aguner-poroshmoni": 16,
    "anandaloke-mangalaloke": 3,
    "bhalobese-sokhi": 1,
    "ekla-chalo-re": 14,
    "esho-shyamalo-sundoro": 2,
    "gram-chhara-oi-ranga-matir-path": 12,
    "majhe-majhe-tobo-dekha-pai": 1,
    "phule-phule-dhole-dhole": 4,
    "purano-sei-diner-katha": 2,
    "tumi-robe-nirobe": 18,
}
QUARTER_SECONDS = 0.5


def in_reading_order(drawing, wanted, *, level=False):
    """The ids of the notes as an eye meets them. `level`: a row has one height, and one in [ ] stands above it."""
    found = []
    for page in drawing.pages:
        here = [(box.y if level else 0.0, box.x, name) for name, box in page.boxes.items() if name in wanted]
        found += [name for *_, name in sorted(here)]
    return found


def lines(drawing, wanted):
    return [page for page in drawing.pages if wanted & set(page.boxes)]


def sung(score):
    """The ids of all notes and kans in the order of time; of a note's kans the last stands nearest to it."""
    found = []
    for event in score.events():
        found += [grace.id for grace in event.graces]
        found += [note.id for note in event.notes]
    return found


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
@each_reading
@each_song
def test_every_view_shows_all_notes_and_kans_in_the_order_in_which_they_are_sung(name, reading, view):
    score = song(name, reading)
    wanted = sung(score)
    drawing = view.draw(score, A_LINE_A_PAGE)
    assert len(lines(drawing, set(wanted))) > 4
    assert in_reading_order(drawing, set(wanted), level=view.name == "swaralipi") == wanted


@each_reading
@each_song
def test_the_flat_list_has_the_notes_in_that_order_too(name, reading):
    score = song(name, reading)
    notes = {note.id for event in score.events() for note in event.notes}
    moments = timeline(score).notes
    assert [moment.id for moment in moments] == [one for one in sung(score) if one in notes]
    assert all(a.onset < b.onset for a, b in pairwise(moments))


@each_song
def test_encoded_the_sound_is_that_of_the_songs_midi_file_tone_by_tone(name):
    """Onset, pitch and length of every note and of every kan, for which its note waits."""
    sounds = schedule(unrepeated(song(name, "encoded"))).sounds
    assert [(sound.onset, sound.midi, sound.duration) for sound in sounds] == [
        (pytest.approx(float(onset) * QUARTER_SECONDS), midi, pytest.approx(float(length) * QUARTER_SECONDS))
        for onset, midi, length in midi_tones(name)
    ]
    assert sum(bool(sound.graced) for sound in sounds) == KANS[name]


@each_song
def test_a_repeat_sounds_like_the_first_time(name):
    """Within a bar the steps from note to note are those of the MIDI file, whichever time it is sung."""
    score = song(name, "encoded")
    once = schedule(unrepeated(score)).sounds
    numbers = {sound.id: place for place, sound in enumerate(once)}
    bars = {
        one.id: place
        for place, measure in enumerate(score.parts[0].measures)
        for event in measure.events
        for one in (*event.graces, *event.notes)
    }
    wanted = midi_tones(name)
    played = schedule(score).sounds
    assert set(numbers) <= {sound.id for sound in played}
    # a note that holds over the sign of a repeat is struck again where the return leads into its second half
    assert all(sound.id in bars for sound in played)
    compared = set()
    for sound, after in pairwise(played):
        place, following = numbers.get(sound.id), numbers.get(after.id)
        if place is not None and following == place + 1 and bars[sound.id] == bars[after.id]:
            step = float(wanted[following][0] - wanted[place][0]) * QUARTER_SECONDS
            assert (sound.midi, after.onset - sound.onset) == (wanted[place][1], pytest.approx(step))
            compared.add(sound.id)
    assert len(compared) > 0.6 * len(once)


def unrepeated(score: Score) -> Score:
    """The song sung once through from top to foot, as the data's MIDI files have it."""
    parts = []
    for part in score.parts:
        measures = [
            replace(
                measure, left=Barline(measure.left.style), right=Barline(measure.right.style), ending=(),
                marks=tuple(mark for mark in measure.marks if mark.name.startswith("P:")),
            )
            for measure in part.measures
        ]  # fmt: skip
        parts.append(replace(part, measures=tuple(measures)))
    return replace(score, parts=tuple(parts), order="")


def midi_tones(name):
    """Every tone of the data's MIDI file, kans among them: onset and length in quarters, and number."""
    file = mido.MidiFile(file=io.BytesIO(content(name, "midi")))
    found, down = [], {}
    for track in file.tracks:
        now = 0
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                down[message.note] = now
            elif message.type in ("note_on", "note_off"):
                found.append((down.pop(message.note), message.note, now))
    beat = file.ticks_per_beat
    return [(Fraction(onset, beat), midi, Fraction(end - onset, beat)) for onset, midi, end in sorted(found)]
