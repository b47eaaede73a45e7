"""MIDI read back by mido: notes, tempo, metre, lyrics."""

import io

import mido
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.formats.midi import format as midi
from core.score.timeline import timeline


def notes_of(content):
    file = mido.MidiFile(file=io.BytesIO(content), charset="utf-8")
    found = []
    for track in file.tracks:
        now, sounding = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on":
                sounding.setdefault((message.channel, message.note), []).append(now)
            elif message.type == "note_off":
                start = sounding[(message.channel, message.note)].pop(0)
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
@given(
    st.lists(st.sampled_from(["C", "D2", "_E/", "(3GAB", "[CEG]", "z", "c'", "F,3/2", "A-A", "|", "B>c"]), max_size=30)
)
def test_midi_holds_what_the_timeline_says(pieces):
    score = read_first("X:1\nM:4/4\nL:1/8\nK:C\n" + " ".join(pieces)).score
    _, found = notes_of(midi.write(score))
    wanted = [(float(m.onset * 4), m.midi, float(m.duration * 4)) for m in timeline(score, played=True).notes]
    assert len(found) == len(wanted)
    for ours, theirs in zip(sorted(wanted), found, strict=True):
        assert all(abs(a - b) < 0.003 for a, b in zip(ours, theirs, strict=True))


def test_two_notes_of_one_pitch_keep_their_lengths_and_come_back_as_one_voice():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nC D E F & E4|[CE]4 & C2 z2|\n").score
    content = midi.write(score)
    _, found = notes_of(content)
    assert found == [
        (0, 60, 1), (0, 64, 4), (1, 62, 1), (2, 64, 1), (3, 65, 1), (4, 60, 2), (4, 60, 4), (4, 64, 4),
    ]  # fmt: skip
    (again,) = midi.MIDI.read(content).scores
    assert len(again.parts) == 1
    assert notes_of(midi.write(again))[1] == found
    assert "cut where all MIDI channels" not in " ".join(midi.MIDI.lost(score))


def test_every_channel_has_the_instrument():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nC D E F & E4|\n").score
    file, _ = notes_of(midi.write(score, program=24))
    told = {m.channel: m.program for track in file.tracks for m in track if m.type == "program_change"}
    heard = {m.channel for track in file.tracks for m in track if m.type == "note_on"}
    assert told == dict.fromkeys(heard, 24)
    assert len(heard) == 2


def test_a_bent_note_bends_no_other():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\n^/C4 & E2 z2|\n").score
    content = midi.write(score)
    assert sorted(float(m.midi) for m in timeline(midi.MIDI.read(content).scores[0]).notes) == [60.5, 64]


def test_where_there_are_more_notes_of_a_pitch_than_channels_it_is_said():
    voices = "".join(f"V:{n}\n{'z' * (n > 1)}{f'{n - 1}/32' if n > 1 else ''}C2 z|\n" for n in range(1, 21))
    score = read_first(f"X:1\nM:none\nL:1/4\nK:C\n{voices}").score
    assert "Notes of one pitch that sound together are cut where all MIDI channels are taken." in midi.MIDI.lost(score)
    assert len(notes_of(midi.write(score))[1]) == 20


def test_a_tempo_that_midi_has_no_digits_for_is_said():
    def told(tempo):
        score = read_first(f"X:1\nL:1/4\nQ:{tempo}\nK:C\nCDEF|\n").score
        return any("slowest that MIDI can say" in row for row in midi.MIDI.lost(score))

    assert told("1/4=1")
    assert told("1/8=7")
    assert not told("1/4=4")


def test_a_tune_is_as_long_as_its_rests():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nC4|z4|z4|\n").score
    file, _ = notes_of(midi.write(score))
    assert {sum(message.time for message in track) for track in file.tracks} == {12 * file.ticks_per_beat}
    (again,) = midi.MIDI.read(midi.write(score)).scores
    assert len(again.parts[0].measures) == 3
