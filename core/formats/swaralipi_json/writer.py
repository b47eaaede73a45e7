"""Cells to the objects of a swaralipi-JSON file."""

import re

from core.formats.swara_cells.cells import Cell, CellSheet, Line, Mark, Swara, Unit

VERSION = "0.1"
METHOD = "written from a score by Swaralipi Studio"
NOT_COMPARED = "Written from a score; it was not compared with a printed page."

Json = dict[str, object]


def objects_of(sheet: CellSheet) -> Json:
    """Return the file's object, in the order in which such files are written."""
    about = _told(sheet)
    head: Json = {
        "schema_version": VERSION,
        "id": about.get("swaralipi-id") or _id(sheet.title_translit or sheet.title_bn),
        "title": {"bn": sheet.title_bn, "translit": sheet.title_translit},
        "composer": sheet.composer,
    }
    if "parjaay-bn" in about or "parjaay-en" in about:
        head["parjaay"] = {key: about[f"parjaay-{key}"] for key in ("bn", "en") if f"parjaay-{key}" in about}
    head["raga_anga"] = about.get("raga")
    head["taal"] = _tala(sheet)
    head["sections"] = list(dict.fromkeys(line.section for line in sheet.lines))
    head["lines"] = [_line(line, number) for number, line in enumerate(sheet.lines, 1)]
    head["provenance"] = {
        "primary_witness": {"archive": about.get("S", ""), "url": about.get("F", ""), "retrieved": ""},
        "encoding_method": METHOD,
    }
    head["confidence"] = {"level": "low", "notes": [NOT_COMPARED]}
    return head


def _told(sheet: CellSheet) -> dict[str, str]:
    """Return the facts about the song by name."""
    found: dict[str, str] = {}
    for letter, value in sheet.about:
        name, _, rest = value.partition(" ")
        key, text = (name, rest) if letter == "I" else (letter, value)
        found.setdefault(key, text.strip())
    return found


def _id(title: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
    return words[:60].strip("-") or "song"


def _tala(sheet: CellSheet) -> Json:
    tala = sheet.tala
    free = not tala.vibhags
    return {
        "name": {"bn": tala.name_bn, "translit": tala.translit},
        "matras": None if free else tala.matras,
        "vibhags": None if free else list(tala.vibhags),
        "beats": list(tala.beats) if tala.beats and not free else None,
        "talamukta": free,
    }


def _line(line: Line, number: int) -> Json:
    found: Json = {
        "line_no": number,
        "section": line.section,
        "cells": [_cell(cell) for cell in line.cells],
        "marks": [_mark(mark) for mark in line.marks],
    }
    if line.anacrusis:
        found["anacrusis"] = True
    return found


def _mark(mark: Mark) -> Json:
    found: Json = {"type": str(mark.kind), "cell": mark.cell}
    return {**found, "raw": mark.raw} if mark.raw else found


def _cell(cell: Cell) -> Json:
    return {"units": [_unit(unit) for unit in cell.units], "lyric": cell.lyric, "melisma": cell.melisma}


def _unit(unit: Unit) -> Json:
    found: Json = {"type": str(unit.kind)}
    if unit.swara is not None:
        found["swara"] = _swara(unit.swara)
    if unit.kan:
        found["kan"] = [_swara(kan) for kan in unit.kan]
    return {**found, "uncertain": True} if unit.uncertain else found


def _swara(swara: Swara) -> Json:
    found: Json = {"degree": swara.degree, "saptak": swara.saptak}
    if swara.alter:
        found["komal" if swara.alter < 0 else "kori"] = True
    return found
