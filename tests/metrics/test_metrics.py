"""The paper's metrics: pitches by pattern, the formulas, and what is missing."""

import math
import os
import signal
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import WorkerError
from core.metrics import METRICS, compute
from core.metrics.base import Tune
from core.metrics.compute import as_json
from core.metrics.compute import compute as measure
from core.metrics.kl_divergence import EPSILON, divergence
from core.metrics.pitch_entropy import entropy
from core.workers.process import shared

HEAD = "X:1\nT:A fade in B\nM:4/4\nL:1/4\nK:Eb\n"


def values(abc, reference=None):
    return measure(abc, reference)


@pytest.mark.parametrize(
    ("music", "pitches"),
    [
        ("C D, e' f", "C D E F"),
        ("_B, ^f' =G __A ^^c", "_B ^F =G __A ^^C"),
        ("[CEG]2 {ab}c", "C E G A B C"),
        ('"Am"C "^above: ABC"D', "C D"),
        ("!fade!C +accent+D", "C D"),
        ("C D % E F G", "C D"),
        ("C [K:G] D [V:2] [r: a b c] E", "C D E"),
        ("C D\nw: a b c d\n% A B\nW: e f\nE", "C D E"),
        ("z4 x2 Z|", ""),
    ],
)
def test_pitches_are_read_from_the_music_alone(music, pitches):
    assert Tune(HEAD + music).pitches == tuple(pitches.split())


def test_only_line_ends_of_abc_end_a_line():
    tune = Tune("X:1\nT:a\x0bb\x0c\u2028C D\x85E\nK:C\r\nC D|\rw: la\u2028G la\x0bA\x85B\rE|\n")
    assert tune.pitches == ("C", "D", "E")
    assert Tune("X:1\\nK:C\\nC D|").pitches == ("C", "D")


def test_the_key_signature_is_ignored():
    assert Tune(HEAD + "B E").pitches == ("B", "E")


def test_divergence_is_the_papers_formula():
    p, q = {"C": 0.5, "D": 0.5}, {"C": 0.75, "E": 0.25}
    classes = ["C", "D", "E"]
    sums = [sum(table.get(name, 0) + EPSILON for name in classes) for table in (p, q)]
    expected = 0.0
    for name in classes:
        share_p, share_q = ((table.get(name, 0) + EPSILON) / total for table, total in zip((p, q), sums, strict=True))
        expected += share_p * math.log(share_p / share_q)
    assert divergence(("C", "D"), ("C", "C", "C", "E")) == pytest.approx(expected, rel=1e-12)
    assert expected == pytest.approx(10.9636, abs=1e-4)


@given(st.lists(st.sampled_from(["C", "_E", "^F", "G"]), min_size=1), st.lists(st.sampled_from("CDE"), min_size=1))
def test_divergence_is_never_negative_and_zero_for_the_same(p, q):
    assert divergence(tuple(p), tuple(q)) >= -1e-12
    assert divergence(tuple(p), tuple(p)) == pytest.approx(0)


@pytest.mark.parametrize(("names", "bits"), [("C", 0), ("C D", 1), ("C D E F", 2), ("C C C D", 0.8113)])
def test_entropy_in_bits(names, bits):
    assert entropy(tuple(names.split())) == pytest.approx(bits, abs=1e-4)


@pytest.mark.parametrize(
    ("music", "adheres"),
    [("C D E F G A B", 1), ("_E _A _B,", 1), ("_D", 0), ("^F", 0), ("=E", 0), ("_G C", 0), ("__A", 0)],
)
def test_scale_adherence(music, adheres):
    assert values(HEAD + music)["scale_adherence"].value == adheres


@pytest.mark.parametrize(
    ("music", "repeats"),
    [("|:C D:|", 1), ("|::C::|", 1), ("C D:|", 0), ("C::D:|", 0), ('"|:"C|', 0), ("C|\nw: |: x", 0)],
)
def test_repetition_looks_for_the_sign_in_the_music(music, repeats):
    assert values(HEAD + music)["repetition"].value == repeats


