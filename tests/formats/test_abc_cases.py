"""Each feature of ABC 2.1 against notes that independent programs agree on."""

from fractions import Fraction

import pytest

from core.formats.abc.reader import read, read_first
from core.formats.notes_json import rows
from tests.conftest import shared_cases


def quarters(notes):
    return [[float(Fraction(str(value))) for value in note] for note in notes]


@pytest.mark.parametrize("case", shared_cases("abc_cases.json"))
def test_case(case):
    row = rows(read(case["abc"]), played=False)[0]
    first = row["voices"][0]["notes"] if row["voices"] else []
    readings = [quarters(case["expected_notes"])]
    if "alternative_notes" in case:
        readings.append(quarters(case["alternative_notes"]))
    assert quarters(first) in readings
    voices = {voice["id"]: voice for voice in row["voices"]}
    for name, notes in case.get("expected_voices", {}).items():
        assert quarters(voices[name]["notes"]) == quarters(notes)
    if "expected_overlay" in case:
        assert quarters(row["voices"][0]["overlay"]) == quarters(case["expected_overlay"])
    if "expected_lyrics" in case:
        assert row["voices"][0]["lyrics"] == case["expected_lyrics"]
    if "ties" in case:
        assert row["voices"][0]["ties"] == case["ties"]


@pytest.mark.parametrize("case", shared_cases("abc_cases.json"))
def test_case_has_no_error(case):
    assert [d for d in read_first(case["abc"]).diagnostics if d.severity == "error"] == []


@pytest.mark.parametrize("case", shared_cases("abc_cases.json"))
def test_graces_and_chord_symbols(case):
    parts = read_first(case["abc"]).score.parts
    bars = parts[0].measures if parts else ()
    events = [event for measure in bars for event in measure.events]
    starts, now = {}, Fraction(0)
    for measure in bars:
        for event in measure.events:
            starts[event.id] = (now + event.onset) * 4
        now += measure.length
    if "grace" in case:
        found = [[str(starts[e.id]), [g.pitch.midi for g in e.graces]] for e in events if e.graces]
        assert found == case["grace"]
    if "chord_symbols" in case:
        assert [[str(starts[e.id]), c] for e in events for c in e.chord_symbols] == case["chord_symbols"]
