"""Which soundfont and which instruments there are."""

from pathlib import Path

from core import paths
from core.errors import AudioError

INSTRUMENTS = {
    "piano": 0, "santoor": 15, "harmonium": 20, "guitar": 24, "strings": 48, "flute": 73, "bansuri": 73,
    "sitar": 104, "esraj": 110,
}  # fmt: skip
"""Names and General MIDI programs; the Indian ones stand for their nearest neighbours there."""
DEFAULT_INSTRUMENT = "esraj"
"""The bowed companion of Rabindrasangeet; its notes begin within 6 ms, where reed and flute sounds take 25."""
SYSTEM_FOLDERS = ("/usr/share/sounds/sf2", "/usr/share/soundfonts", "/opt/homebrew/share/soundfonts")


def find(chosen: Path | None = None) -> Path:
    """Return the soundfont to use: the chosen one, one put into `soundfonts/`, the shipped one, the system's.

    Raises AudioError where there is none, or the chosen one is no soundfont.
    """
    if chosen is not None:
        check(chosen)
        return chosen
    own = sorted(paths.soundfonts().glob("*.sf[23]"))
    shipped = paths.package_file("pretty_midi", "TimGM6mb.sf2")
    system = [path for folder in SYSTEM_FOLDERS for path in sorted(Path(folder).glob("*.sf[23]"))]
    for path in [*own, *([shipped] if shipped else []), *system]:
        return path
    raise AudioError(
        "There is no soundfont. Install the one the program knows (pip install 'swaralipi-studio[sound]'), "
        "or put an .sf2 file into the soundfonts folder."
    )


def check(path: Path) -> None:
    """Raise AudioError where a file is no soundfont: RIFF with form `sfbk`."""
    try:
        with path.open("rb") as file:
            head = file.read(12)
    except OSError as error:
        raise AudioError(f"The soundfont {path} cannot be read: {error.strerror}.") from error
    if head[:4] != b"RIFF" or head[8:12] != b"sfbk":
        raise AudioError(f"{path.name} is no soundfont (no RIFF sfbk header). Choose an .sf2 file.")


def program(instrument: str) -> int:
    """Return the General MIDI program of an instrument's name or number (0-127)."""
    if instrument.isdigit() and int(instrument) < 128:
        return int(instrument)
    if instrument.lower() in INSTRUMENTS:
        return INSTRUMENTS[instrument.lower()]
    raise AudioError(f"There is no instrument {instrument!r}. Known: {', '.join(INSTRUMENTS)}, or a number 0-127.")
