"""A grammar (GBNF) that holds a model to well-formed melody, so that even a tiny one writes a playable tune.

One rule for every state of the tune: bars left, length left in this bar, and the register the last note was in. A note
is chosen from its own register or a neighbouring one, which keeps every leap within an octave; a length never
exceeds what the bar has left; the last note is Sa. Rules that listed the ways to fill a bar would be far slower.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from core.errors import UsageError
from core.score.pitch import Pitch
from core.score.signatures import Metre, Tempo
from core.tradition.ragas import SWARAS

PAPER_SCALE = ("S", "R", "g", "G", "m", "P", "d", "D", "n", "N")
"""The ten pitches that the paper's scale adherence allows (appendix D.5)."""
REGISTERS = ((55, 59), (60, 67), (68, 72), (73, 76))
"""MIDI bounds of the registers; two neighbours together span an octave at most."""
LENGTHS = (1, 2, 3, 4, 6, 8, 12)
"""Note lengths in units; others would need a tie."""
BARS_A_LINE = 4
MOST_BARS = 64
MOST_UNITS = 32
SIGNS = {-1: "_", 0: "", 1: "^"}


@dataclass(frozen=True, slots=True)
class MelodyForm:
    """What a tune must be. `notes` are swara letters; Sa (C) is always among them."""

    metre: Metre
    bars: int = 16
    notes: tuple[str, ...] = PAPER_SCALE
    unit: Fraction = Fraction(1, 8)
    tempo: Tempo | None = None

    @property
    def units(self) -> int:
        """Units in a bar; free metre is written in bars of eight."""
        length = self.metre.length
        return 8 if length is None else int(length / self.unit)

    def header(self) -> str:
        """Return the header that the tune begins with."""
        lines = ["X:1", f"M:{self.metre}", f"L:{self.unit.numerator}/{self.unit.denominator}"]
        if self.tempo is not None and self.tempo.bpm is not None:
            beat = self.tempo.beat
            lines.append(f"Q:{beat.numerator}/{beat.denominator}={float(self.tempo.bpm):g}")
        return "\n".join([*lines, "K:C", ""])


def melody_form(
    metre: Metre, bars: int = 16, notes: Sequence[str] = PAPER_SCALE, tempo: Tempo | None = None
) -> MelodyForm:
    """Return a form the grammar can be made of. Raises UsageError for bars or a metre it cannot hold."""
    if not 1 <= bars <= MOST_BARS:
        raise UsageError(f"The grammar writes 1 to {MOST_BARS} bars, not {bars}.")
    length = metre.length
    unit = Fraction(1, 8)
    while length is not None and (length / unit).denominator != 1:
        unit /= 2
    form = MelodyForm(metre, bars, tuple(dict.fromkeys(("S", *notes))), unit, tempo)
    if not 1 <= form.units <= MOST_UNITS:
        raise UsageError(f"Bars of {metre} are too long for the grammar: {form.units} units, {MOST_UNITS} at most.")
    return form


def gbnf(form: MelodyForm) -> str:
    """Return the grammar as GBNF text; its root is a whole tune, header included."""
    return "\n".join(_rules(form)) + "\n"


def _rules(form: MelodyForm) -> Iterator[str]:
    registers = _registers(form.notes)
    header = form.header().replace("\n", "\\n")
    yield f'root ::= "{header}" {_state(form.bars, form.units, _middle(registers))}'
    for place, (others, homes) in enumerate(registers):
        for name, notes in (("n", (*others, *homes)), ("x", others), ("s", homes)):
            if notes:
                yield f"{name}{place} ::= {_choice(notes)}"
    for bars in range(form.bars, 0, -1):
        for left in range(form.units, 0, -1):
            for register in range(len(registers)):
                yield from _state_rules(form, registers, bars, left, register)


Register = tuple[tuple[str, ...], tuple[str, ...]]
"""A register's notes in ABC: all but Sa, and Sa."""


