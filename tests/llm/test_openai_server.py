"""The API backend against a real OpenAI-compatible server with a real model, over the loopback."""

import threading
from dataclasses import replace

import pytest

from core.errors import Cancelled, ModelError
from core.llm import connection
from core.llm.base import PAPER, Finish, Turn
from core.llm.openai_api import OpenAIApi
from tests.timing import Stop, least

pytest.importorskip("openai")

ASK = (Turn("user", "Write a short melody in ABC notation."),)


@pytest.mark.parametrize("path", ["", "/v1"])
def test_a_real_reply_streams_with_or_without_v1(real_server, path):
    heard = []
    backend = OpenAIApi(real_server + path, "m")
    reply = backend.generate(ASK, replace(PAPER, max_tokens=20), watch=heard.append)
    assert "".join(progress.text for progress in heard) == reply.text != ""
    assert len(heard) > 5
    assert reply.finish in (Finish.STOP, Finish.LENGTH)
    assert reply.model == "m"
    assert reply.details["base_url"] == real_server + "/v1"
    # This server ignores stream_options: what it does not tell is not made up.
    assert reply.reply_tokens is None


def test_sampling_settings_arrive(real_server):
    backend = OpenAIApi(real_server, "m", extra_sampling=True)
    short = replace(PAPER, max_tokens=12)
    one, two = (backend.generate(ASK, replace(short, seed=seed, top_k=1)).text for seed in (1, 2))
    assert one == two
    assert backend.generate(ASK, replace(short, seed=1)).text != backend.generate(ASK, replace(short, seed=2)).text
    held = backend.generate(ASK, replace(PAPER, max_tokens=40, grammar='root ::= "A2 B2 | c4 |]"'))
    assert (held.text, held.finish) == ("A2 B2 | c4 |]", Finish.STOP)


def test_bengali_arrives_whole(real_server):
    backend = OpenAIApi(real_server, "m", extra_sampling=True)
    text = "ক্ষুধিত পাষাণ, জ্ঞান, হ্মা ঋ॥"
    reply = backend.generate(ASK, replace(PAPER, max_tokens=100, grammar=f'root ::= "{text}"'))
    assert reply.text == text


def test_a_prompt_that_does_not_fit_is_no_empty_reply(real_server):
    # This server begins the stream before it looks at the prompt, and then sends nothing.
    with pytest.raises(ModelError, match=r"empty.*often the prompt is longer than its context"):
        OpenAIApi(real_server, "m", tries=1).generate((Turn("user", "সুর " * 3000),), PAPER)


def test_cancel_in_prompt_and_reply_leaves_the_server_usable(real_server):
    backend = OpenAIApi(real_server, "m")
    for turns, when in (((Turn("user", "আমার সোনার বাংলা " * 20),), None), (ASK, 3)):

        def attempt(turns=turns, when=when):
            stop = Stop()
            if when is None:
                threading.Timer(0.2, stop.set).start()
            watch = (lambda progress: progress.tokens == when and stop.set()) if when else None
            with pytest.raises(Cancelled):
                backend.generate(turns, replace(PAPER, max_tokens=20), watch=watch, stop=stop)
            return stop.since()

        assert least(attempt, below=1) < 1
    assert backend.generate(ASK, replace(PAPER, max_tokens=4)).text


def test_the_connection_is_tried_without_a_list_of_models(real_server):
    contact = connection.test(OpenAIApi(real_server, "m"))
    assert contact.model == "m"
    assert "m said" in contact.sentence() or "without text" in contact.sentence()
    assert contact.attempts == 1
