"""Two scores made ready to stand side by side: voices, playing order, Sa on Sa, rows of bars."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.compare import Kind
from core.score.side_by_side import (
    MOST_BARS,
    Options,
    first_voice,
    row_scores,
    rows,
    sa_shift,
    side_by_side,
    tied_into,
    unfolded,
)
from core.score.timeline import timeline

HEAD = "X:1\nM:4/4\nL:1/4\nK:{}\n"
NOTES = "CDEFGABcdefgab"


def tune(music, key="C"):
    return read_first(f"{HEAD.format(key)}{music}\n").score


def pitches(score, *, played=False):
    return [(moment.onset, moment.midi, moment.duration) for moment in timeline(score, played=played).notes]


def test_the_first_voice_with_notes_is_taken_without_its_overlay():
    score = tune("V:1\nz4|z4|]\nV:2\nCDEF & c2c2|GABc|]\nV:3\nc4|c4|]")
    found = first_voice(score)
    assert len(found.parts) == 1
    assert [midi for _, midi, _ in pitches(found)] == [60, 62, 64, 65, 67, 69, 71, 72]


def test_an_unfolded_score_is_read_as_the_score_is_played():
    score = tune("|: CDEF |1 G4 :|2 A4 |] P:B\n|: c4- | c4 :|")
    flat = unfolded(score)
    assert pitches(flat, played=True) == pitches(score, played=True)
    assert len(pitches(flat)) > len(pitches(score))


def test_every_note_of_an_unfolded_score_has_an_id_of_its_own():
    flat = unfolded(tune("|: {d}C D E F :|"))
    ids = [note.id for event in flat.events() for note in (*event.notes, *event.graces)]
    assert len(ids) == 10 == len(set(ids))
    assert [name.endswith("~1") for name in ids] == [False] * 5 + [True] * 5


@pytest.mark.parametrize(
    ("key", "music", "shift"), [("D", "D E F G", -2), ("Bb", "B, C D E", 2), ("C", "C D E F", 0), ("D", "d e f g", -14)]
)
def test_sa_comes_to_the_references_sa_in_the_octave_nearest_to_its_notes(key, music, shift):
    assert sa_shift(tune("C D E F |]"), tune(f"{music} |]", key)) == shift


def test_the_same_melody_in_another_key_is_the_same_from_sa_on():
    one, other = tune("C D E F | G4 |]"), tune("D E F G | A4 |]", "D")
    assert side_by_side(one, other).found.counts.match < 5
    relative = side_by_side(one, other, Options(relative=True))
    assert (relative.found.counts.match, relative.shift) == (5, -2)
    assert relative.other == first_voice(other)


def test_as_played_the_bars_of_a_repeat_stand_one_after_another():
    one, other = tune("|: C D E F :|"), tune("C D E F | C D E F |]")
    written, played = (side_by_side(one, other, Options(played=played)) for played in (False, True))
    assert (written.found.counts.extra, played.found.counts.extra) == (4, 0)
    assert [(bar.one, bar.other) for bar in played.found.bars] == [(0, 0), (1, 1)]
    # what is heard is paired as it is played either way
    assert [(bar.one, bar.other) for bar in written.heard.bars] == [(0, 0), (1, 1)]


def test_a_bar_without_partner_stands_beside_an_empty_one_of_its_length():
    sides = side_by_side(tune("C D E F | G A B c | c4 |]"), tune("C D E F | c4 |]"))
    whole = next(iter(rows(sides, 1000.0)))
    one, other = row_scores(sides, whole)
    assert [measure.length for measure in one.parts[0].measures] == [1, 1, 1]
    assert [measure.length for measure in other.parts[0].measures] == [1, 1, 1]
    assert [bool(event.notes) for event in other.events()] == [True] * 4 + [False] * 4 + [True]


def test_an_empty_score_stands_beside_anything():
    sides = side_by_side(read_first("").score, tune("C D E F |]"))
    assert sides.found.counts.extra == 4
    assert len(row_scores(sides, rows(sides, 10.0)[0])) == 2


def test_a_bar_stands_beside_the_one_that_shares_most_with_it():
    sides = side_by_side(tune("C D E F | G A B c | c B A G |]"), tune("C D E F | c B A G |]"))
    assert [(bar.one, bar.other) for bar in sides.found.bars] == [(0, 0), (1, None), (2, 1)]


bars = st.lists(st.lists(st.sampled_from(NOTES), min_size=4, max_size=4).map(" ".join), min_size=1, max_size=20)


@settings(deadline=None, max_examples=200)
@given(bars, bars, st.floats(1, 60))
def test_rows_hold_every_bar_once_in_order(one, other, room):
    sides = side_by_side(tune(" | ".join(one)), tune(" | ".join(other)))
    found = rows(sides, room)
    assert [pair for row in found for pair in row] == list(sides.found.bars)
    assert all(1 <= len(row) <= MOST_BARS for row in found)
    drawn = [row_scores(sides, row) for row in found]
    for side, whole in enumerate((sides.one, sides.other)):
        ids = [note.id for scores in drawn for event in scores[side].events() for note in event.notes]
        assert ids == [note.id for event in whole.events() for note in event.notes]


@settings(deadline=None, max_examples=300)
@given(bars, bars)
def test_no_other_way_to_pair_bars_shares_more_notes(one, other):
    found = side_by_side(tune(" | ".join(one)), tune(" | ".join(other))).found
    shared = Counter()
    for pair in found.pairs:
        if pair.one and pair.other:
            shared[pair.one.bar, pair.other.bar] += 3 if pair.kind is Kind.MATCH else 1
    most = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for a in range(len(one)):
        for b in range(len(other)):
            most[a + 1][b + 1] = max(most[a][b + 1], most[a + 1][b], most[a][b] + shared[a, b])
    assert sum(shared[bar.one, bar.other] for bar in found.bars) == most[-1][-1]


def test_a_measure_knows_which_notes_are_tied_into_it():
    tune = "X:1\nM:2/4\nL:1/4\nK:C\nC D- | D [EG]- | [EA] B- | c2- | z c- | c |]\n"
    score = read_first(tune).score
    found = [[pitch.name for pitch in tied_into(score, place)] for place in range(-1, 8)]
    assert found == [[], [], ["D4"], ["E4"], [], [], ["C5"], [], []]
