"""Whatever ABC holds is drawn: every note of the timeline has a box in every view, and Verovio lives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read_first
from core.score.timeline import timeline
from core.views import VIEWS
from core.views.base import Layout
from core.workers.process import shared
from tests.views.qt_pages import parse

LENGTHS = st.sampled_from(
    [
        "",
        "",
        "",
        "2",
        "3",
        "4",
        "5",
        "7",
        "9",
        "13",
        "/",
        "3/",
        "5/",
        "7/",
        "/3",
        "2/3",
        "5/3",
        "/4",
        "5/4",
        "7/4",
        "/5",
        "16",
    ]
)
PITCHES = st.sampled_from(["C", "D", "^F", "_B", "=c", "e'", "G,", "^^A", "__d", "^/c", "_3/2d", "c''", "C,,", "B"])
DECORATIONS = st.sampled_from(
    ".~HLMOPSTuv"
) | st.sampled_from(
    ["trill", "fermata", "segno", "coda", "fine", "D.C.", "D.S.alfine", "<(", "<)", ">(", ">)", "trill(", "trill)", "8va(",
     "8va)", "~(", "~)", "ped", "ped-up", "arpeggio", "courtesy", "editorial", "/", "///", "ff", "sfz", "5", "xyz", "<a&b>",
     "beambr1", "invertedturn", "snap", "breath", "longphrase", "marcato"]
).map("!{}!".format)  # fmt: skip
TEXTS = st.sampled_from(
    ['"Am7"', '"^above"', '"_below"', '"<left"', '">right"', '"@free"', '"Bb/F#"', '"আমি"', '"<&>"']
)
NOTES = st.builds(str.__add__, PITCHES, LENGTHS)
CHORDS = st.builds(
    lambda notes, length: f"[{''.join(notes)}]{length}", st.lists(NOTES, min_size=1, max_size=4), LENGTHS
)
RESTS = st.builds(str.__add__, st.sampled_from(["z", "x"]), LENGTHS)
SOUNDS = NOTES | CHORDS
GRACES = st.builds(
    lambda sign, notes: f"{{{sign}{''.join(notes)}}}",
    st.sampled_from(["", "/"]),
    st.lists(NOTES, min_size=1, max_size=3),
)
FIELDS = st.sampled_from(
    ["K:D", "K:Bbm", "K:C exp ^f _b", "K:none", "K:HP", "K:clef=bass", "K:clef=alto", "M:3/4", "M:C|", "M:(2+3+2)/8", "M:none",
     "M:6/8", "Q:1/4=90", 'Q:"Slow" 3/8=60', "L:1/16", "L:1/4", "P:B"]
).map("[{}]".format)  # fmt: skip
DRESSED = st.builds(
    lambda extras, sound, tie: "".join(extras) + sound + tie,
    st.lists(DECORATIONS | TEXTS | GRACES, max_size=3), SOUNDS, st.sampled_from(["", "", "-"]),
)  # fmt: skip
TUPLETS = st.builds(
    lambda numbers, members: f"({numbers}" + "".join(members),
    st.sampled_from(["2", "3", "4", "5:4:5", "3:2:4", "7:8:7", "3:2:2", "9", "5::3"]),
    st.lists(SOUNDS | RESTS, min_size=1, max_size=9),
)
BROKEN = st.builds(
    lambda one, sign, two: one + sign + two, SOUNDS, st.sampled_from([">", "<", ">>", "<<", ">>>"]), SOUNDS
)
SLURS = st.sampled_from(["(", ".(", "((", ")", "))"])
ITEMS = st.one_of(DRESSED, DRESSED, RESTS, TUPLETS, BROKEN, SLURS, FIELDS, st.just(" "), st.just("y"))
LAYERS = st.lists(ITEMS, max_size=6).map("".join)
BARS = st.one_of(
    LAYERS,
    LAYERS,
    LAYERS,
    st.builds("{} & {}".format, LAYERS, LAYERS),
    st.sampled_from(["Z", "Z3", "X", "X2", "z8", ""]),
)
LINES = st.sampled_from(
    ["|", "|", "|", "||", "|]", "[|", ":|", "|:", "::", "|::", ":|2", "|1", "|1,3", "|[2", ".|", "|\n", "|\n|:"]
)
MUSIC = st.lists(st.tuples(BARS, LINES), min_size=1, max_size=6).map(
    lambda rows: "".join(bar + line for bar, line in rows)
)
WORDS = st.sampled_from(
    ["", "w: আ-মার সো-নার_ বাং- লা|* a~b __ c-\n", "w: one two\nw: three_ four-five\n", "W: at the foot\n"]
)


ONE_PART = ("tab", "swaralipi")
"""Views of one part: the first, or the one that is sung."""


@st.composite
def tunes(draw):
    """Draw the text of a tune."""
    head = f"X:1\nT:Any\nC:Someone\nM:{draw(st.sampled_from(['4/4', '6/8', 'C', '2+3/8', 'none']))}\nL:1/8\n"
    head += (
        draw(st.sampled_from(["", "Q:1/4=100\n", "P:ABA\n", "R:Dadra\n"]))
        + f"K:{draw(st.sampled_from(['C', 'G', 'Cm', 'HP']))}\n"
    )
    voices = draw(st.sampled_from([1, 1, 1, 2, 4]))
    if voices == 1:
        return f"{head}{draw(MUSIC)}\n{draw(WORDS)}"
    rows = [f'V:{number} name="Voice {number}"\n{draw(MUSIC)}\n{draw(WORDS)}' for number in range(1, voices + 1)]
    return head + "".join(rows)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.name)
@settings(max_examples=60, deadline=None)
@given(tunes(), st.sampled_from([500.0, 900.0]))
def test_every_note_has_a_box_on_a_page(view, text, width):
    score = read_first(text).score
    ids = {part.id: {m.id for m in timeline(score).moments if m.part == part.id} for part in score.parts}
    before = shared("verovio").pid
    drawing = view.draw(score, Layout(page_width=width, page_height=700.0, joined=True))
    assert before is None or view.name == "jianpu" or shared("verovio").pid == before
    boxes = {}
    for page in drawing.pages:
        assert parse(page.svg) is not None
        for name, box in page.boxes.items():
            assert name not in boxes
            boxes[name] = box
            assert box.width > 0
            assert box.height > 0
            assert -20 <= box.x <= page.width
            assert -1 <= box.y <= page.height - box.height + 1
    if view.name in ONE_PART:
        assert any(one <= boxes.keys() for one in ids.values()) or not ids
    else:
        assert set().union(*ids.values()) <= boxes.keys()
        graces = {grace.id for event in score.events() for grace in event.graces if event.notes}
        assert graces <= boxes.keys()
