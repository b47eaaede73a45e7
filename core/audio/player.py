"""Play a plan: the sound callback's thread pulls blocks from the engine, everyone else only asks and looks."""

import threading
import time
import traceback
from collections import deque
from dataclasses import dataclass
from pathlib import Path

from core import log
from core.audio import device, soundfont
from core.audio.cycle import Stroke
from core.audio.device import Output, SoundDevice
from core.audio.engine import Engine, Jump, Mark
from core.audio.live_synth import LiveSynth, Voice
from core.audio.silent import SilentOutput, SilentVoice
from core.audio.synth import RATE, Samples, load_fluidsynth
from core.audio.transport_plan import Plan
from core.errors import AppError, AudioError

SLOWEST, FASTEST = 25, 200
"""Per cent of the written tempo."""
IDLE_SECONDS = 5.0
"""After so long without sound the device is given back."""


@dataclass(frozen=True, slots=True)
class Now:
    """What is heard at this moment. `position` in seconds of the score; `ids` of the sounding notes, the lead first."""

    position: float
    ids: tuple[str, ...]
    playing: bool
    counting: int = 0
    """Beats left of the count-in."""
    ended: bool = False
    """The tune has played to its end, and nothing was asked for since."""
    settled: bool = True
    """Nothing moves any more, nor will before something is asked for."""
    arriving: bool = False
    """A jump was asked for and is not heard yet; `position` is where it leads."""


