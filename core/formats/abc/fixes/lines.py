"""Fixes of whole lines, and of the words under the notes."""

import re
from collections.abc import Iterator

from core.formats.abc.fixes.edit import Source, fix
from core.formats.abc.lexer import BODY_LETTERS, field_of, looks_like_music
from core.formats.abc.reading.list_marks import list_marks
from core.score.diagnostic import Diagnostic, Edit, Fix

_HYPHEN_APART = re.compile(r"(?<=[^\s\-_*|~])[ \t]+-[ \t]+(?=[^\s\-_*|~])")
_BENGALI = re.compile(r"[\u0980-\u09ff]")
_SYLLABLE = re.compile(r"(?:\\-|[^\s\-_*|~\\%])+")


def prose(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Make a lyric line of Bengali words that stand right under music, and a comment of any others."""
    text = source.text_of(finding.line)
    above = source.text_of(finding.line - 1)
    if _BENGALI.search(text) and above and looks_like_music(above) and field_of(above, BODY_LETTERS) is None:
        yield fix("Put it under the notes as words (w:)", Edit(finding.line, 1, 0, "w: "))
    yield fix("Keep it as a comment (%)", Edit(finding.line, 1, 0, "% "))


def empty_line(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Put a % into an empty line and those after it, so that the tune does not end there."""
    edits = []
    line = finding.line
    while line in source.lines and not source.text_of(line).strip():
        edits.append(Edit(line, 1, 0, "%"))
        line += 1
    yield fix("Put % into the empty line", *edits)


def list_mark(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001  all marks go at once
    """Take out the marks that lines of music begin with as those of a list, all at once: some alone would be music."""
    marks = list_marks([line for _, line in sorted(source.lines.items())])
    yield fix("Take the marks of the list out", *(Edit(line, 1, width, "") for line, width in marks.items()))


def words_first(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Move each line of words that stands over its music below it, all of them at once: they count on each other."""
    edits: list[Edit] = []
    line, last = finding.line, max(source.lines, default=0)
    while line <= last:
        words = []
        while line <= last and _is_words(source, line):
            words.append(line)
            line += 1
        if words:
            if line > last or not looks_like_music(source.text_of(line)):
                return
            text = "\n".join(source.text_of(row) for row in words)
            closed = source.end_of(line) > 0
            place = (line + 1, 1) if closed else (line, len(source.text_of(line)) + 1)
            edits += [source.whole(row) for row in words]
            edits.append(Edit(*place, 0, f"{text}\n" if closed else f"\n{text}"))
        line += 1
    yield fix("Move the words under their notes", *edits)


def _is_words(source: Source, line: int) -> bool:
    found = field_of(source.text_of(line), BODY_LETTERS)
    return found is not None and found[0] in "w+"


def syllables_left(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write hyphens close to their syllables; or sing pairs of syllables on one note, from the end backwards."""
    left = re.match(r"\d+", finding.message)
    text = source.text_of(finding.line)
    start = finding.column - 1
    apart = [found.span() for found in _HYPHEN_APART.finditer(text, start)]
    if apart:
        edits = [Edit(finding.line, begin + 1, end - begin, "-") for begin, end in apart]
        yield fix("Write the hyphens at their syllables", *edits)
    spans = [found.span() for found in _SYLLABLE.finditer(text, start)]
    wanted = int(left[0]) if left else 0
    if wanted < 1 or len(spans) <= wanted:
        return
    yield _joined(finding.line, text, spans, _pairs(text, spans, wanted), wanted)
    every = [place for place in range(len(spans) - wanted - 1, len(spans) - 1) if _plain_gap(text, spans, place)]
    yield _joined(finding.line, text, spans, every, wanted)


def _pairs(text: str, spans: list[tuple[int, int]], wanted: int) -> list[int]:
    """Return the gaps to close: every second one from the end, then those between as far as need be."""
    gaps = [place for place in range(len(spans) - 2, -1, -1) if _plain_gap(text, spans, place)]
    chosen = gaps[::2][:wanted]
    return chosen + gaps[1::2][: wanted - len(chosen)]


def _plain_gap(text: str, spans: list[tuple[int, int]], place: int) -> bool:
    return re.fullmatch(r"-|[ \t]+", text[spans[place][1] : spans[place + 1][0]]) is not None


def _joined(line: int, text: str, spans: list[tuple[int, int]], gaps: list[int], wanted: int) -> Fix:
    edits = []
    for place in gaps:
        begin, end = spans[place][1], spans[place + 1][0]
        edits.append(Edit(line, begin + 1, end - begin, "" if text[begin] == "-" else "~"))
    places = "one place" if wanted == 1 else f"{wanted} places"
    return fix(f"Sing two syllables on one note in {places}", *edits)


def syllables_few(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Hold the line's last syllable over the notes that have none."""
    count = re.match(r"\d+", finding.message)
    words = [line for line, text in _lyric_lines(source, finding.line) if text]
    if count is None or not words:
        return
    text = source.text_of(words[0]).split("%")[0].rstrip()
    title = f"Hold the last syllable over {count[0]} notes"
    yield fix(title, Edit(words[0], len(text) + 1, 0, " _" * int(count[0])))


def _lyric_lines(source: Source, music: int) -> Iterator[tuple[int, str]]:
    line = music + 1
    while line in source.lines:
        found = field_of(source.text_of(line), BODY_LETTERS)
        if found is None or found[0] != "w":
            return
        yield line, found[1]
        line += 1
