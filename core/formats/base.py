"""What a format is: one value a notation, from bytes to scores and back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from core.errors import FormatError
from core.score.accidentals import with_accidentals
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score

MOST_CHARACTERS = 1_000_000
MOST_NOTES = 20_000
MOST_VOICES = 64
"""The caps of the command line's contract, the same for every notation."""
MOST_TEXT_BYTES = 4_000_000
"""A million characters of Bengali; the readers' own cap counts characters."""


@dataclass(frozen=True, slots=True)
class Tune:
    """One tune of a text: its score and what was found in it, in the order of places."""

    score: Score
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """All tunes of a text. `diagnostics` are of the text as a whole: no tune in it, or too long."""

    tunes: tuple[Tune, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores alone."""
        return tuple(tune.score for tune in self.tunes)


@dataclass(frozen=True, slots=True)
class Imported:
    """What came out of a file: its tunes, what was guessed or left out, and the ABC text where it was one."""

    tunes: tuple[Tune, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    """Of the file as a whole."""
    text: str | None = None

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores alone."""
        return tuple(tune.score for tune in self.tunes)

    @property
    def reading(self) -> Reading:
        """The same as the ABC reader would give it."""
        return Reading(self.tunes, self.diagnostics)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything said of the file and of its tunes."""
        return (*self.diagnostics, *(row for tune in self.tunes for row in tune.diagnostics))


@dataclass(frozen=True, slots=True)
class Loss:
    """Something a score may hold and a format may not: how to see it, and what to say."""

    words: str
    present: Callable[[Score], bool]


@dataclass(frozen=True, slots=True)
class Format:
    """A notation. `read` raises FormatError or ParseError; `recognises` looks at the first bytes only."""

    name: str
    title: str
    endings: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], Imported] | None = None
    write: Callable[[Score], bytes] | None = None
    lost: Callable[[Score], list[str]] = lambda _score: []
    """Says in sentences what `write` leaves out or changes."""
    most_bytes: int = MOST_TEXT_BYTES
    read_as: Callable[[bytes, str], Imported] | None = None
    """`read` where a text can be read in several ways, each by its name (`swara_cells_sung.READINGS`)."""


def remark(code: str, message: str, severity: Severity = Severity.INFO) -> Diagnostic:
    """Return a finding about a file as a whole, which has no place."""
    return Diagnostic(severity, code, message)


def imported(score: Score, remarks: Iterable[Diagnostic] = ()) -> Imported:
    """Return one score as it is kept: capped, its accidentals written out."""
    refuse_past_caps(score)
    return Imported((Tune(with_accidentals(score), tuple(remarks)),))


def refuse_past_caps(score: Score) -> None:
    """Raise FormatError where a score is larger than the program takes."""
    if len(score.parts) > MOST_VOICES:
        raise FormatError(f"There are {len(score.parts)} voices, and {MOST_VOICES} are the most. Split the file.")
    notes = sum(max(1, len(event.notes)) for event in score.events())
    if notes > MOST_NOTES:
        raise FormatError(f"There are {notes:,} notes, and {MOST_NOTES:,} are the most. Split the file.")


def told(*losses: Loss) -> Callable[[Score], list[str]]:
    """Return what tells which of these losses a score suffers."""
    return lambda score: [loss.words for loss in losses if loss.present(score)]


def text_of(content: bytes) -> str:
    """Return a UTF-8 text. Raises FormatError naming the first bad byte's place."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FormatError(
            f"This is not UTF-8 text (byte {error.start + 1}, line {line}). Save it as UTF-8 and try again."
        ) from error


def numbered(score: Score, number: int) -> Score:
    """Return the score with an `X:` number where it has none."""
    return score if score.number else replace(score, number=str(number))
