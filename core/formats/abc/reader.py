"""Read ABC 2.1 the way people and models write it: always a score, always with what is wrong and where."""

from collections.abc import Callable, Sequence

from core.formats.abc import text as abc_text
from core.formats.abc.lexer import (
    HEADER_LETTERS,
    Line,
    field_of,
    is_fence,
    looks_like_music,
    looks_like_prose,
    says_words,
    signs_before,
    split_lines,
    split_tunes,
)
from core.formats.abc.reading import body as abc_body
from core.formats.abc.reading import continued as abc_continued
from core.formats.abc.reading import fields as abc_fields
from core.formats.abc.reading import macros as abc_macros
from core.formats.abc.reading.list_marks import list_marks, without_mark
from core.formats.abc.reading.music import MusicReader
from core.formats.abc.reading.stray import STRAY, without_stray
from core.formats.abc.reading.tune import MOST_DIAGNOSTICS, TuneDraft, finish
from core.formats.abc.section_names import check_sections
from core.formats.abc.tala import check_tala
from core.formats.base import MOST_CHARACTERS, Reading, Tune
from core.score.check import check
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score
from core.score.signatures import Key


def read(text: str, most: int = MOST_DIAGNOSTICS) -> Reading:
    """Read every tune of a text. Never raises, whatever the text is; an error in one bar costs that bar.

    `most` is how many findings about the text of a tune are listed.
    """
    if len(text) > MOST_CHARACTERS:
        message = f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it into several files."
        return Reading((), (Diagnostic(Severity.ERROR, "too-long", message),))
    lines = split_lines(text)
    tunes = tuple(_read_tune(block, most) for block in split_tunes(lines))
    if not tunes:
        message = "There is no tune in this text: no X: line, and no line of music. Begin one with X:1."
        return Reading((), (Diagnostic(Severity.ERROR, "no-tune", message),))
    return Reading(tunes)


def read_first(text: str) -> Tune:
    """Read the first tune; a text without one gives an empty score and the reason."""
    reading = read(text)
    return reading.tunes[0] if reading.tunes else Tune(Score(), reading.diagnostics)


def _read_tune(lines: Sequence[Line], most: int) -> Tune:
    tune = TuneDraft(most=most)
    body = _read_header(tune, _without_blocks(tune, lines))
    _say_missing(tune, lines)
    if body:
        _read_body(tune, body)
        tune.say_waiting()
    if tune.unsaid:
        last = lines[-1].number
        tune.say_anyway(Severity.INFO, "more", f"{tune.unsaid} more findings are not listed.", last)
    score = tune.freeze()
    found = [*tune.diagnostics, *check(score), *check_tala(score, lines), *check_sections(score, lines)]
    return Tune(score, finish(found))


# -- header -----------------------------------------------------------------------------------------------------------


def _without_blocks(tune: TuneDraft, lines: Sequence[Line]) -> Sequence[Line]:
    """Return the lines without `%%begin... %%end...` blocks; those of text are kept as `%%text` (ABC 2.1, 11.4.5)."""
    if not any(line.text.startswith("%%begin") for line in lines):
        return lines
    kept: list[Line] = []
    end = ""
    ends = {line.text.strip() for line in lines if line.text.startswith("%%end")}
    for line in lines:
        text = line.text.strip()
        if end:
            if text == end:
                end = ""
            elif end == "%%endtext":
                abc_body.directive(tune, "text " + text.removeprefix("%%"))
        elif text.startswith("%%begin") and "%%end" + text.split()[0][7:] in ends:
            end = "%%end" + text.split()[0][7:]
        else:
            kept.append(line)
    return kept


def _read_header(tune: TuneDraft, lines: Sequence[Line]) -> Sequence[Line]:
    """Read fields up to `K:` or the first line of music; return the lines of the body."""
    previous = ""
    for place, line, column, found in _header_pieces(lines):
        if found is None:
            if line.text.startswith("%%"):
                abc_body.directive(tune, line.text[2:])
            elif line.text.strip() and not line.text.lstrip().startswith("%"):
                if looks_like_music(line.text) or not looks_like_prose(line.text):
                    return lines[place:]
                _say_prose(tune, line)
            continue
        letter, value = found
        if letter == "w":
            continue
        if letter == "+":
            _go_on(tune, previous, value.strip())
            continue
        if letter == "K":
            cut = abc_fields.music_after_key(value)
            _header_field(tune, letter, value[:cut] if cut else value, line, column)
            rest = lines[place + 1 :]
            if not cut:
                return rest
            place_of_music = column - 1 + cut
            return [Line(line.number, line.offset + place_of_music, line.text[place_of_music:]), *rest]
        _header_field(tune, letter, value, line, column)
        previous = letter
    return ()


def _go_on(tune: TuneDraft, letter: str, text: str) -> None:
    """Lengthen the field before by a `+:` line (ABC 2.1, 3.3)."""
    rows = {"T": tune.titles, "W": tune.words}.get(letter)
    if rows:
        rows[-1] = f"{rows[-1]} {abc_text.decoded(text)}"
    elif letter == "C":
        tune.composer = f"{tune.composer} {abc_text.decoded(text)}"
    elif tune.fields and tune.fields[-1][0] == letter:
        tune.fields[-1] = (letter, f"{tune.fields[-1][1]} {text}")


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
        text = abc_text.decoded(text)
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
    "T": lambda tune, text: tune.titles.append(abc_text.decoded(text)),
    "P": lambda tune, text: setattr(tune, "order", text),
    "R": lambda tune, text: setattr(tune, "rhythm", text),
    "W": lambda tune, text: tune.words.append(abc_text.decoded(text)),
    "V": abc_body.define_voice,
    "U": abc_body.user_symbol,
    "I": abc_body.directive,
    "m": abc_body.define_macro,
}
"""Header fields that are kept or handed on as they are."""


