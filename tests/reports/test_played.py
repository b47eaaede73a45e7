"""A tune that is written out as it is played sounds as it did."""

import pytest
from hypothesis import given, settings

from core.formats.abc.reader import read_first
from core.reports.played import as_heard, unrolled
from core.score.timeline import timeline
from tests.strategies.scores import scores

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"
TUNES = {
    "endings": "|:CDEF-|[1 F4:|[2 c4-|c4|]\n",
    "a jump": "CDEF|!segno!GABc|!fine!c4|!D.S.!defg|]\n",
    "an order": "P:A\nCDEF|\nP:B\nGABc|\n",
    "voices": "V:1\n|:CDEF:|\nV:2\n|:C,4:|\n",
    "an overlay": "|:CDEF & E4:|z4|\n",
    "changes": "[M:3/4]|:C2 D:|[M:2/4][K:G]FF|z2|\n",
}


def heard(score, *, played):
    return [(row.onset, row.midi, row.duration) for row in timeline(score, played=played).notes]


@pytest.mark.parametrize("music", TUNES.values(), ids=TUNES)
def test_unrolled_it_needs_no_signs(music):
    score = read_first((HEAD.replace("K:C", "P:ABA\nK:C") if "P:" in music else HEAD) + music).score
    plain = unrolled(score)
    assert heard(plain, played=True) == heard(score, played=True)
    assert timeline(plain).length == timeline(score, played=True).length
    assert not any(m.marks or m.ending or m.left.repeats or m.right.repeats for p in plain.parts for m in p.measures)
    ids = [event.id for event in plain.events()]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("music", TUNES.values(), ids=TUNES)
def test_heard_it_is_written_as_it_was_played(music):
    score = read_first((HEAD.replace("K:C", "P:ABA\nK:C") if "P:" in music else HEAD) + music).score
    assert heard(as_heard(score), played=False) == heard(score, played=True)
    assert timeline(as_heard(score)).length == timeline(score, played=True).length


@given(scores())
@settings(max_examples=25)
def test_any_score(score):
    assert heard(as_heard(score), played=False) == heard(score, played=True)
    assert len(timeline(unrolled(score)).notes) >= len(heard(score, played=True))
