"""Put into words what a chat API refused, and tell what is worth trying again."""

import email.utils
import json
import math
import re
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.errors import ModelError

RETRIED = {408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529}
LONGEST_WAIT = 120.0
"""Seconds; a server that asks for more is asked again after this."""
SHOWN = 300

_KEYS = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}|\bAIza[\w-]{10,}|(?<=Bearer )\S+", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"context.?(?:length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the available context"
    r"|input is too long|reduce the length",
    re.IGNORECASE,
)
_MODEL = re.compile(r"model", re.IGNORECASE)
_CREDIT = re.compile(r"insufficient_quota|insufficient balance|billing|credit", re.IGNORECASE)
_PASSING = re.compile(
    r"overload|server_?error|internal.?error|rate.?limit|too many requests|time.?out|timed out|unavailable|try again"
    r"|capacity|upstream|bad gateway",
    re.IGNORECASE,
)
"""What a service says inside a stream when the same request may do better later."""
_FILTERED = re.compile(r"content_filter|content management policy|responsible_?ai", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Service:
    """Which service is spoken to, for messages."""

    host: str
    model: str
    key: str | None = field(repr=False)
    key_place: str
    """Where the user keeps the key, in words."""
    timeout: float

    def clean(self, text: str) -> str:
        """Take keys out of a text."""
        if self.key:
            text = text.replace(self.key, "[key]")
        return _KEYS.sub("[key]", text)


class Failure(ModelError):
    """One request failed."""

    def __init__(
        self,
        text: str,
        *,
        again: bool = False,
        wait: float | None = None,
        status: int = 0,
        address: bool = False,
        cut: bool = False,
    ) -> None:
        super().__init__(text)
        self.again = again
        """Whether asking again may help."""
        self.wait = wait
        """Seconds the server asked to wait."""
        self.status = status
        self.address = address
        """Whether the address may be at fault."""
        self.cut = cut
        """Whether an answer had begun and broke off: asking again costs its tokens again."""


def of_status(service: Service, status: int, headers: Mapping[str, str], body: object) -> Failure:
    """Return the failure that an HTTP status and the body of the answer mean."""
    said = server_said(service, body)
    code = _code(body)
    tail = f" The server said: {said}" if said else ""
    again, wait, address = status in RETRIED, retry_after(headers), False
    host, model = service.host, service.model
    if status == 401 or (status == 403 and not _MODEL.search(said)):
        what = f"{host} did not accept the key" if service.key else f"{host} asks for a key, and none is set"
        text = f"{what} (HTTP {status}). Put the right key into {service.key_place}."
    elif status == 403:
        text = f"{host} does not let this key use the model \u201c{model}\u201d (HTTP 403)."
    elif status == 402 or (status == 429 and _CREDIT.search(f"{code} {said}")):
        text, again = f"The account at {host} has no credit left (HTTP {status}).", False
    elif status == 404 and (code == "model_not_found" or _MODEL.search(said)):
        text = f"{host} knows no model \u201c{model}\u201d (HTTP 404). Check the model's name in the profile."
    elif status in (404, 405):
        address = True
        text = f"There is no chat API at this address of {host} (HTTP {status}). Check the base URL; most end in /v1."
    elif status in (400, 413, 422) and (code == "context_length_exceeded" or _TOO_LONG.search(said)):
        text = (
            f"Prompt and reply do not fit into the context of \u201c{model}\u201d (HTTP {status}). Shorten the lyrics, "
            "choose a lower prompt level, or lower max_tokens."
        )
    elif status == 400 and (code == "content_filter" or _FILTERED.search(said)):
        text = f"{host} refused the prompt by its content filter (HTTP 400)."
    elif status == 429:
        text = f"{host} is asked too often (HTTP 429). Wait a while, or run fewer requests at once."
    elif status >= 500:
        text = f"{host} is out of order or overloaded (HTTP {status}). Try later."
    else:
        text = f"{host} refused the request (HTTP {status})."
    return Failure(text + tail, again=again, wait=wait, status=status, address=address)


def of_streamed_error(service: Service, body: object, *, begun: bool) -> Failure:
    """Return the failure of an error inside a stream: cut where a reply has `begun`, else worth trying again.

    What no other try would mend, such as a prompt that is too long or an empty account, is neither.
    """
    error = body.get("error") if isinstance(body, dict) else None
    codes = [str(error.get(key)) for key in ("code", "status")] if isinstance(error, dict) else []
    status = next((int(code) for code in codes if re.fullmatch(r"[45]\d\d", code)), 0)
    if 400 <= status < 600:
        failure = of_status(service, status, {}, body)
        return Failure(str(failure), again=failure.again and not begun, status=status, cut=failure.again and begun)
    said = server_said(service, body)
    passing = bool(_PASSING.search(f"{_code(body)} {said}")) and not _CREDIT.search(f"{_code(body)} {said}")
    text = f"{service.host} broke the reply off with an error: {said or 'no reason given'}"
    return Failure(text, again=passing and not begun, cut=passing and begun)


def of_connection(service: Service, error: BaseException) -> Failure:
    """Return the failure that a broken or impossible connection means."""
    host = service.host
    causes = list(_causes(error))
    names = {type(cause).__name__ for cause in causes}
    for cause in causes:
        if isinstance(cause, socket.gaierror):
            known = cause.errno != socket.EAI_AGAIN
            return Failure(f"There is no server named {host}. Check the base URL and the network.", again=not known)
        if isinstance(cause, ssl.SSLError):
            reason = service.clean(str(cause.reason or cause))
            return Failure(f"No secure connection to {host}: {reason}. Check http or https in the base URL.")
        if isinstance(cause, ConnectionRefusedError):
            return Failure(f"Nothing answers at {host}: is the server running, and the port right?", again=True)
    if "ConnectTimeout" in names:
        return Failure(f"{host} cannot be reached: no connection in time. Check the network.", again=True)
    if names & {"ReadTimeout", "APITimeoutError", "TimeoutError", "WriteTimeout", "PoolTimeout"}:
        return Failure(
            f"{host} gave no answer for {service.timeout:g} s. Try again, or raise the profile's `timeout`.",
            again=False,
        )
    if "ConnectError" in names:
        return Failure(f"Nothing answers at {host}: is the server running, and the port right?", again=True)
    return Failure(f"The connection to {host} broke before an answer came.", again=True)


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Return the seconds that a Retry-After header (seconds or an HTTP date) asks for, at most LONGEST_WAIT."""
    raw = (headers.get("retry-after") or "").strip()
    if not raw:
        return None
    try:
        seconds = float(raw)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(raw).timestamp() - (time.time() if now is None else now)
        except (ValueError, TypeError, OverflowError):
            return None
    return None if math.isnan(seconds) else min(max(seconds, 0.0), LONGEST_WAIT)


def server_said(service: Service, body: object) -> str:
    """Return the server's own words in one short line, without keys."""
    error = body.get("error", body) if isinstance(body, dict) else body
    text = ""
    if isinstance(error, dict):
        text = str(error.get("message") or error.get("detail") or json.dumps(error, ensure_ascii=False))
    elif isinstance(error, list):
        text = json.dumps(error, ensure_ascii=False)
    elif error is not None:
        text = str(error)
    if re.match(r"\s*<(!doctype|html|head|body|\?xml)", text, re.IGNORECASE):
        title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        text = f"a web page ({title[1].strip()})" if title else "a web page"
    return service.clean(" ".join(text.split()))[:SHOWN]


def _code(body: object) -> str:
    error = body.get("error", body) if isinstance(body, dict) else None
    return str(error.get("code") or error.get("type") or "") if isinstance(error, dict) else ""


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting = [error]
    while waiting:
        cause = waiting.pop()
        if cause is None or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__context__, cause.__cause__]
        if isinstance(cause, BaseExceptionGroup):
            waiting += cause.exceptions
