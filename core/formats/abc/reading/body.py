"""Bar lines, endings, and fields inside the music."""

import re
from dataclasses import replace
from functools import lru_cache

from core.formats.abc.lexer import (
    SIGNS_BEFORE,
    Line,
    guessed_signs,
    looks_like_music,
    number_signs,
    plain,
    with_signs_before,
)
from core.formats.abc.reading import fields as abc_fields
from core.formats.abc.reading.draft import barline_of
from core.formats.abc.reading.macros import MOST_MACROS, parse_macro
from core.formats.abc.reading.tune import TuneDraft, apply_properties, section_name, voice_id
from core.formats.abc.reading.voice import VoiceDraft
from core.formats.abc.text import decoded
from core.score.diagnostic import Severity
from core.score.score import Barline

MOST_PASSES = 9
UNICODE_BARS = {"𝄀": "|", "𝄁": "||", "𝄂": "|]", "𝄆": "|:", "𝄇": ":|"}


def with_signs(tune: TuneDraft, line: Line) -> str:
    """Return a line of music with # ♯ ♭ ♮ as ABC has them, column for column; say where their note is a guess."""
    text, before = line.text, bool(tune.signs_before)
    for found in list(guessed_signs(text, before)):
        place, sign, second = found.start("sign"), found["sign"], found["second"]
        column = _column(line, place)
        meant = SIGNS_BEFORE[sign[0]] * len(sign) + second
        message = (
            f"{sign} stands between {found['first']} and {second}, and is read as the accidental of {second}. "
            f"Write {meant} if that is meant, else the accidental before {found['first']}."
        )
        tune.say(Severity.WARNING, "accidental-between", message, line, column, len(sign))
        text = text[:place] + SIGNS_BEFORE[sign[0]] * len(sign) + text[place + len(sign) :]
    for found in number_signs(text) if before else ():
        message = sharp_message("^" * len(found["sign"]) + found["second"])
        tune.say(Severity.WARNING, "accidental-sign", message, line, _column(line, found.start()), len(found[0]))
    return plain(with_signs_before(text) if before else text)


def _column(line: Line, place: int) -> int:
    return (line.origin[place][0] if line.origin else place) + 1


def sharp_message(meant: str) -> str:
    """Say how a # before a note is read."""
    return f"ABC has no # before a note; it is read as {meant}. Write {meant}."


def bar_line(voice: VoiceDraft, sign: str, line: int, after: int) -> None:
    """End the open measure, or give an empty one its left bar line.

    Colons before the line repeat what went before, colons after it open a repeat; each one past the first is one
    more pass (`|::` is played three times, ABC 2.1, 4.8).
    """
    if voice.replayed is not None:
        voice.replay_next()
        return
    style, before, after_colons = _parts(sign)
    measure = voice.open
    if measure.empty and not measure.marks and not measure.ending:
        _bar_on_empty(voice, before, after_colons, style, line, after)
        return
    voice.close(barline_of(style, before), line, after)
    if after_colons:
        voice.open.left = barline_of(style, after_colons)


@lru_cache(maxsize=512)
def _parts(sign: str) -> tuple[str, int, int]:
    """Take a bar line apart: its style, the repeats before it and those after it."""
    core = UNICODE_BARS.get(sign, sign).lstrip(".")
    before = len(core) - len(core.lstrip(":"))
    after = len(core) - len(core.rstrip(":"))
    if not core.strip(":"):
        before, after = len(core) // 2 or 1, len(core) // 2
    middle = core.strip(":").replace("‖", "||")
    return _style(middle, sign.startswith(".")), min(before, MOST_PASSES), min(after, MOST_PASSES)


def _bar_on_empty(voice: VoiceDraft, before: int, after: int, style: str, line: int, column: int) -> None:
    """Take a second bar line in a row: its parts belong to the measure before and the one to come."""
    if voice.decorations:
        voice.leave_marks(at_bar=True)
    measure = voice.open
    if voice.measures:
        last = voice.measures[-1]
        repeats = last.right.repeats or before
        kept = last.right.style if style == "|" and last.right.style else style
        last.right = barline_of(kept, repeats)
    if after:
        measure.left = barline_of(style, after)
    elif not voice.measures:
        measure.left = barline_of(style, 0)
    measure.line, measure.column = line, column


