"""Timewise MusicXML, measures of parts, is turned round into parts of measures."""

from fractions import Fraction

from core.formats.musicxml.format import MUSICXML
from core.score.signatures import Metre
from tests.formats.musicxml_files import HEAD, attributes, note
from tests.formats.musicxml_judges import sounding


def read(content):
    return MUSICXML.read(content).scores[0]


def heard(content):
    return [(float(onset * 4), float(pitch), float(length * 4)) for onset, pitch, length in sounding(read(content))]


def test_timewise_is_turned_round():
    inside = attributes(1) + note("C", 4)
    content = (
        f'{HEAD}<score-timewise version="3.0"><part-list><score-part id="A"><part-name>a</part-name></score-part>'
        f'<score-part id="B"><part-name>b</part-name></score-part></part-list>'
        f'<measure number="1"><part id="A">{inside}</part><part id="B">{inside}</part></measure>'
        f'<measure number="2"><part id="A">{note("D", 4)}</part><part id="B">{note("E", 4)}</part></measure></score-timewise>'
    ).encode()
    assert heard(content) == [(0, 60, 4), (0, 60, 4), (4, 62, 4), (4, 64, 4)]


def timewise(*measures, listed="AB"):
    """A timewise document; each measure holds the insides of the parts that are in it, by their ids."""
    parts = "".join(f'<score-part id="{name}"><part-name>{name}</part-name></score-part>' for name in listed)
    music = "".join(
        f'<measure number="{n}">{"".join(f"""<part id="{name}">{inside}</part>""" for name, inside in parts.items())}</measure>'
        for n, parts in enumerate(measures, 1)
    )
    return f'{HEAD}<score-timewise version="3.0"><part-list>{parts}</part-list>{music}</score-timewise>'.encode()


def test_a_timewise_part_keeps_its_time_where_a_measure_lacks_it():
    first = attributes(1) + note("C", 4)
    waltz = attributes(1, beats=3) + note("D", 3)
    content = timewise(
        {"A": first, "B": first}, {"A": waltz}, {"A": note("E", 3), "B": note("G", 3)}, {"A": note("F", 3)}
    )
    assert heard(content) == [(0, 60, 4), (0, 60, 4), (4, 62, 3), (7, 64, 3), (7, 67, 3), (10, 65, 3)]
    made = MUSICXML.read(content)
    bars = made.scores[0].parts[1].measures
    assert [(bar.length, str(bar.metre)) for bar in bars] == [(1, "4/4")] + 3 * [(Fraction(3, 4), "3/4")]
    assert [row.message for row in made.findings] == ["Part 'B' is not in 2 of 4 measures; it rests there."]


def test_timewise_parts_that_come_later_stand_where_they_are_listed():
    inside = attributes(1) + note("C", 4)
    score = read(timewise({"B": inside}, {"A": inside, "B": inside}))
    assert [part.name for part in score.parts] == ["A", "B"]
    assert [[bool(event.notes) for bar in part.measures for event in bar.events] for part in score.parts] == [
        [False, True],
        [True, True],
    ]
    assert score.metre == Metre((4,), 4)
