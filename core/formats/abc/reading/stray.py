"""What strays into lines of music from other kinds of text: remarks behind `//` or `#`, tags of web pages."""

import re
from itertools import islice

from core.formats.abc.lexer import Line, looks_like_music, says_words
from core.formats.abc.reading.tune import TuneDraft
from core.score.diagnostic import Severity

REMARK = re.compile(r"(?<=\s)(?://+|#+)(?=\s)")
TAG = re.compile(r"<(?:br|p|pre|code|div|span)\b[^<>|]{0,60}>|</[A-Za-z]{1,10}\s*>|&nbsp;", re.I)
"""Tags that cannot be broken rhythm, as `<b>` in `A<b>c` is."""
MOST_LOOKED_AT = 3
"""Each place is judged by all of its line, and a line may have any number of them."""
STRAY = ("//", "#", "<", "&n")
"""Without one of these there is nothing to look for."""


def remark_in(text: str) -> re.Match[str] | None:
    """Return the sign with which a remark begins behind music; None where there is none."""
    for found in islice(REMARK.finditer(text), MOST_LOOKED_AT):
        before = text[: found.start()]
        if before.count('"') % 2 == 0 and says_words(text[found.end() :]) and looks_like_music(before):
            return found
    return None


def without_stray(tune: TuneDraft, line: Line) -> Line:
    """Return a line of music without remarks and tags, each said; the rest keeps its columns."""
    text = line.text
    if ("<" in text or "&n" in text) and not TAG.fullmatch(text.strip()):
        for tag in TAG.finditer(text):
            message = f"{tag[0][:20]} is markup of a web page, no music; it is left out."
            tune.say(Severity.WARNING, "markup", message, line, tag.start() + 1, len(tag[0]))
            text = text[: tag.start()] + " " * len(tag[0]) + text[tag.end() :]
    remark = remark_in(text) if "//" in text or "#" in text else None
    if remark is not None:
        message = f"What stands behind {remark[0]} is read as a comment. In ABC a comment begins with %."
        tune.say(Severity.WARNING, "remark", message, line, remark.start() + 1, len(text) - remark.start())
        text = text[: remark.start()]
    return line if text == line.text else Line(line.number, line.offset, text)
