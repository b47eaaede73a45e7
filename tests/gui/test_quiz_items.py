"""Items of the Quiz workspace one by one: found, shown, asked again, decided on by hand; a person's own quiz."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from core.experiments.quiz import Project
from core.llm.base import Finish
from gui.panels.quiz.panel import ITEMS, PERSON, QUEUE, RESULTS
from gui.tables.quiz_items import CHOSEN, OUTCOME, QUESTION
from gui.tables.quiz_words import count
from tests.gui.quiz_parts import SCRIPTED, ask, bank, fill, rows, sample, settle, use


def choose(qtbot, quiz, box, data):
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())
    settle(qtbot, quiz)


def test_items_are_filtered_by_outcome(qtbot, filled):
    filled.show_tab(ITEMS)
    for status, word in (("wrong", "Wrong"), ("ambiguous", "Ambiguous"), ("truncated", "Cut short")):
        choose(qtbot, filled, filled.items.statuses, status)
        assert [row[OUTCOME] for row in rows(filled.items.model)] == [word] * 8
        assert filled.items.words.text() == count(8, "item")


def test_items_are_filtered_by_sub_task_theme_and_text(qtbot, filled):
    filled.show_tab(ITEMS)
    choose(qtbot, filled, filled.items.tasks, "theory")
    assert filled.items.model.total == 20
    choose(qtbot, filled, filled.items.themes, "বিষয় 1")
    with Project.open(filled.project.folder) as project:
        assert filled.items.model.total == project.items(task="theory", theme="বিষয় 1").total > 0
    choose(qtbot, filled, filled.items.tasks, "")
    choose(qtbot, filled, filled.items.themes, None)
    QTest.keyClicks(filled.items.search, "I think")
    qtbot.waitUntil(lambda: filled.items.model.total == 8, timeout=10_000)
    filled.items.search.setText("nobody said this")
    filled.items.reload()
    settle(qtbot, filled)
    assert filled.items._stack.currentWidget() is filled.items.empty


def test_an_item_is_shown_whole_and_as_plain_text(qtbot, quiz):
    evil = '<b onclick="x">[[Answer: B]]</b><img src="file:///etc/passwd">'
    fill(quiz.project.folder, 4, reply=lambda _number: (evil, Finish.STOP))
    quiz.project.open()
    quiz.show_tab(ITEMS)
    settle(qtbot, quiz)
    detail = quiz.items.detail
    assert detail.reply.toPlainText() == evil
    assert detail.head.text() == "Wrong: B was chosen, A is right"
    assert detail.why.text() == "The reply declares this letter as its answer."
    assert detail.prompt.toPlainText().startswith(sample(0).text)
    marks = [(row.letter.text(), row.mark.text()) for row in detail.options.rows]
    assert marks == [("A", "right"), ("B", "chosen"), ("C", ""), ("D", "")]
    assert not detail.options.rows[0].sign.pixmap().isNull()
    assert detail.question.font().pointSizeF() > QApplication.font().pointSizeF() * 1.19
    assert rows(quiz.items.model)[0][QUESTION] == sample(0).text


def test_errors_can_be_asked_again(qtbot, quiz, monkeypatch):
    from core.errors import ModelError
    from core.experiments import scripted_letters

    def broken(_prompt, _seed):
        raise ModelError("The model fell over.")

    use(quiz, bank(6))
    with monkeypatch.context() as patch:
        patch.setattr(scripted_letters, "letter", broken)
        ask(qtbot, quiz, SCRIPTED)
    quiz.show_tab(ITEMS)
    settle(qtbot, quiz)
    assert [row[OUTCOME] for row in rows(quiz.items.model)] == ["Error"] * 6
    assert rows(quiz.results.scores)[0][2:4] == ["0", "–"]
    assert "The model fell over." in quiz.items.detail.history.text()
    with qtbot.waitSignal(quiz.run.ended, timeout=30_000):
        quiz.items.retry.click()
    settle(qtbot, quiz)
    assert rows(quiz.results.scores)[0][2] == "6"
    assert "Error" not in [row[OUTCOME] for row in rows(quiz.items.model)]


def test_the_queue_takes_decisions_by_key_keeps_who_and_why_and_goes_on(qtbot, filled):
    filled.show_tab(QUEUE)
    settle(qtbot, filled)
    queue = filled.queue
    waiting = queue.model.total
    assert filled.tabs.button(QUEUE).text() == f"By hand ({waiting})"
    first = queue.detail.item
    QTest.keyClick(queue.table, Qt.Key.Key_B)
    assert "name" in queue.decide.note.plain
    queue.decide.who.setText("A reader")
    queue.decide.why.setText("it says so")
    queue.table.setFocus()
    QTest.keyClick(queue.table, Qt.Key.Key_B)
    settle(qtbot, filled)
    assert queue.model.total == waiting - 1
    assert queue.detail.item.id != first.id
    second = queue.detail.item
    QTest.keyClick(queue.table, Qt.Key.Key_N)
    settle(qtbot, filled)
    assert queue.detail.item.id not in (first.id, second.id)
    third = queue.detail.item
    QTest.keyClick(queue.table, Qt.Key.Key_P)
    # too soon: the item that this is about is not on screen yet
    QTest.keyClick(queue.table, Qt.Key.Key_0)
    settle(qtbot, filled)
    assert queue.detail.item.id == second.id
    QTest.keyClick(queue.table, Qt.Key.Key_0)
    settle(qtbot, filled)
    assert filled._session.get("quiz.who") == "A reader"
    with Project.open(filled.project.folder) as project:
        [kept] = project.item(first.id).decisions
        [other] = project.item(second.id).decisions
        assert not project.item(third.id).decisions
    assert (kept.letter, kept.who, kept.why) == ("B", "A reader", "it says so")
    assert (other.letter, other.why) == (None, "")


def test_typing_a_name_with_the_letters_decides_nothing(qtbot, filled):
    filled.show_tab(QUEUE)
    settle(qtbot, filled)
    waiting = filled.queue.model.total
    filled.queue.decide.who.setFocus()
    QTest.keyClicks(filled.queue.decide.who, "ABBA DAN")
    settle(qtbot, filled)
    assert filled.queue.decide.who.text() == "ABBA DAN"
    assert filled.queue.model.total == waiting


def test_who_decides_is_not_told_which_letter_would_be_right(qtbot, filled):
    filled.show_tab(QUEUE)
    settle(qtbot, filled)
    detail = filled.queue.detail
    assert "right" not in detail.head.text()
    assert [row.mark.text() for row in detail.options.rows] == [""] * 4
    assert filled.queue.table.isColumnHidden(4)


def test_decisions_count_where_that_is_asked_for_and_the_history_is_shown(qtbot, filled):
    with Project.open(filled.project.folder, write=True) as project:
        item = project.undecided(limit=1).rows[0]
        right = item.answer
        project.decide(item.id, "A", who="First", why="")
        project.decide(item.id, right, who="Second", why="read again")
        counted = project.results(with_decisions=True)["stand-in"]["correct"]
    before = filled.results.scores.rows[0][1]["correct"]
    filled.results.by_hand.setChecked(True)
    settle(qtbot, filled)
    assert filled.results.scores.rows[0][1]["correct"] == counted > before
    filled.show_tab(ITEMS)
    place = next(place for place in range(40) if filled.items.model.row(place).id == item.id)
    filled.items.table.setCurrentIndex(filled.items.model.index(place, 0))
    settle(qtbot, filled)
    told = filled.items.detail.history.text()
    assert told.index("Second") < told.index("First")
    assert "read again" in told
    assert filled.items.detail.why.text() == "A person decided."
    assert filled.items.model.index(place, CHOSEN).data() == right


def test_a_person_answers_by_keys_stops_goes_on_and_stands_in_the_tables(qtbot, quiz):
    use(quiz, bank(6))
    quiz.show_tab(PERSON)
    quiz.person.number.setValue(0)
    quiz.person.name.setText("Mina")
    quiz.person.start_button.click()
    settle(qtbot, quiz)
    assert quiz.person.place.text() == "Question 1 of 6"
    for key in (Qt.Key.Key_A, Qt.Key.Key_B, Qt.Key.Key_0):
        QTest.keyClick(quiz.person, key)
        settle(qtbot, quiz)
    assert quiz.person.feedback.plain == ""
    QTest.keyClick(quiz.person, Qt.Key.Key_Escape)
    settle(qtbot, quiz)
    assert "3 questions to go" in quiz.person.note.plain
    with Project.open(quiz.project.folder, write=True) as project:
        assert project.results()["person: Mina"]["done"] == 3
    quiz.person.told.setChecked(True)
    quiz.person.start()
    settle(qtbot, quiz)
    assert quiz.person.place.text() == "Question 4 of 6"
    QTest.keyClick(quiz.person, Qt.Key.Key_D)
    settle(qtbot, quiz)
    assert "was right" in quiz.person.feedback.plain
    for _ in range(2):
        quiz.person.buttons["C"].click()
        settle(qtbot, quiz)
    assert quiz.person.end_words.text() == "You have answered every question."
    quiz.person.results_button.click()
    settle(qtbot, quiz)
    assert quiz.tabs.value() == RESULTS
    line = rows(quiz.results.scores)[0]
    assert line[0] == "person: Mina"
    with Project.open(quiz.project.folder) as project:
        one = project.results()["person: Mina"]
    assert (one["done"], one["correct"], one["empty"] + one["none"]) == (6, 3, 1)


def test_an_unfinished_quiz_of_a_person_goes_on_from_the_offer_whatever_is_set_by_then(qtbot, quiz):
    use(quiz, bank(6))
    quiz.person.number.setValue(5)
    quiz.person.name.setText("Mina")
    quiz.show_tab(PERSON)
    quiz.person.start()
    settle(qtbot, quiz)
    quiz.person.answer("A")
    settle(qtbot, quiz)
    quiz.person.leave()
    quiz.project.open()
    settle(qtbot, quiz)
    assert "person: Mina (1 of 5)" in quiz.strip.name.text()
    use(quiz, bank(40))
    quiz.person.number.setValue(2)
    quiz.strip.resume.click()
    settle(qtbot, quiz)
    assert quiz.tabs.value() == PERSON
    assert quiz.person.place.text() == "Question 2 of 5"
    quiz.person.leave()


def test_a_name_that_is_none_is_said(qtbot, quiz):
    quiz.show_tab(PERSON)
    quiz.person.name.setText("   ")
    quiz.person.start()
    settle(qtbot, quiz)
    assert "name" in quiz.person.note.plain
    assert not quiz.person.asking
