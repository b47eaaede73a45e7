"""The tune in a model's raw reply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read, read_first
from core.llm.answer import NOTES, find_tune
from core.llm.answer_text import has_tune, normalised
from core.score.timeline import timeline
from tests.conftest import shared_cases
from tests.timing import cpu_seconds, least

TUNE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E | G3 |]"


@pytest.mark.parametrize("case", shared_cases("llm_outputs.json"))
def test_case(case):
    answer = find_tune(case["raw"], case.get("prompt", ""))
    assert (answer.tune.text if answer.tune else None) == case["expected_abc"]
    if case["expected_abc"] is None:
        assert answer.reason
    elif case.get("verbatim") or "expected_verbatim" in case:
        assert answer.tune.verbatim == case.get("expected_verbatim", case["expected_abc"])
    if "all_tunes" in case:
        assert [tune.text for tune in answer.tunes] == case["all_tunes"]
    assert ("truncated" in answer.notes) == case.get("truncated", False)
    assert set(answer.notes) <= set(NOTES)


@pytest.mark.parametrize(
    "reply",
    [
        TUNE,
        f"```abc\n{TUNE}\n```",
        f"~~~\n{TUNE}\n~~~",
        f"<think>Let me see: C D E F.</think>\n{TUNE}",
        f"<think>{TUNE.replace('G3', 'A3')}</think>Here:\n\n{TUNE}\n\nI hope that you like it very much.",
        f"<pre>{TUNE}</pre>",
        TUNE.replace("\n", "\r\n"),
        f"Sure!\n\n{TUNE}\nThe tune is in the scale of C, with three beats.",
        f"<abc>\n{TUNE}\n</abc>",
    ],
)
def test_wrappings(reply):
    assert find_tune(reply).tune.text == TUNE


def test_entities_are_undone_before_they_become_broken_rhythm():
    assert find_tune("X:1\nM:3/4\nL:1/8\nK:C\nC&gt;D E2 F2 |]").tune.text.endswith("C>D E2 F2 |]")


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("<think>The user wants a tune. X:1\nK:C\nC D E F|", "still thinking"),
        ("<?xml version='1.0'?><score-partwise/>", "another format"),
        ("I cannot write music.", "no ABC"),
    ],
)
def test_no_tune_has_a_reason(reply, reason):
    answer = find_tune(reply)
    assert answer.tune is None
    assert reason in answer.reason


def test_an_empty_line_between_lines_of_music_does_not_end_the_tune():
    tune = find_tune("X:1\nM:3/4\nL:1/4\nK:C\nC D E |\n\nG A B |\n\nThat was the song that I wrote.").tune.text
    assert len(timeline(read_first(tune).score).notes) == 6


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=400), st.text(max_size=30))
def test_never_raises(reply, prompt):
    answer = find_tune(reply, prompt)
    assert (answer.tune is None) == bool(answer.reason)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="hello wrld,.!?\n#*-", max_size=80))
def test_fenced_tunes_survive_any_prose(prose):
    assert find_tune(f"{prose}\n```abc\n{TUNE}\n```\n{prose}").tunes[0].text == TUNE


def test_only_line_ends_of_abc_make_a_line_of_music():
    assert has_tune("K:C\rC D E F|")
    assert not has_tune("w: la la\u2028C D E F|")
    assert not has_tune("T:one\x0bC D E F|\x85G A B c|")


@pytest.mark.parametrize(
    "block",
    [
        "```\nX:1\nK:C\nCDEF|\n```\n",
        "```abc\nX:1\nK:C\nCDEF|\n",
        "~~~abc\n```abc\nX:1\nK:C\nCDEF|\n",
        "```\nCDEF|\n```\n",
    ],
)
def test_a_reply_of_four_times_as_many_blocks_takes_about_four_times_as_long(block):
    def taken(count):
        return cpu_seconds(lambda: find_tune("```\nX:1\nK:C\nCDEF|\n```\n" + block * count))

    assert least(lambda: taken(16_000) / taken(4_000), below=8) < 8


@pytest.mark.parametrize(
    "tune",
    [
        "X:1\nL:1/4\nK:B♭ major\nF♯ B♭ F♮ C|",
        "X:1\nL:1/4\nK:C\n♯F ♭B A♭B C|",
        "X:1\nL:1/4\nK:F♯m\n♯F ♭B ♮F C|",
        "X:1\nL:1/4\nK:C\nF♯G, A♭|[K:E♭] E B|",
    ],
)
def test_printed_signs_mean_in_a_tune_taken_out_of_a_reply_what_they_mean_in_a_text(tune):
    """Before a note ♯ is ABC's ^; behind it, it is not."""

    def heard(text):
        found = read(text).tunes[0].score
        return [note.pitch.midi for event in found.events() for note in event.notes], found.parts[0].measures[0].key

    assert heard(normalised(tune)) == heard(tune)
