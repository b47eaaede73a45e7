"""The dialect of Jianpu that ONOTE's critic is told about (figure 8): `| 1 (3 4) 5 - |`.

A number is one beat, a dash one beat more, notes in brackets share one beat. A beat is a quarter.
"""

import re

from core.formats.base import Format, Imported
from core.formats.jianpu import text_reader
from core.formats.jianpu.text_tokens import WIDE

_ITEM = r"[_^#b<>]*[0-7]"
_WORD = re.compile(rf"(?<![^\s|])(?:{_ITEM}|-|\({_ITEM}(?:\s+(?:{_ITEM}|-)){{1,15}}\))(?![^\s|])")
_HEADER = re.compile(r"\s*(?:```.*|[1-7]\s*=\s*[#b]?[A-G][#b]?(?:\s+\d+/\d+)?|\d+/\d+)?\s*")


def read(content: bytes) -> Imported:
    """Read notes, rests, dashes and brackets; what is none of them is a finding with its place."""
    return text_reader.read(content, grouped=True)


def _recognises(head: bytes) -> bool:
    lines = head.decode("utf-8-sig", "ignore").translate(WIDE).splitlines()[:50]
    music = [line for line in lines if not _HEADER.fullmatch(line)]
    return any("|" in line for line in music) and not any(_WORD.sub("", line).strip(" \t|") for line in music)


CRITIC = Format("critic", "Jianpu, critic's dialect", (".critic",), _recognises, read)
