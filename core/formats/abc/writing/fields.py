"""Fields and strings as canonical ABC; what a field cannot hold is said."""

import re
from fractions import Fraction

from core.formats.abc.lexer import plain
from core.formats.abc.reading.fields import CLEFS, FASTEST, split_joined
from core.score.pitch import Alter
from core.score.signatures import MODES, Clef, Key, Metre, Tempo, standard_key

MODE_SIGNS = {
    "major": "", "ionian": "ion", "mixolydian": "mix", "dorian": "dor", "minor": "m", "aeolian": "aeo",
    "phrygian": "phr", "locrian": "loc", "lydian": "lyd",
}  # fmt: skip
ALTER_SIGNS: dict[Alter, str] = {0: "=", 1: "^", 2: "^^", -1: "_", -2: "__"}
CLEF_OCTAVES = {0: "", 1: "+8", 2: "+15", -1: "-8", -2: "-15"}
PIPES: dict[str, Alter] = {"F": 1, "C": 1}
UNITS = (1, 2, 4, 8, 16, 32, 64)
MOST_BEATS = 128
MOST_INLINE = 500
"""Characters of a field in brackets."""

_TONIC = re.compile(r"[A-G][#b]?")


class Lost:
    """What ABC cannot hold of a score, each said once."""

    def __init__(self) -> None:
        self.rows: dict[str, None] = {}

    def say(self, message: str) -> None:
        """Note a loss in words."""
        self.rows[message] = None


def accidental_sign(alter: Alter) -> str:
    """Return the sign before a note; microtones as fractions of a semitone, `^/` is a quarter tone up."""
    if alter in ALTER_SIGNS:
        return ALTER_SIGNS[alter]
    size = abs(Fraction(alter))
    written = "/" if size == Fraction(1, 2) else f"{size.numerator}/{size.denominator}"
    return ("^" if alter > 0 else "_") + written


def one_line(text: str, lost: Lost) -> str:
    """Return a text on one line without blanks at its ends."""
    if "\n" in text or "\r" in text:
        lost.say("Line breaks inside a text become blanks.")
        text = re.sub(r"\s*[\r\n]+\s*", " ", text)
    return text.strip()


def safe(letter: str, value: str, lost: Lost) -> str:
    """Return a field's value such that neither a comment nor another field begins in it."""
    if "\\%" in value:
        lost.say("A backslash before a percent sign in a field is left out.")
        value = re.sub(r"\\+%", "%", value)
    return whole(letter, value.replace("%", "\\%"), lost)


def whole(letter: str, value: str, lost: Lost) -> str:
    """Return a field's value such that no other field begins in it."""
    if ":" in value and len(split_joined(letter, value)) > 1:
        lost.say("A colon in a text that would begin another field is left out.")
        return value.replace(":", "")
    return value


def field_line(letter: str, value: str) -> str:
    """Return a field on a line of its own."""
    # music may begin so, and a full-width colon would be taken for the field's own
    blank = " " if value[:1] in ("|", ":", "：") else ""
    return f"{letter}:{blank}{value}"


def fits_inline(value: str) -> bool:
    """Say whether a value may stand in brackets inside the music."""
    return len(value) <= MOST_INLINE and "]" not in value and "\n" not in value and plain(value) == value


# -- values -----------------------------------------------------------------------------------------------------------


def key_value(key: Key, lost: Lost) -> str:
    """Return the value of `K:`: tonic, mode, and the accidentals that the mode does not say."""
    tonic = key.tonic if _TONIC.fullmatch(key.tonic) else "C"
    alters = dict(key.alters)
    own: dict[str, Alter] = {}
    if (tonic, key.mode) == ("C", "none"):
        word = "none"
    elif (tonic, key.mode) == ("A", "highland pipes"):
        own = PIPES if all(alters.get(step) == alter for step, alter in PIPES.items()) else {}
        word = "Hp" if own else "HP"
    elif key.mode in MODES and tonic == key.tonic:
        own = dict(standard_key(tonic, key.mode).alters)
        word = tonic + MODE_SIGNS[key.mode]
    else:
        word = f"{tonic} exp"
        if key.mode != "explicit" or tonic != key.tonic:
            lost.say(f"The key {key.tonic} {key.mode} is written by its accidentals alone.")
    signs: list[tuple[str, Alter]] = [(step, alter) for step, alter in alters.items() if own.get(step) != alter]
    signs += [(step, 0) for step in own if step not in alters]
    if any(not -2 <= alter <= 2 for _, alter in signs):
        lost.say("A key's accidental beyond a double one is written as a double one.")
        signs = [(step, 2 if alter > 2 else -2 if alter < -2 else alter) for step, alter in signs]
    return " ".join([word, *(accidental_sign(alter) + step.lower() for step, alter in signs)])


def metre_value(metre: Metre, lost: Lost) -> str:
    """Return the value of `M:`."""
    if metre in (Metre((4,), 4, "C"), Metre((2,), 2, "C|")):
        return metre.symbol
    if metre.free:
        return "none"
    if metre.unit not in UNITS or not 0 < sum(metre.beats) <= MOST_BEATS:
        lost.say(f"The metre {metre} cannot be written; bars of any length are.")
        return "none"
    beats = "+".join(map(str, metre.beats))
    return f"({beats})/{metre.unit}" if len(metre.beats) > 1 else f"{beats}/{metre.unit}"


def tempo_value(tempo: Tempo, lost: Lost) -> str:
    """Return the value of `Q:`; empty where it says neither speed nor words."""
    words = re.sub(r'["“”„]', "'", one_line(tempo.text, lost))
    if words != tempo.text.strip():
        lost.say("Quotation marks in a tempo's words become apostrophes.")
    quoted = f'"{words}"' if words else ""
    if tempo.bpm is None:
        if not quoted:
            lost.say("A tempo without speed and words is left out.")
        return quoted
    bpm = Fraction(round(tempo.bpm * 1000), 1000)
    beat = tempo.beat
    if max(beat.as_integer_ratio()) > 999:
        beat, bpm = Fraction(1, 4), Fraction(round(tempo.bpm * beat * 4000), 1000)
    if bpm > FASTEST:
        lost.say(f"A tempo faster than {FASTEST:,} beats a minute becomes that.")
    bpm = max(Fraction(1, 1000), min(bpm, Fraction(FASTEST)))
    if bpm < FASTEST and beat * bpm != tempo.beat * tempo.bpm:
        lost.say("A tempo is rounded to thousandths of a beat a minute.")
    speed = f"{float(bpm):.3f}".rstrip("0").rstrip(".")
    return f"{quoted} {beat.numerator}/{beat.denominator}={speed}".strip()


def clef_value(clef: Clef, lost: Lost) -> str:
    """Return the value of `clef=`."""
    name = clef.name if clef.name in CLEFS else "treble"
    if name != clef.name:
        lost.say(f"The clef {clef.name!r} has no name in ABC; treble is written.")
    return name + CLEF_OCTAVES[max(-2, min(2, clef.octave))]
