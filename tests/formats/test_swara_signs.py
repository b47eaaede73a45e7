"""Signs of a swaralipi file on their way to the page: brackets round whole cycles, strokes, `I[ ]I`, rows above."""

import json
from dataclasses import replace

from core.formats.swara_cells.signs import printed_sheet
from core.formats.swaralipi_json.format import read, write
from core.tradition.cells.build import Bar
from core.tradition.cells.text import cell_text, rows
from core.views.base import Layout
from core.views.swaralipi import SWARALIPI
from tests.views.qt_pages import SVG, parse

KINDS = {
    "I": "bar", "II": "section_bar", "|": "vibhag", "{": "repeat_open", "}": "repeat_close", "(": "alt_open",
    ")": "alt_close", "[": "bracket_open", "]": "bracket_close", "@": "annotation",
}  # fmt: skip


def unit(name):
    return {"type": "sustain"} if name == "-" else {"type": "swara", "swara": {"degree": name, "saptak": 0}}


def line(notes, signs, section="sthayi", **more):
    cells = [{"units": [unit(one) for one in cell.split("/")], "lyric": None} for cell in notes.split()]
    marks = [(int(sign.rstrip("I|{}()[]@")), sign.lstrip("0123456789")) for sign in signs.split()]
    return {"section": section, "cells": cells, "marks": [{"cell": at, "type": KINDS[s]} for at, s in marks], **more}


def song(*lines, vibhags=(3, 3), reading="printed"):
    taal = {"name": "", "matras": sum(vibhags), "vibhags": list(vibhags)}
    made = read(json.dumps({"title": "t", "taal": taal, "lines": list(lines)}).encode(), reading)
    return made.reading.tunes[0].score


def notes(score):
    return [row for row, _ in rows(printed_sheet(score))]


def marks_of(score):
    return [[(mark["cell"], mark["type"]) for mark in row["marks"]] for row in json.loads(write(score))["lines"]]


def wanted(*lines):
    return [[(mark["cell"], mark["type"]) for mark in row["marks"]] for row in lines]


def test_a_closing_bracket_stands_after_its_cell():
    lines = [
        line("S R G M P D S R G M P D", "0II 0{ 3| 6I 6( 9| 11) 11} 12I"),
        line("S R G M P D", "0I 3| 6II 6II"),
    ]
    score = song(*lines)
    assert notes(score) == ["II {সা রা গা | মা পা ধা I (সা রা গা | মা পা ধা)} I", "I সা রা গা | মা পা ধা IIII"]
    assert [measure.ending for measure in score.parts[0].measures] == [(), (1,), ()]
    assert marks_of(score) == wanted(*lines)


def test_strokes_of_the_file_win_over_the_tala():
    lines = [line("S R G M P D", "0II 2| 6I"), line("S R G M P D", "0I 3| 6II 6II")]
    assert notes(song(*lines)) == ["II সা রা | গা মা পা ধা I", "I সা রা গা | মা পা ধা IIII"]
    assert marks_of(song(*lines)) == wanted(*lines)


def test_a_kali_ends_with_the_sign_of_the_return_and_the_next_has_its_pickup():
    lines = [
        line("S R G M P D", "0II 3| 6I 6[ 6] 6I"),
        line("G R", "2I", anacrusis=True),
        line("S R G M P D", "0II 3| 6II 6[ 6] 6II"),
    ]
    score = song(*lines)
    assert notes(score) == ["II সা রা গা | মা পা ধা I[ ]I", "গা রা I", "II সা রা গা | মা পা ধা II[ ]II"]
    assert marks_of(score) == wanted(*lines)


ABOVE = (
    line("S R G M P D", "0II 3| 6I"),
    line("N D", "0[ 1]", anacrusis=True),
    line("S R G M P D", "0I 3| 6II 6II"),
)


