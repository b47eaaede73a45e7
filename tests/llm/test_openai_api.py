"""The API backend against a server that answers well, oddly or badly: the right words each time."""

import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest

from core.errors import Cancelled, ModelError
from core.llm.base import PAPER, Finish, Turn
from core.llm.openai_api import OpenAIApi
from tests.llm.hostile_server import DONE, Answer, chunk, event, good, refused
from tests.timing import PATIENCE, Stop, least, seconds

pytest.importorskip("openai")

ASK = (Turn("system", "তুমি সুরকার।"), Turn("user", "সুর দাও"))
KEY = "sk-test-0123456789abcdef"


def api(server, path="/v1", **options):
    options = {"tries": 1, "timeout": 30.0, **options}
    return OpenAIApi(server.url + path, "tanpura", **options)


def ask(server, **options):
    return api(server, **options).generate(ASK, PAPER)


def failure(server, **options):
    with pytest.raises(ModelError) as caught:
        ask(server, **options)
    text = str(caught.value)
    assert KEY not in text
    assert KEY not in repr(caught.value.__cause__)
    return text


def test_a_stream_is_told_piece_by_piece(server):
    server.will(Answer(chunk("সা "), chunk("রে "), chunk("গা"), chunk(finish="stop"), DONE))
    heard = []
    reply = api(server).generate(ASK, PAPER, watch=heard.append)
    assert reply.text == "সা রে গা"
    assert [progress.text for progress in heard] == ["সা ", "রে ", "গা"]
    assert [progress.tokens for progress in heard] == [1, 2, 3]
    assert reply.finish is Finish.STOP
    assert reply.model == "tanpura-1"
    assert reply.prompt_tokens is None
    assert reply.details["attempts"] == 1
    assert 0 < reply.first_token_seconds <= reply.seconds


