"""What happens to an exception that nobody caught: it is logged, told once, and the work is kept."""

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

import core
from core import log
from core.errors import AppError


def report_of(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Return a report that can be copied: versions and traceback, keys blanked."""
    import PySide6

    head = (
        f"Swaralipi Studio {core.__version__}, Python {platform.python_version()}, "
        f"PySide6 {PySide6.__version__}, {platform.platform()}"
    )
    return log.without_secrets(f"{head}\n\n{''.join(traceback.format_exception(kind, error, trace))}")


def install(tell: Callable[[str, str], None]) -> Callable[[], None]:
    """Send uncaught exceptions of any thread to `tell(sentence, report)`; return what puts the old hooks back.

    `tell` must be safe to call from any thread. An AppError is a sentence for people and has an empty report.
    """
    old_main, old_thread = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            old_main(kind, error, trace)
            return
        if isinstance(error, AppError):
            tell(str(error), "")
            return
        report = report_of(kind, error, trace)
        log.logger().error("%s", report)
        tell("The program made a mistake. Your work is kept.", report)

    def thread_hook(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            hook(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook, threading.excepthook = hook, thread_hook

    def restore() -> None:
        sys.excepthook, threading.excepthook = old_main, old_thread

    return restore
