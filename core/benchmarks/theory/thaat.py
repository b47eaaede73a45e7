"""Questions about the ten thaats and which ragas are of them."""

from collections.abc import Iterator

from core.benchmarks.theory.draft import Draft, Option, fair, one_of
from core.benchmarks.theory.raga import raga_option, sure
from core.benchmarks.theory.words import joined, written
from core.tradition.ragas import Raga
from core.tradition.signs import swaras
from core.tradition.thaats import Thaat, thaats

_HOW_MANY = ("একটিও নয়", "একটি", "দুটি", "তিনটি", "চারটি")


def drafts(seed: str) -> Iterator[Draft]:
    """Give every question about thaats."""
    yield from fair(_of_raga(), 9, seed)
    yield from fair(_raga_of(seed), 6, seed)
    yield from fair(_raga_not_of(seed), 4, seed)
    yield from fair(_notes(), 5, seed)
    yield from fair(_of_notes(), 4, seed)
    yield from fair(_altered(), 4, seed)
    yield from fair(_komal_count(), 3, seed)
    yield from fair(_only(), 3, seed)
    yield from fair(_with_but_not(), 3, seed)
    yield from fair(_ashray(), 1, seed)
    yield from fair(_ashray_raga(seed), 2, seed)


def _known() -> list[Thaat]:
    return [thaat for thaat in thaats() if thaat.certain]


def _option(thaat: Thaat) -> Option:
    return Option(thaat.name, thaat.name_bn, thaat.name)


def _draft(kind: str, thaat: Thaat, field: str, question: str, gloss: str, right: Option, wrong: list[Option]) -> Draft:
    return Draft(kind, "thaat", thaat.id, question, gloss, right, wrong, "thaats", thaat.id, field, thaat.sources)


def _of_raga() -> Iterator[Draft]:
    asked = (
        ("{} রাগ কোন ঠাটের অন্তর্গত?", "To which thaat does raga {} belong?"),
        ("{} রাগটিকে কোন ঠাটের মধ্যে ধরা হয়?", "Under which thaat is raga {} counted?"),
        ("দশ ঠাটের কোনটিতে {} রাগের স্থান?", "In which of the ten thaats does raga {} have its place?"),
    )
    for place, raga in enumerate(sure("thaat")):
        if _named_after(raga):
            continue
        question, gloss = asked[place % len(asked)]
        right = next(_option(thaat) for thaat in _known() if thaat.name == raga.thaat)
        wrong = [_option(thaat) for thaat in _known() if thaat.name != raga.thaat]
        yield Draft(
            "thaat", "thaat", raga.id, question.format(raga.name_bn), gloss.format(raga.name), right, wrong,
            "ragas", raga.id, "thaat", raga.sources,
        )  # fmt: skip


def _which(
    kind: str, thaat: Thaat, question: str, gloss: str, fits: list[Raga], others: list[Raga], seed: str
) -> Iterator[Draft]:
    wrong = [raga_option(raga) for raga in others]
    found = [
        Draft(
            kind, "thaat", thaat.id, question, gloss, raga_option(raga), wrong, "ragas", raga.id, "thaat",
            raga.sources, {"value": thaat.name},
        )
        for raga in fits
        if not _named_after(raga)
    ]  # fmt: skip
    yield from one_of(found, seed)


def _named_after(raga: Raga) -> bool:
    """Say whether a raga's name tells its thaat, as Ahir Bhairav's does; another spelling in Bengali hides it badly."""
    return raga.thaat.casefold() in raga.name.casefold()


def _raga_of(seed: str) -> Iterator[Draft]:
    known = sure("thaat")
    for thaat in _known():
        yield from _which(
            "raga-of-thaat", thaat, f"নিচের কোন রাগটি {thaat.name_bn} ঠাটের অন্তর্ভুক্ত?",
            f"Which of these ragas is of {thaat.name} thaat?", [raga for raga in known if raga.thaat == thaat.name],
            [raga for raga in known if raga.thaat != thaat.name], seed,
        )  # fmt: skip


def _raga_not_of(seed: str) -> Iterator[Draft]:
    known = sure("thaat")
    for thaat in _known():
        yield from _which(
            "raga-not-of-thaat", thaat, f"এদের মধ্যে কোন রাগটি {thaat.name_bn} ঠাটের নয়?",
            f"Which of these ragas is not of {thaat.name} thaat?", [raga for raga in known if raga.thaat != thaat.name],
            [raga for raga in known if raga.thaat == thaat.name], seed,
        )  # fmt: skip


def _notes() -> Iterator[Draft]:
    for thaat in _known():
        right, *wrong = (
            Option("".join(one.notes), written(one.notes), " ".join(one.notes))
            for one in sorted(_known(), key=lambda one: one is not thaat)
        )
        question = f"{thaat.name_bn} ঠাটের সাতটি স্বর কোনগুলি?"
        yield _draft(
            "thaat-notes", thaat, "notes", question, f"Which seven notes are of {thaat.name} thaat?", right, wrong
        )


