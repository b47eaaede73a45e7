"""Swaralipi-JSON: ten printed songs come in, play, and go out as they were; any score goes out; hostile files end soon."""

import json
import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import AppError, FormatError
from core.formats import FORMATS_BY_NAME
from core.formats.abc import reader as abc_reader
from core.formats.abc import writer as abc_writer
from core.formats.midi import format as midi
from core.formats.swara_cells.export import cells_of, too_fine
from core.formats.swara_cells.tune import sheet_of
from core.formats.swaralipi_json import format as swaralipi_json
from core.formats.swaralipi_json.reader import sheet_of as sheet_in
from core.score.edit import transposed
from core.tradition.cells import build as grid
from tests.formats.tagore import NAMES, content, each_reading, each_song, file_lines, song, tones
from tests.strategies.scores import scores


def bare(units):
    """Units without the file's word on how sure it is."""
    return [{key: value for key, value in unit.items() if key != "uncertain"} for unit in units]


@each_reading
@each_song
def test_a_song_goes_out_as_it_came_in(name, reading):
    given_file = content(name, "songs")
    wanted, found = json.loads(given_file), json.loads(swaralipi_json.write(song(name, reading)))
    assert file_lines(json.dumps(found)) == file_lines(given_file)
    for key in ("title", "composer", "taal", "sections", "id", "parjaay", "raga_anga", "schema_version"):
        assert found[key] == wanted[key]


@each_reading
@each_song
def test_a_song_survives_abc(name, reading):
    score = song(name, reading)
    again = abc_reader.read_first(abc_writer.write(score)).score
    assert again == score
    assert swaralipi_json.write(again) == swaralipi_json.write(score)


def test_the_hyphens_of_all_cells_but_two_follow_from_the_words():
    """NOTATION A4: a hyphen stands where the first note of a cell starts no syllable."""
    others = []
    count = 0
    for name in NAMES:
        wanted = [cell for line in file_lines(content(name, "songs")) for cell in line["cells"]]
        made = swaralipi_json.objects_of(cells_of(song(name)))
        found = [cell for line in made["lines"] for cell in line["cells"]]
        count += len(wanted)
        others += [(name, one[1]) for one, two in zip(wanted, found, strict=True) if bare(one[0]) != two["units"]]
    assert count == 2543
    # a consonant that closes a syllable on a note without hyphen, and a hyphen where no words are
    assert others == [("bhalobese-sokhi", "র্"), ("tumi-robe-nirobe", None)]


def test_few_cells_need_to_be_kept_apart():
    kept = Counter()
    for name in NAMES:
        kept.update(value.split(" ")[0] for letter, value in song(name).fields if letter == "I")
    assert kept["swaralipi-cell"] == 69  # of 2,543; 12 of them for the word `uncertain`, the others for lyrics
    assert kept["swaralipi-marks"] == 11  # of 214 lines


@each_song
def test_encoded_the_notes_are_those_of_the_songs_midi_file(name):
    """Its touch notes (kan) are 60 ticks long and taken from the note after them."""
    wanted = []
    start = None
    for onset, note, end in midi_notes(content(name, "midi")):
        if end - onset == 60:
            start = onset if start is None else start
        else:
            wanted.append((Fraction(onset if start is None else start, 1920), note, Fraction(end, 1920)))
            start = None
    assert [row[:3] for row in tones(song(name, "encoded"))] == wanted


@each_reading
@each_song
def test_our_own_midi_file_says_the_same(name, reading):
    score = song(name, reading)
    ticks = midi_notes(midi.write(score, played=False))
    found = [(Fraction(onset, 3840), note) for onset, note, _ in ticks]
    heads = {row[:2] for row in tones(score)}
    assert heads <= set(found)
    assert len(heads) == len(tones(score))


def midi_notes(blob):
    import io

    import mido

    found = []
    for track in mido.MidiFile(file=io.BytesIO(blob)).tracks:
        now, down = 0, {}
        for message in track:
            now += message.time
            if message.type == "note_on" and message.velocity:
                down[message.note] = now
            elif message.type in ("note_on", "note_off"):
                found.append((down.pop(message.note), message.note, now))
    return sorted(found)


# -- what a song becomes ----------------------------------------------------------------------------------------------


def test_a_song_brings_title_tala_sections_repeats_and_whole_syllables():
    score = song("ekla-chalo-re")
    assert (score.title, score.composer) == ("যদি তোর ডাক শুনে কেউ না আসে", "Rabindranath Tagore")
    assert (score.rhythm, str(score.metre), score.key.tonic) == ("dadra", "3+3/4", "C")
    assert ("I", "vibhags 3 3") in score.fields
    assert ("I", "matra 1/4") in score.fields
    measures = score.parts[0].measures
    assert [mark.name for m in measures for mark in m.marks] == ["P:স্থায়ী", "P:অন্তরা", "P:সঞ্চারী", "P:আভোগ"]
    assert measures[0].length == 1  # the pickup of four matras
    assert sum(m.right.repeats for m in measures) == 8
    assert sum(m.ending == (1,) for m in measures) == 8
    words = [s.text for m in measures[:2] for e in m.events for s in e.lyrics if s and s.text]
    assert words == ["য", "দি", "তোর্", "ডাক্", "শু", "নে", "কেউ"]


