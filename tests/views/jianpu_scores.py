"""Scores for the tests of pictures: written by hand in a few letters, and any score at all from Hypothesis."""

from fractions import Fraction

from hypothesis import strategies as st

from core.score.events import Event, Grace, Note, Rest, Syllable, Tuplet
from core.score.pitch import Pitch
from core.score.score import Barline, Change, Mark, Measure, Part, Score
from core.score.signatures import Key, Metre, Tempo, standard_key

QUARTER = Fraction(1, 4)
ALTERS = {"^": 1, "_": -1, "=": 0}


def events(text, *, unit=QUARTER, start="n"):
    """Read `C4:1 ^F4:1/2 z:2` as events: pitch or `z`, then the length in units; `~` ties, `+` builds chords.

    `(` and `)` around a word are slurs; `C4:1/2/3:2` puts it in a tuplet of three in the time of two.
    """
    found = []
    onset = Fraction(0)
    for number, word in enumerate(text.split()):
        body = word.strip("()")
        name, length, *tuplet = body.rstrip("~").split(":")
        ratio = None
        if tuplet:
            actual, normal = map(int, tuplet[0].split("/"))
            ratio = Tuplet(actual, normal)
        written = Fraction(length) * unit
        duration = written * Fraction(ratio.normal, ratio.actual) if ratio else written
        notes = tuple(
            Note(pitch(one), duration, body.endswith("~"), id=f"{start}{number}{'abcd'[place] if place else ''}")
            for place, one in enumerate([] if name in "zx" else name.split("+"))
        )
        rest = {"z": Rest.VISIBLE, "x": Rest.INVISIBLE}.get(name)
        found.append(
            Event(
                onset, duration, written, notes, rest, tuplet=ratio, slur_starts=word.count("("),
                slur_ends=word.count(")"), id=f"{start}e{number}",
            )
        )  # fmt: skip
        onset += duration
    return tuple(found)


def pitch(name):
    """Read `C4`, `^F4`, `_B3`."""
    alter = ALTERS.get(name[0], 0)
    letters = name.lstrip("^_=")
    return Pitch(letters[0], int(letters[1:]), alter)


def score(*bars, key=None, metre=None, **more):
    """Return a score of one part, one string of `events` a bar."""
    key, metre = key or Key(), metre or Metre()
    measures = tuple(Measure((events(bar, start=f"m{number}n"),), key, metre) for number, bar in enumerate(bars))
    return Score((Part("1", measures),), key=key, metre=metre, **more)


PITCHES = st.sampled_from(
    [
        Pitch(step, octave, alter)
        for step, alter in [("C", 0), ("D", -1), ("E", 1), ("F", 2), ("G", 0), ("A", -2), ("B", Fraction(1, 2))]
        for octave in (4, 5, 3, -1, 9)
    ]
)
LENGTHS = st.one_of(
    st.sampled_from([Fraction(n, d) for d in (4, 8, 2, 1, 16, 32, 64) for n in (1, 2, 3, 5, 7)]),
    st.sampled_from([Fraction(1, 3), Fraction(1, 2000), Fraction(17, 1999), Fraction(1000), Fraction(1001, 7)]),
)
WORDS = [
    "আ", "", "ক্ষু", "র্য্যা", "শ্রদ্ধা love", "<b>&amp;\"'", "\x00\x0b\ud800 x", "B♭ ♩=60", "]]>", "ক" * 90, "_under",
]  # fmt: skip
TEXTS = st.sampled_from(WORDS) | st.text(max_size=8)
DECORATIONS = [
    (), ("fermata", "trill"), ("staccato", "accent"), ("tenuto", "p"), ("segno", "crescendo(", "crescendo)"), ("", "ষ"),
]  # fmt: skip
TUPLETS = st.sampled_from([None, None, None, Tuplet(3, 2), Tuplet(3, 2, 1), Tuplet(5, 4), Tuplet(2, 3), Tuplet(9, 7)])
SUNG = [(), (), *((Syllable(word),) for word in WORDS), (None, Syllable("গা", joined=True), Syllable("", held=True))]
DRESSES = st.fixed_dictionaries(
    {
        "lyrics": st.sampled_from(SUNG),
        "decorations": st.sampled_from(DECORATIONS),
        "chord_symbols": st.sampled_from([(), (), *((word,) for word in WORDS)]),
        "annotations": st.sampled_from([(), (), *((word,) for word in WORDS)]),
        "slur_starts": st.sampled_from([0, 0, 1, 2]),
        "slur_ends": st.sampled_from([0, 0, 1, 2]),
    }
)
"""What may hang on an event."""


