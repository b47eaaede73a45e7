"""Questions with four options: what a model is sent, and the grade of the letter in its reply.

South Asian music paper, table 4 (the form of a question) and appendix C (how a reply is read).
"""

from dataclasses import dataclass
from functools import cache

from core import paths
from core.benchmarks.base import Answered, Grade, Sample, Status
from core.errors import UsageError
from core.llm.base import Finish, Turn
from core.llm.letter.find import LETTERS, Letter, find_letter

EXTENDED, PAPER = "extended", "paper"
RULES = "letters 2"
"""The version of what follows here and in `core/llm/letter`. Grades before `letters 2` bear the program's version."""


@cache
def instruction() -> str:
    """Return the line that closes every question, the paper's own words."""
    return (paths.resources() / "prompts" / "quiz.txt").read_text(encoding="utf-8").removesuffix("\n")


def prompt_text(sample: Sample) -> str:
    """Return the whole question as it is sent. Raises UsageError where there are not four options."""
    if len(sample.options) != len(LETTERS):
        raise UsageError(f"Question {sample.id!r} has {len(sample.options)} options; a quiz asks with four.")
    rows = [f"{letter}. {option}" for letter, option in zip(LETTERS, sample.options, strict=True)]
    return "\n".join([sample.text, *rows, instruction()])


@dataclass(frozen=True, slots=True)
class MultipleChoice:
    """A kind of question with four options. Two graders, both asking no model.

    `extended`: empty, truncated, ambiguous and unreadable replies are told apart from wrong ones; a reply that was cut
    but holds a readable letter counts as that letter. `paper`: appendix C's rule; a reply without a letter is
    `ambiguous` (several equal) or `none`, and neither is correct.
    """

    name: str
    title: str

    @property
    def graders(self) -> tuple[str, ...]:
        """The ways of grading, the default first."""
        return (EXTENDED, PAPER)

    @property
    def rules(self) -> str:
        """The version of both graders."""
        return RULES

    def turns(self, sample: Sample) -> tuple[Turn, ...]:
        """Return one user turn."""
        return (Turn("user", prompt_text(sample)),)

    def grade(self, sample: Sample, answered: Answered, grader: str) -> Grade:
        """Judge a reply by its letter. Raises UsageError for an unknown grader."""
        if grader not in self.graders:
            raise UsageError(f"There is no grader {grader!r} for {self.name}. Known: {', '.join(self.graders)}.")
        prompt = prompt_text(sample)
        if grader == PAPER:
            found = find_letter(answered.text, mode="paper", prompt=prompt)
        else:
            found = find_letter(answered.text, mode="extended", prompt=prompt, options=sample.options)
        if found.letter is None:
            return _without_letter(found, answered.finish, grader)
        right = found.letter == sample.answer
        return Grade(Status.CORRECT if right else Status.WRONG, found.letter, found.reason, float(right))


def _without_letter(found: Letter, finish: Finish, grader: str) -> Grade:
    """Say why there is no letter; a reply that was cut is that first, since more tokens may mend it."""
    if grader == EXTENDED:
        if finish is Finish.LENGTH or found.reason == "truncated":
            return Grade(Status.TRUNCATED, None, found.reason)
        if finish is Finish.FILTERED:
            return Grade(Status.NONE, None, "filtered")
        if found.reason == "empty":
            return Grade(Status.EMPTY, None, found.reason)
    return Grade(Status.AMBIGUOUS if found.status == "ambiguous" else Status.NONE, None, found.reason)


THEORY = MultipleChoice("theory", "Music theory")
KNOWLEDGE = MultipleChoice("knowledge", "Music knowledge")
CONTINUATION = MultipleChoice("continuation", "Music continuation")
