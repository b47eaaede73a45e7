"""Read ABC 2.1 the way people and models write it: always a score, always with what is wrong and where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.formats import abc_body, abc_fields
from core.formats.abc_lexer import (
    BODY_LETTERS,
    HEADER_LETTERS,
    MOST_CHARACTERS,
    Line,
    field_of,
    looks_like_music,
    looks_like_prose,
    split_lines,
    split_tunes,
)
from core.formats.abc_music import MusicReader
from core.formats.abc_tune import TuneDraft, finish
from core.score.check import check
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score


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


def read(text: str) -> Reading:
    """Read every tune of a text. Never raises, whatever the text is; an error in one bar costs that bar."""
    if len(text) > MOST_CHARACTERS:
        message = f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it into several files."
        return Reading((), (Diagnostic(Severity.ERROR, "too-long", message),))
    lines = split_lines(text)
    tunes = tuple(_read_tune(block) for block in split_tunes(lines))
    if not tunes:
        message = "There is no tune in this text: no X: line, and no line of music. Begin one with X:1."
        return Reading((), (Diagnostic(Severity.ERROR, "no-tune", message),))
    return Reading(tunes)


def read_first(text: str) -> Tune:
    """Read the first tune; a text without one gives an empty score and the reason."""
    reading = read(text)
    return reading.tunes[0] if reading.tunes else Tune(Score(), reading.diagnostics)


def _read_tune(lines: Sequence[Line]) -> Tune:
    tune = TuneDraft()
    body = _read_header(tune, lines)
    _say_missing(tune, lines)
    if body < len(lines):
        _read_body(tune, lines[body:])
    if tune.unsaid:
        last = lines[-1].number
        tune.say_anyway(Severity.INFO, "more", f"{tune.unsaid} more findings are not listed.", last)
    score = tune.freeze()
    return Tune(score, finish([*tune.diagnostics, *check(score)]))


# -- header -----------------------------------------------------------------------------------------------------------


def _read_header(tune: TuneDraft, lines: Sequence[Line]) -> int:
    """Read fields up to `K:` or the first line of music; return the place where the body begins."""
    pieces = list(_header_pieces(lines))
    for place, line, column, found in pieces:
        if found is None:
            if line.text.startswith("%%"):
                abc_body.directive(tune, line.text[2:])
            elif line.text.strip() and not line.text.lstrip().startswith("%"):
                if looks_like_music(line.text) or not looks_like_prose(line.text):
                    return place
                _say_prose(tune, line)
            continue
        letter, value = found
        if letter == "w":
            continue
        _header_field(tune, letter, value, line, column)
        if letter == "K":
            return place + 1
    return len(lines)


def _header_pieces(
    lines: Sequence[Line],
) -> "list[tuple[int, Line, int, tuple[str, str] | None]]":
    """Return the lines as fields; several fields written on one line are taken apart."""
    pieces: list[tuple[int, Line, int, tuple[str, str] | None]] = []
    for place, line in enumerate(lines):
        found = field_of(line.text, HEADER_LETTERS)
        if found is None:
            pieces.append((place, line, 1, None))
            if looks_like_music(line.text):
                break
            continue
        column = len(line.text) - len(found[1]) + 1
        value = abc_fields.without_comment(found[1])
        for letter, part, shift in abc_fields.split_joined(found[0], value):
            pieces.append((place, line, column + shift, (letter, part)))
        if pieces[-1][3] is not None and pieces[-1][3][0] == "K":
            break
    return pieces


def _header_field(tune: TuneDraft, letter: str, value: str, line: Line, column: int) -> None:
    text = value.strip()
    problem: str | None = None
    if letter == "M":
        tune.metre, problem = abc_fields.parse_metre(value)
    elif letter == "L":
        unit, problem = abc_fields.parse_unit(value)
        tune.unit = unit or tune.unit
    elif letter == "Q":
        tune.tempo_text = (line, column, value)
    elif letter == "C":
        tune.composer = f"{tune.composer}; {text}" if tune.composer else text
    elif letter == "K":
        _header_key(tune, value, line, column)
    elif letter in PLAIN:
        PLAIN[letter](tune, text)
    else:
        tune.fields.append((letter, text))
    if problem:
        _say_field(tune, letter, problem, line, column, len(text))


def _say_field(tune: TuneDraft, letter: str, problem: str, line: Line, column: int, length: int) -> None:
    message = f"{problem[0].upper()}{problem[1:]}."
    tune.say(Severity.WARNING, f"field-{letter}", message, line, column, length or 1)


PLAIN: dict[str, Callable[[TuneDraft, str], None]] = {
    "X": lambda tune, text: setattr(tune, "number", text[:40]),
    "T": lambda tune, text: tune.titles.append(text),
    "P": lambda tune, text: setattr(tune, "order", text),
    "R": lambda tune, text: setattr(tune, "rhythm", text),
    "W": lambda tune, text: tune.words.append(text),
    "V": abc_body.define_voice,
    "U": abc_body.user_symbol,
    "I": abc_body.directive,
}
"""Header fields that are kept or handed on as they are."""


def _header_key(tune: TuneDraft, value: str, line: Line, column: int) -> None:
    found = abc_fields.parse_key(value)
    tune.key = found.key or tune.key
    tune.clef = found.clef or tune.clef
    tune.octave = found.octave if found.octave is not None else tune.octave
    tune.transpose = found.transpose if found.transpose is not None else tune.transpose
    for problem in found.problems:
        _say_field(tune, "K", problem, line, column, len(value))


def _say_missing(tune: TuneDraft, lines: Sequence[Line]) -> None:
    """Say which fields a tune lacks, and settle what depends on others."""
    first = next((line for line in lines if line.text.strip()), lines[0])
    if not tune.number:
        message = "The tune has no X: line. Put X:1 before it."
        tune.say(Severity.WARNING, "missing-X", message, first, 1, len(first.text))
    if tune.key is None:
        message = "The tune has no K: line, so Sa is taken to be C. Put K:C as the last line of the header."
        tune.say(Severity.WARNING, "missing-K", message, first, 1, len(first.text))
    if tune.metre is None:
        message = "The tune has no M: line, so bars of any length are taken. Write M:3/4 or the like."
        tune.say(Severity.INFO, "missing-M", message, first, 1, len(first.text))
    if tune.tempo_text is not None:
        line, column, value = tune.tempo_text
        unit = tune.unit or abc_fields.default_unit(tune.metre or abc_fields.parse_metre("none")[0])
        tune.tempo, problem = abc_fields.parse_tempo(value, unit)
        if problem:
            _say_field(tune, "Q", problem, line, column, len(value))


# -- body -------------------------------------------------------------------------------------------------------------


def _read_body(tune: TuneDraft, lines: Sequence[Line]) -> None:
    reader = MusicReader(tune)
    continued = False
    blank: Line | None = None
    previous = ""
    for line in lines:
        text = line.text
        stripped = text.strip()
        if not stripped:
            blank = blank or line
            continue
        if stripped[0] == "%":
            if stripped.startswith("%%"):
                abc_body.directive(tune, stripped[2:])
            continue
        found = field_of(text, BODY_LETTERS) or _lenient_field(text)
        if blank is not None:
            # an empty line ends a tune (ABC 2.1, 2.2.1); what is plainly music after it was meant to go on
            goes_on = looks_like_music(text) if found is None else found[0] in "VKMLQPw"
            if not goes_on:
                return
            tune.say(Severity.INFO, "empty-line", "An empty line inside the tune; it is read on.", blank)
            blank = None
        if found is not None:
            previous = _body_field(tune, found, line, previous)
        elif looks_like_prose(text):
            _say_prose(tune, line)
        else:
            if not continued:
                tune.start_music_line()
            continued = reader.read(line)
            if not continued:
                _end_line(tune)
            previous = ""
        if tune.full:
            return


def _lenient_field(text: str) -> tuple[str, str] | None:
    """Return a header field that strayed into the body; letters of notes only where no music follows."""
    found = field_of(text, HEADER_LETTERS)
    if found is None or (found[0] in "ABCDFG" and looks_like_music(found[1])):
        return None
    return found


def _body_field(tune: TuneDraft, found: tuple[str, str], line: Line, previous: str) -> str:
    """Apply a field line of the body; return its letter, which a `+:` line continues."""
    letter, value = found
    column = len(line.text) - len(value) + 1
    if letter == "+":
        letter = previous or "w"
    if letter == "w":
        tune.add_lyrics(line, column, abc_fields.without_comment(value))
    elif letter in KEPT_ONLY:
        tune.fields.append((letter, value.strip()))
    else:
        abc_body.field(tune, letter, abc_fields.without_comment(value), line, column)
    return letter


KEPT_ONLY = frozenset("ABCDFGHOSXZsm")
"""Fields that change nothing here: header fields that strayed into the body, symbol lines, macros."""


def _end_line(tune: TuneDraft) -> None:
    voice = tune.current
    if voice is None:
        return
    if voice.open.empty and voice.measures:
        voice.measures[-1].line_end = True


def _say_prose(tune: TuneDraft, line: Line) -> None:
    message = "This line is words, not music; it is left out. Put % before it to keep it as a comment."
    tune.say(Severity.WARNING, "prose", message, line, 1, len(line.text))
