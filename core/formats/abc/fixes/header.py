"""Fixes of header fields: those that are missing, and those that cannot be read."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.formats.abc.fixes.edit import Source, fix
from core.formats.abc.lexer import HEADER_LETTERS, field_of
from core.formats.abc.reading.fields import parse_key
from core.formats.abc.writing.fields import Lost, clef_value, key_value
from core.score.diagnostic import Diagnostic, Edit, Fix
from core.score.events import Event
from core.score.signatures import Key
from core.tradition.talas import find, tala_of

THAAT_KEYS = {
    "bilawal": "C", "bilabal": "C", "বিলাবল": "C", "khamaj": "Cmix", "khamaaj": "Cmix", "খাম্বাজ": "Cmix",
    "kafi": "Cdor", "কাফি": "Cdor", "asavari": "Cm", "আশাবরী": "Cm", "bhairavi": "Cphr", "ভৈরবী": "Cphr",
    "kalyan": "Clyd", "কল্যাণ": "Clyd", "yaman": "Clyd", "ইমন": "Clyd", "bhairav": "C _D _A", "ভৈরব": "C _D _A",
    "purvi": "C _D ^F _A", "marwa": "C _D ^F", "todi": "C _D _E ^F _A",
}  # fmt: skip
"""Thaats as ABC can write them, Sa on C."""
MODAL_KEYS = {"C": "C", "D": "Ddor", "E": "Ephr", "F": "Flyd", "G": "Gmix", "A": "Am", "B": "Bloc"}
"""The key of each tonic that has no sharps or flats: what sounds stays as it was."""
_SWARA_SA = re.compile(r"\s*(?:sa|সা|স)\s*$", re.I)
_TWO_NUMBERS = re.compile(r"(\d{1,2})\D{1,6}(\d{1,2})")
_LOWER_KEY = re.compile(r"\s*([a-g])\s*([#b]?)\s*(m|maj|min|major|minor)?\s*$")
METRES = {
    Fraction(1): "4/4", Fraction(3, 4): "3/4", Fraction(1, 2): "2/4", Fraction(3, 8): "3/8", Fraction(5, 4): "5/4",
    Fraction(5, 8): "5/8", Fraction(7, 8): "7/8", Fraction(7, 4): "7/4", Fraction(3, 2): "6/4", Fraction(9, 8): "9/8",
    Fraction(2): "8/4",
}  # fmt: skip
COMMON = (Fraction(1), Fraction(3, 4), Fraction(1, 2))
"""Lengths of bars that a header is taken to have missed; a rarer one is a slip in the bars sooner than in `M:`."""
FEWEST_BARS = 4
"""Of fewer bars none is usual."""
SURE = Fraction(3, 5)
"""The share of bars that must agree before a metre is guessed from them."""


def missing_number(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001  one shape for all makers
    """Put an `X:` line before the tune; a text that holds several is numbered as a whole."""
    yield fix("Put in X:1", Edit(finding.line, 1, 0, "X:1\n"))


def numbered(lines: Sequence[int]) -> Fix:
    """Return the fix that puts an `X:` line before each tune of a text, which begin at these lines."""
    edits = [Edit(line, 1, 0, f"X:{number}\n") for number, line in enumerate(lines, 1)]
    return fix(f"Put in X:1 to X:{len(edits)}", *edits)


def missing_key(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001
    """Put a `K:` line at the end of the header; the notes sound as they did."""
    line = _header_end(source)
    if line is None:
        return
    key = MODAL_KEYS[_tonic(source)]
    yield fix(f"Put in K:{key}", Edit(line, 1, 0, f"K:{key}\n"))
    yield fix("Put in K:C", Edit(line, 1, 0, "K:C\n"))


def missing_metre(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001
    """Put in the metre that most bars have, the tala's, or none; lengths of notes stay as they were."""
    line = next((row for row, text in _fields(source) if text[0] in "KLQ"), None) or _header_end(source)
    if line is None:
        return
    unit = "" if any(text[0] == "L" for _, text in _fields(source)) else f"L:{source.tune.score.unit}\n"
    tala = tala_of(source.tune.score)
    guessed = [tala.metre] if tala else []
    usual = _usual_length(source)
    if usual in METRES:
        guessed.append(METRES[usual])
    for metre in (*guessed, "none"):
        yield fix(f"Put in M:{metre}", Edit(line, 1, 0, f"M:{metre}\n{unit}"))


