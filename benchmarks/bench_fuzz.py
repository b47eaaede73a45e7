"""A hundred thousand mutated tunes, model replies and random texts: none may raise, none may take over a second."""

import json
import multiprocessing
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.bench_reader import real_tunes
from core.formats.abc.reader import read
from core.llm.answer import find_tune
from core.score.timeline import timeline

TEXTS = 100_000
SEED = 492
PIECE = 5_000
MOST_SECONDS = 1.0
LONGEST = 5_000
"""Characters: a repeated piece grows a text to no more than this."""
REPLIES = (
    "Sure! Here is a melody:\n\n```abc\nX:1\nT:River\nM:4/4\nL:1/8\nK:G\nG2 B2 d2 B2 | c2 A2 G4 |]\n```\nEnjoy!",
    "<think>3/4, so six quavers.</think>\nX:1\nT:আমার গান\nM:3/4\nL:1/8\nK:C\nC2 D2 E2|G4 E2|\nw: আ-মা-র গা-ন তু-মি",
    '{"abc": "X:1\\nM:3/4\\nK:C\\nC2 E2 G2 |"}',
    "X: 1\nM: 4/4\nL: 1/4\nK: C\nSa Re Ga Ma | C D E F ‖ G# A♭ B c :|\n",
)
PIECES = (
    "|:", ":|", "::", "[1", "[2", "|1,3", "[|]", "||:::", "(3", "(5:4:6", "{/g}", "{", "}", "[", "]", "[CEG]2", "&",
    "&&&", "-", ".(", ")", ">", "<<<", "!segno!", "!D.S.!", "!fine!", "!", '"', '"Am"', "Z9", "X", "y", "$", "\\\n",
    "\n", "\n\n", "\r", "w: a-b_*|~", "+: c", "s: !x! *", "V:2\n", "[V:3]", "[K:Bb]", "K:none\n", "[M:7/8]",
    "M:none\n", "[L:1/64]", "Q:1/4=999\n", "P:A\n", "P:((AB)9C)9\n", "m: ~n = nonm\n", "U:T=!x!\n", "%%begintext\n",
    "%%endtext\n", "%%propagate-accidentals not\n", "I:x\n", "X:7\n", "T:\n", "^^", "__", "^3/4", "=", "'", ",,,,",
    "/////", "99999", "0", "\x00", "\ud800", "\u200b", "🎵", "সা", "♯", "𝄆", "：", "`", "*", "#", "@", "<script>",
    "http://x/", "../", "C5", "C/3", "z16", "x",
)  # fmt: skip


def text(number: int, sources: list[str]) -> str:
    """Return the text of a number, the same one in every run."""
    chance = random.Random(SEED * TEXTS + number)
    if number % 10 == 9:
        return "".join(chr(chance.randrange(1, chance.choice((128, 0x1000, 0x11000)))) for _ in range(300))
    return _mutated(chance, chance.choice(sources), sources)


def sources() -> list[str]:
    """Return what is mutated: real tunes and replies of models."""
    return [*real_tunes(every=13, most=1000), *_replies()]


def _replies() -> list[str]:
    shared = Path(__file__).parents[2] / "shared" / "data" / "cases" / "llm_outputs.json"
    found = [case["raw"] for case in json.loads(shared.read_text(encoding="utf-8"))] if shared.is_file() else []
    return [*REPLIES * 20, *found * 5]


def _mutated(chance: random.Random, text: str, sources: list[str]) -> str:
    for _ in range(chance.choice((1, 1, 2, 3, 5, 20))):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice((1, 2, 5, 30, 200)))
        way = chance.randrange(7)
        if way == 0:
            text = text[:at] + text[to:]
        elif way == 1:
            text = text[:at] + chance.choice(PIECES) + text[at:]
        elif way == 2:
            text = text[:at] + chance.choice(PIECES) + text[to:]
        elif way == 3:
            text = text[:to] + text[at:]
        elif way == 4:
            other = chance.choice(sources)
            start = chance.randrange(len(other) + 1)
            text = text[:at] + other[start : start + 200] + text[to:]
        elif way == 5:
            text = text[:at] + text[at:to] * chance.choice((2, 3, 10, 100)) + text[to:]
        else:
            text = text[:at] + "".join(chance.sample(text[at:to], len(text[at:to]))) + text[to:]
        text = text[:LONGEST]
    return text


def run(count: int = TEXTS) -> dict[str, float]:
    """Return the longest and the mean CPU time of a text; one that raises or takes too long ends the run."""
    pieces = [range(start, min(start + PIECE, count)) for start in range(0, count, PIECE)]
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        rows = list(pool.map(measure, pieces))
    return {
        "mutated texts read": count,
        "fuzz, longest text, s": max(longest for longest, _ in rows),
        "fuzz, ms a text": sum(total for _, total in rows) / count * 1000,
    }


def measure(numbers: range) -> tuple[float, float]:
    """Read the texts of these numbers; return the longest and the total CPU seconds."""
    from_what = sources()
    longest, total = 0.0, 0.0
    for number in numbers:
        one = text(number, from_what)
        started = time.thread_time()
        try:
            read_all(one)
        except Exception as error:
            raise AssertionError(f"text {number} of seed {SEED} raised: {one[:200]!r}") from error
        taken = time.thread_time() - started
        longest, total = max(longest, taken), total + taken
        if taken > MOST_SECONDS:
            raise AssertionError(f"text {number} of seed {SEED} took {taken:.1f} s")
    return longest, total


def read_all(one: str) -> None:
    """Do with a text what the window does while it is written."""
    for tune in read(one).tunes:
        timeline(tune.score)
        timeline(tune.score, played=True)
    find_tune(one, "")
