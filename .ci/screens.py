"""Screenshots of every state of the studio, by the real window off screen, into build/screens.

The tune in them is written by the default model at a fixed seed. Where PulseAudio is installed a null sink stands for
the sound card; `no-sound` is taken without. Printed songs of Tagore are read from ../shared/data where they are at
hand; else that is said, a tune by hand is the reference, and the pictures of the song in free rhythm are left out.
Names given on the command line choose pictures.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import quiz_screens
from screen_window import LARGE, ROOT, SMALL, open_window, pump, settle

if TYPE_CHECKING:
    from core.songs.song import Song
    from gui.main_window import MainWindow

SAMPLE = "aguner-poroshmoni"
SEED = 492
JHAMPAK = "bipode-more-raksha-karo"
"""Sung in a tala of Tagore's own, five matras in 3 + 2."""
FREE = "bhalobese-sokhi"
PRINTED = ROOT.parent / "shared" / "data" / "tagore" / "songs"
VIEWS = ["staff", "jianpu", "tab", "swaralipi"]
SHEET = 620
"""Width of a sheet of paper in a picture of four."""
BROKEN = """X:1
T:আগুনের পরশমণি
M:6/8
L:1/8
K:C
E2 G A2 G | (GA) B c3 | d c B A2 | ? F2 G A3 |
G A B c B A | [CEG3 z3 | G F E D2 C | C3- D2 z |]
"""
TWO_WAYS = """X:1
T:গান
R:shashthi
M:6/8
L:1/8
K:Gm
G A B {d}c d e | f3 g3 | G2 A2 B2 | d c B A G G |
w: আ-মা-র সো-না-র বাং-লা আ-মি তো-মা-য় ভা-লো-বা-সি
"""
REFERENCE = """X:1
T:আগুনের পরশমণি
M:6/8
L:1/8
Q:3/8=60
K:C
E2 G A2 G | (GA) B c3 | d c B A2 G | G2 F E3 |
w: আ-গু-নে-র প-র-শ-ম-ণি ছোঁ-য়া-ও প্রা-ণে
G A B c B A | A2 G E3 | G F E D2 C | C3- C2 z |]
w: এ জী-ব-ন পু-ণ্য ক-রো দ-হ-ন দা-নে
"""
"""A tune by hand, so that a take has something to be compared with."""


def main() -> int:
    """Take every picture with a sound device where there can be one, then those without; print the files."""
    names = [name for name in sys.argv[1:] if name != "--silent"]
    if "--silent" in sys.argv:
        return take([shot for shot in SILENT if not names or shot[0] in names])
    shots = [shot for shot in SHOTS if not names or shot[0] in names]
    if not printed_file(FREE).is_file():
        print(f"{PRINTED} is absent: no picture of a song in free rhythm, and a tune by hand to compare with.")
        shots = [shot for shot in shots if shot[3] is not free_views]
    with sound_server():
        take(shots)
    papers(names)
    return subprocess.run([sys.executable, __file__, "--silent", *names], check=False).returncode


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
        # a person's own folder of a name that pictures may show: ~
        os.environ["HOME"] = os.environ["SWARALIPI_HOME"] = tempfile.mkdtemp(prefix="swaralipi-screens-")
        window = open_window(size, mode)
        prepare(window)
        pump(app, 0.4)
        window.grab().save(str(folder / f"{name}.png"))
        print(folder / f"{name}.png", flush=True)
        window.studio.generate.generation.cancel()
        quiz_screens.end(window)
        window.session.document.set_dirty(False)
        window.close()
        window.deleteLater()
        pump(app, 0.1)
    return 0


def tune() -> "Song":
    """Return the sample song with a take that the default model wrote, made once."""
    from core.songs import samples

    return _generated(samples.load(SAMPLE))


def compared_tune() -> "Song":
    """Return the sample with its printed tune as the reference, and a take of the default model for its words.

    Where the printed tune is not at hand: its first lines, with a tune by hand.
    """
    from core.songs import samples
    from core.songs.song import Reference
    from gui.keeping import read_reference

    song = samples.load(SAMPLE)
    if printed_file(SAMPLE).is_file():
        return replace(tune(), reference=read_reference(printed_file(SAMPLE)))
    lines = [line for line in song.lyrics.splitlines() if line.strip()][:2]
    return _generated(replace(song, lyrics="\n".join(lines), reference=Reference(REFERENCE, "by hand")))


def printed_file(name: str) -> Path:
    """Return where a printed song is, if it is at hand."""
    return PRINTED / f"{name}.json"


def _generated(song: "Song") -> "Song":
    """Return a song with a take of the default model, made once."""
    from core.llm import compose, open_backend, profiles

    if song.lyrics not in _made:
        profile = profiles.find(profiles.DEFAULT)
        options = replace(profile.sampling(), seed=SEED, grammar=compose.song_grammar(song))
        backend = open_backend(profile)
        made = compose.compose(song, compose.prompt_for(song, 3), backend, options)
        backend.close()
        _made[song.lyrics] = song.with_take(made.take(song, 3, profile.name))
    return _made[song.lyrics]


_made: "dict[str, Song]" = {}


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


def four_views(window: "MainWindow", song: "Song") -> None:
    """Show a song in all notations at once, with nothing else round them but the transport."""
    for dock in window.docks.values():
        dock.hide()
    window.session.document.open_song(song, None)
    settle(window)
    window.notation.show_views(VIEWS)
    settle(window)
    window.session.document.move_cursor(window.session.document.reading.written.notes[3].id, "screens")
    settle(window)