def test_every_setting_of_the_api_is_sent_and_the_others_are_named(server):
    server.will(good())
    reply = api(server).generate(ASK, replace(PAPER, grammar='root ::= "a"'))
    path, _, body = server.asked[0]
    assert path == "/v1/chat/completions"
    assert body == {
        "model": "tanpura",
        "messages": [{"role": "system", "content": "তুমি সুরকার।"}, {"role": "user", "content": "সুর দাও"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 1.0,
        "top_p": 1.0,
        "frequency_penalty": 0.0,
        "presence_penalty": 0.0,
        "max_tokens": 4096,
        "seed": 492,
    }
    assert reply.details["not_sent"] == ["grammar", "min_p", "repeat_penalty", "top_k", "typical_p"]


def test_a_profile_may_ask_for_the_other_settings_to_be_sent(server):
    server.will(good())
    reply = api(server, extra_sampling=True).generate(ASK, replace(PAPER, grammar='root ::= "a"', min_p=0.1))
    _, _, body = server.asked[0]
    assert (body["top_k"], body["min_p"], body["typical_p"]) == (0, 0.1, 1.0)
    assert body["repeat_penalty"] == body["repetition_penalty"] == 1.0
    assert body["grammar"] == 'root ::= "a"'
    assert reply.details["not_sent"] == []


def test_usage_and_length_are_told(server):
    usage = event(
        {"id": "1", "choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 2, "total_tokens": 13}}
    )
    server.will(Answer(chunk("সা"), chunk(finish="length"), usage, DONE))
    reply = ask(server)
    assert (reply.prompt_tokens, reply.reply_tokens, reply.finish) == (11, 2, Finish.LENGTH)


def test_a_filtered_reply_says_so_and_thinking_is_kept_apart(server):
    thought = event({"id": "1", "choices": [{"index": 0, "delta": {"reasoning_content": "hm"}, "finish_reason": None}]})
    server.will(Answer(thought, chunk("সা"), chunk(finish="content_filter"), DONE))
    reply = ask(server)
    assert (reply.text, reply.finish, reply.details["reasoning"]) == ("সা", Finish.FILTERED, "hm")


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_bengali_letters_cut_between_pieces_arrive_whole(server, size):
    text = "ক্ষুধিত পাষাণ — জ্ঞান, হ্মা\u2028ঋ"
    raw = chunk(text[:9]) + chunk(text[9:]) + chunk(finish="stop") + DONE
    server.will(Answer(*(raw[at : at + size] for at in range(0, len(raw), size))))
    heard = []
    reply = api(server).generate(ASK, PAPER, watch=heard.append)
    assert reply.text == "".join(progress.text for progress in heard) == text


def test_a_server_that_does_not_stream_is_understood(server):
    whole = {"id": "1", "model": "m", "choices": [{"index": 0, "message": {"content": "সা"}, "finish_reason": "stop"}]}
    server.will(refused(200, {**whole, "usage": {"prompt_tokens": 3, "completion_tokens": 1}}))
    heard = []
    reply = api(server).generate(ASK, PAPER, watch=heard.append)
    assert (reply.text, reply.reply_tokens) == ("সা", 1)
    assert [progress.text for progress in heard] == ["সা"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(chunk("সা রে"), cut=True), "cut off"),
        (Answer(chunk("সা রে")), "cut off"),
        (Answer(chunk("সা রে"), DONE), "cut off"),
        (Answer(), "empty"),
        (Answer(DONE), "cut off"),
        (Answer(b"data: {garbage\n\n"), "unreadable"),
        (Answer(chunk("সা"), b'data: {"choices": [{"delta"\n\n', DONE), "unreadable"),
        (Answer(b"data: \xff\xfe\xfd\n\n"), "unreadable"),
        (Answer(b"data: 42\n\n"), "unreadable"),
        (Answer(b"<!DOCTYPE html><html><title>Login</title></html>"), "web page"),
        (Answer(b"Service temporarily unavailable"), "text instead of a stream"),
        (Answer(b'{"choices": ['), "no JSON"),
        (Answer(b'{"hello": "world"}'), "no reply"),
        (Answer(chunk("সা"), chunk(finish="error"), DONE), "ended the reply with"),
        (Answer(event({"error": {"message": "engine died", "code": "x"}})), "engine died"),
        (Answer(chunk("সা"), event({"error": {"message": "overloaded", "code": 529}})), "overloaded"),
    ],
)
def test_what_is_no_answer_is_never_taken_for_one(server, answer, words):
    server.will(answer)
    text = failure(server)
    assert words in text
    assert "127.0.0.1" in text


def test_an_endless_answer_is_left(server):
    line = chunk("x" * 1_000_000)
    server.will(Answer(*[line] * 12))
    assert "more than 8 MB" in failure(server)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            refused(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}}),
            "did not accept the key (HTTP 401)",
        ),
        (refused(403, {"error": {"message": "forbidden"}}), "did not accept the key (HTTP 403)"),
        (refused(403, {"error": {"message": "no access to model tanpura"}}), "does not let this key use"),
        (refused(402, {"error": {"message": "pay"}}), "no credit left"),
        (
            refused(404, {"error": {"message": "model 'tanpura' not found", "code": "model_not_found"}}),
            "knows no model",
        ),
        (refused(404, {"detail": "Not Found"}), "no chat API at this address"),
        (refused(405, b"<html><title>405 Not Allowed</title></html>"), "a web page (405 Not Allowed)"),
        (
            refused(
                400, {"error": {"message": "maximum context length is 4096 tokens", "code": "context_length_exceeded"}}
            ),
            "do not fit into the context",
        ),
        (refused(400, {"error": {"message": "filtered", "code": "content_filter"}}), "content filter"),
        (refused(400, {"error": {"message": "temperature must be <= 1"}}), "temperature must be"),
        (refused(429, {"error": {"message": "quota", "code": "insufficient_quota"}}), "no credit left"),
        (refused(429, {"error": {"message": "slow down"}}), "asked too often"),
        (refused(500, b"<html><title>Oops</title></html>"), "out of order or overloaded (HTTP 500)"),
        (refused(503, b""), "HTTP 503"),
    ],
)
def test_each_refusal_has_its_words(server, answer, words):
    server.will(answer)
    assert words in failure(server, key=lambda: KEY)


