"""Questions about talas: matras, vibhags, claps and thekas that the sources give alike."""

from collections.abc import Callable, Iterator
from itertools import combinations

from core.benchmarks.theory.draft import Draft, Option, fair, one_of
from core.benchmarks.theory.words import ORDINALS, digits, in_tala, joined, of_tala
from core.tradition.talas import Tala, forms, talas

_NAMELESS = {"akhanda6", "ten_5_5", "seven_3_4", "twelve_2_4_2_4"}
"""Measures that are called by their number of matras, for want of a name."""
_TOLD_BY_NAME = {"shashthi", "nabatal", "ekadashi"}
"""Talas whose name holds a number of matras."""
_SAM_OF = {"trital", "dadra", "jhaptal"}
"""Named in the question about sam."""
_DIVISION_DOUBTED = {"rupakra"}
"""Divided by the barring of one source alone."""


def drafts(seed: str) -> Iterator[Draft]:
    """Give every question about talas."""
    yield from fair(_matras(), 7, seed)
    yield from fair(_of_matras(seed), 5, seed)
    yield from fair(_vibhags(), 6, seed)
    yield from fair(_of_vibhags(seed), 5, seed)
    yield from fair(_vibhag_count(), 3, seed)
    yield from fair(_khali(), 4, seed)
    yield from fair(_claps(), 5, seed)
    yield from fair(_tali(), 3, seed)
    yield from fair(_with_khali(seed), 3, seed)
    yield from fair(_sam(), 1, seed)
    yield from fair(_theka(), 3, seed)


def _known() -> list[Tala]:
    """Return the talas whose matras and vibhags the sources give alike, in every form of their name."""
    return [
        tala
        for tala in talas()
        if tala.id not in _NAMELESS
        and all(form.confidence == "agree" and form.matras == tala.matras for form in forms(tala.name_bn))
        and forms(tala.name_bn)[0] is tala
    ]


def _divided() -> list[Tala]:
    """Return those of one form."""
    return [tala for tala in _known() if len(forms(tala.name_bn)) == 1 and not tala.other_vibhags]


def _marked() -> list[Tala]:
    return [tala for tala in _divided() if tala.marks_confidence == "agree"]


def _option(tala: Tala) -> Option:
    return Option(tala.id, tala.name_bn, tala.name)


def _draft(kind: str, tala: Tala, field: str, question: str, gloss: str, right: Option, wrong: list[Option]) -> Draft:
    return Draft(kind, "tala", tala.id, question, gloss, right, wrong, "talas", tala.id, field, tala.sources)


def _which(
    kind: str, value: str, question: str, gloss: str, field: str, fits: list[Tala], others: list[Tala], seed: str
) -> Iterator[Draft]:
    wrong = [_option(tala) for tala in others]
    found = [
        Draft(
            kind, "tala", value, question, gloss, _option(tala), wrong, "talas", tala.id, field, tala.sources,
            {"value": value},
        )
        for tala in fits
    ]  # fmt: skip
    yield from one_of(found, seed)


def _counted() -> list[Tala]:
    return [tala for tala in _known() if tala.id not in _TOLD_BY_NAME]


def _matras() -> Iterator[Draft]:
    numbers = dict.fromkeys(tala.matras for tala in _counted())
    for place, tala in enumerate(_counted()):
        question = (f"{of_tala(tala)} মাত্রাসংখ্যা কত?", f"{in_tala(tala)} মোট কয়টি মাত্রা?")[place % 2]
        gloss = f"How many matras has {tala.name}?"
        right, *wrong = (
            Option(str(number), digits(number), str(number))
            for number in sorted(numbers, key=lambda number: number != tala.matras)
        )
        yield _draft("matras", tala, "matras", question, gloss, right, wrong)


def _of_matras(seed: str) -> Iterator[Draft]:
    known = _counted()
    for number in dict.fromkeys(tala.matras for tala in known):
        yield from _which(
            "tala-of-matras", str(number), f"{digits(number)} মাত্রার তাল কোনটি?", f"Which tala has {number} matras?",
            "matras", [tala for tala in known if tala.matras == number],
            [tala for tala in known if tala.matras != number], seed,
        )  # fmt: skip


def _pattern(vibhags: tuple[int, ...]) -> str:
    return " + ".join(digits(number) for number in vibhags)


def _plain(vibhags: tuple[int, ...]) -> str:
    return "+".join(str(number) for number in vibhags)


