"""What other programs' MusicXML holds beyond plain notes: read, or named as left out; never dropped unsaid."""

import zipfile
from fractions import Fraction
from io import BytesIO

import pytest

from core.errors import FormatError
from core.formats import FORMATS_BY_NAME
from core.formats.abc import reader as abc_reader
from core.formats.musicxml.format import MUSICXML, MXL
from core.score.events import Rest
from core.score.signatures import Tempo, standard_key
from tests.formats.musicxml_files import attributes, document, note, rest
from tests.formats.musicxml_judges import bar_lengths, faults, heard_by_music21, played, sounding

THIRD = "<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>"
STROKE = "<note><unpitched><display-step>E</display-step><display-octave>4</display-octave></unpitched><duration>4</duration></note>"
METRONOME = "<direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>77</per-minute></metronome></direction-type></direction>"
SEGNO = "<direction><direction-type><segno/></direction-type></direction>"


def read(content):
    return MUSICXML.read(content).scores[0]


def remarks(content):
    return " ".join(row.message for row in MUSICXML.read(content).findings)


def first(content):
    return read(content).parts[0].measures[0]


def heard(content):
    return [(onset * 4, pitch, length * 4) for onset, pitch, length in sounding(read(content))]


def written(abc):
    """An ABC tune as MusicXML, valid by the schema."""
    score = abc_reader.read_first(f"X:1\nT:t\nM:4/4\nL:1/4\nK:C\n{abc}\n").score
    content = MUSICXML.write(score)
    assert faults(content) == []
    return score, content


# -- parts and staves -------------------------------------------------------------------------------------------------


def test_a_part_that_only_rests_is_kept():
    content = document([attributes(1) + note("C", 4)], [attributes(1) + rest(4, whole=True)], names=["Voice", "Flute"])
    assert [part.name for part in read(content).parts] == ["Voice", "Flute"]
    assert [event.rest for event in read(content).parts[1].measures[0].events] == [Rest.WHOLE_BARS]
    assert not remarks(content)


def test_a_staff_of_a_piano_that_only_rests_is_kept():
    inside = (
        attributes(1, more="<staves>2</staves>")
        + note("C", 4, "whole", voice=1, staff=1)
        + "<backup><duration>4</duration></backup>"
        + rest(4, whole=True, voice=5, staff=2)
    )
    assert len(read(document([inside])).parts) == 2


def test_a_voice_that_only_rests_comes_back_from_every_packing():
    score = abc_reader.read_first("X:1\nM:3/4\nL:1/4\nK:G\nV:1\nGAB|c3|\nV:2\nZ|z2 z|\n").score
    for kind in (MUSICXML, MXL, FORMATS_BY_NAME["mid"]):
        (again,) = kind.read(kind.write(score)).scores
        assert [len(part.measures) for part in again.parts] == [2, 2], kind.name
        assert played(again) == played(score)


def test_a_part_of_drums_is_named_and_hands_over_tempo_and_marks():
    end = "<direction><direction-type><words>D.S.</words></direction-type></direction>"
    content = document(
        [attributes(1) + METRONOME + STROKE, SEGNO + STROKE + rest(1)],
        [attributes(1) + note("C", 4), note("D", 4) + end],
        names=["Drums", "Voice"],
    )
    score = read(content)
    assert [part.name for part in score.parts] == ["Voice"]
    assert "Part 1 (Drums)" in remarks(content)
    assert score.tempo == Tempo(Fraction(1, 4), Fraction(77))
    assert [pitch for _, pitch, _ in played(score)] == [60, 62, 62]


# -- lengths ----------------------------------------------------------------------------------------------------------


def test_lengths_that_sibelius_rounds_are_exact():
    content = document(
        [
            attributes(256)
            + "".join(note(step, size, "eighth", inside=THIRD) for step, size in zip("CDE", (85, 86, 85), strict=True))
            + note("F", 768, "half", inside="<dot/>")
        ]
    )
    third = Fraction(1, 3)
    assert heard(content) == [(0, 60, third), (third, 62, third), (2 * third, 64, third), (1, 65, 3)]


def test_lengths_that_finale_rounds_are_exact():
    sixteenths = note("C", 4, "16th") * 4 + note("D", 8, "eighth") + note("E", 9, "eighth")
    content = document([attributes(17) + sixteenths + note("F", 34, "half"), note("G", 50, "half", inside="<dot/>")])
    assert [length for _, _, length in heard(content)] == [Fraction(1, 4)] * 4 + [Fraction(1, 2)] * 2 + [2, 3]


@pytest.mark.parametrize(
    ("inside", "length"),
    [
        (attributes(4) + note("C", 3, "quarter"), Fraction(3, 4)),
        (attributes(1) + note("C", 3, "whole"), 3),
        (attributes(1) + note("C", 2, "sixteenth"), 2),
    ],
)
def test_a_length_that_is_no_rounding_of_its_value_stands(inside, length):
    assert heard(document([inside])) == [(0, 60, length)]


