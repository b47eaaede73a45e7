"""A run that is killed at any moment goes on: every item once, none lost, the figures those of an undisturbed run."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from core import settings
from core.experiments.quiz import Project
from core.store.database import FILE
from tests.experiments.quizzes import bank, bank_file, steady
from tests.timing import until

CLI = "import sys; from core import cli; sys.exit(cli.main(sys.argv[1:], None))"
RATIONED = f"""
import sys
from core.llm.scripted import Scripted
generate = Scripted.generate
def rationed(*words, **how):
    sys.stdin.buffer.read(1)
    return generate(*words, **how)
Scripted.generate = rationed
{CLI}
"""
"""A model that gives an answer for each byte it reads: while this process stands still the run cannot come to its end."""
ALL_STATES = (
    "SELECT (SELECT count(*) FROM items), (SELECT count(*) FROM answers), (SELECT count(DISTINCT item) FROM answers)"
)


def start(*words, answers=None):
    """Start a command line; with `answers` its model gives no more than so many."""
    process = subprocess.Popen(
        [sys.executable, "-c", CLI if answers is None else RATIONED, *map(str, words)],
        stdin=subprocess.DEVNULL if answers is None else subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if answers is not None:
        process.stdin.write("." * answers)
        process.stdin.flush()
    return process


def slow_model(delay):
    """Keep a scripted model that takes `delay` seconds a token; two tokens make an answer."""
    entry = {"backend": "scripted", "options": {"delay": delay}}
    settings.change(lambda found: {**found, "profiles": {"slow": entry}})


def counted(folder):
    """Return items, answers and answered items as a stranger to the program sees them, and whether the file is whole."""
    connection = sqlite3.connect(folder / FILE)
    try:
        found = connection.execute(ALL_STATES).fetchone()
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        # an answer never stands without its grades, nor an item as done without its answer
        assert connection.execute("SELECT count(*) FROM grades").fetchone()[0] == 2 * found[1]
        assert connection.execute("SELECT count(*) FROM items WHERE state = 'done'").fetchone()[0] == found[1]
    finally:
        connection.close()
    return found


def planned(folder):
    """Tell whether a run has written its items, which it does all at once."""
    if not (folder / FILE).exists():
        return False
    connection = sqlite3.connect(folder / FILE)
    try:
        return connection.execute("SELECT count(*) FROM items").fetchone()[0] > 0
    except sqlite3.OperationalError:
        return False  # killed before the tables were made
    finally:
        connection.close()


def wait_for(folder, answers, process):
    """Wait until a run has kept so many answers, so that a kill falls into its work."""

    def kept():
        if not (folder / FILE).exists():
            return -1
        connection = sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)
        try:
            return connection.execute("SELECT count(*) FROM answers").fetchone()[0]
        except sqlite3.OperationalError:
            return -1  # no table yet
        finally:
            connection.close()

    until(lambda: process.poll() is not None or kept() >= answers)


def killed_and_resumed(tmp_path, n, kills, delay, chance):
    """Kill a run again and again, and hold what its last start makes against an undisturbed run."""
    folder, file = tmp_path / "killed", bank_file(tmp_path, n)
    slow_model(delay)
    kill_again_and_again(folder, file, n, kills, delay, chance)
    assert planned(folder)
    last = start("quiz", "resume", "--project", folder)
    said = last.communicate(timeout=120)[1]
    assert last.returncode == 0, said
    assert f"{n} of {n} done" in said
    assert counted(folder) == (n, n, n)
    with Project.open(tmp_path / "undisturbed", write=True) as whole, Project.open(folder) as resumed:
        whole.start(model="slow", bank=bank(n)).go()
        assert steady(resumed.results()) == steady(whole.results())
        ours, theirs = ([(row.sample, row.status, row.letter) for row in one.items().rows] for one in (resumed, whole))
        assert ours == theirs


def kill_again_and_again(folder, file, n, kills, delay, chance):
    before = 0
    for number in range(kills):
        words = ["quiz", "resume", "--project", folder]
        if not planned(folder):  # nothing can be resumed where even the first kill came before the plan
            words = ["quiz", "run", "--project", folder, "--bank", file, "--model", "slow"]
        process = start(*words, answers=n // (kills + 1))
        wait_for(folder, before + 1 if number else 0, process)
        time.sleep(chance.uniform(0, 2 * delay))
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        said = process.communicate()[1]
        assert sys.platform == "win32" or process.returncode == -signal.SIGKILL, said
        if planned(folder):
            items, answers, answered = counted(folder)
            assert items == n
            assert answers == answered >= before
            before = answers
    assert before < n


def test_two_kills(tmp_path):
    killed_and_resumed(tmp_path, n=20, kills=2, delay=0.04, chance=random.Random(5))


@pytest.mark.slow
def test_ten_kills_at_random_moments(tmp_path):
    seed = int(os.environ.get("KILL_SEED", "0")) or random.randrange(10**6)
    sys.stderr.write(f"KILL_SEED={seed}\n")  # shown where the test fails
    killed_and_resumed(tmp_path, n=40, kills=10, delay=0.1, chance=random.Random(seed))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to one process")
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path):
    folder, file = tmp_path / "project", bank_file(tmp_path, 200)
    slow_model(0.05)
    process = start("quiz", "run", "--project", folder, "--bank", file, "--model", "slow")
    wait_for(folder, 2, process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "interrupted after" in said
    assert f"swaralipi quiz resume --project {folder}" in said
    assert "Traceback" not in said
    _, answers, answered = counted(folder)
    assert 2 <= answers == answered < 200
