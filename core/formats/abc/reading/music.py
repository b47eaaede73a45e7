"""Lines of music: tokens become notes, rests, chords and bar lines of a voice."""

import re
from collections.abc import Callable
from fractions import Fraction

from core.formats.abc.lengths import ONE, length_of, note_parts
from core.formats.abc.lexer import PLAIN_NOTE, PLAIN_NOTES, TOKEN, Line, plain
from core.formats.abc.reading import body as abc_body
from core.formats.abc.reading import rhythm
from core.formats.abc.reading.draft import ChordDraft, Draft, NoteDraft, make_span, pitch_of, place_of
from core.formats.abc.reading.lyrics import PLACES
from core.formats.abc.reading.tune import TuneDraft
from core.formats.base import MOST_NOTES
from core.score.diagnostic import Severity
from core.score.events import Grace, Rest, Span
from core.score.exact import times
from core.score.score import Barline

LONGEST = Fraction(64)
"""A longer note, in whole notes, is a slip."""
MOST_BARS_REST = 2000

ENDING_NUMBERS = re.compile(r"\d[\d,\-]*\.?")

Token = re.Match[str]


class MusicReader:
    """Reads the music lines of one tune. A chord or grace group never outlives its line."""

    def __init__(self, tune: TuneDraft) -> None:
        self.tune = tune
        self.chord: ChordDraft | None = None
        self.grace: tuple[int, bool] | None = None
        self.again: dict[str, int] = {}
        self.bar_just_closed = False

    def read(self, line: Line) -> bool:
        """Read one line of music; return whether it ends in a continuation backslash."""
        text = plain(line.text) if self.tune.signs_before is None else abc_body.with_signs(self.tune, line)
        if "+" in text:
            text = abc_body.with_old_chords(self.tune, line, text)
        self.voice = self.tune.voice()
        end = len(text)
        place = 0
        more = False
        match, notes = TOKEN.match, PLAIN_NOTES.match
        while place < end:
            run = None if line.origin else notes(text, place)
            if run is not None:
                self._plain_notes(line, run[0], line.offset + place + 1)
                place = run.end()
                if self.tune.full:
                    break
            token = match(text, place)
            if token is None:
                break
            place = token.end()
            kind = token.lastgroup or ""
            if kind == "space":
                self.voice.spaced = True
                self.bar_just_closed = False
                continue
            call = CALLS.get(kind)
            if call is not None:
                start = token.start()
                call(self, line, token, line.offset + (line.origin[start][0] if line.origin else start) + 1)
            elif kind in ("more", "comment"):
                more = more or kind == "more"
                break
            if kind == "bar" and not self.chord and place < end and text[place] in "123456789":
                place = self._ending_digits(text, place)
            if self.tune.full:
                break
        self._close_line(line, end)
        return more

    def _close_line(self, line: Line, end: int) -> None:
        if self.chord is not None:
            column = self.chord.column
            self.say("chord-open", "This chord has no closing ]; it is closed at the end of the line.", line, column)
            self._finish_chord(line, ONE, end + line.offset + 1)
        if self.grace is not None:
            self.say("grace-open", "These grace notes have no closing }; they are closed here.", line, self.grace[0])
            self.grace = None
        self.bar_just_closed = False

    # -- notes ----------------------------------------------------------------------------------------------------

    def _plain_notes(self, line: Line, run: str, column: int) -> None:
        """Take notes, spaces and plain bar lines in a row."""
        voice = self.voice
        inside = self.chord is not None or self.grace is not None
        for text in PLAIN_NOTE.findall(run):
            width = len(text)
            known = voice.known.get(text)
            told = known is not None and (voice.accidentals or voice.tied) and voice.told(known[0])
            if known is not None and not told and not inside:
                span, identity, event = place_of(line.number, column, width)
                note = NoteDraft(known[0], None, identity, span)
                self._add(line, Draft(known[1], event, span, (note,)))
            elif text[0] in " \t\r\f\v":
                voice.spaced = True
                self.bar_just_closed = False
            elif text == "|":
                self._bar_line(line, text, column)
                inside = self.grace is not None
            else:
                self._note(line, text, column, place_of(line.number, column, width))
            if self.tune.full:
                return
            column += width

    def _note_token(self, line: Line, token: Token, column: int) -> None:
        identity, width = f"n{line.number}c{column}", len(token[0])
        if line.origin:
            identity, width = self._from_macro(identity, line, token)
        self._note(line, token[0], column, (make_span(line.number, column, width), identity, "e" + identity[1:]))

    def _note(self, line: Line, text: str, column: int, place: tuple[Span, str, str]) -> None:
        """Take a note as it is written, with its span and the ids of note and event."""
        step, octave, accidental, length_text, after = note_parts(text)
        span, identity, event = place
        voice = self.voice
        octave += voice.octave
        if not -1 <= octave <= 9:
            octave = max(-1, min(9, octave))
        octave += voice.clef_octave
        if after and text[0] == "#":
            width = len(text) - len(text.lstrip("#"))
            self.say("accidental-sign", abc_body.sharp_message(after), line, column, width)
        elif after:
            message = f"In ABC an accidental stands before its note: {after}. It is read so."
            self.say("accidental-after", message, line, column, len(text))
        pitch = pitch_of(step, octave, voice.alter_of(step, octave, accidental))
        written = voice.written.get(length_text)
        if written is None:
            written = self._written(line, column, span.length, length_text)
        if accidental is None and length_text in voice.written and not voice.told(pitch):
            voice.known[text] = pitch, written
        if self.grace is not None:
            voice.graces.append(Grace(pitch, written, self.grace[1], accidental, identity, span))
            return
        note = NoteDraft(pitch, accidental, identity, span)
        if self.chord is not None:
            self.chord.notes.append(note)
            self.chord.lengths.append(length_of(length_text) or ONE)
            return
        self._add(line, Draft(written, event, span, (note,)))

    def _from_macro(self, identity: str, line: Line, token: Token) -> tuple[str, int]:
        """Return an id of its own and the length in the source for one of several notes that a macro stands for."""
        count = self.again.get(identity, 0)
        self.again[identity] = count + 1
        return (f"{identity}.{count}" if count else identity), line.origin[token.start()][1]

    def _written(self, line: Line, column: int, width: int, text: str) -> Fraction:
        """Return a length in whole notes; one that cannot be is 1 unit, and said each time it comes."""
        length = length_of(text)
        written = times(length or ONE, self.voice.unit)
        if length is not None and "." in text:
            rhythm.say_decimal(self, line, column, width, text)
            return min(written, LONGEST)
        if length is None or written > LONGEST:
            message = f"A length of {text[:12]!r} cannot be here; 1 is used. The longest note is 64 whole notes."
            self.say("length", message, line, column, width)
            return self.voice.unit
        self.voice.written[text] = written
        return written

    def _add(self, line: Line, draft: Draft) -> None:
        tune, voice = self.tune, self.voice
        tune.notes += len(draft.notes) or 1
        if tune.notes > MOST_NOTES:
            tune.full = True
            tune.say(
                Severity.ERROR, "too-many-notes",
                f"The tune has more than {MOST_NOTES} notes; it is read up to here. Split it.", line, draft.span.column,
            )  # fmt: skip
            return
        if voice.tied and draft.notes:
            self._check_ties(draft)
        voice.add(draft)
        self.bar_just_closed = False

    def _check_ties(self, draft: Draft) -> None:
        waiting = self.voice.tied
        reached = {(note.pitch.step, note.pitch.octave) for note in draft.notes}
        if not reached & set(waiting):
            self.tune.say(
                Severity.WARNING, "tie-pitch",
                "The tie before this note comes from another pitch, so nothing is joined; write a slur ( ) instead.",
                draft.span.line, draft.span.column, draft.span.length,
            )  # fmt: skip
        self.voice.tied = {}

    def _rest(self, line: Line, token: Token, column: int) -> None:
        length = length_of(token["restlength"]) or ONE
        kind = Rest.VISIBLE if token["rest"][0] == "z" else Rest.INVISIBLE
        written = min(length * self.voice.unit, LONGEST)
        width = token.end() - token.start()
        if self.chord is not None or self.grace is not None:
            self.say("rest-inside", "A rest cannot stand inside a chord or grace notes; it is left out.", line, column)
            return
        identity = f"r{line.number}c{column}"
        if line.origin:
            identity, width = self._from_macro(identity, line, token)
        if "." in token[0]:
            rhythm.say_decimal(self, line, column, width, token["restlength"])
        self.voice.tied = {}
        self._add(line, Draft(written, identity, make_span(line.number, column, width), rest=kind))

    def _bars_rest(self, line: Line, token: Token, column: int) -> None:
        """Take `Zn` as n measures of rest, each a measure of its own so that voices stay level."""
        wanted = int(token["count"][:6] or 1)
        count = min(wanted, MOST_BARS_REST - self.tune.bars_rest)
        self.tune.bars_rest += count
        voice = self.voice
        bar = voice.metre.length or ONE
        kind = Rest.WHOLE_BARS if token["bars"][0] == "Z" else Rest.WHOLE_BARS_INVISIBLE
        width = token.end() - token.start()
        if count < wanted:
            message = f"More than {MOST_BARS_REST:,} bars of rest in the tune; the others are left out."
            self.say("rest-long", message, line, column, width)
        voice.tied = {}
        for number in range(count):
            if number:
                voice.close(Barline("|"), line.number, column)
            tail = f".{number}" if number else ""
            identity = f"r{line.number}c{column}{tail}"
            self._add(line, Draft(bar, identity, make_span(line.number, column, width), rest=kind))
            if self.tune.full:
                return

    # -- chords and graces ----------------------------------------------------------------------------------------

    def _open_chord(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002  one shape for all tokens
        if self.chord is not None:
            self.say("chord-nested", "A chord inside a chord; the inner [ is left out.", line, column)
            return
        self.chord = ChordDraft(column, [], [])

    def _close_chord(self, line: Line, token: Token, column: int) -> None:
        if self.chord is None:
            self.say("bracket", "A ] without a chord or field before it; it is left out.", line, column)
            return
        length = length_of(token["chordlength"]) or ONE
        if "." in token[0]:
            rhythm.say_decimal(self, line, column, len(token[0]), token["chordlength"])
        self._finish_chord(line, length, column + len(token[0]))

    def _finish_chord(self, line: Line, length: Fraction, stop: int) -> None:
        """End a chord: its first note's length moves time (ABC 2.1, 4.17)."""
        chord, self.chord = self.chord, None
        if chord is None or not chord.notes or self.grace is not None:
            return
        first = chord.lengths[0]
        for note, own in zip(chord.notes, chord.lengths, strict=True):
            note.duration = None if own == first else own / first
        written = min(first * length * self.voice.unit, LONGEST)
        identity = "e" + chord.notes[0].id[1:] if line.origin else f"e{line.number}c{chord.column}"
        span = make_span(line.number, chord.column, stop - chord.column)
        self._add(line, Draft(written, identity, span, tuple(chord.notes)))
        ties = {(n.pitch.step, n.pitch.octave): n.pitch.alter for n in chord.notes if n.tied}
        if ties:
            self.voice.tied = ties

    def _open_grace(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        self.grace = (column, token["grace"] == "{/")

    def _close_grace(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.grace is None:
            self.say("grace-close", "A } without a { before it; it is left out.", line, column)
        self.grace = None

    # -- signs around notes ---------------------------------------------------------------------------------------

    def _tie(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is not None and self.chord.notes:
            self.chord.notes[-1].tied = True
            return
        last = self.voice.last
        if last is None or not last.notes or self.grace is not None:
            self.say("tie-nothing", "A tie - without a note before it; it is left out.", line, column)
            return
        for note in last.notes:
            note.tied = True
        self.voice.tied = {(n.pitch.step, n.pitch.octave): n.pitch.alter for n in last.notes}

    def _slur(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is None and self.grace is None:
            self.voice.slurs += 1
            self.voice.dotted_slurs += token[0][0] == "."

    def _end_slur(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is not None or self.grace is not None:
            return
        voice = self.voice
        if voice.slurs:
            # over grace notes alone, `({ef})g`, or over nothing: no two notes are joined
            voice.slurs -= 1
            voice.dotted_slurs = min(voice.slurs, voice.dotted_slurs)
        elif voice.last is None:
            self.say("slur-close", "A ) before any note; it is left out.", line, column)
        else:
            voice.last.slur_ends += 1

    def _quoted(self, line: Line, token: Token, column: int) -> None:
        # as written: look-alikes are put right in music, not in words
        text = line.text[token.start() + 1 : token.end() - 1]
        if text[:1] in PLACES:
            self.voice.annotations.append(text)
        elif text.strip():
            self.voice.chord_symbols.append(text)
        jump = abc_body.quoted_jump(text)
        if jump:
            width = token.end() - token.start()
            self.tune.say(Severity.INFO, "jump-words", abc_body.jump_message(jump), line.number, column, width)

    def _decoration(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        self.voice.decorations.append(token["decoration"][1:-1].strip())

    def _symbol(self, line: Line, token: Token, column: int) -> None:
        name = self.tune.symbols.get(token["symbol"])
        if name is None:
            self._unknown(line, token, column)
        elif name[:1] == '"':
            (self.voice.annotations if name[1:2] in PLACES else self.voice.chord_symbols).append(name[1:-1])
        elif name:
            self.voice.decorations.append(name)

    # -- bars -----------------------------------------------------------------------------------------------------

    def _bar(self, line: Line, token: Token, column: int) -> None:
        self._bar_line(line, token[0], column)

    def _bar_line(self, line: Line, sign: str, column: int) -> None:
        if self.chord is not None:
            message = "This chord has no closing ]; it is closed at the bar line."
            self.say("chord-open", message, line, self.chord.column)
            self._finish_chord(line, ONE, column)
        voice = self.voice
        if voice.tuplet_left:
            count = f"{voice.tuplet_left} note{'s' * (voice.tuplet_left > 1)}"
            self.say("tuplet-short", f"The tuplet lacks {count} before the bar line.", line, column)
            voice.tuplet_left = 0
        if voice.broken is not None:
            rhythm.take_broken_back(self, line, column)
        abc_body.bar_line(voice, sign, line.number, column + len(sign))
        self.bar_just_closed = True

    def _ending(self, line: Line, token: Token, column: int) -> None:
        abc_body.start_ending(self.voice, token["numbers"], line.number, column)

    def _ending_digits(self, text: str, place: int) -> int:
        """Take the digits right after a bar line as an ending's numbers."""
        match = ENDING_NUMBERS.match(text, place)
        if match is None:
            return place
        abc_body.start_ending(self.voice, match[0], self.voice.open.line, self.voice.open.column)
        return match.end()

    def _overlay(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002  one shape
        self.voice.start_layer(token[0].count("&"))

    def _inline(self, line: Line, token: Token, column: int) -> None:
        abc_body.field(self.tune, token["letter"], token["value"], line, column + 3)
        self.voice = self.tune.voice()

    def _unknown(self, line: Line, token: Token, column: int) -> None:
        self.tune.say_unknown(line, token[0], column)

    def say(self, code: str, message: str, line: Line, column: int, length: int = 1) -> None:
        """Note a finding about the music; its code tells how bad it is."""
        severity = Severity.ERROR if code in ERRORS else Severity.WARNING
        self.tune.say(severity, code, message, line.number, column, length)


CALLS: dict[str, Callable[[MusicReader, Line, Token, int], None]] = {
    "note": MusicReader._note_token, "rest": MusicReader._rest, "bars": MusicReader._bars_rest, "bar": MusicReader._bar,
    "ending": MusicReader._ending, "inline": MusicReader._inline, "tuplet": rhythm.tuplet,
    "slur": MusicReader._slur, "endslur": MusicReader._end_slur, "tie": MusicReader._tie, "broken": rhythm.broken,
    "chord": MusicReader._open_chord, "endchord": MusicReader._close_chord, "quoted": MusicReader._quoted,
    "decoration": MusicReader._decoration, "grace": MusicReader._open_grace, "endgrace": MusicReader._close_grace,
    "symbol": MusicReader._symbol, "overlay": MusicReader._overlay, "unknown": MusicReader._unknown,
}  # fmt: skip
"""What takes each kind of token."""

ERRORS = {"length", "chord-open", "tuplet", "bracket"}
"""Findings that cost music or change what was meant."""
