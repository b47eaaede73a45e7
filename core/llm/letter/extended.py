"""Read a letter as a careful person does: Bengali and English, any wrapper, withdrawn answers, quoted options.

In this order: a reply that is one letter, or one option's text; declarations, of which those in the form asked for come
first and a withdrawn one does not count; a label or a letter on a line of its own; a conclusion; the letter named most
often, without those called wrong, articles, notes and lines of music; an option named alone. The codes: docs/quiz.md.
"""

import re
from bisect import bisect_left
from collections import Counter

from core.formats.abc.lexer import looks_like_music
from core.llm.answer_text import without_thoughts
from core.llm.letter import words as w
from core.llm.letter.claims import Claim, OptionTexts, claims, corrections, letter_at, rejected
from core.llm.letter.found import LETTERS, Letter, ambiguous, answer, none
from core.llm.letter.tokens import Tokens, cut, plain

MOST_WORDS_ALONE = 8
"""Words of a reply that is taken as a wrapped letter."""
MOST_MENTION = 400
"""Characters of a reply in which an option that is named, and no letter, is the answer."""
ECHOED_LINES = 3
LONG_LINE = 40
MUSIC_HEAD = 2000
_NEXT_QUESTION = re.compile(
    r"(?<=\S)\s{0,9}\n[ \t#*]{0,9}(?:Question|Q|প্রশ্ন)[ \t]{0,3}[0-9০-৯]{0,4}[ \t*]{0,3}:", re.IGNORECASE
)
_SHORT_ANSWER = re.compile(
    r"(\A\s*|^Q ?:[^\n]{0,2000}\n[ \t]{0,9})A ?:[ \t]{0,9}(?=[(\[]?[A-Dকখগঘ][)\].।]?[ \t]{0,9}(?:\n|\Z))", re.MULTILINE
)
"""`A: B`, as after `Q:`."""


def find(reply: str, prompt: str, options: tuple[str, ...]) -> Letter:
    """Read a reply."""
    if not reply.strip():
        return none("empty")
    text, endless = without_thoughts(reply)
    text = _without_echo(text, prompt)
    if not text.strip():
        return none("truncated" if endless else "echo" if prompt.strip() else "empty")
    text, texts = _SHORT_ANSWER.sub(r"\1answer: ", plain(text)), OptionTexts(options)
    next_question = _NEXT_QUESTION.search(text)
    if next_question is not None:
        # a base model goes on with questions of its own; where it had answered before, they are not ours
        head = text[: next_question.start()]
        found = _said(head, cut(head), texts, options)
        if found is not None and found.status == "answer":
            return found
    tokens = cut(text)
    found = _said(text, tokens, texts, options) or _counted(text, tokens) or _mentioned(text, tokens, texts)
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
    if len(named) != 1 or any(word not in w.WRAPPERS for word in others):
        return None
    return answer(named.pop(), "letter")


def _quoted(text: str, options: tuple[str, ...]) -> Letter | None:
    """Return the letter of an option whose text is the whole reply, but for signs around it."""
    said = _bare(text)
    equal = [letter for letter, option in zip(LETTERS, options, strict=False) if said and _bare(plain(option)) == said]
    return answer(equal[0], "text") if len(equal) == 1 else None


def _bare(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .।!\"'`*$“”‘’")


def _declared(tokens: Tokens, found: list[Claim]) -> Letter | None:
    found = [claim for claim in found if not claim.verdict] if _says_more(found) else found
    if not any(not claim.weak for claim in found):
        return None
    taken_back = corrections(tokens)
    first = next(place for place, claim in enumerate(found) if not claim.weak)
    standing: list[Claim] = []
    for claim in found[first:]:
        withdraws = bool(standing) and _between(taken_back, standing[-1].end, claim.end)
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
    if _withdrawn(tokens, standing[-1].end):
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
    for ahead in range(place, min(place + 12, len(tokens))):
        for words in w.WITHDRAWN:
            if tuple(tokens.fold[ahead : ahead + len(words)]) == words:
                return True
    return False


