"""What is sent to a chat API, and what was learnt about how a server wants it."""

import re
import threading
from typing import Any
from urllib.parse import urlsplit

from core.llm.base import Options, Turn

_REFUSAL = re.compile(
    r"unsupported|not supported|unknown|unrecogni[sz]ed|unexpected|extra|permitted|not allowed|invalid", re.IGNORECASE
)
_NEUTRAL = {"temperature": 1.0, "top_p": 1.0, "frequency_penalty": 0.0, "presence_penalty": 0.0}
"""The values that change nothing: such a setting may be left out where a server does not know it."""


class Dialect:
    """How one server wants to be asked. Starts from the standard and learns from refusals; safe between threads."""

    def __init__(self, base_url: str, model: str, *, extra_sampling: bool) -> None:
        self.model = model
        self._given = base_url.strip().rstrip("/").removesuffix("/chat/completions")
        self._extra_sampling = extra_sampling
        self._lock = threading.Lock()
        self._version = ""
        self._limit_name = "max_tokens"
        self._left_out: set[str] = set()

    @property
    def base_url(self) -> str:
        """The address that requests go to."""
        return self._given + self._version

    @property
    def host(self) -> str:
        """The server's name, with its port where one is given."""
        return urlsplit(self._given).netloc

    def request(self, turns: tuple[Turn, ...], options: Options) -> tuple[dict[str, Any], list[str]]:
        """Return a request's fields, and the names of the settings that are not among them."""
        sent: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": turn.role, "content": turn.text} for turn in turns],
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": options.temperature,
            "top_p": options.top_p,
            "frequency_penalty": options.frequency_penalty,
            "presence_penalty": options.presence_penalty,
            self._limit_name: options.max_tokens,
        }
        if options.seed is not None:
            sent["seed"] = options.seed
        left_out = self._left_out & sent.keys()
        for name in left_out:
            del sent[name]
        extra: dict[str, Any] = {
            "top_k": max(options.top_k, 0),
            "min_p": options.min_p,
            "typical_p": options.typical_p,
            "repeat_penalty": options.repeat_penalty,
        }
        if options.grammar:
            extra["grammar"] = options.grammar
        if self._extra_sampling:
            # The second name is vLLM's for the same thing.
            sent["extra_body"] = {**extra, "repetition_penalty": options.repeat_penalty}
            extra = {}
        return sent, sorted([*extra, *(left_out - {"stream_options"})])

    def learn_version(self, tried: str) -> bool:
        """Take /v1 to the address where it was given without a path. False where that does not help either."""
        with self._lock:
            if tried == self._given and not urlsplit(self._given).path:
                self._version = "/v1"
                return True
            self._version = ""
            return False

    def learn_fields(self, sent: dict[str, Any], said: str, parameter: str) -> bool:
        """Leave out what a server refused and what changes nothing. False where there is no such field.

        `said` is the server's message, `parameter` the field it names, if any.
        """
        if not _REFUSAL.search(said):
            return False
        with self._lock:
            if "max_completion_tokens" in said and "max_tokens" in sent:
                self._limit_name = "max_completion_tokens"
                return True
            for name in ("stream_options", "seed", *_NEUTRAL):
                harmless = name not in _NEUTRAL or sent.get(name) == _NEUTRAL[name]
                if name in sent and harmless and (parameter == name or name in said):
                    self._left_out.add(name)
                    return True
        return False