def test_a_row_in_brackets_stands_above_the_notes():
    score = song(*ABOVE)
    sheet = printed_sheet(score)
    assert notes(score) == ["II সা রা গা | মা পা ধা I", "I সা রা গা | মা পা ধা IIII"]
    assert [cell_text(cell.instead) for cell in sheet.cells if cell.instead] == ["[না", "ধা]"]
    assert "swaralipi-above" in {row.code for row in sheet.said}
    assert marks_of(score) == wanted(*ABOVE)
    (page,) = SWARALIPI.draw(score, Layout(title=False)).pages
    first, second = (sheet.cells[place] for place in (6, 7))
    for cell in (first, second):
        over, under = page.boxes[cell.instead.units[0].ids[0]], page.boxes[cell.units[0].ids[0]]
        assert over.y + over.height <= under.y
        assert abs(over.x + over.width / 2 - under.x - under.width / 2) < 1
    assert {"[", "]"} <= {text.text for text in parse(page.svg).iter(f"{SVG}text")}


def test_a_row_in_brackets_at_the_end_stands_above_the_notes_before():
    lines = [line("S R G M P D", "0II 3| 6I"), line("N D", "0[ 1]", anacrusis=True)]
    sheet = printed_sheet(song(*lines))
    assert [cell_text(cell.instead) for cell in sheet.cells if cell.instead] == ["[না", "ধা]"]
    assert [place for place, cell in enumerate(sheet.cells) if cell.instead] == [4, 5]
    (told,) = (row.message for row in sheet.said if row.code == "swaralipi-above")
    assert "the last notes of the line before" in told
    assert marks_of(song(*lines)) == wanted(*lines)


def test_a_row_in_brackets_with_nothing_to_stand_above_is_told():
    score = song(line("S R", "0II 2I", anacrusis=True), line("N D G", "0[ 2]"))
    sheet = printed_sheet(score)
    assert not any(cell.instead for cell in sheet.cells)
    assert len(sheet.cells) == 5, "they are written, after the others"
    assert "too few notes" in next(row.message for row in sheet.said if row.code == "swaralipi-above")


def test_a_glide_below_the_row_above_keeps_its_notes():
    score = song(*ABOVE)
    events = [event for measure in score.parts[0].measures for event in measure.events]
    change = {
        events[8].id: replace(events[8], slur_starts=1),
        events[9].id: replace(events[9], slur_ends=1),
        events[6].id: replace(events[6], slur_starts=1),
        events[7].id: replace(events[7], slur_ends=1),
    }
    part = score.parts[0]
    measures = tuple(
        replace(
            measure, layers=tuple(tuple(change.get(event.id, event) for event in layer) for layer in measure.layers)
        )
        for measure in part.measures
    )
    (meend,) = printed_sheet(replace(score, parts=(replace(part, measures=measures),))).meends
    assert (meend.start, meend.stop) == ((6, 0), (7, 0))


def test_an_edit_overrules_what_was_kept():
    lines = [line("S R G M P D", "0II 2| 6I"), line("S R G M P D", "0I 3| 6II 6II")]
    score = song(*lines)
    other = song(line("S R G M P D", "0II 3| 6I"), line("S R G M P D", "0I 3| 6II 6II"))
    kept = [row for row in score.fields if "swaralipi-marks" in row[1]]
    assert len(kept) == 1
    wrong = (kept[0][0], kept[0][1].replace(kept[0][1].split(" ")[2], "0000"))
    assert notes(replace(other, fields=(*other.fields, wrong)))[0] == "II সা রা গা | মা পা ধা I"


def test_a_sign_without_a_meaning_is_told():
    score = song(line("S R G M P D", "0II 0@ 3| 6II 6II"))
    assert "swaralipi-sign" in {row.code for row in printed_sheet(score).said}
    named = song({**line("S R G", "0II"), "marks": [{"cell": 0, "type": "annotation", "raw": "\\\x1b"}]})
    (told,) = (row.message for row in printed_sheet(named).said if row.code == "swaralipi-sign")
    assert told.startswith("The file has the sign \\ whose meaning")
    assert printed_sheet(score).cells[0].bar is Bar.KALI
