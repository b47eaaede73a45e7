"""Names of the parts of a song as they are printed."""

import re
import unicodedata

KALIS = {
    "স্থায়ী": ("sthayi", "sthayee", "asthayi", "sthaayi", "stai", "স্থায়ী", "আস্থায়ী", "স্থায়ি"),
    "অন্তরা": ("antara", "অন্তরা"),
    "সঞ্চারী": ("sanchari", "sancari", "সঞ্চারী", "সঞ্চারি"),
    "আভোগ": ("abhog", "abhoga", "আভোগ"),
}


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip().strip(".:।").casefold()


_BY_NAME = {_folded(spelling): name for name, spellings in KALIS.items() for spelling in spellings}


_NUMBERED = re.compile(r"body[0-9]{1,3}")
"""What data sets call a section that has no name of its own."""


def heading(name: str) -> str:
    """Return what stands over a kali; nothing where a file only counts it."""
    return "" if _NUMBERED.fullmatch(name) else name


def kali_name(name: str) -> str:
    """Return the printed name of a section: Bengali for the four usual ones, else as it is."""
    return _BY_NAME.get(_folded(name), name.strip())
