"""Score to a Standard MIDI File, by mido."""

import io
from fractions import Fraction

from core.score.score import Score
from core.score.signatures import Metre, Tempo
from core.score.timeline import Timeline, timeline

TICKS = 960
"""Ticks a quarter note: thirds, fifths and 64ths fall on whole ticks."""
CHANNELS = tuple(channel for channel in range(16) if channel != 9)
BEND_RANGE = 2


def write(score: Score, *, played: bool = True, program: int = 0) -> bytes:
    """Return a MIDI file of format 1: a track for tempo and metre, then a track a part, with its lyrics.

    Lyrics are UTF-8. Microtones become pitch bends (range 2 semitones).
    """
    import mido

    line = timeline(score, played=played)
    file = mido.MidiFile(ticks_per_beat=TICKS, charset="utf-8")
    file.tracks.append(_conductor(score, line))
    for place, part in enumerate(score.parts):
        track = mido.MidiTrack()
        channel = CHANNELS[place % len(CHANNELS)]
        rows: list[tuple[int, int, mido.Message | mido.MetaMessage]] = []
        for moment in line.notes:
            if moment.part != part.id:
                continue
            start, stop = _tick(moment.onset), _tick(moment.onset + moment.duration)
            midi = moment.midi or 0
            key = round(midi)
            if not 0 <= key <= 127:
                continue
            sung = next((s for s in moment.lyrics if s is not None and s.text), None)
            if sung is not None and moment.again < max(1, len(moment.lyrics)):
                text = sung.text + ("-" if sung.joined else "")
                rows.append((start, 1, mido.MetaMessage("lyrics", text=_encodable(text))))
            if midi != key:
                bend = int((midi - key) * 8192 / BEND_RANGE)
                rows.append((start, 2, mido.Message("pitchwheel", channel=channel, pitch=bend)))
                rows.append((stop, 0, mido.Message("pitchwheel", channel=channel, pitch=0)))
            rows.append((start, 3, mido.Message("note_on", channel=channel, note=key, velocity=90)))
            rows.append((max(stop, start + 1), 0, mido.Message("note_off", channel=channel, note=key, velocity=0)))
        track.append(mido.MetaMessage("track_name", name=_encodable(part.name or part.id)))
        track.append(mido.Message("program_change", channel=channel, program=program))
        _in_order(track, rows)
        file.tracks.append(track)
    buffer = io.BytesIO()
    file.save(file=buffer)
    return buffer.getvalue()


def _conductor(score: Score, line: Timeline) -> "list[object]":
    """Return the track of title, tempi and metres."""
    import mido

    track = mido.MidiTrack()
    track.append(mido.MetaMessage("track_name", name=_encodable(score.title)))
    rows = []
    for onset, tempo in line.tempi:
        quarters = tempo.quarters_per_minute
        if quarters:
            rows.append((_tick(onset), 0, mido.MetaMessage("set_tempo", tempo=_microseconds(tempo))))
    if not any(row[0] == 0 for row in rows):
        rows.insert(0, (0, 0, mido.MetaMessage("set_tempo", tempo=500_000)))
    metre: Metre | None = None
    first = score.parts[0] if score.parts else None
    for bar in line.bars:
        if first is None or bar.part != first.id:
            continue
        now = first.measures[bar.measure].metre
        if now != metre and not now.free and sum(now.beats) < 256:
            signature = mido.MetaMessage("time_signature", numerator=sum(now.beats), denominator=now.unit)
            rows.append((_tick(bar.onset), 1, signature))
        metre = now
    _in_order(track, rows)
    found: list[object] = track
    return found


def _microseconds(tempo: Tempo) -> int:
    return max(1, min(0xFFFFFF, round(60_000_000 / (tempo.quarters_per_minute or Fraction(120)))))


def _in_order(track: "list[object]", rows: "list[tuple[int, int, object]]") -> None:
    import mido

    now = 0
    for tick, _, message in sorted(rows, key=lambda row: (row[0], row[1])):
        message.time = tick - now  # type: ignore[attr-defined]
        now = tick
        track.append(message)
    track.append(mido.MetaMessage("end_of_track", time=0))


def _tick(onset: Fraction) -> int:
    return round(onset * 4 * TICKS)


def _encodable(text: str) -> str:
    """Return text that can be encoded: lone surrogates become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
