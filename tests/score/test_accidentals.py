"""Which accidentals a score needs: the same ones that the reader of ABC would have needed."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from core.formats.abc.reader import read_first
from core.score.accidentals import with_accidentals
from core.score.score import Score
from tests.strategies.scores import scores


def bare(score: Score) -> Score:
    """The score with no accidental written."""
    return replace(
        score,
        parts=tuple(
            replace(
                part,
                measures=tuple(
                    replace(
                        measure,
                        layers=tuple(
                            tuple(
                                replace(
                                    event,
                                    notes=tuple(replace(note, accidental=None) for note in event.notes),
                                    graces=tuple(replace(grace, accidental=None) for grace in event.graces),
                                )
                                for event in layer
                            )
                            for layer in measure.layers
                        ),
                    )
                    for measure in part.measures
                ),
            )
            for part in score.parts
        ),
    )


def signs(score):
    found = []
    for event in score.events():
        found += [grace.accidental for grace in event.graces] + [note.accidental for note in event.notes]
    return found


@pytest.mark.parametrize(
    ("music", "wanted"),
    [
        ("^F F f F | F", [1, None, None, None, None]),
        ("^F =F F ^F | F", [1, 0, None, 1, None]),
        ("^F2- | F F", [1, None, None]),
        ("^F2- | ^F f", [1, None, 1]),
        ("^F2- | z F", [1, None]),
        ("[K:G] F =F [K:D] F c | F", [None, 0, None, None, None]),
        ("{^f}F F | F", [1, None, None, None]),
        ("^F2 & F2 | F", [1, None, None]),
        ("^F2- & ^G2- | F & G | F & G", [1, 1, None, None, None, None]),
        ("[^F_B]2 B f | B", [1, -1, None, None, None]),
        ("^/F F ^3/2G G | F", ["1/2", None, "3/2", None, None]),
        ("C4 [K:G] F4 & F8 | F", [None, None, None, None]),
    ],
)
def test_only_what_key_and_bar_do_not_say_is_written(music, wanted):
    score = read_first(f"X:1\nL:1/8\nK:C\n{music}|\n").score
    found = signs(with_accidentals(bare(score)))
    assert [str(sign) if sign not in (None, 0, 1, -1) else sign for sign in found] == wanted


def test_a_courtesy_accidental_stays_and_a_wrong_one_goes():
    score = read_first("X:1\nL:1/8\nK:C\n^F ^F =G|\n").score
    assert signs(with_accidentals(score)) == [1, 1, 0]
    measure = score.parts[0].measures[0]
    layer = tuple(replace(e, notes=(replace(e.notes[0], accidental=-1),)) for e in measure.events)
    wrong = replace(score, parts=(replace(score.parts[0], measures=(replace(measure, layers=(layer,)),)),))
    assert signs(with_accidentals(wrong)) == [1, None, None]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scores(micro=True, most_parts=1, most_measures=3))
def test_setting_accidentals_twice_changes_nothing(score):
    once = with_accidentals(bare(score))
    assert with_accidentals(once) == once
    assert [note.pitch for event in once.events() for note in event.notes] == [
        note.pitch for event in score.events() for note in event.notes
    ]
