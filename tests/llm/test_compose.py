"""From a song to a tune with syllables: with ready replies, and with the real small model held to the grammar."""

from dataclasses import replace

import pytest

from core.errors import UsageError
from core.formats.abc.reader import read_first
from core.formats.abc.with_lyrics import REMARK, with_lyrics
from core.llm import compose, open_backend, profiles
from core.llm.base import Options
from core.llm.scripted import Scripted
from core.lyrics.align import fit, has_lyrics
from core.score.check import bars_right
from core.songs import samples
from core.songs.song import Song

TUNE = "X:1\nM:3/4\nL:1/4\nK:C\nC D E | (FG) A | G- G z | C3 |]"


def test_the_songs_syllables_come_under_a_tune_that_has_none():
    song = Song(lyrics="আমার সোনা বাংলা", metre="3/4")
    made = compose.compose(song, "a prompt", Scripted([f"Here:\n```abc\n{TUNE}\n```"]), Options())
    assert made.abc == TUNE
    assert REMARK in made.sung
    assert made.score.fitted_lyrics
    again = read_first(made.sung)
    assert [row for row in again.diagnostics if row.severity != "info"] == []
    sung = [s.text for e in again.score.events() for s in e.lyrics if s is not None and s.text]
    assert "".join(sung) == "আমারসোনাবাংলা"
    assert replace(again.score, fitted_lyrics=True) == made.score


def test_the_songs_title_heads_a_tune_that_has_none():
    song = Song(title="আমার গান 100%", lyrics="এক দুই")
    made = compose.compose(song, "p", Scripted([TUNE]), Options())
    assert made.abc == TUNE
    assert made.sung.split("\n")[1] == "T:আমার গান 100\\%"
    assert made.score.title == "আমার গান 100%"
    titled = TUNE.replace("M:3/4", "T:Mine\nM:3/4")
    assert compose.compose(song, "p", Scripted([titled]), Options()).score.title == "Mine"
    assert compose.sing("C D E|", "", "গান")[0].title == "গান"


def test_a_tune_with_lyrics_of_its_own_is_left_alone():
    own = TUNE + "\nw: la la la"
    score, text, report = compose.sing(own, "আমার সোনার")
    assert (text, report) == (own, None)
    assert not score.fitted_lyrics


def test_lyrics_with_signs_of_abc_in_them_survive():
    abc = "X:1\nM:4/4\nL:1/4\nK:C\nC D E F | G A B c |"
    score, _ = fit(read_first(abc).score, "দহন-দানে 50% a~b c")
    text = with_lyrics(abc, score)
    again = read_first(text).score
    assert has_lyrics(again)
    ours = [[s.text for s in e.lyrics if s] for e in score.events()]
    theirs = [[s.text.replace(" ", "~") for s in e.lyrics if s] for e in again.events()]
    assert [row for row in theirs if row] == [[w.replace(" ", "~") for w in row] for row in ours if row]


def test_a_reply_without_a_tune_is_no_error_and_keeps_its_reason():
    made = compose.compose(Song(), "p", Scripted(["I cannot."]), Options())
    assert made.score is None
    assert "no ABC" in made.answer.reason
    take = made.take(Song(), 3, "scripted")
    assert (take.reply, take.tune, take.level) == ("I cannot.", "", 3)


def test_bars_follow_the_lyrics():
    assert compose.bars_for("", 8) == 16
    assert compose.bars_for("এক", 6) == 8
    assert compose.bars_for("এক দুই তিন চার " * 40, 6) == 32


@pytest.mark.parametrize("sample", ["aguner-poroshmoni", "anandaloke-mangalaloke"])
def test_the_small_model_held_to_the_grammar_writes_right_bars(sample):
    whole = samples.load(sample)
    # most of the time goes into reading the words
    song = replace(whole, lyrics="\n".join(whole.lyrics.splitlines()[:2]))
    profile = profiles.find(profiles.DEFAULT)
    options = replace(profile.sampling(), grammar=compose.song_grammar(song, 4), seed=7)
    backend = open_backend(profile)
    try:
        made = compose.compose(song, compose.prompt_for(song, 3), backend, options)
        again = compose.compose(song, compose.prompt_for(song, 3), backend, options)
    finally:
        backend.close()
    assert bars_right(made.score) == (4, 4)
    assert made.abc == again.abc
    assert [row for row in read_first(made.abc).diagnostics if row.severity == "error"] == []


@pytest.mark.parametrize("metre", ["3/0", "waltz"])
def test_a_metre_that_is_none_is_refused_with_what_would_be_one(metre):
    with pytest.raises(UsageError, match=rf"metre '{metre}' .*\. Write it as 6/8, C or none\.$") as said:
        compose.song_metre(Song(metre=metre))
    assert "are taken" not in str(said.value)
