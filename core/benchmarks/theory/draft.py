"""From a fact and its rivals to a question with four options."""

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from core.benchmarks.base import Sample

LETTERS = "ABCD"
TRIES = 60
"""Draws of three wrong options, of which the first that suits is taken."""
_LENGTHS = ("longest", "shortest", "between", "between", "between", "between")
"""What is wanted of the right option, drawn by lot; ties are between, and some kinds can only have the longest."""
_WORD = re.compile(r"[\w\u0980-\u09ff♭♯]+")
_PLAIN = {
    "রাগ", "রাগের", "রাগে", "রাগটি", "রাগকে", "রাগটিকে", "রাগগুলির", "স্বর", "স্বরের", "স্বরটি", "স্বরগুলি", "তাল",
    "তালে", "তালের", "ঠাট", "ঠাটে", "ঠাটের", "মাত্রা", "মাত্রায়", "সপ্তকে", "সপ্তকের", "কোন", "কোনটি", "কোনো", "নিচের",
}  # fmt: skip
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be given. `key` is what the table calls it."""

    key: str
    text: str
    gloss: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before its options are drawn: the right one, and every one that is surely wrong."""

    kind: str
    theme: str
    about: str
    """What tells it from others of its kind; with the kind it is the id."""
    question: str
    gloss: str
    right: Option
    wrong: Sequence[Option]
    table: str
    row: str
    field: str
    sources: tuple[str, ...]
    facts: dict[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name of the question, which no other row of the tables can change."""
        return f"theory-{self.kind}-{self.about}".replace("_", "-")


def fair(drafts: Iterable[Draft], most: int, seed: str) -> Iterator[Draft]:
    """Give at most so many drafts of one kind, drawn by the seed, and none that gives itself away."""
    good = [draft for draft in drafts if _fit(draft, seed)]
    taken = set(Random(f"{seed}:{good[0].kind}").sample(range(len(good)), min(most, len(good)))) if good else set()  # noqa: S311
    yield from (draft for place, draft in enumerate(good) if place in taken)


def one_of(drafts: Sequence[Draft], seed: str) -> Iterator[Draft]:
    """Give one of several questions that ask the same in the same words, where one is fit."""
    order = Random(f"{seed}:{drafts[0].question}").sample(list(drafts), len(drafts)) if drafts else []  # noqa: S311
    yield from itertools.islice((draft for draft in order if _fit(draft, seed)), 1)


def samples(drafts: Sequence[Draft], seed: str) -> tuple[Sample, ...]:
    """Draw the options and deal the letters: of every four questions one has its answer at A, B, C and D."""
    deck: list[str] = []
    dealer = Random(f"{seed}:letters")  # noqa: S311  reproducible on purpose
    made = []
    for draft in drafts:
        if not deck:
            deck = list(LETTERS)
            dealer.shuffle(deck)
        made.append(_sample(draft, deck.pop(), seed))
    return tuple(made)


def _sample(draft: Draft, letter: str, seed: str) -> Sample:
    options = list(_drawn(draft, seed))
    options.insert(LETTERS.index(letter), draft.right)
    facts = {
        "kind": draft.kind, "table": draft.table, "id": draft.row, "field": draft.field, **draft.facts,
        "options": [option.key for option in options],
    }  # fmt: skip
    return Sample(
        id=draft.id,
        task="theory",
        text=draft.question,
        theme=draft.theme,
        options=tuple(option.text for option in options),
        answer=letter,
        gloss=draft.gloss,
        options_gloss=tuple(option.gloss for option in options),
        sources=draft.sources,
        facts=facts,
    )


def _drawn(draft: Draft, seed: str) -> tuple[Option, ...]:
    """Return three wrong options; over the bank the right one is as often the longest or shortest as chance has it."""
    wanted = Random(f"{seed}:{draft.id}:length").choice(_LENGTHS)  # noqa: S311
    suiting = (drawn for drawn in _draws(draft, seed) if _length(draft.right, drawn) == wanted)
    return next(suiting, None) or next(_draws(draft, seed))


def _fit(draft: Draft, seed: str) -> bool:
    """Say whether a question has three wrong options that do not give the right one away."""
    return next(_draws(draft, seed), None) is not None


def _draws(draft: Draft, seed: str) -> Iterator[tuple[Option, ...]]:
    pool = list({option.text: option for option in draft.wrong if option.text != draft.right.text}.values())
    if len(pool) < len(LETTERS) - 1:
        return
    random = Random(f"{seed}:{draft.id}")  # noqa: S311
    for _ in range(TRIES):
        drawn = tuple(random.sample(pool, len(LETTERS) - 1))
        if not _told(draft.question, draft.right.text, [one.text for one in drawn]):
            yield drawn


def _length(right: Option, wrong: Sequence[Option]) -> str:
    lengths = [len(option.text) for option in wrong]
    if len(right.text) > max(lengths):
        return "longest"
    return "shortest" if len(right.text) < min(lengths) else "between"


def _told(question: str, right: str, wrong: Iterable[str]) -> bool:
    """Say whether the right option alone has a word of the question."""
    asked = _content(question)
    return _shared(asked, right) and not any(_shared(asked, text) for text in wrong)


def _shared(asked: set[str], option: str) -> bool:
    return any(word in other or other in word for word in _content(option) for other in asked)


def _content(text: str) -> set[str]:
    return {word for word in _WORD.findall(text) if len(word) >= _SHORTEST} - _PLAIN
