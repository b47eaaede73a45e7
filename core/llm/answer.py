"""Find the tune in what a model replied. The reply itself is never changed."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.formats.abc.lexer import looks_like_music, looks_like_prose
from core.llm import answer_text
from core.llm.answer_text import FENCE, has_tune, is_abc_field

OTHER_LANGUAGES = {"xml", "musicxml", "html", "python", "py", "javascript", "js", "lilypond", "ly", "bash", "css"}
NOTES = {
    "truncated": "The reply ends inside the tune.",
    "several": "The reply holds several tunes; the first was taken.",
    "corrected": "The model withdrew its first tune; a later one was taken.",
    "no-header": "The tune has no K: line; it is read in C.",
    "joined": "The tune stood in several blocks of the reply, which were joined.",
}
"""What is worth knowing of how a tune was found, in words."""
_CORRECTION = re.compile(
    r"correct|apolog|mistake|\bfix|revis|sorry|\bwrong|improved|updated|final version|সংশোধ|ভুল|দুঃখিত|ঠিক কর", re.I
)
_ONLY_MUSIC = re.compile(r"[\s|:\[\]A-Ga-gzx\d/,'\-(){}<>^_=~.\"]+$")


@dataclass(frozen=True, slots=True)
class FoundTune:
    """A tune as it stands in the reply, and tidied: LF, no trailing blanks, ASCII bars."""

    verbatim: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The tunes of a reply. `chosen` is None where there is none, and `reason` then says why.

    `notes` are keys of NOTES.
    """

    tunes: tuple[FoundTune, ...]
    chosen: int | None
    reason: str = ""
    notes: tuple[str, ...] = ()

    @property
    def tune(self) -> FoundTune | None:
        """The tune to go on with."""
        return None if self.chosen is None else self.tunes[self.chosen]


@dataclass(slots=True)
class _Block:
    """A stretch of the reply that may be ABC, and the prose just before it."""

    text: str
    before: str
    open_end: bool = False


def find_tune(reply: str, prompt: str = "") -> Answer:
    """Find the tune that a careful person would take out of a reply. Never raises.

    `prompt` is what was asked; a model that repeats it is not answering with it.
    """
    text, endless = answer_text.without_thoughts(reply)
    text = answer_text.without_prompt(text, prompt)
    blocks = [block for block in _blocks(text) if has_tune(block.text)]
    if not blocks:
        return Answer((), None, _why_none(reply, text, endless))
    notes: list[str] = []
    blocks = _join_parts(blocks, notes)
    tunes: list[FoundTune] = []
    befores: list[str] = []
    for block in blocks:
        for piece in _split_numbers(block.text):
            tunes.append(FoundTune(piece, answer_text.normalised(piece)))
            befores.append(block.before)
    chosen = 0
    for place in range(1, len(tunes)):
        if _CORRECTION.search(befores[place]):
            chosen = place
    if chosen:
        notes.append("corrected")
    elif len(tunes) > 1:
        notes.append("several")
    if blocks[-1].open_end and chosen == len(tunes) - 1:
        notes.append("truncated")
    if not re.search(r"^\s*K:", tunes[chosen].text, re.M):
        notes.append("no-header")
    return Answer(tuple(tunes), chosen, "", tuple(notes))


def _why_none(reply: str, text: str, endless: bool) -> str:
    if not reply.strip():
        return "The reply is empty."
    if endless:
        return "The model was still thinking when the reply ended; allow it more tokens."
    if re.search(r"<score-partwise|<\?xml|\\version|\\relative", text):
        return "The reply holds music in another format, not ABC."
    return "There is no ABC in the reply: no header field and no line of music."


def _blocks(text: str) -> Iterator[_Block]:
    """Give what may be a tune: JSON, fenced blocks, or runs of ABC lines in plain text."""
    whole = list(answer_text.json_tunes(text.strip()))
    if whole:
        yield from (_Block(tune, "") for tune in whole)
        return
    fenced = list(_fenced(text))
    if any(has_tune(block.text) for block in fenced):
        yield from fenced
        return
    literal = list(answer_text.literal_tunes(text))
    if literal:
        yield from (_Block(tune, "") for tune in literal)
        return
    yield from _runs(text)


