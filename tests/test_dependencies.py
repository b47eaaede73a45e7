"""docs/dependencies.md: every package that is declared or imported has its row, and no other has one."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BESIDE = {"jinja2": "llama-cpp-python", "shiboken6": "pyside6-essentials"}
"""Imported, and brought along by a package that declares it."""


def plain(requirement):
    """Return a distribution's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement).group()).lower()


def declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    rows = [*project["dependencies"], *(row for extra in project["optional-dependencies"].values() for row in extra)]
    return {plain(row) for row in rows} - {project["name"]}


def told():
    """Return the names in the first column of the table."""
    lines = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").splitlines()
    cells = [line.split("|")[1] for line in lines if line.startswith("| ")][1:]
    return [plain(name.strip()) for cell in cells for name in cell.split(",")]


def imported():
    """Return the packages that the program imports, each with a place."""
    found = {}
    for folder in ("core", "gui"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names = [node.module]
                for name in names:
                    found.setdefault(name.split(".")[0], f"{path.relative_to(ROOT)}:{node.lineno}")
    # _typeshed is for type checkers alone, which bring it along
    ours = {"core", "gui", "_typeshed", *sys.stdlib_module_names}
    return {name: place for name, place in found.items() if name not in ours}


def test_every_declared_package_has_its_row_and_no_other_has():
    names = told()
    assert len(names) == len(set(names))
    assert set(names) == declared() | BESIDE.keys()


def test_what_comes_beside_another_package_is_declared_by_that():
    for name, host in BESIDE.items():
        assert host in declared()
        assert name in {plain(row) for row in requires(host)}


def test_every_import_is_of_a_package_that_has_its_row():
    owners, rows = packages_distributions(), set(told())
    owner = {name: {plain(row) for row in owners.get(name, [name])} for name in imported()}
    assert {name: place for name, place in imported().items() if not rows & owner[name]} == {}


@pytest.mark.parametrize(("module", "words"), [("uharfbuzz", ["doctor"]), ("mido", ["convert", "-", "--to", "mid"])])
def test_a_missing_package_is_named_in_one_line(module, words):
    code = f"import sys; sys.modules[{module!r}] = None; from gui.app import main; sys.exit(main())"
    tune = "X:1\nM:4/4\nL:1/4\nK:C\nCDEF|\n"
    done = subprocess.run([sys.executable, "-c", code, *words], input=tune, capture_output=True, text=True, check=False)
    told = (
        f"swaralipi: The Python package {module} is missing. Install the program again: pip install swaralipi-studio\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


def test_a_window_without_qt_says_so():
    code = "import sys; sys.modules['PySide6'] = None; from gui.app import main; sys.exit(main())"
    home = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=home)
    assert done.returncode == 1
    assert done.stderr.startswith("swaralipi: The Python package PySide6 is missing.")
