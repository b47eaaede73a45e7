"""Tidy a text of ABC: every tune in canonical form, what stands around and between them as it was."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of, plain, split_lines, split_tunes, tokens
from core.formats.abc.reader import ends_tune, read, read_first
from core.formats.abc.writer import rows
from core.formats.abc.writing.fields import Lost
from core.formats.abc.writing.part import Row
from core.formats.base import Tune
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score
from core.score.timeline import timeline

CUT_SHORT = frozenset({"too-many-notes", "too-many-voices"})
DROPPING = frozenset({
    "syllables-left", "words-first", "rest-inside", "tie-nothing", "grace-close", "slur-close", "chord-nested",
    "broken",
})  # fmt: skip
"""Warnings that say something of the text is not in the score; errors do so as well."""
DEFINITIONS = "The definitions of m: and U: are left out; what they stand for is written out."
PROPERTIES = "What a V: or K: field says besides name, clef, octave and transposition is left out."

_PROPERTY = re.compile(r"([A-Za-z]+)\s*=")
_KNOWN = frozenset({"clef", "name", "nm", "octave", "transpose"})


@dataclass(frozen=True, slots=True)
class Tidied:
    """A text in canonical form. `lost`: what of the text before is not in it, in sentences, with lines of that text."""

    text: str
    changed: bool
    lost: tuple[str, ...] = ()


def tidy(text: str) -> Tidied:
    """Return a text with every tune in canonical form. Never raises; what cannot be tidied stays as it is.

    Comments inside a tune become lines of their own, and so does prose, as a comment. Tunes without numbers get some.
    """
    reading = read(text)
    lines = split_lines(text)
    blocks = split_tunes(lines)
    if not reading.tunes or len(blocks) != len(reading.tunes):
        return Tidied(text, changed=False, lost=tuple(row.message for row in reading.diagnostics))
    # one source line a line, which escaped line ends are not
    lines = [Line(number, 0, line.text) for number, line in enumerate(lines, 1)]
    blocks = split_tunes(lines)
    tunes = read("\n".join(line.text for line in lines)).tunes
    place_of = {line.number: place for place, line in enumerate(lines)}
    first = min((_begin(block) for block in blocks), default=0)
    made = [line.text for line in lines[: place_of[first]]]
    if not any(_letter(line) == "X" for line in lines):
        # before a tune that gets its number only now, fields would begin to hold for all tunes
        made = [_quiet(text) for text in made]
    lost: list[str] = []
    for number, (block, tune) in enumerate(zip(blocks, tunes, strict=True), 1):
        body, tail = _parted([line for line in block if line.number >= first])
        shared = [line.text for line in block if line.number < first]
        made += _tune(tune, body, shared, number, lost)
        made.append("")
        if any(line.text.strip() for line in tail):
            made += [*_stripped(tail), ""]
    while made and not made[-1].strip():
        made.pop()
    whole = "\n".join(made) + "\n"
    return Tidied(whole, whole != text, tuple(dict.fromkeys(lost)))


def _begin(block: Sequence[Line]) -> int:
    """Return the line where a tune itself begins, after the fields it shares with others."""
    numbered = [line.number for line in block if _letter(line) == "X"]
    return numbered[0] if numbered else block[0].number


def _quiet(text: str) -> str:
    return _one_percent(text) if text.startswith("%%") or field_of(text, HEADER_LETTERS) else text


def _letter(line: Line) -> str:
    found = field_of(line.text, HEADER_LETTERS)
    return found[0] if found else ""


def _parted(block: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Cut a block after its tune: the rest is free text, with the comments that stand right before it."""
    end = ends_tune(block)
    if end < len(block):
        while end and _comment_line(block[end - 1]):
            end -= 1
    return list(block[:end]), list(block[end:])


def _stripped(lines: Sequence[Line]) -> list[str]:
    texts = [line.text for line in lines]
    while texts and not texts[-1].strip():
        texts.pop()
    while texts and not texts[0].strip():
        texts.pop(0)
    return texts


# -- one tune ---------------------------------------------------------------------------------------------------------