def test_a_missing_key_is_told_with_its_place(server):
    server.will(refused(401, {"error": "no key"}))
    text = failure(server, key_place="the environment variable MY_KEY")
    assert "asks for a key, and none is set" in text
    assert "the environment variable MY_KEY" in text


def test_the_key_is_sent_and_without_one_nothing_of_the_environment_is(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody-else")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-somebody")
    server.will(good())
    ask(server, key=lambda: f" {KEY}\n")
    ask(server)
    with_key, without = (headers for _, headers, _ in server.asked)
    assert with_key["authorization"] == f"Bearer {KEY}"
    assert "authorization" not in without
    assert "openai-organization" not in without
    assert "openai-organization" not in with_key


def test_a_key_that_is_none_is_refused_without_showing_it(server):
    with pytest.raises(Exception, match="holds signs that no key has") as caught:
        ask(server, key=lambda: "চাবি-গোপন")
    assert "গোপন" not in str(caught.value)


def test_the_key_is_in_no_log_and_no_representation(server, caplog):
    caplog.set_level(logging.DEBUG)
    server.will(refused(500, {"error": f"bad {KEY}"}), good())
    backend = api(server, key=lambda: KEY, tries=2)
    backend.generate(ASK, PAPER)
    assert KEY not in caplog.text
    assert KEY not in repr(backend)
    assert KEY not in repr(backend._service())


def test_v1_is_found_where_the_address_lacks_it(server):
    def only_v1(path, _body):
        return good() if path == "/v1/chat/completions" else refused(404, {"detail": "Not Found"})

    server.will(only_v1)
    backend = api(server, path="")
    assert backend.generate(ASK, PAPER).text == "সা রে গা"
    assert backend.generate(ASK, PAPER).details["base_url"] == server.url + "/v1"
    assert [path for path, _, _ in server.asked] == ["/chat/completions", *["/v1/chat/completions"] * 2]


@pytest.mark.parametrize(
    "page", [b"<html>LM Studio</html>", b'{"error": "Unexpected endpoint or method. (POST /chat)"}']
)
def test_v1_is_tried_where_something_else_answers(server, page):
    server.will(Answer(page, headers={"Content-Type": "text/html"}), good())
    assert ask(server, path="").text == "সা রে গা"


@pytest.mark.parametrize("path", ["", "/", "/v1", "/v1/", "/openai/v1", "/v1/chat/completions"])
def test_addresses_are_taken_as_people_write_them(server, path):
    server.will(good())
    assert ask(server, path=path).text
    asked = server.asked[0][0]
    assert asked.endswith("/chat/completions")
    assert "//" not in asked


def test_a_wrong_address_is_tried_in_both_ways_and_then_told(server):
    server.will(refused(404, {"detail": "Not Found"}))
    assert "no chat API at this address" in failure(server, path="")
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "Unrecognized request argument supplied: stream_options", "param": None}},
        {
            "detail": [
                {"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}
            ]
        },
    ],
)
def test_a_server_that_knows_no_usage_is_asked_without(server, body):
    server.will(refused(400 if "error" in body else 422, body), good())
    backend = api(server)
    backend.generate(ASK, PAPER)
    backend.generate(ASK, PAPER)
    assert ["stream_options" in body for _, _, body in server.asked] == [True, False, False]


def test_the_newer_name_of_the_limit_is_learnt(server):
    message = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    )
    server.will(refused(400, {"error": {"message": message, "param": "max_tokens"}}), good())
    ask(server)
    assert server.asked[1][2]["max_completion_tokens"] == 4096
    assert "max_tokens" not in server.asked[1][2]


