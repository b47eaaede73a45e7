"""Ask a model behind an OpenAI-compatible chat API: stream, cancel, patience with busy servers."""

import dataclasses
import ipaddress
import logging
import random
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from core.errors import AppError, Cancelled, MissingPackage, ModelError, UsageError
from core.llm.api_errors import Failure, Service, of_connection, of_status, of_streamed_error, server_said
from core.llm.api_request import Dialect
from core.llm.api_stream import ChatStream, NotAnApi, StreamedError
from core.llm.base import Options, Progress, Reply, Turn, Watch

CONNECT_SECONDS = 15.0
SILENCE_SECONDS = 300.0
TRIES = 5
FIRST_WAIT = 0.5
LONGEST_BACKOFF = 30.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Retry:
    """A request that will be made again: try number `attempt` of `tries` failed, the next comes in `wait` seconds."""

    attempt: int
    tries: int
    wait: float
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} Try {self.attempt} of {self.tries}; the next in {self.wait:.1f} s."


class _AskOtherwise(Exception):
    """The same request in another form may be accepted; this does not count as a try."""


class OpenAIApi:
    """One model of one service. May serve several threads at once; no connection outlives a reply."""

    name = "api"

    def __init__(
        self,
        base_url: str,
        model: str,
        *,
        key: Callable[[], str | None] = lambda: None,
        key_place: str = "the keyring or an environment variable",
        timeout: float | None = None,
        tries: int | None = None,
        extra_sampling: bool = False,
        on_retry: Callable[[Retry], None] | None = None,
    ) -> None:
        """Name a service; nothing is sent yet.

        `base_url` with or without /v1. `timeout`: seconds without a byte. `extra_sampling`: also send what is
        no part of the API (top_k, min_p, typical_p, repeat_penalty, grammar). `on_retry` hears of each wait.
        """
        self._dialect = Dialect(base_url, model, extra_sampling=extra_sampling)
        self._key, self._key_place = key, key_place
        self._timeout, self._tries = timeout or SILENCE_SECONDS, tries or TRIES
        self._on_retry = on_retry

    def generate(
        self,
        turns: tuple[Turn, ...],
        options: Options,
        *,
        watch: Watch | None = None,
        stop: threading.Event | None = None,
    ) -> Reply:
        """Ask the model and wait for the whole reply."""
        if stop is not None and stop.is_set():
            raise Cancelled("Stopped.")
        try:
            import openai
        except ImportError as error:
            raise MissingPackage("openai", "A model behind an API", "api") from error
        from core.llm import stoppable

        question = _Question(openai, self._dialect, self._service(), turns, options, watch)
        return stoppable.run(self._patiently(question), stop)

    def close(self) -> None:
        """Do nothing: no connection outlives a reply."""

    def _service(self) -> Service:
        key = (self._key() or "").strip() or None
        if key is not None and not (key.isascii() and key.isprintable()):
            raise UsageError(f"The key in {self._key_place} holds signs that no key has. Put it there again.")
        return Service(self._dialect.host, self._dialect.model, key, self._key_place, self._timeout)

    async def _patiently(self, question: "_Question") -> Reply:
        """Ask until an answer comes, the failure is final, or the tries are used up."""
        import asyncio

        attempt, waited = 1, 0.0
        while True:
            try:
                reply = await question.ask()
            except _AskOtherwise:
                continue
            except Failure as failure:
                if not failure.again:
                    raise
                if attempt >= self._tries:
                    tried = f" Tried {attempt} times." if attempt > 1 else ""
                    raise Failure(f"{failure}{tried}", again=True, wait=failure.wait, status=failure.status) from None
                wait = _backoff(attempt) if failure.wait is None else failure.wait
                self._tell(Retry(attempt, self._tries, wait, str(failure)))
                await asyncio.sleep(wait)
                attempt, waited = attempt + 1, waited + wait
                continue
            return dataclasses.replace(
                reply, details={**reply.details, "attempts": attempt, "waited_seconds": round(waited, 3)}
            )

    def _tell(self, retry: Retry) -> None:
        log.warning("%s", retry)
        if self._on_retry is not None:
            self._on_retry(retry)


