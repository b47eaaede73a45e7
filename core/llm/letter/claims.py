"""Declarations in a reply: where an answer is said to be the answer, and of which letter."""

from dataclasses import dataclass, replace

from core.llm.letter import words as w
from core.llm.letter.letters import asked, letter_at, past_closers
from core.llm.letter.option_texts import OptionTexts
from core.llm.letter.rejecting import ends_cell, joined, rejected, rejected_after
from core.llm.letter.tokens import Tokens

REACH = 24
"""Tokens between a declaring word and its letter."""
OTHERS_REACH = 40
"""Tokens before a declaration that are looked at for whose it is."""
DENIAL_REACH = 4
MOST_LINES = 3
LONGEST = max(map(len, [*w.LATIN, *w.BENGALI, *w.SPELT, *w.ORDINALS]))
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
    follows: bool = False
    """A conclusion that is drawn from what was said: `so`, `hence`."""
    verdict: bool = False
    """One of a table's or a list's rows, `B: true`, which counts only where nothing else is declared."""
    others: bool = False
    """What others say, or what would be if: it counts only where the reply says nothing of its own."""


def claims(tokens: Tokens, options: OptionTexts) -> list[Claim]:
    """Return every declaration and conclusion, in order."""
    found: list[Claim] = []
    for place, fold in enumerate(tokens.fold):
        claim = _at(tokens, place, fold, options)
        if claim is not None:
            found.append(replace(claim, others=_of_others(tokens, claim.start)))
    own = [claim for claim in found if not claim.others]
    agree = len({claim.letter for claim in found}) == 1
    return own or (found if agree else [])


def _of_others(tokens: Tokens, place: int) -> bool:
    """Say whether the sentence before a declaration makes it another's, or a supposed one."""
    for back in range(place - 1, max(place - 1 - OTHERS_REACH, -1), -1):
        fold = tokens.fold[back]
        if fold in w.ENDS or fold in w.CONTRASTS:
            return False
        if fold in w.OTHERS and (fold, tokens.at(back + 1)) != ("if", "i"):
            return True
        if fold in w.THINKING and tokens.at(back - 1) in w.SUPPOSING and tokens.at(back - 2) != "i":
            return True
    return False


def _at(tokens: Tokens, place: int, fold: str, options: OptionTexts) -> Claim | None:
    if fold in w.STRONG:
        if _denies(tokens, place):
            return None
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


def denied_later(tokens: Tokens, claim: Claim) -> bool:
    """Say whether a reply goes on to say that its answer is not the answer: `The answer is not A`."""
    for place in range(claim.end, len(tokens)):
        if tokens.fold[place] not in w.STRONG or _of_others(tokens, place):
            continue
        ahead = place + 1 + (tokens.at(place + 1) in w.LINKS)
        if tokens.at(ahead) in ("not", "isn't") and ahead + 1 < len(tokens):
            letter = letter_at(tokens, ahead + 1, declared=True)
            if letter is not None and letter == claim.letter:
                return True
    return False


def _denies(tokens: Tokens, place: int) -> bool:
    """Say whether `answer` is that of `not the correct answer`."""
    for back in range(place - 1, place - 1 - DENIAL_REACH, -1):
        if tokens.at(back) in ("not", "isn't"):
            return True
        if tokens.at(back) not in w.BEFORE_ANSWER:
            return False
    return False


def _conclusion(tokens: Tokens, place: int, fold: str, options: OptionTexts) -> Claim | None:
    corrects = _corrects(tokens, place)
    if fold not in w.CONCLUDE and not corrects:
        return None
    claim = _read(tokens, place, options, w.CORRECTED_FILLERS, same_line=True)
    if claim is None or claim.letter is None:
        return None
    goes_on = not _closes(tokens, claim.end)
    first = not any(tokens.word[before] for before in range(place))
    if goes_on and (not corrects or first or (tokens.at(claim.end) in w.TELLING and tokens.is_word(claim.end + 1))):
        return None
    return Claim(claim.letter, claim.start, claim.end, weak=True, follows=fold in w.FOLLOWS)


def _corrects(tokens: Tokens, place: int) -> bool:
    """Say whether a token takes back what was said before it."""
    fold = tokens.fold[place]
    if fold in w.CORRECTIONS:
        return True
    if fold not in w.REFUSALS or tokens.at(place - 1) in (":", "|", "("):
        return False
    return (place == 0 or not tokens.is_word(place - 1)) and not tokens.is_word(place + 1)


def corrections(tokens: Tokens) -> list[int]:
    """Return the places of words that take back what was said before them."""
    return [place for place in range(len(tokens)) if _corrects(tokens, place) or withdrawn_at(tokens, place)]


def contrasts(tokens: Tokens) -> list[int]:
    """Return the places of words after which a conclusion takes back what was said before them."""
    return [place for place, fold in enumerate(tokens.fold) if fold in w.CONTRASTS]


def withdrawn_at(tokens: Tokens, place: int) -> bool:
    """Say whether words at a place call wrong what was said before them."""
    return any(tuple(tokens.fold[place : place + len(words)]) == words for words in w.WITHDRAWN)


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
            if tokens.at(place - 1) == "." or same_line or lines > MOST_LINES:
                return None
            continue
        if not tokens.word[place]:
            if _stops(fold, first=place == keyword + 1):
                return None
            wants_link = wants_link and fold not in w.LINK_SIGNS
            continue
        if not wants_link:
            quoted = options.at(tokens, place)
            if quoted is not None and asked(tokens, quoted[1]):
                return None
            if quoted is not None and not rejected_after(tokens, quoted[1]):
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
    if asked(tokens, place + 1) or rejected_after(tokens, place + 1) or (lines and _begins_list(tokens, place, letter)):
        return None
    return Claim(None if joined(tokens, place, letter) else letter, keyword, place + 1, form, final)


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


def _said_right(tokens: Tokens, place: int) -> Claim | None:
    """Return the claim of `Option D is correct` and `গ সঠিক`."""
    if not tokens.word[place] or len(tokens.raw[place]) > LONGEST:
        return None
    before = tokens.at(place - 1)
    letter = letter_at(tokens, place, declared=before in w.WRAPPERS or before in ("(", "["))
    if letter is None:
        return None
    ahead = past_closers(tokens, place + 1)
    ahead += tokens.at(ahead) == "-"
    # `"B": true` and `| B | correct |` are verdicts where nothing follows in their cell
    verdict = tokens.at(ahead) in (":", "|")
    ahead += verdict
    ahead += verdict and tokens.at(ahead) in ("'", '"')
    if (verdict or tokens.at(ahead) == "?") and tokens.at(ahead + (not verdict)) in w.YES:
        return Claim(letter, place, ahead + 1, verdict=True) if ends_cell(tokens, ahead + 1 + (not verdict)) else None
    for _ in range(0 if verdict and tokens.at(ahead) not in w.VERDICTS else 8):
        if tokens.at(ahead) in w.RIGHT:
            break
        if tokens.at(ahead) not in w.BEFORE_RIGHT:
            return None
        ahead += 1
    else:
        return None
    word, after = tokens.at(ahead), tokens.at(ahead + 1)
    if verdict and not ends_cell(tokens, ahead + 1):
        return None
    if word in w.LOOSE and tokens.is_word(ahead + 1) and after not in w.AFTER_LOOSE:
        return None
    if after == "?" or after in w.WRONG or rejected(tokens, place):
        return None
    return Claim(None if joined(tokens, place, letter) else letter, place, ahead + 1, verdict=verdict)
