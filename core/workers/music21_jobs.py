"""music21 in a child process: it is slow, and what it reads is a model's text.

`converter.parse` takes text that looks like a path or an address as one, so only `parseData` is ever called.
"""

import threading
import warnings
from typing import Any

from core.errors import MissingPackage
from core.workers.child import Emit

MOST_MEMORY = 4 * 1024**3


def load(params: dict[str, Any], emit: Emit, stop: threading.Event) -> str:  # noqa: ARG001
    """Import music21, which takes a second, outside the time a text is given."""
    try:
        import music21
    except ImportError as error:
        raise MissingPackage("music21", "The ABC syntax metric", "music21") from error
    _limit_memory()
    return str(music21.__version__)


def parses(params: dict[str, Any], emit: Emit, stop: threading.Event) -> dict[str, Any]:  # noqa: ARG001
    """Say whether music21 parses the first tune of a text and makes a MIDI file of it."""
    from music21 import converter, midi, stream

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = converter.parseData(params["abc"], format="abc")
            if isinstance(found, stream.Opus):
                found = found.scores[0]
            data = midi.translate.streamToMidiFile(found).writestr()
        except Exception as error:  # noqa: BLE001  whatever music21 raises is its verdict
            return {"parses": False, "reason": f"{type(error).__name__}: {error}"[:500]}
    if not data:
        return {"parses": False, "reason": "music21 wrote an empty MIDI file"}
    return {"parses": True, "reason": ""}


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))


JOBS = {"load": load, "parses": parses}
