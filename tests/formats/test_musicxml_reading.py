"""MusicXML as MuseScore, Finale and Sibelius write it."""

from fractions import Fraction

import pytest

from core.errors import FormatError
from core.formats.abc import reader as abc_reader
from core.formats.musicxml.format import MUSICXML
from core.score.score import Barline
from core.score.signatures import Clef, Key, Metre, Tempo, standard_key
from tests.formats.musicxml_files import attributes, document, note, rest
from tests.formats.musicxml_judges import heard_by_music21, played, sounding


def read(content):
    return MUSICXML.read(content).scores[0]


def remarks(content):
    return " ".join(row.message for row in MUSICXML.read(content).findings)


def measure(content, place=0, part=0):
    return read(content).parts[part].measures[place]


def heard(content):
    return [(float(onset * 4), float(pitch), float(length * 4)) for onset, pitch, length in sounding(read(content))]


def test_a_melody_of_musescore():
    header = (
        "<work><work-title>আমার সোনার বাংলা</work-title></work><identification><creator type='composer'>রবীন্দ্রনাথ</creator>"
        "<creator type='lyricist'>same</creator><encoding><software>MuseScore 4.2</software></encoding></identification>"
    )
    lyric = "<lyric number='1'><syllabic>begin</syllabic><text>আ</text></lyric>"
    content = document(
        [
            attributes(2, fifths=-1, beats=3)
            + "<direction placement='above'><direction-type><words>Lento</words></direction-type><direction-type><metronome>"
            "<beat-unit>quarter</beat-unit><per-minute>72</per-minute></metronome></direction-type><sound tempo='72'/></direction>"
            + note("F", 2, "quarter", after=lyric)
            + note(
                "B",
                3,
                "quarter",
                alter=-1,
                inside="<dot/>",
                after="<lyric number='1'><syllabic>end</syllabic><text>মার</text></lyric>",
            )
            + note("C", 1, "eighth", octave=5),
            note("D", 6, "half", octave=5, inside="<dot/>"),
        ],
        header=header,
        names=["Voice"],
    )
    score = read(content)
    assert (score.title, score.composer, score.parts[0].name) == ("আমার সোনার বাংলা", "রবীন্দ্রনাথ", "Voice")
    assert (score.key, score.metre, score.tempo) == (
        standard_key("F"),
        Metre((3,), 4),
        Tempo(Fraction(1, 4), Fraction(72), "Lento"),
    )
    assert score.fields == (("N", "Words: same"),)
    assert heard(content) == [(0, 65, 1), (1, 70, 1.5), (2.5, 72, 0.5), (3, 74, 3)]
    assert [s.text for e in score.events() for s in e.lyrics if s] == ["আ", "মার"]
    assert heard_by_music21(content, [Fraction(3, 4)] * 2) == sounding(score)


def test_two_staves_with_backup_become_two_parts():
    content = document(
        [
            attributes(
                1,
                more="<staves>2</staves><clef number='1'><sign>G</sign><line>2</line></clef><clef number='2'><sign>F</sign><line>4</line></clef>",
            )
            + note("C", 4, "whole", octave=5, voice=1, staff=1)
            + "<backup><duration>4</duration></backup>"
            + note("E", 2, "half", voice=2, staff=1)
            + "<forward><duration>2</duration><voice>2</voice></forward>"
            + "<backup><duration>4</duration></backup>"
            + note("C", 4, "whole", octave=3, voice=5, staff=2)
        ],
        names=["Piano"],
    )
    score = read(content)
    assert [part.clef for part in score.parts] == [Clef(), Clef("bass")]
    assert [len(part.measures[0].layers) for part in score.parts] == [2, 1]
    assert heard(content) == [(0, 48, 4), (0, 64, 2), (0, 72, 4)]
    assert heard_by_music21(content, [Fraction(1)]) == sounding(score)


def test_a_voice_that_skips_time_is_filled_with_rests_that_are_not_drawn():
    content = document([attributes(1) + "<forward><duration>2</duration></forward>" + note("C", 2, "half")])
    rests = [event.rest.value for event in measure(content).events if event.rest]
    assert rests == ["x"]
    assert heard(content) == [(2, 60, 2)]


