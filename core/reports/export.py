"""Every kind of file that a tune can become: chosen by name or ending, and written so that all of it stands or nothing.

A bundle is made of the other kinds and so stands above them, here.
"""

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from core.errors import StoreError, UsageError
from core.reports.request import Request
from core.reports.tune_kinds import PNG_SCALE, TUNE_KINDS, Kind, numbered
from core.settings import write_bytes

__all__ = ["KINDS", "PICTURES", "PNG_SCALE", "Kind", "Request", "kind_of", "numbered", "write_files"]


def _bundle(request: Request) -> list[bytes]:
    # late: what asks the machine for versions loads in 30 ms
    from core.reports import bundle

    return [bundle.write(request)]


KINDS = (*TUNE_KINDS, Kind("bundle", "Bundle of everything", (".zip",), _bundle))
PICTURES = ("svg", "png", "pdf")
"""Kinds that show one of the views."""


def kind_of(name: str | None, target: str | None) -> Kind:
    """Return the kind named by `--to`, or by the ending of the output file. Raises UsageError."""
    if name is not None:
        for kind in KINDS:
            if kind.name == name:
                return kind
        raise UsageError(f"There is no kind {name!r}. Known: {', '.join(kind.name for kind in KINDS)}.")
    lower = Path(target or "").name.lower()
    fitting = [(len(ending), place) for place, k in enumerate(KINDS) for ending in k.endings if lower.endswith(ending)]
    if fitting:
        return KINDS[max(fitting, key=lambda pair: (pair[0], -pair[1]))[1]]
    known = ", ".join(kind.endings[0] for kind in KINDS)
    raise UsageError(f"The kind of {target or 'standard output'} is not clear. Use --to, or an ending of {known}.")


def write_files(kind: Kind, request: Request, path: Path) -> list[Path]:
    """Write what a kind gives; several pages get numbers. Returns the files. Raises what drawing and writing raise.

    Where drawing or writing fails no file is new and none is changed.
    """
    contents = kind.write(request)
    targets = [numbered(path, number, len(contents)) for number in range(1, len(contents) + 1)]
    if len(contents) == 1:
        write_bytes(path, contents[0])
    else:
        _write_together(path, targets, contents)
    return targets


def _write_together(path: Path, targets: Sequence[Path], contents: Sequence[bytes]) -> None:
    """Write files beside their places first, so that a full disk leaves none of them."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.stem}.") as folder:
            for target, content in zip(targets, contents, strict=True):
                with Path(folder, target.name).open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
            for target in targets:
                Path(folder, target.name).replace(target)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}. Nothing was changed.") from error
