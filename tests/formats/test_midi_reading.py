"""MIDI read: exactly where a program wrote it, on a grid where a hand played it, and whatever was guessed is said."""

import io
import random
import struct
from fractions import Fraction

import mido
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.formats.midi.format import MIDI
from core.score.score import Change
from core.score.signatures import Metre, Tempo, standard_key
from tests.formats.musicxml_judges import played
from tests.formats.outside import watched
from tests.timing import cpu_seconds, least

ON, OFF, META, CONTROL = "note_on", "note_off", mido.MetaMessage, mido.Message


def file_of(*tracks, kind=1, ticks=480):
    """A MIDI file; each track is a list of (tick, message)."""
    made = mido.MidiFile(type=kind, ticks_per_beat=ticks, charset="utf-8")
    for rows in tracks:
        track, now = mido.MidiTrack(), 0
        for tick, message in sorted(rows, key=lambda row: row[0]):
            track.append(message.copy(time=tick - now))
            now = tick
        made.tracks.append(track)
    buffer = io.BytesIO()
    made.save(file=buffer)
    return buffer.getvalue()


def tone(start, stop, key, channel=0):
    return [
        (start, mido.Message(ON, note=key, velocity=80, channel=channel)),
        (stop, mido.Message(OFF, note=key, velocity=0, channel=channel)),
    ]


def melody(*keys, length=480, channel=0):
    return [row for place, key in enumerate(keys) for row in tone(place * length, (place + 1) * length, key, channel)]


def read(content):
    return MIDI.read(content).scores[0]


def remarks(content):
    return " ".join(row.message for row in MIDI.read(content).findings)


def heard(content):
    return [(float(onset * 4), float(pitch), float(length * 4)) for onset, pitch, length in played(read(content))]


def test_what_we_wrote_is_read_without_a_guess():
    score = read_first("X:1\nM:3/4\nL:1/8\nQ:1/4=90\nK:Dm\nD2 (3EFG A>B|[DFA]4 (5cdcdc|D6-|D2z2 C2|]\n").score
    content = MIDI.write(score)
    assert MIDI.read(content).findings == ()
    again = read(content)
    assert played(again) == played(score)
    assert (again.key, again.metre, again.tempo) == (score.key, score.metre, score.tempo)
    assert [event.tuplet.actual for event in again.events() if event.tuplet] == [3] * 3 + [5] * 5


@pytest.mark.parametrize("kind", [0, 1])
def test_types_0_and_1_and_running_status(kind):
    rows = melody(60, 62, 64)
    assert heard(file_of(rows, kind=kind)) == [(0, 60, 1), (1, 62, 1), (2, 64, 1)]
    body = b"\x00\x90\x3c\x40\x60\x3c\x00\x00\x3e\x40\x60\x3e\x00\x00\xff\x2f\x00"
    running = b"MThd" + struct.pack(">IHHh", 6, kind, 1, 96) + b"MTrk" + struct.pack(">I", len(body)) + body
    assert heard(running) == [(0, 60, 1), (1, 62, 1)]


def test_type_2_gives_a_tune_a_track():
    content = file_of(melody(60, 62), melody(67), kind=2)
    made = MIDI.read(content)
    assert [len(score.parts) for score in made.scores] == [1, 1]
    assert [pitch for _, pitch, _ in played(made.scores[1])] == [67]


def test_channels_of_one_track_become_parts_and_drums_are_left_out():
    content = file_of([*melody(60, 62), *melody(48, channel=3), *melody(36, 38, 36, channel=9)], kind=0)
    assert len(read(content).parts) == 2
    assert "drum strokes (channel 10, 3)" in remarks(content)
    with pytest.raises(FormatError, match="no note with a pitch"):
        MIDI.read(file_of(melody(36, channel=9)))


def test_rests_that_we_wrote_come_back():
    made = MIDI.read(MIDI.write(read_first("X:1\nT:Rest\nM:3/4\nL:1/4\nQ:1/4=90\nK:G\nz3|z3|\n").score))
    (score,) = made.scores
    assert score.title == "Rest"
    assert [str(m.metre) for m in score.parts[0].measures] == ["3/4", "3/4"]
    assert (score.key.tonic, score.tempo.quarters_per_minute) == ("G", 90)
    assert not any(event.notes for event in score.events())
    assert [row.code for row in made.findings] == ["midi-no-notes"]


@pytest.mark.parametrize("kind", [0, 1, 2])
def test_a_file_without_notes_is_as_long_as_its_last_message(kind):
    made = MIDI.read(
        file_of([(0, META("time_signature", numerator=4, denominator=4)), (3840, META("end_of_track"))], kind=kind)
    )
    assert [len(score.parts[0].measures) for score in made.scores] == [2]
    assert "no notes; it was read as rests" in " ".join(row.message for row in made.findings)


