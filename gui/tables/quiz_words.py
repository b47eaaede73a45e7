"""How outcomes of questions are called and drawn: a word, a shape and a colour each, and reasons in sentences."""

from dataclasses import dataclass

from gui.theme import Tokens


@dataclass(frozen=True, slots=True)
class Look:
    """`word` names an outcome, `icon` is its shape, `token` its colour; the shape alone tells outcomes apart."""

    word: str
    icon: str
    token: str

    def colour(self, tokens: Tokens) -> str:
        """Return the colour in a theme."""
        return str(getattr(tokens, self.token))


LOOKS = {
    "correct": Look("Right", "check", "second"),
    "wrong": Look("Wrong", "close", "accent"),
    "ambiguous": Look("Ambiguous", "quiz", "warning"),
    "none": Look("No letter", "remove", "warning"),
    "empty": Look("Empty", "hollow", "warning"),
    "truncated": Look("Cut short", "cut", "warning"),
    "error": Look("Error", "error", "accent"),
    "pending": Look("Waiting", "wait", "muted"),
}
"""By status, in the order of tables."""
UNKNOWN = Look("Unknown", "info", "muted")

REASONS = {
    "letter": "the reply is this letter and nothing else",
    "text": "the reply is the words of this option and nothing else",
    "declared": "the reply declares this letter as its answer",
    "label": "this letter heads a line of the reply",
    "concluded": "this letter closes the reply's conclusion",
    "counted": "this letter is named more often than the others",
    "mentioned": "the reply names this option, and no letter",
    "tie": "several letters are named equally often",
    "conflict": "the reply declares more than one letter",
    "several": "the reply gives several letters, none before the others",
    "withdrawn": "the reply takes its answer back and gives no other",
    "empty": "there is no text in the reply",
    "truncated": "the reply was cut before it came to a letter",
    "echo": "the reply only repeats the question",
    "refused": "the model refuses to answer",
    "nothing": "the reply names no letter",
    "filtered": "the service withheld the reply",
}
"""By the extraction's code, see docs/quiz.md."""


def look(status: str) -> Look:
    """Return how an outcome is shown; a status of a newer store is shown too."""
    return LOOKS.get(status, UNKNOWN)


def reason(code: str) -> str:
    """Return a reason in words; a code that this version does not know is shown as it is."""
    return REASONS.get(code, f"code “{code}”") if code else ""


def share(value: float | None) -> str:
    """Return a share as it is shown; a missing one is a dash, never 0."""
    return "–" if value is None else f"{100 * value:.1f} %"


def interval(bounds: object) -> str:
    """Return an interval of shares, `[low, high]`, in per cent."""
    if not isinstance(bounds, list | tuple) or len(bounds) != 2:
        return "–"
    low, high = bounds
    return f"{100 * low:.1f} – {100 * high:.1f} %"


def duration(seconds: float) -> str:
    """Return a time such as 0:42 or 1:03:07."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def count(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
