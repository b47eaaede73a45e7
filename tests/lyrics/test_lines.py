"""Which notes a line of the lyrics takes: real words, repeats, verses, holds, notes without words."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.lyrics.lines import line_at
from core.score.timeline import timeline
from tests.gui.tunes import long_tune

LYRICS = "আগুনের পরশমণি ছোঁয়াও প্রাণে।\nএ জীবন পুণ্য করো দহন-দানে।"
ONE_LINE = (
    "X:1\nM:6/8\nL:1/8\nK:C\nz3 E2 G|A2 G (GA) B|c3 d c B|A2 G z3|G A B c B A|A2 G E3|G F E D2 C|C3- C3|\n"
    "w: আ-গু-নে-র প-_ র-শ ম-ণি ছোঁ-য়াও প্রা-ণে এ জী-বন পু-ণ্য ক-রো দ-হ-ন দা-নে\n"
)


def of(abc, place, lyrics=LYRICS):
    score = read_first(abc).score
    moments = timeline(score).moments
    found = line_at(score, moments[place].id, lyrics)
    return found and (found.words, [next(i for i, m in enumerate(moments) if m.id == name) for name in found.ids])


def test_a_line_of_the_lyrics_takes_its_notes_though_the_source_has_one_line():
    for place in (1, 4, 6):
        words, notes = of(ONE_LINE, place)
        assert words == "আগুনের পরশমণি ছোঁয়াও প্রাণে।"
        assert notes == list(range(notes[0], notes[-1] + 1))
        assert notes[0] == 1
    words, second = of(ONE_LINE, 17)
    assert words == "এ জীবন পুণ্য করো দহন-দানে।"
    assert second[0] > notes[-1]


def test_a_note_without_a_syllable_belongs_to_the_line_before():
    words, notes = of(ONE_LINE, len(timeline(read_first(ONE_LINE).score).moments) - 1)
    assert words.startswith("এ জীবন")
    assert notes[-1] == len(timeline(read_first(ONE_LINE).score).moments) - 1


def test_without_the_songs_words_a_line_of_the_source_is_taken():
    found = of(long_tune(8), 3, "other words altogether")
    assert found[0].startswith("আগুনের পরশমণি")
    assert found[1] == list(range(16))


def test_where_nothing_is_sung_there_is_no_line():
    assert of("X:1\nM:4/4\nL:1/4\nK:C\nC D E F|\n", 1) is None
    assert line_at(read_first(ONE_LINE).score, "nothing", LYRICS) is None
    assert line_at(read_first("").score, "", "") is None


def test_a_refrain_sung_twice_is_taken_where_the_note_is():
    abc = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F|G A B c|c B A G|\nw: মা গো মা গো আ-মি এ-কা মা গো মা গো\n"
    assert of(abc, 1, "মা গো মা গো\nআমি একা")[1] == [0, 1, 2, 3]
    assert of(abc, 9, "মা গো মা গো\nআমি একা")[1] == [8, 9, 10, 11]
    assert of(abc, 5, "মা গো মা গো\nআমি একা")[1] == [4, 5, 6, 7]


def test_a_line_that_does_not_end_with_a_syllable_is_not_that_line():
    abc = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F|\nw: ak-ash bha-ra\n"
    assert of(abc, 0, "aka\nakash")[1] == [0, 1]


def test_a_later_verse_is_found_too():
    abc = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F|\nw: one two three four\nw: five six sev-en\n"
    assert of(abc, 1, "five six") == ("five six", [0, 1])


@settings(max_examples=300, deadline=None)
@given(
    lines=st.lists(st.lists(st.sampled_from(["আ", "মা", "র", "সো", "না", "la"]), min_size=1, max_size=4), max_size=4),
    place=st.integers(0, 15),
    lyrics=st.text(alphabet="আমার সোনা la\n-।", max_size=30),
)
def test_whatever_the_words_the_line_holds_the_note_or_the_syllable_before(lines, place, lyrics):
    words = "-".join(one for line in lines for one in line) or "*"
    score = read_first(f"X:1\nM:4/4\nL:1/4\nK:C\nCDEF|GABc|cBAG|FEDC|\nw: {words}\n").score
    moments = timeline(score).moments
    found = line_at(score, moments[place].id, lyrics)
    sung = [moment for moment in moments[: place + 1] if moment.lyrics and moment.lyrics[0]]
    if found is not None:
        assert {moments[place].id, *(moment.id for moment in sung[-1:])} & set(found.ids)


@pytest.mark.parametrize("place", [0, 8])
def test_a_second_voice_has_its_own_line(place):
    abc = "X:1\nM:4/4\nL:1/4\nK:C\nV:1\nC D E F|\nw: মা গো মা গো\nV:2\nG A B c|\nw: আ-মি এ-কা\n"
    score = read_first(abc).score
    part = score.parts[1 if place else 0]
    ids = [note.id for measure in part.measures for event in measure.events for note in event.notes]
    assert line_at(score, ids[1], "").ids == tuple(ids)