def _of_notes() -> Iterator[Draft]:
    for thaat in _known():
        question = f"{written(thaat.notes)} — এই সাতটি স্বর কোন ঠাটের?"
        gloss = f"Which thaat has the seven notes {' '.join(thaat.notes)}?"
        wrong = [_option(one) for one in _known() if one is not thaat]
        yield _draft("thaat-of-notes", thaat, "notes", question, gloss, _option(thaat), wrong)


def _altered_option(thaat: Thaat) -> Option:
    names = [swaras()[note] for note in thaat.altered]
    return Option(
        "".join(thaat.altered),
        joined([swara.short_bn for swara in names]),
        joined([swara.name for swara in names], "and"),
    )


def _altered() -> Iterator[Draft]:
    some = [thaat for thaat in _known() if thaat.altered]
    for thaat in some:
        question = f"{thaat.name_bn} ঠাটের বিকৃত (কোমল বা কড়ি) স্বর কী কী?"
        gloss = f"Which are the altered (komal or kori) notes of {thaat.name} thaat?"
        wrong = [_altered_option(one) for one in some if one is not thaat]
        yield _draft("thaat-altered", thaat, "notes", question, gloss, _altered_option(thaat), wrong)


def _komal_count() -> Iterator[Draft]:
    options = [Option(str(number), text, str(number)) for number, text in enumerate(_HOW_MANY)]
    for thaat in _known():
        number = sum(note in "rgdn" for note in thaat.notes)
        question = f"{thaat.name_bn} ঠাটে কোমল স্বর কয়টি?"
        gloss = f"How many komal notes are in {thaat.name} thaat?"
        wrong = [option for option in options if option.key != str(number)]
        yield _draft("thaat-komal-count", thaat, "notes", question, gloss, options[number], wrong)


def _only() -> Iterator[Draft]:
    for altered, words, english in (
        ("n", "একমাত্র বিকৃত স্বর কোমল নিষাদ", "komal Nishad as its only altered note"),
        ("M", "একমাত্র বিকৃত স্বর কড়ি মধ্যম", "kori Madhyam as its only altered note"),
        ("", "একটিও বিকৃত স্বর নেই", "no altered note"),
    ):
        yield from _thaat_where(
            "thaat-only", altered or "none", f"কোন ঠাটে {words}?" if not altered else f"কোন ঠাটের {words}?",
            f"Which thaat has {english}?", [thaat for thaat in _known() if "".join(thaat.altered) == altered],
        )  # fmt: skip


def _with_but_not() -> Iterator[Draft]:
    for has, lacks in ("rd", "gd", "Mr", "dr"):
        with_it, without = swaras()[has], swaras()[lacks]
        yield from _thaat_where(
            "thaat-with-but-not", has + lacks, f"কোন ঠাটে {with_it.name_bn} আছে, অথচ {without.name_bn} নেই?",
            f"Which thaat has {with_it.name}, but not {without.name}?",
            [thaat for thaat in _known() if has in thaat.notes and lacks not in thaat.notes],
        )  # fmt: skip


def _thaat_where(kind: str, value: str, question: str, gloss: str, fits: list[Thaat]) -> Iterator[Draft]:
    wrong = [_option(thaat) for thaat in _known() if thaat not in fits]
    for thaat in fits[:1]:
        yield Draft(
            kind, "thaat", value, question, gloss, _option(thaat), wrong, "thaats", thaat.id, "notes", thaat.sources,
            {"value": value},
        )  # fmt: skip


def _ashray() -> Iterator[Draft]:
    """Only one thaat's raga has another name, so only there the name does not tell the answer."""
    ragas = sure("thaat")
    for thaat in _known():
        if thaat.ashray == thaat.name:
            continue
        right = next(raga_option(raga) for raga in ragas if raga.name == thaat.ashray)
        wrong = [raga_option(raga) for raga in ragas if raga.name != thaat.ashray and raga.thaat == thaat.name]
        question = f"{thaat.name_bn} ঠাটের আশ্রয় রাগ কোনটি?"
        gloss = f"Which raga is the ashray raga of {thaat.name} thaat?"
        yield _draft("ashray", thaat, "ashray", question, gloss, right, wrong)


def _ashray_raga(seed: str) -> Iterator[Draft]:
    names = {thaat.ashray for thaat in _known()}
    ragas = sure("thaat")
    ashray, others = [raga for raga in ragas if raga.name in names], [raga for raga in ragas if raga.name not in names]
    for value, question, gloss, fits, rest in (
        ("is", "নিচের কোন রাগটি একটি ঠাটের আশ্রয় রাগ?", "Which of these is the ashray raga of a thaat?", ashray, others),
        ("is-not", "কোনটি দশ ঠাটের কোনোটিরই আশ্রয় রাগ নয়?", "Which is the ashray raga of no thaat?", others, ashray),
    ):
        wrong = [raga_option(raga) for raga in rest]
        found = []
        for raga in fits:
            thaat = next(one for one in _known() if one.name == raga.thaat)
            found.append(
                Draft(
                    "ashray-raga", "thaat", value, question, gloss, raga_option(raga), wrong, "thaats", thaat.id,
                    "ashray", thaat.sources, {"value": value},
                )
            )  # fmt: skip
        yield from one_of(found, seed)