@pytest.mark.parametrize(
    ("transpose", "pitch", "key"),
    [
        ("<diatonic>-1</diatonic><chromatic>-2</chromatic>", 70, "Bb"),
        ("<chromatic>-3</chromatic>", 69, "A"),
        ("<diatonic>0</diatonic><chromatic>0</chromatic><octave-change>-1</octave-change>", 60, "C"),
    ],
)
def test_a_transposing_instrument_sounds_as_it_sounds(transpose, pitch, key):
    content = document([attributes(1, more=f"<transpose>{transpose}</transpose>") + note("C", 4, "whole", octave=5)])
    swapped = content.replace(b"<transpose>", b"<X>").replace(b"</transpose>", b"</X>")
    assert sounding(read(content))[0][1] == pitch
    assert sounding(read(swapped))[0][1] == 72
    key_after = "<attributes><key><fifths>0</fifths></key></attributes>"
    second = document(
        [attributes(1, more=f"<transpose>{transpose}</transpose>") + note("C", 4), key_after + note("C", 4)]
    )
    assert read(second).parts[0].measures[1].key == standard_key(key)


def test_graces_of_finale_and_cue_notes():
    content = document(
        [
            attributes(1)
            + note("G", 0, "16th", before="<grace slash='yes'/>", voice=1)
            + note("A", 0, "16th", before="<grace/>", voice=1)
            + note("C", 1, "quarter", voice=1)
            + note("C", 1, "quarter", octave=6, before="<cue/>", voice=1)
            + rest(2, "half", voice=1)
        ]
    )
    event = measure(content).events[0]
    assert [(grace.pitch.name, grace.length, grace.slashed) for grace in event.graces] == [
        ("G4", Fraction(1, 16), True),
        ("A4", Fraction(1, 16), False),
    ]
    assert heard(content) == [(0, 60, 1)]
    assert "cue note (1)" in remarks(content)


def test_drums_are_left_out_and_said():
    stroke = "<note><unpitched><display-step>E</display-step><display-octave>4</display-octave></unpitched><duration>4</duration></note>"
    content = document([attributes(1) + note("C", 4)], [attributes(1) + stroke], names=["Voice", "Drum"])
    assert len(read(content).parts) == 1
    assert "drum stroke, which has no pitch (1)" in remarks(content)
    with pytest.raises(FormatError, match="no note with a pitch"):
        MUSICXML.read(document([attributes(1) + stroke]))


def test_a_score_of_rests_is_read_with_all_its_parts():
    score = abc_reader.read_first("X:1\nM:3/4\nL:1/4\nK:G\nV:1\nz3|z z2|\nV:2\nZ2|\n").score
    made = MUSICXML.read(MUSICXML.write(score))
    (again,) = made.scores
    assert [len(part.measures) for part in again.parts] == [2, 2]
    assert [(e.rest, e.duration) for e in again.events()] == [(e.rest, e.duration) for e in score.events()]
    assert [row.code for row in made.findings] == ["xml-rests"]


def test_a_document_without_notes_and_rests_is_refused():
    with pytest.raises(FormatError, match="no note with a pitch"):
        MUSICXML.read(document([""]))


def test_tablature_that_repeats_a_staff_is_left_out():
    tab = "<clef number='2'><sign>TAB</sign><line>5</line></clef>"
    inside = (
        attributes(1, more=f"<staves>2</staves><clef number='1'><sign>G</sign><line>2</line></clef>{tab}")
        + note("C", 4, "whole", voice=1, staff=1)
        + "<backup><duration>4</duration></backup>"
        + note(
            "C",
            4,
            "whole",
            voice=5,
            staff=2,
            after="<notations><technical><string>2</string><fret>1</fret></technical></notations>",
        )
    )
    assert heard(document([inside])) == [(0, 60, 4)]
    assert "tablature" in remarks(document([inside]))
    alone = attributes(1, more="<clef><sign>TAB</sign><line>5</line></clef>") + note("E", 4, "whole")
    assert heard(document([alone])) == [(0, 64, 4)]


def test_repeats_with_endings_as_sibelius_writes_them():
    content = document(
        [
            attributes(1) + "<barline location='left'><repeat direction='forward'/></barline>" + note("C", 4),
            "<barline location='left'><ending number='1, 2' type='start'/></barline>" + note("D", 4)
            + "<barline location='right'><bar-style>light-heavy</bar-style><ending number='1, 2' type='stop'/><repeat direction='backward' times='3'/></barline>",
            "<barline location='left'><ending number='3' type='start'/></barline>" + note("E", 4)
            + "<barline location='right'><ending number='3' type='discontinue'/></barline>",
            note("F", 4) + "<barline location='right'><bar-style>light-heavy</bar-style></barline>",
        ]
    )  # fmt: skip
    assert [pitch for _, pitch, _ in played(read(content))] == [60, 62, 60, 62, 60, 64, 65]
    bars = read(content).parts[0].measures
    assert [bar.ending for bar in bars] == [(), (1, 2), (3,), ()]
    assert bars[2].right == Barline("||")


