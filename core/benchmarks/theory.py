"""The shipped theory questions, made from the tables in `resources/tradition`.

Written by `python -m core.benchmarks.theory`; the same tables and seed give the same file, byte for byte.
"""

from pathlib import Path

from core import paths
from core.benchmarks import theory_notation, theory_raga, theory_swara, theory_tala, theory_thaat
from core.benchmarks.bank import write_bank
from core.benchmarks.base import Sample
from core.benchmarks.theory_draft import samples

SEED = "swaralipi-theory-1"
_MAKERS = (theory_raga, theory_thaat, theory_tala, theory_swara, theory_notation)


def questions(seed: str = SEED) -> tuple[Sample, ...]:
    """Return every theory question, kind by kind; any seed gives a bank of the same facts and rules."""
    return samples([draft for maker in _MAKERS for draft in maker.drafts(seed)], seed)


def shipped_file() -> Path:
    """Return where the bank is kept."""
    return paths.resources() / "banks" / "theory.jsonl"


if __name__ == "__main__":
    write_bank(shipped_file(), questions())
