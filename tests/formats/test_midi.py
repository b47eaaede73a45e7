"""MIDI read back by mido: notes, tempo, metre, lyrics."""

import io

import mido
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats import midi
from core.formats.abc_reader import read_first
from core.score.timeline import timeline


def notes_of(content):
    file = mido.MidiFile(file=io.BytesIO(content), charset="utf-8")
    found = []
    for track in file.tracks:
        now, sounding = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on":
                sounding.setdefault(message.note, []).append(now)
            elif message.type == "note_off":
                start = sounding[message.note].pop(0)
                found.append((start / file.ticks_per_beat, message.note, (now - start) / file.ticks_per_beat))
    return file, sorted(found)


def test_repeats_are_played_and_ties_merged():
    score = read_first("X:1\nM:3/4\nL:1/4\nQ:1/4=90\nK:G\n|:F G2-|G3:|\nw: সা রে\n").score
    file, found = notes_of(midi.write(score))
    assert found == [(0, 66, 1), (1, 67, 5), (6, 66, 1), (7, 67, 5)]
    said = [(m.type, m) for track in file.tracks for m in track if m.is_meta]
    assert [m.tempo for kind, m in said if kind == "set_tempo"] == [666_667]
    assert [(m.numerator, m.denominator) for kind, m in said if kind == "time_signature"] == [(3, 4)]
    assert [m.text for kind, m in said if kind == "lyrics"] == ["সা", "রে"]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["C", "D2", "_E/", "(3GAB", "[CEG]", "z", "c'", "F,3/2", "A-A", "|", "B>c"]), max_size=30))
def test_midi_holds_what_the_timeline_says(pieces):
    score = read_first("X:1\nM:4/4\nL:1/8\nK:C\n" + " ".join(pieces)).score
    _, found = notes_of(midi.write(score))
    wanted = [(float(m.onset * 4), m.midi, float(m.duration * 4)) for m in timeline(score, played=True).notes]
    assert len(found) == len(wanted)
    for ours, theirs in zip(sorted(wanted), found, strict=True):
        assert all(abs(a - b) < 0.003 for a, b in zip(ours, theirs, strict=True))
