"""Bengali words of theory questions: numbers, times of day, jatis, talas with their endings."""

from core.tradition.signs import degrees, rows, swaras
from core.tradition.talas import Tala

_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")
ORDINALS = {
    1: ("প্রথম", "first"), 2: ("দ্বিতীয়", "second"), 3: ("তৃতীয়", "third"), 4: ("চতুর্থ", "fourth"),
    5: ("পঞ্চম", "fifth"), 6: ("ষষ্ঠ", "sixth"), 7: ("সপ্তম", "seventh"), 8: ("অষ্টম", "eighth"),
    9: ("নবম", "ninth"), 10: ("দশম", "tenth"), 11: ("একাদশ", "eleventh"), 12: ("দ্বাদশ", "twelfth"),
    13: ("ত্রয়োদশ", "thirteenth"), 14: ("চতুর্দশ", "fourteenth"), 15: ("পঞ্চদশ", "fifteenth"), 16: ("ষোড়শ", "sixteenth"),
}  # fmt: skip
TIMES: dict[str, tuple[str, str, str, float]] = {
    "day1": ("দিনের প্রথম প্রহর", "দিনের প্রথম প্রহরে", "first prahar of the day", 7.5),
    "day2": ("দিনের দ্বিতীয় প্রহর", "দিনের দ্বিতীয় প্রহরে", "second prahar of the day", 10.5),
    "day3": ("দিনের তৃতীয় প্রহর", "দিনের তৃতীয় প্রহরে", "third prahar of the day", 13.5),
    "day4": ("দিনের শেষ প্রহর", "দিনের শেষ প্রহরে", "last prahar of the day", 16.5),
    "night1": ("রাত্রির প্রথম প্রহর", "রাত্রির প্রথম প্রহরে", "first prahar of the night", 19.5),
    "night2": ("রাত্রির দ্বিতীয় প্রহর", "রাত্রির দ্বিতীয় প্রহরে", "second prahar of the night", 22.5),
    "night3": ("রাত্রির তৃতীয় প্রহর", "রাত্রির তৃতীয় প্রহরে", "third prahar of the night", 1.5),
    "night4": ("রাত্রির শেষ প্রহর", "রাত্রির শেষ প্রহরে", "last prahar of the night", 4.5),
    "dawn": ("ভোর", "ভোরে", "daybreak", 5.5),
    "dusk": ("সন্ধ্যা", "সন্ধ্যায়", "dusk", 18.0),
    "midday": ("মধ্যাহ্ন", "মধ্যাহ্নে", "midday", 12.0),
    "midnight": ("মধ্যরাত্রি", "মধ্যরাত্রিতে", "midnight", 0.0),
}
"""A time of day: its name, its form for `at`, English, and the hour of its middle. Vague ones are left out."""
APART = 5.0
"""Hours between two times that no source's other wording could make one."""


def digits(number: int) -> str:
    """Return a number in Bengali figures."""
    return str(number).translate(_DIGITS)


def apart(first: str, second: str) -> bool:
    """Say whether two times of day are so far apart that a raga of one is surely not of the other."""
    hours = abs(TIMES[first][3] - TIMES[second][3])
    return min(hours, 24 - hours) >= APART


def jati(name: str) -> str:
    """Return `audav-sampurna` in Bengali."""
    names = {row["id"]: row["name_bn"] for row in rows("jatis")}
    return "-".join(names[part] for part in name.split("-"))


def degree_of(note: str) -> str:
    """Return the degree (S R G M P D N) of a swara letter with or without an octave mark."""
    return note[0].upper()


def degree_names(found: tuple[str, ...]) -> tuple[str, str]:
    """Return degrees in Bengali and English: `ঋষভ ও ধৈবত`."""
    table = degrees()
    return joined([table[one].name_bn for one in found]), joined([table[one].name for one in found], "and")


def joined(names: list[str], word: str = "ও") -> str:
    """Return names as a list in words."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"


def written(line: tuple[str, ...]) -> str:
    """Return a line of swara letters in akarmatrik letters, hasanta for the low octave and reph for the high."""
    table = swaras()
    marks = {"'": "র্{}", ",": "{}্"}
    return " ".join(marks.get(note[1:], "{}").format(table[note[0]].letter) for note in line)


def of_tala(tala: Tala) -> str:
    """Return `ঝাঁপতালের`, `দাদরা তালের`."""
    return f"{tala.name_bn}ের" if tala.name_bn.endswith("তাল") else f"{tala.name_bn} তালের"


def in_tala(tala: Tala) -> str:
    """Return `ঝাঁপতালে`, `দাদরা তালে`."""
    return f"{tala.name_bn}ে" if tala.name_bn.endswith("তাল") else f"{tala.name_bn} তালে"