def _style(middle: str, dotted: bool) -> str:
    """Name the line: `|` `||` `|]` `[|` `.|` or none for the invisible `[|]`."""
    if middle == "[|]":
        return ""
    if dotted:
        return ".|"
    if not middle:
        return "||"
    if middle.startswith("["):
        return "[|"
    if middle.endswith("]"):
        return "|]"
    return "||" if len(middle) > 1 else "|"


def start_ending(voice: VoiceDraft, text: str, line: int, column: int) -> None:
    """Begin a variant ending such as `1`, `1,3` or `1-3` at this moment; a bar that has begun is cut in two."""
    numbers: list[int] = []
    for piece in text.rstrip(".").split(","):
        low, _, high = piece.partition("-")
        if low.isdigit():
            first = min(int(low[:3]), 99)
            last = min(int(high[:3]), 99) if high.isdigit() else first
            numbers += range(first, last + 1)
    wanted = tuple(number for number in dict.fromkeys(numbers) if number > 0)
    if not wanted:
        return
    if not voice.open.empty:
        voice.close(Barline(""), line, column)
    voice.open.ending = wanted


def field(tune: TuneDraft, letter: str, value: str, line: Line, column: int) -> None:
    """Apply a field in the body, on its own line or in brackets. `column` is that of the value."""
    if letter == "V":
        _voice(tune, value, line, column)
        return
    if letter not in MUSICAL:
        _text_field(tune, letter, value)
        return
    if letter == "P" and not tune.voice().open.empty:
        tune.voice().close(Barline(""), line.number, column)
    for problem in MUSICAL[letter](tune, tune.voice(), value):
        tune.say(Severity.WARNING, f"field-{letter}", _sentence(problem), line, column, max(1, len(value)))


def _key(_tune: TuneDraft, voice: VoiceDraft, value: str) -> list[str]:
    found = abc_fields.parse_key(value)
    if found.key is not None:
        voice.set_key(found.key)
    apply_properties(voice, replace(found, name=None))
    return found.problems


def _metre(_tune: TuneDraft, voice: VoiceDraft, value: str) -> list[str]:
    metre, problem = abc_fields.parse_metre(value)
    voice.set_metre(metre)
    return [problem] if problem else []


def _unit(_tune: TuneDraft, voice: VoiceDraft, value: str) -> list[str]:
    unit, problem = abc_fields.parse_unit(value)
    voice.set_unit(unit or voice.unit)
    return [problem] if problem else []


def _tempo(tune: TuneDraft, voice: VoiceDraft, value: str) -> list[str]:
    tempo, problem = abc_fields.parse_tempo(value, voice.unit)
    if tempo is not None and tune.tempo is None and not voice.measures and voice.open.empty:
        tune.tempo = tempo
    elif tempo is not None:
        voice.change(tempo)
    return [problem] if problem else []


def _section(_tune: TuneDraft, voice: VoiceDraft, value: str) -> list[str]:
    voice.mark(f"P:{section_name(value)}")
    return []


def _symbol(tune: TuneDraft, _voice: VoiceDraft, value: str) -> list[str]:
    user_symbol(tune, value)
    return []


MUSICAL = {"K": _key, "M": _metre, "L": _unit, "Q": _tempo, "P": _section, "U": _symbol}
"""Body fields that change the music; each gives its problems in words."""


def _text_field(tune: TuneDraft, letter: str, value: str) -> None:
    if letter == "W":
        tune.words.append(decoded(value.strip()))
    elif letter == "T":
        tune.titles.append(decoded(value.strip()))
    elif letter == "I":
        directive(tune, value)
    elif letter == "m":
        define_macro(tune, value)
    else:
        tune.fields.append((letter, value.strip()))


def _voice(tune: TuneDraft, value: str, line: Line, column: int) -> None:
    name, properties = voice_id(value)
    found = abc_fields.parse_properties(properties)
    tune.current = tune.voice_named(name)
    apply_properties(tune.current, found)
    if tune.full:
        tune.say(Severity.ERROR, "too-many-voices", "More than 64 voices; the rest is left out.", line, column)


