"""Choose the default model's sampling: tunes over many seeds, and how varied they are.

    python -m benchmarks.sampling [SEEDS]

Prints one row a setting: mean pitch entropy (the paper's reference songs: 2.86 bits), the largest share that one pitch
has in any tune, how many tunes loop, bars right.
"""

import sys
import time
from dataclasses import replace

from core.llm import compose, open_backend, profiles
from core.llm.base import PAPER, Options
from core.metrics.base import Tune
from core.metrics.pitch_entropy import entropy
from core.metrics.pitch_text import histogram
from core.score.check import bars_right
from core.score.timeline import timeline
from core.songs import samples

SONGS = ("aguner-poroshmoni", "ekla-chalo-re", "anandaloke-mangalaloke")
SETTINGS: tuple[dict[str, float], ...] = (
    {},
    {"temperature": 1.0, "min_p": 0.05, "frequency_penalty": 0.2},
    {"temperature": 1.2, "min_p": 0.05, "frequency_penalty": 0.3},
    {"temperature": 1.3, "min_p": 0.05, "repeat_penalty": 1.3},
    {"temperature": 1.5, "min_p": 0.05, "frequency_penalty": 0.3},
    {"temperature": 1.5, "min_p": 0.05, "repeat_penalty": 1.3},
    {"temperature": 1.3, "min_p": 0.05, "repeat_penalty": 1.4},
)
LOOP_BARS = 3
LOOP_NOTES = 7


def loops(tune: Tune) -> bool:
    """Say whether a bar comes three times in a row, or a note seven times."""
    bars = [tuple((note.pitch, event.written) for event in measure.events for note in event.notes)
            for measure in tune.score.parts[0].measures]  # fmt: skip
    notes = [moment.midi for moment in timeline(tune.score).notes]
    return _run(bars) >= LOOP_BARS or _run(notes) >= LOOP_NOTES


def _run(items: list) -> int:
    longest = now = 0
    before = None
    for item in items:
        now = now + 1 if item == before else 1
        before = item
        longest = max(longest, now)
    return longest


def measure(options: Options, seeds: int) -> str:
    """Write tunes with one setting; return its row."""
    backend = open_backend(profiles.find(profiles.DEFAULT))
    entropies, shares, looping, right, total = [], [], 0, 0, 0
    try:
        for seed in range(seeds):
            song = samples.load(SONGS[seed % len(SONGS)])
            asked = replace(options, seed=seed, grammar=compose.song_grammar(song))
            made = compose.compose(song, compose.prompt_for(song, 3), backend, asked)
            tune = Tune(made.abc)
            entropies.append(entropy(tune.pitches))
            shares.append(max(histogram(tune.pitches).values()))
            looping += loops(tune)
            good, bars = bars_right(tune.score)
            right, total = right + good, total + bars
    finally:
        backend.close()
    mean = sum(entropies) / len(entropies)
    return (
        f"{mean:.2f} ({min(entropies):.2f}-{max(entropies):.2f}) | {max(shares):.0%} | {looping} of {seeds} "
        f"| {right} of {total}"
    )


def main() -> None:
    """Print the table."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| setting | entropy, mean (range) | largest share | loops | bars right |\n|---|---|---|---|---|")
    for setting in SETTINGS:
        started = time.monotonic()
        words = ", ".join(f"{name} {value}" for name, value in setting.items()) or "as in the paper"
        print(f"| {words} | {measure(replace(PAPER, **setting), seeds)} |", flush=True)
        print(f"({time.monotonic() - started:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
