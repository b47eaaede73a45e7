"""No file of the window imports, by way of others, itself: not late and not for its types either."""

import ast
from pathlib import Path

import gui

ROOT = Path(gui.__file__).parent


def modules():
    """Every file of the window by the name it is imported under."""
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def imported(path, known):
    """Which of the known modules a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found = whole if whole in known else node.module
                if found in known:
                    yield found


def test_no_imports_go_round_in_the_window():
    files = dict(modules())
    assert len(files) > 100
    waits_for = {name: set(imported(path, files)) - {name} for name, path in files.items()}
    assert "gui.menus" in waits_for["gui.main_window"], "late imports count"
    while free := [name for name, others in waits_for.items() if not others & waits_for.keys()]:
        for name in free:
            del waits_for[name]
    assert waits_for == {}