def _fenced(text: str) -> Iterator[_Block]:
    marks = list(FENCE.finditer(text))
    closings = _closings(marks)
    place, before = 0, 0
    while place < len(marks):
        opening = marks[place]
        number = closings[place]
        closing = marks[number] if number is not None else None
        stop = closing.start() if closing else len(text)
        body = text[opening.end() : stop].strip("\n") if closing else text[opening.end() :].lstrip("\n")
        prose = text[before : opening.start()]
        language = opening[2].lower()
        if language == "json" or (body.lstrip()[:1] in "{[" and '"' in body):
            yield from (_Block(tune, prose) for tune in answer_text.json_tunes(body))
        elif language not in OTHER_LANGUAGES:
            yield _Block(_unwrapped(body), prose, closing is None)
        else:
            yield from (_Block(tune, prose) for tune in answer_text.literal_tunes(body))
        before = closing.end() if closing else len(text)
        place = number + 1 if number is not None else len(marks)


def _closings(marks: Sequence[re.Match[str]]) -> list[int | None]:
    """Return for each mark of a block which one after it closes it: the next of its kind that names no language."""
    closings: list[int | None] = []
    following: dict[str, int] = {}
    for place in range(len(marks) - 1, -1, -1):
        kind = marks[place][1][0]
        closings.append(following.get(kind))
        if not marks[place][2]:
            following[kind] = place
    return closings[::-1]


def _unwrapped(body: str) -> str:
    lines = body.split("\n")
    clean = answer_text.unwrap(lines)
    return body if clean == lines else "\n".join(clean)


def _runs(text: str) -> Iterator[_Block]:
    """Give runs of lines that are ABC; an empty line inside one is kept where ABC goes on after it."""
    lines = answer_text.unwrap_markdown(text)
    run: list[str] = []
    prose: list[str] = []
    blanks = 0
    for line in lines:
        if not line.strip():
            blanks += 1
            continue
        if _is_abc(line, bool(run)):
            if run and blanks:
                run += [""] * blanks
            run.append(line)
        else:
            if run:
                yield _Block("\n".join(run), "\n".join(prose))
                run, prose = [], []
            prose.append(line)
        blanks = 0
    if run:
        yield _Block("\n".join(run), "\n".join(prose), not re.search(r"[|\]:]\s*$", run[-1]))


def _is_abc(line: str, inside: bool) -> bool:
    if is_abc_field(line):
        return inside or re.match(r"\s*[XTMLKQCR]\s?[:：]", line) is not None
    if looks_like_prose(line):
        return False
    return looks_like_music(line) or (inside and _ONLY_MUSIC.match(line) is not None)


def _join_parts(blocks: list[_Block], notes: list[str]) -> list[_Block]:
    """Append a block without a header to the one before it, unless it is a correction: a tune in several fences."""
    joined: list[_Block] = []
    parts: list[list[str]] = []
    has_key = False
    for block in blocks:
        headed = re.search(r"^\s*[XK]\s?[:：]", block.text, re.M)
        goes_on = bool(joined) and not headed and not _CORRECTION.search(block.before)
        if goes_on and has_key:
            parts[-1].append(block.text)
            joined[-1].open_end = block.open_end
            if "joined" not in notes:
                notes.append("joined")
        else:
            joined.append(block)
            parts.append([block.text])
            has_key = re.search(r"^\s*K\s?[:：]", block.text, re.M) is not None
    for block, texts in zip(joined, parts, strict=True):
        block.text = "\n".join([*(text.rstrip() for text in texts[:-1]), texts[-1]])
    return joined


def _split_numbers(text: str) -> list[str]:
    """Cut a block at its `X:` lines; words before the first or between are left out."""
    starts = [match.start() for match in re.finditer(r"^[ \t]*X\s?[:：]", text, re.M)]
    if not starts:
        return [text.strip("\r\n")]
    pieces = [text[a:b].strip("\r\n") for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    return [piece.rstrip() if len(starts) > 1 else piece for piece in pieces]
