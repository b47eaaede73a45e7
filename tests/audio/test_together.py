"""Two plans against each other: the same place in both, and both at once."""

import pytest

from core.audio.synth import Synth
from core.audio.together import LEFT, RIGHT, heard
from core.formats.abc.reader import read_first
from core.score.side_by_side import Options, side_by_side

HEAD = "X:1\nM:4/4\nL:1/4\nQ:1/4={}\nK:C\n"


def sides(one, other, tempi=(120, 120), **options):
    scores = [
        read_first(HEAD.format(tempo) + music + "\n").score for music, tempo in zip((one, other), tempi, strict=True)
    ]
    return side_by_side(*scores, Options(**options))


def test_the_same_place_is_the_same_share_of_the_same_bar():
    meeting = heard(sides("C D E F | G A B c |]", "C D E F | G A B c |]", (120, 60))).meeting
    assert meeting.there(2.5, "one", "other") == pytest.approx(5.0)
    assert meeting.there(5.0, "other", "one") == pytest.approx(2.5)
    assert meeting.there(0.0, "one", "other") == 0.0


def test_a_bar_that_the_other_has_not_is_the_next_one_that_it_has():
    meeting = heard(sides("C D E F | G A B c | c B A G |]", "C D E F | c B A G |]")).meeting
    assert meeting.there(3.0, "one", "other") == pytest.approx(2.0)
    assert meeting.there(4.5, "one", "other") == pytest.approx(2.5)
    assert meeting.there(2.5, "other", "one") == pytest.approx(4.5)


def test_both_begin_each_pair_of_bars_together():
    found = heard(sides("C D E F | G A B c | c B A G |]", "C D E F | c B A G |]", (120, 60)))
    onsets = {sound.id.partition(":")[0]: [] for sound in found.both.schedule.sounds}
    for sound in found.both.schedule.sounds:
        onsets[sound.id.partition(":")[0]].append(sound.onset)
    # the first bar lasts as long as the slower one plays it, the second is the reference's alone
    assert onsets["one"] == pytest.approx([0, 0.5, 1, 1.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5])
    assert onsets["other"] == pytest.approx([0, 1, 2, 3, 6, 7, 8, 9])
    assert found.both.seconds == pytest.approx(10.0)


def test_the_reference_is_heard_left_and_the_take_right():
    found = heard(sides("C D E F |]", "C D E G |]"))
    pans = {sound.id.partition(":")[0]: sound.pan for sound in found.both.schedule.sounds}
    assert pans == {"one": LEFT, "other": RIGHT}
    assert {sound.pan for sound in found.one.schedule.sounds} == {64}


def test_repeats_are_followed_and_a_take_relative_to_sa_sounds_on_the_references_sa():
    found = heard(sides("|: C D E F :|", "|: D E ^F G :|", relative=False))
    assert found.one.seconds == found.both.seconds == pytest.approx(4.0)
    moved = heard(side_by_side(
        read_first("X:1\nM:4/4\nL:1/4\nK:C\nC D E F |]\n").score,
        read_first("X:1\nM:4/4\nL:1/4\nK:D\nD E F G |]\n").score,
        Options(relative=True),
    ))  # fmt: skip
    assert [s.midi for s in moved.one.schedule.sounds] == [s.midi for s in moved.other.schedule.sounds]


def test_a_panned_sound_is_louder_on_its_side():
    np = pytest.importorskip("numpy")
    from core.audio import soundfont
    from core.errors import AppError

    try:
        synth = Synth(soundfont.find(None), 73)
    except AppError as error:
        pytest.skip(str(error))
    found = heard(sides("C D E F |]", "C D E F |]"))
    first = {s.id.partition(":")[0]: s for s in found.both.schedule.sounds if s.onset == 0}
    with synth:
        shares = {}
        for name, sound in first.items():
            synth.start(sound)
            loud = np.abs(synth.samples(22_050).astype(float)).sum(axis=0)
            shares[name] = loud[0] / loud.sum()
            synth.end(sound)
            synth.samples(88_200)
    assert shares["one"] > 0.65
    assert shares["other"] < 0.35
