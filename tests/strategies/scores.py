"""Scores for Hypothesis: everything the model holds, in the shape that a reader of ABC gives it.

`scores()` are several parts with all their signs; `melodies()` one part that every format can hold.
"""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from core.formats.abc.reading.voice import jump_of
from core.score.accidentals import with_accidentals
from core.score.events import ZERO, Event, Grace, Note, Rest, Syllable, Tuplet
from core.score.pitch import Pitch
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.signatures import Clef, Key, Metre, Tempo, standard_key

LENGTHS = tuple(
    Fraction(*pair)
    for pair in [
        (1, 8),
        (1, 4),
        (1, 16),
        (3, 16),
        (3, 8),
        (1, 2),
        (1, 32),
        (3, 4),
        (7, 16),
        (5, 8),
        (1, 24),
        (1, 1),
        (9, 8),
    ]
)
TUPLETS = [(3, 2), (2, 3), (5, 4), (5, 2), (7, 4), (3, 4), (9, 8), (4, 3), (6, 4)]
JUMPS = ("segno", "coda", "fine", "D.C.", "D.S.", "D.C.alfine", "D.S.alcoda", "tocoda")
DECORATIONS = ("staccato", "trill", "roll", "fermata", "upbow", ">", "p", "crescendo(", "D.C. al fine", "5")

words = st.text("abcxyz  ABT:%&;\\$u0é'-কাঁদোসুর।♭", min_size=1, max_size=12).map(str.strip).filter(bool)
syllable_texts = st.text("abgt'.,:;?আমারসোনাং্ক-%\"", min_size=1, max_size=6)
quoted = st.text("ABCm7#♭b/ আমার।%[]|!'", min_size=1, max_size=8).filter(str.strip)

keys = st.one_of(
    st.builds(standard_key, st.sampled_from(["C", "G", "D", "Bb", "Eb", "F#", "A"]), st.sampled_from(["major", "minor"])),
    st.sampled_from(
        [
            standard_key("D", "dorian"), standard_key("G", "mixolydian"), Key("C", "none"), Key("A", "highland pipes"),
            Key("A", "highland pipes", (("F", 1), ("C", 1))), Key("D", "explicit", (("E", -1), ("F", 1), ("B", 0))),
            Key("D", "major", (("F", 1), ("C", 0), ("B", -1))), Key("C", "none", (("F", Fraction(1, 2)),)),
        ]
    ),
)  # fmt: skip
plain_metres = st.sampled_from([Metre((4,), 4), Metre((3,), 4), Metre((6,), 8), Metre((2,), 4), Metre((7,), 8)])
metres = st.one_of(
    plain_metres, st.sampled_from([Metre((4,), 4, "C"), Metre((2,), 2, "C|"), Metre((2, 3, 2), 8), Metre((), 4)])
)
tempi = st.one_of(
    st.builds(
        Tempo,
        st.sampled_from([Fraction(1, 4), Fraction(3, 8), Fraction(1, 2)]),
        st.sampled_from([Fraction(90), Fraction(121, 2), Fraction(200, 1)]),
        st.one_of(st.just(""), st.text("Allegro ধীরে।[]%", max_size=8).map(str.strip)),
    ),
    st.builds(Tempo, st.just(Fraction(1, 4)), st.none(), words),
)
clefs = st.sampled_from([Clef(), Clef("bass"), Clef("treble", -1), Clef("alto"), Clef("bass", 1), Clef("treble", 2)])
alters = st.sampled_from([0, 0, 0, 0, 1, -1, 2, -2])
micro_alters = st.sampled_from([0, 0, 1, -1, Fraction(1, 2), Fraction(-3, 2), Fraction(1, 4), Fraction(5, 3)])


def pitches(*, micro):
    return st.builds(Pitch, st.sampled_from("CDEFGAB"), st.integers(2, 6), micro_alters if micro else alters)


@st.composite
def notes(draw, duration, *, micro):
    pitch = draw(pitches(micro=micro))
    told = draw(st.integers(0, 5)) == 0
    return Note(pitch, duration, draw(st.integers(0, 4)) == 0, pitch.alter if told else None)


@st.composite
def graces(draw, *, micro):
    slashed = draw(st.booleans())
    return tuple(
        Grace(draw(pitches(micro=micro)), draw(st.sampled_from(LENGTHS[:3])), slashed)
        for _ in range(draw(st.integers(1, 3)))
    )


