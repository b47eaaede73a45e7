"""Questions about ragas: vadi, jati, notes, lines and times. Every option is a raga or value that no source doubts."""

from collections.abc import Callable, Iterator

from core.benchmarks.theory.draft import Draft, Option, fair, one_of
from core.benchmarks.theory.words import (
    TIMES,
    apart,
    degree_names,
    degree_of,
    digits,
    jati,
    written,
)
from core.tradition.ragas import Raga, ragas
from core.tradition.signs import degrees, rows, swaras

_NUMBERS = {5: "পাঁচটি", 6: "ছয়টি", 7: "সাতটি"}


def sure(field: str) -> list[Raga]:
    """Return the ragas of which a field is certain and stated."""
    return [raga for raga in ragas() if field in raga.certain and (field != "time" or raga.time in TIMES)]


def drafts(seed: str) -> Iterator[Draft]:
    """Give every question about ragas and their times."""
    yield from fair(_vadi(), 9, seed)
    yield from fair(_samvadi(), 9, seed)
    yield from fair(_pair(seed), 7, seed)
    yield from fair(_jati(), 8, seed)
    yield from fair(_of_jati(seed), 4, seed)
    yield from fair(_jati_counts(), 3, seed)
    yield from fair(_jati_name(), 2, seed)
    yield from fair(_left_out(), 8, seed)
    yield from fair(_never(), 3, seed)
    yield from fair(_having(seed), 4, seed)
    yield from fair(_lacking(seed), 3, seed)
    yield from fair(_having_both(seed), 4, seed)
    yield from fair(_lines(), 6, seed)
    yield from fair(_line("up"), 3, seed)
    yield from fair(_line("down"), 3, seed)
    yield from fair(_twin(), 3, seed)
    yield from fair(_time(), 9, seed)
    yield from fair(_of_time(seed), 6, seed)


def raga_option(raga: Raga) -> Option:
    """Return a raga as an option."""
    return Option(raga.id, raga.name_bn, raga.name)


def _degree(one: str) -> Option:
    return Option(one, degrees()[one].name_bn, degrees()[one].name)


def _note_options(raga: Raga, but: str) -> list[Option]:
    used = dict.fromkeys(degree_of(note) for note in raga.notes)
    return [_degree(one) for one in used if one != degree_of(but)]


def _vadi() -> Iterator[Draft]:
    asked = (
        ("{} রাগের বাদী স্বর কোনটি?", "Which is the vadi of raga {}?"),
        ("কোন স্বরটি {} রাগে বাদী?", "Which note is vadi in raga {}?"),
        ("{} রাগে বাদী স্বর হিসেবে কোনটি মানা হয়?", "Which note is held to be the vadi of raga {}?"),
    )
    yield from _main_note("vadi", asked, lambda raga: raga.vadi)


def _samvadi() -> Iterator[Draft]:
    asked = (
        ("{} রাগের সমবাদী স্বর কোনটি?", "Which is the samvadi of raga {}?"),
        ("কোন স্বরকে {} রাগের সমবাদী বলা হয়?", "Which note is called the samvadi of raga {}?"),
        ("{} রাগে বাদীর সহায়ক, অর্থাৎ সমবাদী স্বর কোনটি?", "Which note supports the vadi, that is, is samvadi in raga {}?"),
    )
    yield from _main_note("samvadi", asked, lambda raga: raga.samvadi)


def _main_note(kind: str, asked: tuple[tuple[str, str], ...], value: Callable[[Raga], str]) -> Iterator[Draft]:
    for place, raga in enumerate(sure("vadi_samvadi")):
        question, gloss = asked[place % len(asked)]
        right = _degree(degree_of(value(raga)))
        wrong = _note_options(raga, value(raga))
        yield _draft(kind, raga, kind, question.format(raga.name_bn), gloss.format(raga.name), right, wrong)


