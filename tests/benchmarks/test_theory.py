"""The theory bank: made anew it is the same, and the tables bear out every question."""

import json
from collections import Counter
from functools import cache

import pytest

from core.benchmarks.banks.bank import bank_text
from core.benchmarks.theory import notation as theory_notation
from core.benchmarks.theory import raga as theory_raga
from core.benchmarks.theory import swara as theory_swara
from core.benchmarks.theory import tala as theory_tala
from core.benchmarks.theory import thaat as theory_thaat
from core.benchmarks.theory.questions import SEED, questions, shipped_file
from core.benchmarks.theory.words import TIMES, apart, degree_names, digits, in_tala, of_tala, written
from core.tradition.talas import find
from tests.benchmarks.bank_rules import guessed, letter_shares, near_twins, tells_itself
from tests.benchmarks.theory_truth import (
    LISTS_RAGAS,
    RAGAS,
    TABLES,
    TALAS,
    THAAT_BY_NAME,
    TRUE,
    forms,
    undisputed,
)
from tests.conftest import ROOT

LEAST = 160
MAKERS = (theory_raga, theory_thaat, theory_tala, theory_swara, theory_notation)
OTHER_SEEDS = ("a", "b", "c")


made_by = cache(questions)


@pytest.fixture(params=(SEED, *OTHER_SEEDS))
def made(request):
    return made_by(request.param)


def rows(samples):
    return [{"id": one.id, "question": one.text, "options": list(one.options), "answer": one.answer} for one in samples]


def test_the_shipped_file_is_what_the_tables_give():
    assert shipped_file().read_text(encoding="utf-8") == bank_text(made_by(SEED))


def test_there_are_enough_questions_of_many_kinds_and_few_themes():
    samples = made_by(SEED)
    assert len(samples) >= LEAST
    kinds = Counter(sample.facts["kind"] for sample in samples)
    assert len(kinds) >= 40
    assert max(kinds.values()) <= 10
    assert set(kinds) == set(TRUE)
    assert {sample.theme for sample in samples} == {"raga", "thaat", "tala", "swara", "notation", "time"}


def test_exactly_one_option_is_right_by_the_tables(made):
    wrong = []
    for sample in made:
        true = [TRUE[sample.facts["kind"]](sample.facts, key) for key in sample.facts["options"]]
        if true != [letter == sample.answer for letter in "ABCD"]:
            wrong.append((sample.id, true, sample.answer))
    assert wrong == []


@pytest.fixture
def every_draft(monkeypatch):
    """Every question that any seed could choose, each with every wrong option that could be drawn."""
    for maker in MAKERS:
        monkeypatch.setattr(maker, "fair", lambda drafts, most, seed: drafts)
        monkeypatch.setattr(maker, "one_of", lambda drafts, seed: drafts, raising=False)
    return [draft for maker in MAKERS for draft in maker.drafts(SEED)]


def test_no_option_that_could_be_drawn_is_right_too(every_draft):
    def truth(draft, option):
        return TRUE[draft.kind]({"id": draft.row, **draft.facts}, option.key)

    assert len(every_draft) > 2 * LEAST
    assert [draft.id for draft in every_draft if not truth(draft, draft.right)] == []
    assert [(draft.id, one.key) for draft in every_draft for one in draft.wrong if truth(draft, one)] == []


def test_no_raga_that_could_be_drawn_is_in_dispute(every_draft):
    listed = [draft for draft in every_draft if draft.kind in LISTS_RAGAS]
    keys = [(draft, one.key) for draft in listed for one in (draft.right, *draft.wrong)]
    assert [(draft.id, key) for draft, key in keys if not undisputed(key, draft.kind)] == []


def test_every_answer_follows_from_a_sourced_row(made):
    for sample in made:
        row = TABLES[sample.facts["table"]].get(sample.facts["id"])
        if sample.facts["kind"] in ("jati-counts", "jati-name"):
            row = TABLES["signs/jatis"][sample.facts["id"].split("-")[0]]
        assert row is not None, sample.id
        field = sample.facts["field"].split(".")[0]
        assert field in row, sample.id
        named = {*row["sources"], *row.get("western_sources", ())}
        assert set(sample.sources) & named, sample.id
        assert len(sample.sources) > 1, sample.id


def test_no_raga_stands_in_a_question_where_sources_differ(made):
    doubted = []
    for sample in made:
        kind = sample.facts["kind"]
        asked = [sample.facts["id"]] if sample.facts["table"] == "ragas" else []
        listed = sample.facts["options"] if kind in LISTS_RAGAS else []
        twin = [sample.facts["value"]] if kind == "twin" else []
        doubted += [(sample.id, raga) for raga in (*asked, *listed, *twin) if not undisputed(raga, kind)]
    assert doubted == []


