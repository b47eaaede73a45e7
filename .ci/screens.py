"""Screenshots of every state of the studio, by the real window off screen, into build/screens.

The tune in them is written by the default model at a fixed seed. Where PulseAudio is installed a null sink stands for
the sound card; `no-sound` is taken without.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from core.songs.song import Song
    from gui.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SMALL, LARGE = (1366, 768), (2560, 1440)
SAMPLE = "aguner-poroshmoni"
SEED = 492
BROKEN = """X:1
T:আগুনের পরশমণি
M:6/8
L:1/8
K:C
E2 G A2 G | (GA) B c3 | d c B A2 | ? F2 G A3 |
G A B c B A | [CEG3 z3 | G F E D2 C | C3- D2 z |]
"""


def main() -> int:
    """Take every picture with a sound device where there can be one, then those without; print the files."""
    if "--silent" in sys.argv:
        return take(SILENT)
    with sound_server():
        take(SHOTS)
    return subprocess.run([sys.executable, __file__, "--silent"], check=False).returncode


@contextlib.contextmanager
def sound_server() -> Iterator[None]:
    """Have a PulseAudio null sink stand for the sound card, where PulseAudio is installed."""
    from tests.audio.pulse import Pulse, missing

    if missing():
        print(f"Without sound: {missing()}")
        yield
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Pulse(Path(folder))
        server.start()
        os.environ["PULSE_SERVER"] = f"unix:{server.socket}"
        try:
            yield
        finally:
            server.close()


def take(shots: Sequence[tuple[str, tuple[int, int], str, Callable[["MainWindow"], None]]]) -> int:
    """Take some pictures."""
    from gui.painter import load_fonts
    from gui.window import application

    app = application()
    load_fonts()
    folder = ROOT / "build" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    for name, size, mode, prepare in shots:
        os.environ["SWARALIPI_HOME"] = tempfile.mkdtemp(prefix="swaralipi-screens-")
        window = open_window(size, mode)
        prepare(window)
        pump(app, 0.4)
        window.grab().save(str(folder / f"{name}.png"))
        print(folder / f"{name}.png", flush=True)
        window.studio.generate.generation.cancel()
        window.session.document.set_dirty(False)
        window.close()
        window.deleteLater()
        pump(app, 0.1)
    return 0


def open_window(size: tuple[int, int], mode: str) -> "MainWindow":
    """Return a fresh window of a size in a theme."""
    from gui.main_window import MainWindow
    from gui.session import Session

    session = Session()
    session.put("first_steps_done", True)
    session.theme.set_mode(mode)
    session.theme.dress()
    window = MainWindow(session)
    window.resize(*size)
    window.show()
    window.restore_layout()
    return window


def pump(app: "QApplication", seconds: float, until: Callable[[], bool] = lambda: False) -> None:
    """Let the window work for a while, or until something holds."""
    stop = time.monotonic() + seconds
    while time.monotonic() < stop and not until():
        app.processEvents()
        time.sleep(0.005)


def settle(window: "MainWindow") -> None:
    """Wait until nothing is queued or running."""
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    pump(app, 0.3)
    pump(app, 60, lambda: window.session.tasks.busy == 0)
    pump(app, 0.3)


def tune() -> "Song":
    """Return the sample song with a take that the default model wrote, made once."""
    from core.llm import compose, open_backend, profiles
    from core.songs import samples

    if not _made:
        song = samples.load(SAMPLE)
        profile = profiles.find(profiles.DEFAULT)
        options = replace(profile.sampling(), seed=SEED, grammar=compose.song_grammar(song))
        backend = open_backend(profile)
        made = compose.compose(song, compose.prompt_for(song, 3), backend, options)
        backend.close()
        _made.append(song.with_take(made.take(song, 3, profile.name)))
    return _made[0]


_made: list = []


def finished(window: "MainWindow") -> None:
    """Show a song with a take, a note under the cursor."""
    window.session.document.open_song(tune(), None)
    settle(window)
    window.session.document.move_cursor(window.session.document.reading.written.notes[9].id, "screens")
    settle(window)


def three_views(window: "MainWindow") -> None:
    """Show all three notations at once."""
    finished(window)
    window.notation.show_views(["staff", "jianpu", "tab"])
    settle(window)


def errors(window: "MainWindow") -> None:
    """Show a text with things wrong in it."""
    finished(window)
    window.session.document.set_text(BROKEN, "repair")
    settle(window)


def generating(window: "MainWindow") -> None:
    """Stop while the model writes."""
    from PySide6.QtWidgets import QApplication

    from core.songs import samples

    document = window.session.document
    document.open_song(samples.load(SAMPLE), None)
    settle(window)
    window.studio.generate.start()
    app = QApplication.instance()
    pump(app, 120, lambda: len(document.reading.written.notes) > 30)
    pump(app, 0.5)


def empty(window: "MainWindow") -> None:
    """Show a first start."""
    window.first_steps.show_again()
    settle(window)


SHOTS = (
    ("studio-light-1366", SMALL, "light", finished),
    ("studio-dark-1366", SMALL, "dark", finished),
    ("studio-light-2560", LARGE, "light", three_views),
    ("studio-dark-2560", LARGE, "dark", three_views),
    ("three-views-light", (1600, 1000), "light", three_views),
    ("generating-light", SMALL, "light", generating),
    ("errors-light", SMALL, "light", errors),
    ("errors-dark", SMALL, "dark", errors),
    ("empty-light", SMALL, "light", empty),
    ("empty-dark", SMALL, "dark", empty),
)

SILENT = (("no-sound-light", SMALL, "light", finished),)

if __name__ == "__main__":
    raise SystemExit(main())
