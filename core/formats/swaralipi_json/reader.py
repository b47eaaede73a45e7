"""The objects of a swaralipi-JSON file to cells; every fault is told with its place in the file."""

import re
from collections.abc import Iterator

from core.errors import FormatError
from core.formats.base import MOST_NOTES
from core.formats.swara_cells.cells import (
    DEGREES,
    KOMAL,
    KORI,
    MOST_SAPTAK,
    REST,
    SUSTAIN,
    Cell,
    CellSheet,
    Line,
    Mark,
    MarkKind,
    Swara,
    TalaHead,
    Unit,
    UnitKind,
)

MOST_TEXT = 500
MOST_NAME = 40
"""Characters of a section's name."""
MOST_UNITS = 48
MOST_KAN = 8
MOST_VIBHAGS = 32
MOST_MATRAS = 99
BEATS = ("sam", "taali", "khali")
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

Json = dict[str, object]


def sheet_of(value: object) -> CellSheet:
    """Return the song of a parsed file. Raises FormatError naming the first fault and its place."""
    top = object_of(value, "the file")
    taal = object_of(top.get("taal"), "taal")
    title = top.get("title", "")
    titles = {"bn": title} if isinstance(title, str) else object_of(title, "title")
    rows = _array(top.get("lines"), "lines", MOST_NOTES)
    if not rows:
        raise FormatError("lines is empty: there is no music in this file.")
    lines = tuple(_line(row, f"lines[{place}]") for place, row in enumerate(rows))
    if sum(len(line.cells) for line in lines) > MOST_NOTES:
        raise FormatError(f"There are more than {MOST_NOTES:,} cells. Split the file.")
    return CellSheet(
        lines,
        _tala(taal),
        title_bn=_text(titles.get("bn"), "title.bn"),
        title_translit=_text(titles.get("translit"), "title.translit"),
        composer=_text(top.get("composer"), "composer"),
        barred=True,
        about=tuple(_about(top)),
    )


def _about(top: Json) -> Iterator[tuple[str, str]]:
    """Give what else the file says of the song, as fields of a score."""
    for name, words in (("id", "swaralipi-id"), ("raga_anga", "raga")):
        if isinstance(top.get(name), str) and (text := _text(top[name], name)):
            yield "I", f"{words} {text}"
    parjaay = top.get("parjaay")
    if isinstance(parjaay, dict):
        for key in ("bn", "en"):
            if text := _text(parjaay.get(key), f"parjaay.{key}"):
                yield "I", f"parjaay-{key} {text}"
    provenance = top.get("provenance")
    witness = provenance.get("primary_witness") if isinstance(provenance, dict) else None
    if isinstance(witness, dict):
        for key, letter in (("archive", "S"), ("url", "F")):
            if text := _text(witness.get(key), f"provenance.primary_witness.{key}"):
                yield letter, text


def _tala(taal: Json) -> TalaHead:
    name = taal.get("name", "")
    names = {"translit": name} if isinstance(name, str) else object_of(name, "taal.name")
    free = taal.get("talamukta") is True or taal.get("vibhags") is None
    vibhags: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()
    if not free:
        numbers = _array(taal.get("vibhags"), "taal.vibhags", MOST_VIBHAGS)
        vibhags = tuple(
            _whole(number, f"taal.vibhags[{place}]", 1, MOST_MATRAS) for place, number in enumerate(numbers)
        )
        matras = taal.get("matras")
        if matras is not None and _whole(matras, "taal.matras", 1, MOST_MATRAS * MOST_VIBHAGS) != sum(vibhags):
            shown = "+".join(map(str, vibhags))
            raise FormatError(
                f"taal.matras is {matras}, and taal.vibhags are {shown} = {sum(vibhags)}. Mend one of them."
            )
        if taal.get("beats") is not None:
            beats = tuple(_beat(row) for row in _array(taal["beats"], "taal.beats", MOST_VIBHAGS))
    return TalaHead(
        _text(names.get("bn"), "taal.name.bn"), _text(names.get("translit"), "taal.name.translit"), vibhags, beats
    )


def _beat(value: object) -> str:
    if value not in BEATS:
        raise FormatError(f"taal.beats holds {_shown(value)}; it may hold {', '.join(BEATS)}.")
    return str(value)


