"""One tune's own lines out of an ABC text of several."""

from core.formats.abc.lexer import HEADER_LETTERS, field_of, split_lines, split_tunes
from core.formats.abc.reader import ends_tune


def own_text(text: str, number: int) -> str:
    """Return the text of a tune, from 1: its lines as written, under those of the file's header that hold for it.

    Words that stand between it and the next tune are not its own. `number` is one of the tunes that the reader finds.
    """
    block = split_tunes(split_lines(text))[number - 1]
    rows = [line.text for line in block[: ends_tune(block)]]
    begins = next((place for place, row in enumerate(rows) if _numbers(row)), 0)
    # an empty line ends the header of a file (ABC 2.1, 2.2.2)
    return "\n".join([*rows[:begins], *([""] if begins else []), *rows[begins:]])


def _numbers(row: str) -> bool:
    found = field_of(row, HEADER_LETTERS)
    return found is not None and found[0] == "X"
