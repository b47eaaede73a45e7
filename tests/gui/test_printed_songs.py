"""File > Open takes a song of swara cells: its words, title, tala, and the tune to compare with."""

from core.songs.song import Style
from gui.keeping import kinds, read
from tests.formats.tagore import HOME, content


def test_a_swaralipi_json_becomes_a_song_with_its_words_and_its_tune():
    content("ekla-chalo-re", "songs")
    opened = read(HOME / "songs" / "ekla-chalo-re.json")
    song = opened.song
    assert (song.title, song.tala, song.metre) == ("যদি তোর ডাক শুনে কেউ না আসে", "dadra", "3+3/4")
    assert (song.style, song.raga, song.notes) == (Style.RABINDRA, "Baul sur", "Composer: Rabindranath Tagore")
    assert song.lyrics.splitlines()[0] == "য দি তোর্"
    assert song.lyrics.splitlines()[1].startswith("ডাক্ শু নে কেউ না আ")
    assert song.lyrics.count("\n\n") == 3
    assert song.reference is not None
    assert song.reference.abc == song.takes[0].tune
    assert "55 cells begin with a hyphen" in opened.remark
    assert "the lyrics are its syllables" in opened.remark


def test_a_sargam_text_is_told_from_lyrics_by_its_tala(tmp_path):
    content("ekla-chalo-re", "sargam")
    assert read(HOME / "sargam" / "ekla-chalo-re.txt").song.takes
    poem = tmp_path / "poem.txt"
    poem.write_text("যদি তোর ডাক শুনে\nকেউ না আসে\n", encoding="utf-8")
    assert read(poem).song.takes == ()


def test_the_dialog_offers_them():
    assert "*.swaralipi.json" in kinds()
    assert "*.sargam" in kinds()
    assert "*.json" in kinds()