# -- chord symbols ----------------------------------------------------------------------------------------------------


def harmony(kind, *, more="", root="D", **attributes_of_kind):
    text = "".join(f' {name}="{value}"' for name, value in attributes_of_kind.items())
    return f"<harmony><root><root-step>{root}</root-step></root><kind{text}>{kind}</kind>{more}</harmony>"


def degree(number, alter, kind):
    return f"<degree><degree-value>{number}</degree-value><degree-alter>{alter}</degree-alter><degree-type>{kind}</degree-type></degree>"


@pytest.mark.parametrize(
    ("element", "symbol"),
    [
        (harmony("dominant", more=degree(9, -1, "add"), text="7"), "D7(b9)"),
        (harmony("dominant", more=degree(9, -1, "add"), text="7b9"), "D7b9"),
        (harmony("major", more=degree(9, 0, "add") + degree(3, 0, "subtract")), "D(add9,no3)"),
        (harmony("Neapolitan"), "D(Neapolitan)"),
        (harmony("none", text="N.C."), "N.C."),
        (harmony("none"), "N.C."),
    ],
)
def test_chord_symbols_keep_added_notes_and_odd_kinds(element, symbol):
    assert first(document([attributes(1) + element + note("C", 4)])).events[0].chord_symbols == (symbol,)


def test_chord_symbols_of_a_transposing_part_sound_as_it_does():
    transpose = "<transpose><diatonic>-1</diatonic><chromatic>-2</chromatic></transpose>"
    bass = "<bass><bass-step>F</bass-step><bass-alter>1</bass-alter></bass>"
    content = document(
        [attributes(1, more=transpose) + harmony("dominant", more=bass) + note("D", 4), note("D", 4, octave=5)]
    )
    assert first(content).events[0].chord_symbols == ("C7/E",)
    assert heard(content)[0][1] == 60


@pytest.mark.parametrize("symbol", ["Am", "D7(b9)", "F#m7b5", "Bbsus4/F", "Cadd9", "N.C.", "Gmaj7#11", "Eø"])
def test_chord_symbols_come_back(symbol):
    _, content = written(f'"{symbol}"C4|')
    assert first(content).events[0].chord_symbols == (symbol,)
    assert b"<words" not in content


@pytest.mark.parametrize("symbol", ["Fine", "Allegro", "coda", "H7"])
def test_words_in_place_of_a_chord_symbol_are_words_and_said(symbol):
    score, content = written(f'"{symbol}"C4|')
    assert b"<harmony" not in content
    assert any("Chord symbols" in words for words in MUSICXML.lost(score))


# -- what hangs on rests and graces -----------------------------------------------------------------------------------


def test_a_fermata_and_a_slur_at_a_rest_are_read():
    signs = "<notations><slur type='start' number='1'/><fermata/></notations>"
    end = "<notations><slur type='stop' number='1'/></notations>"
    content = document([attributes(1) + f"<note><rest/><duration>2</duration>{signs}</note>" + note("C", 2, after=end)])
    before, after = first(content).events
    assert (before.decorations, before.slur_starts, after.slur_ends) == (("fermata",), 1, 1)


@pytest.mark.parametrize("abc", ["(!fermata!z !trill!C) D E|", "C !p!z (z D)|", "(!fermata!Z|C4)|"])
def test_signs_at_rests_come_back(abc):
    score, content = written(abc)

    def signs(found):
        return [(e.decorations, e.slur_starts, e.slur_ends) for e in found.events()]

    assert signs(read(content)) == signs(score)


def test_graces_before_a_rest_stay_before_it():
    score, content = written("{de}z C D E|")
    assert [len(event.graces) for event in read(content).events()] == [2, 0, 0, 0]
    assert heard_by_music21(content, bar_lengths(score)) == sounding(score)


def test_what_a_grace_note_cannot_hold_is_said():
    slur = (
        "<notations><slur type='start'/><ornaments><trill-mark/></ornaments></notations><lyric><text>la</text></lyric>"
    )
    content = document(
        [
            attributes(1)
            + note("C", 0, "eighth", before="<grace/>", after=slur)
            + note("E", 0, "eighth", before="<grace/><chord/>")
            + note("F", 0, "eighth", before="<grace/><cue/>")
            + note("G", 4)
        ]
    )
    assert [grace.pitch.name for grace in first(content).events[0].graces] == ["C4", "E4"]
    for words in (
        "chord of grace notes",
        "slur at a grace",
        "trill-mark at a grace",
        "syllable at a grace",
        "cue note",
    ):
        assert f"{words}" in remarks(content), words


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<note><rest/><duration>1</duration><lyric><text>hm</text></lyric></note>", "syllable at a rest (1)"),
        ("<direction><direction-type><harp-pedals/></direction-type></direction>", "harp-pedals (1)"),
        ("<direction><direction-type><dynamics><other-dynamics>fffz</other-dynamics></dynamics></direction-type></direction>", "dynamics fffz (1)"),
        ("<direction><direction-type><metronome><beat-unit>quarter</beat-unit><beat-unit>half</beat-unit></metronome></direction-type></direction>", "metronome mark without a speed (1)"),
        ("<direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>12345</per-minute></metronome></direction-type></direction>", "metronome mark without a speed (1)"),
        ("<sound tempo='12345'/>", "tempo that cannot be (1)"),
        ("<barline location='right'><bar-style>regular</bar-style><fermata/></barline>", "fermata over a bar line (1)"),
        ("<barline location='middle'><bar-style>dashed</bar-style></barline>", "bar line within a measure (1)"),
    ],
)  # fmt: skip
def test_what_has_no_place_is_counted_and_said(inside, words):
    assert words in remarks(document([attributes(1) + note("C", 3) + inside]))


