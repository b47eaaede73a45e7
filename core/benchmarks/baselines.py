"""What knows nothing, to compare models with: three rules that pick a letter without reading the question."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import regex

from core.benchmarks.base import Sample
from core.llm.letter.find import LETTERS
from core.registry import by_name


@dataclass(frozen=True, slots=True)
class Baseline:
    """A rule that picks a letter.

    `learn` takes what the rule needs of the whole bank, a text that can be kept with a run and is empty where it needs
    nothing. `pick` gives the letter for a sample, a seed and what was learnt; the same three give the same letter.
    """

    name: str
    title: str
    learn: Callable[[Sequence[Sample]], str]
    pick: Callable[[Sample, int, str], str]


def random_letter(sample: Sample, seed: int) -> str:
    """Return a letter drawn by seed and id, so that neither order nor number of the questions matters."""
    digest = hashlib.sha256(f"{seed}\n{sample.id}".encode("utf-8", "surrogatepass")).digest()
    # 64 bits: what is left over by four letters is nothing
    return LETTERS[int.from_bytes(digest[:8], "big") % len(LETTERS)]


def most_frequent_letter(samples: Sequence[Sample]) -> str:
    """Return the letter that is right most often in a bank; of equals the earlier, A for an empty bank."""
    counts = Counter(sample.answer for sample in samples)
    return max(LETTERS, key=lambda letter: counts[letter])


def longest_option(sample: Sample) -> str:
    """Return the letter of the option that is longest in grapheme clusters; of equals the earlier."""
    lengths = [len(regex.findall(r"\X", option)) for option in sample.options]
    return LETTERS[lengths.index(max(lengths))]


BASELINES = (
    Baseline("random-letter", "Random letter", lambda _all: "", lambda sample, seed, _: random_letter(sample, seed)),
    Baseline("most-frequent-letter", "Most frequent letter", most_frequent_letter, lambda _one, _seed, learnt: learnt),
    Baseline("longest-option", "Longest option", lambda _all: "", lambda sample, _seed, _: longest_option(sample)),
)
"""In the order of reports."""

BASELINES_BY_NAME = by_name(BASELINES)
