"""The reader: places, findings, leniency, and texts that are no music."""

import pickle
from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.formats.abc.reader import read, read_first
from core.score.events import Event, Note
from core.score.timeline import timeline
from tests.timing import cpu_seconds, least

HEAD = "X:1\nM:4/4\nL:1/4\nK:C\n"


def codes(text):
    return [finding.code for finding in read_first(text).diagnostics]


def midis(text):
    return [moment.midi for moment in timeline(read_first(text).score).notes]


def test_ids_name_the_place_of_a_note():
    score = read_first(HEAD + "C [EG] z {a}B |").score
    first, chord, rest, last = score.parts[0].measures[0].events
    assert (first.notes[0].id, first.notes[0].span.line, first.notes[0].span.column) == ("n5c1", 5, 1)
    assert [note.id for note in chord.notes] == ["n5c4", "n5c5"]
    assert rest.id == "r5c8"
    assert (last.graces[0].id, last.notes[0].id) == ("n5c11", "n5c13")


@pytest.mark.parametrize(
    ("music", "wanted"),
    [
        ("F F [K:G] F F", "65 65 66 66"),
        ("F F|\nK:G\nF F", "65 65 66 66"),
        ("F F [K:clef=treble-8] F F [K:clef=treble] F", "65 65 53 53 65"),
        ("F F [V:1 octave=1] F F", "65 65 77 77"),
        ("F F ^F F F|F F", "65 65 66 66 66 65 65"),
        ("F F ^f F f' F|F", "65 65 78 66 90 66 65"),
        ("[I:propagate-accidentals octave] F F ^f F f|f", "65 65 78 65 78 77"),
        ("[I:propagate-accidentals not] ^F ^F ^F F F", "66 66 66 65 65"),
        ("F F ^F-|F F|F", "65 65 66 66 65 65"),
        ("^F-|F & F F", "66 66 65 65"),
        ("F F [K:G] F F & F F F F|F", "65 65 66 66 65 65 66 66 66"),
        ("V:1\nF F\nV:2 clef=treble-8\nF F\nV:1\nF F", "65 65 65 65 53 53"),
    ],
)
def test_a_note_is_what_key_clef_octave_bar_and_tie_say_where_it_stands(music, wanted):
    notes = [note for event in read_first(HEAD + music).score.events() for note in event.notes]
    assert " ".join(str(note.pitch.midi) for note in notes) == wanted


def test_a_note_is_as_long_as_its_unit_says_where_it_stands():
    score = read_first(HEAD + "F F2 [L:1/8] F F2 F2 (3F2F2F2 F2>F2").score
    lengths = [str(event.duration) for event in score.events()]
    assert lengths == ["1/4", "1/2", "1/8", "1/4", "1/4", "1/6", "1/6", "1/6", "3/8", "1/8"]


def test_accidentals_are_kept_with_each_note_that_has_one():
    score = read_first(HEAD + "[I:propagate-accidentals not] ^F ^F ^F F =F =F =F").score
    assert [event.notes[0].accidental for event in score.events()] == [1, 1, 1, None, 0, 0, 0]


