"""The Quiz workspace: what is set up, asked, paused, stopped, gone on with; how it stands in the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from core.experiments.quiz import Project
from core.llm import profiles
from core.llm.profiles import Profile
from gui.panels.quiz.items import View
from gui.panels.quiz.panel import ITEMS, PERSON, QUEUE, RESULTS, QuizPanel
from gui.widgets.icon_button import IconButton
from tests.gui.quiz_parts import SCRIPTED, ask, bank, fill, rows, sample, settle, use
from tests.gui.studio_parts import nameless
from tests.gui.window_kit import opened, settled


@pytest.fixture
def slow_model():
    """A scripted model that takes a moment for each answer."""
    profiles.add(Profile("slow", "scripted", options={"delay": 0.05}))
    return "free:slow"


def test_a_new_project_says_what_to_do_and_is_not_made_before_something_is_asked(quiz):
    assert quiz._stack.currentWidget() is quiz.first
    assert "F5" in quiz.first.text.text()
    assert not quiz.project.folder.exists()


def test_profiles_by_reply_and_by_likelihood_and_baselines_can_be_checked(quiz):
    keys = [row.key for row in quiz.setup.models.model.rows]
    assert keys[:3] == ["free:smollm2", "likelihood:smollm2", SCRIPTED]
    assert [key for key in keys if "letter" in key or "option" in key] == [
        "pick:random-letter", "pick:most-frequent-letter", "pick:longest-option",
    ]  # fmt: skip


def test_an_api_says_where_the_questions_go_before_anything_is_sent(qtbot, quiz):
    profiles.add(Profile("far", "api", base_url="https://api.example.org/v1", model="m"))
    quiz.setup.models.load("far")
    settle(qtbot, quiz)
    assert quiz.setup.models.privacy.plain == "Questions are sent to api.example.org."
    assert quiz.setup.models.privacy.role == "value"
    quiz.setup.models.model.check([SCRIPTED])
    assert quiz.setup.models.privacy.plain == "Nothing leaves this machine."


def test_the_exact_prompt_is_shown_before_anything_is_sent(quiz):
    dialog = quiz.setup.show_prompt()
    dialog.step(1)
    shown = dialog.text.toPlainText()
    assert shown.startswith(f"{sample(1).text}\nA. {sample(1).options[0]}\n")
    assert shown.endswith("[[Answer:]]")
    dialog.close()


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda setup: setup.models.model.check([]), "Check a model"),
        (lambda setup: setup.limits.cost.setValue(5), "needs prices"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_written(quiz, prepare, said):
    quiz.setup.models.model.check([SCRIPTED])
    prepare(quiz.setup)
    quiz.start()
    assert said in quiz.setup.problem.plain
    assert not quiz.run.running
    assert not quiz.project.folder.exists()


def test_a_model_that_cannot_start_is_said_before_anything_is_written(qtbot, quiz, tmp_path):
    profiles.add(Profile("lost", "gguf", path=str(tmp_path / "lost.gguf")))
    quiz.setup.models.load("lost")
    settle(qtbot, quiz)
    quiz.setup.models.model.check([SCRIPTED, "free:lost"])
    with qtbot.waitSignal(quiz.run.failed, timeout=30_000):
        quiz.start()
    settle(qtbot, quiz)
    assert "lost.gguf" in quiz.setup.problem.plain
    assert not quiz.project.folder.exists()


def test_forty_questions_are_asked_and_stand_in_table_and_store(qtbot, quiz):
    ask(qtbot, quiz, SCRIPTED, "pick:longest-option")
    with Project.open(quiz.project.folder) as project:
        stored = project.results()
    assert [row[0] for row in rows(quiz.results.scores)] == ["scripted", "longest-option"]
    assert {name: one["done"] for name, one in stored.items()} == {"scripted": 40, "longest-option": 40}
    low, high = stored["scripted"]["wilson95"]
    line = rows(quiz.results.scores)[0]
    assert line[1:5] == [
        "40",
        "40",
        f"{100 * stored['scripted']['accuracy']:.1f} %",
        f"{100 * low:.1f} – {100 * high:.1f} %",
    ]
    assert quiz.results.chart.figure is not None
    assert not quiz.strip.isVisible()


def test_a_number_of_questions_is_shared_out_and_more_later_lose_nothing(qtbot, quiz):
    quiz.setup.limit.setValue(10)
    ask(qtbot, quiz, SCRIPTED)
    assert rows(quiz.results.scores)[0][1] == "10"
    quiz.setup.limit.setValue(0)
    ask(qtbot, quiz, SCRIPTED)
    assert rows(quiz.results.scores)[0][1] == "40"
    assert quiz.items.model.total == 40


@pytest.mark.slow
def test_a_run_pauses_goes_on_and_stops_and_the_rest_is_offered(qtbot, quiz, slow_model):
    use(quiz, bank(100))
    quiz.setup.models.load("slow")
    settle(qtbot, quiz)
    quiz.setup.models.model.check([slow_model])
    quiz.start()
    qtbot.waitUntil(lambda: quiz.run.standing is not None and quiz.run.standing[1].done > 2, timeout=30_000)
    assert quiz.strip.bar.maximum() == 100
    quiz.toggle_pause()
    qtbot.waitUntil(lambda: quiz.run.standing[1].paused, timeout=10_000)
    assert quiz.strip.proceed.isVisible()
    assert not quiz.strip.pause.isVisible()
    assert "paused" in quiz.strip.words.text()
    done = quiz.run.standing[1].done
    qtbot.wait(400)
    assert quiz.run.standing[1].done <= done + 1
    quiz.toggle_pause()
    qtbot.waitUntil(lambda: quiz.run.standing[1].done > done + 1, timeout=30_000)
    assert "left, until" in quiz.strip.words.text()
    with qtbot.waitSignal(quiz.run.ended, timeout=30_000):
        quiz.run.stop()
    settle(qtbot, quiz)
    [waiting] = quiz.strip.waiting
    assert waiting.name == "slow"
    assert 0 < waiting.done < waiting.total == 100
    assert f"slow ({waiting.done} of 100)" in quiz.strip.name.text()
    with qtbot.waitSignal(quiz.run.ended, timeout=60_000):
        quiz.strip.resume.click()
    settle(qtbot, quiz)
    assert rows(quiz.results.scores)[0][1] == "100"
    assert not quiz.strip.isVisible()


def test_figures_are_shown_while_a_run_goes_on(qtbot, quiz, slow_model):
    use(quiz, bank(400))
    quiz.setup.models.load("slow")
    settle(qtbot, quiz)
    quiz.setup.models.model.check([slow_model])
    quiz.start()
    shown = quiz.results.scores

    def partly():
        return bool(shown.rows) and 0 < shown.rows[0][1]["done"] < 400

    qtbot.waitUntil(partly, timeout=30_000)
    assert "/ 400" in rows(shown)[0][1]
    assert quiz.run.running
    with qtbot.waitSignal(quiz.run.ended, timeout=30_000):
        quiz.run.stop()
    settle(qtbot, quiz)


@pytest.mark.slow
def test_a_run_goes_on_while_another_workspace_is_shown_and_closing_asks(qtbot, tmp_path, slow_model):
    with opened(qtbot) as window:
        window.session.put("quiz.folder", str(tmp_path / "project"))
        window.workspaces.show("quiz")
        quiz = window.workspaces.place("quiz")
        settle(qtbot, quiz)
        use(quiz, bank(400))
        quiz.setup.models.load("slow")
        settle(qtbot, quiz)
        quiz.setup.models.model.check([slow_model])
        window.activateWindow()
        qtbot.waitUntil(lambda: quiz.hasFocus(), timeout=10_000)
        QTest.keyClick(quiz, Qt.Key.Key_F5)
        qtbot.waitUntil(lambda: quiz.run.standing is not None, timeout=30_000)
        window.workspaces.show("studio")
        done = quiz.run.standing[1].done
        qtbot.waitUntil(lambda: quiz.run.standing[1].done > done + 2, timeout=30_000)
        window.close()
        box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
        assert window.isVisible()
        buttons = {button.text(): button for button in box.buttons()}
        buttons["Let it run"].click()
        QApplication.processEvents()
        assert quiz.run.running
        window.session.document.set_dirty(False)
        window.close()
        box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
        next(button for button in box.buttons() if button.text() == "Stop and close").click()
        qtbot.waitUntil(lambda: not window.isVisible(), timeout=30_000)
    with Project.open(tmp_path / "project") as project:
        one = project.results()["slow"]
    assert 0 < one["done"] < one["total"] == 400


def test_an_unfinished_run_is_offered_at_the_next_start(qtbot, session, tmp_path):
    folder = tmp_path / "project"
    with Project.open(folder, write=True) as project:
        project.start(model="scripted", bank=bank(), preset="quick")
    session.put("quiz.folder", str(folder))
    found = QuizPanel(session)
    qtbot.addWidget(found)
    with qtbot.waitExposed(found):
        found.show()
    settle(qtbot, found)
    assert "scripted (0 of 40)" in found.strip.name.text()
    found.strip.dismiss.click()
    assert not found.strip.isVisible()


def test_a_project_that_another_copy_writes_is_shown_and_not_written(qtbot, filled):
    with Project.open(filled.project.folder, write=True):
        filled.project.open()
        settle(qtbot, filled)
        assert "another copy" in filled.setup.state.plain
        assert filled.results.scores.rows
        filled.setup.models.model.check([SCRIPTED])
        with qtbot.waitSignal(filled.run.failed, timeout=30_000):
            filled.start()
        settle(qtbot, filled)
        assert "another copy" in filled.setup.problem.plain
    filled.setup.state.linkActivated.emit("again")
    settle(qtbot, filled)
    assert filled.setup.state.plain == ""
    ask(qtbot, filled, SCRIPTED)
    assert len(filled.results.scores.rows) == 2


def test_answers_graded_by_other_rules_are_told_of_and_graded_anew_on_a_click(qtbot, filled):
    assert filled.setup.rules.isHidden()
    with filled.project.held.writing() as project, project.db.transaction() as connection:
        connection.execute("UPDATE grades SET version = 'another', status = 'wrong' WHERE item = 1")
    filled.project.open()
    settle(qtbot, filled)
    assert filled.setup.rules.isVisible()
    assert filled.setup.rules.plain.startswith("1 answer was graded by another version of the program")
    said = []
    filled.setup._session.message.connect(lambda text, _kind: said.append(text))
    filled.setup.rules.linkActivated.emit("anew")
    settle(qtbot, filled)
    # one answer, by both graders
    assert said == ["Graded anew: 2 grades changed. No model was asked."]
    assert filled.setup.rules.isHidden()
    assert filled.results.results["stand-in"]["correct"] == 8


def test_a_project_of_a_newer_version_is_refused_and_untouched(qtbot, quiz, tmp_path):
    import sqlite3

    folder = tmp_path / "newer"
    fill(folder, 4)
    with sqlite3.connect(folder / "experiments.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (folder / "experiments.sqlite").read_bytes()
    quiz.project.choose(folder)
    settle(qtbot, quiz)
    assert "newer version" in quiz.setup.state.plain
    assert quiz._stack.currentWidget() is quiz.first
    assert not quiz.setup.button.isEnabled()
    assert (folder / "experiments.sqlite").read_bytes() == before


@pytest.mark.parametrize("tab", [RESULTS, ITEMS, QUEUE, PERSON])
def test_every_control_has_a_name_and_every_icon_a_tooltip(qtbot, filled, tab):
    filled.show_tab(tab)
    settle(qtbot, filled)
    assert nameless(filled) == []

    assert all(button.toolTip() for button in filled.findChildren(IconButton))


def test_no_two_commands_of_the_window_share_their_keys_here(qtbot, tmp_path):
    with opened(qtbot) as window:
        window.session.put("quiz.folder", str(tmp_path / "project"))
        window.workspaces.show("quiz")
        quiz = window.workspaces.place("quiz")
        settle(qtbot, quiz)
        scopes = (quiz.items, quiz.queue, quiz.person)
        actions = [
            action for action in window.findChildren(QAction)
            if action.isEnabled() and not any(scope.isAncestorOf(action.parent()) for scope in scopes)
            and not (action.shortcutContext() == Qt.ShortcutContext.WidgetWithChildrenShortcut
                     and action.parent() is not quiz)
        ]  # fmt: skip
        keys = [key.toString() for action in actions for key in action.shortcuts()]
        assert len(keys) > 15
        assert sorted({key for key in keys if keys.count(key) > 1}) == []
        quiz.person.leave()


def test_tab_walks_the_column_from_top_to_bottom(qtbot, quiz):
    setup = quiz.setup
    wanted = [
        setup.open_button, setup.new_button, setup.bank.choice, setup.bank.import_button, setup.bank.make_button,
        setup.models.add, setup.models.view, setup.preset.button("quick"), setup.limit, setup.max_tokens,
        setup.more.heading, setup.prompt, setup.button,
    ]  # fmt: skip
    found, widget = [], setup.open_button
    for _ in range(200):
        if widget in wanted and widget not in found:
            found.append(widget)
        widget = widget.nextInFocusChain()
    assert [wanted.index(one) for one in found] == list(range(len(wanted)))


@pytest.mark.slow
@pytest.mark.parametrize(("mode", "size"), [("light", (1366, 768)), ("dark", (2560, 1440))])
def test_the_workspace_fits_the_window(qtbot, tmp_path, mode, size):
    fill(tmp_path / "project")
    with opened(qtbot, mode, size) as window:
        window.session.put("quiz.folder", str(tmp_path / "project"))
        window.workspaces.show("quiz")
        quiz = window.workspaces.place("quiz")
        settle(qtbot, quiz)
        settled(qtbot, window)
        assert (window.width(), window.height()) == size
        for tab in (RESULTS, ITEMS, QUEUE, PERSON):
            quiz.show_tab(tab)
            settle(qtbot, quiz)
            assert quiz._stack.width() >= quiz._stack.currentWidget().minimumSizeHint().width()
        assert quiz.results.table.horizontalScrollBar().maximum() == 0
        assert View() == quiz.results.view()


def test_the_button_that_asks_is_whole_on_screen_in_a_small_window(qtbot, quiz):
    quiz.resize(900, 500)
    quiz.setup.more.open()
    qtbot.waitUntil(lambda: quiz.height() == 500)
    qtbot.wait(50)
    button = quiz.setup.button
    assert button.visibleRegion().boundingRect() == button.rect()
