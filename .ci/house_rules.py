"""Rules of this house that no linter knows. Prints every breach; exits 1 where there is one."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 400
BAD_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}
TEXTS = {".py", ".md", ".toml", ".txt", ".json", ".swara", ".lock", ".yml", ".cfg", ""}
REGISTRY_HOSTS = re.compile(r"pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/\w")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b")
NAMED_ON_PURPOSE = {"core/reports/statistics.py"}
"""Named by DESIGN; nothing here needs the standard module of that name."""
THREADS = {"threading.Thread(", "ThreadPoolExecutor(", "QThread(", "QThreadPool"}
THREAD_ROOMS = ("gui/tasks.py", "core/experiments/run.py", "core/workers/child.py", "core/audio/player.py")
PROCESSES = ("subprocess.", "multiprocessing.", "os.fork", "os.system", "os.popen")
PROCESS_ROOMS = ("core/workers/", "core/experiments/")


def main() -> int:
    """Check every tracked or new file."""
    breaches = [line for path in files() for line in check(path)]
    for line in breaches:
        print(line)
    print(f"house rules: {'kept' if not breaches else f'{len(breaches)} broken'}")
    return 1 if breaches else 0


def files() -> list[Path]:
    """Return the files that are, or would be, in the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return [ROOT / name for name in listed if (ROOT / name).is_file()]


def check(path: Path) -> Iterator[str]:
    """Give one line for each breach in a file."""
    name = path.relative_to(ROOT).as_posix()
    if path.suffix not in TEXTS:
        return
    text = path.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if name != ".ci/house_rules.py":
            if REGISTRY_HOSTS.search(line):
                yield f"{name}:{number}: names a package registry's host"
            if MACHINE_PATHS.search(line) and not name.startswith("tests/"):
                yield f"{name}:{number}: holds a path of a machine"
    if path.suffix == ".py" and name != ".ci/house_rules.py":
        yield from check_python(name, text)


def check_python(name: str, text: str) -> Iterator[str]:
    """Give the breaches that only Python files can have."""
    lines = text.splitlines()
    if len(lines) >= MOST_LINES:
        yield f"{name}: {len(lines)} lines; a file of {MOST_LINES} holds two things"
    stem = Path(name).stem
    standard = stem in sys.stdlib_module_names and not name.startswith("tests/") and name not in NAMED_ON_PURPOSE
    if stem in BAD_NAMES or standard:
        yield f"{name}: a name that says nothing, or that a standard module has"
    for number, line in enumerate(lines, 1):
        if UNFINISHED.search(line):
            yield f"{name}:{number}: unfinished"
    if name.startswith(("core/", "gui/")):
        yield from check_rooms(name, text)


def check_rooms(name: str, text: str) -> Iterator[str]:
    """Threads and processes are born where DESIGN says; no module of ours runs anything at import."""
    if name not in THREAD_ROOMS and any(word in text for word in THREADS):
        yield f"{name}: starts a thread; only {', '.join(THREAD_ROOMS)} may"
    if not name.startswith(PROCESS_ROOMS) and any(word in text for word in PROCESSES):
        yield f"{name}: starts a process; only core/workers and core/experiments may"
    late = {"llama_cpp", "openai", "music21", "verovio", "fluidsynth", "sounddevice", "soundfile", "keyring", "mido"}
    for node in ast.parse(text).body:
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module.split(".")[0]]
        for found in set(names) & late:
            yield f"{name}:{node.lineno}: imports {found} at the top; import it where it is needed"


if __name__ == "__main__":
    raise SystemExit(main())
