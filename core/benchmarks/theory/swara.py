"""Questions about the twelve swaras and what they are called in the West."""

import dataclasses
from collections.abc import Iterator

from core.benchmarks.theory.draft import Draft, Option, fair
from core.benchmarks.theory.words import ORDINALS, digits
from core.tradition.signs import Degree, Swara, degrees, rows, swaras

_NO_ANSWER_LETTER = ("g", "G", "m", "M", "P")
"""Swaras whose Western names are not also letters of the answer (A-D), so that a reply is read without doubt."""


def drafts(seed: str) -> Iterator[Draft]:
    """Give every question about swaras."""
    yield from fair(_counts(), 6, seed)
    yield from fair(_order(), 3, seed)
    yield from fair(_forms(), 4, seed)
    yield from fair(_western(), 3, seed)
    yield from fair(_of_western(), 3, seed)
    yield from fair(_semitones(), 4, seed)
    yield from fair(_interval(), 5, seed)
    yield from fair(_interval_size(), 3, seed)


def _named(swara: Swara) -> Option:
    return Option(swara.id, swara.name_bn, swara.name)


def _all() -> list[Swara]:
    return list(swaras().values())


def _draft(kind: str, swara: Swara, field: str, question: str, gloss: str, right: Option, wrong: list[Option]) -> Draft:
    sources = swara.western_sources
    return Draft(kind, "swara", swara.id if swara.id.isupper() else f"{swara.id}-low", question, gloss, right, wrong,
                 "signs/swaras", swara.id, field, sources)  # fmt: skip


def _counts() -> Iterator[Draft]:
    table = rows("counts")
    numbers = dict.fromkeys(row["count"] for row in table)
    for row in table:
        right, *wrong = (
            Option(str(number), f"{digits(number)}টি", str(number))
            for number in sorted(numbers, key=lambda number: number != row["count"])
        )
        yield Draft(
            "count", "swara", row["id"], f"{row['what_bn']} কয়টি?", f"How many are the {row['what']}?", right, wrong,
            "signs/counts", row["id"], "count", tuple(row["sources"]),
        )  # fmt: skip


def _degree(degree: Degree) -> Option:
    return Option(degree.id, degree.name_bn, degree.name)


def _order() -> Iterator[Draft]:
    for degree in degrees().values():
        if degree.order == 1:
            continue
        word, english = ORDINALS[degree.order]
        # the note that one counts from would give itself away
        wrong = [_degree(other) for other in degrees().values() if other is not degree and other.order != 1]
        yield Draft(
            "degree", "swara", degree.id, f"ষড়জ থেকে গুনলে সপ্তকের {word} স্বর কোনটি?",
            f"Counted from Shadja, which is the {english} note of the octave?", _degree(degree), wrong,
            "signs/degrees", degree.id, "order", degree.sources,
        )  # fmt: skip


def _forms() -> Iterator[Draft]:
    """Ask for second forms of degrees; the twelve swaras tell them."""
    for value, question, gloss, degree, kind in (
        ("fixed", "কোন স্বরের কোমল বা কড়ি রূপ হয় না?", "Which note has no komal and no kori form?", "P", "fixed"),
        ("komal-r", "এদের মধ্যে কোন স্বরের কোমল রূপ আছে?", "Which of these notes has a komal form?", "R", "komal"),
        ("komal-d", "নিচের কোন স্বরটি কোমল হতে পারে?", "Which of these notes can be komal?", "D", "komal"),
        ("kori", "কোন স্বরের কড়ি বা তীব্র রূপ আছে?", "Which note has a kori (tivra) form?", "M", "kori"),
    ):
        kinds = {one: {swara.kind for swara in _all() if swara.degree == one} for one in degrees()}
        wrong = [_degree(other) for other in degrees().values() if kind not in kinds[other.id]]
        found = degrees()[degree]
        yield Draft(
            "form", "swara", value, question, gloss, _degree(found), wrong, "signs/degrees", degree, "fixed",
            found.sources, {"value": kind},
        )  # fmt: skip


def _western_option(swara: Swara) -> Option:
    name = swara.western.replace("♭", " ফ্ল্যাট").replace("♯", " শার্প")
    return Option(swara.id, name, swara.western.replace("♭", " flat").replace("♯", " sharp"))


def _western() -> Iterator[Draft]:
    plain = [swaras()[note] for note in _NO_ANSWER_LETTER]
    for swara in plain:
        wrong = [_western_option(other) for other in plain if other is not swara]
        question = f"সা-কে C ধরলে {swara.name_bn} কোন পাশ্চাত্য স্বরের সমান?"
        gloss = f"If Sa is C, which Western note is {swara.name}?"
        yield _draft("western", swara, "western", question, gloss, _western_option(swara), wrong)


def _of_western() -> Iterator[Draft]:
    for swara in (swaras()[note] for note in _NO_ANSWER_LETTER):
        wrong = [_named(other) for other in _all()[1:] if other is not swara]
        western = _western_option(swara)
        question = f"সা-কে C ধরলে পাশ্চাত্য {western.text} কোন স্বরের সমান?"
        gloss = f"If Sa is C, which swara is the Western {western.gloss}?"
        yield _draft("swara-of-western", swara, "western", question, gloss, _named(swara), wrong)


def _semitones() -> Iterator[Draft]:
    for swara in _all()[1:]:
        right, *wrong = (
            Option(str(other.semitones), f"{digits(other.semitones)} সেমিটোন", f"{other.semitones} semitones")
            for other in sorted(_all()[1:], key=lambda other: other is not swara)
        )
        question = f"সা থেকে {swara.name_bn} কয় সেমিটোন উঁচুতে?"
        gloss = f"How many semitones above Sa is {swara.name}?"
        yield _draft("semitones", swara, "semitones", question, gloss, right, wrong)


def _interval() -> Iterator[Draft]:
    names = {row["semitones"]: Option(row["id"], row["name_bn"], row["name"]) for row in rows("intervals")}
    told_by = {row["semitones"]: tuple(row["sources"]) for row in rows("intervals")}
    for swara in _all()[1:]:
        if swara.semitones not in names:
            continue
        wrong = [option for size, option in names.items() if size != swara.semitones]
        question = f"সা থেকে {swara.name_bn} পর্যন্ত ব্যবধানকে পাশ্চাত্য সংগীতে কী বলে?"
        gloss = f"What is the interval from Sa to {swara.name} called in Western music?"
        draft = _draft("interval", swara, "semitones", question, gloss, names[swara.semitones], wrong)
        yield dataclasses.replace(draft, sources=draft.sources + told_by[swara.semitones])


def _interval_size() -> Iterator[Draft]:
    table = rows("intervals")
    for row in table:
        right, *wrong = (
            Option(str(other["semitones"]), f"{digits(other['semitones'])} সেমিটোন", f"{other['semitones']} semitones")
            for other in sorted(table, key=lambda other: other["id"] != row["id"])
        )
        yield Draft(
            "interval-size", "swara", row["id"],
            f"পাশ্চাত্য সংগীতে {row['name_bn']} বলতে কত বড় ব্যবধান বোঝায়?",
            f"How large is a {row['name']} in Western music?", right, wrong, "signs/intervals", row["id"], "semitones",
            tuple(row["sources"]),
        )  # fmt: skip
