"""The facade that window and command line share: projects, runs, people, decisions, new grades."""

from dataclasses import replace

import pytest

from core.benchmarks import THEORY
from core.benchmarks.banks.bank import Bank
from core.benchmarks.base import Grade, Status
from core.errors import FormatError, MissingPackage, ModelError, StoreError, UsageError
from core.experiments import models, quiz
from core.experiments.quiz import Project
from core.llm import profiles
from core.llm.base import PAPER, Options
from core.llm.profiles import Profile
from tests.experiments.quizzes import StandIn, bank, sample, steady


def counts(project, name="stand-in", grader="extended", **how):
    found = project.results(grader, **how)[name]
    return {
        key: found[key]
        for key in ("total", "done", "correct", "wrong", "ambiguous", "none", "empty", "truncated", "error")
    }


def test_the_scripted_model_takes_a_quiz_and_the_same_again_asks_nothing(project):
    run = project.start(model="scripted", bank=bank(20))
    assert run.go().done == 20
    first = project.results()
    assert first["scripted"]["correct"] + first["scripted"]["wrong"] == 20
    assert 0 < first["scripted"]["correct"] < 20
    again = project.start(model="scripted", bank=bank(20))
    assert (again.planned, again.waiting) == (20, ())
    assert steady(project.results()) == steady(first)


def test_a_limit_is_a_part_of_the_whole(project):
    assert project.start(model="scripted", bank=bank(20), limit=6).go().done == 6
    whole = project.start(model="scripted", bank=bank(20))
    assert len(whole.waiting) == 14
    whole.go()
    assert counts(project, "scripted")["total"] == 20


def test_a_reply_is_kept_with_all_that_is_known_of_it(project):
    project.start(model="scripted", bank=bank(2), seed=7).go()
    [row, _] = project.items().rows
    full = project.item(row.id)
    assert project.item(full.hash) == full
    assert full.prompt == THEORY.turns(full.sample)[0].text
    assert full.sample == bank(2).samples[0]
    assert full.answered.seed == 7
    assert full.answered.reply_tokens == 2
    assert set(full.grades) == {"extended", "paper"}
    assert full.grades["extended"].version == THEORY.rules
    assert full.options["seed"] == 7


@pytest.mark.parametrize(
    ("model", "how", "error", "said"),
    [
        ("absent", {}, UsageError, "There is no model 'absent'"),
        ("/nowhere/x.gguf", {}, ModelError, "x.gguf"),
        ("scripted", {"ask": "likelihood"}, UsageError, "needs a GGUF model"),
        ("scripted", {"ask": "telepathy"}, UsageError, "no way of asking"),
        ("scripted", {"preset": "slow"}, UsageError, "no preset 'slow'"),
        ("scripted", {"max_tokens": 0}, UsageError, "1 or more"),
        ("scripted", {"limit": 0}, UsageError, "1 or more"),
        ("scripted", {"repeats": 0}, UsageError, "1 or more"),
        ("scripted", {"seed": -1}, UsageError, "--seed"),
        ("scripted", {"parallel": 0}, UsageError, "--parallel"),
        ("random-letter", {"ask": "likelihood"}, UsageError, "is a rule, no model"),
        ("longest-option", {"preset": "quick"}, UsageError, "is a rule, no model"),
        ("person: ক", {}, UsageError, "answers in the window"),
        (
            "keyless",
            {},
            ModelError,
            "There is no key for keyless: put it into the environment variable QUIZ_KEY_ABSENT",
        ),
    ],
)
def test_a_model_that_cannot_start_is_said_before_anything_is_planned(project, model, how, error, said):
    profiles.add(Profile("keyless", "api", base_url="http://127.0.0.1:9/v1", model="m", key_env="QUIZ_KEY_ABSENT"))
    with pytest.raises(error, match=said):
        project.start(model=model, bank=bank(4), **how)
    assert project.runs() == []
    assert project.items().total == 0


def test_a_missing_package_is_said_before_anything_is_planned(project, monkeypatch):
    monkeypatch.setattr("core.experiments.models.package_present", lambda name: False)
    with pytest.raises(MissingPackage, match="llama-cpp-python"):
        project.start(model="smollm2", bank=bank(4))
    profiles.add(Profile("api", "api", base_url="http://127.0.0.1:9/v1", model="m"))
    with pytest.raises(MissingPackage, match="openai"):
        project.start(model="api", bank=bank(4))
    assert project.runs() == []