def key(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a key as ABC does: a thaat by its notes, a small letter large; else the key that is used."""
    value = _value(source, finding)
    word = value.strip().casefold()
    thaat = next((found for name, found in THAAT_KEYS.items() if name in word), None)
    tonic = re.match(r"\s*([A-G][#b]?)(?![A-Za-z])", value)
    if thaat and tonic and tonic[1] != "C":
        # a thaat that is a mode stands on any tonic; the accidentals of the others are those of C
        thaat = tonic[1] + thaat[1:] if " " not in thaat else None
    if thaat:
        yield _rewrite(finding, value, thaat, "K")
    small = _LOWER_KEY.match(value)
    if small:
        minor = (small[3] or "").startswith("m") and not (small[3] or "").startswith("maj")
        yield _rewrite(finding, value, small[1].upper() + small[2] + ("m" if minor else ""), "K")
    if _SWARA_SA.match(value):
        yield _rewrite(finding, value, "C", "K")
    yield _rewrite(finding, value, _as_read(value), "K")


def _as_read(value: str) -> str:
    """Return the value of `K:` as ABC writes what is read."""
    found = parse_key(value)
    lost = Lost()
    words = [key_value(found.key or Key(), lost)]
    if found.clef is not None:
        words.append(f"clef={clef_value(found.clef, lost)}")
    words += [f"{name}={number}" for name in ("octave", "transpose") if (number := getattr(found, name)) is not None]
    return " ".join(words)


def metre(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a metre as ABC does: two numbers, a tala's metre; else none, which is how it is read."""
    value = _value(source, finding)
    numbers = _TWO_NUMBERS.search(value)
    if numbers:
        yield _rewrite(finding, value, f"{int(numbers[1])}/{int(numbers[2])}", "M")
    tala = find(value)
    if tala:
        yield _rewrite(finding, value, tala.metre, "M")
    usual = _usual_length(source)
    if usual in METRES:
        yield _rewrite(finding, value, METRES[usual], "M")
    yield _rewrite(finding, value, "none", "M")


def unit(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a unit length as ABC does; else the one that is used."""
    value = _value(source, finding)
    numbers = _TWO_NUMBERS.search(value)
    if numbers:
        yield _rewrite(finding, value, f"{int(numbers[1])}/{int(numbers[2])}", "L")
    yield _rewrite(finding, value, str(source.tune.score.unit), "L")


def tempo(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write words as words; a tempo that says nothing goes."""
    value = _value(source, finding)
    beat = re.match(r"\s*(\d{1,3}/\d{1,3})\b", value)
    # no part of a longer number, which is none that was meant
    number = re.search(r"(?<![\d.,/-])\d{2,3}(?![\d/]|[.,]\d)", value)
    if number:
        said = re.match(r"\s*([^\W\d_]+(?: [^\W\d_]+)*)", value)
        quoted = f'"{said[1]}" ' if said and "=" not in value else ""
        yield _rewrite(finding, value, f"{quoted}{beat[1] if beat else '1/4'}={number[0]}", "Q")
    words = " ".join(value.replace('"', " ").split())
    if re.search(r"[^\W\d_]", words):
        yield _rewrite(finding, value, f'"{words}"', "Q")
    else:
        yield fix("Take the tempo out", Edit(finding.line, finding.column, len(value), ""))


def usual_metre(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the metre that most bars have, where the header's is another and no tala asks for it.

    Of the first bar that is wrong only: it mends the others too.
    """
    if next(row for row in source.tune.diagnostics if row.code in ("bar-short", "bar-long")) is not finding:
        return
    score = source.tune.score
    measures = [measure for part in score.parts for measure in part.measures]
    usual = _usual_length(source)
    if usual not in COMMON or usual == score.metre.length or tala_of(score) or len(measures) < FEWEST_BARS:
        return
    rows = [(line, value, column) for line, (letter, value, column) in _fields(source) if letter == "M"]
    if len(rows) == 1 and all(measure.metre == score.metre for measure in measures):
        line, value, column = rows[0]
        title = f"Write M:{METRES[usual]}, as most bars are"
        unit = [] if any(text[0] == "L" for _, text in _fields(source)) else [Edit(line, 1, 0, f"L:{score.unit}\n")]
        yield fix(title, *unit, Edit(line, column, len(value), METRES[usual]))


def tala_metre(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001
    """Write the metre that the tala asks for."""
    tala = tala_of(source.tune.score)
    for line, (letter, value, column) in _fields(source):
        if letter == "M" and tala:
            yield fix(f"Write M:{tala.metre}", Edit(line, column, len(value), tala.metre))


def _rewrite(finding: Diagnostic, old: str, new: str, letter: str) -> Fix:
    kept = old.strip()
    lead = len(old) - len(old.lstrip())
    return fix(f"Write {letter}:{new}", Edit(finding.line, finding.column + lead, len(kept), new))


def _value(source: Source, finding: Diagnostic) -> str:
    """Return the field's value as it stands from the finding's column on."""
    rest = source.text_of(finding.line)[finding.column - 1 :]
    return re.split(r"[\]%]|\s[TCMLQKRZ]\s?:", rest)[0] if rest.strip() else rest


def _fields(source: Source) -> list[tuple[int, tuple[str, str, int]]]:
    """Return the fields at the head of the tune: line, then letter, value and its column."""
    found: list[tuple[int, tuple[str, str, int]]] = []
    for number, line in source.lines.items():
        row = field_of(line.text, HEADER_LETTERS)
        if row is None:
            if line.text.strip() and not line.text.lstrip().startswith("%"):
                break
            continue
        value = row[1].strip()
        found.append((number, (row[0], value, line.text.rfind(row[1]) + 1 + len(row[1]) - len(row[1].lstrip()))))
        if row[0] == "K":
            break
    return found


def _header_end(source: Source) -> int | None:
    """Return the first line that is music, before which the header ends."""
    places = [event.span.line for event in _main(source) if event.span]
    first = min(places, default=None)
    if first is None:
        return None
    # what stands between the header and the music (comments, V: lines) belongs to the music
    heads = [line for line, _ in _fields(source) if line < first]
    return heads[-1] + 1 if heads else first


def _main(source: Source) -> list[Event]:
    return [event for part in source.tune.score.parts for event in source.row(part)]


def _usual_length(source: Source) -> Fraction | None:
    """Return the length that most bars have, where they are plainly of one length."""
    lengths = Counter(m.length for part in source.tune.score.parts for m in part.measures if m.length)
    if not lengths:
        return None
    length, count = lengths.most_common(1)[0]
    return length if count >= SURE * sum(lengths.values()) else None


def _tonic(source: Source) -> str:
    """Guess Sa: the note that a tune both begins and ends on; else C."""
    notes = [event.notes[0].pitch for event in _main(source) if event.notes]
    same = bool(notes) and notes[0].step == notes[-1].step and not notes[-1].alter
    return notes[-1].step if same else "C"