@st.composite
def syllables(draw, verses):
    kinds = draw(st.lists(st.sampled_from("stjjh-n"), min_size=verses, max_size=verses))
    made = [_syllable(kind, draw) for kind in kinds]
    while made and made[-1] is None:
        made.pop()
    return tuple(made)


def _syllable(kind, draw):
    if kind == "n":
        return None
    if kind in "h-":
        return Syllable("", joined=kind == "-", held=True)
    text = draw(syllable_texts)
    return Syllable(f"{text} {text}" if kind == "t" else text, joined=kind == "j")


@st.composite
def events(draw, written, factor, verses, *, micro):
    """An event without its place in time."""
    duration = written * factor
    kind = draw(st.integers(0, 9))
    made = Event(ZERO, duration, written)
    if kind == 0:
        made = replace(made, rest=draw(st.sampled_from([Rest.VISIBLE, Rest.INVISIBLE])))
    elif kind <= 2:
        first = draw(notes(duration, micro=micro))
        share = draw(st.sampled_from([1, 1, 1, 2, Fraction(1, 2)]))
        made = replace(
            made, notes=(first, *(draw(notes(duration * share, micro=micro)) for _ in range(draw(st.integers(1, 2)))))
        )
    else:
        made = replace(made, notes=(draw(notes(duration, micro=micro)),))
    if made.notes and verses:
        made = replace(made, lyrics=draw(syllables(verses)))
    return draw(signed(made, micro=micro)) if draw(st.integers(0, 2)) == 0 else made


@st.composite
def signed(draw, event, *, micro):
    """The event with slurs, graces, decorations, chord symbols, annotations."""
    starts = draw(st.integers(0, 2))
    return replace(
        event,
        slur_starts=starts,
        dotted_slurs=draw(st.integers(0, starts)),
        slur_ends=draw(st.integers(0, 2)),
        graces=draw(graces(micro=micro)) if draw(st.booleans()) else (),
        decorations=tuple(draw(st.lists(st.sampled_from(DECORATIONS + JUMPS[:5]), max_size=2))),
        chord_symbols=tuple(text for text in draw(st.lists(quoted, max_size=1))),
        annotations=tuple(draw(st.sampled_from("^_<>@")) + text for text in draw(st.lists(quoted, max_size=1))),
    )


@st.composite
def layers(draw, verses, *, micro, most=5):
    """Events in time, some of them in tuplets; serials are set when the score is whole."""
    made, now, serial = [], ZERO, 0
    for _ in range(draw(st.integers(1, most))):
        tuplet, count, factor = None, 1, Fraction(1)
        if draw(st.integers(0, 5)) == 0:
            actual, normal = draw(st.sampled_from(TUPLETS))
            serial += 1
            tuplet, factor, count = (
                Tuplet(actual, normal, serial),
                Fraction(normal, actual),
                draw(st.integers(1, actual)),
            )
        for _ in range(count):
            event = draw(events(draw(st.sampled_from(LENGTHS)), factor, verses, micro=micro))
            beamed = bool(made) and draw(st.booleans())
            made.append(replace(event, onset=now, tuplet=tuplet, beamed=beamed))
            now += event.duration
    return tuple(made)


@st.composite
def measures(draw, key, metre, verses, *, micro, first):
    """A measure, and the key and metre in force after it."""
    if draw(st.integers(0, 6)) == 0:
        key = draw(keys)
    if draw(st.integers(0, 6)) == 0:
        metre = draw(metres)
    if draw(st.integers(0, 5)) == 0:
        bar = metre.length or Fraction(1)
        rest = draw(st.sampled_from([Rest.WHOLE_BARS, Rest.WHOLE_BARS, Rest.WHOLE_BARS_INVISIBLE]))
        return Measure(((Event(ZERO, bar, bar, rest=rest),),), key, metre), key, metre
    rows = [draw(layers(verses, micro=micro))]
    if draw(st.integers(0, 5)) == 0:
        rows.append(draw(layers(draw(st.sampled_from([0, verses])), micro=micro, most=3)))
    changes = draw(_changes(rows[0], first=first)) if draw(st.integers(0, 4)) == 0 else ()
    start = Measure(tuple(rows), key, metre, changes)
    for change in changes:
        key = change.value if isinstance(change.value, Key) else key
        metre = change.value if isinstance(change.value, Metre) else metre
    sections = [Mark(ZERO, f"P:{name}") for name in draw(st.sampled_from(["", "", "", "A", "B"]))]
    names = draw(st.lists(st.sampled_from(JUMPS), max_size=1)) if draw(st.integers(0, 4)) == 0 else []
    end = rows[0][-1].onset + rows[0][-1].duration
    return replace(start, marks=(*sections, *_marks(rows), *(Mark(end, jump_of(name)) for name in names))), key, metre