def test_presets_and_changes_to_them(tmp_path):
    some = bank(2).samples
    assert models.prepare("scripted", some, preset="paper").setup.options == PAPER
    quick = models.prepare("scripted", some, preset="quick").setup.options
    assert (quick.temperature, quick.max_tokens) == (0.0, 32)
    changed = models.prepare("scripted", some, preset="quick", max_tokens=5, seed=9).setup.options
    assert (changed.max_tokens, changed.seed, changed.temperature) == (5, 9, 0.0)
    own = models.prepare("smollm2", some).setup
    assert own.options.temperature == 1.3
    assert own.options.grammar is None  # though the profile has it on
    assert own.model["file"].endswith(".gguf")
    assert own.model["bytes"] > 10_000_000


def test_a_model_under_other_settings_is_another_run(project):
    for seed in (1, 2, 1):
        project.start(model="scripted", bank=bank(8), seed=seed).go()
    assert [row.name for row in project.runs()] == ["scripted", "scripted #2"]
    project.start(model="scripted", bank=bank(8), seed=2).go()
    # the one that was begun last bears the plain name
    assert [row.name for row in project.runs()] == ["scripted #1", "scripted"]
    assert project.items().total == 16


def test_a_corrected_answer_is_graded_anew_without_asking(project):
    model = StandIn()
    project.begin(model.prepared(), bank(4)).go()
    wrong = bank(4)
    corrected = Bank((replace(wrong.samples[0], answer="C"), *wrong.samples[1:]), wrong.name)
    again = project.begin(model.prepared(), corrected)
    assert again.waiting == ()
    assert len(model.asked) == 4
    assert (counts(project)["correct"], counts(project)["wrong"]) == (3, 1)
    assert project.items(status="wrong").rows[0].answer == "C"


def test_a_question_that_is_asked_otherwise_takes_the_place_of_the_old_one(project):
    model = StandIn()
    project.begin(model.prepared(), bank(4)).go()
    old = bank(4)
    changed = Bank((replace(old.samples[0], text="নতুন প্রশ্ন?"), *old.samples[1:]), old.name)
    run = project.begin(model.prepared(), changed)
    assert len(run.waiting) == 1
    run.go()
    assert counts(project)["total"] == 4
    assert project.items(text="নতুন").total == 1
    # another bank's question of the same name stands beside it
    other = Bank((replace(old.samples[0], text="আরেকটি?"),), "other")
    project.begin(model.prepared(), other).go()
    assert counts(project)["total"] == 5
    # and the first one comes back with its answer
    back = project.begin(model.prepared(), old)
    assert back.waiting == ()
    assert counts(project)["total"] == 5


def test_a_run_goes_on_by_itself_alone_under_its_own_setting(project):
    run = project.start(model="scripted", bank=bank(12), seed=3, preset="quick", max_tokens=9)
    run.control.stop.set()
    assert run.go().ending == "stopped"
    [row] = project.unfinished()
    rest = project.resume(row)
    assert rest.prepared.setup.options == replace(PAPER, temperature=0.0, max_tokens=9, seed=3)
    assert rest.go().done == 12
    assert project.unfinished() == []


@pytest.mark.parametrize("name", ["random-letter", "most-frequent-letter", "longest-option"])
def test_baselines_are_models_and_go_on_too(project, name):
    whole = project.start(model=name, bank=bank(16), seed=5)
    whole.control.stop.set()
    whole.go()
    [row] = project.unfinished()
    assert project.resume(row).go().done == 16
    found = counts(project, name)
    assert found["correct"] + found["wrong"] == 16
    with Project.open(project.db.path.parent.parent / "other", write=True) as other:
        other.start(model=name, bank=bank(16), seed=5).go()
        assert steady(other.results()) == steady(project.results())


