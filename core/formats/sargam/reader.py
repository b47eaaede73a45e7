"""Sargam text to cells: a title and a tala behind `#`, `[section]`, then a row of notes and a row of syllables."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from core.errors import FormatError
from core.formats.base import MOST_NOTES
from core.formats.sargam.strokes import Groups, divisions, fits, shown
from core.formats.swara_cells.cells import HELD, REST, Cell, CellSheet, Line, TalaHead
from core.formats.swara_cells.rows import NOTHING, WIDE, cell_of, units_of
from core.score.diagnostic import Diagnostic, Severity
from core.tradition.talas import find

MOST_SAID = 200
MOST_TEXT = 500
MOST_NAME = 40
MOST_VIBHAGS = 32
TALA = re.compile(r"#\s*(?:taal|tala|tal|তাল)\s*:\s*(.*)", re.I)
_COMPOSER = re.compile(r"#\s*composer\s*:\s*(.*)", re.I)
_TITLE = re.compile(r"#\s*(?P<bn>.*?)(?:\s{2,}\((?P<translit>.*)\))?\s*")
_SECTION = re.compile(r"\[([^\[\]|]{1,80})\]\s*")
_VIBHAGS = re.compile(r"vibhags?\s*[\[(]?\s*(\d{1,2}(?:\s*[,+ ]\s*\d{1,2})*)", re.I)
_NAME = re.compile(r"[^—–,;(\[]*?(?=\s*(?:[—–,;(\[]|\s-\s|$))")
_FREE = re.compile(r"talamukta|free\s+rhythm|তালমুক্ত", re.I)
_CELL = re.compile(r"[^\s|]+")
_COLUMN = re.compile(r"[^\s|]+(?: [^\s|]+)*")


@dataclass(slots=True)
class Found:
    """What was read, and what was not."""

    sheet: CellSheet
    said: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    text: str
    section: str


def parse(text: str) -> Found:
    """Read a text; a cell that is none becomes a rest, and is said with its place. Raises FormatError past the cap."""
    found = Found(CellSheet(()))
    head = _Head()
    rows = list(_rows(text, head))
    lines: list[Line] = []
    place = cells = 0
    paired = _paired(rows)
    strokes: list[tuple[int, Groups]] = []
    while place < len(rows):
        row, below = rows[place], rows[place + 1] if place + 1 < len(rows) else None
        lyrics = below if below is not None and _is_lyric(row, below, paired=paired) else None
        made = _line(row, lyrics, found.said)
        if made is not None:
            lines.append(made)
            strokes.append((row.number, _groups(row)))
            cells += len(made.cells)
            if cells > MOST_NOTES:
                raise FormatError(f"There are more than {MOST_NOTES:,} cells (line {row.number}). Split the file.")
        place += 1 if lyrics is None else 2
    found.sheet = CellSheet(
        tuple(lines),
        _by_strokes(head.tala, strokes, found.said, told=head.divided),
        head.title_bn,
        head.title_translit,
        head.composer,
        barred=False,
    )
    return found


@dataclass(slots=True)
class _Head:
    title_bn: str = ""
    title_translit: str = ""
    composer: str = ""
    tala: TalaHead = TalaHead()
    divided: bool = False
    """The text itself says how the cycle is divided."""

    def take(self, line: str) -> None:
        """Read one line behind `#`; the first that is nothing else is the title."""
        line = line[:MOST_TEXT]
        if tala := TALA.match(line):
            self.tala = _tala(tala[1])
            self.divided = _VIBHAGS.search(tala[1]) is not None
        elif composer := _COMPOSER.match(line):
            self.composer = composer[1].strip()
        elif not self.title_bn and (title := _TITLE.fullmatch(line)):
            self.title_bn, self.title_translit = title["bn"].strip(), (title["translit"] or "").strip()


def _tala(text: str) -> TalaHead:
    name = _NAME.match(text.strip())
    known = find(name[0]) if name and name[0] else None
    names = (known.name_bn if known else "", name[0].strip() if name else "")
    if _FREE.search(text):
        return TalaHead("তালমুক্ত", "talamukta")
    told = _VIBHAGS.search(text)
    vibhags = tuple(int(number) for number in re.findall(r"\d+", told[1])) if told else ()
    if not vibhags or len(vibhags) > MOST_VIBHAGS or 0 in vibhags:
        vibhags = known.vibhags if known else ()
    return TalaHead(*names, vibhags)


def _groups(row: _Row) -> Groups:
    """Return how many cells stand between the strokes of a row; a stroke at its end is none."""
    counts = [len(_CELL.findall(piece)) for piece in row.text.translate(WIDE).split("|")]
    return tuple(count for count in counts if count)


def _by_strokes(tala: TalaHead, rows: Sequence[tuple[int, Groups]], said: list[Diagnostic], *, told: bool) -> TalaHead:
    """Return the tala divided as its strokes show, where its own line does not say; what they contradict is said."""
    stroked = next((number for number, groups in rows if len(groups) > 1), None)
    if stroked is None or tala.translit == "talamukta":
        return tala
    if not tala.vibhags:
        message = "Strokes are not kept where no tala is known. Write it above the notes: # taal: NAME, vibhags [3, 3]."
        _say(said, Diagnostic(Severity.WARNING, "sargam-strokes", message, stroked, 1, 1))
        return tala
    way = () if told else shown([groups for _, groups in rows], divisions(tala.name_bn, tala.translit), tala.matras)
    vibhags = way or tala.vibhags
    wrong = next((number for number, groups in rows if not fits(groups, vibhags)), None)
    plain = ", ".join(map(str, vibhags))
    if wrong is not None:
        message = (
            f"The strokes of line {wrong} do not stand where vibhags [{plain}] begin, which are kept. Write others "
            "above the notes: # taal: NAME, vibhags [4, 2]."
        )
        _say(said, Diagnostic(Severity.WARNING, "sargam-strokes", message, wrong, 1, 1))
    elif vibhags != tala.vibhags:
        message = f"The strokes divide the cycle as [{plain}], which is taken."
        _say(said, Diagnostic(Severity.INFO, "sargam-strokes", message, stroked, 1, 1))
    return replace(tala, vibhags=vibhags)


def _rows(text: str, head: _Head) -> Iterator[_Row]:
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            head.take(line)
        elif named := _SECTION.fullmatch(line):
            section = named[1].strip()[:MOST_NAME].strip()
        elif line.strip():
            yield _Row(number, line, section)


def _notes(row: _Row) -> list[re.Match[str]]:
    return list(_CELL.finditer(row.text.translate(WIDE)))


def _readable(row: _Row) -> bool:
    return all(units_of(token[0]) is not None for token in _notes(row))


def _only_signs(row: _Row) -> bool:
    return not row.text.replace(NOTHING, "").replace(HELD, "").replace("|", "").strip()


def _paired(rows: Sequence[_Row]) -> bool:
    """Say whether the text has lyrics at all: then every second row is taken for them."""
    return any(not _readable(row) or _only_signs(row) for row in rows)


def _is_lyric(notes: _Row, below: _Row, *, paired: bool) -> bool:
    if below.section != notes.section:
        return False
    if _only_signs(below) or not _readable(below):
        return True
    return paired and below.number == notes.number + 1 and len(_columns(below.text)) == len(_notes(notes))


def _line(row: _Row, below: _Row | None, said: list[Diagnostic]) -> Line | None:
    tokens = _notes(row)
    if not tokens:
        return None
    if len(tokens) > MOST_NOTES:
        raise FormatError(f"There are more than {MOST_NOTES:,} cells in line {row.number}. Split the file.")
    lyrics = _lyrics(tokens, below, said) if below is not None else [None] * len(tokens)
    cells = tuple(_cell(token, lyric, row.number, said) for token, lyric in zip(tokens, lyrics, strict=True))
    return Line(row.section, cells)


def _cell(token: re.Match[str], lyric: str | None, line: int, said: list[Diagnostic]) -> Cell:
    units = units_of(token[0])
    if units is None:
        message = f"{token[0][:20]!r} is no cell such as S, -/N, or (P)M'; a rest is put in its place."
        _say(said, Diagnostic(Severity.ERROR, "sargam-cell", message, line, token.start() + 1, len(token[0])))
        units = (REST,)
    return cell_of(units, lyric)


def _columns(text: str) -> list[re.Match[str]]:
    return list(_COLUMN.finditer(text))


def _lyrics(notes: Sequence[re.Match[str]], below: _Row, said: list[Diagnostic]) -> list[str | None]:
    """Return what stands under each cell: column for column, else word for word, else by place."""
    for tokens in (_columns(below.text), list(_CELL.finditer(below.text))):
        if len(tokens) == len(notes):
            return [token[0] for token in tokens]
    words = list(_CELL.finditer(below.text))
    message = f"There are {len(words)} syllables under {len(notes)} cells; each was put under the cell above it."
    _say(said, Diagnostic(Severity.WARNING, "sargam-lyrics", message, below.number, 1, len(below.text)))
    found: list[str | None] = [None] * len(notes)
    starts = [note.start() for note in notes]
    for word in words:
        place = max(0, bisect_right(starts, word.start()) - 1)
        before = found[place]
        found[place] = word[0] if before is None else f"{before} {word[0]}"
    return found


def _say(said: list[Diagnostic], finding: Diagnostic) -> None:
    if len(said) < MOST_SAID:
        said.append(finding)
