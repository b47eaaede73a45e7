"""ABC syntax accuracy (South Asian music paper, appendix D.4): whether music21 parses a tune and writes MIDI."""

import re

from core.errors import MissingPackage, WorkerError
from core.metrics.base import Measured, Metric, Tune
from core.workers.process import shared

SECONDS = 20.0
"""Past this the value is missing: slow is not wrong."""

_SUM = re.compile(r"M:[ \t]*\(?\d+(?:\+\d+){3,}\)?(?:/\d+)?")


def _measure(tune: Tune, _reference: Tune | None) -> Measured:
    from core import paths

    if not paths.package_present("music21"):
        return Measured(None, str(MissingPackage("music21", "This metric", "music21")))
    worker = shared("music21")
    try:
        worker.call("load", {}, timeout=60.0)
        verdict = worker.call("parses", {"abc": tune.abc}, timeout=SECONDS)
    except WorkerError as error:
        return Measured(None, f"music21 gave no verdict: {error}{_likely(tune.abc)}")
    return Measured(float(verdict["parses"]))


def _likely(abc: str) -> str:
    """Name what music21 is known to take for ever over (version 10.5: the accents of a sum of four parts or more)."""
    found = _SUM.search(abc)
    return f" It is known to stop at metres like {found[0]}, which are right in ABC." if found else ""


ABC_SYNTAX = Metric(
    "abc_syntax",
    "ABC syntax",
    "1 where music21 parses the text and writes a MIDI file of it.",
    _measure,
    "high",
)
