"""Prompt levels 1 to 5 against the paper's table, and a user's own template."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import UsageError
from core.llm import prompts
from core.songs.song import Song, Style

GOLDEN = Path(__file__).parent / "golden"
PAPER = Path(__file__).parents[2].parent / "shared" / "papers" / "000_dff12d4a9f6160f6.txt"
SONG = Song(
    title="আগুনের পরশমণি",
    style=Style.RABINDRA,
    theme="devotion: a life made pure",
    metre="6/8",
    lyrics="আগুনের পরশমণি ছোঁ\u09dfাও প্রাণে।\nএ জীবন পুণ্য করো দহন-দানে॥",
)


@pytest.mark.parametrize("level", prompts.LEVELS)
def test_a_level_is_word_for_word_as_in_the_golden_file(level):
    assert prompts.build(level, SONG) + "\n" == (GOLDEN / f"level{level}.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(not PAPER.is_file(), reason=f"the paper's text is not at {PAPER}")
def test_the_templates_are_the_papers_table():
    rows = {}
    for line in PAPER.read_text(encoding="utf-8").splitlines():
        for level in prompts.LEVELS:
            if line.startswith(f"Level {level} – "):
                rows[level] = line.split("\t", 1)[1].strip()
    third = rows[3].removesuffix(" [Lyrics]")
    fourth = third + rows[4].removeprefix("Level 3 prompt +")
    fifth = fourth.removesuffix(" Lyrics: [lyrics]") + rows[5].removeprefix("Level 4 prompt +")
    printed = dict(zip(prompts.LEVELS, (rows[1], rows[2], rows[3], fourth, fifth), strict=True))
    ours = {
        "[lyrics]": "{lyrics}", "[Lyrics]": "{lyrics}", "[theme]": "{theme}", "[time signature]": "{metre}",
        "[Rabindra/Nazrul]": "{style}", "with 3/4 time": "with {metre} time", r"$\sim$": "~",
    }  # fmt: skip
    for level, text in printed.items():
        for theirs, mark in ours.items():
            text = text.replace(theirs, mark)
        assert prompts.template(level) == text


def test_a_nazrul_song_is_asked_for_by_that_name():
    assert "like a Nazrul Song" in prompts.build(3, replace(SONG, style=Style.NAZRUL))


def test_lyrics_keep_their_lines_and_lose_only_blanks_around_them():
    song = replace(SONG, lyrics="\n  one\n\n  two  \n")
    assert prompts.build(1, song) == "Generate a melody in ABC notation for the full lyrics one\n\n  two."


@pytest.mark.parametrize("lyrics", ["{theme} {x} {{", "[lyrics] [theme]", "}} {lyrics}", r"\1 \g<0> $1", "%s %(a)s"])
def test_what_the_user_wrote_is_never_read_as_a_placeholder(lyrics):
    assert prompts.build(1, replace(SONG, lyrics=lyrics)).endswith(f"the full lyrics {lyrics}.")
    assert prompts.build(4, replace(SONG, lyrics=lyrics)).endswith(f"Lyrics: {lyrics}")


@given(st.text().filter(str.strip), st.text().filter(str.strip))
def test_any_lyrics_and_theme_stand_in_the_prompt_as_they_are(lyrics, theme):
    prompt = prompts.fill("{theme}\n{lyrics}\n{theme}", replace(SONG, lyrics=lyrics, theme=theme))
    assert prompt == f"{theme.strip()}\n{lyrics.strip()}\n{theme.strip()}"


@pytest.mark.parametrize(
    ("level", "field"),
    [(1, "lyrics"), (2, "lyrics"), (2, "metre"), (2, "theme"), (3, "metre"), (4, "theme"), (5, "theme")],
)
def test_an_empty_field_is_named_with_the_level(level, field):
    with pytest.raises(UsageError, match=f"Prompt level {level} needs the song's {field}, which is empty"):
        prompts.build(level, replace(SONG, **{field: " \n"}))


def test_a_field_that_a_level_does_not_ask_for_may_be_empty():
    assert prompts.build(1, Song(lyrics="la")) == "Generate a melody in ABC notation for the full lyrics la."


def test_a_style_that_the_paper_has_no_word_for_is_said():
    other = replace(SONG, style=Style.OTHER)
    assert prompts.build(2, other) == prompts.build(2, SONG)
    with pytest.raises(UsageError, match="Prompt level 3 asks for a Rabindra or Nazrul song"):
        prompts.build(3, other)


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_five_levels(level):
    with pytest.raises(UsageError, match="choose 1 to 5"):
        prompts.build(level, SONG)


def test_a_template_of_ones_own_has_the_same_placeholders_and_more():
    song = replace(SONG, raga="ভৈরবী", tala="দাদরা", tempo=72.0)
    text = 'X:1 T:{title} {raga}/{tala} Q:{tempo} {metre} {{style}} {"json": 1} {style}'
    assert prompts.placeholders(text) == ("title", "raga", "tala", "tempo", "metre", "style")
    assert prompts.fill(text, song) == ('X:1 T:আগুনের পরশমণি ভৈরবী/দাদরা Q:72 6/8 {style} {"json": 1} Rabindra')


def test_an_unknown_placeholder_is_named():
    with pytest.raises(UsageError, match=r"unknown placeholder \{time signature\}\. Known: \{lyrics\}"):
        prompts.fill("in {time signature}", SONG)


def test_an_empty_field_of_ones_own_template_is_named():
    with pytest.raises(UsageError, match="The template needs the song's raga"):
        prompts.fill("{raga}", SONG)
