"""Settings that outlive a session: one JSON file, written whole or not at all."""

import json
import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core import paths
from core.errors import StoreError

VERSION = 1
MOST_OF_NAME = 40
"""So much of a file's name does the part have that is written first: names have a longest length."""

_lock = threading.Lock()


def settings_file() -> Path:
    """Return the settings file's place."""
    return paths.home() / "settings.json"


def load() -> dict[str, Any]:
    """Return the settings; an absent file is an empty one, a broken one is set aside and said.

    Raises StoreError where the file cannot be read, or is of a newer version of the program.
    """
    path = settings_file()
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"The settings {path} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        aside = path.with_suffix(".broken.json")
        path.replace(aside)
        raise StoreError(
            f"The settings {path} were damaged ({error}); they are kept as {aside.name} and the defaults are used."
        ) from error
    if not isinstance(found, dict):
        raise StoreError(f"The settings {path} hold no table; move the file away to start afresh.")
    if found.get("version", VERSION) > VERSION:
        raise StoreError(f"The settings {path} were written by a newer version; update the program.")
    return found


def change(edit: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Load the settings, edit them and save them, with nobody of this program in between."""
    with _lock:
        save(edit(load()))


def save(settings: dict[str, Any]) -> None:
    """Write the settings in one step, so that a crash leaves the old file or the new one."""
    write_text(settings_file(), json.dumps({**settings, "version": VERSION}, ensure_ascii=False, indent=2) + "\n")


def write_text(path: Path, text: str) -> None:
    """Replace a text file in one step (UTF-8, LF). Raises StoreError; the old file then stays as it was."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Replace a file in one step. Raises StoreError; the old file then stays as it was."""
    part: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = path.stat().st_mode & 0o777 if path.exists() else None
        handle, part = _fresh_beside(path, 0o666 if mode is None else mode)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            Path(part).chmod(mode)
        os.replace(part, path)  # noqa: PTH105  both names are plain strings here
        part = None
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror or error}. Nothing was changed.") from error
    finally:
        if part is not None:
            Path(part).unlink(missing_ok=True)


def _fresh_beside(path: Path, mode: int) -> tuple[int, str]:
    """Open a new file in the same folder, of this mode less the umask.

    mkstemp ignores the umask, which can be asked for only by changing it, for every thread at once.
    """
    part = str(path.with_name(f".{path.name[:MOST_OF_NAME]}.{secrets.token_hex(8)}"))
    return os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), part
