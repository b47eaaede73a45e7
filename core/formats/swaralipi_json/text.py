"""JSON from anywhere: read with bounds, so that a hostile file is refused in words."""

import json
import re
from collections import Counter
from typing import NoReturn

from core.errors import FormatError

DEEPEST = 12
"""A song's own file is seven levels deep."""
MOST_DIGITS = 15
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.S)


def load(text: str) -> object:
    """Return what a JSON text says. Raises FormatError: broken, too deep, NaN, huge numbers, a key told twice."""
    _refuse_depth(text)
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise FormatError(f"This JSON breaks off at line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except RecursionError as error:
        raise FormatError(
            f"The JSON is nested more than {DEEPEST} levels deep; a song is not. It is not read."
        ) from error


def _refuse_depth(text: str) -> None:
    depth = 0
    for sign in re.findall(r"[\[\]{}]", _STRING.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > DEEPEST:
            raise FormatError(f"The JSON is nested more than {DEEPEST} levels deep; a song is not. It is not read.")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        again = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise FormatError(f"The key {again[:40]!r} stands twice in one object, and it is not clear which is meant.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise FormatError(f"{name} is no number that JSON has. Write null where a value is missing.")


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise FormatError(f"A number of {len(digits)} digits is in the file; no song needs one.")
    return int(digits)


def _float(digits: str) -> float:
    if len(digits) > 2 * MOST_DIGITS:
        raise FormatError(f"A number of {len(digits)} digits is in the file; no song needs one.")
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise FormatError(f"The number {digits} is too large; no song needs one.")
    return number
