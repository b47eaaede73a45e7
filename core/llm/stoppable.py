"""Wait for network work in the calling thread, and leave it within a moment when a person asks to."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from core.errors import Cancelled

STEP_SECONDS = 0.05
"""How often waiting work looks at its stop event."""
FAREWELL_SECONDS = 0.5
"""How long stopped work may take to close its connections."""

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T], stop: threading.Event | None) -> T:
    """Run a coroutine in a loop of its own until it is done. Raises Cancelled where `stop` is set before."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(_until(work, stop))
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=FAREWELL_SECONDS))
        loop.run_until_complete(loop.shutdown_asyncgens())
        # Not asyncio.run: it would wait for a name server that does not answer.
        loop.close()


async def _until(work: Coroutine[Any, Any, T], stop: threading.Event | None) -> T:
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.wait({task}, timeout=None if stop is None else STEP_SECONDS)
        if stop is not None and stop.is_set() and not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=FAREWELL_SECONDS)
            raise Cancelled("Stopped.")
    return task.result()