class Player:
    """Plays one plan at a time on the system's sound device.

    All methods may be called from any thread. `check`, `prepare`, `play`, `set_soundfont`, `set_silent`, `rest` and
    `close` may wait for a device or a file; the others return at once.
    """

    def __init__(self, program: int = 0, font: Path | None = None, *, silent: bool = False) -> None:
        self._lock = threading.RLock()
        self._device_lock = threading.RLock()
        self._marks: deque[Mark] = deque()
        self._engine = Engine(self._marks.append)
        self._engine.set_program(program)
        self._font = font
        self._silent = silent
        self._output: Output | None = None
        self._base = 0
        self._synth_rate = 0
        self._wanted = False
        self._ended = False
        self._jumps = 0
        self._counts_in = False
        self._program = program
        self._problem = ""
        self._quiet_since = 0.0
        self._closed = False

    # -- the device -----------------------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """True while the device is open, so that `play` sounds at once."""
        output = self._output
        return output is not None and not output.problem and not self._problem

    @property
    def silent(self) -> bool:
        """True where the time goes on without sound."""
        return self._silent

    @property
    def problem(self) -> str:
        """Why playing stopped by itself; empty where it did not."""
        return self._problem

    def check(self) -> None:
        """Raise AudioError or MissingPackage where `prepare` would, without opening anything."""
        if self._silent or self.ready:
            return
        with self._device_lock:
            # a device that went away must be let go before the list of devices can be made anew
            self._drop_output()
            load_fluidsynth()
            soundfont.find(self._font)
            device.check()
            self._problem = ""

    def prepare(self) -> None:
        """Load the soundfont and open the device. Raises AudioError or MissingPackage."""
        with self._device_lock:
            if self._closed:
                raise AudioError("The player is closed.")
            if self.ready:
                return
            self._drop_output()
            output: Output = SilentOutput() if self._silent else SoundDevice()
            # the device pulls as soon as it is open: its first frame is the engine's next one
            self._base = self._engine.frame
            if self._silent:
                self._swap(SilentVoice(), 0)
                output.open(self._fill)
            else:
                self._load_synth(self._synth_rate or RATE)
                output.open(self._fill)
                self._load_synth(output.rate)
            with self._lock:
                self._engine.restart(output.rate)
                self._output = output
                self._problem = ""
                self._quiet_since = time.monotonic()

    def set_silent(self, silent: bool) -> None:
        """Play without sound, or with it again; what plays stops."""
        with self._device_lock:
            if silent != self._silent:
                self.pause()
                self._drop_output()
                self._silent = silent
                self._swap(None, 0)
                self._problem = ""

    def set_soundfont(self, font: Path | None) -> None:
        """Play on another soundfont, or on the shipped one. Raises AudioError; the old one then stays."""
        with self._device_lock:
            soundfont.find(font)
            before, self._font = self._font, font
            if self._synth_rate:
                rate, self._synth_rate = self._synth_rate, 0
                try:
                    self._load_synth(rate)
                except AppError:
                    self._font, self._synth_rate = before, rate
                    raise

    def rest(self) -> bool:
        """Give the device back where it has been silent for a while; True where none is open any more."""
        with self._device_lock:
            with self._lock:
                busy = self._wanted or not self._engine.silent
                if busy:
                    self._quiet_since = time.monotonic()
                idle = not busy and time.monotonic() - self._quiet_since >= IDLE_SECONDS
            if idle:
                self._drop_output()
            return self._output is None

    def close(self) -> None:
        """End all sound and free everything."""
        with self._device_lock:
            self._closed = True
            self._drop_output()
            self._swap(None, 0)

    def _load_synth(self, rate: int) -> None:
        if self._synth_rate != rate:
            load_fluidsynth()
            self._swap(LiveSynth(soundfont.find(self._font), self._program, rate), rate)

    def _swap(self, voice: Voice | None, rate: int) -> None:
        with self._lock:
            before = self._engine.set_voice(voice)
            self._synth_rate = rate
        if before is not None:
            before.close()

    def _drop_output(self) -> None:
        with self._lock:
            output, position = self._output, self._look().position
            self._output, self._wanted = None, False
            self._engine.halt(position)
        if output is not None:
            output.close()

    def _fill(self, frames: int) -> Samples:
        with self._lock:
            return self._engine.fill(frames)

    # -- what is asked for ----------------------------------------------------------------------------------------

    def load(self, plan: Plan) -> None:
        """Play another plan from now on; the position stays where it sensibly can, and playing goes on."""
        with self._lock:
            self._engine.load(plan)

    def play(self, at: float | str | None = None) -> None:
        """Play from a second, from a note (its next time while playing, else its first), or from where it stands.

        Raises AudioError or MissingPackage.
        """
        self.prepare()
        self.start(at)

    def start(self, at: float | str | None = None) -> bool:
        """Play as `play` does, but never wait: where the device is not open, return False and do nothing."""
        with self._lock:
            if not self.ready:
                return False
            if at is None and self._wanted:
                return True
            position = self._place(at)
            counts = self._counts_in and not self._wanted
            self._wanted = True
            self._go(position, self._engine.plan.count_in(position) if counts else ())
            return True

    def pause(self) -> None:
        """Stand still here."""
        with self._lock:
            self._wanted = False
            self._quiet_since = time.monotonic()
            if self._engine.playing:
                self._engine.go(Jump(self._engine.position, False, self._jumps))

    def stop(self) -> None:
        """Stand still at the beginning."""
        with self._lock:
            self._wanted = False
            self._quiet_since = time.monotonic()
            self._go(0.0)

    def seek(self, seconds: float) -> None:
        """Go to a second; playing goes on there."""
        with self._lock:
            self._go(seconds)

    def set_loop(self, start: float | None, end: float | None = None) -> None:
        """Play from `start` to `end` over and over; None ends that. What plays outside jumps in."""
        with self._lock:
            self._engine.loop = None if start is None or end is None or end <= start else (start, end)
            loop = self._engine.loop
            if loop and self._wanted and not loop[0] <= self._engine.position < loop[1]:
                self._go(loop[0])

    def set_tempo(self, percent: float) -> None:
        """Play at 25 to 200 % of the written tempo; pitches stay."""
        with self._lock:
            self._engine.set_speed(min(max(percent, SLOWEST), FASTEST) / 100)

    def set_volume(self, volume: float) -> None:
        """Set the loudness, 0 to 1, in steps that sound even: the square is the amplitude."""
        with self._lock:
            self._engine.level.volume = min(max(volume, 0.0), 1.0) ** 2

    def set_program(self, program: int) -> None:
        """Choose a General MIDI program for all parts."""
        with self._lock:
            self._program = program
            self._engine.set_program(program)

    def set_transpose(self, semitones: int) -> None:
        """Move the sound by semitones."""
        with self._lock:
            self._engine.set_transpose(semitones)

    def set_count_in(self, on: bool) -> None:
        """Strike one cycle of the tala, or one bar of the metre, before playing starts."""
        with self._lock:
            self._counts_in = on

    def set_metronome(self, on: bool) -> None:
        """Strike the tala, or the beats of the metre, while playing."""
        with self._lock:
            self._engine.metronome = on

    def set_metronome_volume(self, volume: float) -> None:
        """Set the loudness of the strokes, 0 to 1, in steps that sound even; the volume of all goes on top."""
        with self._lock:
            self._engine.clicks.gain = min(max(volume, 0.0), 1.0) ** 2

    def _place(self, at: float | str | None) -> float:
        engine = self._engine
        if isinstance(at, str):
            after = self._look().position if self._wanted else 0.0
            inside = [time for time in engine.plan.places.get(at, ()) if engine.loop and _within(time, engine.loop)]
            later = [time for time in inside if time >= after]
            found = next(iter(later or inside), engine.plan.place(at, after))
            return engine.position if found is None else found
        if at is not None:
            return at
        loop, position = engine.loop, engine.position
        if loop and not loop[0] <= position < loop[1]:
            return loop[0]
        return 0.0 if position >= engine.plan.seconds else position

    def _go(self, position: float, count: tuple[tuple[float, Stroke], ...] = ()) -> None:
        self._ended = False
        self._jumps += 1
        self._engine.go(Jump(position, self._wanted, self._jumps, count))

    # -- what is heard --------------------------------------------------------------------------------------------

    def now(self) -> Now:
        """Say what is heard now: the same plan that makes the sound, at the frame that has reached the ear."""
        with self._lock:
            found = self._look()
            output = self._output
            if output is not None and output.problem and not self._problem:
                self._problem = output.problem
                if output.error is not None:
                    log.logger().error("%s\n%s", self._problem, "".join(traceback.format_exception(output.error)))
                self._wanted = False
                self._engine.halt(found.position)
                return Now(found.position, (), False)
            return found

    def _look(self) -> Now:
        output = self._output
        heard = float(self._engine.frame) if output is None else self._base + output.heard()
        marks = self._marks
        while len(marks) > 1 and marks[1].frame <= heard:
            marks.popleft()
            if marks[0].ended and marks[0].jump == self._jumps:
                self._ended, self._wanted = True, False
                self._quiet_since = time.monotonic()
        mark = marks[0]
        if mark.jump != self._jumps:
            # a jump that is not heard yet: show where it leads
            target = next((later.position for later in marks if later.jump == self._jumps), self._engine.position)
            return Now(target, (), self._wanted, settled=False, arriving=True)
        position = mark.at(heard, self._engine.rate)
        moving = mark.speed > 0
        counting = sum(frame > heard for frame in mark.count)
        ids = mark.plan.sounding(position) if moving else ()
        return Now(position, ids, self._wanted, counting, self._ended, not moving and not self._wanted)


def _within(time: float, loop: tuple[float, float]) -> bool:
    return loop[0] - 1e-9 <= time < loop[1] - 1e-9