def _draft(kind: str, raga: Raga, field: str, question: str, gloss: str, right: Option, wrong: list[Option]) -> Draft:
    theme = "time" if kind == "time" else "raga"
    return Draft(kind, theme, raga.id, question, gloss, right, wrong, "ragas", raga.id, field, raga.sources)


def _which(
    kind: str, value: str, question: str, gloss: str, field: str, fits: list[Raga], others: list[Raga], seed: str
) -> Iterator[Draft]:
    """Give one question of which ragas are the options; `value` is what the right one has."""
    theme = "time" if kind == "raga-of-time" else "raga"
    wrong = [raga_option(raga) for raga in others]
    found = [
        Draft(
            kind, theme, value, question, gloss, raga_option(raga), wrong, "ragas", raga.id, field, raga.sources,
            {"value": value},
        )
        for raga in fits
    ]  # fmt: skip
    yield from one_of(found, seed)


def _pair(seed: str) -> Iterator[Draft]:
    known = sure("vadi_samvadi")
    for both in dict.fromkeys(_both(raga) for raga in known):
        (vadi, samvadi), (vadi_en, samvadi_en) = zip(*(degree_names((one,)) for one in both), strict=True)
        yield from _which(
            "raga-of-vadi", "".join(both), f"কোন রাগের বাদী স্বর {vadi} আর সমবাদী স্বর {samvadi}?",
            f"Which raga has {vadi_en} as vadi and {samvadi_en} as samvadi?", "vadi",
            [raga for raga in known if _both(raga) == both], [raga for raga in known if _both(raga) != both], seed,
        )  # fmt: skip


def _both(raga: Raga) -> tuple[str, str]:
    return degree_of(raga.vadi), degree_of(raga.samvadi)


def _jati_option(name: str) -> Option:
    return Option(name, jati(name), name)


def _jati() -> Iterator[Draft]:
    known = sure("jati")
    values = [_jati_option(name) for name in dict.fromkeys(raga.jati for raga in known)]
    asked = (
        ("{} রাগের জাতি কী?", "What is the jati of raga {}?"),
        ("আরোহণ-অবরোহণের স্বরসংখ্যা ধরলে {} কোন জাতির রাগ?", "By the notes up and down, of which jati is raga {}?"),
        ("{} রাগকে কোন জাতির রাগ বলা হয়?", "Of which jati is raga {} said to be?"),
    )
    for place, raga in enumerate(known):
        question, gloss = asked[place % len(asked)]
        wrong = [option for option in values if option.key != raga.jati]
        texts = question.format(raga.name_bn), gloss.format(raga.name)
        yield _draft("jati", raga, "jati", *texts, _jati_option(raga.jati), wrong)


def _of_jati(seed: str) -> Iterator[Draft]:
    known = sure("jati")
    for name in dict.fromkeys(raga.jati for raga in known):
        yield from _which(
            "raga-of-jati", name, f"নিচের কোন রাগটি {jati(name)} জাতির?", f"Which of these ragas is of {name} jati?",
            "jati", [raga for raga in known if raga.jati == name], [raga for raga in known if raga.jati != name], seed,
        )  # fmt: skip


def _jatis() -> Iterator[tuple[str, int, int, tuple[str, ...]]]:
    table = rows("jatis")
    for up in table:
        for down in table:
            yield f"{up['id']}-{down['id']}", up["count"], down["count"], tuple(up["sources"])


def _jati_counts() -> Iterator[Draft]:
    counts = [
        Option(f"{up}-{down}", f"{digits(up)} ও {digits(down)}", f"{up} and {down}") for _, up, down, _ in _jatis()
    ]
    for name, up, down, sources in _jatis():
        question = f"{jati(name)} জাতির রাগে আরোহণে ও অবরোহণে যথাক্রমে কয়টি করে স্বর থাকে?"
        gloss = f"How many notes has a raga of {name} jati on the way up and on the way down?"
        right = next(one for one in counts if one.key == f"{up}-{down}")
        wrong = [one for one in counts if one is not right]
        yield Draft("jati-counts", "raga", name, question, gloss, right, wrong, "signs/jatis", name, "count", sources)


