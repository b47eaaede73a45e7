"""Read what a chat API streams: events, or a whole JSON answer, or something that is neither."""

import json
from dataclasses import dataclass, field
from typing import Any

from core.errors import ModelError
from core.llm.base import Finish

LARGEST_EVENT = 4 << 20
LARGEST_REPLY = 8 << 20
"""Bytes; a reply of 4096 tokens has some 40 kB."""

FINISHES = {
    "stop": Finish.STOP,
    "eos": Finish.STOP,
    "end_turn": Finish.STOP,
    "stop_sequence": Finish.STOP,
    "length": Finish.LENGTH,
    "max_tokens": Finish.LENGTH,
    "content_filter": Finish.FILTERED,
}


class NotAnApi(ModelError):
    """What answered is no chat API at this address: a web page, or text."""


class StreamedError(ModelError):
    """The server began well and then sent an error in place of text."""

    def __init__(self, body: object) -> None:
        super().__init__("The server broke the reply off with an error")
        self.body = body


@dataclass
class ChatStream:
    """A reply as it arrives. `feed` bytes as they come, however they are cut; `end` when no more will."""

    model: str = ""
    finish: Finish | None = None
    finish_reason: str = ""
    usage: dict[str, Any] = field(default_factory=dict)
    done: bool = False
    """The server said that nothing follows."""
    parts: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    _raw: bytearray = field(default_factory=bytearray)
    _event: bytes = b""
    _size: int = 0
    _whole: bool | None = None
    """Whether a JSON answer comes in place of events; None until the first byte tells."""

    @property
    def text(self) -> str:
        """The reply so far."""
        return "".join(self.parts)

    @property
    def empty(self) -> bool:
        """Whether nothing of a reply has come yet."""
        return not (self.parts or self.reasoning or self.refusal or self.finish)

    def feed(self, raw: bytes) -> str:
        """Take bytes and return the text that is new. Raises ModelError, NotAnApi or StreamedError."""
        self._raw += raw
        self._size += len(raw)
        if self._size > LARGEST_REPLY:
            raise ModelError(
                f"The server sent more than {LARGEST_REPLY >> 20} MB: that is no answer. Nothing was kept."
            )
        if self._whole is None:
            start = self._raw.lstrip(b"\xef\xbb\xbf \t\r\n")
            if not start:
                return ""
            self._whole = bytes(start[:1]) in (b"{", b"[", b"<")
        if self._whole:
            return ""
        before = len(self.parts)
        while (at := self._raw.find(b"\n")) >= 0:
            line = bytes(self._raw[:at]).rstrip(b"\r")
            del self._raw[: at + 1]
            self._line(line)
        if len(self._raw) > LARGEST_EVENT:
            raise ModelError("The server sent a line without end: that is no answer. Nothing was kept.")
        return "".join(self.parts[before:])

    def end(self) -> str:
        """Take the end of the answer and return the text that is new.

        Raises ModelError where the answer is cut, empty or unreadable: half an answer is none.
        """
        before = len(self.parts)
        if self._whole:
            self._answer(bytes(self._raw))
        else:
            if self._raw:
                self._line(bytes(self._raw).rstrip(b"\r"))
            self._line(b"")
        if self.finish is None:
            if self.empty and not self.done:
                raise ModelError(
                    "The server's answer was empty. Its log tells why; often the prompt is longer than its context."
                )
            raise ModelError(
                "The answer was cut off: the stream ended before the server said it was complete "
                f"({len(self.text):,} characters had come). Ask again."
            )
        return "".join(self.parts[before:])

    def _line(self, line: bytes) -> None:
        if not line:
            if self._event:
                raise ModelError(f"The server sent something unreadable in the stream: {_shown(self._event)}")
            return
        name, _, value = line.partition(b":")
        if name.strip() != b"data":
            if not name or name.strip() in (b"event", b"id", b"retry"):
                return
            raise NotAnApi(f"The server answered with text instead of a stream: {_shown(line)}")
        value = value.strip()
        if value == b"[DONE]":
            self.done = True
            return
        # An event may span lines; some servers leave out the blank line between events.
        self._event = self._event + b"\n" + value if self._event else value
        try:
            found = json.loads(self._event)
        except (ValueError, RecursionError):
            return
        self._event = b""
        self._chunk(found)

    def _answer(self, raw: bytes) -> None:
        if raw.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            raise NotAnApi("A web page answered instead of a chat API.")
        try:
            found = json.loads(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise NotAnApi(f"The server's answer is no JSON: {_shown(raw)}") from None
        self._chunk(found)
        if self.finish is None and not self.empty:
            self.finish, self.finish_reason = Finish.STOP, "not told"

    def _chunk(self, found: object) -> None:
        if not isinstance(found, dict):
            raise ModelError(f"The server sent something unreadable: {_shown(json.dumps(found).encode())}")
        if found.get("error"):
            raise StreamedError(found)
        if isinstance(found.get("model"), str):
            self.model = found["model"]
        if isinstance(found.get("usage"), dict):
            self.usage = found["usage"]
        choices = found.get("choices")
        if choices is None and "usage" not in found and "id" not in found:
            raise NotAnApi(f"The server's answer holds no reply: {_shown(json.dumps(found).encode())}")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                self._choice(choice)

    def _choice(self, choice: dict[str, Any]) -> None:
        delta = choice.get("delta") or choice.get("message") or {}
        if isinstance(delta, dict):
            for key, into in (
                ("content", self.parts),
                ("reasoning_content", self.reasoning),
                ("reasoning", self.reasoning),
                ("refusal", self.refusal),
            ):
                text = _words(delta.get(key))
                if text:
                    into.append(text)
        reason = choice.get("finish_reason")
        if not reason:
            return
        self.finish_reason = str(reason)
        if self.finish_reason not in FINISHES:
            raise ModelError(f"The server ended the reply with \u201c{_shown(self.finish_reason.encode())}\u201d.")
        self.finish = FINISHES[self.finish_reason]


def _words(content: object) -> str:
    """Return the text of a message's content: a string, or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_words(part.get("text")) for part in content if isinstance(part, dict))
    return ""


def _shown(raw: bytes) -> str:
    return " ".join(raw[:300].decode("utf-8", "replace").split())[:120]