@pytest.mark.parametrize("tracks", [(), ([],), ([], [])])
def test_a_file_without_notes_and_time_has_no_tune(tracks):
    made = MIDI.read(file_of(*tracks))
    assert made.tunes == ()
    assert [row.code for row in made.findings] == ["no-tune"]


def test_a_silence_that_never_ends_is_refused():
    with pytest.raises(FormatError, match="lasts longer than 80,000 quarter notes"):
        MIDI.read(file_of([(80_001 * 480, META("end_of_track"))]))


def test_metre_key_tempo_and_their_changes():
    signs = [
        (0, META("time_signature", numerator=3, denominator=4)), (0, META("key_signature", key="Bbm")),
        (0, META("set_tempo", tempo=mido.bpm2tempo(72))), (1440, META("time_signature", numerator=6, denominator=8)),
        (1920, META("set_tempo", tempo=mido.bpm2tempo(100))), (2880, META("key_signature", key="A")),
    ]  # fmt: skip
    content = file_of(signs, melody(61, 63, 65, 66, 68, 70, 72))
    score = read(content)
    assert (score.key, score.metre) == (standard_key("Bb", "minor"), Metre((3,), 4))
    assert score.tempo == Tempo(Fraction(1, 4), Fraction(72))
    bars = score.parts[0].measures
    assert [bar.metre for bar in bars] == [Metre((3,), 4), Metre((6,), 8), Metre((6,), 8)]
    assert bars[1].changes == (Change(Fraction(1, 4), Tempo(Fraction(1, 4), Fraction(100))),)
    assert bars[2].key == standard_key("A")
    assert [note.pitch.name for event in bars[0].events for note in event.notes] == ["Db4", "Eb4", "F4"]
    assert MIDI.read(content).findings == ()


def test_missing_signs_are_said():
    said = remarks(file_of(melody(60)))
    assert "No metre" in said
    assert "No key signature: C was taken" in said


def test_pitches_are_spelled_by_the_key_and_in_c_as_a_raga_has_them():
    assert [n.pitch.name for e in read(file_of(melody(61, 63, 66, 68, 70))).events() for n in e.notes] == [
        "Db4",
        "Eb4",
        "F#4",
        "Ab4",
        "Bb4",
    ]
    sharp = file_of([(0, META("key_signature", key="E")), *melody(61, 63, 65, 66, 68, 70)])
    assert [n.pitch.name for e in read(sharp).events() for n in e.notes] == ["C#4", "D#4", "F4", "F#4", "G#4", "A#4"]


def test_notes_over_the_bar_line_are_tied_and_overlaps_become_layers():
    content = file_of([*tone(960, 2880, 60), *tone(0, 960, 67), *tone(480, 1440, 72)])
    assert heard(content) == [(0, 67, 2), (1, 72, 2), (2, 60, 4)]
    bars = read(content).parts[0].measures
    assert [len(bar.layers) for bar in bars] == [2, 1]
    together = file_of([*tone(0, 960, 60), *tone(0, 960, 64)])
    assert [len(event.notes) for event in read(together).events() if event.notes] == [2]


def test_triplets_over_two_beats_are_one_tuplet():
    content = file_of(melody(60, 62, 64, length=320))
    events = read(content).parts[0].measures[0].events
    assert [(event.written, event.tuplet and event.tuplet.actual) for event in events if event.notes] == [
        (Fraction(1, 4), 3)
    ] * 3


def test_played_music_is_put_on_the_grid_and_the_greatest_move_is_said():
    chance = random.Random(7)
    rows, wanted = [], []
    for beat in range(32):
        parts = chance.choice([1, 2, 3, 4])
        for part in range(parts):
            onset = beat + Fraction(part, parts)
            start = round(onset * 480 + chance.randint(-14, 14)) if onset else 0
            rows += tone(start, start + round(440 / parts), 60 + part)
            wanted.append(float(onset))
    content = file_of(sorted(rows, key=lambda row: row[0]))
    found = [onset for onset, _, _ in heard(content)]
    right = sum(onset in found for onset in wanted)
    assert right >= 0.97 * len(wanted)
    assert "notes were moved by up to" in remarks(content)


