"""The shipped songs: whole, sourced, and without a melody."""

import pytest

from core import paths
from core.errors import UsageError
from core.lyrics.load import read
from core.songs import samples, swara_file
from core.songs.song import Style


def test_the_list_names_every_sample_file_and_no_other():
    files = {file.stem for file in (paths.resources() / "samples").glob("*.swara")}
    assert files == set(samples.SAMPLES)


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_sample_brings_title_theme_metre_and_tala_but_no_tune(name):
    song = samples.load(name)
    assert song.title
    assert song.theme
    assert song.tala
    assert song.metre in ("4/4", "5/8", "6/8", "12/8")
    assert "ours" in song.notes
    assert song.reference is None
    assert song.takes == ()


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_sample_of_tagore_names_the_source_of_its_words_and_one_of_nazrul_has_none(name):
    song = samples.load(name)
    if song.style is Style.NAZRUL:
        assert (song.lyrics, song.source) == ("", "")
        assert "paste them" in song.notes
    else:
        assert "github.com/majantali/gitabitan, songs/" in song.source
        assert "public domain" in song.notes
        lyrics = read(song.lyrics)
        assert len(lyrics.lines) >= 8
        assert lyrics.syllable_count > 100


def test_six_songs_of_tagore_are_there():
    styles = [samples.load(name).style for name in samples.SAMPLES]
    assert styles.count(Style.RABINDRA) >= 6
    assert styles.count(Style.NAZRUL) == 2


@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_sample_file_is_as_the_program_writes_it(name):
    file = paths.resources() / "samples" / f"{name}.swara"
    assert swara_file.dump(samples.load(name)) == file.read_text(encoding="utf-8")


def test_an_unknown_sample_is_said():
    with pytest.raises(UsageError, match="no sample 'x'"):
        samples.load("x")
