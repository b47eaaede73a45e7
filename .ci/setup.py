"""Set up everything from a fresh clone: system libraries, a virtual environment, the locked packages.

Standard library only; safe to run again. What cannot be installed is said with the line to type, and the rest goes on.
"""

import ctypes.util
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
LOCK = ROOT / "requirements.lock"
STAMP = VENV / ".set-up"
SLOW = "llama-cpp-python"
COMPILE_MINUTES = 12

LIBRARIES = {
    # library: (Debian package, Homebrew formula, what it is for)
    "fluidsynth": ("libfluidsynth3", "fluid-synth", "renders the sound"),
    "portaudio": ("libportaudio2", "portaudio", "plays the sound"),
    "EGL": ("libegl1", None, "Qt draws the pictures with it"),
    "GL": ("libgl1", None, "Qt draws the pictures with it"),
    "xkbcommon": ("libxkbcommon0", None, "Qt reads the keyboard with it"),
    "fontconfig": ("libfontconfig1", None, "Qt finds fonts with it"),
    "dbus-1": ("libdbus-1-3", None, "Qt talks to the desktop with it"),
    "xcb-cursor": ("libxcb-cursor0", None, "Qt opens windows under X with it"),
    "xcb-icccm": ("libxcb-icccm4", None, "Qt opens windows under X with it"),
    "xcb-image": ("libxcb-image0", None, "Qt opens windows under X with it"),
    "xcb-keysyms": ("libxcb-keysyms1", None, "Qt opens windows under X with it"),
    "xcb-render-util": ("libxcb-render-util0", None, "Qt opens windows under X with it"),
    "xcb-xkb": ("libxcb-xkb1", None, "Qt opens windows under X with it"),
    "xkbcommon-x11": ("libxkbcommon-x11-0", None, "Qt reads the keyboard under X with it"),
}
TOOLS = {"c++": ("g++", "compiles llama.cpp"), "cmake": ("cmake", "compiles llama.cpp")}
JUDGES = {
    "abc2midi": ("abcmidi", "only for tests: an independent judge of the ABC reader"),
    "Xvfb": ("xvfb", "only for tests: an X server without a screen"),
    "fluidsynth": ("fluidsynth", "only for make bench: what the sound is compared with"),
}
SOUND_TESTS = {
    # program, or file under /usr/lib/*: (Debian package, what it is for)
    "pulseaudio": ("pulseaudio", "only for tests: a sound server without a card"),
    "parec": ("pulseaudio-utils", "only for tests: records what was played"),
    "alsa-lib/libasound_module_pcm_pulse.so": ("libasound2-plugins", "only for tests: plays on that server"),
}


PATIENT = ("-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3")
"""A machine that has just started may be updating itself, and a mirror may miss a beat."""


def main() -> int:
    """Set up; return 0 unless the Python packages themselves could not be had."""
    if sys.version_info < (3, 11):
        print(f"Swaralipi Studio needs Python 3.11 or newer; this is {platform.python_version()}.")
        print("Install one, then: make setup PYTHON=python3.12")
        return 1
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == fingerprint():
        return 0
    started = time.monotonic()
    system_libraries()
    if not make_venv() or not install_packages():
        return 1
    STAMP.write_text(fingerprint(), encoding="utf-8")
    print(f"Set up in {time.monotonic() - started:.0f} s. Next time this takes no time at all.")
    return 0


def fingerprint() -> str:
    """Name the state that a finished set-up belongs to."""
    content = LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes() + Path(__file__).read_bytes()
    return hashlib.sha256(content + sys.version.encode()).hexdigest()


def say(step: str) -> None:
    """Print a step at once."""
    print(f"==> {step}", flush=True)


def system_libraries() -> None:
    """Install missing libraries where there is a right to, else print the line to type."""
    missing = [name for name in LIBRARIES if not present(name)]
    if sys.platform.startswith("linux"):
        packages = [LIBRARIES[name][0] for name in missing]
        packages += [package for tool, (package, _) in TOOLS.items() if not shutil.which(tool)]
        reasons = [f"{LIBRARIES[name][0]}: {LIBRARIES[name][2]}" for name in missing]
        reasons += [f"{package}: {why}" for tool, (package, why) in TOOLS.items() if not shutil.which(tool)]
        tests = missing_for_tests()
        packages += [package for package, _ in tests]
        reasons += [f"{package}: {why}" for package, why in tests]
        install(packages, reasons, apt())
    elif sys.platform == "darwin":
        formulas = [formula for name in missing if (formula := LIBRARIES[name][1])]
        reasons = [f"{LIBRARIES[name][1]}: {LIBRARIES[name][2]}" for name in missing if LIBRARIES[name][1]]
        install(formulas, reasons, ["brew", "install"] if shutil.which("brew") else None, "brew install")


