"""How Jianpu names keys is chosen over the Jianpu, and holds on screen, on paper and in Compare."""

import pytest

from core.score.degrees import KeyForm
from core.songs.song import Reference, Song, Take
from gui import exporting
from gui.panels.jianpu_choice import form_of
from tests.gui.compare_parts import compare_panel, idle
from tests.gui.compare_parts import show as compare
from tests.gui.notation_bench import open_panel, settle, write
from tests.views.test_jianpu_keys import keys

HEAD = "X:1\nM:4/4\nL:1/4\nK:{}\n"
TUNE = "G A B c|d4|\n"


@pytest.fixture
def panel(qtbot, session):
    found = open_panel(qtbot, session)
    found.show_views(["jianpu"])
    return found


def drawn(panel):
    return keys(panel.cards["jianpu"].pages._stack.pictures[0].page.svg)


@pytest.mark.parametrize(
    ("key", "minor", "first"),
    [
        ("C", None, None), ("G", None, None), ("Am", "6=A for 1=C", None), ("Bb", None, "1=♭B for 1=B♭"),
        ("Gm", "6=G for 1=B♭", "1=♭B for 1=B♭"), ("D dor", None, None),
    ],
)  # fmt: skip
def test_it_offers_what_makes_a_difference_in_this_tune(qtbot, panel, key, minor, first):
    write(qtbot, panel, HEAD.format(key) + TUNE)
    choice = panel.jianpu_choice
    said = [None if box.isHidden() else box.text() for box in (choice.minor, choice.first)]
    assert said == [minor, first]
    assert choice.isHidden() == (said == [None, None])


def test_a_key_on_the_way_counts_too(qtbot, panel):
    write(qtbot, panel, HEAD.format("C") + "C D E F|[K:Eb]E F G A|\n")
    assert panel.jianpu_choice.first.text() == "1=♭E for 1=E♭"


def test_a_choice_is_drawn_at_once_and_remembered(qtbot, panel, session):
    write(qtbot, panel, HEAD.format("Gm") + TUNE)
    assert drawn(panel) == ["1=B♭"]
    panel.jianpu_choice.first.click()
    settle(qtbot, panel)
    assert drawn(panel) == ["1=♭B"]
    assert panel.jianpu_choice.minor.text() == "6=G for 1=♭B"
    panel.jianpu_choice.minor.click()
    settle(qtbot, panel)
    assert drawn(panel) == ["6=G"]
    # with the tonic on 6 no sign stands here any more
    assert panel.jianpu_choice.first.isHidden()
    assert form_of(session) == KeyForm(minor_on_six=True, sign_first=True)
    other = open_panel(qtbot, session)
    assert other.jianpu_choice.minor.isChecked()
    assert other.jianpu_choice.first.isChecked()


def test_paper_has_it_too(qtbot, panel, session):
    write(qtbot, panel, HEAD.format("F#m") + TUNE)
    panel.jianpu_choice.minor.click()
    request = exporting.request_of(session, "jianpu")()
    assert keys(request.pages()[0].svg) == ["6=F♯"]


def test_compare_has_it_too(qtbot, session):
    panel = compare_panel(qtbot, session)
    tune = HEAD.format("Am") + TUNE
    take = Take("one", name="One", tune=tune, reply="x", level=3)
    panel.pages.set_view("jianpu")
    compare(qtbot, session, panel, Song(title="Am", reference=Reference(tune, "by hand"), takes=(take,)))

    def named():
        return [keys(view._stack.pictures[0].page.svg) for view in panel.pages.views]

    assert named() == [["1=C"], ["1=C"]]
    session.put("jianpu.minor_on_six", True)
    panel.pages.refresh()
    idle(qtbot, session, panel)
    qtbot.waitUntil(lambda: named() == [["6=A"], ["6=A"]])
    assert panel.shown().key_form == KeyForm(minor_on_six=True)