@st.composite
def layers(draw, most=4):
    """Draw the events of one layer, one after another."""
    onset = Fraction(0)
    found = []
    for written in draw(st.lists(LENGTHS, max_size=most)):
        tuplet = draw(TUPLETS)
        duration = written * Fraction(tuplet.normal, tuplet.actual) if tuplet else written
        pitches = draw(st.lists(PITCHES, max_size=3, unique=True))
        tied = draw(st.booleans())
        dress = draw(DRESSES) if draw(st.booleans()) else {}
        found.append(
            Event(
                onset, duration, written, tuple(Note(one, duration, tied) for one in pitches),
                None if pitches else draw(st.sampled_from(Rest)),
                tuple(Grace(one, Fraction(1, 16)) for one in pitches[1:]), tuplet=tuplet, **dress,
            )
        )  # fmt: skip
        onset += duration
    return tuple(found)


KEYS = st.one_of(
    st.builds(
        standard_key,
        st.sampled_from(["C", "G", "F", "Bb", "F#", "Gb", "B", "Cb", "D#"]),
        st.sampled_from(["major", "minor", "dorian", "lydian"]),
    ),
    st.builds(Key, st.sampled_from(["C", "D", "Ab"]), st.just("none")),
    st.just(Key("D", "major", (("F", 1), ("B", -1)))),
)
METRES = st.sampled_from(
    [Metre(), Metre((6,), 8), Metre((3,), 8), Metre((3, 2, 2), 8), Metre((5, 4), 16), Metre(()), Metre((2,), 2)]
)
TEMPI = st.builds(Tempo, LENGTHS, st.none() | st.fractions(1, 400, max_denominator=3), TEXTS)
BARLINES = st.builds(
    Barline, st.sampled_from(["|", "||", "|]", "[|", ".|", "", "odd"]), st.sampled_from([0, 0, 0, 1, 2])
)


@st.composite
def measures(draw):
    """Draw one measure."""
    rows = tuple(draw(layers()) for _ in range(draw(st.sampled_from([1, 1, 2]))))
    moment = st.sampled_from([event.onset for event in rows[0]] + [Fraction(0), Fraction(9)])
    values = KEYS | METRES | TEMPI
    marks = st.builds(Mark, moment, st.sampled_from(["segno", "coda", "D.C.alfine", "fine", "P:A", "P:", "ট"]))
    return Measure(
        rows, draw(KEYS), draw(METRES), tuple(draw(st.lists(st.builds(Change, moment, values), max_size=2))),
        tuple(draw(st.lists(marks, max_size=2))), draw(BARLINES), draw(BARLINES),
        draw(st.sampled_from([(), (), (1,), (1, 3), (2,)])), draw(st.booleans()),
    )  # fmt: skip


@st.composite
def scores(draw):
    """Draw any score; every note, grace and rest has an id of its own."""
    parts = [
        Part(str(place), tuple(draw(st.lists(measures(), max_size=3))), draw(TEXTS))
        for place in range(draw(st.sampled_from([1, 1, 2, 0])))
    ]
    drawn = Score(tuple(parts), draw(TEXTS), composer=draw(TEXTS), tempo=draw(st.none() | TEMPI))
    return with_ids(drawn)


def with_ids(bare):
    """Give every note, grace note and event of a score an id."""
    counter = iter(range(10**9))

    def event_with_ids(event):
        return Event(
            event.onset, event.duration, event.written,
            tuple(Note(n.pitch, n.duration, n.tied, n.accidental, f"n{next(counter)}") for n in event.notes),
            event.rest,
            tuple(Grace(g.pitch, g.length, g.slashed, None, f"g{next(counter)}") for g in event.graces),
            event.lyrics, event.tuplet, event.slur_starts, event.slur_ends, event.dotted_slurs, event.beamed,
            event.decorations, event.chord_symbols, event.annotations, f"e{next(counter)}",
        )  # fmt: skip

    def measure_with_ids(m):
        rows = tuple(tuple(event_with_ids(event) for event in layer) for layer in m.layers)
        return Measure(rows, m.key, m.metre, m.changes, m.marks, m.left, m.right, m.ending, m.line_end)

    parts = tuple(Part(p.id, tuple(map(measure_with_ids, p.measures)), p.name) for p in bare.parts)
    return Score(parts, bare.title, composer=bare.composer, tempo=bare.tempo)


def drawn_ids(any_score):
    """Return the ids that a picture must have boxes for: notes, grace notes and rests."""
    found = set()
    for event in any_score.events():
        found |= {note.id for note in event.notes} | {grace.id for grace in event.graces}
        found |= {event.id} if not event.notes else set()
    return found