def _jati_name() -> Iterator[Draft]:
    names = [_jati_option(name) for name, *_ in _jatis()]
    for name, up, down, sources in _jatis():
        if up == down:
            continue
        question = f"আরোহণে {_NUMBERS[up]} ও অবরোহণে {_NUMBERS[down]} স্বর লাগলে রাগের জাতি কী হয়?"
        gloss = f"Of which jati is a raga with {up} notes up and {down} down?"
        wrong = [one for one in names if one.key != name]
        right = _jati_option(name)
        yield Draft("jati-name", "raga", name, question, gloss, right, wrong, "signs/jatis", name, "count", sources)


def _left_out() -> Iterator[Draft]:
    values = list(dict.fromkeys(raga.left_out_up for raga in ragas() if raga.left_out_up))
    for place, raga in enumerate(sure("varjit")):
        found = raga.left_out_up
        if not found:
            continue
        number = ("কোন স্বর", "কোন দুটি স্বর")[len(found) - 1]
        question = (f"{raga.name_bn} রাগের আরোহণে {number} বর্জিত?", f"{raga.name_bn} রাগে আরোহণের পথে {number} বাদ পড়ে?")
        gloss = f"Which note{'s are' if len(found) > 1 else ' is'} left out on the way up in raga {raga.name}?"
        wrong = [_degrees(value) for value in values if len(value) == len(found) and value != found]
        yield _draft("left-out", raga, "varjit.arohan", question[place % 2], gloss, _degrees(found), wrong)


def _never() -> Iterator[Draft]:
    values = {raga.id: _absent(raga) for raga in ragas()}
    for raga in sure("varjit"):
        found = values[raga.id]
        if len(found) != 2:
            continue
        question = f"{raga.name_bn} রাগে কোন দুটি স্বর একেবারেই লাগে না?"
        gloss = f"Which two notes are never used in raga {raga.name}?"
        wrong = [_degrees(value) for value in dict.fromkeys(values.values()) if len(value) == 2 and value != found]
        yield _draft("never", raga, "varjit", question, gloss, _degrees(found), wrong)


def _absent(raga: Raga) -> tuple[str, ...]:
    return tuple(degree for degree in raga.left_out_up if degree in raga.left_out_down)


def _degrees(found: tuple[str, ...]) -> Option:
    return Option("".join(found), *degree_names(found))


def _having(seed: str) -> Iterator[Draft]:
    known = sure("notes")
    for note in "rgMdn":
        swara = swaras()[note]
        yield from _which(
            "raga-with", note, f"নিচের কোন রাগে {swara.name_bn} লাগে?", f"Which of these ragas uses {swara.name}?",
            "notes", [raga for raga in known if note in raga.notes],
            [raga for raga in known if note not in raga.notes], seed,
        )  # fmt: skip


def _lacking(seed: str) -> Iterator[Draft]:
    known = sure("notes")
    for note in "rgMdn":
        swara = swaras()[note]
        yield from _which(
            "raga-without", note, f"কোন রাগটিতে {swara.name_bn} ব্যবহার করা হয় না?",
            f"Which of these ragas does not use {swara.name}?", "notes",
            [raga for raga in known if note not in raga.notes], [raga for raga in known if note in raga.notes], seed,
        )  # fmt: skip


def _having_both(seed: str) -> Iterator[Draft]:
    known = sure("notes")
    for pair in ("rM", "gM", "dn", "gn", "nN", "mM"):
        first, second = (swaras()[note] for note in pair)
        fits = [raga for raga in known if set(pair) <= set(raga.notes)]
        others = [raga for raga in known if not set(pair) <= set(raga.notes)]
        yield from _which(
            "raga-with-both", pair, f"{first.name_bn} ও {second.name_bn} — দুটিই লাগে কোন রাগে?",
            f"Which raga uses both {first.name} and {second.name}?", "notes", fits, others, seed,
        )  # fmt: skip


