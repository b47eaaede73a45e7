"""The clockwork: turns a plan into blocks of samples, and tells which frame carries which moment of the score."""

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from core.audio.clicks import Clicks
from core.audio.cycle import Stroke
from core.audio.level import Floats, Level
from core.audio.live_synth import Voice
from core.audio.schedule import Sound
from core.audio.synth import RATE, TAIL_SECONDS, Samples
from core.audio.transport_plan import START, Plan, moved

FADE_SECONDS = 0.015
"""A cut takes this long, so that it does not click."""
DRAIN_SECONDS = 1.0
"""After a cut the room's echo runs out unheard for so long."""
CHASE_SECONDS = 0.06
"""A note of which less is left is not begun again after a jump."""
SHORTEST_LOOP = 0.05
FOREVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Mark:
    """From this frame on the score runs on from `position` with `speed` (score seconds a second; 0 stands still).

    `jump` is the number of the jump that led here. `count`: the frames of the beats that are counted in, then that of
    the start.
    """

    frame: int
    position: float
    speed: float
    plan: Plan
    jump: int = 0
    count: tuple[int, ...] = ()
    ended: bool = False

    def at(self, frame: float, rate: int) -> float:
        """Return the score's second at a frame."""
        return min(self.position + max(frame - self.frame, 0) / rate * self.speed, self.plan.seconds)


@dataclass(frozen=True, slots=True)
class Jump:
    """Where to go next, whether to play there, and what to count in: strokes, in seconds of the score before it."""

    position: float
    playing: bool
    number: int
    count: tuple[tuple[float, Stroke], ...] = ()


