"""Signs beyond the common ones: dotted slurs, reminders, tremolo, lines over many notes, chord symbols, endings."""

import pytest

from core.formats.abc.reader import read_first
from core.views import VIEWS, VIEWS_BY_NAME
from core.views.base import Layout
from core.views.mei import document as mei
from core.views.signs import chord_signs

LAYOUT = Layout(page_width=900.0, title=False)


def tune(music):
    return read_first(f"X:1\nM:4/4\nL:1/8\nK:C\n{music}\n").score


def found(music, tag):
    return list(mei.write(tune(music)).root.iter(tag))


def drawn(music, view):
    return VIEWS_BY_NAME[view].draw(tune(music), LAYOUT).pages[0]


def test_a_dotted_slur_inside_a_plain_one_is_the_dotted_one():
    slurs = found("(C.(DE)F) G4|", "slur")
    assert [slur.get("lform") for slur in slurs] == ["dotted", None]


def test_jianpu_draws_a_dotted_slur_as_dots():
    plain, dotted = (drawn(f"{sign}CDEF) GABc|", "jianpu").svg for sign in ("(", ".("))
    assert dotted.count("<rect") > plain.count("<rect") + 5
    assert dotted.count("<path") == plain.count("<path") - 1


def test_reminders_and_editors_accidentals_stand_in_brackets():
    signs = found("!courtesy!^C !editorial!_D ^E2 z4|", "accid")
    assert [(sign.get("accid"), sign.get("enclose")) for sign in signs] == [("s", "paren"), ("f", "brack")]


def test_tremolo_strokes_are_on_the_stem_and_are_no_text():
    music = "!///!C2 !/![CE]2 D4|"
    assert [found(music, "note")[0].get("stem.mod"), found(music, "chord")[0].get("stem.mod")] == ["3slash", "1slash"]
    assert not found(music, "dir")


@pytest.mark.parametrize(
    ("opening", "closing", "tag"),
    [("8va(", "8va)", "octave"), ("~(", "~)", "gliss"), ("<(", "<)", "hairpin"), ("trill(", "trill)", "trill")],
)
def test_a_line_reaches_from_its_first_note_to_its_last(opening, closing, tag):
    music = f"C2 !{opening}!D2 E2 !{closing}!F2|"
    line, notes = found(music, tag)[0], found(music, "note")
    name = "xml:id"
    assert (line.get("startid"), line.get("endid")) == (f"#{notes[1].get(name)}", f"#{notes[3].get(name)}")


def test_a_hairpin_over_many_lines_takes_no_room_between_them():
    bars = ["CDEF GABc|"] * 40
    plain = sum(page.height for page in VIEWS_BY_NAME["staff"].draw(tune("\n".join(bars)), LAYOUT).pages)
    bars[2], bars[30] = "!<(!CDEF GABc|", "CDEF GABc!<)!|"
    lined = sum(page.height for page in VIEWS_BY_NAME["staff"].draw(tune("\n".join(bars)), LAYOUT).pages)
    assert plain < lined < plain * 1.6


def test_chord_symbols_have_real_sharps_and_flats_in_every_view():
    assert [chord_signs(text) for text in ("Bb7", "C#m/G#", "Eb/Bb", "Abb", "sub", "F7b9")] == [
        "B♭7", "C♯m/G♯", "E♭/B♭", "A♭b", "sub", "F7b9",
    ]  # fmt: skip
    assert found('"Bb"C8|', "harm")[0].text == "B♭"


def test_a_second_ending_stops_where_a_repeat_opens_in_staff_and_jianpu_alike():
    music = "|:C8|1 D8:|2 E8|F8|:G8:|"
    endings = found(music, "ending")
    assert [len(list(ending.iter("measure"))) for ending in endings] == [1, 2]
    from core.views.jianpu.endings import _covers

    score = tune(music)
    covers = _covers(score, len(score.parts[0].measures))
    assert [cover is not None for cover in covers] == [False, True, True, True, False]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
def test_a_length_of_two_signs_keeps_its_one_id(view):
    score = tune("C5 z5/ D/|[CE]9 F7|")
    names = [note.id for event in score.events() for note in event.notes]
    boxes = view.draw(score, LAYOUT).pages[0].boxes
    assert set(names) <= set(boxes)