@dataclass(slots=True)
class _Question:
    """One conversation that is put to a service, perhaps several times."""

    openai: Any
    dialect: Dialect
    service: Service
    turns: tuple[Turn, ...]
    options: Options
    watch: Watch | None

    async def ask(self) -> Reply:
        """Ask once. Raises Failure, or _AskOtherwise where the dialect has just learnt something."""
        sent, not_sent = self.dialect.request(self.turns, self.options)
        asked = self.dialect.base_url
        stream = ChatStream()
        started = time.monotonic()
        first: list[float] = []
        client = self._client(asked)
        try:
            await self._receive(client, sent, stream, first)
        except (self.openai.OpenAIError, ModelError, *_transport_errors()) as error:
            if stream.finish is None or not isinstance(error, _transport_errors()):
                raise self._meaning(error, stream, asked, sent) from None
        finally:
            await client.close()
        assert stream.finish is not None  # noqa: S101  ChatStream.end or the test above saw to it
        return Reply(
            text=stream.text,
            finish=stream.finish,
            prompt_tokens=_count(stream.usage.get("prompt_tokens")),
            reply_tokens=_count(stream.usage.get("completion_tokens")),
            seconds=time.monotonic() - started,
            first_token_seconds=first[0] - started if first else None,
            model=stream.model or self.dialect.model,
            details=_details(stream, asked, not_sent),
        )

    async def _receive(self, client: Any, sent: dict[str, Any], stream: ChatStream, first: list[float]) -> None:  # noqa: ANN401
        tokens = 0
        create = client.chat.completions.with_streaming_response.create
        async with create(**sent, extra_headers=self._headers()) as response:
            async for raw in response.iter_bytes():
                new = stream.feed(raw)
                if not first and not stream.empty:
                    first.append(time.monotonic())
                if new and self.watch is not None:
                    tokens += 1
                    self.watch(Progress(text=new, tokens=tokens))
                if stream.done:
                    break
        late = stream.end()
        if late and self.watch is not None:
            self.watch(Progress(text=late, tokens=tokens + 1))

    def _client(self, base_url: str) -> Any:  # noqa: ANN401
        """Return a client that adds nothing of its own: no retries, no key from the environment."""
        timeout = self.openai.Timeout(self.service.timeout, connect=min(self.service.timeout, CONNECT_SECONDS))
        return self.openai.AsyncOpenAI(
            api_key=self.service.key or "none",
            base_url=base_url,
            max_retries=0,
            timeout=timeout,
            http_client=self.openai.DefaultAsyncHttpxClient(timeout=timeout, trust_env=not _is_local(base_url)),
        )

    def _headers(self) -> dict[str, Any]:
        """Return the headers to leave out: without a key, the one for it; elsewhere, who the user is at OpenAI."""
        omit = self.openai.Omit()
        names = [] if self.service.key else ["Authorization"]
        if not self.service.host.endswith("openai.com"):
            names += ["OpenAI-Organization", "OpenAI-Project"]
        return dict.fromkeys(names, omit)

    def _meaning(self, error: BaseException, stream: ChatStream, asked: str, sent: dict[str, Any]) -> Exception:
        """Return what a failed request means: the failure in words, or that it should be asked otherwise."""
        service, dialect = self.service, self.dialect
        if isinstance(error, self.openai.APIStatusError):
            return self._refusal(error, asked, sent)
        if isinstance(error, NotAnApi):
            if dialect.learn_version(asked):
                return _AskOtherwise()
            return Failure(f"{service.host}: {service.clean(str(error))} Check the base URL; many end in /v1.")
        if isinstance(error, StreamedError):
            if "endpoint" in server_said(service, error.body) and dialect.learn_version(asked):
                return _AskOtherwise()
            return of_streamed_error(service, error.body, begun=not stream.empty)
        if isinstance(error, AppError) or not isinstance(error, (self.openai.APIConnectionError, *_transport_errors())):
            cut = stream.finish is None
            return Failure(f"{service.host}: {service.clean(str(error))}", cut=cut)
        failure = of_connection(service, error)
        if stream.empty:
            return failure
        return Failure(
            f"{service.host}: the answer was cut off after {len(stream.text):,} characters, and half an answer is "
            f"none. Ask again. ({failure})",
            cut=True,
        )

    def _refusal(self, error: Any, asked: str, sent: dict[str, Any]) -> Exception:  # noqa: ANN401
        failure = of_status(self.service, error.status_code, error.response.headers, error.body)
        if failure.address and self.dialect.learn_version(asked):
            return _AskOtherwise()
        if failure.status in (400, 422):
            parameter = str(error.body.get("param") or "") if isinstance(error.body, dict) else ""
            if self.dialect.learn_fields(sent, server_said(self.service, error.body), parameter):
                return _AskOtherwise()
        return failure


def _details(stream: ChatStream, base_url: str, not_sent: list[str]) -> dict[str, Any]:
    details: dict[str, Any] = {"base_url": base_url, "finish_reason": stream.finish_reason, "not_sent": not_sent}
    for name, texts in (("reasoning", stream.reasoning), ("refusal", stream.refusal)):
        if texts:
            details[name] = "".join(texts)
    if stream.usage:
        details["usage"] = stream.usage
    return details


def _backoff(attempt: int) -> float:
    """Return a wait that doubles with each try, scattered so that many clients do not come back at once."""
    longest: float = min(LONGEST_BACKOFF, FIRST_WAIT * 2 ** (attempt - 1))
    return longest * random.uniform(0.5, 1.0)  # noqa: S311  nothing is kept secret with it


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _is_local(url: str) -> bool:
    """Tell whether a URL leads to this machine, which no proxy should be asked for."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _transport_errors() -> tuple[type[BaseException], ...]:
    """Return what a broken connection raises while a body is read; openai has moved from httpx to httpx2."""
    found: list[type[BaseException]] = [OSError]
    for module, names in _TRANSPORT.items():
        found += [getattr(sys.modules[module], name) for name in names if module in sys.modules]
    return tuple(found)


_TRANSPORT = {
    "httpx": ("HTTPError", "StreamError"),
    "httpx2": ("HTTPError", "StreamError"),
    "anyio": ("EndOfStream", "BrokenResourceError"),
}