def test_free_rhythm_has_no_metre():
    score = song("bhalobese-sokhi")
    assert score.metre.free
    assert json.loads(swaralipi_json.write(score))["taal"]["matras"] is None


def test_readings_differ_in_the_time_of_hyphened_notes_only():
    printed, encoded = tones(song("purano-sei-diner-katha")), tones(song("purano-sei-diner-katha", "encoded"))
    assert [row[1] for row in printed] == [row[1] for row in encoded]
    assert printed[2][:3] == (Fraction(1, 2), 59, Fraction(3, 4))  # -না is a whole matra
    assert encoded[2][:3] == (Fraction(5, 8), 59, Fraction(3, 4))


def test_a_hyphen_is_said_once_with_how_many_cells_have_it():
    said = [row.message for row in swaralipi_json.read(content("purano-sei-diner-katha", "songs")).findings]
    assert len(said) == 1
    assert said[0].startswith("12 cells begin with a hyphen before a note")


def test_one_and_a_half_matras_are_time_in_both_readings():
    """The pair ড়িঃ -পঃ: one note of a matra and a half, then a half."""
    for reading in ("printed", "encoded"):
        heard = tones(song("gram-chhara-oi-ranga-matir-path", reading))
        row = next(row for row in heard if row[0] == Fraction(35, 2))
        assert row[2] - row[0] == Fraction(3, 8)


def test_sa_moves_and_the_cells_stay():
    score = song("tumi-robe-nirobe")
    assert file_lines(swaralipi_json.write(transposed(score, 2))) == file_lines(swaralipi_json.write(score))


def test_an_edit_is_not_undone_by_what_was_kept():
    text = abc_writer.write(song("anandaloke-mangalaloke"))
    assert "\nw: ম হি মা ত ব উদ্ " in text
    edited = abc_reader.read_first(text.replace("ম হি মা ত ব উদ্ ", "ম হি মা ত ব গান্ ")).score
    cells = sheet_of(edited).lines[4].cells
    assert [cell.lyric for cell in cells[6:8]] == ["গা", "ন্"]


# -- any score --------------------------------------------------------------------------------------------------------


def flat(score):
    """Every swara with its onset, end and touch notes in matras, and how long the sheet is."""
    found, now = [], Fraction(0)
    for cell in grid.sheet_of(score).cells:
        for unit in cell.units:
            if unit.swara is not None:
                kan = tuple((one.letter, one.saptak) for one in unit.kan)
                found.append([now, now + unit.share, unit.swara.letter, unit.swara.saptak, kan])
            elif unit.kind is grid.Kind.HOLD and found and found[-1][1] == now:
                found[-1][1] = now + unit.share
            now += unit.share
    return found, now


def exact(score):
    return not any(map(too_fine, grid.sheet_of(score).cells))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(scores(), st.sampled_from(["printed", "encoded"]))
def test_any_score_goes_out_and_its_notes_come_back(score, reading):
    if not any(event.notes for event in grid.sung_part(score).measures for event in event.events) or not exact(score):
        return
    again = swaralipi_json.read(swaralipi_json.write(score), reading).scores[0]
    assert flat(again) == flat(score)


def read_abc(music, head="M:4/4\nL:1/4\n"):
    return abc_reader.read_first(f"X:1\nT:x\n{head}K:C\n{music}\n").score


def units(score):
    rows = [cell for line in json.loads(swaralipi_json.write(score))["lines"] for cell in line["cells"]]
    return [
        "".join(
            unit.get("swara", {}).get("degree", {"sustain": "-", "rest": "0"}.get(unit["type"]))
            for unit in cell["units"]
        )
        for cell in rows
    ]


@pytest.mark.parametrize(
    ("music", "wanted"),
    [
        ("C3/ D/ E2|", ["S-", "-R", "G", "-"]),
        ("C/D E/ F2|", ["SR", "--G-", "M", "-"]),
        ("z C (3D/E/F/ z/G/|", ["0", "S", "RGM", "0P"]),
        ("C5/4 D3/4 E2|", ["S-", "-R--", "G", "-"]),
    ],
)
def test_a_true_hold_is_written_so_that_no_reading_takes_it_for_a_hyphen(music, wanted):
    score = read_abc(music)
    assert units(score) == wanted
    for reading in ("printed", "encoded"):
        assert tones(swaralipi_json.read(swaralipi_json.write(score), reading).scores[0]) == tones(score)