def test_missing_is_not_zero():
    found = values("X:1\nK:C\nz4|")
    for name in ("kl_divergence", "pitch_entropy", "scale_adherence"):
        assert found[name].value is None
        assert found[name].missing
    assert values(HEAD + "C")["kl_divergence"].missing == "no reference is given"
    assert values(HEAD + "C", HEAD + "z")["kl_divergence"].missing == "the reference has no notes"
    assert as_json(found)["pitch_entropy"] == {"value": None, "missing": "the tune has no notes"}


def test_abc_syntax_is_what_music21_says():
    assert values(HEAD + "C D E F|")["abc_syntax"].value == 1
    assert values("X:1\nK:C\nC D ((((( [[[ !!|")["abc_syntax"].value == 0


@pytest.mark.parametrize("text", ["/etc/passwd", "file:///etc/passwd", "https://127.0.0.1:9/tune.abc", ".", ""])
def test_text_that_looks_like_a_path_or_address_is_only_text(text):
    assert values(text)["abc_syntax"].value in (0, 1)


def test_a_metre_over_which_music21_never_ends_is_named_as_the_likely_reason(monkeypatch):
    monkeypatch.setattr("core.metrics.abc_syntax.SECONDS", 3)
    found = values("X:1\nM:(3+3+3+3)/4\nL:1/4\nK:C\nCDE CDE CDE CDE|")["abc_syntax"]
    assert found.value is None
    assert "M:(3+3+3+3)/4, which are right in ABC" in found.missing


@pytest.mark.parametrize("metre", ["4/4", "2+2+3/8", "(3+3+3)/4"])
def test_no_other_metre_is_blamed_for_a_missing_verdict(monkeypatch, metre):
    def silent(job, _params, **_how):
        if job == "parses":
            raise WorkerError("no answer")

    monkeypatch.setattr(shared("music21"), "call", silent)
    found = values(f"X:1\nM:{metre}\nL:1/4\nK:C\nC|")["abc_syntax"]
    assert found.missing == "music21 gave no verdict: no answer"


def test_a_dead_music21_is_missing_and_the_next_tune_is_judged():
    values(HEAD + "C D E F|")
    shared("music21").kill()
    assert values(HEAD + "C D E F|")["abc_syntax"].value == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
def test_a_slow_music21_is_missing_not_zero(monkeypatch):
    worker, held_still = shared("music21"), []
    call = worker.call

    def held(job, params, **how):
        if job == "parses":
            # held still, it cannot be the quicker one
            os.kill(worker.pid, signal.SIGSTOP)
            held_still.append(worker.pid)
        return call(job, params, **how)

    monkeypatch.setattr(worker, "call", held)
    monkeypatch.setattr("core.metrics.abc_syntax.SECONDS", 0.1)
    found = values(HEAD + "C D E F|")["abc_syntax"]
    assert held_still
    assert found.value is None
    assert "no answer" in found.missing


def test_bars_right_counts_bars():
    assert values("X:1\nM:3/4\nL:1/4\nK:C\nC D E|C D|C D E F|C3|")["bars_right"].value == 0.5


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("text", ["", "X:1\nK:C\n", "garbage", HEAD + "C D E F|", "\x00\ud800", "w: a"])
def test_every_metric_gives_a_value_or_a_reason(metric, text):
    found = measure(text, HEAD + "C|", [metric])[metric.name]
    assert (found.value is None) != (found.missing is None)
    if found.value is not None:
        assert math.isfinite(found.value)


def test_metrics_are_filed_by_the_names_of_the_contract():
    wanted = ["kl_divergence", "pitch_entropy", "repetition", "abc_syntax", "scale_adherence"]
    assert [metric.name for metric in METRICS][:5] == wanted
    assert compute.as_json