def test_a_refused_seed_is_left_out_and_named(server):
    server.will(refused(422, {"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}), good())
    assert "seed" in ask(server).details["not_sent"]


def test_a_refused_temperature_is_left_out_only_where_that_changes_nothing(server):
    refusal = refused(400, {"error": {"message": "Unsupported value: 'temperature'", "param": "temperature"}})
    server.will(refusal, good())
    assert "temperature" in ask(server).details["not_sent"]
    server.will(refusal)
    with pytest.raises(ModelError, match="Unsupported value: 'temperature'"):
        api(server).generate(ASK, replace(PAPER, temperature=0.3))


def test_busy_servers_are_asked_again_after_the_time_they_name(server):
    server.will(refused(429, {"error": "slow"}, **{"Retry-After": "0.3"}), refused(503, b""), good())
    told = []
    started = time.monotonic()
    reply = ask(server, tries=3, on_retry=told.append)
    assert time.monotonic() - started > 0.3
    assert reply.details["attempts"] == 3
    assert reply.details["waited_seconds"] == pytest.approx(sum(retry.wait for retry in told), abs=0.01)
    assert [(retry.attempt, retry.tries) for retry in told] == [(1, 3), (2, 3)]
    assert told[0].wait == 0.3
    assert "asked too often" in told[0].reason
    assert str(told[0]).endswith("Try 1 of 3; the next in 0.3 s.")


def test_tries_are_counted_and_told(server):
    server.will(refused(500, {"error": "x"}, **{"Retry-After": "0"}))
    assert "Tried 3 times" in failure(server, tries=3)
    assert len(server.asked) == 3


def test_a_cut_stream_is_not_asked_again_by_itself(server):
    server.will(Answer(chunk("সা"), cut=True), good())
    assert "cut off" in failure(server, tries=3)
    assert len(server.asked) == 1


def test_a_connection_dropped_before_the_first_byte_is_tried_again(server):
    server.will(None, good())
    assert ask(server, tries=2).text


def test_nobody_at_the_port():
    # bound and not listened at, it is nobody else's meanwhile
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        text = failure(SimpleNamespace(url=f"http://127.0.0.1:{held.getsockname()[1]}"), tries=2)
    assert "Nothing answers at 127.0.0.1" in text
    assert "Tried 2 times" in text


def test_a_name_that_no_server_has():
    backend = OpenAIApi("http://no-such-host.invalid/v1", "m", tries=1)
    with pytest.raises(ModelError, match=r"no server named no-such-host.invalid|broke before|Nothing answers"):
        backend.generate(ASK, PAPER)


def test_a_secure_address_of_a_plain_server(server):
    server.will(good())
    backend = OpenAIApi(server.url.replace("http:", "https:") + "/v1", "m", tries=1, timeout=30)
    with pytest.raises(ModelError, match="secure connection"):
        backend.generate(ASK, PAPER)


@pytest.mark.parametrize("answer", [Answer(PATIENCE, chunk("late")), Answer(chunk("সা"), PATIENCE, chunk("late"))])
def test_silence_is_given_up_after_the_time_out(server, answer):
    said = []
    server.will(answer)
    assert least(lambda: seconds(lambda: said.append(failure(server, timeout=0.5))), below=2.5) < 2.5
    assert [text for text in said if "no answer for 0.5 s" not in text] == []


@pytest.mark.parametrize(
    "answer",
    [
        Answer(20.0, chunk("late")),
        Answer(chunk("সা"), 20.0, chunk("late")),
        refused(429, {"error": "slow"}, **{"Retry-After": "60"}),
    ],
    ids=["before the first byte", "in the stream", "while waiting to ask again"],
)
def test_cancel_is_heard_within_a_second(server, answer):
    server.will(answer)

    def attempt():
        stop = Stop()
        threading.Timer(0.6, stop.set).start()
        with pytest.raises(Cancelled):
            api(server, timeout=60, tries=5).generate(ASK, PAPER, stop=stop)
        return stop.since()

    assert least(attempt, below=1) < 1


def test_several_threads_may_ask_at_once(server):
    all_asked = threading.Barrier(4)

    def together(_path, _body):
        all_asked.wait(PATIENCE)
        return good("সা")

    server.will(good("সা"), together)
    backend = api(server, timeout=PATIENCE)
    backend.generate(ASK, PAPER)
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(lambda _: backend.generate(ASK, PAPER).text, range(4))] == ["সা"] * 4