def _labelled_or_concluded(tokens: Tokens, said: list[Claim]) -> Letter | None:
    labels, alone = _labels(tokens)
    weak = [claim for claim in said if claim.weak]
    named = {letter for letter, _ in labels}
    if alone is not None:
        return answer(alone, "label")
    if weak and (not labels or weak[-1].start > labels[-1][1]):
        return answer(weak[-1].letter or "", "concluded")
    reasoned = _with_reason(tokens)
    if reasoned is not None:
        return answer(reasoned, "label")
    if len(named) == 1 and not _listed(tokens, named):
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


def _labels(tokens: Tokens) -> tuple[list[tuple[str, int]], str | None]:
    """Return the letters that head lines, and the one that the first or last line is, where they do not differ."""
    labels: list[tuple[str, int]] = []
    alone: dict[int, str] = {}
    lines = _lines(tokens)
    for number, (start, end) in enumerate(lines):
        place = start
        while place < end and (not tokens.word[place] or tokens.fold[place] in w.WRAPPERS or _numbered(tokens, place)):
            place += 1
        letter = letter_at(tokens, place, declared=True) if place < end else None
        if letter is None or rejected(tokens, place):
            continue
        if all(not tokens.word[after] for after in range(place + 1, end)):
            alone[number] = letter
        if place + 1 == end or tokens.at(place + 1) in (")", ".", ":", "]", "।", "-", "–", "—", "*", "`"):
            labels.append((letter, place))
    edges = {alone[number] for number in (0, len(lines) - 1) if number in alone}
    return labels, edges.pop() if len(edges) == 1 and len(lines) > 1 else None


def _numbered(tokens: Tokens, place: int) -> bool:
    """Say whether a token is the number of a list's row."""
    return tokens.fold[place].isdigit() and tokens.at(place + 1) in (".", ")")


def _lines(tokens: Tokens) -> list[tuple[int, int]]:
    """Return where the lines begin and end that hold a word."""
    ends = [place for place, fold in enumerate(tokens.fold) if fold == "\n"]
    starts = [0, *(place + 1 for place in ends)]
    return [
        (start, end) for start, end in zip(starts, [*ends, len(tokens)], strict=True) if any(tokens.word[start:end])
    ]


def _counted(text: str, tokens: Tokens) -> Letter | None:
    """Count letters that stand alone; the most frequent is the answer."""
    if "|" in text:
        music = {line for line in text.split("\n") if "|" in line and looks_like_music(line[:MUSIC_HEAD])}
        if music:
            tokens = cut("\n".join(line for line in text.split("\n") if line not in music))
    counts: Counter[str] = Counter()
    for place, raw in enumerate(tokens.raw):
        if len(raw) != 1 or not tokens.word[place]:
            continue
        bracketed = tokens.at(place - 1) == "(" and tokens.at(place + 1) == ")"
        letter = letter_at(tokens, place, declared=bracketed or tokens.at(place - 1) in w.WRAPPERS)
        if letter and not _is_note(tokens, place) and not rejected(tokens, place):
            counts[letter] += 1
    ranked = counts.most_common(2)
    if not ranked:
        return None
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return ambiguous("tie")
    return answer(ranked[0][0], "counted")


def _is_note(tokens: Tokens, place: int) -> bool:
    """Say whether what stands beside a letter makes it a note: `Sa = C`, `স র গ ম`."""
    before, after = tokens.at(place - 1), tokens.at(place + 1)
    if tokens.raw[place] in w.BENGALI:
        return before in w.SWARAS or after in w.SWARAS
    return before in w.NOTE_BEFORE or (tokens.at(place - 2) in w.NOTE_BEFORE and before in w.LINKS)


def _mentioned(text: str, tokens: Tokens, texts: OptionTexts) -> Letter | None:
    """Return the one option that a short reply names, where it neither asks nor denies."""
    if len(text) > MOST_MENTION or "?" in text or any(fold in w.WRONG for fold in tokens.fold):
        return None
    named: set[str] = set()
    place = 0
    while place < len(tokens):
        found = texts.at(tokens, place) if tokens.word[place] else None
        if found is not None:
            named.add(found[0])
        place = found[1] if found else place + 1
    if len(named) > 1:
        return ambiguous("several")
    return answer(named.pop(), "mentioned") if named else None