class Engine:
    """Renders blocks. Not thread-safe: the player holds its lock around every call."""

    def __init__(self, report: Callable[[Mark], None], rate: int = RATE) -> None:
        self.rate = rate
        self.frame = 0
        self.plan = Plan()
        self.playing = False
        self.loop: tuple[float, float] | None = None
        self.metronome = False
        self.voice: Voice | None = None
        self.level = Level()
        self.clicks = Clicks()
        self._report = report
        self._speed = 1.0
        self._transpose = 0
        self._program = 0
        self._jump_number = 0
        self._anchor = (0, 0.0)
        self._next = 0
        self._held: dict[Sound, Sound] = {}
        self._count: tuple[tuple[float, Stroke], ...] = ()
        self._counted = 0
        self._count_from = (0, 0.0)
        self._ring_until = 0
        self._drain_until = 0
        self._fade_from = 0
        self._pending: Jump | None = None
        self._mark()

    # -- what the player asks for ---------------------------------------------------------------------------------

    @property
    def position(self) -> float:
        """The score's second at the next frame, or where a jump under way will arrive."""
        if self._pending is not None:
            return self._pending.position
        frame, position = self._anchor
        if not self.playing or self._count:
            return position
        return min(position + (self.frame - frame) / self.rate * self._speed, self.plan.seconds)

    @property
    def silent(self) -> bool:
        """True where nothing sounds or will by itself."""
        return not (self.playing or self._pending or self._held or self.frame < self._ring_until)

    def go(self, jump: Jump) -> None:
        """Jump, play or pause; what sounds fades out first."""
        jump = replace(jump, position=min(max(jump.position, 0.0), self.plan.seconds))
        if self.silent or self.voice is None:
            self._arrive(jump)
            return
        if self._pending is None:
            self._stand_still()
            self._fade_from = self.frame
        self._pending = jump

    def load(self, plan: Plan) -> None:
        """Take another plan in the middle of things; notes that are in both sound on."""
        position = moved(self.plan, plan, self.position)
        if self._pending is not None:
            self._pending = replace(self._pending, position=position)
        self.plan = plan
        self._anchor = (self.frame, position)
        if self.playing and not self._count and self._pending is None:
            self._next = bisect_left(plan.action_times, position)
            self._swap_notes(position)
        self._mark()

    def set_speed(self, speed: float) -> None:
        """Run slower or faster from the next frame on, a count-in too."""
        if self._count:
            frame, seconds = self._count_from
            self._count_from = (self.frame, seconds + (self.frame - frame) / self.rate * self._speed)
        self._anchor = (self.frame, self.position) if self._pending is None else self._anchor
        self._speed = speed
        self._mark()

    def set_transpose(self, semitones: int) -> None:
        """Move the sound; what sounds begins anew at its new pitch."""
        if semitones != self._transpose:
            self._transpose = semitones
            self._begin_anew()

    def set_program(self, program: int) -> None:
        """Change the instrument, also of what sounds."""
        self._program = program
        if self.voice is not None:
            self.voice.set_program(program)
            self._begin_anew()

    def set_voice(self, voice: Voice | None) -> Voice | None:
        """Play on another synthesizer; return the one before."""
        before, self.voice = self.voice, voice
        if voice is None:
            self._held.clear()
        else:
            voice.set_program(self._program)
            self._begin_anew(end=False)
        return before

    def halt(self, position: float) -> None:
        """Stop dead: there is nothing to fade out on."""
        self._pending = None
        if self.voice is not None:
            self.voice.quiet()
        self.clicks.quiet()
        self._arrive(Jump(position, False, self._jump_number))

    def restart(self, rate: int) -> None:
        """Begin a new stream of frames while nothing plays."""
        self.rate = rate
        self._anchor = (self.frame, self.position)
        self._mark()

    # -- rendering ------------------------------------------------------------------------------------------------

    def fill(self, frames: int) -> Samples:
        """Return the next stereo frames."""
        out = np.zeros((frames, 2), dtype=np.float32)
        done = 0
        while done < frames:
            self._do_what_is_due()
            count = min(frames - done, max(self._next_event() - self.frame, 1))
            self._render(out[done : done + count])
            done += count
            self.frame += count
        return self.level.apply(out, self.rate)

    def _do_what_is_due(self) -> None:
        if self._pending is not None:
            if self.frame >= self._fade_from + self._fade_frames():
                jump, self._pending = self._pending, None
                if self.voice is not None:
                    self.voice.quiet()
                self.clicks.quiet()
                self._arrive(jump)
            else:
                return
        if self._count and self.frame >= self._count_frames()[0]:
            self._count_on()
        if self.playing and not self._count:
            self._play_on()
        if not self.playing and self._ring_until and self.frame >= self._ring_until:
            self._ring_until = 0
            if self.voice is not None:
                self.voice.quiet()

    def _next_event(self) -> int:
        if self._pending is not None:
            return self._fade_from + self._fade_frames()
        if self._count:
            return self._count_frames()[0]
        if not self.playing:
            return self._ring_until if self.frame < self._ring_until else FOREVER
        frames = [self._frame_of(self.plan.seconds)]
        if self._next < len(self.plan.actions):
            frames.append(self._frame_of(self.plan.action_times[self._next]))
        if self._loops():
            frames.append(self._frame_of(self._loop_end()))
        return min(frames)

    def _render(self, out: Floats) -> None:
        if self.voice is None:
            return
        if self.silent:
            if self.frame < self._drain_until:
                self.voice.samples(len(out))
            return
        out[:] = self.voice.samples(len(out))
        self.clicks.mix(out)
        if self._pending is not None:
            steps = np.arange(self.frame - self._fade_from, self.frame - self._fade_from + len(out))
            out *= np.clip(1 - steps / self._fade_frames(), 0, 1)[:, None]

    # -- the score ------------------------------------------------------------------------------------------------

    def _fade_frames(self) -> int:
        return round(FADE_SECONDS * self.rate)

    def _frame_of(self, seconds: float) -> int:
        frame, position = self._anchor
        # a hair less than the ceiling: a moment computed to fall on a frame must not slip to the next
        return frame + math.ceil((seconds - position) / self._speed * self.rate - 1e-4)

    def _mark(self, *, ended: bool = False) -> None:
        moving = self.playing and not self._count and self._pending is None
        self._report(
            Mark(
                self.frame, self._anchor[1], self._speed if moving else 0.0, self.plan, self._jump_number,
                self._count_frames(), ended,
            )
        )  # fmt: skip

    def _stand_still(self) -> None:
        self._anchor = (self.frame, self.position)
        self._count = ()
        self.playing = False
        self._mark()

    def _arrive(self, jump: Jump) -> None:
        self._held.clear()
        self._ring_until = 0
        self._drain_until = self.frame + round(DRAIN_SECONDS * self.rate)
        self._jump_number = jump.number
        self._anchor = (self.frame, min(jump.position, self.plan.seconds))
        self.playing = jump.playing
        self._count, self._counted = jump.count if jump.playing else (), 0
        if self._count:
            self._count_from = (self.frame, self._count[0][0])
            self._mark()
        else:
            self._begin()

    def _begin(self) -> None:
        position = self._anchor[1]
        self._anchor = (self.frame, position)
        self._next = bisect_left(self.plan.action_times, position)
        self._mark()
        if self.playing:
            self._chase(position)

    def _chase(self, position: float) -> None:
        for sound in self.plan.spanning(position):
            if sound.onset < position < sound.onset + sound.duration - CHASE_SECONDS:
                self._start(sound)

    def _count_frames(self) -> tuple[int, ...]:
        """Return the frames of the beats that are still to be counted, then that of the start."""
        if not self._count:
            return ()
        frame, begun = self._count_from
        left = [*(seconds for seconds, _ in self._count[self._counted :]), 0.0]
        return tuple(frame + math.ceil((at - begun) / self._speed * self.rate - 1e-4) for at in left)

    def _count_on(self) -> None:
        if self._counted == len(self._count):
            self._count = ()
            self._begin()
        else:
            self.clicks.strike(self._count[self._counted][1], self.rate)
            self._counted += 1

    def _loop_end(self) -> float:
        return min(self.loop[1], self.plan.seconds) if self.loop else 0.0

    def _loops(self) -> bool:
        """Say whether playing runs into the loop's end; beyond it, it goes on to the end of the tune."""
        end = self._loop_end()
        return self.loop is not None and end - self.loop[0] >= SHORTEST_LOOP and self._anchor[1] < end

    def _play_on(self) -> None:
        if self.loop and self._loops() and self.frame >= self._frame_of(self._loop_end()):
            self._let_go()
            self._anchor = (self.frame, self.loop[0])
            self._begin()
        while self._next < len(self.plan.actions):
            action = self.plan.actions[self._next]
            if self._frame_of(action.seconds) > self.frame:
                break
            self._next += 1
            if action.stroke is not None:
                if self.metronome:
                    self.clicks.strike(action.stroke, self.rate)
            elif action.sound is not None:
                if action.kind == START:
                    self._start(action.sound)
                else:
                    self._end(action.sound)
        if self.frame >= self._frame_of(self.plan.seconds):
            self._finish()

    def _finish(self) -> None:
        self._let_go()
        self.playing = False
        self._anchor = (self.frame, 0.0)
        self._ring_until = self.frame + round(TAIL_SECONDS * self.rate)
        self._drain_until = self._ring_until + round(DRAIN_SECONDS * self.rate)
        self._mark(ended=True)

    # -- notes ----------------------------------------------------------------------------------------------------

    def _start(self, source: Sound) -> None:
        sounding = replace(source, midi=source.midi + self._transpose)
        if self.voice is None or not 0 <= sounding.midi <= 127:
            return
        for other, old in list(self._held.items()):
            # two notes of one key share a key of the synthesizer: the later takes it over
            if old.part == sounding.part and round(old.midi) == round(sounding.midi):
                self._end(other)
        self.voice.start(sounding)
        self._held[source] = sounding

    def _end(self, source: Sound) -> None:
        sounding = self._held.pop(source, None)
        if sounding is not None and self.voice is not None:
            self.voice.end(sounding)

    def _let_go(self) -> None:
        for source in list(self._held):
            self._end(source)

    def _begin_anew(self, *, end: bool = True) -> None:
        sources = list(self._held)
        for source in sources:
            if end:
                self._end(source)
        self._held.clear()
        if self.playing and self._pending is None:
            for source in sources:
                self._start(source)

    def _swap_notes(self, position: float) -> None:
        """After a new plan: what is in both sounds on, the rest ends or begins."""
        wanted = {
            (sound.part, sound.midi): sound
            for sound in self.plan.spanning(position)
            if sound.onset < position < sound.onset + sound.duration - CHASE_SECONDS
        }
        for source, sounding in list(self._held.items()):
            heir = wanted.pop((source.part, source.midi), None)
            if heir is None:
                self._end(source)
            else:
                del self._held[source]
                self._held[heir] = sounding
        for sound in wanted.values():
            self._start(sound)
