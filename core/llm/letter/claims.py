"""Declarations in a reply: where an answer is said to be the answer, and of which letter."""

from dataclasses import dataclass

from core.llm.letter import words as w
from core.llm.letter.tokens import Tokens, words_of

REACH = 24
"""Tokens between a declaring word and its letter."""
MOST_LINES = 3
LONGEST = max(map(len, [*w.LATIN, *w.BENGALI, *w.SPELT]))
"""Code points of a letter's name."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A letter said to be the answer; None where several are. `start` and `end` are places of tokens."""

    letter: str | None
    start: int
    end: int
    form: bool = False
    """In the form that was asked for, `[[Answer: X]]`, or boxed."""
    final: bool = False
    weak: bool = False
    """A conclusion (`So, C!`), which counts only where nothing is declared."""
    verdict: bool = False
    """One of a table's or a list's rows, `B: true`, which counts only where nothing else is declared."""


class OptionTexts:
    """The four options as words, to be found among tokens. Options that no words tell apart are not looked for."""

    def __init__(self, options: tuple[str, ...]) -> None:
        rows = [words_of(option) for option in options]
        apart = len(set(rows)) == len(rows) and all(rows) and len(rows) == len(w.LATIN)
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for row, letter in zip(rows, w.LATIN.values(), strict=False):
            # a Latin letter alone is read as a label, whatever the options say
            if apart and (len(row) > 1 or row[0] not in w.LATIN):
                self._by_first.setdefault(row[0], []).append((row, letter))
        for found in self._by_first.values():
            found.sort(key=lambda pair: -len(pair[0]))

    def at(self, tokens: Tokens, place: int) -> tuple[str, int] | None:
        """Return the letter of the longest option that begins at a place, and the place after it."""
        for row, letter in self._by_first.get(tokens.at(place), ()):
            after = _matched(tokens, place, row)
            if after is not None:
                return letter, after
        return None


def _matched(tokens: Tokens, place: int, row: tuple[str, ...]) -> int | None:
    found = 0
    while found < len(row):
        if place >= len(tokens):
            return None
        if tokens.word[place]:
            if tokens.fold[place] != row[found]:
                return None
            found += 1
        elif tokens.fold[place] == "\n" and found == 0:
            return None
        place += 1
    return place


def claims(tokens: Tokens, options: OptionTexts) -> list[Claim]:
    """Return every declaration and conclusion, in order."""
    found: list[Claim] = []
    for place, fold in enumerate(tokens.fold):
        claim = _at(tokens, place, fold, options)
        if claim is not None:
            found.append(claim)
    return found


def _at(tokens: Tokens, place: int, fold: str, options: OptionTexts) -> Claim | None:
    if fold in w.STRONG:
        form = fold in w.FORMS or (tokens.at(place - 1) == "[" and tokens.at(place - 2) == "[")
        final = any(tokens.at(place - back) in w.FINAL for back in (1, 2))
        return _read(tokens, place, options, w.FILLERS, form=form, final=final)
    if fold in w.ACTS or tokens.at(place - 1) in w.LEADS.get(fold, ()):
        if any(tokens.at(place - back) in w.NOT_BEFORE for back in range(1, 5)):
            return None
        claim = _read(tokens, place, options, w.FILLERS, same_line=True)
        return claim if claim is not None and claim.letter else None
    if fold in w.SOFT:
        soft = _read(tokens, place, options, w.FILLERS, linked=True)
        return soft or _conclusion(tokens, place, fold, options)
    if fold in w.CONCLUDE or _corrects(tokens, place):
        return _conclusion(tokens, place, fold, options)
    return _said_right(tokens, place)


def _conclusion(tokens: Tokens, place: int, fold: str, options: OptionTexts) -> Claim | None:
    corrects = _corrects(tokens, place)
    if fold not in w.CONCLUDE and not corrects:
        return None
    claim = _read(tokens, place, options, w.CORRECTED_FILLERS, same_line=True)
    if claim is None or claim.letter is None or not (corrects or _closes(tokens, claim.end)):
        return None
    return Claim(claim.letter, claim.start, claim.end, weak=True)


def _corrects(tokens: Tokens, place: int) -> bool:
    """Say whether a token takes back what was said before it."""
    fold = tokens.fold[place]
    if fold in w.CORRECTIONS:
        return True
    return fold in w.REFUSALS and (place == 0 or not tokens.is_word(place - 1)) and not tokens.is_word(place + 1)


