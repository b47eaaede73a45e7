"""Read a letter as a careful person does: Bengali and English, any wrapper, withdrawn answers, quoted options.

In this order: a reply that is one letter, or one option's text; declarations, of which those in the form asked for come
first and a withdrawn one does not count; a label or a letter on a line of its own; a conclusion; the letter named most
often, without those called wrong, articles, notes and lines of music; an option named alone. The codes: docs/quiz.md.
"""

import re
from bisect import bisect_left
from collections import Counter

from core.llm.answer_text import without_thoughts
from core.llm.letter import words as w
from core.llm.letter.claims import Claim, claims, contrasts, corrections, denied_later, withdrawn_at
from core.llm.letter.found import LETTERS, Letter, ambiguous, answer, none
from core.llm.letter.letters import letter_at
from core.llm.letter.notes import is_note, without_ga, without_music
from core.llm.letter.option_texts import OptionTexts
from core.llm.letter.rejecting import denied, rejected
from core.llm.letter.rows import (
    after_options,
    before_list,
    in_bold,
    label_in,
    lines_of,
    list_begun,
    list_cut,
    rows_of,
    told_right,
)
from core.llm.letter.tokens import Tokens, cut, plain

MOST_WORDS_ALONE = 8
"""Words of a reply that is taken as a wrapped letter."""
MOST_MENTION = 400
"""Characters of a reply in which an option that is named, and no letter, is the answer."""
ECHOED_LINES = 3
LONG_LINE = 40
LEAST_PART = 4
"""Characters of an option's words that stand for all of it."""
_NEXT_QUESTION = re.compile(
    r"(?<=\S)\s{0,9}\n[ \t#*]{0,9}(?:(?:Question|Q|প্রশ্ন|Human|User)[ \t]{0,3}[0-9০-৯]{0,4}[ \t*]{0,3}:"
    r"|#{2,4} ?(?:Instruction|Question|Input|User|Human)\b)",
    re.IGNORECASE,
)
_USERS_TURN = re.compile(
    r"<\|(?:im_start|start_header_id)\|>\s{0,9}user\b|<\|(?:user|prompter)\|>|<start_of_turn>\s{0,9}user\b|\[INST\]",
    re.IGNORECASE,
)
"""How templates begin what a person says."""
_SHORT_ANSWER = re.compile(
    r"(\A\s*|^Q ?:[^\n]{0,2000}\n[ \t]{0,9})A ?:[ \t]{0,9}(?=[(\[]?[A-Dকখগঘ][)\].।]?[ \t]{0,9}(?:\n|\Z))", re.MULTILINE
)
"""`A: B`, as after `Q:`."""


def find(reply: str, prompt: str, options: tuple[str, ...]) -> Letter:
    """Read a reply."""
    if not reply.strip():
        return none("empty")
    text, endless = without_thoughts(reply)
    text = _without_echo(_USERS_TURN.sub("\nUser:\n", text), prompt)
    if not text.strip():
        return none("truncated" if endless else "echo" if prompt.strip() else "empty")
    text, texts = _SHORT_ANSWER.sub(r"\1answer: ", without_ga(plain(text), options)), OptionTexts(options)
    next_question = _NEXT_QUESTION.search(text)
    if next_question is not None:
        # a base model goes on with questions of its own; where it had answered before, they are not ours
        head = text[: next_question.start()]
        found = _said(head, cut(head), texts, options)
        if found is not None and found.status == "answer":
            return found
    tokens = cut(text)
    found, rows = _said(text, tokens, texts, options), rows_of(tokens)
    if found is None and not list_begun(tokens, rows) and not list_cut(tokens, rows):
        found = _counted(text, tokens) or _mentioned(text, tokens, texts)
    if found is not None and found.reason == "tie":
        below = after_options(text, tokens, rows)
        found = (_mentioned(below, cut(below), texts) if below.strip() else None) or found
    if found is not None:
        return found
    if endless:
        return none("truncated")
    return none("refused" if any(fold in w.REFUSING for fold in tokens.fold) else "nothing")


