"""Lines of music: tokens become notes, rests, chords and bar lines of a voice."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from core.formats import abc_body
from core.formats.abc_lexer import MOST_NOTES, TOKEN, Line, plain
from core.formats.abc_numbers import ONE, alter_of, length_of
from core.formats.abc_tune import TuneDraft
from core.formats.abc_voice import Draft, NoteDraft, pitch_of
from core.score.diagnostic import Severity
from core.score.events import Grace, Rest, Span, Tuplet
from core.score.score import Barline

LONGEST = Fraction(64)
"""A longer note, in whole notes, is a slip."""
DEFAULT_NORMAL = {2: 3, 3: 2, 4: 3, 6: 2, 8: 3}
"""Tuplets whose time does not depend on the metre (ABC 2.1, 4.13)."""
MOST_BARS_REST = 1000
MOST_QUOTED = 20
"""Characters of the text that a message repeats."""

ENDING_NUMBERS = re.compile(r"\d[\d,\-]*")

Token = re.Match[str]


@dataclass(slots=True)
class _Chord:
    """A chord whose `]` has not come yet."""

    column: int
    notes: list[NoteDraft]
    lengths: list[Fraction]


class MusicReader:
    """Reads the music lines of one tune. A chord or grace group never outlives its line."""

    def __init__(self, tune: TuneDraft) -> None:
        self.tune = tune
        self.chord: _Chord | None = None
        self.grace: tuple[int, bool] | None = None
        self.last: Draft | None = None
        self.bar_just_closed = False
        self.kinds: dict[str, Callable[[Line, Token, int], None]] = {
            "note": self._note, "rest": self._rest, "bars": self._bars_rest, "bar": self._bar, "ending": self._ending,
            "inline": self._inline, "tuplet": self._tuplet, "slur": self._slur, "endslur": self._end_slur,
            "tie": self._tie, "broken": self._broken, "chord": self._open_chord, "endchord": self._close_chord,
            "quoted": self._quoted,
            "decoration": self._decoration, "grace": self._open_grace, "endgrace": self._close_grace,
            "symbol": self._symbol, "overlay": self._overlay, "unknown": self._unknown,
        }  # fmt: skip

    def read(self, line: Line) -> bool:
        """Read one line of music; return whether it ends in a continuation backslash."""
        text = plain(line.text)
        self.voice = self.tune.voice()
        kinds = self.kinds
        end = len(text)
        place = 0
        more = False
        match = TOKEN.match
        while place < end:
            token = match(text, place)
            if token is None:
                break
            place = token.end()
            kind = token.lastgroup or ""
            if kind == "space":
                self.voice.spaced = True
                self.bar_just_closed = False
                continue
            call = kinds.get(kind)
            if call is not None:
                call(line, token, line.offset + token.start() + 1)
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
            self._say("chord-open", "This chord has no closing ]; it is closed at the end of the line.", line, column)
            self._finish_chord(line, ONE, end + line.offset + 1)
        if self.grace is not None:
            self._say("grace-open", "These grace notes have no closing }; they are closed here.", line, self.grace[0])
            self.grace = None
        self.bar_just_closed = False

    # -- notes ----------------------------------------------------------------------------------------------------

    def _note(self, line: Line, token: Token, column: int) -> None:
        _, sign, letter, octaves, length_text = token.group("note", "acc", "step", "octave", "length")
        voice = self.voice
        octave = 4 if letter < "a" else 5
        if octaves:
            octave += octaves.count("'") - octaves.count(",")
        octave += voice.octave
        step = letter.upper()
        accidental = alter_of(sign) if sign else None
        alter = voice.alter_of(step, octave, accidental)
        pitch = pitch_of(step, max(-1, min(9, octave)) + voice.clef_octave, alter)
        if voice.transpose:
            pitch = pitch.transposed(voice.transpose)
        width = token.end() - token.start()
        span = Span(line.number, column, width)
        identity = f"n{line.number}c{column}"
        written = voice.written.get(length_text)
        if written is None:
            written = self._written(line, column, width, length_text)
        if self.grace is not None:
            voice.graces.append(Grace(pitch, written, self.grace[1], accidental, identity, span))
            return
        note = NoteDraft(pitch, accidental, identity, span)
        if self.chord is not None:
            self.chord.notes.append(note)
            self.chord.lengths.append(length_of(length_text) or ONE)
            return
        draft = Draft(written, None, f"e{line.number}c{column}", line.number, column, width, [note])
        self._add(line, draft)

    def _written(self, line: Line, column: int, width: int, text: str) -> Fraction:
        """Return a length in whole notes; one that cannot be is 1 unit, and said each time it comes."""
        length = length_of(text)
        written = (length or ONE) * self.voice.unit
        if length is None or written > LONGEST:
            message = f"A length of {text[:12]!r} cannot be here; 1 is used. The longest note is 64 whole notes."
            self._say("length", message, line, column, width)
            return self.voice.unit
        self.voice.written[text] = written
        return written

    def _add(self, line: Line, draft: Draft) -> None:
        tune = self.tune
        tune.notes += max(1, len(draft.notes))
        if tune.notes > MOST_NOTES:
            tune.full = True
            tune.say(
                Severity.ERROR, "too-many-notes",
                f"The tune has more than {MOST_NOTES} notes; it is read up to here. Split it.", line, draft.column,
            )  # fmt: skip
            return
        if draft.notes and self.voice.tied:
            self._check_ties(draft)
        self.voice.add(draft)
        self.last = draft
        self.bar_just_closed = False

    def _check_ties(self, draft: Draft) -> None:
        waiting = self.voice.tied
        reached = {(note.pitch.step, note.pitch.octave) for note in draft.notes}
        if not reached & set(waiting):
            self.tune.say(
                Severity.WARNING, "tie-pitch",
                "The tie before this note comes from another pitch, so nothing is joined; write a slur ( ) instead.",
                draft.line, draft.column, draft.length,
            )  # fmt: skip
        self.voice.tied = {}

    def _rest(self, line: Line, token: Token, column: int) -> None:
        length = length_of(token["restlength"]) or ONE
        kind = Rest.VISIBLE if token["rest"][0] == "z" else Rest.INVISIBLE
        written = min(length * self.voice.unit, LONGEST)
        width = token.end() - token.start()
        if self.chord is not None or self.grace is not None:
            self._say("rest-inside", "A rest cannot stand inside a chord or grace notes; it is left out.", line, column)
            return
        draft = Draft(written, None, f"r{line.number}c{column}", line.number, column, width, rest=kind)
        self.voice.tied = {}
        self._add(line, draft)

    def _bars_rest(self, line: Line, token: Token, column: int) -> None:
        """Take `Zn` as n measures of rest, each a measure of its own so that voices stay level."""
        count = min(int(token["count"][:6] or 1), MOST_BARS_REST)
        voice = self.voice
        bar = voice.metre.length or ONE
        kind = Rest.WHOLE_BARS if token["bars"][0] == "Z" else Rest.WHOLE_BARS_INVISIBLE
        width = token.end() - token.start()
        for number in range(count):
            if number:
                voice.close(Barline("|"), line.number, column)
            tail = f".{number}" if number else ""
            identity = f"r{line.number}c{column}{tail}"
            self._add(line, Draft(bar, None, identity, line.number, column, width, rest=kind))
            if self.tune.full:
                return

    # -- chords and graces ----------------------------------------------------------------------------------------

    def _open_chord(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002  one shape for all tokens
        if self.chord is not None:
            self._say("chord-nested", "A chord inside a chord; the inner [ is left out.", line, column)
            return
        self.chord = _Chord(column, [], [])

    def _close_chord(self, line: Line, token: Token, column: int) -> None:
        if self.chord is None:
            self._say("bracket", "A ] without a chord or field before it; it is left out.", line, column)
            return
        length = length_of(token["chordlength"]) or ONE
        self._finish_chord(line, length, column + len(token[0]))

    def _finish_chord(self, line: Line, length: Fraction, stop: int) -> None:
        """End a chord: its first note's length moves time (ABC 2.1, 4.17)."""
        chord, self.chord = self.chord, None
        if chord is None or not chord.notes:
            return
        if self.grace is not None:
            return
        first = chord.lengths[0]
        for note, own in zip(chord.notes, chord.lengths, strict=True):
            note.share = None if own == first else own / first
        written = min(first * length * self.voice.unit, LONGEST)
        identity = f"e{line.number}c{chord.column}"
        draft = Draft(written, None, identity, line.number, chord.column, stop - chord.column, chord.notes)
        self._add(line, draft)
        ties = {(n.pitch.step, n.pitch.octave): n.pitch.alter for n in chord.notes if n.tied}
        if ties:
            self.voice.tied = ties

    def _open_grace(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        self.grace = (column, token["grace"] == "{/")

    def _close_grace(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.grace is None:
            self._say("grace-close", "A } without a { before it; it is left out.", line, column)
        self.grace = None

    # -- signs around notes ---------------------------------------------------------------------------------------

    def _tie(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is not None and self.chord.notes:
            self.chord.notes[-1].tied = True
            return
        last = self.last
        if last is None or not last.notes or self.grace is not None:
            self._say("tie-nothing", "A tie - without a note before it; it is left out.", line, column)
            return
        for note in last.notes:
            note.tied = True
        self.voice.tied = {(n.pitch.step, n.pitch.octave): n.pitch.alter for n in last.notes}

    def _slur(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is None and self.grace is None:
            self.voice.slurs += 1

    def _end_slur(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        if self.chord is not None or self.grace is not None:
            return
        if self.last is None:
            self._say("slur-close", "A ) before any note; it is left out.", line, column)
        else:
            self.last.slur_ends += 1

    def _tuplet(self, line: Line, token: Token, column: int) -> None:
        count = int(token["p"][:4])
        normal = int((token["q"] or "")[:4] or 0)
        notes = int((token["r"] or "")[:4] or 0) or count
        if not 2 <= count <= 64 or normal > 64 or notes > 64:
            self._say("tuplet", f"A tuplet of {count} cannot be; it is left out.", line, column, len(token[0]))
            return
        if not normal:
            normal = DEFAULT_NORMAL.get(count) or (3 if self.voice.metre.compound else 2)
        voice = self.voice
        if voice.tuplet_left:
            self._say("tuplet-short", "The tuplet before this one lacks notes.", line, column)
        serial = voice.tuplet.serial + 1 if voice.tuplet else 1
        voice.tuplet = Tuplet(count, normal, serial)
        voice.tuplet_factor = Fraction(normal, count)
        voice.tuplet_left = notes

    def _broken(self, line: Line, token: Token, column: int) -> None:
        """Lengthen one note and shorten the other: `>` 3/2 and 1/2, `>>` 7/4 and 1/4 (ABC 2.1, 4.4)."""
        signs = token["broken"]
        if self.last is None or self.bar_just_closed or self.chord is not None:
            self._say("broken", f"A {signs} without a note before it; it is left out.", line, column, len(signs))
            return
        less = Fraction(1, 2 ** min(len(signs), 3))
        more = 2 - less
        before, after = (more, less) if signs[0] == ">" else (less, more)
        self.last.written *= before
        self.voice.broken = after

    def _quoted(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        text = token["quoted"][1:-1]
        if text[:1] in ("^", "_", "<", ">", "@"):
            self.voice.annotations.append(text)
        elif text.strip():
            self.voice.chord_symbols.append(text)

    def _decoration(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        self.voice.decorations.append(token["decoration"][1:-1].strip())

    def _symbol(self, line: Line, token: Token, column: int) -> None:
        name = self.tune.symbols.get(token["symbol"])
        if name is None:
            self._unknown(line, token, column)
        elif name:
            self.voice.decorations.append(name)

    # -- bars -----------------------------------------------------------------------------------------------------

    def _bar(self, line: Line, token: Token, column: int) -> None:
        if self.chord is not None:
            message = "This chord has no closing ]; it is closed at the bar line."
            self._say("chord-open", message, line, self.chord.column)
            self._finish_chord(line, ONE, column)
        voice = self.voice
        if voice.tuplet_left:
            self._say("tuplet-short", f"The tuplet lacks {voice.tuplet_left} notes before the bar line.", line, column)
            voice.tuplet_left = 0
        if voice.broken is not None:
            self._say("broken", "A > or < has no note after it in this bar.", line, column)
            voice.broken = None
        abc_body.bar_line(voice, token["bar"], line.number, column + len(token[0]))
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

    def _overlay(self, line: Line, token: Token, column: int) -> None:  # noqa: ARG002
        self.voice.start_layer()

    def _inline(self, line: Line, token: Token, column: int) -> None:
        abc_body.field(self.tune, token["letter"], token["value"], line, column + 3)
        self.voice = self.tune.voice()

    def _unknown(self, line: Line, token: Token, column: int) -> None:
        sign = token[0]
        rows = self.tune.diagnostics
        if rows and rows[-1].code == "unknown-sign" and rows[-1].line == line.number:
            before = rows[-1]
            if before.column + before.length == column:
                rows.pop()
                start = before.column - line.offset - 1
                text = line.text[start : min(column - line.offset, start + MOST_QUOTED)]
                message = f"{text!r} means nothing in ABC here; it is left out."
                self._say("unknown-sign", message, line, before.column, before.length + 1)
                return
        hint = {'"': "This quotation mark is not closed", "!": "This ! is not closed"}.get(sign)
        self._say("unknown-sign", f"{hint or f'{sign!r} means nothing in ABC here'}; it is left out.", line, column)

    def _say(self, code: str, message: str, line: Line, column: int, length: int = 1) -> None:
        severity = Severity.ERROR if code in ERRORS else Severity.WARNING
        self.tune.say(severity, code, message, line.number, column, length)


ERRORS = {"unknown-sign", "length", "chord-open", "tuplet", "bracket"}
"""Findings that cost music or change what was meant."""