def test_lyrics_are_utf_8_else_latin_1_and_said():
    sung = [(0, META("lyrics", text="আ-")), (480, META("lyrics", text="মি ")), (960, META("lyrics", text="যাই"))]
    syllables = [
        [(s.text, s.joined) for s in e.lyrics] for e in read(file_of([*sung, *melody(60, 62, 64)])).events() if e.notes
    ]
    assert syllables == [[("আ", True)], [("মি", False)], [("যাই", False)]]
    latin = file_of([(0, META("lyrics", text="XX")), *melody(60)]).replace(b"XX", b"\xe9t")
    assert [s.text for e in read(latin).events() for s in e.lyrics] == ["ét"]
    assert "Latin-1" in remarks(latin)


def test_karaoke_texts_are_syllables():
    words = (
        [(0, META("text", text="@KMIDI KARAOKE FILE"))],
        [(0, META("text", text="\\Hel")), (480, META("text", text="lo ")), (960, META("text", text="you"))],
    )
    content = file_of(*words, melody(60, 62, 64))
    assert [(s.text, s.joined) for e in read(content).events() for s in e.lyrics] == [
        ("Hel", True),
        ("lo", False),
        ("you", False),
    ]


def test_a_bend_that_stays_is_a_microtone_and_one_that_slides_is_said():
    bent = [(0, mido.Message("pitchwheel", pitch=2048)), *melody(60), (480, mido.Message("pitchwheel", pitch=0))]
    assert heard(file_of(bent)) == [(0, 60.5, 1)]
    wide = [(0, mido.Message("control_change", control=101, value=0)), (0, mido.Message("control_change", control=100, value=0)),
            (0, mido.Message("control_change", control=6, value=12)), *bent]  # fmt: skip
    assert heard(file_of(wide)) == [(0, 63, 1)]
    sliding = [*melody(60), (240, mido.Message("pitchwheel", pitch=3000))]
    assert heard(file_of(sliding)) == [(0, 60, 1)]
    assert "slides" in remarks(file_of(sliding))


def test_film_time_is_taken_as_120_quarters_a_minute_and_said():
    body = b"\x00\x90\x3c\x40\x64\x3c\x00\x00\xff\x2f\x00"
    content = b"MThd" + struct.pack(">IHHBB", 6, 0, 1, 256 - 25, 8) + b"MTrk" + struct.pack(">I", len(body)) + body
    assert heard(content) == [(0, 60, 1)]
    assert "film frames" in remarks(content)


def test_notes_that_never_end_or_last_no_time_are_said():
    hanging = file_of([(0, mido.Message(ON, note=60, velocity=9)), (480, META("marker", text="x"))])
    assert heard(hanging) == [(0, 60, 1)]
    assert "never end" in remarks(hanging)
    assert "last no time" in remarks(file_of([*tone(0, 0, 60), *tone(480, 960, 62)]))


WHOLE = file_of(melody(60, 62, 64))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "MThd"), (b"RIFF....", "MThd"), (WHOLE[:10], "header ends at byte 10"), (WHOLE[:40], "bytes are missing"),
        (WHOLE[:14], "1 tracks, and 0"), (WHOLE[:8] + b"\0\x07" + WHOLE[10:], "type 0, 1 or 2"),
        (WHOLE[:12] + b"\0\0" + WHOLE[14:], "lasts 0 ticks"), (WHOLE[:12] + b"\x80\x05" + WHOLE[14:], "film frames"),
        (WHOLE[:22] + b"\x00\x10\x10\x10" + WHOLE[26:], "Track 1 cannot be read near byte 2"),
        (WHOLE[:22] + b"\xff" * 20_000, "20,000 bytes"),
    ],
)  # fmt: skip
def test_broken_files_are_refused_with_the_place(content, says):
    with pytest.raises(FormatError, match=says):
        MIDI.read(content)


def test_a_track_whose_end_is_beyond_the_file_tells_how_much_is_missing():
    with pytest.raises(
        FormatError, match=r"ends at byte 40, within the track that begins at byte 15: \d+ bytes are missing"
    ):
        MIDI.read(WHOLE[:40])


def test_hostile_times_and_crowds_end_soon():
    def far():
        with pytest.raises(FormatError, match="lasts longer"):
            MIDI.read(file_of(tone(0, 2**28 - 1, 60), ticks=1))

    def crowd(notes):
        body = b"\x00\x90" + b"\x3c\x40\x01" * notes + b"\x3c\x40\x00\xff\x2f\x00"
        whole = b"MThd" + struct.pack(">IHHh", 6, 0, 1, 480) + b"MTrk" + struct.pack(">I", len(body)) + body
        with pytest.raises(FormatError, match="20,000 notes"):
            MIDI.read(whole)

    assert least(lambda: cpu_seconds(far), below=1) < 1
    # six times the notes: quadratic work would take 36 times as long
    assert least(lambda: cpu_seconds(lambda: crowd(240_000)) / cpu_seconds(lambda: crowd(40_000)), below=18) < 18