def test_another_model_under_the_old_name_is_refused(project):
    profiles.add(Profile("m", "api", base_url="http://127.0.0.1:9/v1", model="one"))
    project.start(model="m", bank=bank(4))
    profiles.add(Profile("m", "api", base_url="http://127.0.0.1:9/v1", model="two"), overwrite=True)
    [row] = project.unfinished()
    with pytest.raises(UsageError, match=r"m is not the model any more .*one; now .*two"):
        project.resume(row)
    # a trailing slash or another key is no other model
    profiles.add(Profile("m", "api", base_url="http://127.0.0.1:9/v1/", model="one", key_env="PATH"), overwrite=True)
    assert len(project.resume(row).waiting) == 4


def test_repeats_have_answers_of_their_own(project):
    model = StandIn()
    assert project.begin(model.prepared(), bank(3), repeats=3).go().done == 9
    assert sorted(options.seed for options in model.options) == [492] * 3 + [493] * 3 + [494] * 3
    assert counts(project)["total"] == 9


def test_a_person_takes_the_quiz(project):
    sitting = project.sit("  অতিথি ", bank=bank(5), limit=4)
    assert sitting.name == "person: অতিথি"
    assert len(sitting.waiting) == 4
    right = project.item(sitting.waiting[0])
    assert project.answer_as_person(right.id, right.sample.answer, 3.5).status is Status.CORRECT
    assert project.answer_as_person(sitting.waiting[1], None, 1.0).status is Status.EMPTY
    with pytest.raises(StoreError, match="has its answer already"):
        project.answer_as_person(right.id, "A", 1.0)
    with pytest.raises(UsageError, match="'E' is none of"):
        project.answer_as_person(sitting.waiting[2], "E", 1.0)
    # gone on with later
    assert project.sit("অতিথি", bank=bank(5), limit=4).waiting == sitting.waiting[2:]
    found = counts(project, "person: অতিথি")
    assert (found["done"], found["correct"], found["empty"]) == (2, 1, 1)
    [row] = project.unfinished()
    with pytest.raises(UsageError, match="answers in the window"):
        project.resume(row)
    for name in ("", " ", "a\x00b", "x" * 101):
        with pytest.raises(UsageError):
            project.sit(name, bank=bank(5))
    project.start(model="scripted", bank=bank(2))
    asked = project.items(model="scripted").rows[0]
    with pytest.raises(UsageError, match="put to a model"):
        project.answer_as_person(asked.id, "A", 1.0)


REPLIES = ["[[Answer: A]]", "A or B", "I cannot tell.", "", "[[Answer: D]]"]


def unclear(project):
    model = StandIn(lambda sample, attempt: REPLIES[int(sample.id[1:])])
    project.begin(model.prepared(), bank(5)).go()


def test_unclear_answers_wait_for_a_person_and_decisions_count_when_asked_for(project):
    unclear(project)
    before = counts(project)
    queue = project.undecided()
    assert {row.sample for row in queue.rows} == {"q001", "q002"}
    item = next(row for row in queue.rows if row.sample == "q001")
    project.decide(item.id, "A", who="ক", why="first reading")
    project.decide(item.id, "B", who="খ", why="read again")
    assert counts(project) == before
    decided = counts(project, with_decisions=True)
    assert decided["correct"] == before["correct"] + 1
    assert decided["done"] == before["done"]
    assert project.undecided().total == 1
    full = project.item(item.id)
    assert [(one.letter, one.who, one.why) for one in full.decisions] == [
        ("A", "ক", "first reading"),
        ("B", "খ", "read again"),
    ]
    assert full.grades["extended"].status == item.status  # the raw grade stays
    other = next(row for row in queue.rows if row.sample == "q002")
    project.decide(other.id, None, who="ক")
    assert counts(project, with_decisions=True)["none"] == 1
    assert project.items(status="correct", with_decisions=True).total == decided["correct"]


def test_a_decision_changes_the_count_of_its_own_item_alone(project):
    # one task, one theme, one outcome: items that a query may take for one group
    samples = tuple(sample(number, theme="রাগ") for number in range(6))
    project.begin(StandIn(lambda *_: "A or B").prepared(), Bank(samples, "small")).go()
    before = counts(project)
    assert before["ambiguous"] == 6
    item = next(row for row in project.undecided().rows if row.sample == "q000")
    project.decide(item.id, "A", who="ক")
    after = counts(project, with_decisions=True)
    assert (after["ambiguous"], after["correct"], after["done"]) == (5, 1, 6)
    assert counts(project) == before