def test_many_kinds_of_signs_are_not_cut_off_unsaid():
    signs = "".join(f"<unknown-sign-number-{number}/>" for number in range(60))
    content = document([attributes(1) + note("C", 4, after=f"<notations>{signs}</notations>")])
    assert "unknown-sign-number-0 (1)" in remarks(content)
    assert "and 20 more" in remarks(content)


# -- attributes, header, verses ---------------------------------------------------------------------------------------


def test_each_staff_has_its_own_transposition():
    more = "<staves>2</staves><transpose number='2'><chromatic>-12</chromatic></transpose>"
    inside = (
        attributes(1, more=more)
        + note("C", 4, voice=1, staff=1)
        + "<backup><duration>4</duration></backup>"
        + note("C", 4, voice=5, staff=2)
    )
    assert heard(document([inside])) == [(0, 48, 4), (0, 60, 4)]


def test_an_interval_that_cannot_be_is_taken_by_its_semitones():
    transpose = "<transpose><diatonic>-20</diatonic><chromatic>-2</chromatic></transpose>"
    content = document([attributes(1, fifths=2, more=transpose) + note("D", 4)])
    assert first(content).events[0].notes[0].pitch.name == "C4"
    assert read(content).key == standard_key("C")


def test_what_a_header_tells_beyond_title_and_composer_is_kept():
    header = (
        "<work><work-title>Song</work-title></work><movement-title>First part</movement-title><identification>"
        "<creator type='composer'>X</creator><creator type='arranger'>Y</creator><rights>free</rights>"
        "<source>a book</source></identification>"
        "<credit><credit-type>subtitle</credit-type><credit-words>for two</credit-words></credit>"
    )
    score = read(document([attributes(1) + note("C", 4)], header=header))
    told = (("T", "First part"), ("T", "for two"), ("N", "Arranger: Y"), ("N", "Rights: free"), ("S", "a book"))
    assert (score.title, score.composer, score.fields) == ("Song", "X", told)
    assert read(MUSICXML.write(score)).fields == told


def test_the_tenth_verse_of_finale_stands_after_the_second():
    lyrics = "".join(f"<lyric number='part1verse{n}'><text>{n}</text></lyric>" for n in (10, 2, 1))
    content = document([attributes(1) + note("C", 4, after=lyrics)])
    assert [syllable.text for syllable in first(content).events[0].lyrics] == ["1", "2", "10"]


def test_words_and_number_of_a_tempo_may_stand_apart():
    words = "<direction directive='yes'><direction-type><words>Lento</words></direction-type></direction>"
    assert read(document([attributes(1) + words + METRONOME + note("C", 4)])).tempo == Tempo(
        Fraction(1, 4), Fraction(77), "Lento"
    )


def test_words_beside_a_sign_that_steers_are_kept():
    direction = "<direction><direction-type><segno/></direction-type><direction-type><words>Verse</words></direction-type></direction>"
    content = document([attributes(1) + direction + note("C", 4)])
    assert [mark.name for mark in first(content).marks] == ["segno"]
    assert first(content).events[0].annotations == ("@Verse",)


def test_notes_of_a_chord_past_the_bar_line_are_said():
    score, content = written("C2 [C2E4]|G4|")
    assert sounding(read(content)) == sounding(score)
    assert any("past the bar line" in words for words in MUSICXML.lost(score))


def test_an_archive_with_a_file_without_a_name_is_refused():
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("x", document([attributes(1) + note("C", 4)]))
    nameless = buffer.getvalue()
    # the length of its name in the directory, and the name
    place = nameless.index(b"PK\x01\x02")
    central = bytearray(nameless[place:])
    central[28:30] = b"\0\0"
    del central[46]
    end = central.index(b"PK\x05\x06")
    central[end + 12 : end + 16] = end.to_bytes(4, "little")
    with pytest.raises(FormatError, match="no name"):
        MXL.read(nameless[:place] + bytes(central))