def corrections(tokens: Tokens) -> list[int]:
    """Return the places of words that take back what was said before them."""
    return [place for place in range(len(tokens)) if _corrects(tokens, place)]


def _closes(tokens: Tokens, place: int) -> bool:
    """Say whether a sentence or line ends at a place."""
    while tokens.at(place) in w.CLOSERS and place < len(tokens):
        place += 1
    return place >= len(tokens) or tokens.at(place) in w.ENDS or tokens.at(place) == ","


def _read(
    tokens: Tokens,
    keyword: int,
    options: OptionTexts,
    fillers: frozenset[str],
    *,
    form: bool = False,
    final: bool = False,
    linked: bool = False,
    same_line: bool = False,
) -> Claim | None:
    """Read on from a declaring word to its letter or option; None where something else comes first."""
    lines = 0
    wants_link = linked
    for place in range(keyword + 1, min(keyword + 1 + REACH, len(tokens))):
        fold = tokens.fold[place]
        if fold == "\n":
            lines += 1
            if same_line or lines > MOST_LINES:
                return None
            continue
        if not tokens.word[place]:
            if _stops(fold, first=place == keyword + 1):
                return None
            wants_link = wants_link and fold not in w.LINK_SIGNS
            continue
        if not wants_link:
            quoted = options.at(tokens, place)
            if quoted is not None and not _rejected(tokens, quoted[1]):
                return Claim(quoted[0], keyword, quoted[1], form, final)
            letter = letter_at(tokens, place, declared=True)
            if letter is not None:
                return _claimed(tokens, letter, keyword, place, lines=lines, form=form, final=final)
        if fold not in fillers:
            return None
        wants_link = wants_link and fold not in w.LINKS
    return None


def _stops(sign: str, *, first: bool) -> bool:
    """Say whether a sign ends what a declaring word leads to; the full stop of `Ans.` does not."""
    return sign in w.ENDS and not (first and sign == ".")


def _claimed(
    tokens: Tokens, letter: str, keyword: int, place: int, *, lines: int, form: bool, final: bool
) -> Claim | None:
    if _asked(tokens, place + 1) or _rejected(tokens, place + 1) or (lines and _begins_list(tokens, place, letter)):
        return None
    return Claim(None if joined(tokens, place, letter) else letter, keyword, place + 1, form, final)


def letter_at(tokens: Tokens, place: int, *, declared: bool = False) -> str | None:
    """Return the letter that a token is; `declared` also reads small and spelt letters.

    No letter: the article, and a note that is told by what stands beside it.
    """
    raw, fold = tokens.raw[place], tokens.fold[place]
    if raw in w.BENGALI:
        return w.BENGALI[raw]
    if declared and raw in w.SPELT:
        return w.SPELT[raw]
    if fold not in w.LATIN or (raw != fold.upper() and not declared):
        return None
    after = tokens.at(place + 1)
    if after in w.NOTE_WORDS or (fold == "a" and _is_article(tokens, place)):
        return None
    return w.LATIN[fold]


def _is_article(tokens: Tokens, place: int) -> bool:
    """Say whether an a stands before a noun: small, or first in a sentence."""
    if not tokens.is_word(place + 1) or tokens.at(place + 1) in w.VERBS:
        return False
    small = tokens.raw[place] == "a"
    first = place == 0 or (not tokens.word[place - 1] and tokens.raw[place - 1] not in ("(", "[", ","))
    after = tokens.raw[place + 1]
    return small or (first and after[:1].isascii() and after[:1].islower())


def _past_closers(tokens: Tokens, place: int) -> int:
    while place < len(tokens) and tokens.fold[place] in w.CLOSERS:
        place += 1
    return place


def _asked(tokens: Tokens, place: int) -> bool:
    return tokens.at(_past_closers(tokens, place)) == "?"


def _rejected(tokens: Tokens, place: int) -> bool:
    """Say whether what ends at a place is said to be wrong: `A is wrong`, `ক সঠিক নয়`."""
    place = _past_closers(tokens, place)
    place += tokens.at(place) == "-"
    if tokens.at(place) in (":", "|"):
        return _rejected_in_cell(tokens, place + 1)
    for ahead in range(place, place + 5):
        if tokens.at(ahead) in w.WRONG:
            return True
        if tokens.at(ahead) not in w.BEFORE_WRONG:
            return False
    return False


