"""MIDI to scores: bars, keys and voices for tones that know only when they sound. What is guessed is said."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain

from core.errors import FormatError
from core.formats.base import MOST_NOTES, Imported, imported, remark
from core.formats.line_of_events import Sound, layer_of, with_ids
from core.formats.midi import lyrics
from core.formats.midi.grid import Grid, find_grid
from core.formats.midi.tape import DEFAULT_TEMPO, DRUMS, SIGNATURE, Tape, Tone, Track, unroll
from core.score.diagnostic import Diagnostic, Severity
from core.score.events import ZERO, Event, Rest
from core.score.pitch import Pitch
from core.score.score import Barline, Change, Measure, Part, Score
from core.score.signatures import SHARP_ORDER, Key, Metre, Tempo, standard_key

MOST_QUARTERS = 80_000
"""A tune of 20,000 bars; past it a file is a slip or a trap."""
LASTS = f"This MIDI file lasts longer than {MOST_QUARTERS:,} quarter notes; it is not read. Cut it."
EMPTY = "There is no tune in this MIDI file: it has no notes and lasts no time."
FASTEST = 2000
SHORTEST = Fraction(1, 32)
MOST_LAYERS = 16
MOST_NAMED = 12
UNITS = (1, 2, 4, 8, 16, 32, 64)


@dataclass(frozen=True, slots=True)
class _Bar:
    start: Fraction
    length: Fraction
    metre: Metre
    key: Key
    key_changes: tuple[Change, ...]

    @property
    def end(self) -> Fraction:
        return self.start + self.length


def read(content: bytes) -> Imported:
    """Read a file of type 0, 1 or 2; of type 2 every track is a tune. Raises FormatError."""
    tape = unroll(content)
    if tape.kind == 2:
        tunes = [_tune(replace_tracks(tape, [track])) for track in tape.tracks if any(track.tones.values())]
        if tunes:
            return Imported(tuple(chain.from_iterable(made.tunes for made in tunes)))
    return _tune(tape)


def replace_tracks(tape: Tape, tracks: list[Track]) -> Tape:
    """Return the same file with only some of its tracks."""
    return Tape(tape.kind, tape.quarter, tracks, list(tape.remarks))


def _tune(tape: Tape) -> Imported:
    said = tape.remarks
    computed = any(text == SIGNATURE for track in tape.tracks for _, text in track.words)
    voices = list(_voices(tape, said, joined=computed and tape.kind == 1))
    if not computed:
        _say_left_out(tape, said)
    if not any(track.tones for track in tape.tracks):
        return _silence(tape, computed=computed)
    if not voices:
        raise FormatError("This MIDI file has no note with a pitch.")
    tones = [tone for _, _, own in voices for tone in own]
    if len(tones) > MOST_NOTES:
        raise FormatError(f"There are {len(tones):,} notes, and {MOST_NOTES:,} are the most. Split the file.")
    if max(_end(tape) if computed else 0, *(tone.stop for tone in tones)) > MOST_QUARTERS * tape.quarter:
        raise FormatError(LASTS)
    grid = find_grid((t.start for t in tones), (t.stop for t in tones), tape.quarter, computed=computed)
    # a file of ours has a track a voice, also where it only rests
    silent = [track for track in tape.tracks[1:] if not track.tones] if computed and tape.kind == 1 else []
    voices = sorted([*voices, *((track, 0, []) for track in silent)], key=lambda voice: voice[0].place)
    signs = _Signs(tape, grid, said, len(voices))
    sung = lyrics.gather(tape, [(track.place, own) for track, _, own in voices], said)
    laid = [_sounds(own, grid, sung[place]) for place, (_, _, own) in enumerate(voices)]
    rows = [sounds for sounds, _ in laid]
    touched = sum(count for _, count in laid)
    if touched:
        text = f"Notes that last no time on the grid ({touched}) were given the length {SHORTEST}."
        said.append(remark("midi-short", text, Severity.WARNING))
    end = max(sound.end for row in rows for sound in row)
    # a tune of ours ends with its rests; other programs end a track where they like
    bars = signs.bars(max(end, grid.at(_end(tape))), exact=True) if computed else signs.bars(end)
    parts = tuple(
        Part(str(place), _measures(row, bars, signs.tempi[1:] if place == 1 else ()), track.title[:100].strip())
        for place, (row, (track, _, _)) in enumerate(zip(rows, voices, strict=True), 1)
    )
    _say_moved(grid, signs, said)
    return _score(tape, parts, signs, bars)


def _score(tape: Tape, parts: tuple[Part, ...], signs: "_Signs", bars: Sequence[_Bar]) -> Imported:
    first = tape.tracks[0] if tape.tracks else Track(1)
    title = first.title.strip() if tape.kind == 1 and not any(first.tones.values()) else ""
    title = title or next(iter(lyrics.titles(tape)), "")
    score = Score(
        parts, title[:200], "1", key=bars[0].key, metre=bars[0].metre, tempo=signs.tempi[0][1] if signs.tempi else None
    )
    return imported(with_ids(score), tape.remarks)


def _say_left_out(tape: Tape, said: list[Diagnostic]) -> None:
    """Say what a score has no place for, and which tracks have nothing to play or sing."""
    names = set[str]().union(*(track.left_out for track in tape.tracks))
    if any(len(track.loudness) > 1 for track in tape.tracks):
        names.add("loudness of the notes")
    if any(track.words for track in tape.tracks if not lyrics.is_sung(track)):
        names.add("texts")
    if names:
        said.append(
            remark("midi-left-out", f"Left out, for the score has no place for it: {', '.join(sorted(names))}.")
        )
    # the first track of type 1 is for tempo and metre
    playing = tape.tracks[1:] if tape.kind == 1 else tape.tracks
    empty = [track for track in playing if not track.tones and not lyrics.is_sung(track)]
    titles = ((track.place, track.title.strip()[:40]) for track in empty)
    shown = [f"{place} ({title})" if title else f"{place}" for place, title in titles]
    if shown and any(track.tones for track in tape.tracks):
        more = f" and {len(shown) - MOST_NAMED} more" if len(shown) > MOST_NAMED else ""
        said.append(remark("midi-empty", f"Tracks without notes are left out: {', '.join(shown[:MOST_NAMED])}{more}."))


def _end(tape: Tape) -> int:
    return max((track.end for track in tape.tracks), default=0)


def _silence(tape: Tape, *, computed: bool) -> Imported:
    """Return rests as long as the file; no tune where nothing says that any time passes."""
    end = _end(tape)
    if not end:
        return Imported((), (*tape.remarks, remark("no-tune", EMPTY, Severity.ERROR)))
    if end > MOST_QUARTERS * tape.quarter:
        raise FormatError(LASTS)
    text = "This MIDI file has no notes; it was read as rests as long as the file."
    tape.remarks.append(remark("midi-no-notes", text, Severity.WARNING))
    grid = find_grid((), (end,), tape.quarter, computed=computed)
    # a file of ours has a track a voice
    names = [track.title[:100].strip() for track in tape.tracks[1:]] if computed and tape.kind == 1 else []
    signs = _Signs(tape, grid, tape.remarks, len(names))
    bars = signs.bars(grid.at(end, end=True), exact=computed)
    parts = tuple(
        Part(str(place), _measures((), bars, signs.tempi[1:] if place == 1 else ()), name)
        for place, name in enumerate(names or [""], 1)
    )
    return _score(tape, parts, signs, bars)


def _voices(tape: Tape, said: list[Diagnostic], *, joined: bool) -> Iterable[tuple[Track, int, list[Tone]]]:
    """Give each channel of each track that has tones with a pitch; `joined`: a track's channels are one voice."""
    for track in tape.tracks:
        if joined:
            every = sorted(
                chain.from_iterable(track.tones.values()), key=lambda tone: (tone.start, tone.key, tone.stop)
            )
            if every:
                yield track, 0, every
            continue
        for channel, tones in sorted(track.tones.items()):
            if channel == DRUMS:
                count = f"channel 10, {len(tones)}"
                text = f"Track {track.place}: drum strokes ({count}), which have no pitch, were left out."
                said.append(remark("midi-drums", text))
            elif tones:
                yield track, channel, tones


