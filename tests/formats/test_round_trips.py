"""There and back through every format: what each can hold comes back, and what it cannot is said."""

from fractions import Fraction
from importlib.resources import files

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

from core.formats import FORMATS, FORMATS_BY_NAME
from core.formats.abc.reader import read
from core.score.timeline import timeline
from tests.formats.musicxml_judges import bar_lengths, faults, has_notes, heard_by_music21, played, sounding
from tests.strategies.scores import scores

ABC = FORMATS_BY_NAME["abc"]
MIDI = FORMATS_BY_NAME["mid"]
TICK = Fraction(1, 4 * 960)
PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink)
"""Without explaining: that takes minutes over whole scores."""


def there_and_back(name, score):
    """ABC -> the format -> ABC again, as the command line does it."""
    target = FORMATS_BY_NAME[name]
    start = ABC.read(ABC.write(score)).scores[0]
    return start, ABC.read(ABC.write(target.read(target.write(start)).scores[0])).scores[0]


def even(score):
    """Bars are as long in every voice."""
    return not any("longer in one voice" in words for words in FORMATS_BY_NAME["musicxml"].lost(score))


def told_apart(score):
    """No note that lasts past its bar meets another of its pitch there."""
    return not any("the tie may join that one" in words for words in FORMATS_BY_NAME["musicxml"].lost(score))


def crowded(score):
    """The same key is pressed twice in one part, or too many at once: MIDI cannot tell such notes apart."""
    ends = {}
    for note in sorted(timeline(score, played=True).notes, key=lambda note: note.onset):
        key = (note.part, round(note.midi))
        if ends.get(key, 0) > note.onset:
            return True
        ends[key] = note.onset + note.duration
    return False


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(scores(micro=True))
def test_musicxml_keeps_onset_pitch_and_length(score):
    assume(has_notes(score))
    start, end = there_and_back("musicxml", score)
    assume(even(start) and has_notes(start) and told_apart(start))
    assert sounding(end) == sounding(start)


def test_a_note_that_meets_another_of_its_pitch_past_the_bar_line_is_said():
    texts = ["z2[CC2]|[C/C/]|", "z2[CE2]|[C/C/]|", "z2[CC]|[C/C/]|"]
    scores_ = [ABC.read(f"X:1\nM:3/8\nL:1/8\nK:C\n{music}".encode()).scores[0] for music in texts]
    assert [told_apart(score) for score in scores_] == [False, True, True]


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), phases=PHASES)
@given(scores())
def test_midi_keeps_what_is_played_to_the_tick(score):
    assume(has_notes(score))
    start = ABC.read(ABC.write(score)).scores[0]
    assume(played(start) and not crowded(start))
    made = MIDI.read(MIDI.write(start)).scores[0]
    before, after = played(start), played(made)
    assert [pitch for _, pitch, _ in near(after)] == [pitch for _, pitch, _ in near(before)]
    assert len(after) == len(before)
    for (onset, _, length), (onset_2, _, length_2) in zip(near(before), near(after), strict=True):
        assert abs(onset - onset_2) <= TICK
        assert abs(length - length_2) <= 2 * TICK
    if not ABC.lost(made):
        assert played(ABC.read(ABC.write(made)).scores[0]) == after


def near(notes):
    """Notes in an order that a tick more or less does not change."""
    return sorted(notes, key=lambda note: (note[1], note[0]))


def corpus():
    """Real tunes: every fiftieth of music21's ABC files."""
    folder = files("music21") / "corpus"
    found = sorted(path for path in folder.rglob("*.abc") if path.stat().st_size < 60_000)
    return [pytest.param(path, id=path.stem) for path in found[::50]]


@pytest.mark.parametrize("path", corpus())
def test_real_tunes_come_back_from_musicxml_and_midi(path):
    for tune in read(path.read_text(encoding="utf-8", errors="replace")).tunes[:3]:
        score = tune.score
        if not has_notes(score):
            continue
        document = FORMATS_BY_NAME["musicxml"].write(score)
        assert faults(document) == []
        if even(score):
            assert sounding(FORMATS_BY_NAME["musicxml"].read(document).scores[0]) == sounding(score)
            assert heard_by_music21(document, bar_lengths(score)) == sounding(score)
        if not crowded(score):
            assert played(MIDI.read(MIDI.write(score)).scores[0]) == played(score)


def test_every_format_says_what_a_rich_tune_loses_in_it():
    rich = read(
        'X:1\nT:t\nR:dadra\nQ:1/4=60\nM:3/4\nL:1/4\nK:D exp _b\n|:"Am"!trill!{g}[CE](C-C)|1 .(^/D E) F:|2 G3|]\nw:a b c\nw:d\nV:2\nC3|\n'
    ).scores[0]
    for target in FORMATS:
        if target.write is not None and target.name != "abc":
            said = target.lost(rich)
            assert said, target.name
            assert all(words.endswith(".") for words in said)
