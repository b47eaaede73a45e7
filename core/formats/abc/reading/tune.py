"""One tune while it is read: header, voices, findings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from core.formats.abc.lexer import Line
from core.formats.abc.reading import fields as abc_fields
from core.formats.abc.reading import lyrics as abc_lyrics
from core.formats.abc.reading.draft import Draft
from core.formats.abc.reading.macros import Macro
from core.formats.abc.reading.voice import VoiceDraft
from core.formats.base import MOST_VOICES
from core.score.diagnostic import Diagnostic, Severity
from core.score.edit import transposed_key
from core.score.score import Score
from core.score.signatures import Clef, Key, Metre, Tempo

MOST_DIAGNOSTICS = 200
"""Findings about the text of a tune that are listed for people; past them only their number is."""
MOST_QUOTED = 20
"""Characters of the text that a message repeats."""
MOST_LISTED = 3
SHORTHAND = {
    "~": "roll", ".": "staccato", "H": "fermata", "L": "accent", "M": "lowermordent", "O": "coda", "P": "uppermordent",
    "S": "segno", "T": "trill", "u": "upbow", "v": "downbow", "J": "slide", "R": "roll",
}  # fmt: skip
"""Decoration letters before `U:` changes them (ABC 2.1, 4.14)."""


@dataclass(slots=True)
class TuneDraft:
    """Everything known about a tune so far."""

    number: str = ""
    titles: list[str] = field(default_factory=list)
    composer: str = ""
    rhythm: str = ""
    order: str = ""
    words: list[str] = field(default_factory=list)
    fields: list[tuple[str, str]] = field(default_factory=list)
    key: Key | None = None
    metre: Metre | None = None
    unit: Fraction | None = None
    tempo: Tempo | None = None
    tempo_text: tuple[Line, int, str] | None = None
    clef: Clef = Clef()
    octave: int = 0
    transpose: int = 0
    propagate: str = "pitch"
    signs_before: bool | None = None
    """Whether # ♯ ♭ stand before their notes; None where the music has none of them."""
    macros: list[Macro] = field(default_factory=list)
    symbols: dict[str, str] = field(default_factory=lambda: dict(SHORTHAND))
    voices: dict[str, VoiceDraft] = field(default_factory=dict)
    defined: dict[str, abc_fields.KeyField] = field(default_factory=dict)
    current: VoiceDraft | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    most: int = MOST_DIAGNOSTICS
    unsaid: int = 0
    notes: int = 0
    bars_rest: int = 0
    full: bool = False

    def say(
        self, severity: Severity, code: str, message: str, line: Line | int, column: int = 1, length: int = 1
    ) -> None:
        """Note a finding; past a number of them only their count is kept."""
        if len(self.diagnostics) >= self.most:
            self.unsaid += 1
            return
        number, offset = (line, 0) if isinstance(line, int) else (line.number, line.offset)
        self.diagnostics.append(Diagnostic(severity, code, message, number, column + offset, length))

    def say_unknown(self, line: Line, sign: str, column: int) -> None:
        """Note a sign that means nothing; several in a row are one finding."""
        code = "unknown-sign"
        before = self.diagnostics[-1] if self.diagnostics else None
        if before and before.code == code and before.line == line.number and before.column + before.length == column:
            self.diagnostics.pop()
            start = before.column - line.offset - 1
            text = line.text[start : min(column - line.offset, start + MOST_QUOTED)]
            message = f"{text!r} means nothing in ABC here; it is left out."
            if line.text[start - 1 : start] == "!" and text.isalpha():
                message = f"This ! is not closed; the decoration is left out. Write !{text}! if it is one."
            self.say(Severity.ERROR, code, message, line.number, before.column, before.length + 1)
            return
        what = "This quotation mark is not closed" if sign == '"' else f"{sign!r} means nothing in ABC here"
        self.say(Severity.ERROR, code, f"{what}; it is left out.", line.number, column)

    def voice(self) -> VoiceDraft:
        """Return the voice that music goes to now."""
        if self.current is None:
            self.current = self.voice_named(next(iter(self.defined), "1"))
        return self.current

    def voice_named(self, name: str) -> VoiceDraft:
        """Return a voice by its id; it begins with what the header says."""
        found = self.voices.get(name)
        if found is not None:
            return found
        if len(self.voices) >= MOST_VOICES:
            self.full = True
            return self.voice()
        metre = self.metre or Metre((), 4)
        voice = VoiceDraft(name, self.unit or abc_fields.default_unit(metre), self.key or Key(), metre, self.clef)
        voice.set_octave(self.octave)
        voice.propagate = self.propagate
        voice.set_transpose(self.transpose)
        self.voices[name] = voice
        if name in self.defined:
            apply_properties(voice, self.defined[name])
        return voice

    def say_anyway(self, severity: Severity, code: str, message: str, line: int) -> None:
        """Note a finding that the cap on their number does not hold back."""
        self.diagnostics.append(Diagnostic(severity, code, message, line, 1, 0))

    def say_waiting(self) -> None:
        """Say which decorations a bar line has (ABC 2.1, 4.14), which the score does not, and what no note follows."""
        for voice in self.voices.values():
            last = voice.last
            if last is None:
                continue
            put, left = voice.take_back()
            for draft, name in voice.at_bars:
                if draft is not last:
                    message = f"!{name}! stands before the bar line after this note; it is put on the note after that."
                    self._say_at(draft, Severity.INFO, "mark-bar", message)
            if put:
                message = f"{_listed(put)} is put on this note, for none comes after. Write it before the note."
                self._say_at(last, Severity.WARNING, "mark-end", message)
            if left:
                message = f"No note comes after {_listed(left)}: left out. Write it before a note, or take it out."
                self._say_at(last, Severity.WARNING, "mark-end", message)

    def _say_at(self, draft: Draft, severity: Severity, code: str, message: str) -> None:
        self.say(severity, code, message, draft.span.line, draft.span.column, draft.span.length)

    # -- lyrics ---------------------------------------------------------------------------------------------------

    def start_music_line(self) -> None:
        """Begin a line of music."""
        for voice in self.voices.values():
            voice.start_line()

    def add_lyrics(self, line: Line, column: int, text: str) -> None:
        """Put a `w:` value, its `+:` lines joined to it, under the notes before it."""
        voice = self.voice()
        items = abc_lyrics.parse_lyrics(text)
        voice.settle_verses(abc_lyrics.count(items))
        left = abc_lyrics.place_lyrics(items, voice.verse_notes, voice.verse)
        if left and not voice.measures and voice.open.empty:
            message = "These words stand before their notes. In ABC they stand under them: move them below the music."
            self.say(Severity.WARNING, "words-first", message, line, column, len(text))
        elif left:
            what = "1 syllable of this line finds" if left == 1 else f"{left} syllables of this line find"
            message = f"{what} no note; add notes, or shorten the words."
            self.say(Severity.WARNING, "syllables-left", message, line, column, len(text))
        voice.verse += 1

    def add_symbols(self, text: str) -> None:
        """Put an `s:` value over the notes of the line before it (ABC 2.1, 4.15)."""
        voice = self.voice()
        abc_lyrics.place_symbols(text, voice.last_line(), self.symbols, voice.mark_at)

    # -- the finished tune ----------------------------------------------------------------------------------------

    def freeze(self) -> Score:
        """Return the score."""
        metre = self.metre or Metre((), 4)
        order = [name for name in self.defined if name in self.voices]
        order += [name for name in self.voices if name not in order]
        return Score(
            parts=tuple(self.voices[name].freeze() for name in order),
            title=self.titles[0] if self.titles else "",
            number=self.number,
            composer=self.composer,
            key=transposed_key(self.key or Key(), self.transpose),
            metre=metre,
            unit=self.unit or abc_fields.default_unit(metre),
            tempo=self.tempo,
            rhythm=self.rhythm,
            order=self.order,
            words=tuple(self.words),
            fields=(*(("T", title) for title in self.titles[1:]), *self.fields),
        )


def _listed(signs: Sequence[str]) -> str:
    return ", ".join(sign[:MOST_QUOTED] for sign in signs[:MOST_LISTED])


def apply_properties(voice: VoiceDraft, found: abc_fields.KeyField) -> None:
    """Give a voice the clef, octave, transposition and name of a `V:` or `K:` value."""
    if found.clef is not None:
        voice.change(found.clef)
    if found.octave is not None:
        voice.set_octave(max(-4, min(4, found.octave)))
    if found.transpose is not None:
        voice.set_transpose(max(-48, min(48, found.transpose)))
    if found.name is not None:
        voice.name = found.name


def voice_id(value: str) -> tuple[str, str]:
    """Cut a `V:` value into the voice's id and its properties."""
    match = re.match(r"\s*(\S+)\s*(.*)", value, re.S)
    return (match[1], match[2]) if match else ("1", "")


def section_name(value: str) -> str:
    """Return the name in a body `P:`: its first letter where it is one word, as playing orders are of letters."""
    return value.strip()[:40]


def finish(drafts: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings in the order of their places."""
    return tuple(sorted(drafts, key=lambda row: (row.line, row.column)))
