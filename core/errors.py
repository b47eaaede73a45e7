"""The error tree.

AppError
├── ParseError      a text in a known notation could not be read
├── FormatError     a file is not what it claims to be
├── UsageError      an option or argument that cannot be served
├── ModelError      a language model failed, or refused, or died
├── WorkerError     a child process died, hung or could not start
├── MissingPackage  an optional part is not installed
├── StoreError      a file or database could not be kept
│   └── NoStore     there is none where one was named
├── AudioError      no sound can be made
└── Cancelled       a person stopped the work

A message says what went wrong, where, and what to do. Anything that is not an
AppError is a mistake in the program and keeps its traceback.
"""


class AppError(Exception):
    """Something a person can act on; the text is shown as it is."""

    exit_code = 1


class ParseError(AppError):
    """A text could not be read as what it was said to be."""

    exit_code = 2


class FormatError(AppError):
    """A file is broken, too large, or of another kind than its name says."""

    exit_code = 2


class UsageError(AppError):
    """An argument names something that does not exist or does not fit."""

    exit_code = 2


class ModelError(AppError):
    """A language model could not be loaded, reached or trusted with the job."""


class WorkerError(AppError):
    """A child process died, hung, or sent something unreadable."""


class MissingPackage(AppError):
    """An optional part is not installed."""

    def __init__(self, package: str, purpose: str, extra: str) -> None:
        super().__init__(f"{purpose} needs {package}. Install it: pip install 'swaralipi-studio[{extra}]'")
        self.package = package


class StoreError(AppError):
    """A file could not be written or read back; nothing was changed."""


class NoStore(StoreError):
    """The folder that was named holds no project."""

    exit_code = 2


class AudioError(AppError):
    """Sound could not be rendered or played."""


class Cancelled(AppError):
    """The work was stopped on request."""

    exit_code = 130