def _lines() -> Iterator[Draft]:
    known = sure("scale")
    for raga in known:
        others = [other for other in known if (other.arohan, other.avarohan) != (raga.arohan, raga.avarohan)]
        question = f"আরোহণ {written(raga.arohan)} এবং অবরোহণ {written(raga.avarohan)} — এটি কোন রাগের?"
        gloss = f"Which raga goes up {' '.join(raga.arohan)} and down {' '.join(raga.avarohan)}?"
        wrong = [raga_option(other) for other in others if set(other.notes) != set(raga.notes)]
        yield _draft("raga-of-lines", raga, "arohan", question, gloss, raga_option(raga), wrong)


def _line(way: str) -> Iterator[Draft]:
    known = sure("scale")
    field, word, english = ("arohan", "আরোহণ", "ascent") if way == "up" else ("avarohan", "অবরোহণ", "descent")

    def line(raga: Raga) -> tuple[str, ...]:
        return raga.arohan if way == "up" else raga.avarohan

    for raga in known:
        right = Option(" ".join(line(raga)), written(line(raga)), " ".join(line(raga)))
        wrong = [
            Option(" ".join(line(other)), written(line(other)), " ".join(line(other)))
            for other in known
            if line(other) != line(raga) and set(other.notes) != set(raga.notes)
        ]
        question = f"{raga.name_bn} রাগের {word} কোনটি?"
        yield _draft(field, raga, field, question, f"Which is the {english} of raga {raga.name}?", right, wrong)


def _twin() -> Iterator[Draft]:
    known = sure("notes")
    for raga in known:
        for other in known:
            same = raga is not other and set(raga.notes) == set(other.notes)
            if not same or not {"vadi_samvadi"} <= raga.certain & other.certain or _both(raga)[0] == _both(other)[0]:
                continue
            vadi, vadi_en = degree_names(_both(raga)[:1])
            question = f"{other.name_bn} রাগের সঙ্গে সব স্বর এক, কিন্তু বাদী স্বর {vadi} — এমন রাগ কোনটি?"
            gloss = f"Which raga has just the notes of {other.name}, but {vadi_en} as vadi?"
            wrong = [raga_option(one) for one in known if not set(one.notes) >= set(raga.notes)]
            yield Draft(
                "twin", "raga", f"{raga.id}-{other.id}", question, gloss, raga_option(raga), wrong, "ragas", raga.id,
                "notes", tuple(dict.fromkeys(raga.sources + other.sources)), {"value": other.id},
            )  # fmt: skip


def _time_option(code: str) -> Option:
    return Option(code, TIMES[code][0], TIMES[code][2])


def _time() -> Iterator[Draft]:
    known = sure("time")
    asked = (
        ("{} রাগ পরিবেশনের প্রচলিত সময় কোনটি?", "What is the usual time for raga {}?"),
        ("{} রাগ গাইবার সময় হিসেবে কোনটি মানা হয়?", "Which time is kept for singing raga {}?"),
        ("সময়চক্রে {} রাগের স্থান কোথায়?", "Where in the cycle of the day is raga {} placed?"),
    )
    for place, raga in enumerate(known):
        question, gloss = asked[place % len(asked)]
        wrong = [_time_option(code) for code in dict.fromkeys(one.time for one in known) if apart(code, raga.time)]
        texts = question.format(raga.name_bn), gloss.format(raga.name)
        yield _draft("time", raga, "time", *texts, _time_option(raga.time), wrong)


def _of_time(seed: str) -> Iterator[Draft]:
    known = sure("time")
    for code in dict.fromkeys(raga.time for raga in known):
        yield from _which(
            "raga-of-time", code, f"নিচের কোন রাগটি সাধারণত {TIMES[code][1]} গাওয়া হয়?",
            f"Which of these ragas is usually sung at this time: {TIMES[code][2]}?", "time",
            [raga for raga in known if raga.time == code], [raga for raga in known if apart(raga.time, code)], seed,
        )  # fmt: skip
