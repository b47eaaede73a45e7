"""A Standard MIDI File taken apart by mido: sounding tones and signs, in ticks from the start."""

import io
import re
import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from core.errors import FormatError
from core.formats.base import MOST_NOTES, remark
from core.score.diagnostic import Diagnostic, Severity

MOST_BYTES = 1_000_000
SIGNATURE = "Written by Swaralipi Studio"
"""A text in the files we write, by which they are known again: their times are computed, not played."""
DRUMS = 9
"""Channel 10 of General MIDI, counted from 0, has no pitches."""
DEFAULT_TEMPO = 500_000
BROKEN = (EOFError, OSError, ValueError, LookupError, TypeError, ArithmeticError, struct.error)
"""What mido raises over bytes that are no MIDI."""
_CONTINUED = re.compile(rb"[\x80-\xff]{20000}")
"""A length of so many digits would keep mido busy for minutes."""
_RATES = {24: Fraction(24), 25: Fraction(25), 29: Fraction(30_000, 1001), 30: Fraction(30)}


@dataclass(frozen=True, slots=True)
class Tone:
    """A note as it sounds. Times in ticks; `bend` in semitones."""

    start: int
    stop: int
    key: int
    bend: Fraction = Fraction(0)


@dataclass(slots=True)
class Track:
    """One track: tones by channel, texts by tick. `place` counts from 1, `end` is the tick of its last message."""

    place: int
    title: str = ""
    tones: dict[int, list[Tone]] = field(default_factory=dict)
    lyrics: list[tuple[int, str]] = field(default_factory=list)
    words: list[tuple[int, str]] = field(default_factory=list)
    tempi: list[tuple[int, int]] = field(default_factory=list)
    metres: list[tuple[int, int, int]] = field(default_factory=list)
    keys: list[tuple[int, str]] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)
    """What it has that a score has no place for."""
    loudness: set[int] = field(default_factory=set)
    end: int = 0


@dataclass(slots=True)
class Tape:
    """A whole file. `quarter` is the number of ticks a quarter note lasts; `kind` is 0, 1 or 2."""

    kind: int
    quarter: Fraction
    tracks: list[Track]
    remarks: list[Diagnostic] = field(default_factory=list)


def unroll(content: bytes) -> Tape:
    """Take a file apart. Raises FormatError with the byte where it breaks off or is wrong."""
    start = content.find(b"MThd", 0, 64)
    if start < 0 or (start and not content.startswith(b"RIFF")):
        raise FormatError("This is no MIDI file: it does not begin with MThd.")
    run = _CONTINUED.search(content)
    if run is not None:
        raise FormatError(f"From byte {run.start() + 1} on 20,000 bytes are no MIDI events; the file is broken.")
    kind, wanted, division = _header(content, start)
    tape = Tape(kind, Fraction(division or 1), [])
    if division < 0:
        tape.quarter = _film_time(division, tape)
    chunks = list(_chunks(content, start))
    if len(chunks) < wanted:
        raise FormatError(f"The file says it has {wanted} tracks, and {len(chunks)} are in it; the rest is missing.")
    for place, (begin, chunk) in enumerate(chunks, 1):
        tape.tracks.append(_track(place, begin, chunk, tape))
    _decode(tape)
    return tape


def _header(content: bytes, start: int) -> tuple[int, int, int]:
    head = content[start + 4 : start + 14]
    if len(head) < 10 or struct.unpack(">I", head[:4])[0] < 6:
        raise FormatError(f"The MIDI header ends at byte {len(content)}, before it is complete.")
    kind, tracks, division = struct.unpack(">HHh", head[4:])
    if kind > 2:
        raise FormatError(f"MIDI files are of type 0, 1 or 2; this one says {kind} (byte {start + 9}).")
    if not division:
        raise FormatError(f"The file says that a quarter note lasts 0 ticks (byte {start + 13}); it is broken.")
    return kind, tracks, division


def _film_time(division: int, tape: Tape) -> Fraction:
    """Return the ticks of a quarter at 120 a minute where time is counted in film frames (SMPTE)."""
    word = division & 0xFFFF
    rate, parts = _RATES.get(256 - (word >> 8)), word & 0xFF
    if rate is None or not parts:
        raise FormatError("The file counts time in film frames of a kind that does not exist (byte 13).")
    said = "The file counts time in film frames and knows no beats: a quarter note was taken to last half a second."
    tape.remarks.append(remark("midi-frames", said, Severity.WARNING))
    return rate * parts / 2


