"""Jobs that misbehave on request: the real child process, for tests of the parent's side."""

import os
import threading
import time
from typing import Any

from core.errors import ModelError
from core.workers.child import Emit


def echo(params: dict[str, Any], emit: Emit, stop: threading.Event) -> Any:  # noqa: ANN401, ARG001  any JSON value
    """Give the parameters back, as an event and as the result."""
    print("a library that prints")  # noqa: T201  must not reach the wire
    emit(params)
    return params


def die(params: dict[str, Any], emit: Emit, stop: threading.Event) -> None:  # noqa: ARG001
    """Abort the way a C++ exception does."""
    os.abort()


def hang(params: dict[str, Any], emit: Emit, stop: threading.Event) -> None:  # noqa: ARG001
    """Say that it began, and ignore everything for a while."""
    emit("begun")
    time.sleep(float(params.get("seconds", 60)))


def wait(params: dict[str, Any], emit: Emit, stop: threading.Event) -> str:  # noqa: ARG001
    """Say that it began, wait to be stopped, and say so."""
    emit("begun")
    stop.wait(60)
    return "stopped"


def refuse(params: dict[str, Any], emit: Emit, stop: threading.Event) -> None:  # noqa: ARG001
    """Fail with an error for people, or with a mistake."""
    if params.get("mistake"):
        raise KeyError("a mistake")
    raise ModelError("no such model")


JOBS = {"echo": echo, "die": die, "hang": hang, "wait": wait, "refuse": refuse}
