"""Score to a Standard MIDI File, by mido; `reader` is the way back."""

import io
from collections.abc import Iterator, Sequence
from fractions import Fraction

from core.formats.base import Format
from core.formats.midi import reader
from core.formats.midi.channels import CHANNELS, TICKS, Tone, allotted, tick, tones
from core.formats.midi.losses import LONGEST_QUARTER, LOST
from core.formats.midi.tape import MOST_BYTES, SIGNATURE
from core.formats.note_values import odd_part
from core.score.events import ZERO
from core.score.score import Score
from core.score.signatures import SHARP_ORDER, Key, Metre, Tempo
from core.score.timeline import Timeline, timeline

FINEST_UNIT = 64


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
    pickup = _pickup(score)
    first = score.parts[0] if score.parts else None
    for bar in line.bars:
        if first is None or bar.part != first.id:
            continue
        measure = first.measures[bar.measure]
        keys = [(ZERO, measure.key)] if measure.key != key else []
        keys += [(change.onset, change.value) for change in measure.changes if isinstance(change.value, Key)]
        for onset, key in keys:
            if key.fifths is not None:
                rows.append((tick(bar.onset + onset), 2, mido.MetaMessage("key_signature", key=_key_name(key))))
        now = pickup if pickup and not bar.onset else measure.metre
        if now != metre and not now.free and sum(now.beats) < 256:
            signature = mido.MetaMessage("time_signature", numerator=sum(now.beats), denominator=now.unit)
            rows.append((tick(bar.onset), 1, signature))
        metre = now
    _in_order(track, rows, line)
    found: list[object] = track
    return found


def _pickup(score: Score) -> Metre | None:
    """Return a metre as long as the pickup, which gives it a bar of its own; None where there is none."""
    first = score.parts[0].measures[:2] if score.parts else ()
    if len(first) < 2 or first[0].metre.length is None or first[0].metre != first[1].metre:
        return None
    length = first[0].length
    unit = max(length.denominator, first[0].metre.unit)
    fits = ZERO < length < first[0].metre.length and odd_part(length.denominator) == 1 and unit <= FINEST_UNIT
    return Metre((int(length * unit),), unit) if fits else None


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


MIDI = Format(
    "mid",
    "MIDI",
    (".mid", ".midi", ".kar"),
    lambda head: head.startswith(b"MThd") or (head.startswith(b"RIFF") and b"MThd" in head[:64]),
    reader.read,
    write,
    LOST,
    MOST_BYTES,
)
