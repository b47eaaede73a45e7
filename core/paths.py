"""Where the program finds its own files and keeps the user's."""

import os
from functools import cache
from pathlib import Path

APP = "swaralipi-studio"


@cache
def _shipped() -> Path:
    """Return the folder that holds `resources/` and `soundfonts/`: inside the wheel, or the checkout."""
    packed = Path(__file__).parent / "_data"
    return packed if packed.is_dir() else Path(__file__).parents[1]


def resources() -> Path:
    """Return the folder of shipped tables, prompts, fonts and samples."""
    return _shipped() / "resources"


def soundfonts() -> Path:
    """Return the folder where a soundfont may be put by hand."""
    return _shipped() / "soundfonts"


def home() -> Path:
    """Return the folder for settings, logs and stores; `SWARALIPI_HOME` moves it."""
    chosen = os.environ.get("SWARALIPI_HOME")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def logs() -> Path:
    """Return the folder of the rotating log."""
    return home() / "logs"


def package_file(package: str, *parts: str) -> Path | None:
    """Find a data file inside an installed package without importing the package."""
    from importlib.util import find_spec

    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, *parts)
        if path.is_file():
            return path
    return None


def package_present(package: str) -> bool:
    """Say whether a package is installed, without importing it."""
    from importlib.util import find_spec

    return find_spec(package) is not None
