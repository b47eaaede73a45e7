"""The model's process is stopped within a second, killed without harm, and back at the next question."""

import os
import signal
import threading
import time
from dataclasses import replace

import pytest

from core.errors import Cancelled, ModelError
from core.llm.base import PAPER, Turn
from core.llm.gguf import Gguf

ASK = (Turn("user", "Write a long story about a river."),)
LONG = (Turn("user", "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। " * 32),)
ENDLESS = replace(PAPER, grammar='root ::= ("a" | "b" | " ")+', max_tokens=8000)


class Moment:
    """Does something once, when the first report of a kind comes."""

    def __init__(self, when, act):
        self.when, self.act, self.at = when, act, None

    def __call__(self, progress):
        if self.at is None and self.when(progress):
            self.at = time.monotonic()
            self.act()


def stopped(model, turns, when):
    """Ask, stop at the moment that `when` tells, and return the seconds until the call came back."""
    stop = threading.Event()
    moment = Moment(when, stop.set)
    with pytest.raises(Cancelled):
        model.generate(turns, ENDLESS, watch=moment, stop=stop)
    assert moment.at is not None
    return time.monotonic() - moment.at


def test_a_prompt_of_two_thousand_tokens_is_left_within_a_second(small_model):
    small_model.load()
    assert small_model.count_tokens(LONG)[0] > 1900
    before = small_model.pid
    for share in (0, 0.4):
        # Another beginning each time, so that nothing is known from before.
        turns = (Turn("user", f"{share} {LONG[0].text}"),)
        seconds = stopped(
            small_model, turns, lambda progress, share=share: progress.prompt_done >= share * progress.prompt_total
        )
        assert seconds < 1
    assert small_model.pid == before
    assert small_model.generate(ASK, replace(PAPER, max_tokens=8)).reply_tokens == 8


def test_a_reply_is_left_within_a_second_and_the_model_stays_loaded(small_model):
    small_model.load()
    before = small_model.pid
    assert stopped(small_model, ASK, lambda progress: progress.tokens >= 20) < 1
    assert small_model.pid == before
    reply = small_model.generate(ASK, replace(PAPER, max_tokens=8))
    assert reply.details["load_seconds"] == 0


def test_after_a_stop_the_seed_still_gives_the_same_reply(small_model):
    short = replace(PAPER, max_tokens=16)
    turns = (Turn("user", LONG[0].text[:300]),)
    expected = small_model.generate(turns, short).text
    stopped(small_model, LONG, lambda progress: progress.prompt_done > 200)
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
    assert heard[-1] > 0.9
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
    started = time.monotonic()
    assert small_model.generate(ASK, replace(PAPER, max_tokens=8)).reply_tokens == 8
    assert time.monotonic() - started < 30
    assert small_model.pid != first


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL there")
def test_a_process_killed_between_questions_is_not_even_noticed(small_model):
    small_model.load()
    os.kill(small_model.pid, signal.SIGKILL)
    time.sleep(0.2)
    assert small_model.generate(ASK, replace(PAPER, max_tokens=4)).reply_tokens == 4


def test_close_ends_the_process_and_the_next_question_starts_one(small_model):
    small_model.load()
    small_model.close()
    assert small_model.pid is None
    assert small_model.generate(ASK, replace(PAPER, max_tokens=4)).reply_tokens == 4