def _said(text: str, tokens: Tokens, texts: OptionTexts, options: tuple[str, ...]) -> Letter | None:
    """Return the letter that a reply gives as its answer, not only names."""
    found = _alone(tokens, texts) or _quoted(text, options)
    if found is not None:
        return found
    said = claims(tokens, texts)
    return _declared(tokens, said) or _labelled_or_concluded(tokens, said)


def _without_echo(text: str, prompt: str) -> str:
    """Drop the prompt where the reply repeats it, whole or by lines from its beginning."""
    echo = prompt.strip()
    if not echo:
        return text
    text = text.replace(echo, " ")
    known = {" ".join(line.split()) for line in echo.splitlines()} - {""}
    lines = text.splitlines()
    repeated = 0
    while repeated < len(lines) and (" ".join(lines[repeated].split()) in known or not lines[repeated].strip()):
        repeated += 1
    if sum(1 for line in lines[:repeated] if line.strip()) >= ECHOED_LINES:
        lines = lines[repeated:]
    closing = " ".join(echo.splitlines()[-1].split())
    if len(closing) >= LONG_LINE:
        lines = [line for line in lines if " ".join(line.split()) != closing]
    return "\n".join(lines)


def _alone(tokens: Tokens, texts: OptionTexts) -> Letter | None:
    """Return the letter of a reply that is nothing else."""
    words = [place for place, is_word in enumerate(tokens.word) if is_word]
    if not words or len(words) > MOST_WORDS_ALONE:
        return None
    if tokens.raw[words[0]] in w.BENGALI and texts.at(tokens, words[0]) is not None:
        return None
    letters = [letter_at(tokens, place, declared=True) for place in words]
    others = [tokens.fold[place] for place, letter in zip(words, letters, strict=True) if letter is None]
    named = {letter for letter in letters if letter}
    if len(named) != 1 or any(word not in w.WRAPPERS and word != "the" for word in others):
        return None
    return answer(named.pop(), "letter")


def _quoted(text: str, options: tuple[str, ...]) -> Letter | None:
    """Return the letter of an option whose text, or a part that is its alone, is the whole reply but for signs."""
    said = _bare(text)
    texts = [_bare(plain(option)) for option in options]
    equal = [letter for letter, option in zip(LETTERS, texts, strict=False) if said and option == said]
    if not equal and len(said) >= LEAST_PART:
        # a name's part, where it is no other option's too
        equal = [letter for letter, option in zip(LETTERS, texts, strict=False) if f" {said} " in f" {option} "]
    return answer(equal[0], "text") if len(equal) == 1 else None


def _bare(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .।!\"'`*$“”‘’")


def _declared(tokens: Tokens, found: list[Claim]) -> Letter | None:
    found = [claim for claim in found if not claim.verdict] if _says_more(found) else found
    if not any(not claim.weak for claim in found):
        return None
    taken_back, contrasted = corrections(tokens), contrasts(tokens)
    first = next(place for place, claim in enumerate(found) if not claim.weak)
    standing: list[Claim] = []
    for claim in found[first:]:
        withdraws = bool(standing) and (
            _between(taken_back, standing[-1].end, claim.end)
            or (claim.follows and _between(contrasted, standing[-1].end, claim.end))
        )
        if withdraws and claim.letter != standing[-1].letter:
            standing = []
        elif claim.weak:
            continue
        standing.append(claim)
    return _settled(tokens, standing)


def _says_more(found: list[Claim]) -> bool:
    return any(not claim.weak and not claim.verdict for claim in found)


