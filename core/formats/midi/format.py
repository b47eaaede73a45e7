"""Score to a Standard MIDI File, by mido; `reader` is the way back."""

import io
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.formats import losses
from core.formats.base import Format, Loss, told
from core.formats.midi import reader
from core.formats.midi.channels import CHANNELS, HIGHEST, TICKS, Tone, allotted, tick, tones
from core.formats.midi.tape import MOST_BYTES, SIGNATURE
from core.score.score import Score
from core.score.signatures import SHARP_ORDER, Key, Metre, Tempo
from core.score.timeline import Timeline, timeline

LONGEST_QUARTER = 0xFFFFFF
"""Microseconds that MIDI has digits for."""


def write(score: Score, *, played: bool = True, program: int = 0) -> bytes:
    """Return a MIDI file of format 1: a track for tempo and metre, then a track a part, with its lyrics.

    Lyrics are UTF-8. Microtones become pitch bends (range 2 semitones). Notes that would cut or bend one another go to
    channels of their own.
    """
    import mido

    line = timeline(score, played=played)
    file = mido.MidiFile(ticks_per_beat=TICKS, charset="utf-8")
    file.tracks.append(_conductor(score, line))
    sounding = list(tones(score, line))
    channels, _ = allotted(sounding, len(score.parts))
    for place, part in enumerate(score.parts):
        track = mido.MidiTrack()
        own = [pair for pair in zip(sounding, channels, strict=True) if pair[0].part == place]
        track.append(mido.MetaMessage("track_name", name=_encodable(part.name or part.id)))
        for channel in dict.fromkeys([CHANNELS[place % len(CHANNELS)], *(channel for _, channel in own)]):
            track.append(mido.Message("program_change", channel=channel, program=program))
        _in_order(track, list(_messages(own)), line)
        file.tracks.append(track)
    buffer = io.BytesIO()
    file.save(file=buffer)
    return buffer.getvalue()


def _messages(own: Sequence[tuple[Tone, int]]) -> "Iterator[tuple[int, int, object]]":
    """Give the messages of one part: their tick, their order there, themselves."""
    import mido

    sung_at: set[int] = set()
    for tone, channel in own:
        lyrics = tone.moment.lyrics
        sung = next((s for s in lyrics if s is not None and s.text), None)
        if sung is not None and tone.start not in sung_at and tone.moment.again < max(1, len(lyrics)):
            sung_at.add(tone.start)
            text = sung.text + ("-" if sung.joined else "")
            yield tone.start, 1, mido.MetaMessage("lyrics", text=_encodable(text))
        if tone.bend:
            yield tone.start, 2, mido.Message("pitchwheel", channel=channel, pitch=tone.bend)
            yield tone.stop, 0, mido.Message("pitchwheel", channel=channel, pitch=0)
        yield tone.start, 3, mido.Message("note_on", channel=channel, note=tone.key, velocity=90)
        yield tone.stop, 0, mido.Message("note_off", channel=channel, note=tone.key, velocity=0)


def _conductor(score: Score, line: Timeline) -> "list[object]":
    """Return the track of title, tempi and metres."""
    import mido

    track = mido.MidiTrack()
    track.append(mido.MetaMessage("track_name", name=_encodable(score.title)))
    track.append(mido.MetaMessage("text", text=SIGNATURE))
    rows: list[tuple[int, int, object]] = []
    for onset, tempo in line.tempi:
        quarters = tempo.quarters_per_minute
        if quarters:
            rows.append((tick(onset), 0, mido.MetaMessage("set_tempo", tempo=_microseconds(tempo))))
    if not any(row[0] == 0 for row in rows):
        rows.insert(0, (0, 0, mido.MetaMessage("set_tempo", tempo=500_000)))
    metre: Metre | None = None
    key: Key | None = None
    first = score.parts[0] if score.parts else None
    for bar in line.bars:
        if first is None or bar.part != first.id:
            continue
        measure = first.measures[bar.measure]
        if measure.key != key and measure.key.fifths is not None:
            rows.append((tick(bar.onset), 2, mido.MetaMessage("key_signature", key=_key_name(measure.key))))
        key = measure.key
        now = measure.metre
        if now != metre and not now.free and sum(now.beats) < 256:
            signature = mido.MetaMessage("time_signature", numerator=sum(now.beats), denominator=now.unit)
            rows.append((tick(bar.onset), 1, signature))
        metre = now
    _in_order(track, rows, line)
    found: list[object] = track
    return found


def _key_name(key: Key) -> str:
    """Return the major or minor key of the same signature: MIDI knows no other modes."""
    fifths = key.fifths or 0
    minor = key.mode in ("minor", "aeolian")
    place = fifths + (3 if minor else 0) + 1
    return SHARP_ORDER[place % 7] + ("#" * (place // 7) if place >= 0 else "b" * -(place // 7)) + ("m" if minor else "")


def _microseconds(tempo: Tempo) -> int:
    return max(1, min(LONGEST_QUARTER, round(60_000_000 / (tempo.quarters_per_minute or Fraction(120)))))


def _in_order(track: "list[object]", rows: "list[tuple[int, int, object]]", line: Timeline) -> None:
    """Append messages in the order of time; the track ends with the tune, rests at its end included."""
    import mido

    now = 0
    for when, _, message in sorted(rows, key=lambda row: (row[0], row[1])):
        message.time = when - now  # type: ignore[attr-defined]
        now = when
        track.append(message)
    track.append(mido.MetaMessage("end_of_track", time=max(0, tick(line.length) - now)))


def _encodable(text: str) -> str:
    """Return text that can be encoded: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


MODES = ("major", "minor", "ionian", "aeolian")
OTHER_KEYS = Loss(
    "MIDI knows major and minor keys only: other modes become the major key of the same signs.",
    lambda score: any(measure.key.mode not in MODES for part in score.parts for measure in part.measures),
)
HIGH_AND_LOW = Loss(
    "Notes below C-1 or above G9 are left out.",
    lambda score: any(not 0 <= round(note.pitch.midi) <= HIGHEST for event in score.events() for note in event.notes),
)
SLOW = Loss(
    "A tempo slower than 3.58 quarters a minute becomes that, the slowest that MIDI can say.",
    lambda score: any(LONGEST_QUARTER * (t.quarters_per_minute or 120) < 60_000_000 for _, t in timeline(score).tempi),
)
CROWDED = Loss(
    "Notes of one pitch that sound together are cut where all MIDI channels are taken.",
    lambda score: allotted(list(tones(score, timeline(score, played=True))), len(score.parts))[1] > 0,
)
MIDI = Format(
    "mid",
    "MIDI",
    (".mid", ".midi", ".kar"),
    lambda head: head.startswith(b"MThd") or (head.startswith(b"RIFF") and b"MThd" in head[:64]),
    reader.read,
    write,
    told(
        losses.PLAYED_OUT, losses.MERGED, losses.VERSES, losses.GRACES, losses.SLURS, losses.SIGNS, OTHER_KEYS,
        HIGH_AND_LOW, SLOW, CROWDED,
    ),
    MOST_BYTES,
)  # fmt: skip
