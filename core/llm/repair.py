"""Ask a model to put its own tune right: the findings as the next turn of the conversation."""

import threading
from collections.abc import Sequence
from dataclasses import replace

from core.llm.answer import find_tune
from core.llm.base import Backend, Options, Turn, Watch
from core.llm.compose import Composition, sing
from core.score.diagnostic import Diagnostic, Severity
from core.songs.song import Song, Take

MOST_TOLD = 40
"""Findings that are told at most: a list as long as the tune helps nobody."""
ORDER = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def request(tune: str, findings: Sequence[Diagnostic]) -> str:
    """Return what is asked: the tune with its lines counted, and what was found in it, the worst first."""
    worst = sorted(findings, key=lambda row: ORDER.index(row.severity))[:MOST_TOLD]
    told = sorted(worst, key=lambda row: (row.line, row.column))
    lines = tune.strip("\n").split("\n")
    rows = [f"- line {row.line}, column {row.column}{_quoted(tune, row)}: {row.message}" for row in told]
    more = len(findings) - len(told)
    if more > 0:
        rows.append(f"- and {more} more of the kind.")
    return "\n".join(
        [
            "This tune in ABC notation has mistakes:",
            "",
            *lines,
            "",
            "What is wrong with it:",
            *rows,
            "",
            "Put these right and change nothing else. Reply with the whole corrected tune in ABC notation.",
        ]
    )


def _quoted(tune: str, row: Diagnostic) -> str:
    """Return the text of a finding's place in quotes, where it is short enough to help."""
    lines = tune.split("\n")
    if not 0 < row.line <= len(lines):
        return ""
    text = lines[row.line - 1][row.column - 1 : row.column - 1 + row.length].strip()
    return f' ("{text}")' if 0 < len(text) <= MOST_TOLD and '"' not in text else ""


def conversation(song: Song, take: Take | None) -> tuple[Turn, ...]:
    """Return what was said before: the prompt and the reply of the take, or of the one that it began as."""
    known = {other.id: other for other in song.takes}
    seen: set[str] = set()
    turns: list[Turn] = []
    while take is not None and take.id not in seen:
        seen.add(take.id)
        if take.prompt and take.reply:
            turns = [Turn("user", take.prompt), Turn("assistant", take.reply), *turns]
        take = known.get(take.parent)
    return tuple(turns)


def ask(
    song: Song,
    take: Take | None,
    tune: str,
    findings: Sequence[Diagnostic],
    backend: Backend,
    options: Options,
    *,
    watch: Watch | None = None,
    stop: threading.Event | None = None,
) -> Composition:
    """Ask a model to repair a tune. `take` is the one that the tune is of, None for a tune written by hand.

    Raises what the backend raises. A reply without a tune is not an error here: `score` is None then.
    """
    text = request(tune, findings)
    reply = backend.generate((*conversation(song, take), Turn("user", text)), options, watch=watch, stop=stop)
    answer = find_tune(reply.text, text)
    if answer.tune is None:
        return Composition(text, options, reply, answer)
    score, sung, report = sing(answer.tune.text, song.lyrics, song.title)
    return Composition(text, options, reply, answer, answer.tune.text, sung, score, report)


def repaired_take(made: Composition, song: Song, take: Take | None, profile: str) -> Take:
    """Return the take that keeps the reply, linked to the take that was to be repaired."""
    name = f"{take.name or 'Take'}, repaired by the model" if take else "Repaired by the model"
    return replace(made.take(song, None, profile), name=name, parent=take.id if take else "")