def _header_key(tune: TuneDraft, value: str, line: Line, column: int) -> None:
    found = abc_fields.parse_key(value)
    # a clef alone is no key signature, but a K: field all the same (ABC 2.1, 3.1.14 and 4.6)
    tune.key = found.key or tune.key or Key()
    tune.clef = found.clef or tune.clef
    tune.octave = found.octave if found.octave is not None else tune.octave
    if found.transpose is not None:
        tune.transpose = max(-48, min(48, found.transpose))
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
    tune.signs_before = signs_before(lines)
    continued = False
    blank: Line | None = None
    used: set[int] = set()
    marks = list_marks(lines)
    _say_marks(tune, lines, marks)
    for place, line in enumerate(lines):
        if place in used:
            continue
        stripped = line.text.strip()
        if not stripped or is_fence(stripped):
            blank = blank or line
            continue
        if stripped[0] == "%":
            if stripped.startswith("%%"):
                abc_body.directive(tune, stripped[2:])
            continue
        if line.number in marks:
            line = without_mark(line, marks[line.number])
        found = _field_in_body(line.text)
        if blank is not None and not _read_on(tune, blank, line, found):
            return
        blank = None
        value = abc_continued.whole_value(tune, found, lines, place, used) if found else ""
        music = _music_of(tune, line, found, value)
        if music is not None:
            if not continued:
                tune.start_music_line()
            continued = reader.read(music)
            if not continued:
                _end_line(tune)
        if tune.full:
            return


def _read_on(tune: TuneDraft, blank: Line, line: Line, found: tuple[str, str] | None) -> bool:
    """Say whether the tune goes on after an empty line or the mark of a code block, and tell of the empty line."""
    if not _goes_on(line, found):
        return False
    if not blank.text.strip():
        tune.say(Severity.INFO, "empty-line", "An empty line inside the tune; it is read on.", blank)
    return True


def ends_tune(lines: Sequence[Line]) -> int:
    """Return the place in the lines of a tune where free text after it begins, or how many lines there are."""
    body = _read_header(TuneDraft(), lines)
    blank = False
    block = ""
    for place in range(len(lines) - len(body), len(lines)):
        line = lines[place]
        stripped = line.text.strip()
        if block or stripped.startswith("%%begin"):
            block = "" if stripped.startswith("%%end") else "%%begin"
        elif not stripped or is_fence(stripped):
            blank = True
        elif stripped[0] != "%":
            if blank and not _goes_on(line, _field_in_body(line.text)):
                return place
            blank = False
    return len(lines)


def _goes_on(line: Line, found: tuple[str, str] | None) -> bool:
    """Say whether a tune goes on after an empty line, which ends it (ABC 2.1, 2.2.1): what is plainly music does."""
    return looks_like_music(line.text) if found is None else found[0] in "VKMLQPw"


def _music_of(tune: TuneDraft, line: Line, found: tuple[str, str] | None, value: str) -> Line | None:
    """Apply a field, or say that the line is prose; return the music in the line, its macros written out."""
    music: Line | None = line
    if found is not None:
        music = _body_field(tune, found, line, value)
    elif any(sign in line.text for sign in STRAY):
        music = without_stray(tune, line)
    if found is None and music is not None and looks_like_prose(music.text):
        _say_prose(tune, line)
        return None
    return abc_macros.write_out(music, tune.macros) if music is not None and tune.macros else music


def _field_in_body(text: str) -> tuple[str, str] | None:
    """Return a field, be it one that strayed out of the header; letters of notes only where no music follows."""
    found = field_of(text, HEADER_LETTERS)
    return None if found is not None and found[0] in "ABCDFG" and looks_like_music(found[1]) else found


def _body_field(tune: TuneDraft, found: tuple[str, str], line: Line, value: str) -> Line | None:
    """Apply a field line of the body, its value with all that goes on with it; return the music behind it, if any."""
    letter = found[0]
    column = len(line.text) - len(found[1]) + 1
    if letter == "w":
        tune.add_lyrics(line, column, value)
    elif letter == "s":
        tune.add_symbols(value)
    elif letter in KEPT_ONLY:
        tune.fields.append((letter, value.strip()))
    elif letter != "+":
        music = abc_body.music_after_voice(value) if letter == "V" else 0
        for name, part, shift in abc_fields.split_joined(letter, value[:music] if music else value):
            abc_body.field(tune, name, part, line, column + shift)
        if music:
            start = column - 1 + music
            return Line(line.number, line.offset + start, line.text[start:])
    return None


KEPT_ONLY = frozenset("ABCDFGHOSXZ")
"""Fields that change nothing here: header fields that strayed into the body."""


def _end_line(tune: TuneDraft) -> None:
    voice = tune.current
    if voice is None:
        return
    if voice.decorations:
        voice.leave_marks(at_bar=False)
    if voice.open.empty and voice.measures:
        voice.measures[-1].line_end = True


def _say_marks(tune: TuneDraft, lines: Sequence[Line], marks: dict[int, int]) -> None:
    first = next((line for line in lines if line.number in marks), None)
    if first is not None:
        mark = first.text[: marks[first.number]]
        message = (
            f"Lines of music begin with a mark such as {mark.strip()!r}, as in a list; it is read past. Take it out."
        )
        tune.say(Severity.WARNING, "list-mark", message, first, 1, len(mark))


def _say_prose(tune: TuneDraft, line: Line) -> None:
    what = "words, not music" if says_words(line.text) else "no music"
    message = f"This line is {what}; it is left out. Put % before it to keep it as a comment."
    tune.say(Severity.WARNING, "prose", message, line, 1, len(line.text))