def test_a_decision_needs_an_answer_a_letter_and_a_name(project):
    unclear(project)
    waiting = project.start(model="scripted", bank=bank(1)).waiting[0]
    item = project.undecided().rows[0].id
    for number, letter, who in ((item, "E", "ক"), (item, "A", " "), (waiting, "A", "ক"), (999, "A", "ক")):
        with pytest.raises(UsageError):
            project.decide(number, letter, who=who)
    assert project.item(item).decisions == ()


def test_grades_are_made_anew_from_the_store_alone(project, monkeypatch):
    unclear(project)
    before = counts(project)
    assert project.rescore() == 0
    monkeypatch.setattr(
        type(THEORY), "grade", lambda self, sample, answered, grader: Grade(Status.CORRECT, sample.answer)
    )
    assert project.rescore() > 0
    assert counts(project)["correct"] == 5
    monkeypatch.undo()
    project.rescore()
    assert counts(project) == before


def test_both_graders_are_kept(project):
    unclear(project)
    assert counts(project, grader="paper")["empty"] == 0
    assert counts(project, grader="extended")["empty"] == 1
    with pytest.raises(UsageError, match="no grader 'kind'"):
        project.results("kind")


def test_items_are_found_by_model_status_task_theme_and_text_page_by_page(project):
    unclear(project)
    project.start(model="scripted", bank=bank(30)).go()
    assert project.items().total == 35
    assert project.items(model="scripted").total == 30
    assert project.items(model="scripted", task="theory").total == 15
    assert project.items(model="stand-in", status=("ambiguous", "none")).total == 2
    assert project.items(model="scripted", theme="বিষয় 1").total == 10
    assert {row.sample for row in project.items(text="cannot tell").rows} == {"q002"}
    assert (
        project.items(text="100%").total
        == project.items(text="_").total
        == project.items(text="'; DROP TABLE items").total
        == 0
    )
    pages = [project.items(model="scripted", offset=offset, limit=7).rows for offset in range(0, 35, 7)]
    assert [row.sample for page in pages for row in page] == [f"q{number:03}" for number in range(30)]
    with pytest.raises(UsageError, match="has no run of 'absent'"):
        project.items(model="absent")
    with pytest.raises(UsageError, match="page"):
        project.items(limit=0)


def test_a_project_for_reading_shows_all_and_changes_nothing(project):
    unclear(project)
    with Project.open(project.db.path.parent) as reader:
        assert steady(reader.results()) == steady(project.results())
        item = reader.undecided().rows[0]
        for change in (
            lambda: reader.decide(item.id, "A", who="ক"),
            lambda: reader.start(model="scripted", bank=bank(2)),
            reader.rescore,
        ):
            with pytest.raises(StoreError, match="for reading only"):
                change()


def test_without_a_bank_the_shipped_questions_are_asked(project):
    run = project.start(model="random-letter", limit=10)
    assert run.planned == 10
    assert {row.task for row in project.items().rows} >= {"theory", "knowledge"}
    assert project.runs()[0].bank == "shipped"


def test_a_broken_bank_is_said_before_anything_is_planned(project, monkeypatch):
    def broken():
        raise FormatError("The bank is broken.")

    monkeypatch.setattr(quiz, "shipped", broken)
    with pytest.raises(FormatError):
        project.start(model="random-letter")
    assert project.runs() == []


def test_a_task_there_is_not_is_said_before_anything_is_planned(project):
    with pytest.raises(UsageError, match="There is no task"):
        project.start(model="scripted", bank=Bank((sample(1, "painting"),), "b"))
    assert project.runs() == []


def test_a_run_by_a_version_that_asks_otherwise_is_not_gone_on_with(project, monkeypatch):
    project.start(model="scripted", bank=bank(2))
    monkeypatch.setattr("core.experiments.kept.FORMAT", 2)
    with pytest.raises(UsageError, match="asks otherwise"):
        project.resume(project.unfinished()[0])


def test_options_are_kept_whole(project):
    project.start(model="scripted", bank=bank(2), preset="quick")
    assert Options(**project.item(1).options) == models.QUICK