def test_a_tala_is_asked_about_only_where_every_form_of_its_name_agrees(made):
    for sample in made:
        if sample.facts["table"] != "talas":
            continue
        kind = sample.facts["kind"]
        listed = sample.facts["options"] if kind.startswith("tala-") or kind == "theka" else []
        for tala in (sample.facts["id"], *listed):
            found = forms(tala)
            assert all(row["confidence"] == "agree" for row in found), (sample.id, tala)
            if "matras" not in kind:
                assert len(found) == 1, (sample.id, tala)
            if kind in ("khali", "claps", "tali", "tala-with-khali", "sam"):
                assert TALAS[tala]["marks_confidence"] == "agree", (sample.id, tala)
        if kind == "theka":
            assert TALAS[sample.facts["id"]]["theka_confidence"] == "agree"


def test_options_are_called_as_the_tables_call_them(made):
    for sample in made:
        kind = sample.facts["kind"]
        for key, text in zip(sample.facts["options"], sample.options, strict=True):
            if kind in LISTS_RAGAS:
                assert text == RAGAS[key]["name_bn"]
            elif kind.startswith("tala-") or kind == "theka":
                assert text == TALAS[key]["name_bn"]
            elif kind in ("thaat", "thaat-of-notes", "thaat-only", "thaat-with-but-not"):
                assert text == THAAT_BY_NAME[key]["name_bn"]


def test_every_wrong_option_is_a_value_of_the_right_ones_column(made):
    """A thaat stands beside thaats, a number beside numbers: one kind of key in a question."""

    def column(key):
        if key in RAGAS:
            return "raga"
        if key in TALAS:
            return "tala"
        return "thaat" if key in THAAT_BY_NAME else "time" if key in TIMES else "value"

    for sample in made:
        kinds = {column(key) for key in sample.facts["options"]}
        assert len(kinds) == 1 or sample.facts["kind"] == "octave", (sample.id, kinds)


def test_times_that_another_wording_could_make_one_never_meet(made):
    for sample in made:
        if sample.theme != "time":
            continue
        keys, right = sample.facts["options"], "ABCD".index(sample.answer)
        if sample.facts["kind"] == "raga-of-time":
            asked, keys = sample.facts["value"], [RAGAS[key]["time"] for key in keys]
        else:
            asked = keys[right]
        assert all(apart(asked, key) for place, key in enumerate(keys) if place != right), sample.id


def test_no_seed_gives_a_bank_that_tells_its_answers(made):
    found = rows(made)
    assert all(0.2 <= share <= 0.3 for share in letter_shares(found).values())
    assert 0.15 <= guessed(found, max) <= 0.35
    assert 0.15 <= guessed(found, min) <= 0.35
    assert [row["id"] for row in found if tells_itself(row)] == []
    assert near_twins(found) == []


def test_another_seed_asks_the_same_under_an_id_but_of_what_a_table_row_decides():
    """An id names kind and row, so results of two versions of the bank can be laid side by side."""
    first, second = ({one.id: one for one in made_by(seed)} for seed in OTHER_SEEDS[:2])
    shared = first.keys() & second.keys()
    assert len(shared) > LEAST / 2
    assert [name for name in shared if first[name].text != second[name].text] == []


def test_words_take_their_bengali_endings():
    jhaptal, dadra = find("jhaptal"), find("dadra")
    assert jhaptal
    assert dadra
    assert (of_tala(jhaptal), in_tala(jhaptal)) == ("ঝাঁপতালের", "ঝাঁপতালে")
    assert (of_tala(dadra), in_tala(dadra)) == ("দাদরা তালের", "দাদরা তালে")
    assert digits(1906) == "১৯০৬"
    assert degree_names(("R", "D")) == ("ঋষভ ও ধৈবত", "Rishabh and Dhaivat")
    assert written(("N,", "S", "g", "M", "P", "S'")) == "ন্ স জ্ঞ হ্ম প র্স"


def test_facts_survive_json(made):
    assert all(json.loads(json.dumps(dict(one.facts))) == one.facts for one in made)


def test_the_documentation_counts_the_shipped_questions():
    text = (ROOT / "docs" / "quiz.md").read_text(encoding="utf-8")
    samples = made_by(SEED)
    kinds = {}
    for sample in samples:
        kinds.setdefault(sample.theme, Counter())[sample.facts["kind"]] += 1
    assert f"### Theory: {len(samples)} questions, {sum(map(len, kinds.values()))} kinds" in text
    for theme, counted in kinds.items():
        told = ", ".join(f"{kind} {number}" for kind, number in counted.items())
        assert f"| {theme} | {counted.total()} | {told} |" in text


def test_each_matra_offered_for_sam_is_one_of_every_tala_named(made):
    shortest = min(find(name).matras for name in ("ত্রিতাল", "দাদরা", "ঝাঁপতাল"))
    offered = [int(key) for sample in made if sample.facts["kind"] == "sam" for key in sample.facts["options"]]
    assert len(offered) == 4
    assert max(offered) <= shortest


def test_the_note_that_is_counted_from_is_not_offered(every_draft):
    asked = [draft for draft in every_draft if draft.kind == "degree"]
    assert len(asked) == 6
    assert not [draft for draft in asked if any(option.key == "S" for option in (draft.right, *draft.wrong))]


def test_glosses_count_as_english_does(made):
    glosses = " / ".join(gloss for sample in made for gloss in sample.options_gloss)
    assert "1 claps" not in glosses
    assert "2 khali," not in f"{glosses},".replace(" /", ",")
