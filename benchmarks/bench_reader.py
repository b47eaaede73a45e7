"""Our ABC reader beside music21's, on the same real tunes in one process."""

import time
import warnings
from pathlib import Path

from core.formats.abc_reader import read

TUNES = 100
EVERY = 129


def real_tunes(every: int = EVERY, most: int | None = TUNES) -> list[str]:
    """Return tunes of music21's own corpus, spread over all of it."""
    import re

    import music21

    folder = Path(music21.__file__).parent / "corpus"
    found = []
    for path in sorted(folder.rglob("*.abc")):
        text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n")
        found += [piece for piece in re.split(r"(?m)^(?=X:)", text) if piece.startswith("X:")]
    return found[::every][:most]


def run() -> dict[str, float]:
    """Return how many times faster ours reads, all tunes together."""
    from music21 import converter

    tunes = real_tunes()
    for tune in tunes[:5]:
        read(tune)
        _music21(converter, tune)
    started = time.perf_counter()
    for tune in tunes:
        read(tune)
    ours = time.perf_counter() - started
    started = time.perf_counter()
    for tune in tunes:
        _music21(converter, tune)
    theirs = time.perf_counter() - started
    return {"reader, times as fast as music21": theirs / ours, "reader, ms a tune": ours / len(tunes) * 1000}


def _music21(converter, tune: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            converter.parseData(tune, format="abc")
        except Exception:  # noqa: BLE001  what it cannot read it gives up early, in its favour
            return
