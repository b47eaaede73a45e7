"""Slurs of tablature stand over the beams."""

import re
import xml.etree.ElementTree as ET

import pytest

from core.formats.abc.reader import read_first
from core.views.base import Layout
from core.views.staff import STAFF
from core.views.tab import TAB
from core.views.tab_slurs import lift

POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
STEEP = "M0,700 C0,300 500,-150 600,0 C500,-20 100,400 0,700"


def points(outline):
    return [(float(x), float(y)) for x, y in POINT.findall(outline)]


def lifted(outline, gap=300.0):
    slur = ET.Element("path", d=outline)
    lift(slur, gap)
    return points(slur.attrib["d"])


def slurs(view, music):
    score = read_first(f"X:1\nM:4/4\nL:1/8\nK:C\n{music}\n").score
    drawn = view.draw(score, Layout(page_width=700.0, page_height=None, title=False)).pages[0].svg
    return [points(d) for d in re.findall(r'<path d="(M[^"]*C[^"]*)" stroke-width="[^"]*" stroke-linecap', drawn)]


def test_a_slur_from_the_foot_of_a_stem_begins_as_high_as_it_ends():
    found = lifted(STEEP)
    assert [x for x, _ in found] == [x for x, _ in points(STEEP)]
    assert found[0] == found[-1] == (0, 0)
    assert found[3] == (600, 0)
    assert all(y <= 0 for _, y in found), "its bow is above"


@pytest.mark.parametrize(
    "outline",
    [
        "M0,330 C0,200 500,-50 600,0 C500,20 100,250 0,330",
        "M0,0 C100,-200 500,-200 600,700 C500,-150 100,-150 0,0",
        "M600,700 C600,300 500,-150 0,0",
        "M0,700 L600,0",
        "",
    ],
    ids=["no steeper than from a half note", "falling", "backwards", "a line", "nothing"],
)
def test_any_other_slur_stays_as_it_is(outline):
    assert lifted(outline) == points(outline)


@pytest.mark.parametrize("music", ["(GA) .(AG) (GABc)|", "(GA BA) (d(ccd))|", "C4 D(EF)G|(C,DEF G4)|"])
def test_no_slur_of_tablature_leads_through_a_beam(music):
    found = slurs(TAB, music)
    assert len(found) == music.count("(") - music.count(".(")
    for outline in found:
        ends = [outline[0][1], outline[3][1]]
        assert max(ends) - min(ends) < 300, "both ends are above the stems"


def test_a_slur_from_a_half_note_to_a_longer_stem_rises():
    [outline] = slurs(TAB, "(C4 E2)z2|")
    assert 250 < outline[0][1] - outline[3][1] < 360


def test_staff_notation_keeps_its_slurs():
    assert len(slurs(STAFF, "(C4 c'4)|")) == 1
