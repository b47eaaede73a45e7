"""MEI: what Verovio makes sound of it, and what is written before a note."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from core.score.pitch import Pitch
from core.score.score import Measure, Part, Score
from core.score.signatures import Clef, standard_key
from core.views.mei import document as mei
from tests.views.jianpu_scores import score
from tests.views.test_mei import bar, found, one, written


def heard(any_score):
    """MIDI numbers by id, as Verovio understands the text; in this process, since the text is sound."""
    import verovio

    verovio.enableLog(verovio.LOG_OFF)
    toolkit = verovio.toolkit()
    assert toolkit.loadData(mei.write(any_score).text)
    toolkit.renderToMIDI()
    values = {note.id: toolkit.getMIDIValuesForElement(note.id) for event in any_score.events() for note in event.notes}
    return {name: (json.loads(value) if isinstance(value, str) else value)["pitch"] for name, value in values.items()}


@pytest.mark.parametrize(
    "clef", [Clef(), Clef("treble", -1), Clef("bass", 1), Clef("alto"), Clef("tenor", 2), Clef("none")]
)
def test_what_sounds_is_the_pitch_of_the_score_whatever_the_clef(clef):
    plain = score("C4:1 ^F4:1 _B3:1 =E5:1", key=standard_key("D"))
    clefs = replace(plain, parts=(replace(plain.parts[0], clef=clef),))
    assert list(heard(clefs).values()) == [60, 66, 58, 76]


def test_a_written_accidental_and_one_that_is_only_heard():
    row = (
        one(Pitch("C", 4, 1), accidental=1), one(Pitch("C", 4, 1), onset=Fraction(1, 4), name="n2"),
        one(Pitch("D", 4, -2), accidental=-2, onset=Fraction(1, 2), name="n3"),
        one(Pitch("F", 4), accidental=0, onset=Fraction(3, 4), name="n4"),
    )  # fmt: skip
    any_score = bar(*row, key=standard_key("G"))
    notes = found(written(any_score), "note")
    assert [(note.get("accid"), note.get("accid.ges")) for note in notes] == [
        ("s", None), (None, "s"), ("ff", None), ("n", None),
    ]  # fmt: skip
    assert list(heard(any_score).values()) == [61, 61, 60, 65]


def test_microtones_get_the_nearest_sign():
    alters = [Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), Fraction(-3, 2), Fraction(1, 3)]
    row = [
        one(Pitch("A", 4, alter), accidental=alter, name=f"n{i}", onset=Fraction(i, 4))
        for i, alter in enumerate(alters)
    ]
    assert [note.get("accid") for note in found(written(bar(*row)), "note")] == ["1qs", "1qf", "3qs", "3qf", "1qs"]


def test_a_score_without_notes_or_parts_is_an_empty_staff():
    for empty in (Score(), Score((Part("1", ()),)), Score((Part("1", (Measure(()),)),))):
        root = written(empty)
        assert len(found(root, "measure")) == 1
        assert not found(root, "note")