def test_da_capo_by_sound_and_by_words_alone():
    def direction(words, sound=""):
        return f"<direction><direction-type><words>{words}</words></direction-type>{sound}</direction>"

    for end, fine in (
        (direction("D.C. al Fine", "<sound dacapo='yes'/>"), direction("Fine", "<sound fine='yes'/>")),
        (direction("Da Capo al Fine"), direction("FINE")),
    ):
        content = document([attributes(1) + note("C", 4), note("D", 4) + fine, note("E", 4) + end])
        assert [pitch for _, pitch, _ in played(read(content))] == [60, 62, 64, 60, 62]
        assert not any(event.annotations for event in read(content).events())


def test_tuplets_nested_and_without_brackets():
    third = "<time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes></time-modification>"
    nine = "<time-modification><actual-notes>9</actual-notes><normal-notes>4</normal-notes></time-modification>"
    content = document(
        [
            attributes(36, beats=2)
            + note("C", 24, "quarter", inside=third)
            + note("D", 16, "quarter", inside=nine)
            + note("E", 16, "quarter", inside=nine)
            + note("F", 16, "quarter", inside=nine)
        ]
    )
    assert [(e.duration, e.written, e.tuplet.actual) for e in measure(content).events] == [
        (Fraction(1, 6), Fraction(1, 4), 3), *[(Fraction(1, 9), Fraction(1, 4), 9)] * 3,
    ]  # fmt: skip


def test_melismas_of_musescore_are_held_until_the_next_syllable():
    extend = "<lyric number='1'><syllabic>single</syllabic><text>আ</text><extend/></lyric>"
    content = document(
        [attributes(1) + note("C", 1, after=extend) + note("D", 1) + note("E", 1, after=extend) + rest(1)]
    )
    assert [[(s.text, s.held) for s in e.lyrics] for e in measure(content).events] == [
        [("আ", False)],
        [("", True)],
        [("আ", False)],
        [],
    ]


def test_verses_named_by_words_and_elided_syllables():
    lyric = "<lyric number='{}'><text>{}</text></lyric>"
    elided = "<lyric number='chorus'><syllabic>end</syllabic><text>to</text><elision> </elision><syllabic>begin</syllabic><text>a</text></lyric>"
    content = document([attributes(1) + note("C", 4, after=lyric.format(2, "দুই") + elided + lyric.format(1, "এক"))])
    assert [(s.text, s.joined) for s in measure(content).events[0].lyrics] == [
        ("এক", False),
        ("দুই", False),
        ("to a", True),
    ]


def test_chords_ties_and_slurs_over_bars():
    tie = "<tie type='start'/>"
    first = note("C", 4, inside="", before="").replace("<duration>4</duration>", f"<duration>4</duration>{tie}")
    second = note("E", 4, before="<chord/>")
    third = note("C", 2).replace("<duration>2</duration>", "<duration>2</duration><tie type='stop'/>")
    slur = "<notations><slur type='start' number='1' line-type='dashed'/></notations>"
    end = "<notations><slur type='stop' number='1'/></notations>"
    content = document([attributes(1) + first + second, third + note("D", 1, after=slur) + note("E", 1, after=end)])
    assert heard(content) == [(0, 60, 6), (0, 64, 4), (6, 62, 1), (7, 64, 1)]
    assert [(e.slur_starts, e.dotted_slurs, e.slur_ends) for e in measure(content, 1).events] == [
        (0, 0, 0),
        (1, 1, 0),
        (0, 0, 1),
    ]


def test_chord_symbols_dynamics_wedges_and_words_find_their_notes():
    harmony = "<harmony><root><root-step>B</root-step><root-alter>-1</root-alter></root><kind>minor-seventh</kind><bass><bass-step>F</bass-step></bass></harmony>"
    words = (
        "<direction placement='below'><direction-type><words>softly &quot;so&quot;</words></direction-type></direction>"
    )
    dynamics = "<direction><direction-type><dynamics><pp/></dynamics></direction-type></direction>"
    wedge = "<direction><direction-type><wedge type='{}'/></direction-type></direction>"
    content = document(
        [
            attributes(1) + harmony + words + note("C", 1) + dynamics + wedge.format("crescendo") + note("D", 1)
            + note("E", 1) + wedge.format("stop") + note("F", 1)
        ]
    )  # fmt: skip
    events = measure(content).events
    assert events[0].chord_symbols == ("Bbm7/F",)
    assert events[0].annotations == ("_softly 'so'",)
    assert [e.decorations for e in events] == [(), ("pp", "crescendo("), ("crescendo)",), ()]


