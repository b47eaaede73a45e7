"""What a project gives away item by item: whole, in order, and read from the store by the page."""

from core.experiments import quiz
from tests.experiments.quizzes import StandIn, bank

REPLIES = ["[[Answer: A]]", "A or B", "I cannot tell.", "", "[[Answer: D]]"]


def test_every_item_is_exported_with_what_was_sent_and_came_back(project, monkeypatch):
    monkeypatch.setattr(quiz, "MOST_ROWS", 7)
    project.begin(StandIn(lambda sample, attempt: REPLIES[int(sample.id[1:])]).prepared(), bank(5)).go()
    project.start(model="scripted", bank=bank(9)).go()
    project.begin(StandIn().prepared(key="later", model={"backend": "later"}), bank(3), repeats=2)
    rows = list(project.exported(with_decisions=True))
    assert len(rows) == 20
    assert {row["model"] for row in rows} == {"stand-in", "scripted", "later"}
    for row in rows:
        full = project.item(row["id"])
        assert (row["prompt"], row["model"], row["sample"]) == (full.prompt, full.model, full.sample.id)
        assert row["reply"] == (None if full.answered is None else full.answered.reply)
    assert [row["reply"] for row in rows[:5]] == REPLIES
    assert [row["reply"] for row in rows[-6:]] == [None] * 6


def test_an_export_asks_the_store_by_the_page_and_not_by_the_item(project, monkeypatch):
    project.start(model="scripted", bank=bank(40)).go()
    asked, rows = [], project.db.rows
    monkeypatch.setattr(project.db, "rows", lambda *query: asked.append(query) or rows(*query))
    asked_for_a_page = []
    for most in (100, 20, 10):
        monkeypatch.setattr(quiz, "MOST_ROWS", most)
        asked.clear()
        assert len(list(project.exported())) == 40
        asked_for_a_page.append(len(asked) / -(-40 // most))
    assert asked_for_a_page == [asked_for_a_page[0]] * 3
    assert asked_for_a_page[0] < 10
