"""Questions about akarmatrik swaralipi: letters, octaves, lengths and marks on which its books agree."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.benchmarks.theory.draft import Draft, Option, fair
from core.tradition.signs import Swara, rows, swaras

_ASKED_BY_SIGN = ("meend", "kan", "sam", "kali", "song_end")
"""Marks that mean one thing only, so that the mark can be asked about."""

_ANSWER_LETTERS = "কখগঘ"
"""A reply that is one of these is an answer's letter, so none is an option."""


def drafts(seed: str) -> Iterator[Draft]:
    """Give every question about notation."""
    yield from fair(_letter(), 6, seed)
    yield from fair(_of_letter(), 4, seed)
    yield from fair(_octave(), 3, seed)
    yield from fair(_length(), 3, seed)
    yield from fair(_length_sign(), 3, seed)
    yield from fair(_share(), 2, seed)
    yield from fair(_mark(), 7, seed)
    yield from fair(_of_mark(), 4, seed)


def _altered() -> list[Swara]:
    return [swara for swara in swaras().values() if swara.kind in ("komal", "kori")]


def _draft(
    kind: str, table: str, row: str, field: str, question: str, gloss: str, options: list[Option],
    sources: tuple[str, ...],
) -> Draft:  # fmt: skip
    """Make a draft; the first option is the right one."""
    right, *wrong = options
    about = f"{row}-low" if row.islower() and len(row) == 1 else row
    return Draft(kind, "notation", about, question, gloss, right, wrong, f"signs/{table}", row, field, sources)


def _letter() -> Iterator[Draft]:
    for swara in (*_altered(), swaras()["D"], swaras()["N"]):
        options = [
            Option(other.letter, other.letter, other.letter)
            for other in sorted(swaras().values(), key=lambda other: other is not swara)
            if other.letter not in _ANSWER_LETTERS
        ]
        question = f"আকারমাত্রিক পদ্ধতিতে {swara.name_bn} লিখতে কোন অক্ষর ব্যবহার করা হয়?"
        gloss = f"Which letter does akarmatrik notation use for {swara.name}?"
        yield _draft("letter", "swaras", swara.id, "letter", question, gloss, options, swara.sources)


def _of_letter() -> Iterator[Draft]:
    for swara in _altered():
        options = [
            Option(other.id, other.name_bn, other.name)
            for other in sorted(swaras().values(), key=lambda other: other is not swara)
        ]
        question = f"আকারমাত্রিক স্বরলিপিতে ‘{swara.letter}’ লেখা থাকলে কোন স্বর গাইতে হয়?"
        gloss = f"Which note is sung where akarmatrik notation has the letter {swara.letter}?"
        yield _draft("swara-of-letter", "swaras", swara.id, "letter", question, gloss, options, swara.sources)


def _signs(table: str, first: Mapping[str, Any]) -> list[Option]:
    """Return the signs of a table as options, one row's first."""
    found = sorted(rows(table), key=lambda row: row["id"] != first["id"])
    return [Option(row["id"], row["sign_bn"], row["sign"]) for row in found]


def _octave() -> Iterator[Draft]:
    others = [
        Option(row["id"], row["sign_bn"], row["sign"])
        for row in rows("marks")
        if row["group"] in ("ornament", "shruti")
    ]
    for row in rows("octaves"):
        question = f"আকারমাত্রিক স্বরলিপিতে {row['name_bn']} সপ্তকের স্বর কীভাবে চেনা যায়?"
        gloss = f"How does akarmatrik notation show a note of the octave {row['name']}?"
        options = _signs("octaves", row) + others
        yield _draft("octave", "octaves", row["id"], "sign_bn", question, gloss, options, tuple(row["sources"]))


def _texts(first: str) -> list[Option]:
    found = sorted(rows("lengths"), key=lambda row: row["matras"] != first)
    return [Option(row["matras"], row["text_bn"], row["text"]) for row in found]


def _length() -> Iterator[Draft]:
    for row in rows("lengths"):
        question = f"আকারমাত্রিক স্বরলিপিতে ‘{row['written']}’ লেখা থাকলে স্বরটি কতক্ষণ থাকে?"
        gloss = f"In akarmatrik notation, how long is the note written {row['written']}?"
        options = _texts(row["matras"])
        yield _draft("length", "lengths", row["id"], "matras", question, gloss, options, tuple(row["sources"]))


def _length_sign() -> Iterator[Draft]:
    for row in rows("lengths"):
        question = f"একটি স্বর {row['text_bn']} স্থায়ী হলে আকারমাত্রিকে কোন চিহ্ন বসে?"
        gloss = f"Which sign does akarmatrik notation use for a note of {row['text']}?"
        options = _signs("lengths", row)
        yield _draft("length-sign", "lengths", row["id"], "sign_bn", question, gloss, options, tuple(row["sources"]))


def _share() -> Iterator[Draft]:
    for row in rows("shares"):
        question = f"‘{row['written']}’ লিখলে প্রতিটি স্বর কতটা সময় পায়?"
        gloss = f"How much time has each note in {row['written']}?"
        options = _texts(row["each"])
        yield _draft("share", "shares", row["id"], "each", question, gloss, options, tuple(row["sources"]))


def _mark() -> Iterator[Draft]:
    for row in rows("marks"):
        if row["id"] == "tali":
            continue
        question = f"আকারমাত্রিক স্বরলিপিতে {row['meaning_bn']} বোঝাতে কোন চিহ্ন বসে?"
        gloss = f"Which sign marks {row['meaning']} in akarmatrik notation?"
        options = _signs("marks", row)
        yield _draft("mark", "marks", row["id"], "sign_bn", question, gloss, options, tuple(row["sources"]))


def _of_mark() -> Iterator[Draft]:
    for row in rows("marks"):
        if row["id"] not in _ASKED_BY_SIGN:
            continue
        found = sorted(rows("marks"), key=lambda other: other["id"] != row["id"])
        options = [Option(other["id"], other["meaning_bn"], other["meaning"]) for other in found]
        question = f"আকারমাত্রিক স্বরলিপিতে {row['sign_bn']} কী বোঝায়?"
        gloss = f"What does this mean in akarmatrik notation: {row['sign']}?"
        yield _draft("meaning", "marks", row["id"], "meaning_bn", question, gloss, options, tuple(row["sources"]))
