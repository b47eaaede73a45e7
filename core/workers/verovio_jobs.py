"""Verovio, in a process of its own: some MEI makes it abort."""

import threading
from typing import Any

from core.errors import MissingPackage, WorkerError
from core.workers.child import Emit

_toolkits: list[Any] = []


def _toolkit() -> Any:  # noqa: ANN401  verovio has no types
    """Return this process's one Verovio; loading its fonts takes longer than a small score."""
    if not _toolkits:
        try:
            import verovio
        except ImportError:
            raise MissingPackage("verovio", "Drawing staff and tablature", "all") from None
        verovio.enableLog(verovio.LOG_ERROR)
        _toolkits.append(verovio.toolkit())
    return _toolkits[0]


def engrave(params: dict[str, Any], emit: Emit, stop: threading.Event) -> list[str]:  # noqa: ARG001
    """Return the SVG pages of an MEI text. `params`: `mei`, and Verovio's `options`.

    Raises WorkerError where Verovio refuses the text.
    """
    toolkit = _toolkit()
    toolkit.resetOptions()
    toolkit.setOptions(params["options"])
    toolkit.resetXmlIdSeed(params["options"].get("xmlIdSeed", 1))
    if not toolkit.loadData(params["mei"]):
        raise WorkerError("Verovio could not read this score. Try it without its last change.")
    pages = []
    for number in range(1, toolkit.getPageCount() + 1):
        if stop.is_set():
            break
        pages.append(toolkit.renderToSVG(number))
    return pages


def version(params: dict[str, Any], emit: Emit, stop: threading.Event) -> str:  # noqa: ARG001
    """Return Verovio's version."""
    return str(_toolkit().getVersion())


JOBS = {"engrave": engrave, "version": version}
