r"""Fields of text in the body that go on over several lines: by `+:`, or by the `\` of ABC 2.0 (2.1: 3.3, 10.3).

ABC 2.1 lets a `\` continue music only; 2.0 let it continue any line, by a bare one or, as abcm2ps reads it, by one
of the same field. Either way the halves are joined with a space, as 3.3 says of `+:`.
"""

import re
from collections.abc import Sequence

from core.formats.abc.lexer import HEADER_LETTERS, Line, field_of, looks_like_music
from core.formats.abc.reading.fields import without_comment
from core.formats.abc.reading.tune import TuneDraft
from core.score.diagnostic import Severity

CONTINUED = "wsWTNHr"
"""Fields of text, which `+:` lines lengthen."""
BACKSLASHED = "ws"
"""Those in which a backslash at the end is no sign of a text string (8.2)."""
_GOES_ON = re.compile(r"\\+[ \t]*$")


def whole_value(tune: TuneDraft, found: tuple[str, str], lines: Sequence[Line], place: int, used: set[int]) -> str:
    """Return the value of the field at a place, with what the lines after it add; those are `used` then.

    Not `+:` lines: alone they mean nothing. Comments and directives may stand between.
    """
    letter = found[0]
    pieces = [without_comment(found[1])]
    if letter not in CONTINUED:
        return pieces[0]
    last = lines[place]
    for number in range(place + 1, len(lines)):
        text = lines[number].text
        if text.lstrip().startswith("%"):
            continue
        again = field_of(text, HEADER_LETTERS)
        if again is None or again[0] != "+":
            if not _stays_open(letter, pieces[-1]) or not _is_more(letter, again, text):
                break
            what = f"{letter}: line" if again else "line"
            _say(tune, letter, last, f"and the next {what} is read as more of it. Write +: there, or take the \\ out.")
            used.add(number)
        pieces.append(without_comment(again[1] if again else text).strip())
        last = lines[number]
    if _stays_open(letter, pieces[-1]):
        _say(tune, letter, last, "but no line goes on with it. Take the \\ out, or write +: before the next line.")
    return " ".join([_GOES_ON.sub("", piece) if letter in BACKSLASHED else piece for piece in pieces])


def _stays_open(letter: str, text: str) -> bool:
    return letter in BACKSLASHED and _GOES_ON.search(text) is not None


def _is_more(letter: str, again: tuple[str, str] | None, text: str) -> bool:
    """Say whether the line after a backslash goes on with a field: one of the same letter, or words without a field."""
    if again is not None:
        return again[0] == letter
    return bool(text.strip()) and not ("|" in text and looks_like_music(text))


def _say(tune: TuneDraft, letter: str, line: Line, what: str) -> None:
    """Warn at the backslash that ends a line, before any comment."""
    ends = [match.start() for match in re.finditer(r"\\(?=\\*[ \t]*(?:%|$))", line.text)]
    message = f"This {letter}: line ends in \\, {what}"
    tune.say(Severity.WARNING, "line-continued", message, line, ends[0] + 1 if ends else 1)
