"""Items are named by what changes their answers, and by nothing else."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.benchmarks import TASKS_BY_NAME
from core.benchmarks.banks.bank import shipped as read_shipped
from core.benchmarks.base import Attachment, Sample
from core.errors import UsageError
from core.experiments.plan import Setup, bank_hash, item_hash, options_for, plan, spread
from core.experiments.snapshot import canonical, sample_of, sample_row, turns_json, turns_of
from core.llm.base import PAPER, Options, Turn
from tests.experiments.quizzes import bank, sample

texts = st.text(max_size=12)
numbers = st.floats(0, 5, allow_nan=False)
inputs = st.fixed_dictionaries(
    {
        "key": texts,
        "ask": st.sampled_from(["free", "likelihood"]),
        "model": st.dictionaries(st.sampled_from(["backend", "file", "bytes", "base_url"]), texts, max_size=3),
        "options": st.none() | st.builds(Options, temperature=numbers, seed=st.none() | st.integers(0, 99)),
        "task": st.sampled_from(["theory", "knowledge"]),
        "sample": texts,
        "turns": st.lists(st.tuples(st.sampled_from(["user", "system"]), texts), max_size=3),
        "attachments": st.lists(texts, max_size=2),
        "repeat": st.integers(0, 3),
    }
)


def name(found):
    setup = Setup(found["key"], found["ask"], found["model"], found["options"])
    turns = [Turn(*pair) for pair in found["turns"]]
    return item_hash(setup, found["task"], found["sample"], turns, found["attachments"], found["repeat"])


@given(
    inputs,
    inputs,
    st.sets(st.sampled_from(["ask", "model", "options", "task", "sample", "turns", "attachments", "repeat"])),
)
def test_an_items_name_changes_if_and_only_if_one_of_its_inputs_does(one, other, exchanged):
    mixed = {**one, **{field: other[field] for field in exchanged}, "key": other["key"]}
    same = all(mixed[field] == one[field] for field in one if field != "key")
    assert (name(mixed) == name(one)) == same


def test_a_whole_number_is_the_same_however_it_is_written():
    assert canonical({"b": 1.0, "a": [2, 0.5]}) == canonical({"a": (2.0, 0.5), "b": 1}) == '{"a":[2,0.5],"b":1}'
    with pytest.raises(ValueError):
        canonical(float("nan"))


def hashes(samples, **setup):
    fields = {"key": "m", "ask": "free", "model": {"backend": "x"}, "options": PAPER, **setup}
    return [item.hash for item in plan(Setup(**fields), samples, TASKS_BY_NAME, bank="b")]


def test_what_no_model_sees_does_not_change_an_item():
    asked = sample(1)
    unseen = replace(
        asked, gloss="other", theme="other", answer="D", sources=("x",), facts={"a": 1}, options_gloss=("a",) * 4
    )
    assert hashes([asked]) == hashes([unseen])
    assert sample_row(asked).hash != sample_row(unseen).hash
    assert bank_hash([asked]) != bank_hash([unseen])


@pytest.mark.parametrize(
    "change",
    [{"id": "other"}, {"text": "অন্য"}, {"options": ("ক", "খ", "গ", "ঘ")}, {"task": "knowledge"},
     {"attachments": (Attachment("image/png", b"1"),)}],
)  # fmt: skip
def test_what_a_model_sees_changes_an_item(change):
    assert hashes([sample(1)]) != hashes([replace(sample(1), **change)])


def test_every_option_of_sampling_changes_an_item():
    seen = {hashes([sample(1)])[0]}
    for field, value in {
        "temperature": 0.5, "top_p": 0.5, "top_k": 3, "min_p": 0.1, "typical_p": 0.5, "repeat_penalty": 1.1,
        "frequency_penalty": 0.1, "presence_penalty": 0.1, "seed": 7, "max_tokens": 5, "grammar": "root ::= x",
    }.items():  # fmt: skip
        seen.add(hashes([sample(1)], options=replace(PAPER, **{field: value}))[0])
    assert len(seen) == 12


def test_repeats_have_seeds_of_their_own():
    assert [options_for(PAPER, repeat).seed for repeat in range(3)] == [492, 493, 494]
    items = plan(Setup("m", "free", {}, PAPER), bank(4).samples, TASKS_BY_NAME, bank="b", repeats=3)
    assert len({item.hash for item in items}) == 12
    with pytest.raises(UsageError, match="1 or more"):
        plan(Setup("m", "free", {}), bank(4).samples, TASKS_BY_NAME, bank="b", repeats=0)


def test_an_unknown_task_is_said():
    with pytest.raises(UsageError, match="There is no task 'painting'"):
        hashes([replace(sample(1), task="painting")])


samples = st.lists(st.sampled_from(["theory", "knowledge", "continuation"]), min_size=1, max_size=60).map(
    lambda tasks: [sample(number, task) for number, task in enumerate(tasks)]
)


@given(samples, st.integers(1, 70))
def test_a_limit_is_shared_out_by_size_in_the_banks_order(all_of_them, limit):
    some = spread(all_of_them, limit)
    assert len(some) == min(limit, len(all_of_them))
    assert [one for one in all_of_them if one in some] == some
    for task in {one.task for one in all_of_them}:
        size = sum(one.task == task for one in all_of_them)
        share = len(some) * size / len(all_of_them)
        assert abs(sum(one.task == task for one in some) - share) < 2
    # a trial is a part of what a larger limit takes
    assert set(map(id, some)) <= set(map(id, spread(all_of_them, limit + 1)))


def test_a_limit_takes_of_every_theme_and_not_the_first_of_each():
    shipped = read_shipped().samples
    some = spread(shipped, 80)
    sizes = Counter((one.task, one.theme) for one in shipped)
    assert {cell for cell, size in sizes.items() if size > len(shipped) / 80} <= {(one.task, one.theme) for one in some}
    firsts = {one.theme: one.id for one in reversed(shipped)}
    assert sum(one.id == firsts[one.theme] for one in some) < len(firsts) / 2


def test_no_limit_takes_all_and_none_is_refused():
    assert spread(bank(5).samples, None) == list(bank(5).samples)
    with pytest.raises(UsageError, match="1 or more"):
        spread(bank(5).samples, 0)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.builds(
        Sample, id=texts, task=texts, text=texts, theme=texts, options=st.lists(texts, max_size=4).map(tuple), answer=texts,
        gloss=texts, options_gloss=st.lists(texts, max_size=4).map(tuple), sources=st.lists(texts, max_size=2).map(tuple),
        attachments=st.lists(st.builds(Attachment, texts, st.binary(max_size=5)), max_size=2).map(tuple),
        facts=st.dictionaries(texts, json_values, max_size=3),
    )
)  # fmt: skip
def test_a_kept_sample_is_the_sample(found):
    row = sample_row(found)
    kept = {one.hash: (one.mime, one.data) for one in row.attachments}
    assert sample_of(row.content_json, lambda _hashes: kept) == found


@given(st.lists(st.builds(Turn, texts, texts), max_size=4).map(tuple))
def test_kept_turns_are_the_turns(turns):
    assert turns_of(turns_json(turns)) == turns
