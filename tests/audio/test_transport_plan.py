"""The plan of a tune: where notes come, where beats fall, what a loop or an edit makes of a moment."""

from core.audio.cycle import Stroke
from core.audio.transport_plan import Plan, moved, plan
from core.formats.abc.reader import read_first

TUNE = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\n|:C D E F|G4-|G2 z2:|\n"


def of(abc):
    return plan(read_first(abc).score)


def names(found):
    """The ids in the order in which they are first played."""
    return sorted(found.places, key=lambda note_id: found.places[note_id][0])


def test_a_repeated_note_has_all_its_times():
    found = of(TUNE)
    first = names(found)[0]
    assert found.places[first] == (0.0, 6.0)
    assert found.place(first) == 0.0
    assert found.place(first, after=0.1) == 6.0
    assert found.place(first, after=7.0) == 0.0
    assert found.place("nothing") is None
    assert found.seconds == 12.0


def test_a_tied_note_and_a_rest_have_their_own_times():
    found = of(TUNE)
    ids = names(found)
    assert [found.places[note_id] for note_id in ids[4:]] == [(2.0, 8.0), (4.0, 10.0), (5.0, 11.0)]
    assert found.sounding(3.9) == (ids[4],)
    assert found.sounding(4.0) == (ids[5],)
    assert found.sounding(4.999) == (ids[5],)
    assert found.sounding(5.0) == ()


def test_the_lead_comes_first_among_what_sounds():
    found = of("X:1\nM:2/4\nL:1/4\nK:C\nV:1\ne f|\nV:2\n[CE]2|\n")
    upper, *lower = found.sounding(0.6)
    assert found.places[upper] == (0.5,)
    assert [found.places[note_id] for note_id in lower] == [(0.0,), (0.0,)]


def test_beats_follow_the_metre_and_a_pickup_counts_back_from_its_end():
    found = of("X:1\nM:6/8\nL:1/8\nQ:3/8=60\nK:C\nG|E3 G3|c6|\n")
    third = 1 / 3
    assert [(round(beat.onset, 6), beat.stroke) for beat in found.beats] == [
        (round(third, 6), Stroke.SAM),
        (round(third + 1, 6), Stroke.TALI),
        (round(third + 2, 6), Stroke.SAM),
        (round(third + 3, 6), Stroke.TALI),
    ]


def test_additive_metre_counts_its_groups():
    found = of("X:1\nM:3+2+2/8\nL:1/8\nQ:1/4=120\nK:C\nEFG AB cd|\n")
    assert [beat.onset for beat in found.beats] == [0.0, 0.75, 1.25]


def test_a_selection_is_looped_from_its_first_note_to_the_end_of_its_last():
    found = of(TUNE)
    ids = names(found)
    assert found.stretch(ids[1:3]) == (0.5, 1.5)
    assert found.stretch(ids[4:6]) == (2.0, 5.0)
    assert found.stretch([ids[6]]) == (5.0, 6.0)
    assert found.stretch(["nothing"]) is None
    assert found.stretch([]) is None


def test_a_selection_under_repeats_is_looped_in_the_pass_that_is_near():
    found = of(TUNE)
    ids = names(found)
    assert [found.stretch(ids[1:3], near) for near in (0.0, 3.5, 5.0, 6.6, 12.0)] == [
        (0.5, 1.5), (0.5, 1.5), (6.5, 7.5), (6.5, 7.5), (6.5, 7.5),
    ]  # fmt: skip


def test_a_selection_over_a_repeat_sign_or_an_ending_is_looped_as_it_is_played_last():
    found = of("X:1\nM:2/4\nL:1/4\nQ:1/4=120\nK:C\n|:C D:|E F|\n")
    ids = names(found)
    assert found.stretch(ids[1:3]) == (1.5, 2.5)
    endings = of("X:1\nM:2/4\nL:1/4\nQ:1/4=120\nK:C\n|:C D|1 E F:|2 G A|]\n")
    ids = names(endings)
    assert endings.stretch(ids[1:3]) == (0.5, 1.5)
    assert endings.stretch(ids[:6]) == (0.0, 4.0)
    assert endings.stretch([ids[1], ids[4]]) == (2.5, 3.5)


def test_a_selection_that_ends_with_a_rest_or_a_tied_note_lasts_as_long_as_that():
    found = of("X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC D z2|E4-|E2 F2|\n")
    ids = names(found)
    assert found.stretch(ids[1:3]) == (0.5, 2.0)
    assert found.stretch(ids[2:4]) == (1.0, 4.0)
    assert found.stretch(ids[3:5]) == (2.0, 5.0)


def test_a_moment_keeps_its_note_when_only_the_tempo_or_what_follows_changes():
    old = of(TUNE)
    assert moved(old, of(TUNE.replace("=120", "=60")), 1.25) == 2.5
    assert moved(old, of(TUNE.replace("G2 z2", "A2 z2")), 1.25) == 1.25


def test_a_moment_keeps_its_second_when_what_came_before_changes():
    old = of(TUNE)
    assert moved(old, of(TUNE.replace("C D E", "C/ D/ D E")), 1.25) == 1.25
    assert moved(old, of("X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC|\n"), 9.0) == 0.5
    assert moved(old, Plan(), 9.0) == 0.0


def test_a_tune_without_notes_has_an_empty_plan():
    found = of("")
    assert (found.seconds, found.actions, found.sounding(0.0), found.count_in(0.0)) == (0.0, (), (), ())
    assert found.cycle_at(0.0) is None