def _repeats(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Say whether one division is the other sung more than once, which one could call the same."""
    longer, shorter = sorted((first, second), key=len, reverse=True)
    return len(longer) % len(shorter) == 0 and shorter * (len(longer) // len(shorter)) == longer


def _vibhags() -> Iterator[Draft]:
    known = [tala for tala in _divided() if tala.id not in _DIVISION_DOUBTED]
    patterns = dict.fromkeys(tala.vibhags for tala in _divided())
    for tala in known:
        right, *wrong = (
            Option(_plain(found), _pattern(found), _plain(found))
            for found in sorted(patterns, key=lambda found: found != tala.vibhags)
            if found == tala.vibhags or not _repeats(found, tala.vibhags)
        )
        question = f"{of_tala(tala)} মাত্রাবিভাগ কোনটি?"
        yield _draft("vibhags", tala, "vibhags", question, f"How are the matras of {tala.name} divided?", right, wrong)


def _of_vibhags(seed: str) -> Iterator[Draft]:
    known = [tala for tala in _divided() if tala.id not in _DIVISION_DOUBTED]
    for found in dict.fromkeys(tala.vibhags for tala in known):
        yield from _which(
            "tala-of-vibhags", _plain(found), f"কোন তালের মাত্রাবিভাগ {_pattern(found)}?",
            f"Which tala is divided {_plain(found)}?", "vibhags",
            [tala for tala in known if tala.vibhags == found],
            [tala for tala in known if tala.vibhags != found and not _repeats(tala.vibhags, found)], seed,
        )  # fmt: skip


def _vibhag_count() -> Iterator[Draft]:
    known = [tala for tala in _divided() if tala.id not in _DIVISION_DOUBTED]
    numbers = dict.fromkeys(len(tala.vibhags) for tala in known)
    for tala in known:
        right, *wrong = (
            Option(str(number), f"{digits(number)}টি", str(number))
            for number in sorted(numbers, key=lambda number: number != len(tala.vibhags))
        )
        question = f"{in_tala(tala)} বিভাগ কয়টি?"
        yield _draft("vibhag-count", tala, "vibhags", question, f"How many vibhags has {tala.name}?", right, wrong)


def _khali() -> Iterator[Draft]:
    places = sorted({place for tala in _marked() for place in (*tala.tali, *tala.khali)})
    for tala in _marked():
        if len(tala.khali) != 1:
            continue
        right, *wrong = (
            Option(str(place), f"{ORDINALS[place][0]} মাত্রায়", f"the {ORDINALS[place][1]} matra")
            for place in sorted(places, key=lambda place: place not in tala.khali)
            if place <= tala.matras
        )
        question = f"{in_tala(tala)} খালি বা ফাঁক কোথায় পড়ে?"
        yield _draft("khali", tala, "marks", question, f"On which matra is the khali of {tala.name}?", right, wrong)


def _claps() -> Iterator[Draft]:
    known = _marked()
    counts = dict.fromkeys((len(tala.tali), len(tala.khali)) for tala in known)
    for tala in known:
        right, *wrong = (
            _clap_option(*count)
            for count in sorted(counts, key=lambda count: count != (len(tala.tali), len(tala.khali)))
        )
        question = f"{in_tala(tala)} তালি ও খালি কয়টি করে?"
        gloss = f"How many claps and how many khalis has {tala.name}?"
        yield _draft("claps", tala, "marks", question, gloss, right, wrong)


def _clap_option(tali: int, khali: int) -> Option:
    last = f"{digits(khali)}টি খালি" if khali else "খালি নেই"
    return Option(
        f"{tali}-{khali}",
        f"{digits(tali)}টি তালি, {last}",
        f"{_in_english(tali, 'clap')}, {_in_english(khali, 'khali')}",
    )


def _in_english(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number in (0, 1) else 's'}"


def _tali() -> Iterator[Draft]:
    for tala in _marked():
        starts = (*tala.tali, *tala.khali)
        if not tala.khali or len(tala.tali) < 2:
            continue
        right, *wrong = (
            Option(
                "-".join(map(str, found)), joined([digits(place) for place in found]),
                joined([str(place) for place in found], "and"),
            )
            for found in sorted(
                combinations(sorted(starts), len(tala.tali)), key=lambda found: found != tala.tali
            )
        )  # fmt: skip
        question = f"{in_tala(tala)} কোন কোন মাত্রায় তালি দেওয়া হয়?"
        yield _draft("tali", tala, "marks", question, f"On which matras of {tala.name} does one clap?", right, wrong)


def _with_khali(seed: str) -> Iterator[Draft]:
    known = _marked()
    asked: tuple[tuple[str, str, str, Callable[[Tala], bool]], ...] = (
        ("none", "এদের মধ্যে কোন তালে খালি নেই?", "Which of these talas has no khali?", lambda tala: not tala.khali),
        ("some", "এদের মধ্যে কোন তালটিতে খালি আছে?", "Which of these talas has a khali?", lambda tala: bool(tala.khali)),
        ("two", "কোন তালে খালি দুটি?", "Which tala has two khalis?", lambda tala: len(tala.khali) == 2),
    )
    for value, question, gloss, true in asked:
        fits, others = [tala for tala in known if true(tala)], [tala for tala in known if not true(tala)]
        yield from _which("tala-with-khali", value, question, gloss, "marks", fits, others, seed)


def _sam() -> Iterator[Draft]:
    """Sam is the first matra of every tala in the table."""
    known = _marked()
    if not all(tala.marks[0] == "+" for tala in known):
        return
    # a matra that one of the talas named has not would give itself away
    shortest = min(tala.matras for tala in known if tala.id in _SAM_OF)
    options = [
        Option(str(place), f"{ORDINALS[place][0]} মাত্রায়", f"the {ORDINALS[place][1]} matra")
        for place in sorted({place for tala in known for place in (*tala.tali, *tala.khali)})
        if place <= shortest
    ]
    yield _draft(
        "sam", known[0], "marks", "ত্রিতাল, দাদরা, ঝাঁপতাল — এই সব তালেই সম পড়ে কোন মাত্রায়?",
        "Trital, Dadra, Jhaptal: on which matra of all these is sam?", options[0], options[1:],
    )  # fmt: skip


def _theka() -> Iterator[Draft]:
    known = [tala for tala in _divided() if tala.theka_confidence == "agree"]
    for tala in known:
        bols = " | ".join(" ".join(part) for part in tala.theka)
        wrong = [
            _option(other)
            for other in _divided()
            if other is not tala and (other.matras != tala.matras or other.theka_confidence == "agree")
        ]
        yield _draft(
            "theka", tala, "theka", f"‘{bols}’ — এই ঠেকা কোন তালের?", f"Of which tala is this the theka: {bols}?",
            _option(tala), wrong,
        )  # fmt: skip