def test_key_metre_and_clef_change_within_the_music():
    change = "<attributes><key><fifths>2</fifths><mode>dorian</mode></key><time symbol='cut'><beats>2</beats><beat-type>2</beat-type></time></attributes>"
    clef = (
        "<attributes><clef><sign>G</sign><line>2</line><clef-octave-change>-1</clef-octave-change></clef></attributes>"
    )
    compound = "<attributes><time><beats>3+2</beats><beat-type>8</beat-type><beats>1</beats><beat-type>4</beat-type></time></attributes>"
    free = "<attributes><time><senza-misura/></time></attributes>"
    content = document(
        [
            attributes(2) + note("C", 8),
            change + note("C", 4) + clef + note("C", 4),
            compound + note("C", 7),
            free + note("C", 2),
        ]
    )
    bars = read(content).parts[0].measures
    assert bars[1].key == standard_key("E", "dorian")
    assert [bar.metre for bar in bars[1:]] == [Metre((2,), 2, "C|"), Metre((3, 2, 2), 8), Metre((), 4)]
    assert bars[1].changes[0].value == Clef("treble", -1)


def test_keys_of_steps_and_modes_that_nobody_knows():
    own = "<attributes><key><key-step>E</key-step><key-alter>-1.5</key-alter><key-step>F</key-step><key-alter>1</key-alter></key></attributes>"
    odd = "<attributes><key><fifths>3</fifths><mode>hijaz</mode></key></attributes>"
    content = document([attributes(1) + note("C", 4), own + note("C", 4), odd + note("C", 4)])
    bars = read(content).parts[0].measures
    assert bars[1].key == Key("C", "explicit", (("E", Fraction(-3, 2)), ("F", 1)))
    assert bars[2].key == standard_key("A")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "iso-8859-1", "windows-1252"])
def test_encodings_are_read_by_declaration(encoding):
    text = document([attributes(1) + note("C", 4)], header="<work><work-title>Été</work-title></work>").decode()
    declared = {"utf-8-sig": "UTF-8"}.get(encoding, encoding)
    content = text.replace('encoding="UTF-8"', f'encoding="{declared}"').encode(encoding)
    assert read(content).title == "Été"


def test_name_spaces_and_an_empty_bar_do_no_harm():
    content = document([attributes(1) + note("C", 4), "", note("D", 4)])
    spaced = content.replace(b'<score-partwise version="3.1">', b'<score-partwise xmlns="urn:x" version="3.1">')
    assert heard(content) == heard(spaced) == [(0, 60, 4), (8, 62, 4)]


def test_voices_that_overlap_themselves_are_put_apart_and_said():
    content = document(
        [attributes(1) + note("C", 4, voice=1) + "<backup><duration>3</duration></backup>" + note("E", 3, voice=1)]
    )
    assert heard(content) == [(0, 60, 4), (1, 64, 3)]
    assert "overlap" in remarks(content)


def test_bars_that_are_short_in_one_part_are_filled_so_that_parts_stay_together():
    content = document([attributes(1) + note("C", 2), note("D", 4)], [attributes(1) + note("E", 4), note("F", 4)])
    assert heard(content) == [(0, 60, 2), (0, 64, 4), (4, 62, 4), (4, 65, 4)]


def test_what_is_not_understood_is_counted_and_said():
    trem = "<notations><ornaments><tremolo type='single'>3</tremolo></ornaments></notations>"
    content = document([attributes(1) + note("C", 2, after=trem) + note("H", 2) + "<note><rest/></note>"])
    said = remarks(content)
    assert "tremolo (1)" in said
    assert "note without a pitch (1)" in said
    assert "note without a length (1)" in said


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"<html><body/></html>", "no MusicXML score"), (b"", "no well-formed XML"), (b"<score-partwise>", "line 1"),
        (b"<score-partwise/>", "no part"), (b"not xml", "no well-formed"),
        (document([attributes(1) + note("C", 999999)]), "longer than 64 whole notes"),
        (document([attributes(1) + "<forward><duration>99999</duration></forward>"]), "lasts longer than"),
        (document(*[[attributes(1) + note("C", 4)]] * 65), "65 parts"),
        (document([attributes(1) + note("C", 1) * 4, *[note("C", 1) * 4] * 5_000]), "20,004 notes"),
    ],
)  # fmt: skip
def test_what_is_no_score_is_refused_with_the_reason(content, says):
    with pytest.raises(FormatError, match=says):
        MUSICXML.read(content)