def _sounds(tones: Sequence[Tone], grid: Grid, sung: lyrics.Sung) -> tuple[list[Sound], int]:
    """Put tones on the grid, those that start and stop together as one chord; count those that had no length there."""
    chords: dict[tuple[Fraction, Fraction], Counter[Fraction]] = {}
    starts: dict[Fraction, int] = {}
    touched = 0
    for tone in tones:
        onset, end = grid.at(tone.start), grid.at(tone.stop, end=True)
        if end <= onset:
            touched += 1
            end = onset + SHORTEST
        chords.setdefault((onset, end), Counter())[tone.key + tone.bend] += 1
        starts.setdefault(onset, tone.start)
    rows: list[Sound] = []
    for (onset, end), keys in sorted(chords.items()):
        syllable = sung.get(starts[onset])
        for copy in range(max(keys.values())):
            pitches = tuple(_bare(midi) for midi, times in sorted(keys.items()) if times > copy)
            rows.append(Sound(onset, end, pitches, lyrics=(syllable,) if syllable and not copy else ()))
    return rows, touched


def _bare(midi: Fraction) -> Pitch:
    """Return a pitch that is not spelled yet: C with all semitones above it as its alteration."""
    octave = int(midi // 12) - 1
    return Pitch("C", octave, midi - 12 * (octave + 1))


class _Signs:
    """Tempo, metre and key of a file, in exact time."""

    def __init__(self, tape: Tape, grid: Grid, said: list[Diagnostic], voices: int = 1) -> None:
        self.tape, self.said, self.voices = tape, said, max(1, voices)
        self.tempi = self._tempi(tape, grid)
        self.metres = self._metres(tape, grid)
        self.keys = self._keys(tape, grid)
        self.pickup = self._pickup()

    def _tempi(self, tape: Tape, grid: Grid) -> list[tuple[Fraction, Tempo]]:
        found: dict[Fraction, Tempo] = {}
        for tick, microseconds in sorted(chain.from_iterable(track.tempi for track in tape.tracks)):
            if tick > MOST_QUARTERS * tape.quarter:
                continue
            speed = Fraction(60_000_000, max(1, microseconds))
            if speed > FASTEST:
                self.said.append(remark("midi-tempo", f"A tempo of {int(speed):,} quarters a minute was left out."))
                continue
            tempo = Tempo(Fraction(1, 4), _round_tempo(speed))
            when = grid.at(tick)
            if not found or list(found.values())[-1] != tempo or when == ZERO:
                found[when] = tempo
        if not found or min(found) > ZERO:
            return [(ZERO, Tempo(Fraction(1, 4), Fraction(60_000_000, DEFAULT_TEMPO))), *found.items()]
        return list(found.items())

    def _metres(self, tape: Tape, grid: Grid) -> list[tuple[Fraction, Metre]]:
        found: dict[Fraction, Metre] = {}
        for tick, beats, unit in sorted(chain.from_iterable(track.metres for track in tape.tracks)):
            if not 0 < beats <= 128 or unit not in UNITS:
                self.said.append(remark("midi-metre", f"A metre of {beats}/{unit} cannot be; it was left out."))
            elif tick <= MOST_QUARTERS * tape.quarter:
                found[grid.at(tick)] = Metre((beats,), unit)
        if ZERO not in found:
            self.said.append(remark("midi-no-metre", "No metre at the beginning: 4/4 was taken."))
            return [(ZERO, Metre()), *found.items()]
        return list(found.items())

    def _keys(self, tape: Tape, grid: Grid) -> list[tuple[Fraction, Key]]:
        found: dict[Fraction, Key] = {}
        for tick, name in sorted(chain.from_iterable(track.keys for track in tape.tracks)):
            if tick <= MOST_QUARTERS * tape.quarter:
                found[grid.at(tick)] = standard_key(name.rstrip("m"), "minor" if name.endswith("m") else "major")
        if ZERO not in found:
            self.said.append(remark("midi-no-key", "No key signature: C was taken, so Sa is C."))
            return [(ZERO, Key()), *found.items()]
        return list(found.items())

    def _pickup(self) -> Metre | None:
        """Return the metre after a first bar that is one of a shorter metre, which is how programs write a pickup."""
        if len(self.metres) < 2:
            return None
        (_, first), (when, second) = self.metres[:2]
        if first.length != when or second.length is None or when >= second.length:
            return None
        said = f"The first bar, of {first}, was taken for the pickup of a tune in {second}."
        self.said.append(remark("midi-pickup", said))
        return second

    def bars(self, end: Fraction, *, exact: bool = False) -> list[_Bar]:
        """Cut time into bars up to an end; a new metre begins a new bar wherever it stands.

        `exact`: the last bar is as long as the tune, not as its metre says.
        """
        rows: list[_Bar] = []
        now = ZERO
        starts = [when for when, _ in self.metres]
        key_times = [when for when, _ in self.keys]
        while now < end or not rows:
            if len(rows) * self.voices >= MOST_NOTES:
                filled = f"more than {MOST_NOTES:,} bars of its {self.voices} voices"
                raise FormatError(f"The tune would fill {filled}; it is not read. Cut it.")
            place = bisect_right(starts, now) - 1
            metre = self.metres[place][1]
            length = metre.length or Fraction(1)
            if place + 1 < len(starts):
                length = min(length, starts[place + 1] - now)
            key = self.keys[bisect_right(key_times, now) - 1][1]
            changes = tuple(Change(when - now, value) for when, value in self.keys if now < when < now + length)
            rows.append(_Bar(now, length, self.pickup if self.pickup and not rows else metre, key, changes))
            now += length
        if exact and now > end > rows[-1].start:
            rows[-1] = replace(rows[-1], length=end - rows[-1].start)
        return rows


def _round_tempo(speed: Fraction) -> Fraction:
    whole = Fraction(round(speed))
    return whole if abs(whole - speed) < Fraction(1, 100) else Fraction(round(speed * 100), 100)


def _measures(
    sounds: Sequence[Sound], bars: Sequence[_Bar], tempi: Iterable[tuple[Fraction, Tempo]]
) -> tuple[Measure, ...]:
    """Cut one voice's sounds at the bar lines, tie the pieces, and lay what overlaps into layers."""
    starts = [bar.start for bar in bars]
    rows: list[list[list[Sound]]] = [[[]] for _ in bars]
    busy: list[Fraction] = []
    for sound in sorted(sounds, key=lambda s: (s.onset, -max(p.midi for p in s.pitches), s.end)):
        layer = next((n for n, until in enumerate(busy) if until <= sound.onset), len(busy))
        if layer >= MOST_LAYERS:
            raise FormatError(f"More than {MOST_LAYERS} notes overlap in one track; this is not read as voices.")
        busy[layer : layer + 1] = [sound.end]
        place = bisect_right(starts, sound.onset) - 1
        first = True
        while place < len(bars) and bars[place].start < sound.end:
            bar = bars[place]
            piece = Sound(
                max(sound.onset, bar.start) - bar.start,
                min(sound.end, bar.end) - bar.start,
                tuple(spelled(pitch, bar.key) for pitch in sound.pitches),
                sound.end > bar.end,
                sound.lyrics if first else (),
            )
            while len(rows[place]) <= layer:
                rows[place].append([])
            rows[place][layer].append(piece)
            place, first = place + 1, False
    changes: dict[int, list[Change]] = {}
    for when, tempo in tempi:
        place = bisect_right(starts, when) - 1
        if place < len(bars) and when < bars[-1].end:
            changes.setdefault(place, []).append(Change(when - bars[place].start, tempo))
    last = len(bars) - 1
    return tuple(
        Measure(
            _layers(layers, bar),
            bar.key,
            bar.metre,
            tuple(sorted([*bar.key_changes, *changes.get(place, ())], key=lambda change: change.onset)),
            right=Barline("|]" if place == last else "|"),
            line_end=place % 4 == 3,
        )
        for place, (bar, layers) in enumerate(zip(bars, rows, strict=True))
    )


def _layers(layers: Sequence[Sequence[Sound]], bar: _Bar) -> tuple[tuple[Event, ...], ...]:
    if not any(layers):
        kind = Rest.WHOLE_BARS if bar.length == bar.metre.length else Rest.VISIBLE
        return ((Event(ZERO, bar.length, bar.length, rest=kind),),)
    main = layer_of(layers[0], bar.length)
    return (main, *(layer_of(layer, bar.length, Rest.INVISIBLE) for layer in layers[1:] if layer))


@lru_cache(4096)
def spelled(pitch: Pitch, key: Key) -> Pitch:
    """Spell a pitch by its key: as in the signature, else by the nearest fifths, five down and six up."""
    midi = pitch.midi
    whole = int(midi // 1)
    fifths = key.fifths or 0
    place = next(n for n in range(fifths - 5, fifths + 7) if (7 * n - whole) % 12 == 0)
    step = SHARP_ORDER[(place + 1) % 7]
    alter = (place + 1) // 7
    natural = Pitch(step, 4).midi + alter
    octave = 4 + (whole - int(natural)) // 12
    rest = midi - whole
    return Pitch(step, octave, alter + rest if rest else alter)


def _say_moved(grid: Grid, signs: _Signs, said: list[Diagnostic]) -> None:
    if grid.exact:
        return
    tempo = signs.tempi[0][1].quarters_per_minute or Fraction(120)
    starts, ends = (round(grid.moved.get(end, 0) / grid.quarter * 60_000 / tempo) for end in (False, True))
    names = ", ".join(str(number) for number in sorted(set(grid.beats.values())))
    text = (
        f"Times were put on grids of {names} a quarter note: notes were moved by up to {starts} ms, "
        f"their ends by up to {ends} ms."
    )
    said.append(remark("midi-grid", text, Severity.WARNING))