def _between(places: list[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _settled(tokens: Tokens, standing: list[Claim]) -> Letter:
    """Decide among the declarations that were not withdrawn."""
    standing = [claim for claim in standing if claim.form] or standing
    if _withdrawn(tokens, standing[-1].end) or denied_later(tokens, standing[-1]):
        return ambiguous("withdrawn")
    named = {claim.letter for claim in standing}
    if len(named) == 1:
        letter = named.pop()
        return ambiguous("several") if letter is None else answer(letter, "declared")
    last = standing[-1]
    if last.letter is not None and (last.final or named == {None, last.letter}):
        return answer(last.letter, "declared")
    return ambiguous("conflict")


def _withdrawn(tokens: Tokens, place: int) -> bool:
    """Say whether the last declaration is called wrong in the words that follow it."""
    return any(withdrawn_at(tokens, ahead) for ahead in range(place, min(place + 12, len(tokens))))


def _labelled_or_concluded(tokens: Tokens, said: list[Claim]) -> Letter | None:
    rows = rows_of(tokens)
    if list_cut(tokens, rows):
        return None
    alone = _alone_on_edge(tokens)
    if alone is not None:
        return answer(alone, "label")
    labels = [row for row in rows if not rejected(tokens, row.label)]
    weak = [claim for claim in said if claim.weak]
    if weak and (not labels or weak[-1].start > labels[-1].label):
        return answer(weak[-1].letter or "", "concluded")
    right = told_right(tokens, rows)
    if right is not None:
        return answer(right, "declared")
    label = in_bold(tokens, rows) or _with_reason(tokens) or before_list(tokens, rows)
    if label is not None:
        return answer(label, "label")
    named = {row.letter for row in labels}
    if len(named) == 1 and not _listed(tokens, named) and not list_begun(tokens, rows):
        return answer(named.pop(), "label")
    return None


def _with_reason(tokens: Tokens) -> str | None:
    """Return the letter that a reply begins with where its reason follows: `B, because A is ...`."""
    place = next((place for place, is_word in enumerate(tokens.word) if is_word), len(tokens))
    letter = letter_at(tokens, place, declared=True) if place < len(tokens) else None
    after = place + 1
    while tokens.at(after) in w.CLOSERS or tokens.at(after) in (",", ";", "-", "–", "—"):
        after += 1
    return letter if tokens.at(after) in w.REASONS and not rejected(tokens, place) else None


def _listed(tokens: Tokens, named: set[str]) -> bool:
    """Say whether other letters are labels too, within a line: `A) Dadra B) Jhaptal`."""
    closed = (place for place, fold in enumerate(tokens.fold) if fold == ")" and tokens.at(place - 2) != "(")
    return any((letter_at(tokens, place - 1, declared=True) or "") not in {"", *named} for place in closed if place)


def _alone_on_edge(tokens: Tokens) -> str | None:
    """Return the letter that the first or last line is, where they do not differ."""
    lines = lines_of(tokens)
    edges = set()
    for start, end in (lines[0], lines[-1]) if len(lines) > 1 else ():
        place = label_in(tokens, start, end)
        letter = letter_at(tokens, place, declared=True) if place < end else None
        if letter and not rejected(tokens, place) and not any(tokens.word[place + 1 : end]):
            edges.add(letter)
    return edges.pop() if len(edges) == 1 else None


def _counted(text: str, tokens: Tokens) -> Letter | None:
    """Count letters that stand alone; the most frequent is the answer."""
    tokens = without_music(text, tokens)
    counts: Counter[str] = Counter()
    for place, raw in enumerate(tokens.raw):
        if len(raw) != 1 or not tokens.word[place]:
            continue
        bracketed = tokens.at(place - 1) == "(" and tokens.at(place + 1) == ")"
        letter = letter_at(tokens, place, declared=bracketed or tokens.at(place - 1) in w.WRAPPERS)
        if letter and not is_note(tokens, place) and not rejected(tokens, place):
            counts[letter] += 1
    ranked = counts.most_common(2)
    if not ranked:
        return None
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return ambiguous("tie")
    return answer(ranked[0][0], "counted")


def _mentioned(text: str, tokens: Tokens, texts: OptionTexts) -> Letter | None:
    """Return the one option that a short reply names, but for those it denies; none where it asks or denies more."""
    if len(text) > MOST_MENTION or "?" in text:
        return None
    named: set[str] = set()
    denials = sum(fold in w.WRONG for fold in tokens.fold)
    place = 0
    while place < len(tokens):
        found = texts.at(tokens, place) if tokens.word[place] else None
        if found is not None and denied(tokens, place, found[1]):
            denials -= 1
        elif found is not None:
            named.add(found[0])
        place = found[1] if found else place + 1
    if denials > 0:
        return None
    if len(named) > 1:
        return ambiguous("several")
    return answer(named.pop(), "mentioned") if named else None
