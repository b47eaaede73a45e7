"""The shipped theory questions, made from the tables in `resources/tradition`.

Written by `python -m core.benchmarks.theory.questions`; the same tables and seed give the same file, byte for byte.
"""

from pathlib import Path

from core import paths
from core.benchmarks.banks.bank import write_bank
from core.benchmarks.base import Sample
from core.benchmarks.theory import notation, raga, swara, tala, thaat
from core.benchmarks.theory.draft import samples

SEED = "swaralipi-theory-1"
_MAKERS = (raga, thaat, tala, swara, notation)


def questions(seed: str = SEED) -> tuple[Sample, ...]:
    """Return every theory question, kind by kind; any seed gives a bank of the same facts and rules."""
    return samples([draft for maker in _MAKERS for draft in maker.drafts(seed)], seed)


def shipped_file() -> Path:
    """Return where the bank is kept."""
    return paths.resources() / "banks" / "theory.jsonl"


if __name__ == "__main__":
    write_bank(shipped_file(), questions())