def test_what_cannot_be_held_is_said():
    told = FORMATS_BY_NAME["swaralipi.json"].lost
    assert told(read_abc("CDEF|")) == []
    assert "Of notes that sound together only the highest is written." in told(read_abc("[CE]4|"))
    assert "Only the main layer of a voice is written." in told(read_abc("C4&E4|"))
    assert "Jumps such as D.C. and D.S. are left out." in told(read_abc("C4|!D.C.!D4|"))
    assert any("finer than 48 parts" in row for row in told(read_abc("(7:1:7C/D/E/F/G/A/B/ (5:1:5C/D/E/F/G/ c7/4|")))
    assert "Microtones are rounded to the nearest semitone." in told(read_abc("^/C4|"))


# -- broken and hostile files -----------------------------------------------------------------------------------------

SMALL = {
    "taal": {"name": "dadra", "matras": 6, "vibhags": [3, 3]},
    "lines": [{"section": "sthayi", "cells": [{"units": [{"type": "swara", "swara": {"degree": "S"}}], "lyric": "গা"}]}],
}


def with_cell(**changes):
    made = json.loads(json.dumps(SMALL))
    made["lines"][0]["cells"][0].update(changes)
    return json.dumps(made)


def test_the_smallest_song_is_read():
    assert [row[1:] for row in tones(swaralipi_json.read(json.dumps(SMALL).encode()).scores[0])] == [
        (60, Fraction(1, 4), "গা")
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "nested more than 12 levels"),
        ('{"taal": NaN}', "NaN is no number"),
        ('{"taal": 1e999}', "too large"),
        ('{"taal": ' + "9" * 100_000 + "}", "number of 100000 digits"),
        ('{"taal": 1, "taal": 2}', "'taal' stands twice"),
        ('{"taal": ', "breaks off at line 1, column 10"),
        ("[]", "the file must be an object"),
        ("{}", "taal must be an object"),
        ('{"taal": {}, "lines": []}', "lines is empty"),
        (with_cell(units=[]), "lines[0].cells[0].units is empty"),
        (with_cell(units=[{"type": "drum"}]), "lines[0].cells[0].units[0].type is 'drum'"),
        (with_cell(units=[{"type": "swara", "swara": {"degree": "X"}}]), "degree is 'X'"),
        (with_cell(units=[{"type": "swara", "swara": {"degree": "S", "komal": True}}]), "S cannot be komal"),
        (with_cell(units=[{"type": "swara", "swara": {"degree": "S", "saptak": 99}}]), "saptak must be a whole number"),
        (with_cell(lyric="আ" * 5000), "5,000 characters"),
        (json.dumps({**SMALL, "taal": {"matras": 7, "vibhags": [3, 3]}}), "taal.matras is 7"),
    ],
)
def test_a_fault_is_told_with_its_place(text, words):
    with pytest.raises(FormatError) as caught:
        swaralipi_json.read(text.encode())
    assert words in str(caught.value)


def test_too_many_notes_are_refused():
    cell = {"units": [{"type": "swara", "swara": {"degree": "S"}}] * 20}
    with pytest.raises(FormatError, match="more than 20,000 notes"):
        swaralipi_json.read(json.dumps({**SMALL, "lines": [{"section": "", "cells": [cell] * 1001}]}).encode())


def test_text_of_a_file_cannot_become_a_field_of_its_own():
    made = {**SMALL, "title": {"bn": "গান\nK:D\n%%tala x", "translit": "\x00\ud800"}}
    score = swaralipi_json.read(json.dumps(made).encode()).scores[0]
    again = abc_reader.read_first(abc_writer.write(score)).score
    assert (again.key.tonic, again.title) == ("C", "গান KD %%tala x")


def test_mutated_songs_are_read_or_refused():
    given_file = json.loads(content("phule-phule-dhole-dhole", "songs"))
    chance = random.Random(5)
    values = [None, True, -1, 99999, 3.5, "", "৹", "rest", "\ud800", [], {}, {"type": "swara"}, [1, 2]]
    outcomes = Counter()
    for _ in range(120):
        made = json.loads(json.dumps(given_file))
        for _ in range(chance.randint(1, 2)):
            holder, key = chance.choice(list(places(made)))
            holder[key] = chance.choice(values)
        try:
            swaralipi_json.write(swaralipi_json.read(json.dumps(made).encode()).scores[0])
            outcomes["read"] += 1
        except AppError:
            outcomes["refused"] += 1
    assert outcomes["read"] > 5
    assert outcomes["refused"] > 10


def places(value):
    for key, inner in list(value.items()) if isinstance(value, dict) else list(enumerate(value)):
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def test_a_song_is_known_by_its_content():
    recognises = FORMATS_BY_NAME["swaralipi.json"].recognises
    assert recognises(content("ekla-chalo-re", "songs")[:20_000])
    assert not recognises(b'{"title": "x"}')


def test_the_reader_takes_what_the_writer_made_of_a_parsed_file():
    assert (
        sheet_in(json.loads(swaralipi_json.write(song("ekla-chalo-re")))).lines == sheet_of(song("ekla-chalo-re")).lines
    )
