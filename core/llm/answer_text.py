"""Cleaning what models wrap around a tune: markdown, entities, JSON, escaped line ends."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from core.formats.abc.lexer import HEADER_LETTERS, LOOK_ALIKES, field_of, looks_like_music

FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n`]*$", re.M)
_THOUGHT_MARKS = tuple(
    (re.compile(mark, re.I), tag)
    for mark, tag in (
        (r"◁think▷|\[THINK\]|<seed:think>|<\|begin_of_thought\|>", "<think>"),
        (r"◁/think▷|\[/THINK\]|</seed:think>|<\|end_of_thought\|>", "</think>"),
        (r"<\|channel\|>analysis<\|message\|>", "<think>"),
        (r"<\|channel\|>final<\|message\|>", "</think>"),
    )
)
"""How other families of models mark what they think, and the tags that are read."""
_THINK = re.compile(r"<(/?)(think|thinking|thought|reasoning)>", re.I)
_THINK_CLOSE = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_THINK_OPEN = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.I)
_BOLD_FIELD = re.compile(r"^(\s*)(\*\*|__|`)([A-Za-z]:)(?:\2)?(.*?)(?:\2)?\s*$")
_ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,6}|#x[0-9a-fA-F]{1,6});")
_TAG = re.compile(r"</?(?:pre|code|p|div|span|abc)(?:\s[^<>]{0,200})?>", re.I)
_LITERAL = re.compile(r'X:[ \t]?\d*\\n(?:[^"\\\n]|\\.)*')
_LINE_END = re.compile(r"\r\n|\r|\n")
_JSON_DEPTH = 20
_PRINTED_SIGNS = "♯♭♮"
_SIGN_BEHIND = re.compile(rf"[A-Ga-g][,']*[{_PRINTED_SIGNS}]")
_SIGN_OF_KEY = re.compile(r"(?<=[A-Ga-g])[♯♭]")


def without_thoughts(text: str) -> tuple[str, bool]:
    """Drop what a model thought aloud; the flag is true where it never stopped thinking."""
    for mark, tag in _THOUGHT_MARKS:
        text = mark.sub(tag, text)
    text = _without_pairs(text)
    closes = list(_THINK_CLOSE.finditer(text))
    if closes:
        text = text[closes[-1].end() :]
    opened = _THINK_OPEN.search(text)
    return (text[: opened.start()], True) if opened else (text, False)


def _without_pairs(text: str) -> str:
    """Drop each opening tag with all up to the next closing one of its name, in one pass however many there are."""
    tags = [(mark.start(), mark.end(), mark[1] == "/", mark[2].lower()) for mark in _THINK.finditer(text)]
    last = {name: start for start, _, closes, name in tags if closes}
    kept, place, until = [], 0, ""
    for start, end, closes, name in tags:
        if until:
            if closes and name == until:
                place, until = end, ""
        elif not closes and last.get(name, -1) > start:
            kept.append(text[place:start])
            until = name
    return "".join([*kept, text[place:]])


def without_prompt(text: str, prompt: str) -> str:
    """Drop the prompt where the reply begins by repeating it, and turns that a base model invents after its answer."""
    if prompt.strip():
        body, echo = text.lstrip(), prompt.strip()
        if body.startswith(echo):
            text = body[len(echo) :]
    turn = re.search(r"^#{2,4}\s*(?:Instruction|Input|User|Human|Prompt)\b", text, re.M)
    answer = re.search(r"^#{2,4}\s*(?:Response|Answer|Output|Assistant)\b[^\n]*\n", text, re.M)
    if answer is not None and (turn is None or turn.start() < answer.start()):
        text = text[answer.end() :]
        turn = re.search(r"^#{2,4}\s*(?:Instruction|Input|User|Human|Prompt)\b", text, re.M)
    return text[: turn.start()] if turn else text


def json_tunes(text: str) -> Iterator[str]:
    """Give every string, or list of lines, inside a JSON value that looks like a tune."""
    start = min((place for place in (text.find("{"), text.find("[")) if place >= 0), default=-1)
    if start < 0 or text[:start].strip():
        return
    try:
        value, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        return
    yield from _strings(value, 0)


def _strings(value: Any, depth: int) -> Iterator[str]:  # noqa: ANN401  any JSON value
    if depth > _JSON_DEPTH:
        return
    if isinstance(value, str):
        if has_tune(value):
            yield value
    elif isinstance(value, list):
        if value and all(isinstance(item, str) for item in value) and has_tune("\n".join(value)):
            yield "\n".join(value)
            return
        for item in value:
            yield from _strings(item, depth + 1)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item, depth + 1)


def literal_tunes(text: str) -> Iterator[str]:
    """Give tunes written as one line of program text, their line ends written out."""
    for match in _LITERAL.finditer(text):
        yield match[0].replace("\\n", "\n").replace('\\"', '"').replace("\\t", "\t").replace("\\\\", "\\")


def has_tune(text: str) -> bool:
    """Say whether a text holds a line of music and, unless it is all music, a header field."""
    lines = [line for line in _LINE_END.split(text) if line.strip()]
    music = sum(1 for line in lines if not is_abc_field(line) and looks_like_music(line))
    return music > 0 and (music == len(lines) or any(is_abc_field(line) for line in lines))


def is_abc_field(line: str) -> bool:
    """Say whether a line is a header or body field, a lyric line, or a directive."""
    return line.startswith("%") or (
        field_of(line, HEADER_LETTERS) is not None and not looks_like_music(line.lstrip()[:2] + " |")
    )


def unwrap(lines: list[str]) -> list[str]:
    """Take quote marks, bold field names, entities and tags off the lines of a block."""
    filled = [line for line in lines if line.strip()]
    if filled and all(line.lstrip().startswith(">") for line in filled):
        lines = [re.sub(r"^\s*> ?", "", line) for line in lines]
    out = []
    for line in lines:
        bold = _BOLD_FIELD.match(line)
        clean = f"{bold[1]}{bold[3]}{bold[4]}" if bold else line
        if "&" in clean and _ENTITY.search(clean):
            clean = html.unescape(clean)
        if "<" in clean:
            clean = _TAG.sub("", re.sub(r"<br\s*/?>", "", clean, flags=re.I))
        out.append(clean)
    return out


def normalised(text: str) -> str:
    """Return a tune with LF, no trailing blanks, and the look-alikes of ABC's signs put right outside words."""
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))]
    # a sign behind its note, as in F♯, is none of ABC's: the reader tells from the whole tune which note it is of
    behind = any(_SIGN_BEHIND.search(line) for line in lines if _field(line) is None and looks_like_music(line))
    table = {sign: other for sign, other in LOOK_ALIKES.items() if not behind or chr(sign) not in _PRINTED_SIGNS}
    return "\n".join(_normal_line(line, table) for line in lines).strip("\n")


def _normal_line(line: str, table: Mapping[int, int | str | None]) -> str:
    if line.isascii():
        return line
    found = _field(line)
    if found is not None:
        head = line[: len(line) - len(found[1])].replace("：", ":")
        if found[0] not in "XMLKQ":
            return head + found[1]
        return head + _SIGN_OF_KEY.sub(lambda match: "#" if match[0] == "♯" else "b", found[1]).translate(LOOK_ALIKES)
    if not looks_like_music(line):
        return line
    return re.sub(r'("[^"]*")|‖', lambda match: match[1] or "||", line.translate(table))


def _field(line: str) -> tuple[str, str] | None:
    return field_of(line, HEADER_LETTERS)


def unwrap_markdown(text: str) -> list[str]:
    """Return the lines of plain text with markdown around ABC taken off, quote by quote."""
    lines = re.split(r"\r\n|\r|\n", text)
    out: list[str] = []
    quote: list[str] = []
    for line in [*lines, ""]:
        if line.lstrip().startswith(">"):
            quote.append(line)
            continue
        if quote:
            out += unwrap(quote)
            quote = []
        out += unwrap([line])
    return out[:-1]