@settings(max_examples=800, deadline=None)
@given(st.data())
def test_mutated_files_are_read_or_refused_and_nothing_outside_is_touched(data):
    content = bytearray(MIDI.write(read_first("X:1\nM:3/4\nK:D\nD2 (3EFG A>B|^/c4 z2|\nw:a b-c\n").score))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    with watched() as seen:
        try:
            found = MIDI.read(bytes(content)).scores
        except FormatError as error:
            found = [str(error)]
    assert found
    assert seen == []


# -- what other programs' files hold besides notes --------------------------------------------------------------------


def test_a_first_bar_of_a_shorter_metre_is_a_pickup():
    signs = [
        (0, META("time_signature", numerator=1, denominator=4)),
        (480, META("time_signature", numerator=4, denominator=4)),
    ]
    content = file_of(signs, melody(60, 67, 69, 71, 72))
    score = read(content)
    assert score.metre == Metre()
    assert [(bar.metre, bar.length) for bar in score.parts[0].measures] == [
        (Metre(), Fraction(1, 4)),
        (Metre(), Fraction(1)),
    ]
    assert "pickup" in remarks(content)
    longer = [signs[0], (960, META("time_signature", numerator=4, denominator=4))]
    assert "pickup" not in remarks(file_of(longer, melody(60, 67, 69)))


def test_a_pickup_keeps_its_bar_in_the_files_we_write():
    score = read_first("X:1\nM:3/4\nL:1/8\nK:G\nD2|G2 A2 B2|c2 B2|]\n").score
    again = MIDI.read(MIDI.write(score)).scores[0]
    assert again.metre == Metre((3,), 4)
    assert [bar.length for bar in again.parts[0].measures] == [Fraction(1, 4), Fraction(3, 4), Fraction(1, 2)]


def test_a_key_that_changes_within_a_bar_is_written():
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nCD[K:D]EF|GABc|]\n").score
    bars = MIDI.read(MIDI.write(score)).scores[0].parts[0].measures
    assert bars[0].changes == (Change(Fraction(1, 2), standard_key("D")),)
    assert bars[1].key == standard_key("D")


def test_tracks_without_notes_are_named_and_voices_of_ours_that_rest_are_kept():
    empty = [(0, META("track_name", name="Strings"))]
    content = file_of([(0, META("track_name", name="Song"))], empty, melody(60, 62))
    assert "Tracks without notes are left out: 2 (Strings)." in remarks(content)
    score = read_first("X:1\nM:4/4\nL:1/4\nV:1 name=A\nV:2 name=B\nK:C\nV:1\nz4|\nV:2\nz4|\n").score
    again = MIDI.read(MIDI.write(score)).scores[0]
    assert [part.name for part in again.parts] == ["A", "B"]


def test_what_a_score_has_no_place_for_is_said_once():
    rows = [
        (0, CONTROL("program_change", program=40)),
        (0, CONTROL("control_change", control=64, value=127)),
        (0, META("marker", text="A")),
        *melody(60, 62),
        (960, mido.Message(ON, note=64, velocity=20)),
        (1440, mido.Message(OFF, note=64)),
    ]
    content = file_of(rows)
    told = [row.message for row in MIDI.read(content).findings if row.code == "midi-left-out"]
    assert told == ["Left out, for the score has no place for it: instruments, loudness of the notes, markers, pedal."]
    score = read_first("X:1\nM:4/4\nL:1/4\nK:C\nCDEF|\n").score
    assert not [row for row in MIDI.read(MIDI.write(score)).findings if row.code == "midi-left-out"]


def test_the_title_of_a_karaoke_file_is_read():
    texts = [(0, META("text", text="@KMIDI KARAOKE FILE")), (0, META("text", text="@TMy song"))]
    content = file_of([], [*texts, (0, META("text", text="\\Twin")), (480, META("text", text="kle "))], melody(60, 62))
    score = read(content)
    assert score.title == "My song"
    assert [s.text for event in score.events() for s in event.lyrics] == ["Twin", "kle"]
    assert "without notes" not in remarks(content)


def test_a_gap_that_would_fill_thousands_of_bars_of_many_voices_is_refused():
    rows = [row for channel in range(8) for row in (*tone(0, 1, 60, channel), *tone(24_000, 24_001, 60, channel))]
    with pytest.raises(FormatError, match=r"more than 20,000 bars of its 8 voices"):
        MIDI.read(file_of(rows, ticks=1))
    assert len(read(file_of(rows[:4], ticks=1)).parts[0].measures) == 6001