def _marks(rows):
    end = rows[0][-1].onset + rows[0][-1].duration
    for depth, row in enumerate(rows):
        for event in row:
            for name in event.decorations:
                if jump_of(name):
                    yield Mark(end if depth else event.onset, jump_of(name))


@st.composite
def _changes(draw, row, *, first):
    places = [event.onset for event in row] + [row[-1].onset + row[-1].duration]
    onset = draw(st.sampled_from(places))
    kinds = [keys, metres, tempi, clefs] if onset else [tempi] if first else [tempi, clefs]
    return tuple(Change(onset, draw(draw(st.sampled_from(kinds)))) for _ in range(draw(st.integers(1, 2))))


@st.composite
def parts(draw, identity, key, metre, *, micro=False, most=4):
    verses = draw(st.integers(0, 2))
    rows = []
    for place in range(draw(st.integers(1, most))):
        measure, key, metre = draw(measures(key, metre, verses, micro=micro, first=place == 0))
        ending = draw(st.sampled_from([(), (), (), (1,), (2,), (1, 3)]))
        line_end = draw(st.integers(0, 3)) == 0
        style = draw(st.sampled_from(["|", "|", "|", "||", "|]", "[|", ".|", ""]))
        right = Barline(style, draw(st.sampled_from([0, 0, 0, 1, 2])) if style else 0)
        rows.append(replace(measure, ending=ending, line_end=line_end, right=right))
    named = identity != "1" or draw(st.booleans())
    return Part(identity, _joined(rows, draw), draw(words).replace(":", "") if named else "", draw(clefs))


def _joined(rows, draw):
    """Give bars their left bar lines, and the last one its end."""
    opens = draw(st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=len(rows), max_size=len(rows)))
    made = []
    for place, (measure, repeats) in enumerate(zip(rows, opens, strict=True)):
        left = Barline("")
        if place == 0:
            style = draw(st.sampled_from(["|", "||", "[|"])) if repeats else draw(st.sampled_from(["", "|", "[|"]))
            left = Barline(style, repeats)
        elif repeats and rows[place - 1].right.style:
            left = Barline(draw(st.sampled_from(["|", rows[place - 1].right.style])), repeats)
        made.append(replace(measure, left=left))
    last = made[-1]
    made[-1] = replace(last, line_end=last.right.style != "")
    return tuple(made)


@st.composite
def scores(draw, *, micro=False, most_parts=3, most_measures=4):
    """Whole scores with everything the model holds."""
    key, metre = draw(keys), draw(metres)
    names = ["1", "2", "bass"][: draw(st.integers(1, most_parts))]
    made = tuple(draw(parts(name, key, metre, micro=micro, most=most_measures)) for name in names)
    subtitles = draw(st.lists(words, max_size=1))
    kept = draw(st.lists(st.tuples(st.sampled_from("ABDFGHNOSZr"), words), max_size=2))
    kept += [
        ("I", text) for text in draw(st.lists(st.sampled_from(["MIDI program 1", "stretchlast 100% x"]), max_size=1))
    ]
    score = Score(
        made,
        title=draw(words),
        number=str(draw(st.integers(1, 999))),
        composer=draw(st.one_of(st.just(""), words)),
        key=key,
        metre=metre,
        unit=draw(st.sampled_from([Fraction(1, 8), Fraction(1, 4), Fraction(1, 16)])),
        tempo=draw(tempi),
        rhythm=draw(st.sampled_from(["", "dadra", "রূপক"])),
        order=draw(st.sampled_from(["", "A2B", "AB.(A)2"])),
        words=tuple(draw(st.lists(words, max_size=2))),
        fields=(*(("T", text) for text in subtitles), *kept),
    )
    return numbered(with_accidentals(score))


def numbered(score):
    """The score with its tuplets numbered in the order of the text, part by part."""
    return replace(score, parts=tuple(replace(part, measures=tuple(_numbered(part.measures))) for part in score.parts))


def _numbered(rows):
    serial = 0
    for measure in rows:
        made = []
        for layer in measure.layers:
            before, row = None, []
            for event in layer:
                serial += event.tuplet is not None and event.tuplet != before
                before = event.tuplet
                row.append(event if before is None else replace(event, tuplet=replace(before, serial=serial)))
            made.append(tuple(row))
        yield replace(measure, layers=tuple(made))