def test_a_long_row_of_notes_keeps_its_places():
    score = read_first(HEAD + "C D2 " * 700 + "|").score
    assert len(score.events()) == 1400
    assert all(
        (event.span.column, event.span.length) == ((place // 2) * 5 + (3 if place % 2 else 1), 1 + place % 2)
        for place, event in enumerate(score.events())
    )


def test_a_cut_note_is_one_note_and_what_is_none_is_said():
    found = read_first(HEAD + "C#D F# F#' ^^C,2/ A'3/2E //B")
    notes = [event.notes[0] for event in found.score.events()]
    assert [note.pitch.name for note in notes] == ["C#4", "D4", "F#4", "F#5", "C##3", "A5", "E4", "B4"]
    assert [note.span.column for note in notes] == [1, 3, 5, 8, 12, 19, 24, 28]
    assert [(row.code, row.column) for row in found.diagnostics if row.code.endswith(("sign", "after"))] == [
        ("accidental-after", 1), ("accidental-after", 5), ("accidental-after", 8), ("unknown-sign", 26),
    ]  # fmt: skip


def test_a_plain_bar_line_ends_what_is_open_and_the_next_sign_is_its_own():
    music = "C|D|1E|[2F||G|]A|:B:|c|[|d|[e f|g (3a b|{c|d}|.|e"
    found = read_first(HEAD + music)
    bars = found.score.parts[0].measures
    assert [(bar.right.style, bar.right.repeats, bar.ending) for bar in bars[:6]] == [
        ("|", 0, ()), ("|", 0, ()), ("|", 0, (1,)), ("||", 0, (2,)), ("|]", 0, ()), ("|", 0, ()),
    ]  # fmt: skip
    assert [bar.left.repeats for bar in bars[:7]] == [0, 0, 0, 0, 0, 0, 1]
    assert [(row.code, row.column) for row in found.diagnostics if row.code in ("chord-open", "tuplet-short")] == [
        ("chord-open", 28), ("tuplet-short", 40),
    ]  # fmt: skip
    assert [bar.span.column for bar in bars[:4]] == [1, 3, 5, 8]


def test_what_was_read_is_frozen_and_like_what_is_made_by_hand():
    music = '"Am"!trill!(C2 [EG]3-|[EG] (3c2d) {a}z2|\nw: a-b _|c'
    events = read_first(HEAD + music).score.events()
    for event in events:
        by_hand = Event(**{row.name: getattr(event, row.name) for row in fields(Event)})
        assert (type(event), hash(event), repr(event)) == (Event, hash(by_hand), repr(by_hand))
        assert event == by_hand == pickle.loads(pickle.dumps(event))  # noqa: S301  our own
        assert all(type(note) is Note for note in event.notes)
        with pytest.raises(FrozenInstanceError):
            event.duration = 0
    assert [str(note.duration) for note in events[1].notes] == ["3/4", "3/4"]
    with pytest.raises(FrozenInstanceError):
        events[0].notes[0].tied = True


def test_equality_leaves_places_out():
    assert read_first(HEAD + "C D E F|").score == read_first(HEAD + "C  D  E  F  |").score


def test_columns_count_code_points_and_line_ends_do_not_matter():
    text = 'X:1\r\nT:আমার গান\r\nM:2/4\r\nL:1/4\r\nK:C\r\n"আ"C ? D|\r\n'
    found = read_first("\ufeff" + text).diagnostics
    assert [(row.code, row.line, row.column, row.length) for row in found] == [("unknown-sign", 6, 6, 1)]


@pytest.mark.parametrize(
    ("music", "code", "column", "says"),
    [
        ("C D E|C4|", "bar-short", None, None),
        ("C D E F|C D E|C4|", "bar-short", 9, "1 quarter too short: 3 of 4"),
        ("C D E F|C D E F G/|C4|", "bar-long", 9, "1 quaver too long: 9 of 8"),
        ("C D E F|[CEG2 z|C4|", "chord-open", 9, "no closing ]"),
        ("(3CD|C4|", "tuplet-short", None, None),
        ("C-D E F|", "tie-pitch", 3, "another pitch"),
        ('C D "Am E F|', "unknown-sign", 5, "not closed"),
        ("C D } E F|", "grace-close", 5, "without a {"),
        ("C D ] E F|", "bracket", 5, None),
    ],
)
def test_findings_say_where_and_what(music, code, column, says):
    found = [row for row in read_first(HEAD + music).diagnostics if row.code == code]
    if code == "bar-short" and column is None:
        assert found == []  # a pickup
        return
    assert found
    if column is not None:
        assert (found[0].line, found[0].column) == (5, column)
    if says:
        assert says in found[0].message


def test_a_bar_that_begins_a_line_is_found_on_that_line():
    found = read_first("X:1\nM:3/4\nL:1/4\nK:C\nC D E |\n  C D |\nC3 |").diagnostics
    assert [(row.code, row.line, row.column, row.length) for row in found] == [("bar-short", 6, 3, 3)]


def test_pickups_and_their_complements_are_no_fault():
    assert codes(HEAD + "C|D E F G|A B c:|") == []
    assert codes(HEAD + "C|D E F G|A B c:|:d|c B A G|C3|]") == []
    assert codes(HEAD + "C D E F|1 C2 E2:|2 C4|]") == []
    assert codes(HEAD + "C D [1 E F:|[2 E2|]") == []


@pytest.mark.parametrize("metre", ["none", ""])
def test_free_metre_is_left_alone(metre):
    text = f"X:1\nM:{metre}\nL:1/4\nK:C\nC D E|F G A B c|C|"
    assert "bar-long" not in codes(text)
    assert "bar-short" not in codes(text)


def test_missing_fields_are_said_and_guessed():
    found = read_first("C D E F|G4|")
    assert {"missing-X", "missing-K", "missing-M"} <= {row.code for row in found.diagnostics}
    assert [m.midi for m in timeline(found.score).notes] == [60, 62, 64, 65, 67]


def test_no_tune_is_said():
    reading = read("Dear friend, the weather is fine today.\nYours.")
    assert reading.tunes == ()
    assert [row.code for row in reading.diagnostics] == ["no-tune"]


def test_words_in_the_music_are_left_out_and_said():
    text = HEAD + "C D E F|\nThis melody rises to the fifth and then returns home.\nG4|"
    assert midis(text) == [60, 62, 64, 65, 67]
    assert codes(text) == ["prose"]


def test_several_tunes_and_text_between():
    text = "X:1\nT:One\nK:C\nC D|\n\nSome words between.\n\nX:2\nT:Two\nK:G\nF G|\n"
    scores = read(text).scores
    assert [score.title for score in scores] == ["One", "Two"]
    assert [[m.midi for m in timeline(score).notes] for score in scores] == [[60, 62], [66, 67]]


def test_an_empty_line_inside_music_is_read_over():
    text = HEAD + "C D E F|\n\nG A B c|\n"
    assert len(midis(text)) == 8
    assert codes(text) == ["empty-line"]


def test_fields_on_one_line_and_full_width_signs():
    assert midis("X:1 T:Joined M:4/4 L:1/4 K:G\nF G A B|") == [66, 67, 69, 71]
    assert midis("X：1\nM：4/4\nL：1/4\nK：C\n｜：C E G c ｜ B G E C ：｜") == [60, 64, 67, 72, 71, 67, 64, 60]


def test_escaped_line_ends_keep_their_columns():
    found = read_first("X:1\\nM:4/4\\nL:1/4\\nK:C\\nC D E F|C ? D E|")
    assert [(row.line, row.column) for row in found.diagnostics if row.code == "unknown-sign"] == [(1, 35)]


def test_lyrics_reach_over_lines_and_name_what_is_left():
    text = HEAD + "C D E F|G A B c|\nw: a b c d|e f g h i j\n"
    assert codes(text) == ["syllables-left"]
    assert "2 syllables" in read_first(text).diagnostics[0].message


def test_caps_are_said():
    many = read_first(HEAD + "CDEF|" * 5_001)
    assert "too-many-notes" in [row.code for row in many.diagnostics]
    assert read("C" * 1_000_001).diagnostics[0].code == "too-long"
    voices = "".join(f"V:{number}\nC|\n" for number in range(70))
    assert "too-many-voices" in codes(HEAD + voices)


@pytest.mark.parametrize(
    "text",
    ["(" * 50_000, '"' * 50_001, "!" * 50_001, "[K:" * 30_000, "{" * 50_000, "(9999999:9999999:9999999" * 5_000,
     "C/////////////////////////" * 5_000, "Z99999999|" * 100, "C99999999999" * 10_000, "<>" * 50_000, "&" * 50_000,
     "V:" * 50_000, "|:" * 50_000, "w:" + "-" * 100_000, "^" * 100_000, "%" * 100_000, "\\\n" * 50_000,
     "[1|[2|" * 20_000, "w:a\\\n" * 50_000, "w:\n" * 100_000, "C#" * 50_000, "#C" * 50_000, "!D.C.!|" * 20_000],
)  # fmt: skip
def test_hostile_texts_take_time_in_proportion(text):
    def taken(part):
        def work():
            for reading in (read(HEAD + part), read(part)):
                for score in reading.scores:
                    timeline(score, played=True)

        return cpu_seconds(work)

    # quadratic work would take sixteen times as long; less than two milliseconds cannot be measured well
    assert least(lambda: taken(text) / max(taken(text[: len(text) // 4]), 0.002), below=12) < 12


PIECES = st.sampled_from(
    ["C", "d'", "^F,", "_B2", "=c/", "[CEG]", "[C2", "]", "(3", "(", ")", "-", ">", "<<", "|", "|:", ":|", "::", "|1", ":|2", "[1",
     "|]", "||", "::2", ":|:[2", "||2", "|!D.C.!|", "|!coda!|", "C#D", "#C", "w: a\\\n", "\n+: b\n", "z", "Z4", "x2", "y", "{g}", "{/", "}", "\"Am\"", "\"", "!trill!", "!", "!D.C.!", "!fine!", "&", "%", "\\", "\n",
     "w: আ-মার_ * |", "K:G\n", "[K:Dm]", "[M:6/8]", "M:3/4\n", "L:1/16\n", "V:2\n", "[V:1]", "P:A\n", "X:2\n", "T:গান\n", "Q:1/4=90\n",
     " ", "\r\n", "\x00", "\ud800", "🎵", "সা রে গা", "+:", "s:", "U:T=!x!\n", "`", "~", ".", "$", "H"]
)  # fmt: skip


@settings(max_examples=1000, deadline=None)
@given(st.lists(PIECES, max_size=60))
def test_never_raises_on_pieces_of_abc(pieces):
    check_reading("X:1\nK:C\n" + "".join(pieces))
    check_reading("".join(pieces))


@settings(max_examples=1000, deadline=None)
@given(st.text(max_size=300))
def test_never_raises_on_any_text(text):
    check_reading(text)


def check_reading(text):
    reading = read(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for tune in reading.tunes:
        for played in (False, True):
            line = timeline(tune.score, played=played)
            assert all(moment.duration > 0 for moment in line.moments)
        for row in tune.diagnostics:
            assert 1 <= row.line <= max(1, len(lines))
            assert row.message.endswith(".")
        ids = [note.id for event in tune.score.events() for note in event.notes]
        assert len(ids) == len(set(ids))
