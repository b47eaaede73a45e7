"""What a model is asked: the paper's five levels, or a template of the user's own.

South Asian music paper, Appendix B, table 5, word for word in resources/prompts; the README there says how
its printed placeholders are read. Here one is a name in braces, `{lyrics}`; `{{` and `}}` are plain braces.
"""

import re
from functools import cache

from core import paths
from core.errors import UsageError
from core.songs.song import Song, Style

LEVELS = (1, 2, 3, 4, 5)
PLACEHOLDERS = ("lyrics", "theme", "metre", "style", "title", "raga", "tala", "tempo")
STYLE_NAMES = {Style.RABINDRA: "Rabindra", Style.NAZRUL: "Nazrul"}
_MARK = re.compile(r"\{\{|\}\}|\{([A-Za-z][A-Za-z _-]*)\}")


def build(level: int, song: Song) -> str:
    """Return the exact prompt of a level. Raises UsageError: no such level, or a field the song lacks."""
    return _fill(template(level), song, f"Prompt level {level}")


def fill(text: str, song: Song) -> str:
    """Return a template of the user's own, filled. Raises UsageError for an unknown or empty placeholder."""
    return _fill(text, song, "The template")


@cache
def template(level: int) -> str:
    """Return a level's text with its placeholders. Raises UsageError where there is no such level."""
    if level not in LEVELS:
        raise UsageError(f"There is no prompt level {level}; choose 1 to 5.")
    file = paths.resources() / "prompts" / f"level{level}.txt"
    return file.read_text(encoding="utf-8").removesuffix("\n")


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names a template asks for, each once, in the order they come."""
    return tuple(dict.fromkeys(name for name in _MARK.findall(text) if name))


def _fill(text: str, song: Song, asker: str) -> str:
    """Put the song's fields in, in one pass: what a field itself holds is never read as a placeholder.

    Blanks and line ends around a field's value go, those inside stay.
    """
    values = {name: _value(song, name, asker) for name in placeholders(text)}
    plain = {"{{": "{", "}}": "}"}
    return _MARK.sub(lambda mark: plain.get(mark.group()) or values[mark.group(1)], text)


def _value(song: Song, name: str, asker: str) -> str:
    if name not in PLACEHOLDERS:
        known = ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
        raise UsageError(f"{asker} has an unknown placeholder {{{name}}}. Known: {known}.")
    if name == "style":
        if song.style not in STYLE_NAMES:
            raise UsageError(f"{asker} asks for a Rabindra or Nazrul song: choose one as the song's style.")
        return STYLE_NAMES[song.style]
    held = getattr(song, name)
    value = f"{held:g}" if isinstance(held, float) else str(held or "").strip()
    if not value:
        raise UsageError(f"{asker} needs the song's {name}, which is empty. Fill it in, or ask otherwise.")
    return value
