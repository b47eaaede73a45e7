"""The rotating log. Keys and the texts of users stay out of it."""

import logging
import re
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path

from core import paths

SIZE = 1_000_000
KEPT = 3
_lock = threading.Lock()
_SECRET = re.compile(
    r"(sk-[A-Za-z0-9_-]{6})[A-Za-z0-9_-]+|(?i:(bearer\s+|api[_-]?key[\"'\s:=]+))[A-Za-z0-9._~+/-]{6,}=*"
)


class _NoSecrets(logging.Filter):
    """Take what looks like a key out of every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = without_secrets(record.getMessage())
        record.args = ()
        return True


class _LogFile(RotatingFileHandler):
    """A log that cannot be written is no business of whoever works with the program: nothing goes to the terminal."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Let the record go."""


def without_secrets(text: str) -> str:
    """Return the text with keys and bearer tokens blanked."""
    return _SECRET.sub(lambda match: f"{match[1] or match[2] or ''}***", text)


def logger() -> logging.Logger:
    """Return the program's logger; it writes to a file of its own, or nowhere where that cannot be."""
    found = logging.getLogger("swaralipi")
    with _lock:
        # others may listen too, a test runner for one
        if not _own(found):
            found.setLevel(logging.INFO)
            found.propagate = False
            found.filters.clear()
            found.addFilter(_NoSecrets())
            found.addHandler(_handler())
    return found


def close() -> None:
    """Close the log's file; the next record opens it again, wherever it is by then."""
    found = logging.getLogger("swaralipi")
    for handler in _own(found):
        found.removeHandler(handler)
        handler.close()


def log_file() -> Path:
    """Return the log's place."""
    return paths.logs() / "swaralipi.log"


def _own(logger: logging.Logger) -> list[logging.Handler]:
    return [handler for handler in logger.handlers if isinstance(handler, RotatingFileHandler | logging.NullHandler)]


def _handler() -> logging.Handler:
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = _LogFile(log_file(), maxBytes=SIZE, backupCount=KEPT, encoding="utf-8", delay=True)
    except OSError:
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler


def keep_traceback(what: str) -> Path:
    """Write the exception that is being handled to the log; return the log's place."""
    logger().error("%s\n%s", what, "".join(traceback.format_exception(*sys.exc_info())))
    return log_file()
