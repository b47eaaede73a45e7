"""The lines of a tab text: which are strings, which stand above them, and what the others tell."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.errors import UsageError
from core.formats.tab.values import is_row
from core.tradition.tunings import STANDARD, TUNINGS, Tuning, tuning_of

WIDE = str.maketrans("｜│┃∣－—–−─━０１２３４５６７８９（）　", "||||------0123456789() ")
"""Full-width and other look-alikes, one character for one, so that columns stay true."""
STRING = re.compile(
    r"\s*(?:(?P<label>[A-Ga-g][#b♯♭]?)\d?[ \t]*(?=[|:\-\[]))?(?P<open>\|{1,2}|\[)?"
    r"(?P<body>[-0-9|:*hHpPbrsStTxXvV/\\~^()<>=.?o ]*)"
)
LEAST_DASHES = 4
"""Of a line without a letter and a bar line before it."""
LEAST_RUN = 4
LEAST_LINES, MOST_LINES = 3, 12
LONGEST_ROW = 2000
LONGEST_TUNING = 200
BEATS = re.compile(r"\s*(?:beats?[ \t]*)?:?\|?[\s.·&+eEaA|\-]*1[\s\d.·&+eEaA|\-]*", re.I)
_TUNING = re.compile(r"tuning[ \t]*[:=-]?[ \t]*(?P<value>\S.*)", re.I)
_CAPO = re.compile(r"capo[ \t]*[:=]?[ \t]*(?:(?:on|at)[ \t]+)?(?:fret[ \t]*)?(?P<fret>\d{1,2})", re.I)
_METRE = re.compile(
    r"(?:time(?: signature)?|metre|meter)[ \t]*[:=]?[ \t]*(?P<metre>\d{1,2}(?:\+\d{1,2})*/\d{1,2}|free)", re.I
)
_TITLE = re.compile(r"title[ \t]*:[ \t]*(?P<title>\S.*)", re.I)
_LEGEND = re.compile(r"hammer|pull-?off|slide|bend|vibrato|muted|no string plays", re.I)
_FILLED = re.compile(r"[-\d]")
_NAMED = re.compile(r"[A-G][#b♯♭]?\d?(?:[\s,\-/]*[A-G][#b♯♭]?\d?){2,11}")


@dataclass(slots=True)
class Line:
    """A line of the source: its number from 1, its text, and of a string the column where its body begins, from 0."""

    number: int
    text: str
    label: str = ""
    start: int = 0

    @property
    def body(self) -> str:
        """What follows the label and the first bar line."""
        return self.text[self.start :].rstrip()


@dataclass(slots=True)
class Block:
    """Strings from the top, and the row above them, if any: of lengths or of beats."""

    strings: list[Line]
    lengths: Line | None = None
    beats: Line | None = None
    metre: str = ""
    """What was told since the block before."""


@dataclass(slots=True)
class Page:
    """A whole text."""

    blocks: list[Block] = field(default_factory=list)
    title: str = ""
    tuning: str = ""
    capo: int = 0
    unread: list[Line] = field(default_factory=list)


def looks_like_tab(head: bytes) -> bool:
    """Say whether a text has four lines of strings one under the other."""
    run = 0
    for line in head.decode("utf-8-sig", "ignore").translate(WIDE).splitlines():
        run = run + 1 if string_line(1, line) else 0
        if run == LEAST_RUN:
            return True
    return False


def string_line(number: int, text: str) -> Line | None:
    """Return a line as a string of tablature, or None where it is something else."""
    found = STRING.match(text)
    if found is None:
        return None
    rest, body = text[found.end() :].strip(), found["body"]
    if body.count("-") < LEAST_DASHES and not (found["label"] and found["open"] and _FILLED.search(body)):
        return None
    if (rest and body.count("-") < len(text.strip()) // 2) or not (found["label"] or found["open"] or "|" in body):
        return None
    return Line(number, text[: found.end()], found["label"] or "", found.start("body"))


class _Pages:
    """Gathers lines into systems."""

    def __init__(self) -> None:
        self.page = Page()
        self._run: list[Line] = []
        self._above: list[Line] = []
        self._metre = ""
        self._blank = False

    def line(self, number: int, text: str) -> None:
        """Take the next line."""
        string = string_line(number, text)
        if string is not None:
            self._run.append(string)
            self._blank = False
        elif not text.strip():
            self._blank = True
            # strings may stand a blank line apart
            if len(self._run) >= LEAST_LINES and self._run[-1].number - self._run[0].number < len(self._run):
                self.close()
        else:
            if len(self._run) > 1 or not self._blank:
                self.close()
            self._other(Line(number, text))

    def _other(self, line: Line) -> None:
        told = _told(self.page, line.text)
        self._metre = told or self._metre
        if told is not None:
            return
        self._above.append(line)
        if not (is_row(line.text) or _is_beats(line.text) or line.text.strip().startswith("```")):
            self.page.unread.append(line)

    def close(self) -> None:
        """End a system."""
        if not self._run:
            return
        for place, strings in enumerate(_cut(self._run)):
            block = Block(strings, metre="" if place else self._metre)
            if self._above and not place:
                _rows_above(block, self._above)
            if LEAST_LINES <= len(strings) <= MOST_LINES:
                self.page.blocks.append(block)
            else:
                self.page.unread.append(strings[0])
        self._run, self._above, self._metre = [], [], ""


def page_of(text: str) -> Page:
    """Take a text apart. Columns and numbers of lines are those of the text, a tab being as wide as it looks."""
    pages = _Pages()
    for number, line in enumerate(text.translate(WIDE).split("\n"), 1):
        pages.line(number, line.expandtabs(8))
    pages.close()
    return pages.page


def _cut(run: Sequence[Line]) -> Iterator[list[Line]]:
    """Cut a run of strings into systems: where the labels begin anew, else at every sixth line."""
    size = len(run)
    if not size:
        return
    labels = [line.label for line in run]
    period = next(
        (
            p
            for p in range(3, size)
            if size % p == 0 and len(set(labels[:p])) > 1 and labels == labels[:p] * (size // p)
        ),
        None,
    )
    if period is None:
        period = len(STANDARD.strings) if size > len(STANDARD.strings) and size % len(STANDARD.strings) == 0 else size
    for start in range(0, size, period):
        yield list(run[start : start + period])


def _rows_above(block: Block, above: Sequence[Line]) -> None:
    last = above[-1]
    if last.number < block.strings[0].number - 2:
        return
    if is_row(last.text):
        block.lengths = last
    elif _is_beats(last.text):
        block.beats = last


def _is_beats(text: str) -> bool:
    return len(text) <= LONGEST_ROW and BEATS.fullmatch(text) is not None


def _told(page: Page, text: str) -> str | None:
    """Take in a line of the header; return the metre it tells, empty for something else, None for nothing."""
    metre = "" if _LEGEND.search(text) else None
    if found := _TITLE.search(text):
        page.title = page.title or found["title"].strip()
        metre = ""
    if found := _CAPO.search(text):
        page.capo = int(found["fret"])
        metre = ""
    if found := _TUNING.search(text):
        page.tuning = found["value"].strip()[:LONGEST_TUNING]
        metre = ""
    if found := _METRE.search(text):
        metre = found["metre"].lower()
    return metre


def named_tuning(text: str, strings: int) -> Tuning | None:
    """Return the tuning that a line of the header names, if it fits the number of strings."""
    tries = [text, text.rpartition(":")[2], *(found[0] for found in _NAMED.finditer(text))]
    for word in tries:
        try:
            tuning = tuning_of(word.removesuffix(" tuning"))
        except UsageError:
            continue
        if len(tuning.strings) == strings:
            return tuning
    lower = text.lower()
    return next((t for t in TUNINGS if t.title.lower() in lower and len(t.strings) == strings), None)


def labelled_tuning(labels: Sequence[str]) -> Tuning | None:
    """Return the tuning that the letters before the strings name, top line first."""
    if not all(labels):
        return None
    try:
        return tuning_of(" ".join(label[0].upper() + label[1:] for label in reversed(labels)))
    except UsageError:
        return None
