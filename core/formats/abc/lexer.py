"""ABC text cut into lines, tunes and tokens, each knowing its place."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.score.making import maker

# Look-alikes that models and word processors write for the signs of ABC; one character for one, so columns stay true.
LOOK_ALIKES = str.maketrans(
    {
        "｜": "|", "│": "|", "┃": "|", "∣": "|", "ǀ": "|", "।": "|", "¦": "|", "॥": "‖",
        "：": ":", "［": "[", "］": "]", "（": "(", "）": ")",
        "♯": "^", "♭": "_", "♮": "=", "“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "′": "'", "，": ",",
        "–": "-", "—": "-", "\u00a0": " ", "\u3000": " ", "\u2009": " ", "\u202f": " ", "\u200b": " ", "\ufeff": " ",
    }
)  # fmt: skip

FIELD = re.compile(r"([A-Za-z+])[ \t]?:(.*)", re.S)
HEADER_LETTERS = frozenset("ABCDFGHIKLMNOPQRSTUVWXZmrsw+")
BODY_LETTERS = frozenset("IKLMNPQRTUVWmrsw+")
FILE_LETTERS = frozenset("ABCDFGHILMNORSUZmr")

TOKEN = re.compile(
    r"""
    (?P<note>(?P<acc>\^\^|__|[\^_](?:\d+(?:/\d+)?|/\d*)|[\^_=𝄪𝄫]|(?<![A-Ga-g]\#)\#\#?(?=[A-Ga-g]))?(?P<step>[A-Ga-g])
      (?P<post>\#\#?|ƀƀ?|[ŋ𝄪𝄫])?(?P<octave>[,']*)(?P<length>\d*\.\d+|\d*(?:/+\d*)*))
  | (?P<space>[ \t\r\f\v]+)
  | (?P<inline>\[(?P<letter>[A-Za-z]):(?P<value>[^\]\n]{0,500})\])
  | (?P<bar>\.?(?:\[\|\]|:*\[?[|‖][|‖\]]*:*|::+)|:(?=\s*$)|[𝄀-𝄂𝄆𝄇])
  | (?P<ending>\[(?P<numbers>\d[\d,\-]*)\.?(?![,\-]))
  | (?P<rest>[zx](?P<restlength>\d*\.\d+|\d*(?:/+\d*)*))
  | (?P<tuplet>\((?P<p>\d+)(?::(?P<q>\d*))?(?::(?P<r>\d*))?)
  | (?P<slur>\.?\()
  | (?P<endslur>\))
  | (?P<tie>\.?-)
  | (?P<broken><+|>+)
  | (?P<chord>\[)
  | (?P<endchord>\](?P<chordlength>\d*\.\d+|\d*(?:/+\d*)*))
  | (?P<quoted>"(?:[\^_<>@][^"]*|[^"|]*)")
  | (?P<decoration>![A-Za-z0-9().+<>/^~_=*?' \-]{1,60}!|\+[A-Za-z0-9().<>\-]{1,40}\+)
  | (?P<grace>\{/?)
  | (?P<endgrace>\})
  | (?P<bars>[ZX](?P<count>\d*))
  | (?P<spacer>y[\d/]*)
  | (?P<symbol>[.~H-Wh-w])
  | (?P<overlay>&+)
  | (?P<comment>%.*)
  | (?P<more>\\[ \t]*(?=%|$))
  | (?P<nothing>[`$*;])
  | (?P<linebreak>!)
  | (?P<unknown>.)
    """,
    re.X | re.S,
)

PLAIN_NOTES = re.compile(r"(?:[\^_=]?[A-Ga-g](?![#ƀŋ𝄪𝄫])[,']*[\d/]*+(?!\.\d)|[ \t\r\f\v]+|\|(?![|‖\]:1-9])){1,500}")
"""Notes, spaces and plain bar lines in a row, as `TOKEN` cuts them too: most of what music is made of, taken at once.

Not more than so many: a line may have a million.
"""
PLAIN_NOTE = re.compile(r"[\^_=]?[A-Ga-g][,']*[\d/]*|[ \t\r\f\v]+|\|")

_BAR = re.compile(r"[|‖]|::")
_QUIET = re.compile(r'"[^"]*"|![^!\n]{1,60}!|\+[A-Za-z0-9().]{1,40}\+|\[[A-Za-z]:[^\]]{0,200}\]|%.*')
_WORD = re.compile(r"[A-Za-z\u0980-\u09ff\u0900-\u097f\u3040-\u9fff]{2,}")
_ONE_WORD = re.compile(
    r"[*_#>\s\[(-]*(?:[A-Z]?[a-z]{3,}|[\u0980-\u09ff\u200c\u200d]{2,})(?:\s?[\d০-৯]{1,2})?[.!?:…*_।\])]*"
)
_LABEL = re.compile(
    r"[*_#>\s\[(-]*(?:(?:pre-?)?chorus|verse|refrain|bridge|intro|outro|interlude|repeat|end|ending|sthayi|asthayi|antara"
    r"|sanchari|abhog|(?:part|section)\s[A-Z])(?:\s?\d{1,2})?[.!?:…*_\])]*",
    re.I,
)
"""What names a section in a line of its own."""
_RULE = re.compile(r"[\s|:+]*(?:-{3}|={3}|\*{3}|_{3}|~{3})[-=*_~|:+\s]*")
"""A line drawn between lines, or under the head of a table."""
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_NOT_MUSIC = re.compile(r"[h-lnoq-swyN-SU-WYI-KQR\u0900-\u9fff]")
_NOTE = re.compile(r"[\^_=]{0,2}[A-Ga-gzx][#ƀŋ𝄪𝄫]{0,2}[,']*[\d/.]*")


@dataclass(frozen=True, slots=True)
class Line:
    """A source line: 1-based number, columns that stand before its text, and the text without its end.

    `origin` is there only where a macro was written out: for each character of the text the column (without offset)
    and length of what stands for it in the source.
    """

    number: int
    offset: int
    text: str
    origin: tuple[tuple[int, int], ...] = ()


_make_line = maker(Line)


def split_lines(text: str) -> list[Line]:
    """Cut a text at LF, CRLF or CR; one whose only line ends are written out, backslash and n, is cut at those."""
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\n" not in text.rstrip("\n") and "\\n" in text:
        lines, place = [], 0
        for piece in text.rstrip("\n").split("\\n"):
            lines.append(Line(1, place, piece))
            place += len(piece) + 2
        return lines
    return [_make_line(number, 0, piece, ()) for number, piece in enumerate(text.split("\n"), 1)]


def field_of(text: str, letters: frozenset[str]) -> tuple[str, str] | None:
    """Return (letter, value) where the line is an information field of the given letters."""
    head = text[:6].lstrip()
    if len(head) < 2 or (head[1] not in ":： \t"):
        return None
    plain = text.lstrip()
    if not plain.isascii() and "：" in plain[:3]:
        plain = plain.replace("：", ":", 1)
    found = FIELD.match(plain)
    if found is None or found[1] not in letters:
        return None
    if found[1] in "ABCDFGXZ" and found[2][:1] in ("|", ":"):
        # a note, or a rest of whole bars, before a repeat
        return None
    return found[1], found[2]


def is_field(text: str) -> bool:
    """Say whether the line begins with a field letter and a colon."""
    return field_of(text, HEADER_LETTERS) is not None


_QUOTED = re.compile(r'"[^"]*"')
_DANDA = re.compile("[।॥]")
_SIGN_AFTER = re.compile(r"(?<=[A-Ga-g])(?:♯♯?|♭♭?|♮)")
_POST_SIGNS = str.maketrans("♯♭♮", "#ƀŋ")
"""An accidental after its note, each sign as one character that the token pattern knows."""


def plain(text: str) -> str:
    """Return a line of music with look-alike characters put right, column for column."""
    if text.isascii():
        return text
    made = _SIGN_AFTER.sub(lambda found: found[0].translate(_POST_SIGNS), text).translate(LOOK_ALIKES)
    if '"' in made and _DANDA.search(text):
        # a danda in quotes ends a sentence, no bar
        made = _QUOTED.sub(lambda found: f'"{text[found.start() + 1 : found.end() - 1]}"', made)
    return made


_SIGNS = "#♯♭♮"
SIGNS_BEFORE = {"#": "^", "♯": "^", "♭": "_", "♮": "="}
"""What each of them is in ABC, where it stands before its note."""
_PRINTED = re.compile("[♯♭♮]")
_BEGINS_GROUP = re.compile(rf"(?<![A-Ga-g,'{_SIGNS}])[{_SIGNS}]{{1,2}}[A-Ga-g]")
_ENDS_GROUP = re.compile(rf"[A-Ga-g][{_SIGNS}](?![A-Ga-g{_SIGNS}])")
_BETWEEN = re.compile(rf"(?P<first>[A-Ga-g])(?P<octave>[,']*)(?P<sign>[{_SIGNS}]{{1,2}})(?P<second>[A-Ga-g])")
_NUMBER_SIGN = re.compile(r"(?P<sign>##?)(?=(?P<second>[A-Ga-g]))")
_BEFORE = re.compile(rf"{_QUIET.pattern}|([{_SIGNS}])(?=[{_SIGNS}]?[A-Ga-g])")


def signs_before(lines: Sequence[Line]) -> bool | None:
    """Say whether music writes its # ♯ ♭ ♮ before the notes; None for music that has none of these signs.

    Only where such a sign begins a group of notes somewhere and ends none: `C#D` is a C sharp wherever nothing in the
    text speaks against it, for so nearly everybody means it.
    """
    rows = [line.text for line in lines if "#" in line.text or _PRINTED.search(line.text)]
    music = [_QUIET.sub(" ", text) for text in rows if not is_field(text)]
    if not music:
        return None
    return any(map(_BEGINS_GROUP.search, music)) and not any(map(_ENDS_GROUP.search, music))


def with_signs_before(text: str) -> str:
    """Return a line whose # ♯ ♭ ♮ are those of the notes after them, column for column as ABC writes it."""
    return _BEFORE.sub(lambda found: SIGNS_BEFORE[found[1]] if found[1] else found[0], text)


def mixes_signs(lines: Sequence[Line]) -> bool:
    """Say whether some # ♯ ♭ ♮ stand before notes and others after or between them, so that each tells of the rest."""
    music = [_QUIET.sub(" ", line.text) for line in lines if not is_field(line.text)]
    after = any(_ENDS_GROUP.search(text) or _BETWEEN.search(text) for text in music)
    return after and any(map(_BEGINS_GROUP.search, music))


def number_signs(text: str) -> Iterator[re.Match[str]]:
    """Give the # before notes of a line."""
    quiet = _QUIET.sub(lambda found: " " * len(found[0]), text)
    return _NUMBER_SIGN.finditer(quiet)


def guessed_signs(text: str, before: bool) -> Iterator[re.Match[str]]:
    """Give the # ♯ ♭ ♮ between two notes that are read as the second one's."""
    quiet = _QUIET.sub(lambda found: " " * len(found[0]), text)
    return (found for found in _BETWEEN.finditer(quiet) if before or found["octave"])


def is_fence(text: str) -> bool:
    """Say whether a line is the mark that a chat puts around code."""
    return text.lstrip().startswith(("```", "~~~"))


def looks_like_prose(text: str) -> bool:
    """Say whether a line in the place of music is plainly words, with letters that music does not have."""
    if not _NOT_MUSIC.search(text):
        return _RULE.fullmatch(text) is not None
    if _TAG.fullmatch(text.strip()) or _LABEL.fullmatch(text):
        return True
    quiet = _QUIET.sub(" ", text)
    words = [word for word in _WORD.findall(quiet) if _NOT_MUSIC.search(word)]
    strange = sum(len(word) for word in words)
    letters = sum(1 for character in quiet if character.isalpha())
    if _BAR.search(quiet) and strange < 0.6 * letters:
        return False
    if len(words) == 1 and _ONE_WORD.fullmatch(quiet.strip()):
        return len(_NOT_MUSIC.findall(quiet)) >= 2
    return len(words) >= 2 and strange >= 0.35 * letters


def says_words(text: str) -> bool:
    """Say whether a text has letters that are no music."""
    return _NOT_MUSIC.search(text) is not None


def looks_like_music(text: str) -> bool:
    """Say whether a line is most likely music: mostly notes, rests and bars, and a bar line or several notes."""
    quiet = plain(_QUIET.sub(" ", text)).strip()
    if not quiet or looks_like_prose(text):
        return False
    notes = _NOTE.findall(quiet)
    inside = sum(len(note) for note in notes) + len(re.findall(r"[\s|\[\](){}<>:~.\-/‖\\`]|\(\d", quiet))
    if inside < 0.7 * len(quiet):
        return False
    return bool(notes) and (bool(_BAR.search(quiet)) or len(notes) >= 4)


def tokens(text: str) -> Iterator[re.Match[str]]:
    """Cut a line of music into tokens; `lastgroup` of the outer alternatives names the kind."""
    return TOKEN.finditer(text)


def split_tunes(lines: Sequence[Line]) -> list[list[Line]]:
    """Cut a text into tunes, each with the lines that belong to it.

    A tune begins at an `X:` line. Only where no line is one does a block without it count: then a tune begins
    at the first field or line of music, and again at a header after a blank line.
    """
    starts = [place for place, line in enumerate(lines) if _begins(line.text)]
    if starts:
        ends = [*starts[1:], len(lines)]
        shared = _file_header(lines[: starts[0]])
        return [[*shared, *lines[a:b]] for a, b in zip(starts, ends, strict=True)]
    return _split_unnumbered(lines)


def _file_header(lines: Sequence[Line]) -> list[Line]:
    """Return the directives and fields before the first tune, which hold for all of them (ABC 2.1, 2.2.2).

    Fields count only where nothing but fields stands before the first empty line: a letter to the reader is none.
    """
    block = [line for line in lines if line.text.strip()][: len(lines)]
    for place, line in enumerate(lines):
        if not line.text.strip():
            block = [row for row in lines[:place] if row.text.strip()]
            if block:
                break
    plain_header = all(line.text.startswith("%") or field_of(line.text, FILE_LETTERS) for line in block)
    fields = {line.number for line in block if plain_header and not line.text.startswith("%")}
    return [line for line in lines if line.number in fields or line.text.startswith(("%%", "I:"))]


def _begins(text: str) -> bool:
    found = field_of(text, HEADER_LETTERS) if text[:8].lstrip()[:1] == "X" else None
    return found is not None


def _split_unnumbered(lines: Sequence[Line]) -> list[list[Line]]:
    tunes: list[list[Line]] = []
    blank, has_music = True, False
    for line in lines:
        text = line.text
        if not text.strip():
            blank = True
            if tunes:
                tunes[-1].append(line)
            continue
        header = field_of(text, HEADER_LETTERS)
        music = header is None and not text.startswith("%") and looks_like_music(text)
        opens = header is not None and header[0] in "TMKLQC" and (not tunes or (blank and has_music))
        if opens or (music and not tunes):
            tunes.append([])
            has_music = False
        has_music = has_music or music
        blank = False
        if tunes:
            tunes[-1].append(line)
    return tunes
