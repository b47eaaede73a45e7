"""What tests of real sound share: the cursor watched, the recording held against it."""

import time

import numpy as np

from core.audio.transport_plan import plan
from core.formats.abc.reader import read_first
from tests import timing
from tests.audio.test_sound import cents_off, onset_near

SHORT = "X:1\nM:2/4\nL:1/8\nQ:1/4=120\nK:C\n|:C2 E G:|c _B A2|\n"
SCALE = "X:1\nM:4/4\nL:1/4\nQ:1/4=120\nK:C\nC D E F|G A B c|\n"
WITHIN = 0.05
TRIES = 10


def planned(abc):
    return plan(read_first(abc).score)


class Watch:
    """What the cursor showed, and when: (moment, Now) whenever it changed."""

    def __init__(self, player):
        self.player, self.rows = player, []
        self.began = time.perf_counter()

    def until(self, true, seconds=30.0):
        """Look every two milliseconds until something is so."""
        end = time.perf_counter() + seconds
        while not true(now := self.player.now()):
            self._look(now)
            assert time.perf_counter() < end, f"still waiting at {now}"
            time.sleep(0.002)
        self._look(now)
        return now

    def for_seconds(self, seconds):
        end = time.perf_counter() + seconds
        return self.until(lambda _now: time.perf_counter() > end)

    def _look(self, now):
        if not self.rows or (now.ids, now.position < self.rows[-1][1].position) != (self.rows[-1][1].ids, False):
            self.rows.append((time.perf_counter(), now))
        else:
            self.rows[-1] = (self.rows[-1][0], now)

    def notes(self):
        """The moments at which another note began to sound, with its pitch: (moment, id, MIDI number)."""
        pitches = {sound.id: sound.midi for sound in self.player._engine.plan.schedule.sounds}
        return [(moment, now.ids[0], pitches[now.ids[0]]) for moment, now in self.rows if now.ids]


def undisturbed(player, pulse, take):
    """Run a take; again where the machine was too busy to play it without a gap.

    A fault is in every take: of those in which no gap was noticed the third that fails is the last.
    """
    failed = 0
    for number in range(1, TRIES + 1):
        player.prepare()
        before, began = player._output.underflows, time.perf_counter()
        try:
            take()
        except (AssertionError, RuntimeError):
            time.sleep(0.1)
            failed += player._output is not None and player._output.underflows == before and not pulse.stalled(began)
            if failed == timing.TRIES:
                raise
        else:
            return
        player.stop()
        # what keeps the machine busy may be over by then
        time.sleep(0.5 * number)
    raise AssertionError(f"the machine was too busy: gaps in each of {TRIES} takes")


def agrees(watch, pulse, notes, transposed=0):
    """Hold every note of the cursor against the recording: begins within 50 ms, has its pitch; return the errors."""
    last = notes[-1][0]
    sound = pulse.sound(watch.began, last + 0.5)
    errors = []
    for (moment, _, midi), (after, _, _) in zip(notes, [*notes[1:], (last + 0.4, "", 0)], strict=True):
        at = moment - watch.began
        errors.append(onset_near(sound, at) - at)
        assert abs(errors[-1]) < WITHIN, (at, midi, errors)
        stop = min(after - watch.began - 0.05, at + 0.5)
        if stop - at > 0.12:
            assert abs(cents_off(sound, at + 0.05, stop, midi + transposed)) < 30, (at, midi)
    return errors


def quiet(pulse, start, stop):
    """The loudest sample between two moments."""
    return np.abs(pulse.sound(start, stop)).max()
