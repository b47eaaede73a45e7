"""`swaralipi doctor`: what this machine has for the program, and how to get the rest."""

import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core import paths, settings
from core.cli.output import write_out
from core.cli.parsing import parser
from core.errors import AppError, StoreError
from core.views.painting import PainterMaker

HELP = "say what is missing on this machine, and how to mend it"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked for. `detail` says what was found, or what to do."""

    name: str
    present: bool
    required: bool
    detail: str


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001
    """Print every finding; 1 where something required is missing."""
    options = parser("doctor", HELP)
    options.add_argument("--json", action="store_true", help="print a JSON list")
    args = options.parse_args(argv)
    found = examine()
    if args.json:
        rows = [
            {"name": one.name, "present": one.present, "required": one.required, "detail": one.detail} for one in found
        ]
        text = json.dumps(rows, ensure_ascii=False, indent=2) + "\n"
    else:
        text = "".join(f"{_state(one):9} {one.name:16} {one.detail}\n" for one in found)
    write_out(None, text.encode("utf-8", "replace"))
    return 1 if any(one.required and not one.present for one in found) else 0


def examine() -> list[Finding]:
    """Look for everything; a look that fails is a finding, not an error."""
    return [_look(name, required, look) for name, (required, look) in LOOKS.items()]


def _look(name: str, required: bool, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, required, look())
    except AppError as error:
        return Finding(name, False, required, str(error))


def _state(one: Finding) -> str:
    return "present" if one.present else ("MISSING" if one.required else "missing")


def _resources() -> str:
    from core.songs import samples

    for name in samples.SAMPLES:
        samples.load(name)
    return f"{len(samples.SAMPLES)} samples in {paths.resources()}"


def _home() -> str:
    probe = paths.home() / ".writable"
    try:
        settings.write_text(probe, "")
    except StoreError as error:
        reason = getattr(error.__cause__, "strerror", None) or str(error)
        raise AppError(
            f"{paths.home()} cannot be written: {reason}. Let SWARALIPI_HOME name a folder that can."
        ) from error
    probe.unlink(missing_ok=True)
    return str(paths.home())


def _font() -> str:
    names = sorted(path.stem for path in (paths.resources() / "fonts").glob("*Bengali*.ttf"))
    if not names:
        raise AppError("no Bengali font is shipped with this copy; install the program again")
    from core.views.text_width import text_width

    text_width("স্বরলিপি", 16.0)
    return ", ".join(names)


def _verovio() -> str:
    from core.workers.process import shared

    if not paths.package_present("verovio"):
        raise AppError("staff and tab cannot be drawn: pip install verovio")
    return str(shared("verovio").call("version", {}, timeout=30.0))


def _qt() -> str:
    """Look for Qt by name: the core may ask whether it is there, but not use it."""
    from importlib import import_module
    from importlib.metadata import version

    try:
        import_module("PySide6.QtSvg")
    except ImportError as error:
        raise AppError(f"pictures and the window need Qt ({error}). On Debian: apt install libegl1 libgl1") from error
    return f"PySide6 {version('PySide6-Essentials')}"


def _fluidsynth() -> str:
    from core.audio import synth

    return f"FluidSynth {synth.version()}"


def _soundfont() -> str:
    from core.audio import soundfont

    return str(soundfont.find().name)


def _mp3_flac() -> str:
    from core.audio import sound_file

    return sound_file.encoder()


def _audio_device() -> str:
    try:
        import sounddevice
    except ModuleNotFoundError as error:
        raise AppError("playing needs sounddevice: pip install 'swaralipi-studio[sound]'. WAV works without") from error
    except OSError as error:
        raise AppError(
            "playing needs PortAudio: apt install libportaudio2, or brew install portaudio. WAV works without"
        ) from error
    try:
        device = sounddevice.query_devices(kind="output")
    except (sounddevice.PortAudioError, ValueError) as error:
        raise AppError("no sound device was found; WAV files can be written all the same") from error
    return str(device["name"])


def _gguf() -> str:
    from core.llm import check_gguf, profiles

    if not paths.package_present("llama_cpp"):
        raise AppError("local models need llama-cpp-python: pip install 'swaralipi-studio[gguf]' (it compiles)")
    info = check_gguf(profiles.find(profiles.DEFAULT).gguf_path())
    return f"{info.name or info.path.name}, {info.quantisation}"


def _api() -> str:
    if not paths.package_present("openai"):
        raise AppError("models over an API need openai: pip install 'swaralipi-studio[api]'")
    return "openai"


def _keyring() -> str:
    from core.llm.keys import keyring_name

    return keyring_name()


def _music21() -> str:
    if not paths.package_present("music21"):
        raise AppError("the metric ABC syntax needs music21: pip install 'swaralipi-studio[music21]'")
    return "music21"


def _display() -> str:
    if sys.platform in ("win32", "darwin"):
        return sys.platform
    found = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY")
    if not found:
        raise AppError("no display: the window cannot open, every verb works without one")
    return found


LOOKS: dict[str, tuple[bool, Callable[[], str]]] = {
    "Own files": (True, _resources),
    "Home folder": (True, _home),
    "Bengali font": (True, _font),
    "Verovio": (True, _verovio),
    "Qt": (True, _qt),
    "FluidSynth": (False, _fluidsynth),
    "Soundfont": (False, _soundfont),
    "MP3 and FLAC": (False, _mp3_flac),
    "Audio device": (False, _audio_device),
    "GGUF": (False, _gguf),
    "API": (False, _api),
    "Keyring": (False, _keyring),
    "music21": (False, _music21),
    "Display": (False, _display),
}
"""What is looked for: whether it is required, and how."""