def jhampak_views(window: "MainWindow") -> None:
    """Show a song in jhampak whose tune the default model wrote."""
    from core.songs import samples

    four_views(window, _generated(samples.load(JHAMPAK)))


def free_views(window: "MainWindow") -> None:
    """Show a printed song in free rhythm."""
    from gui.keeping import read

    four_views(window, read(printed_file(FREE)).song)


def paper(name: str, song: "Song") -> None:
    """Set a song on A4 in all four notations, the first page of each beside the others."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QColor, QImage, QPainter

    from core.formats.abc.reader import read
    from core.llm import compose
    from core.reports.book import Piece, pages
    from core.reports.paper import A4
    from core.tradition.talas import in_tala
    from core.views import VIEWS_BY_NAME
    from core.views.base import Layout
    from gui.painter import paint, renderer

    text = compose.sing(song.takes[-1].tune, song.lyrics, song.title)[1]
    score = in_tala(read(text).tunes[0].score, song.tala)
    piece = Piece(score, song.title, song.raga, song.tala, song.lyrics if song.lyrics.strip() else None)
    sheets = [pages([piece], VIEWS_BY_NAME[view], A4, Layout())[0] for view in VIEWS]
    edge, scale = 8, SHEET / sheets[0].width
    high = round(sheets[0].height * scale)
    picture = QImage(len(VIEWS) * (SHEET + edge) + edge, high + 2 * edge, QImage.Format.Format_RGB32)
    picture.fill(QColor("#d8d5cf"))
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, page in enumerate(sheets):
        left = edge + place * (SHEET + edge)
        painter.fillRect(QRectF(left, edge, SHEET, high), QColor("white"))
        painter.save()
        painter.translate(left, edge)
        paint(painter, renderer(page), page, scale)
        painter.restore()
    painter.end()
    file = ROOT / "build" / "screens" / f"{name}.png"
    picture.save(str(file))
    print(file, flush=True)


def papers(names: Sequence[str]) -> None:
    """Set the two songs on paper, where they are asked for and at hand."""
    from core.songs import samples
    from gui.keeping import read

    if not names or "jhampak-paper" in names:
        paper("jhampak-paper", _generated(samples.load(JHAMPAK)))
    if printed_file(FREE).is_file() and (not names or "talamukta-paper" in names):
        paper("talamukta-paper", read(printed_file(FREE)).song)


def one_view(window: "MainWindow", view: str) -> None:
    """Show one notation of the song in jhampak, as large as a window can."""
    jhampak_views(window)
    window.notation.show_views([view])
    settle(window)


def tuned(window: "MainWindow", tuning: str = "dadgad") -> None:
    """Show the tablature of another tuning with a capo; or, where it is none, what is said of it."""
    finished(window)
    window.notation.show_views(["tab"])
    choice = window.notation.tab_choice
    choice.capo.setValue(2)
    choice.strings.setText(tuning)
    choice.strings.editingFinished.emit()
    settle(window)


def errors(window: "MainWindow") -> None:
    """Show a text with things wrong in it."""
    finished(window)
    window.session.document.set_text(BROKEN, "fix")
    settle(window)


def compared(window: "MainWindow", view: str = "staff") -> None:
    """Show a reference and a take side by side, the cursor on a difference."""
    window.session.put("compare.view", view)
    window.session.document.open_song(compared_tune(), None)
    settle(window)
    window.workspaces.show("compare")
    settle(window)
    window.workspaces.place("compare").step(1)
    settle(window)


def choices(window: "MainWindow") -> None:
    """Show a tune whose tala and whose key can be written in several ways."""
    window.notation.show_views(["jianpu", "swaralipi"])
    window.session.document.set_text(TWO_WAYS, "open")
    settle(window)


def nothing_to_compare(window: "MainWindow") -> None:
    """Show the comparison of a song without a reference."""
    finished(window)
    window.workspaces.show("compare")
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
    ("jhampak-light", SMALL, "light", jhampak_views),
    ("jhampak-dark", SMALL, "dark", jhampak_views),
    ("talamukta-light", SMALL, "light", free_views),
    ("talamukta-dark", SMALL, "dark", free_views),
    ("swaralipi-light", SMALL, "light", partial(one_view, view="swaralipi")),
    ("tuning-light", SMALL, "light", tuned),
    ("tuning-dark", SMALL, "dark", partial(tuned, tuning="D A X")),
    ("choices-light", SMALL, "light", choices),
    ("choices-dark", SMALL, "dark", choices),
    ("generating-light", SMALL, "light", generating),
    ("errors-light", SMALL, "light", errors),
    ("errors-dark", SMALL, "dark", errors),
    ("empty-light", SMALL, "light", empty),
    ("empty-dark", SMALL, "dark", empty),
    ("compare-light-1366", SMALL, "light", compared),
    ("compare-dark-1366", SMALL, "dark", partial(compared, view="swaralipi")),
    ("compare-light-jianpu", SMALL, "light", partial(compared, view="jianpu")),
    ("compare-dark-staff", SMALL, "dark", compared),
    ("compare-light-2560", LARGE, "light", partial(compared, view="jianpu")),
    ("compare-dark-2560", LARGE, "dark", partial(compared, view="tab")),
    ("compare-empty-light", SMALL, "light", nothing_to_compare),
    *quiz_screens.SHOTS,
)

SILENT = (("no-sound-light", SMALL, "light", finished),)

if __name__ == "__main__":
    raise SystemExit(main())
