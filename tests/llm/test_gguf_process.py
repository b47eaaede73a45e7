"""The model's process is stopped within a second, killed without harm, and back at the next question."""

import math
import os
import signal
import threading
from dataclasses import replace
from itertools import count

import pytest

from core.errors import Cancelled, ModelError
from core.llm.base import PAPER, Turn
from core.llm.gguf import Gguf
from tests.timing import Stop, least, until

ASK = (Turn("user", "Write a long story about a river."),)
LONG = (Turn("user", "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। " * 32),)
ENDLESS = replace(PAPER, grammar='root ::= ("a" | "b" | " ")+', max_tokens=8000)


class Moment:
    """Does something once, when the first report of a kind comes."""

    def __init__(self, when, act):
        self.when, self.act, self.came = when, act, False

    def __call__(self, progress):
        if not self.came and self.when(progress):
            self.came = True
            self.act()


def stopped(model, turns, when):
    """Ask, stop at the moment that `when` tells, and return the seconds until the call came back.

    Infinity where the process was lost by it: who does not come back within a second is killed.
    """
    model.load()
    stop, before = Stop(), model.pid
    with pytest.raises(Cancelled):
        model.generate(turns, ENDLESS, watch=Moment(when, stop.set), stop=stop)
    seconds = stop.since()
    return seconds if model.pid == before else math.inf


def test_a_prompt_of_two_thousand_tokens_is_left_within_a_second(small_model):
    small_model.load()
    assert small_model.count_tokens(LONG)[0] > 1900
    tries = count()
    for share in (0, 0.4):

        def attempt(share=share):
            # Another beginning each time, so that nothing is known from before.
            turns = (Turn("user", f"{next(tries)} {LONG[0].text}"),)
            return stopped(small_model, turns, lambda progress: progress.prompt_done >= share * progress.prompt_total)

        assert least(attempt, below=1) < 1
    assert small_model.generate(ASK, replace(PAPER, max_tokens=8)).reply_tokens == 8


def test_a_reply_is_left_within_a_second_and_the_model_stays_loaded(small_model):
    assert least(lambda: stopped(small_model, ASK, lambda progress: progress.tokens >= 20), below=1) < 1
    reply = small_model.generate(ASK, replace(PAPER, max_tokens=8))
    assert reply.details["load_seconds"] == 0


def test_after_a_stop_the_seed_still_gives_the_same_reply(small_model):
    short = replace(PAPER, max_tokens=16)
    turns = (Turn("user", LONG[0].text[:100]),)
    expected = small_model.generate(turns, short).text
    assert least(lambda: stopped(small_model, LONG, lambda progress: progress.prompt_done > 200), below=1) < 1
    again = small_model.generate(turns, short)
    assert again.details["prompt_reused"] == 0
    assert again.text == expected


def test_a_stop_before_the_question_asks_nothing(small_model):
    stop = threading.Event()
    stop.set()
    heard = []
    with pytest.raises(Cancelled):
        small_model.generate(ASK, ENDLESS, watch=heard.append, stop=stop)
    assert heard == []


def test_loading_tells_how_far_it_is_and_can_be_stopped(small_gguf):
    model, stop, heard = Gguf(small_gguf), threading.Event(), []

    def hear(share):
        heard.append(share)
        stop.set()

    with pytest.raises(Cancelled):
        model.load(loading=hear, stop=stop)
    assert 0 < heard[0] < 1
    assert model.load(loading=heard.append)["context"] == 8192
    assert heard[-1] == 1
    assert heard == sorted(heard)
    model.close()


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL there")
@pytest.mark.parametrize("when", [lambda progress: progress.prompt_done > 0, lambda progress: progress.tokens >= 10])
def test_a_killed_process_is_a_message_and_the_next_question_is_answered(small_model, when):
    small_model.load()
    first = small_model.pid
    with pytest.raises(ModelError) as caught:
        small_model.generate(ASK, ENDLESS, watch=Moment(when, lambda: os.kill(first, signal.SIGKILL)))
    assert "process of this model was ended by SIGKILL" in str(caught.value)
    assert "started again at the next use" in str(caught.value)
    assert small_model.generate(ASK, replace(PAPER, max_tokens=8)).reply_tokens == 8
    assert small_model.pid != first


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL there")
def test_a_process_killed_between_questions_is_not_even_noticed(small_model):
    small_model.load()
    os.kill(small_model.pid, signal.SIGKILL)
    until(lambda: small_model.pid is None, "the process did not die")
    assert small_model.generate(ASK, replace(PAPER, max_tokens=4)).reply_tokens == 4


def test_close_ends_the_process_and_the_next_question_starts_one(small_model):
    small_model.load()
    small_model.close()
    assert small_model.pid is None
    assert small_model.generate(ASK, replace(PAPER, max_tokens=4)).reply_tokens == 4
