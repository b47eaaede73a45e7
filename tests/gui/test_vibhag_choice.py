"""The divisions of a tala that is counted in several ways, above its swaralipi."""

import pytest

from core.formats.abc.reader import read_first
from core.tradition.cells.measures import ways_of
from gui.panels.vibhag_choice import with_vibhags
from tests.gui.notation_bench import WAIT, open_panel, settle, write

EKTAL = "X:1\nT:গান\nR:ektal\nM:12/8\nL:1/8\nK:C\nCDE FGA GFE DCD|]\n"
WAYS = ((3, 3, 3, 3), (2, 2, 2, 2, 2, 2), (4, 4, 4))


@pytest.fixture
def panel(qtbot, session):
    found = open_panel(qtbot, session)
    found.show_views(["swaralipi"])
    return found


def choose(qtbot, panel, words):
    ways = panel.vibhag_choice.ways
    place = ways.findText(words)
    assert place >= 0, [ways.itemText(row) for row in range(ways.count())]
    ways.setCurrentIndex(place)
    document = panel._session.document
    before = document.reading.revision
    ways.activated.emit(place)
    if document.revision != before:
        document.read_now()
        qtbot.waitUntil(lambda: document.reading.revision == document.revision, timeout=WAIT)
    settle(qtbot, panel)


@pytest.mark.parametrize("tune", [EKTAL, EKTAL.replace("R:ektal\n", "%%tala একতাল\n")])
def test_every_form_of_a_tala_is_offered_and_the_chosen_one_is_drawn_and_counted(qtbot, panel, session, tune):
    write(qtbot, panel, tune)
    choice = panel.vibhag_choice
    assert choice.isVisible()
    rows = {choice.ways.itemText(place) for place in range(choice.ways.count())}
    assert {"+".join(map(str, way)) for way in WAYS} <= rows
    assert choice.ways.currentText() == "+".join(map(str, ways_of(session.document.reading.score)[0]))
    for way in (*WAYS[1:], WAYS[0]):
        choose(qtbot, panel, "+".join(map(str, way)))
        assert ways_of(session.document.reading.score)[0] == way
        assert choice.isVisible(), "the others are still offered"
        assert session.document.text.count("%%vibhags") == 1
    assert not session.document.reading.tune.diagnostics


def test_where_there_is_one_way_or_no_tala_nothing_is_asked(qtbot, panel):
    for head in ("R:dadra\nM:6/8\n", "M:6/8\n", "M:none\n", "R:talamukta\nM:none\n"):
        write(qtbot, panel, f"X:1\n{head}L:1/8\nK:C\nCDE FGA|]\n")
        assert panel.vibhag_choice.isHidden(), head


def test_a_division_of_the_songs_own_stays_and_is_shown(qtbot, panel):
    write(qtbot, panel, EKTAL.replace("M:", "%%vibhags 6 6\nM:"))
    choice = panel.vibhag_choice
    assert choice.ways.currentText() == "6+6"
    choose(qtbot, panel, "4+4+4")
    assert choice.ways.currentText() == "4+4+4"
    assert choice.ways.findText("6+6") < 0


def test_choosing_what_is_drawn_already_writes_nothing(qtbot, panel, session):
    write(qtbot, panel, EKTAL)
    choose(qtbot, panel, panel.vibhag_choice.ways.currentText())
    assert session.document.text == EKTAL


def test_while_a_model_writes_the_text_is_left_to_it(qtbot, panel, session):
    write(qtbot, panel, EKTAL)
    session.generating.emit(True)
    assert not panel.vibhag_choice.ways.isEnabled()
    session.generating.emit(False)
    assert panel.vibhag_choice.ways.isEnabled()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("X:1\nK:C\nC|", "X:1\n%%vibhags 2 4\nK:C\nC|"),
        ("X:1\n%%vibhags 3 3\nK:C\nI:vibhags 1 5\nC|", "X:1\n%%vibhags 2 4\nK:C\nC|"),
        # another tune is not touched
        ("X:1\nK:C\nC|\n\nX:2\n%%vibhags 3 3\nK:C\nD|", "X:1\n%%vibhags 2 4\nK:C\nC|\n\nX:2\n%%vibhags 3 3\nK:C\nD|"),
        ("C D E", "C D E"),
    ],
)
def test_it_is_said_once_before_the_key(text, wanted):
    assert with_vibhags(text, (2, 4)) == wanted
    assert with_vibhags(wanted, (2, 4)) == wanted


def test_all_talas_that_are_counted_in_several_ways_can_be_changed():
    from core.tradition.talas import talas

    changed = 0
    for name in sorted({tala.name for tala in talas()}):
        tune = f"X:1\nR:{name}\nM:{sum(next(t for t in talas() if t.name == name).vibhags)}/4\nL:1/4\nK:C\nC4|\n"
        _, ways = ways_of(read_first(tune).score)
        for way in ways if len(ways) > 1 else ():
            drawn, offered = ways_of(read_first(with_vibhags(tune, way)).score)
            assert (drawn, offered) == (way, ways), name
            changed += 1
    assert changed > 20
