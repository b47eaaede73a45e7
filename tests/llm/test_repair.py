"""Asking a model to repair its own tune: what it is told, in which turn, and what is kept of its reply."""

import pytest

from core.formats.abc.reader import read_first
from core.llm.base import Options, Turn
from core.llm.repair import ask, conversation, repaired_take, request
from core.llm.scripted import Scripted
from core.score.diagnostic import Diagnostic, Severity
from core.songs.song import Song, Take

BROKEN = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B |\nc4 | [CEG c c2 |]\n"
RIGHT = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B c | c4 |]"
FINDINGS = read_first(BROKEN).diagnostics
FIRST = Take("t1", name="Take 1", prompt="Write a song.", reply=f"Here:\n{BROKEN}", tune=BROKEN, level=3)


class Heard(Scripted):
    """Keeps what it was asked."""

    def generate(self, turns, options, *, watch=None, stop=None):
        self.turns = turns
        return super().generate(turns, options, watch=watch, stop=stop)


def test_the_request_holds_the_tune_and_every_finding_with_its_place():
    text = request(BROKEN, FINDINGS)
    assert BROKEN.strip() in text
    assert '- line 5, column 11 ("G A B"): This bar is 1 quarter too short: 3 of 4.' in text
    assert "- line 6, column 6" in text
    assert text.endswith("Reply with the whole corrected tune in ABC notation.")


def test_a_flood_of_findings_is_cut_and_errors_are_kept():
    rows = [Diagnostic(Severity.INFO, "x", "Small.", n + 1, 1, 0) for n in range(100)]
    text = request(BROKEN, [*rows, Diagnostic(Severity.ERROR, "y", "Grave.", 200, 1, 0)])
    assert "Grave." in text
    assert text.count("Small.") == 39
    assert "- and 61 more of the kind." in text


def test_what_a_finding_quotes_cannot_end_the_quotation():
    text = request('X:1\nK:C\n"Am C|', [Diagnostic(Severity.ERROR, "z", "Not closed.", 3, 1, 5)])
    assert "- line 3, column 1: Not closed." in text


def test_prompt_and_reply_come_before_the_request():
    model = Heard([f"Sorry:\n\n{RIGHT}\n"])
    song = Song(takes=(FIRST,))
    made = ask(song, FIRST, BROKEN, FINDINGS, model, Options())
    assert model.turns == (
        Turn("user", "Write a song."),
        Turn("assistant", f"Here:\n{BROKEN}"),
        Turn("user", request(BROKEN, FINDINGS)),
    )
    assert made.abc == RIGHT
    take = repaired_take(made, song, FIRST, "scripted")
    assert (take.parent, take.level, take.tune, take.prompt) == ("t1", None, RIGHT, request(BROKEN, FINDINGS))
    assert take.reply == f"Sorry:\n\n{RIGHT}\n"


def test_an_edit_by_hand_keeps_the_conversation_of_the_take_it_began_as():
    edit = Take("t2", tune=BROKEN, parent="t1")
    again = Take("t3", prompt="Repair it.", reply="So:", parent="t2")
    turns = conversation(Song(takes=(FIRST, edit, again)), again)
    assert [turn.text for turn in turns] == ["Write a song.", FIRST.reply, "Repair it.", "So:"]


def test_a_tune_by_hand_is_asked_about_alone():
    assert conversation(Song(), None) == ()
    assert conversation(Song(takes=(Take("h", tune=BROKEN),)), Take("h", tune=BROKEN)) == ()


@pytest.mark.parametrize("parents", [("a", "a"), ("a", "b", "a")])
def test_takes_that_name_each_other_as_parents_end(parents):
    takes = tuple(
        Take(name, prompt="p", reply="r", parent=parents[(n + 1) % len(parents)]) for n, name in enumerate(parents)
    )
    assert len(conversation(Song(takes=takes), takes[0])) <= 2 * len(parents)


def test_a_reply_without_a_tune_has_no_score():
    made = ask(Song(), None, BROKEN, FINDINGS, Scripted(["I cannot."]), Options())
    assert made.score is None
    assert made.answer.reason
    assert repaired_take(made, Song(), None, "s").tune == ""


def test_an_echo_of_the_broken_tune_is_not_taken_for_the_answer():
    model = Scripted([f"{request(BROKEN, FINDINGS)}\n\n{RIGHT}\n"])
    assert ask(Song(), None, BROKEN, FINDINGS, model, Options()).abc == RIGHT