def _rejected_in_cell(tokens: Tokens, place: int) -> bool:
    """Say whether `wrong`, `not correct` or `সঠিক নয়` is all that stands in a cell or after a colon."""
    place += tokens.at(place) in ("'", '"')
    word, after = tokens.at(place), tokens.at(place + 1)
    if word in w.NO_VERDICTS:
        return _ends_cell(tokens, place + 1)
    denied = (word == "not" and after in w.VERDICTS) or (word in w.VERDICTS and after in w.WRONG)
    return denied and _ends_cell(tokens, place + 2)


def rejected(tokens: Tokens, place: int) -> bool:
    """Say whether the letter at a place is called wrong, asked about, or told apart by `not` before it."""
    before = place - 1
    while before >= 0 and tokens.fold[before] in w.OPENERS:
        before -= 1
    return tokens.at(before) == "not" or _asked(tokens, place + 1) or _rejected(tokens, place + 1)


def joined(tokens: Tokens, place: int, letter: str) -> bool:
    """Say whether another letter stands beside one as its equal: `A or C`, `A/B`, `ক ও গ`."""
    return _joined(tokens, place, letter, 1) or _joined(tokens, place, letter, -1)


def _joined(tokens: Tokens, place: int, letter: str, step: int) -> bool:
    around = w.CLOSERS | w.OPENERS
    place += step
    while tokens.at(place) in around and 0 <= place < len(tokens):
        place += step
    join = tokens.at(place)
    if join not in w.JOINS and join != ",":
        return False
    place += step
    while 0 <= place < len(tokens) and (tokens.at(place) in around or tokens.at(place) in w.JOINS | w.WRAPPERS | {","}):
        place += step
    if not 0 <= place < len(tokens):
        return False
    other = letter_at(tokens, place)
    if other is None or other == letter or rejected(tokens, place):
        return False
    return join != "," or not tokens.is_word(place + step) or tokens.at(place + step) in w.JOINS


def _begins_list(tokens: Tokens, place: int, letter: str) -> bool:
    """Say whether a letter on a new line heads the first of several options rather than being the answer."""
    for ahead in range(place + 1, min(place + 200, len(tokens) - 1)):
        if tokens.fold[ahead] == "\n":
            after = ahead + 1
            while after < len(tokens) - 1 and not tokens.word[after]:
                after += 1
            other = letter_at(tokens, after, declared=True)
            return other is not None and other != letter and not tokens.is_word(after + 1)
    return False


def _ends_cell(tokens: Tokens, place: int) -> bool:
    place = _past_closers(tokens, place)
    return place >= len(tokens) or tokens.at(place) in w.ENDS | w.REASONS or tokens.at(place) in w.BREAKS


def _said_right(tokens: Tokens, place: int) -> Claim | None:
    """Return the claim of `Option D is correct` and `গ সঠিক`."""
    if not tokens.word[place] or len(tokens.raw[place]) > LONGEST:
        return None
    before = tokens.at(place - 1)
    letter = letter_at(tokens, place, declared=before in w.WRAPPERS or before in ("(", "["))
    if letter is None:
        return None
    ahead = _past_closers(tokens, place + 1)
    ahead += tokens.at(ahead) == "-"
    # `"B": true` and `| B | correct |` are verdicts where nothing follows in their cell
    verdict = tokens.at(ahead) in (":", "|")
    ahead += verdict
    ahead += verdict and tokens.at(ahead) in ("'", '"')
    for _ in range(0 if verdict and tokens.at(ahead) not in w.VERDICTS else 8):
        if tokens.at(ahead) in w.RIGHT:
            break
        if tokens.at(ahead) not in w.BEFORE_RIGHT:
            return None
        ahead += 1
    else:
        return None
    word, after = tokens.at(ahead), tokens.at(ahead + 1)
    if verdict and not _ends_cell(tokens, ahead + 1):
        return None
    if word in w.LOOSE and tokens.is_word(ahead + 1) and after not in w.AFTER_LOOSE:
        return None
    if after == "?" or after in w.WRONG or rejected(tokens, place):
        return None
    return Claim(None if joined(tokens, place, letter) else letter, place, ahead + 1, verdict=verdict)
