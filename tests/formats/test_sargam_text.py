"""Sargam text: the ten songs both ways, the same music as their JSON, and what a person may type."""

import random

import pytest
from hypothesis import HealthCheck, given, settings

from core.errors import AppError, ParseError
from core.formats import FORMATS_BY_NAME
from core.formats.abc import reader as abc_reader
from core.formats.sargam import format as sargam_text
from core.formats.sargam.reader import parse
from core.formats.swaralipi_json import format as swaralipi_json
from core.tradition.cells import build as grid
from tests.formats.tagore import content, each_reading, each_song, song, sung_text, tones
from tests.formats.test_swaralipi_json import exact, flat
from tests.strategies.scores import scores

HEAD = "# গান  (Gan)\n# taal: dadra — 6 matras, vibhags [3, 3]\n\n[sthayi]\n"


def cells(text):
    return [(line.section, line.cells) for line in parse(text).sheet.lines]


def tune(body):
    return sargam_text.read((HEAD + body).encode())


@each_reading
@each_song
def test_a_song_goes_out_with_the_cells_it_came_in_with(name, reading):
    written = sargam_text.write(sung_text(name, reading)).decode()
    assert cells(written) == cells(content(name, "sargam").decode())


@each_reading
@each_song
def test_text_and_json_of_a_song_give_the_same_music(name, reading):
    assert tones(sung_text(name, reading)) == tones(song(name, reading))


@each_song
def test_json_becomes_the_same_text(name):
    assert cells(sargam_text.write(song(name)).decode()) == cells(content(name, "sargam").decode())


def test_a_text_in_columns_is_written_as_it_was():
    text = content("purano-sei-diner-katha", "sargam")
    assert sargam_text.write(sargam_text.read(text).scores[0]) == text


def test_a_row_is_read_with_all_its_signs():
    made = tune("S'  (P)n,  M#/-  |  -/G  g  ·\nআ   মা    র     |  ৹    ৹  ·\n")
    (score,) = made.scores
    assert tones(score) == [
        (0, 72, 1 / 4, "আ"), (1 / 4, 58, 1 / 2, "মা"), (1 / 2, 66, 7 / 8, "র"), (7 / 8, 64, 1), (1, 63, 5 / 4),
    ]  # fmt: skip
    assert [grace.pitch.name for event in score.events() for grace in event.graces] == ["G4"]


def test_rows_without_words_are_all_notes():
    assert [row[1] for row in tones(tune("S  R  G\nM  P  D\n").scores[0])] == [60, 62, 64, 65, 67, 69]


def test_words_that_miss_their_columns_go_under_the_cell_above():
    made = tune("S    R    G\nআমি  তুমি\n")
    assert [row[3:] for row in tones(made.scores[0])] == [("আমি",), ("তুমি",), ()]
    (said,) = made.findings
    assert (said.line, said.code) == (6, "sargam-lyrics")


def test_a_cell_that_is_none_is_said_with_its_place_and_rests():
    made = tune("S  Q  G\nআ  মা  র\n")
    assert [row[1] for row in tones(made.scores[0])] == [60, 64]
    said, _ = made.findings
    assert (said.severity, said.line, said.column, said.length) == ("error", 5, 4, 1)


def test_look_alikes_are_read():
    assert [row[1] for row in tones(tune("S’  (P）M＃  –  ｜  G\n").scores[0])] == [72, 66, 64]


def test_a_tala_without_vibhags_is_looked_up():
    score = sargam_text.read("# x\n# taal: ঝম্পক\nS R G M P\n".encode()).scores[0]
    assert str(score.metre) == "3+2/4"


def test_a_text_without_swaras_is_refused():
    with pytest.raises(ParseError, match="no row of swaras"):
        sargam_text.read(b"# taal: dadra\n\nhello\n")


def test_signs_that_would_begin_something_else_are_written_full_width():
    score = abc_reader.read_first("X:1\nL:1/4\nK:C\nCDE|\nw: #গা [মা র\n").score
    written = sargam_text.write(score).decode()
    assert [row[3:] for row in tones(sargam_text.read(written.encode()).scores[0])] == [("＃গা",), ("［মা",), ("র",)]
    assert "The signs # [ ] | in lyrics are written full-width." in FORMATS_BY_NAME["sargam"].lost(score)


@pytest.mark.parametrize(
    ("name", "unsure"), [("aguner-poroshmoni", 4), ("gram-chhara-oi-ranga-matir-path", 16), ("ekla-chalo-re", 0)]
)
def test_what_a_file_tells_and_a_text_has_no_sign_for_is_said(name, unsure):
    told = FORMATS_BY_NAME["sargam"].lost(song(name))
    said = f"That {unsure} notes and holds are uncertain, as the file says, is left out."
    assert (said in told) == bool(unsure)
    facts = next(row for row in told if row.startswith("What is told of the song beside title, tala and composer"))
    assert "parjaay" in facts
    assert facts.endswith("source, address, provenance, confidence.")
    assert not any("told of the song" in row or "uncertain" in row for row in sargam_lost_of_text(name))


def sargam_lost_of_text(name):
    return FORMATS_BY_NAME["sargam"].lost(sung_text(name))


def test_vibhags_of_a_pickup_are_counted_from_its_end():
    rows = sargam_text.write(song("ekla-chalo-re")).decode().splitlines()
    assert rows[5] == "N,  |  N,  N,  - "


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(scores())
def test_any_score_goes_out_and_its_notes_come_back(score):
    if not any(event.notes for measure in grid.sung_part(score).measures for event in measure.events) or not exact(
        score
    ):
        return
    written = sargam_text.write(score)
    assert flat(sargam_text.read(written).scores[0]) == flat(score)


def test_mutated_texts_are_read_or_refused():
    text = content("phule-phule-dhole-dhole", "sargam").decode()
    chance = random.Random(5)
    for _ in range(80):
        made = list(text)
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(made))
            made[place : place + chance.randint(0, 4)] = chance.choice(
                ["", "/", "|", "-", "(", "\n", "৹", "#", "  ", "S'"]
            )
        try:
            swaralipi_json.write(sargam_text.read("".join(made).encode()).scores[0])
        except AppError as error:
            assert str(error).endswith(".")  # noqa: PT017  what is refused is refused in words


def test_a_text_is_known_by_its_tala_line():
    recognises = FORMATS_BY_NAME["sargam"].recognises
    assert recognises(content("ekla-chalo-re", "sargam"))
    assert not recognises(b"# a poem\n\nroses are red\n")
