"""Waiting times are read from headers, and keys never get through."""

import email.utils

import pytest

from core.llm.api_errors import LONGEST_WAIT, Service, of_streamed_error, retry_after, server_said

NOW = 1_700_000_000.0
SERVICE = Service("api.example.org", "m", "sk-secret-0123456789", "the keyring", 5.0)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.25", 0.25),
        ("0", 0.0),
        ("-3", 0.0),
        ("9999", LONGEST_WAIT),
        ("inf", LONGEST_WAIT),
        ("nan", None),
        ("soon", None),
        ("", None),
        (email.utils.formatdate(NOW + 30, usegmt=True), 30.0),
        (email.utils.formatdate(NOW + 3000, usegmt=True), LONGEST_WAIT),
        (email.utils.formatdate(NOW - 30, usegmt=True), 0.0),
        ("Mon, 99 Foo 2024 00:00:00 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_never_more_than_two_minutes(header, seconds):
    assert retry_after({"retry-after": header}, NOW) == seconds


def test_no_header_is_no_wish():
    assert retry_after({}) is None


@pytest.mark.parametrize(
    "body",
    [
        "your key sk-secret-0123456789 is wrong",
        {"error": {"message": "bad sk-secret-0123456789"}},
        {"error": "Incorrect API key provided: sk-secr*********6789."},
        {"detail": [{"msg": "Bearer sk-secret-0123456789"}]},
        {"message": "key AIzaSyA-0123456789abcdef"},
    ],
)
def test_no_key_is_repeated_whole_or_masked(body):
    said = server_said(SERVICE, body)
    assert "sk-" not in said
    assert "AIza" not in said
    assert "[key]" in said


def test_the_server_s_words_are_kept_short_and_pages_are_named():
    assert len(server_said(SERVICE, "x" * 5000)) <= 300
    page = "<!DOCTYPE html><html><head><title> 502 Bad\nGateway </title>"
    assert server_said(SERVICE, page) == "a web page (502 Bad Gateway)"
    assert server_said(SERVICE, None) == ""
    assert server_said(SERVICE, {"error": None, "message": "m"}) == ""
    assert "sk-secret" not in repr(SERVICE)


def test_an_error_inside_a_stream_is_tried_again_only_before_the_reply_began():
    body = {"error": {"message": "overloaded", "code": 503}}
    assert of_streamed_error(SERVICE, body, begun=False).again
    assert not of_streamed_error(SERVICE, body, begun=True).again
    assert not of_streamed_error(SERVICE, {"error": "x"}, begun=False).again


@pytest.mark.parametrize(
    ("error", "mends"),
    [
        ({"message": "Overloaded", "type": "overloaded_error"}, True),
        ({"message": "The server had an error", "type": "server_error"}, True),
        ({"message": "Provider returned error", "code": 502}, True),
        ({"message": "Rate limit reached", "type": "rate_limit_error"}, True),
        ({"message": "prompt is too long", "type": "invalid_request_error"}, False),
        ({"message": "no credit left, try again later", "type": "insufficient_quota"}, False),
        ({"message": "bad field", "code": 400}, False),
    ],
)
def test_a_passing_error_inside_a_stream_is_worth_another_try(error, mends):
    fresh = of_streamed_error(SERVICE, {"error": error}, begun=False)
    begun = of_streamed_error(SERVICE, {"error": error}, begun=True)
    assert (fresh.again, fresh.cut) == (mends, False)
    assert (begun.again, begun.cut) == (False, mends)
