"""The scripted model: known replies, a deterministic tune, streamed and stoppable."""

import re
import threading
from dataclasses import replace
from fractions import Fraction

import pytest

from core.errors import Cancelled
from core.llm.base import PAPER, Finish, Turn
from core.llm.scripted import Scripted
from tests.timing import Stop, least

ASK = (Turn("user", "A melody in 3/4, please"),)


def test_replies_come_in_turn_and_begin_anew():
    model = Scripted(["one two", "three"])
    assert [model.generate(ASK, PAPER).text for _ in range(3)] == ["one two", "three", "one two"]
    model.close()
    assert model.generate(ASK, PAPER).text == "one two"


def test_a_reply_streams_and_its_limit_cuts_it():
    heard = []
    reply = Scripted([" সা রে\n\nগা "]).generate(ASK, PAPER, watch=heard.append)
    assert "".join(progress.text for progress in heard) == reply.text == " সা রে\n\nগা "
    assert (reply.reply_tokens, reply.finish, reply.prompt_tokens) == (3, Finish.STOP, 5)
    cut = Scripted(["a b c d"]).generate(ASK, replace(PAPER, max_tokens=2))
    assert (cut.text, cut.finish) == ("a b ", Finish.LENGTH)


def test_a_seed_makes_the_tune():
    one, same, other = (Scripted().generate(ASK, replace(PAPER, seed=seed)).text for seed in (1, 1, 2))
    assert one == same != other


@pytest.mark.parametrize("metre", ["2/4", "3/4", "4/4", "6/8", "7/8", "12/8", "7/16", "2/2"])
@pytest.mark.parametrize("seed", range(5))
def test_every_bar_of_a_tune_is_full_and_it_ends_on_sa(metre, seed):
    text = Scripted().generate((Turn("user", f"metre {metre}"),), replace(PAPER, seed=seed)).text
    head, body = text.split("K:C\n")
    assert f"M:{metre}\n" in head
    unit = Fraction(re.search(r"L:(\d+/\d+)", head)[1])
    bars = [bar for bar in re.split(r"\|\]?", body) if bar.strip()]
    assert len(bars) == 8
    for bar in bars:
        durations = [Fraction(note[1:] or 1) * unit for note in bar.split()]
        assert sum(durations) == Fraction(metre)
    assert re.search(r"C\d?\s*\|\]\s*$", body)


@pytest.mark.parametrize("metre", ["no metre", "99/1", "1/16"])
def test_a_metre_that_makes_no_sense_becomes_common_time(metre):
    assert "M:4/4\n" in Scripted().generate((Turn("user", metre),), PAPER).text


def test_a_rule_may_make_the_reply():
    assert (
        Scripted(rule=lambda prompt, seed: f"{prompt}!{seed}").generate(ASK, PAPER).text
        == "A melody in 3/4, please!492"
    )


def test_a_slow_reply_can_be_stopped():
    def attempt():
        stop = Stop()
        threading.Timer(0.2, stop.set).start()
        with pytest.raises(Cancelled):
            Scripted(["word " * 100], delay=0.1).generate(ASK, PAPER, stop=stop)
        return stop.since()

    assert least(attempt, below=1) < 1