def _tune(tune: Tune, lines: Sequence[Line], shared: Sequence[str], number: int, lost: list[str]) -> list[str]:
    """Return the lines of a tune; as they were where canonical form would not sound the same."""
    score = tune.score
    if shared:
        score = _without_shared(score, lines)
    if not score.number:
        score = replace(score, number=str(number))
    before = _stripped(lines)
    codes = {row.code for row in tune.diagnostics}
    where = f"Tune {score.number}"
    if codes & CUT_SHORT:
        lost.append(f"{where} is larger than the program takes and stays as it is.")
        return before
    found = Lost()
    canonical = rows(score, found)
    again = read_first("\n".join([*shared, *(row.text for row in canonical)])).score
    differs = _sound(again) != _sound(score)
    if differs and not found.rows:
        lost.append(f"{where} would not sound the same in canonical form and stays as it is.")
        return before
    if differs:
        lost.append(f"{where} does not sound the same as before.")
    lost += [f"{where}: {message}" for message in found.rows]
    lost += [f"Line {row.line}: {row.message}" for row in tune.diagnostics if _drops(row)]
    lost += _unkept(lines)
    prose = {row.line for row in tune.diagnostics if row.code == "prose"}
    header = next((line.number for line in lines if _letter(line) == "K"), 0)
    return _with_comments(canonical, list(_comments(lines, prose)), header)


def _without_shared(score: Score, lines: Sequence[Line]) -> Score:
    """Return the score with the texts of its own header alone: those of the file's header stay there."""
    own = read_first("\n".join(line.text for line in lines)).score
    return replace(
        score,
        title=own.title,
        composer=own.composer,
        rhythm=own.rhythm,
        order=own.order,
        words=own.words,
        fields=own.fields,
    )


def _sound(score: Score) -> list[tuple[object, ...]]:
    return [
        (moment.onset, moment.midi, moment.duration)
        for played in (False, True)
        for moment in timeline(score, played=played).notes
    ]


def _drops(row: Diagnostic) -> bool:
    return row.severity is Severity.ERROR or row.code in DROPPING


def _unkept(lines: Sequence[Line]) -> Iterator[str]:
    """Say what fields hold that a score does not."""
    for line in lines:
        letter = _letter(line)
        if letter in ("m", "U"):
            yield DEFINITIONS
        elif letter in ("V", "K") and any(name.lower() not in _KNOWN for name in _PROPERTY.findall(line.text)):
            yield PROPERTIES


# -- comments ---------------------------------------------------------------------------------------------------------


def _comment_line(line: Line) -> bool:
    return line.text.lstrip()[:1] == "%" and line.text.lstrip()[:2] != "%%"


def _comments(lines: Sequence[Line], prose: set[int]) -> Iterator[tuple[int, str]]:
    """Return every comment of a tune with its line; prose counts as one."""
    for line in lines:
        if line.number in prose:
            yield line.number, f"% {line.text.strip()}"
        elif _comment_line(line):
            yield line.number, line.text.strip()
        elif "%" in line.text and not line.text.lstrip().startswith("%%"):
            comment = _comment_behind(line)
            if comment:
                yield line.number, comment


def _comment_behind(line: Line) -> str:
    """Return the comment at the end of a field or of a line of music."""
    if field_of(line.text, HEADER_LETTERS):
        kept = re.match(r"(?:[^%\\]|\\.|\\$)*", line.text)
        return line.text[kept.end() :].strip() if kept else ""
    for token in tokens(plain(line.text)):
        if token.lastgroup == "comment":
            return line.text[token.start() :].strip()
        if token.lastgroup == "more":
            break
    return ""


def _with_comments(canonical: Sequence[Row], comments: Sequence[tuple[int, str]], header: int) -> list[str]:
    """Put comments before the music that they stood before; those of the header after its X:, the last ones at the end.

    `header` is the line of `K:` in the text before.
    """
    key = next(place for place, row in enumerate(canonical) if row.text.startswith("K:"))
    put: dict[int, list[str]] = {}
    starts = sorted((row.source, place) for place, row in enumerate(canonical) if row.source)
    for line, text in comments:
        target = next((place for source, place in starts if source >= line), len(canonical))
        if line <= header:
            target = 1
        while key + 1 < target < len(canonical) and _leads(canonical[target - 1].text):
            target -= 1
        put.setdefault(target, []).append(_one_percent(text))
    made: list[str] = []
    for place in range(len(canonical) + 1):
        made += put.get(place, [])
        made += [canonical[place].text] if place < len(canonical) else []
    return made


def _leads(text: str) -> bool:
    """Say whether a line is a field that belongs to the music after it."""
    return text[1:2] == ":" and text[0] in "KMQPV"


def _one_percent(text: str) -> str:
    """Return a comment that is no directive."""
    return "% " + text.lstrip("%").strip()