def missing_for_tests() -> list[tuple[str, str]]:
    """Return what tests need; of sound nothing where PipeWire serves the desktop, which PulseAudio would disturb."""
    wanted = JUDGES if shutil.which("pipewire-pulse") else {**JUDGES, **SOUND_TESTS}
    found = [name for name in wanted if shutil.which(name) or any(Path("/usr/lib").glob(f"*/{name}"))]
    return [row for name, row in wanted.items() if name not in found]


def present(name: str) -> bool:
    """Say whether a library can be found."""
    return ctypes.util.find_library(name) is not None


def apt() -> list[str] | None:
    """Return the command that installs Debian packages without asking, None where there is no right to."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return ["apt-get"]
    if shutil.which("sudo") and subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode == 0:
        return ["sudo", "-n", "apt-get"]
    return None


def install(
    packages: list[str], reasons: list[str], command: list[str] | None, typed: str = "sudo apt install"
) -> None:
    """Install packages, saying what and why."""
    if not packages:
        return
    say("System libraries that are missing:")
    for reason in reasons:
        print(f"      {reason}")
    if command is None:
        print(f"    Without the right to install them here, please type:\n      {typed} {' '.join(packages)}")
        print("    The program goes on without; `swaralipi doctor` tells what is missing.")
        return
    if command[-1] == "apt-get":
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*command, *PATIENT, "update", "-qq"], check=False, env=environment)
        code = subprocess.run(
            [*command, *PATIENT, "install", "-y", "-qq", "--no-install-recommends", *packages],
            check=False, env=environment, stdout=subprocess.DEVNULL,
        ).returncode  # fmt: skip
    else:
        code = subprocess.run([*command, *packages], check=False).returncode
    if code:
        print(f"    They could not be installed (code {code}). Please type:\n      {typed} {' '.join(packages)}")


def make_venv() -> bool:
    """Make the virtual environment where there is none, or where one was left half made."""
    if ((BIN / "python").exists() or (BIN / "python.exe").exists()) and pip("--version", quiet=True) == 0:
        return True
    say("Virtual environment in .venv")
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode:
        print("    Python's venv module is missing. On Debian: sudo apt install python3-venv")
        return False
    return True


def pip(*words: str, quiet: bool = False) -> int:
    """Run pip inside the environment."""
    command = [str(BIN / "python"), "-m", "pip", "--disable-pip-version-check", *words]
    return subprocess.run(command, check=False, capture_output=quiet).returncode


def install_packages() -> bool:
    """Install the locked packages, the one that may have to be compiled last."""
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    slow = [line for line in lines if line.startswith(SLOW)]
    quick = VENV / "quick.lock"
    quick.write_text("\n".join(line for line in lines if line not in slow) + "\n", encoding="utf-8")
    say(f"Python packages ({len(lines)}, from requirements.lock)")
    if pip("install", "-q", "-r", str(quick)) or pip("install", "-q", "--no-deps", "-e", str(ROOT)):
        print("    The packages could not be installed; the lines above say why. Is there a network?")
        return False
    for requirement in slow:
        install_llama(requirement)
    return True


def install_llama(requirement: str) -> None:
    """Install llama.cpp's binding: a prebuilt wheel where one can be had, else compile it."""
    wanted = requirement.split(";")[0].strip()
    if pip_has(wanted):
        return
    prebuilt = [str(BIN / "python"), "-m", "pip", "install", "-q", "--only-binary", SLOW, wanted]
    if subprocess.run(prebuilt, check=False, capture_output=True).returncode == 0:
        return
    say(f"Local models: llama.cpp is compiled now, once. Expect up to {COMPILE_MINUTES} minutes on two cores.")
    started = time.monotonic()
    if pip("install", "-q", wanted):
        print("    llama.cpp could not be compiled (the lines above say why); models over an API still work.")
        print("    A C++ compiler and cmake are needed; then run `make setup` again.")
    else:
        print(f"    Compiled in {(time.monotonic() - started) / 60:.1f} minutes; pip keeps the result.")


def pip_has(requirement: str) -> bool:
    """Say whether the very version is installed already."""
    version = requirement.partition("==")[2]
    code = f"from importlib.metadata import version as v; raise SystemExit(v({SLOW!r}) != {version!r})"
    return subprocess.run([str(BIN / "python"), "-c", code], check=False, capture_output=True).returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