def _choice(notes: Sequence[str]) -> str:
    """Return a choice of notes; letters that share their marks become one class, since each branch costs time."""
    groups: dict[tuple[str, str], str] = {}
    for note in notes:
        letter = note.lstrip("^_")[0]
        before, after = note.split(letter)
        groups[before, after] = groups.get((before, after), "") + letter
    rows = []
    for (before, after), letters in groups.items():
        kept = f"[{letters}]" if len(letters) > 1 else f'"{letters}"'
        rows.append(" ".join([*([f'"{before}"'] if before else []), kept, *([f'"{after}"'] if after else [])]))
    return " | ".join(rows)


def _state_rules(form: MelodyForm, registers: Sequence[Register], bars: int, left: int, register: int) -> Iterator[str]:
    """Give the rule of a state, and those of what may follow a note taken in it."""
    near = [place for place in (register - 1, register, register + 1) if 0 <= place < len(registers)]
    ends = bars == 1
    choices = []
    for place in near:
        others, homes = registers[place]
        if not ends:
            choices.append(f"n{place} {_tail(bars, left, place)}")
            continue
        if others and left > 1:
            choices.append(f"x{place} {_tail(bars, left, place)}")
        if homes:
            choices.append(f"s{place} {_tail(bars, left, place)}h")
    # the first note of a line stands without the space that parts the others
    begins = left == form.units and (form.bars - bars) % BARS_A_LINE == 0
    options = " | ".join(choices)
    yield f"{_state(bars, left, register)} ::= {options if begins else f'{chr(34)} {chr(34)} ({options})'}"
    yield f"{_tail(bars, left, register)} ::= {' | '.join(_lengths(form, bars, left, register, home=not ends))}"
    if ends:
        yield f"{_tail(bars, left, register)}h ::= {' | '.join(_lengths(form, bars, left, register, home=True))}"


def _lengths(form: MelodyForm, bars: int, left: int, register: int, *, home: bool) -> Iterator[str]:
    """Give the lengths a note may have and what follows each; only a `home` note may fill the bar."""
    for length in LENGTHS:
        if length > left or (length == left and not home):
            continue
        sign = f'"{length}" ' if length > 1 else ""
        if length < left:
            yield f"{sign}{_state(bars, left - length, register)}"
        elif bars == 1:
            yield f'{sign}" |]\\n"'
        else:
            line = "\\n" if (form.bars - bars + 1) % BARS_A_LINE == 0 else ""
            yield f'{sign}" |{line}" {_state(bars - 1, form.units, register)}'
    if left == 1 and not home:
        # never reached: a state with one unit left takes Sa only, but the rule must exist
        yield '" "'


def _registers(notes: Sequence[str]) -> list[Register]:
    """Sort the notes into registers in ABC; registers without notes fall away at the ends."""
    rows: list[Register] = []
    for low, high in REGISTERS:
        others: list[str] = []
        homes: list[str] = []
        for midi in range(low, high + 1):
            for letter in notes:
                step, alter = SWARAS[letter]
                pitch = Pitch(step, 0, alter)
                if (midi - int(pitch.midi)) % 12 == 0:
                    octave = (midi - int(pitch.midi)) // 12
                    (homes if letter == "S" else others).append(abc_note(step, int(alter), octave))
        if others or homes:
            rows.append((tuple(others), tuple(homes)))
    return rows


def abc_note(step: str, alter: int, octave: int) -> str:
    """Return a note in ABC; octave 4 is `C`, 5 is `c`."""
    letter = step if octave <= 4 else step.lower()
    marks = "," * (4 - octave) if octave < 4 else "'" * (octave - 5)
    return SIGNS[alter] + letter + marks


def _middle(registers: Sequence[Register]) -> int:
    return next(place for place, (_, homes) in enumerate(registers) if homes)


def _state(bars: int, left: int, register: int) -> str:
    return f"b{bars}-{left}-{register}"


def _tail(bars: int, left: int, register: int) -> str:
    return f"t{bars}-{left}-{register}"
