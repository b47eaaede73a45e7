"""The player without sound, on a clock that only the test moves."""

import pytest

from core.audio.player import Now, Player
from tests.audio.listening import SCALE, SHORT, planned


class Step:
    """A silent player on a clock of its own, which goes on by two milliseconds at every look."""

    def __init__(self, player):
        self.player, self.time, self.told = player, 100.0, []

    def until(self, true):
        began = self.time
        while not true(now := self.player.now()):
            if now.ids and (not self.told or self.told[-1][1] != now.ids[0]):
                self.told.append((self.time - began, now.ids[0]))
            self.time += 0.002
            assert self.time < began + 60, f"still waiting at {now}"
        return now


@pytest.fixture
def step(monkeypatch):
    player = Player(silent=True)
    found = Step(player)
    monkeypatch.setattr("core.audio.silent.perf_counter", lambda: found.time)
    yield found
    player.close()


def test_without_sound_the_time_goes_on_as_if(step):
    step.player.load(planned(SHORT))
    step.player.set_tempo(200)
    step.player.play()
    end = step.until(lambda now: now.ended)
    sounds = step.player._engine.plan.schedule.sounds
    assert [note_id for _, note_id in step.told] == [sound.id for sound in sounds]
    assert [at for at, _ in step.told] == pytest.approx([sound.onset / 2 for sound in sounds], abs=0.003)
    assert end == Now(0.0, (), False, ended=True)


def test_a_clicked_note_is_played_its_next_time_round(step):
    step.player.load(planned(SHORT))
    first = step.player._engine.plan.schedule.sounds[0].id
    for wanted in (0.0, 1.0):
        step.player.play(first)
        assert step.until(lambda now: not now.arriving).position == pytest.approx(wanted, abs=0.01)
        step.until(lambda now, wanted=wanted: now.position > wanted + 0.1)
    step.player.stop()
    step.player.play(first)
    assert step.until(lambda now: not now.arriving).position < 0.01
    step.until(lambda now: now.position > 0.5)
    step.player.play("nothing")
    assert step.until(lambda now: not now.arriving).position == pytest.approx(0.5, abs=0.02)


def test_a_count_in_lasts_one_bar(step):
    step.player.load(planned(SHORT))
    step.player.set_tempo(200)
    step.player.set_count_in(True)
    began = step.time
    step.player.play()
    assert step.until(lambda now: now.counting).counting == 2
    step.until(lambda now: now.counting == 1)
    assert step.time - began == pytest.approx(0.25, abs=0.01)
    step.until(lambda now: now.ids)
    assert step.time - began == pytest.approx(0.5, abs=0.01)
    step.player.play(1.0)
    assert step.until(lambda now: not now.arriving).counting == 0


def test_a_count_in_takes_the_new_tempo_at_once(step):
    step.player.load(planned(SCALE))
    step.player.set_count_in(True)
    began = step.time
    step.player.play()
    step.until(lambda now: now.counting == 2)
    step.player.set_tempo(50)
    assert step.until(lambda now: not now.arriving).counting == 2
    step.until(lambda now: now.ids)
    assert step.time - began == pytest.approx(1.0 + 2.0, abs=0.01)


def test_a_clicked_note_is_played_in_the_pass_that_is_looped(step):
    step.player.load(planned(SHORT))
    first = step.player._engine.plan.schedule.sounds[0].id
    step.player.set_loop(1.0, 1.5)
    step.player.play(first)
    assert step.until(lambda now: now.ids).position == pytest.approx(1.0, abs=0.01)


def test_the_position_can_be_set_while_nothing_plays(step):
    step.player.load(planned(SCALE))
    step.player.seek(2.5)
    assert step.player.now() == Now(2.5, (), False)
    step.player.seek(99.0)
    assert step.player.now().position == 4.0
    step.player.play()
    assert step.until(lambda now: not now.arriving).position < 0.01
    step.player.stop()
    assert step.until(lambda now: now.settled) == Now(0.0, (), False)


def test_play_begins_inside_the_loop_and_a_new_loop_is_jumped_into(step):
    step.player.load(planned(SCALE))
    step.player.set_loop(1.0, 2.0)
    step.player.play()
    assert step.until(lambda now: now.ids).position == pytest.approx(1.0, abs=0.01)
    step.player.set_loop(3.0, 3.5)
    assert step.until(lambda now: now.ids and not now.arriving).position == pytest.approx(3.0, abs=0.01)
    step.time += 10.2
    assert step.player.now().position == pytest.approx(3.2, abs=0.02)
    step.player.set_loop(None)
    step.until(lambda now: now.ended)


def test_a_chosen_note_outside_the_loop_is_played_all_the_same(step):
    step.player.load(planned(SCALE))
    step.player.set_loop(1.0, 2.0)
    step.player.play(step.player._engine.plan.schedule.sounds[6].id)
    assert step.until(lambda now: now.ids).position == pytest.approx(3.0, abs=0.01)


def test_an_empty_tune_ends_at_once(step):
    step.player.load(planned(""))
    step.player.play()
    assert step.until(lambda now: now.settled).ended


def test_an_end_is_not_missed_when_a_new_tune_arrives_with_it(step):
    step.player.load(planned(SCALE))
    step.player.play(3.9)
    step.time += 0.2
    step.player._output.heard()
    step.player.load(planned(SHORT))
    step.time += 0.1
    assert (step.player.now().ended, step.player.now().playing) == (True, False)


def test_silence_can_be_chosen_and_left(step):
    step.player.load(planned(SCALE))
    step.player.play(1.0)
    step.until(lambda now: now.position > 1.5)
    step.player.set_silent(False)
    assert (step.player.silent, step.player.ready) == (False, False)
    assert step.player.now() == Now(pytest.approx(1.5, abs=0.01), (), False)
    step.player.set_silent(True)
    step.player.play()
    assert step.until(lambda now: now.ids).position == pytest.approx(1.5, abs=0.01)
