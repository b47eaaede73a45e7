"""Continuation questions: what they ask, how their options are alike, and what a set of scores cannot give."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.benchmarks.banks.bank import bank_text, parse_bank
from core.benchmarks.continuation import LEAST_RATIO, make
from core.benchmarks.continuation_bars import Source, bars_of, style_of
from core.errors import FormatError, UsageError
from core.experiments.continuation_scores import read_scores
from core.formats.abc.reader import read_first
from core.llm.letter.find import LETTERS
from tests.strategies.scores import scores


def song(name, tune, metre="4/4", key="C", style="", rhythm=""):
    fields = [f"X:1\nT:{name}", *([f"R:{rhythm}"] if rhythm else []), f"M:{metre}\nL:1/8\nK:{key}\n"]
    return Source(f"{name}.abc", read_first("\n".join(fields) + tune).score, style)


def tune(notes, bars=12, length=8):
    """Return bars of eighths that walk up and down over some notes, each bar another."""
    rows = [
        " ".join(notes[(bar * 3 + step * (1 + bar % 3)) % len(notes)] for step in range(length)) for bar in range(bars)
    ]
    return " | ".join(rows) + " |]\n"


SET = (
    song("one", tune("CDEFG"), style="rabindra"),
    song("two", tune("CDEGA", length=6), "6/8", style="rabindra"),
    song("three", tune(["C", "_D", "E", "^F", "G", "_A"]), style="nazrul"),
    song("four", tune(["C", "D", "_E", "F", "G"], length=6), "3/4", style="nazrul"),
    song("five", tune(["C", "E", "F", "A", "B"]), style="nazrul"),
)


def test_a_question_is_an_opening_its_continuation_and_three_that_do_not_fit():
    made = make(SET, 5, 492)
    sources = {source.name: source for source in SET}
    assert len(made.samples) == 5
    for sample in made.samples:
        own = bars_of(sources[sample.facts["song"]])
        first, turn, end = sample.facts["bars"]
        right = LETTERS.index(sample.answer)
        assert sample.options[right] == own.text(turn, end)
        assert sample.text.endswith(own.text(first - 1, turn))
        assert sample.facts["mismatch"].keys() == set(LETTERS) - {sample.answer}
        others = [source.split(",")[0] for place, source in enumerate(sample.sources) if place != right]
        assert len({*others, own.name}) == 4
        for letter, kinds in sample.facts["mismatch"].items():
            other = bars_of(sources[sample.sources[LETTERS.index(letter)].split(",")[0]])
            assert ("style" in kinds) == (other.style != own.style)
            assert ("rhythm" in kinds) == (other.metre.length != own.metre.length)
            assert kinds


def test_every_kind_of_mismatch_is_used_where_the_set_has_it():
    made = make(SET, 5, 1)
    assert all(
        {kind for kinds in sample.facts["mismatch"].values() for kind in kinds} == {"style", "rhythm", "notes"}
        for sample in made.samples
    )
    assert made.report["questions_without"] == {"style": 0, "rhythm": 0, "notes": 0}


def test_options_are_written_alike_and_do_not_tell_the_answer():
    far = (
        *SET,
        song("six", tune(["D", "E", "^F", "G", "A"]), key="D"),
        song(
            "seven",
            '"Am"(A2 !trill!B2) {c}d2 e2 | a2 g2 f2 e2 | A2 c2 B2 d2 | e2 c2 A4 | B2 d2 c2 e2 | A4 c4 |\nw: la le li lo lu\n',
            key="Am",
        ),
    )
    for sample in make(far, 20, 3).samples:
        lengths = [len(option) for option in sample.options]
        assert min(lengths) >= LEAST_RATIO * max(lengths)
        assert len({option.count("|") for option in sample.options}) == 1
        for option in sample.options:
            assert "\n" not in option
            assert not set(option) & set('"!{}:();')
            assert ":" not in option
        header = sample.text.split("\n")[1:-1]
        assert [line[:2] for line in header] == ["M:", "L:", "K:"]
        assert header[1:] == ["L:1/8", "K:C"]
        assert sample.facts["song"].removesuffix(".abc") not in sample.text


def test_sa_is_c_whatever_the_key_was():
    plain, moved = bars_of(song("a", tune("CDEFG"))), bars_of(song("b", tune(["D", "E", "^F", "G", "A"]), key="D"))
    assert plain.notes == moved.notes
    assert plain.text(0, 4) == moved.text(0, 4)


def test_letters_are_balanced_and_a_seed_repeats_the_bank():
    many = [song(f"s{number}", tune(pool, 16, length), metre) for number, (pool, length, metre) in enumerate(
        (pool, length, metre) for pool in ("CDEFG", "CDEGA", "CEFAB") for length, metre in ((8, "4/4"), (6, "6/8"), (10, "5/4"))
    )]  # fmt: skip
    made = make(many, 12, 7)
    counts = Counter(sample.answer for sample in made.samples)
    assert len(made.samples) == 12
    assert max(counts.values()) - min(counts.values()) <= 1
    again, other = make(reversed(many), 12, 7), make(many, 12, 8)
    assert again == made
    assert other.samples != made.samples
    ranks = Counter(
        sum(len(option) > len(sample.options[LETTERS.index(sample.answer)]) for option in sample.options)
        for sample in made.samples
    )
    assert max(ranks.values()) < 10
    text = bank_text(made.samples)
    assert parse_bank(text.encode(), "made").samples == made.samples


def test_what_the_set_cannot_give_is_counted():
    alike = [
        song(name, tune(notes)) for name, notes in (("a", "CDEFG"), ("b", "CDEGA"), ("c", "CEFAB"), ("d", "CDFGB"))
    ]
    free = song("free", tune("CDE"), "none")
    made = make([*alike, free, song("copy of a", tune("CDEFG")), song("rests", "z8 | z8 |")], 9, 1)
    report = made.report
    assert report["left_out"]["free-metre"] == 1
    assert report["left_out"]["same-song"] == 1
    assert report["left_out"]["empty"] == 1
    assert report["questions_without"]["style"] == len(made.samples) == report["questions"]
    assert report["songs"] == 7
    assert report["asked"] == 9
    assert json.dumps(report, allow_nan=False)


def test_scores_that_give_nothing_say_why():
    with pytest.raises(FormatError, match="This song gives no question: no-distractors"):
        make(SET[:1], 3, 1)
    with pytest.raises(UsageError, match="number"):
        make(SET, 0, 1)
    with pytest.raises(UsageError, match="seed"):
        make(SET, 1, -1)


def test_repeats_and_endings_are_not_run_over():
    folded = song("folded", "C D E F G A B c | c B A G F E D C :| E F G A B c d e | e d c B A G F E |]")
    bars = bars_of(folded)
    assert not bars.usable(0, 3)
    assert bars.usable(0, 2)
    endings = bars_of(song("endings", "C D E F G A B c |1 c B A G F E D C :|2 E F G A B c d e |]"))
    assert endings.usable(0, 2)
    assert not endings.usable(1, 3)


def test_style_is_read_from_composer_or_name():
    score = SET[0].score
    assert style_of(score, "nazrul/x.abc") == "nazrul"
    assert style_of(score, "রবীন্দ্রনাথ ঠাকুর.abc") == "rabindra"
    assert style_of(score, "tagore and nazrul.abc") == ""
    assert style_of(score, "x.abc") == ""


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.lists(scores(), min_size=4, max_size=6), st.integers(0, 99))
def test_any_scores_give_questions_or_a_reason(found, seed):
    try:
        made = make([Source(f"s{number}", score) for number, score in enumerate(found)], 8, seed)
    except FormatError:
        return
    assert parse_bank(bank_text(made.samples).encode(), "made").samples == made.samples


def test_the_ten_songs_of_tagore_give_questions(tagore):
    read = read_scores(tagore / "songs")
    assert (len(read.sources), read.problems) == (10, ())
    made = make(read.sources, 12, 492)
    assert len(made.samples) == 12
    assert made.report["left_out"]["free-metre"] == 1
    assert made.report["questions_without"]["style"] == 12
    assert made.report["answers"] == {"A": 3, "B": 3, "C": 3, "D": 3}


@pytest.mark.slow
def test_one_song_in_three_files_counts_once(tagore):
    made = make(read_scores(tagore).sources, 8, 492)
    for sample in made.samples:
        stems = [source.split(",")[0].rsplit("/", 1)[-1].split(".")[0] for source in sample.sources]
        assert len(set(stems)) == 4


def test_files_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "good.abc").write_text("X:1\nM:4/4\nL:1/8\nK:C\n" + tune("CDEFG"), encoding="utf-8")
    (tmp_path / "bad.mid").write_bytes(b"nothing")
    (tmp_path / "notes.txt").write_text("words", encoding="utf-8")
    (tmp_path / "round").symlink_to(tmp_path, target_is_directory=True)
    found = read_scores(tmp_path)
    assert [source.name for source in found.sources] == ["good.abc"]
    assert [problem.split(":")[0] for problem in found.problems] == ["bad.mid"]
    with pytest.raises(FormatError, match="not there"):
        read_scores(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match="No score"):
        read_scores(tmp_path / "empty")
