"""What a good bank is, measured on rows alone; shared by the tests of every shipped bank."""

import re
import unicodedata
from collections import Counter

LETTERS = "ABCD"
WORD = re.compile(r"[\w\u0980-\u09ff]+")
PLAIN = {
    "কোন", "কোনটি", "কোনো", "নিচের", "এদের", "মধ্যে", "রাগ", "রাগের", "রাগে", "রাগটি", "রাগটিকে", "রাগকে", "স্বর", "স্বরের",
    "স্বরটি", "স্বরগুলি", "তাল", "তালে", "তালের", "ঠাট", "ঠাটে", "ঠাটের", "মাত্রা", "মাত্রায়", "সপ্তকে", "সপ্তকের",
}  # fmt: skip


def right(row):
    return LETTERS.index(row["answer"])


def plain(text):
    return " ".join(WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def letter_shares(rows):
    counted = Counter(row["answer"] for row in rows)
    return {letter: counted[letter] / len(rows) for letter in LETTERS}


def guessed(rows, best):
    """The share that is right where one always takes the longest (max) or shortest (min) option, ties drawn by lot."""
    score = 0.0
    for row in rows:
        lengths = [len(option) for option in row["options"]]
        wanted = best(lengths)
        score += (lengths[right(row)] == wanted) / lengths.count(wanted)
    return score / len(rows)


def content(text):
    return {word for word in WORD.findall(text) if len(word) >= 3} - PLAIN


def tells_itself(row):
    """Words of the question that the right option has and no other option."""
    asked = content(row["question"])

    def shared(option):
        return {word for word in content(option) for other in asked if word in other or other in word}

    others = [option for place, option in enumerate(row["options"]) if place != right(row)]
    return shared(row["options"][right(row)]) if not any(shared(option) for option in others) else set()


def near_twins(rows):
    """Pairs of questions in the same words, whatever the options; in another order where the answer is the same too.

    Order can matter: 3 + 2 is not 2 + 3.
    """
    seen, found = {}, []
    for row in rows:
        words = plain(row["question"]).split()
        for key in (tuple(words), (*sorted(words), plain(row["options"][right(row)]))):
            if seen.setdefault(key, row["id"]) != row["id"] and (seen[key], row["id"]) not in found:
                found.append((seen[key], row["id"]))
    return found