def _line(value: object, where: str) -> Line:
    row = object_of(value, where)
    cells = _array(row.get("cells"), f"{where}.cells", MOST_NOTES)
    if not cells:
        raise FormatError(f"{where}.cells is empty. Leave the line out.")
    marks = _array(row.get("marks") or [], f"{where}.marks", MOST_NOTES)
    return Line(
        _text(row.get("section"), f"{where}.section")[:MOST_NAME].strip(),
        tuple(_cell(cell, f"{where}.cells[{place}]") for place, cell in enumerate(cells)),
        tuple(_mark(mark, f"{where}.marks[{place}]", len(cells)) for place, mark in enumerate(marks)),
        anacrusis=row.get("anacrusis") is True,
    )


def _mark(value: object, where: str, cells: int) -> Mark:
    row = object_of(value, where)
    kind = row.get("type")
    known = [str(one) for one in MarkKind]
    if kind not in known:
        raise FormatError(f"{where}.type is {_shown(kind)}; known are {', '.join(known)}.")
    return Mark(
        MarkKind(str(kind)), _whole(row.get("cell"), f"{where}.cell", 0, cells), _text(row.get("raw"), f"{where}.raw")
    )


def _cell(value: object, where: str) -> Cell:
    row = object_of(value, where)
    units = _array(row.get("units"), f"{where}.units", MOST_UNITS)
    if not units:
        raise FormatError(f"{where}.units is empty. Write a rest, or leave the cell out.")
    lyric = row.get("lyric")
    return Cell(
        tuple(_unit(unit, f"{where}.units[{place}]") for place, unit in enumerate(units)),
        _text(lyric, f"{where}.lyric") or None,
        melisma=row.get("melisma") is True,
    )


def _unit(value: object, where: str) -> Unit:
    row = object_of(value, where)
    kind = row.get("type")
    uncertain = row.get("uncertain") is True
    if kind == UnitKind.SWARA:
        kan = _array(row.get("kan") or [], f"{where}.kan", MOST_KAN)
        return Unit(
            UnitKind.SWARA,
            _swara(row.get("swara"), f"{where}.swara"),
            tuple(_swara(one, f"{where}.kan[{place}]") for place, one in enumerate(kan)),
            uncertain,
        )
    if kind not in (UnitKind.SUSTAIN, UnitKind.REST):
        raise FormatError(f"{where}.type is {_shown(kind)}; known are {', '.join(UnitKind)}.")
    plain = SUSTAIN if kind == UnitKind.SUSTAIN else REST
    return Unit(plain.kind, uncertain=True) if uncertain else plain


def _swara(value: object, where: str) -> Swara:
    row = object_of(value, where)
    degree = row.get("degree")
    if not isinstance(degree, str) or len(degree) != 1 or degree not in DEGREES:
        raise FormatError(f"{where}.degree is {_shown(degree)}; it may be {', '.join(DEGREES)}.")
    komal, kori = row.get("komal") is True, row.get("kori") is True
    if (komal and degree not in KOMAL) or (kori and degree not in KORI):
        raise FormatError(f"{where}: {degree} cannot be {'komal' if komal else 'kori'}.")
    saptak = _whole(row.get("saptak", 0), f"{where}.saptak", -MOST_SAPTAK, MOST_SAPTAK)
    return Swara(degree, -1 if komal else 1 if kori else 0, saptak)


# -- plain values -----------------------------------------------------------------------------------------------------


def object_of(value: object, where: str) -> Json:
    """Return a JSON object. Raises FormatError where it is something else."""
    if not isinstance(value, dict):
        raise FormatError(f"{where} must be an object, and is {_shown(value)}.")
    return value


def _array(value: object, where: str, most: int) -> list[object]:
    if not isinstance(value, list):
        raise FormatError(f"{where} must be a list, and is {_shown(value)}.")
    if len(value) > most:
        raise FormatError(f"{where} has {len(value):,} entries, and {most:,} are the most.")
    return value


def _whole(value: object, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise FormatError(f"{where} must be a whole number from {least} to {most}, and is {_shown(value)}.")
    return value


def _text(value: object, where: str) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise FormatError(f"{where} must be a text, and is {_shown(value)}.")
    if len(value) > MOST_TEXT:
        raise FormatError(f"{where} has {len(value):,} characters, and {MOST_TEXT} are the most.")
    return UNPRINTABLE.sub(" ", value)


def _shown(value: object) -> str:
    """Return a value as a message may quote it."""
    if value is None:
        return "missing"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else repr(value)[:40]
