"""The pitch-duration sequence of the ONOTE paper, format C (figure 7): `C4(1/4) F#5(1/8) R(1/4)`."""

import re
from collections.abc import Iterator
from fractions import Fraction

from core.formats import losses
from core.formats.base import MOST_CHARACTERS, MOST_NOTES, Format, Imported, Tune, imported, remark, text_of, told
from core.formats.line_of_events import with_ids
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event, Note, Rest
from core.score.pitch import Alter, Pitch, from_midi
from core.score.score import Barline, Measure, Part, Score
from core.score.signatures import Metre
from core.score.timeline import timeline

WIDE = str.maketrans("（）［］｜，；＃／♯♭　０１２３４５６７８９", "()[]|,;#/#b 0123456789")
"""Full-width and other look-alikes, one character for one, so that columns stay true."""
TOKEN = re.compile(
    r"""
    (?P<note>(?P<step>[A-Ga-g])(?P<sign>\#\#|bb|\#|b|x|n)?(?P<octave>-?\d{1,2})(?P<cents>[+-]\d{1,3})?[ \t]*
      \([ \t]*(?P<length>\d{1,6}(?:\.\d{1,6})?(?:[ \t]*/[ \t]*\d{1,6})?)[ \t]*\))
  | (?P<rest>(?:rest|r|z)[ \t]*\([ \t]*(?P<pause>\d{1,6}(?:\.\d{1,6})?(?:[ \t]*/[ \t]*\d{1,6})?)[ \t]*\))
  | (?P<bar>\|+)
  | (?P<between>[\s,;\[\]]+)
  | (?P<unknown>[^\s,;|]+)
    """,
    re.X | re.I,
)
SIGNS: dict[str, Alter] = {"": 0, "n": 0, "#": 1, "##": 2, "x": 2, "b": -1, "bb": -2}
LONGEST = Fraction(64)
MOST_SAID = 200
BREATH = Fraction(1)
"""Without bar lines a new measure, with no line drawn, begins after this time, so that pages can be turned."""
_LOOK = re.compile(r"[A-Ga-g](?:#|b|x)*-?\d\s*[(（]\s*\d+\s*[/／]\s*\d+\s*[)）]")


def read(content: bytes) -> Imported:
    """Read a sequence; what is no pitch with a duration is a finding with its place, and the rest is read."""
    text = text_of(content).replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MOST_CHARACTERS:
        message = f"The text is longer than {MOST_CHARACTERS:,} characters and is not read. Cut it into several files."
        return Imported((), (remark("too-long", message, Severity.ERROR),))
    found: list[Diagnostic] = []
    measures = _measures(text.translate(WIDE), found)
    if not any(event.notes for measure in measures for event in measure.events):
        message = "There is no pitch with a duration in this text. Write them as C4(1/4) F#5(1/8)."
        return Imported((), (*found, Diagnostic(Severity.ERROR, "no-tune", message)))
    score = Score((Part("1", tuple(measures)),), number="1", metre=Metre((), 4))
    said = remark("spn-bare", "A pitch sequence tells no key and no metre: Sa is taken to be C, bars as written.")
    made = imported(with_ids(score), [*found, said])
    return Imported(tuple(Tune(tune.score, tune.diagnostics) for tune in made.tunes))


def _measures(text: str, found: list[Diagnostic]) -> list[Measure]:
    barred = "|" in text
    measures: list[Measure] = []
    events: list[Event] = []
    now = ZERO
    notes = 0

    def close(bar: Barline, *, line_end: bool = False) -> None:
        nonlocal events, now
        if events:
            measures.append(Measure((tuple(events),), metre=Metre((), 4), right=bar, line_end=line_end))
        events, now = [], ZERO

    for number, line in enumerate(text.split("\n"), 1):
        for token in TOKEN.finditer(line):
            if token.lastgroup == "bar":
                close(Barline("|"))
                continue
            event = _event(token, now) if token["note"] or token["rest"] else None
            if event is not None and notes < MOST_NOTES + 1:
                notes += 1
                events.append(event)
                now += event.duration
                if not barred and now >= BREATH:
                    close(Barline(""))
            elif event is None and token.lastgroup != "between":
                _say(found, token, number)
    close(Barline("|") if barred else Barline(""))
    return measures


def _event(token: re.Match[str], now: Fraction) -> Event | None:
    length = _length(token["length"] or token["pause"])
    if length is None:
        return None
    if token["rest"]:
        return Event(now, length, length, rest=Rest.VISIBLE)
    octave = int(token["octave"])
    if not -1 <= octave <= 9:
        return None
    alter = SIGNS[(token["sign"] or "").lower()] + Fraction(int(token["cents"] or 0), 100)
    pitch = Pitch(token["step"].upper(), octave, int(alter) if alter == int(alter) else alter)
    return Event(now, length, length, (Note(pitch, length),))


def _length(text: str) -> Fraction | None:
    above, _, below = text.replace(" ", "").replace("\t", "").partition("/")
    if below and not int(below):
        return None
    length = Fraction(above) / int(below or 1)
    return length if 0 < length <= LONGEST else None


def _say(found: list[Diagnostic], token: re.Match[str], line: int) -> None:
    if len(found) >= MOST_SAID:
        return
    shown = token[0][:20]
    message = f"{shown!r} is no pitch with a duration such as C4(1/4); it is left out."
    found.append(Diagnostic(Severity.ERROR, "spn-token", message, line, token.start() + 1, len(token[0])))


def write(score: Score) -> bytes:
    """Write the notes of all voices in the order of time, low to high where they sound together, ties apart."""
    return (" ".join(_tokens(score)) + "\n").encode()


def _tokens(score: Score) -> Iterator[str]:
    silent_since = ZERO
    for moment in timeline(score).notes:
        if moment.pitch is None:
            continue
        if moment.onset > silent_since:
            yield f"R({_ratio(moment.onset - silent_since)})"
        yield f"{_name(moment.pitch)}({_ratio(moment.duration)})"
        silent_since = max(silent_since, moment.onset + moment.duration)
    length = timeline(score).length
    if length > silent_since:
        yield f"R({_ratio(length - silent_since)})"


def _name(pitch: Pitch) -> str:
    """Return the scientific name; one past double signs is spelled anew."""
    if -3 < pitch.alter < 3:
        return pitch.name
    whole = int(pitch.midi)
    plain = from_midi(whole)
    return Pitch(plain.step, plain.octave, plain.alter + (pitch.midi - whole)).name


def _ratio(length: Fraction) -> str:
    return f"{length.numerator}/{length.denominator}"


SPN = Format(
    "spn",
    "Pitch sequence",
    (".spn",),
    lambda head: _LOOK.search(head.decode("utf-8", "ignore")) is not None and b"X:" not in head[:2000],
    read,
    write,
    told(
        losses.BARS, losses.VOICES, losses.CHORDS, losses.TIES, losses.SLURS, losses.GRACES, losses.LYRICS,
        losses.REPEATS, losses.SIGNS, losses.TEMPO, losses.TITLE, losses.NAMES, losses.CLEFS, losses.HIDDEN_RESTS,
        losses.REMINDERS,
    ),
)  # fmt: skip
