"""`m:` macros (ABC 2.1, section 9): text that stands for other text, written out before the music is read."""

import re
from dataclasses import dataclass

from core.formats.abc.lexer import Line

MOST_MACROS = 50
MOST_LENGTH = 200
"""Characters of a macro's name and of its text."""
LONGEST_LINE = 20_000
"""Characters that a line may grow to; macros do not call each other, so growth is not explosive, only long."""

_LETTERS = "CDEFGABcdefgab"
_RELATIVE = "hijklmnopqrstuvwxyz"
_UNISON = _RELATIVE.index("n")
_NOTE = r"([A-Ga-g])([,']*)"
_INLINE = re.compile(r'"[^"]*"|\[[A-Za-z]:[^\]]*\]|![^!]{1,60}!|%.*')


@dataclass(frozen=True, slots=True)
class Macro:
    """A name and its text.

    In a transposing one (`~n3 = (3o/n/m/ n`) `n` stands for any note, `h` to `z` for those around it.
    """

    name: str
    text: str
    pattern: re.Pattern[str]
    transposing: bool

    def written_out(self, found: re.Match[str]) -> str:
        """Return what stands for one occurrence."""
        if not self.transposing:
            return self.text
        letter, marks = found[1], found[2]
        place = _LETTERS.index(letter) + 7 * (marks.count("'") - marks.count(","))
        return re.sub(
            r'"[^"]*"|![^!]*!|[h-z]',
            lambda sign: _note_at(place + _RELATIVE.index(sign[0]) - _UNISON) if len(sign[0]) == 1 else sign[0],
            self.text,
        )


def parse_macro(value: str) -> Macro | None:
    """Read an `m:` value; None where it is none."""
    name, equals, text = value.partition("=")
    name, text = name.strip(), text.strip()
    if not equals or not name or len(name) > MOST_LENGTH or len(text) > MOST_LENGTH:
        return None
    note = re.search(r"n(?=[\d/]*$)", name)
    # section 9.2: a transposing macro has the letter n in its name in the place of a note
    transposing = note is not None
    if note is not None:
        pattern = re.escape(name[: note.start()]) + _NOTE + re.escape(name[note.end() :])
    else:
        pattern = re.escape(name)
    if name[-1:].isdigit():
        pattern += r"(?![\d/])"
    return Macro(name, text, re.compile(pattern), transposing)


def write_out(line: Line, macros: list[Macro]) -> Line:
    """Return the line with each macro written out, later definitions first; each place keeps its source column.

    Quoted text, decorations, inline fields and comments are left alone.
    """
    text = line.text
    rows = line.origin or tuple((column, 1) for column in range(len(text)))
    for macro in reversed(macros):
        # a decoration may be a macro's name as a whole, but a letter inside it is none
        quiet = [(found.start() + (found[0][0] == "!"), found.end()) for found in _INLINE.finditer(text)]
        pieces: list[str] = []
        places: list[tuple[int, int]] = []
        at = 0
        for found in macro.pattern.finditer(text):
            if any(start <= found.start() < stop for start, stop in quiet) or found.start() == found.end():
                continue
            begin, last = rows[found.start()], rows[found.end() - 1]
            new = macro.written_out(found)
            pieces += [text[at : found.start()], new]
            places += [*rows[at : found.start()], *[(begin[0], last[0] + last[1] - begin[0])] * len(new)]
            at = found.end()
            if len(places) > LONGEST_LINE:
                break
        if pieces:
            text = "".join([*pieces, text[at:]])
            rows = (*places, *rows[at:])
    return line if text == line.text else Line(line.number, line.offset, text, rows)


def _note_at(place: int) -> str:
    """Return the note so many steps above `C`, with its octave marks."""
    if place < 0:
        octaves, step = divmod(place, 7)
        return "CDEFGAB"[step] + "," * -octaves
    if place < 14:
        return _LETTERS[place]
    octaves, step = divmod(place - 7, 7)
    return "cdefgab"[step] + "'" * octaves