def _chunks(content: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """Give each track and the byte where it begins; chunks of other kinds are passed over, as the standard says."""
    place = start + 8 + struct.unpack(">I", content[start + 4 : start + 8])[0]
    while place < len(content):
        head = content[place : place + 8]
        if len(head) < 8:
            if head.strip(b"\0"):
                raise FormatError(f"The file ends at byte {len(content)}, within the head of a track.")
            return
        size = struct.unpack(">I", head[4:])[0]
        if head[:4] == b"MTrk":
            if place + 8 + size > len(content):
                lacks = place + 8 + size - len(content)
                raise FormatError(
                    f"The file ends at byte {len(content)}, within the track that begins at byte {place + 1}: "
                    f"{lacks} bytes are missing."
                )
            yield place, content[place : place + 8 + size]
        place += 8 + size


def _messages(place: int, begin: int, chunk: bytes) -> list[Any]:
    """Let mido read one track."""
    import mido
    from mido.midifiles.meta import KeySignatureError

    stream = io.BytesIO(struct.pack(">4sIHHH", b"MThd", 6, 0, 1, 960) + chunk)
    try:
        return list(mido.MidiFile(file=stream, charset="latin1").tracks[0])
    except (*BROKEN, KeySignatureError) as error:
        where = begin + max(1, stream.tell() - 14)
        why = "it breaks off" if isinstance(error, EOFError) else str(error)[:100] or type(error).__name__
        raise FormatError(f"Track {place} cannot be read near byte {where}: {why}. The file is broken.") from error


class _Ear:
    """Follows one track's channels: which keys are down, how far the pitch wheel is turned."""

    def __init__(self, track: Track) -> None:
        self.track = track
        self.down: dict[tuple[int, int], list[tuple[int, Fraction]]] = {}
        self.bends: dict[int, list[tuple[int, int]]] = {}
        self.pressed = 0
        self.reach: dict[int, int] = {}
        self.parameter: dict[int, list[int]] = {}
        self.sliding = self.hanging = 0

    def press(self, tick: int, channel: int, key: int) -> None:
        self.pressed += 1
        if self.pressed > MOST_NOTES:
            raise FormatError(f"Track {self.track.place} has more than {MOST_NOTES:,} notes. Split the file.")
        self.down.setdefault((channel, key), []).append((tick, self._bend(channel)))

    def lift(self, tick: int, channel: int, key: int) -> None:
        waiting = self.down.get((channel, key))
        if not waiting:
            return
        start, bend = waiting.pop(0)
        turned = self.bends.get(channel, [])
        after = bisect_right(turned, start, key=lambda row: row[0])
        if after < len(turned) and turned[after][0] < tick:
            self.sliding += 1
            bend = Fraction(0)
        self.track.tones.setdefault(channel, []).append(Tone(start, max(tick, start), key, bend))

    def turn(self, tick: int, channel: int, value: int) -> None:
        turned = self.bends.setdefault(channel, [])
        if not turned or turned[-1][1] != value:
            turned.append((tick, value))

    def control(self, channel: int, number: int, value: int) -> None:
        """Follow the registered parameter that sets the wheel's range."""
        chosen = self.parameter.setdefault(channel, [127, 127])
        if number in (100, 101):
            chosen[number - 100] = value
        elif number == 6 and chosen == [0, 0]:
            self.reach[channel] = value

    def _bend(self, channel: int) -> Fraction:
        turned = self.bends.get(channel)
        if not turned or not turned[-1][1]:
            return Fraction(0)
        exact = Fraction(turned[-1][1] * self.reach.get(channel, 2), 8192)
        return exact.limit_denominator(12)

    def close(self, tick: int) -> None:
        for channel, key in list(self.down):
            while self.down[(channel, key)]:
                self.hanging += 1
                self.lift(tick, channel, key)


def _track(place: int, begin: int, chunk: bytes, tape: Tape) -> Track:
    track = Track(place)
    ear = _Ear(track)
    now = 0
    for message in _messages(place, begin, chunk):
        now += message.time
        _hear(track, ear, now, message)
    ear.close(now)
    track.end = now
    if ear.hanging:
        said = f"Track {place}: notes that never end ({ear.hanging}) were ended with the track."
        tape.remarks.append(remark("midi-hanging", said, Severity.WARNING))
    if ear.sliding:
        said = f"Track {place}: notes under which the pitch slides ({ear.sliding}) are written as the key pressed."
        tape.remarks.append(remark("midi-slide", said))
    return track


UNHEARD = {
    "program_change": "instruments", "aftertouch": "pressure on keys", "polytouch": "pressure on keys",
    "marker": "markers", "cue_marker": "cues", "copyright": "copyright", "instrument_name": "names of instruments",
    "sysex": "data for one make of instrument",
}  # fmt: skip
CONTROLLERS = {1: ("vibrato",), 7: ("volume",), 10: ("place left or right",), 11: ("swelling",), 64: ("pedal",)}


def _hear(track: Track, ear: _Ear, now: int, message: Any) -> None:  # noqa: ANN401  mido has no types
    kind = message.type
    if kind in UNHEARD:
        track.left_out.add(UNHEARD[kind])
    elif kind == "note_on" and message.velocity:
        track.loudness.add(message.velocity)
        ear.press(now, message.channel, message.note)
    elif kind in ("note_on", "note_off"):
        ear.lift(now, message.channel, message.note)
    elif kind == "pitchwheel":
        ear.turn(now, message.channel, message.pitch)
    elif kind == "control_change":
        ear.control(message.channel, message.control, message.value)
        track.left_out.update(CONTROLLERS.get(message.control, ()))
    elif kind == "track_name":
        track.title = track.title or message.name
    elif kind == "lyrics":
        track.lyrics.append((now, message.text))
    elif kind == "text":
        track.words.append((now, message.text))
    elif kind == "set_tempo":
        track.tempi.append((now, message.tempo))
    elif kind == "time_signature":
        track.metres.append((now, message.numerator, message.denominator))
    elif kind == "key_signature":
        track.keys.append((now, message.key))


def _decode(tape: Tape) -> None:
    """Read the texts as UTF-8 where all of them are, else as Latin-1, and say so."""
    texts = [t for track in tape.tracks for t in (track.title, *(w for _, w in (*track.lyrics, *track.words)))]
    try:
        for text in texts:
            text.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        tape.remarks.append(remark("midi-latin", "Names and lyrics are no UTF-8; they were read as Latin-1."))
        return
    for track in tape.tracks:
        track.title = _utf8(track.title)
        track.lyrics = [(tick, _utf8(text)) for tick, text in track.lyrics]
        track.words = [(tick, _utf8(text)) for tick, text in track.words]


def _utf8(text: str) -> str:
    return text.encode("latin-1").decode("utf-8")