_OLD_CHORD = re.compile(
    r"""  "[^"]*" | \[[A-Za-z]:[^\]]*\] | %.* | \+(?!f{2,4}\+)((?:[\^_=]{0,2}[A-Ga-g][,']*\d*/*\d*){2,})\+""", re.X
)


def with_old_chords(tune: TuneDraft, line: Line, text: str) -> str:
    """Return a line of music with chords as ABC has written them since 1.6, column for column (ABC 2.1, 10.2.3)."""
    rows = [found for found in _OLD_CHORD.finditer(text) if found[1]]
    for found in rows:
        column = _column(line, found.start())
        message = f"{found[0][:30]} is read as the chord [{found[1][:28]}], which is how ABC writes it now."
        tune.say(Severity.WARNING, "chord-old", message, line, column, len(found[0]))
    return _OLD_CHORD.sub(lambda found: f"[{found[1]}]" if found[1] else found[0], text) if rows else text


_JUMP_WORDS = re.compile(
    r"[\^_<>@]?\s*(?:(D\.?\s?[CS]|Da\s+Capo|Dal\s+Segno)\.?(?:\s*al\s+(fine|coda))?|(to\s+coda|fine))[.!]?\s*", re.I
)


def quoted_jump(text: str) -> str | None:
    """Return the decoration that words in quotes, such as `D.C. al Fine`, would be; None where they are other words."""
    found = _JUMP_WORDS.fullmatch(text)
    if found is None or re.fullmatch("D[cs]|d.", text):
        return None
    if found[3]:
        return "fine" if found[3].lower() == "fine" else "dacoda"
    sign = "D.S." if found[1].upper().replace(".", "").replace(" ", "") in ("DS", "DALSEGNO") else "D.C."
    return f"{sign}al{found[2].lower()}" if found[2] else sign


def jump_message(jump: str) -> str:
    """Say that words in quotes do not steer playback."""
    return f"Words in quotes are printed, not obeyed: the tune is played on here. Write !{jump}! to have them obeyed."


_VOICE_THEN_MUSIC = re.compile(r'\s*\S+(?:\s+[A-Za-z]+\s*=\s*(?:"[^"]*"|[^\s"]+))*\s+')


def music_after_voice(value: str) -> int:
    """Return where music begins that was written on the line of `V:`, 0 where there is none."""
    match = _VOICE_THEN_MUSIC.match(value) if "|" in value else None
    return match.end() if match and looks_like_music(value[match.end() :]) else 0


def define_voice(tune: TuneDraft, value: str) -> None:
    """Keep what the header says of a voice."""
    name, properties = voice_id(value)
    if name != "*" and len(tune.defined) < 200:
        tune.defined[name] = abc_fields.parse_properties(properties)


def user_symbol(tune: TuneDraft, value: str) -> None:
    """Read a `U:` value such as `T = !trill!`; `!nil!` takes a letter's meaning away.

    A text in quotes stays so: it is an annotation or a chord symbol (ABC 2.1, 4.16).
    """
    match = re.match(r"\s*([.~H-Wh-w])\s*=?\s*(\"[^\"]*\"|[!+]?[^!+]*)", value)
    if match:
        quoted = len(match[2]) > 2 and match[2][0] == '"' == match[2][-1]
        name = match[2] if quoted else match[2].strip('!+" ')[:60]
        tune.symbols[match[1]] = "" if name in ("nil", "none", "null") else name


def define_macro(tune: TuneDraft, value: str) -> None:
    """Keep an `m:` macro; one that is none is kept as a field."""
    macro = parse_macro(value)
    if macro is not None and len(tune.macros) < MOST_MACROS:
        tune.macros.append(macro)
    else:
        tune.fields.append(("m", value.strip()))


def directive(tune: TuneDraft, value: str) -> None:
    """Obey `I:` or `%%` where it changes the music; the rest is kept as written."""
    match = re.match(r"\s*propagate-accidentals\s+(not|octave|pitch)", value)
    if match:
        # not kept: what it says is in the pitches, and a score that is written anew follows the default
        tune.propagate = match[1]
        for voice in tune.voices.values():
            voice.propagate = match[1]
    elif len(tune.fields) < 1000:
        tune.fields.append(("I", value.strip()))


def _sentence(problem: str) -> str:
    return f"{problem[0].upper()}{problem[1:]}."
