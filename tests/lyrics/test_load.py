"""Lyrics from files: what is read, and what is refused with words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import FormatError
from core.lyrics.load import MOST_BYTES, load, read

TWO_STANZAS = "আগুনের পরশমণি ছোঁয়াও প্রাণে।\nএ জীবন পুণ্য করো দহন-দানে॥\n\n\n  আমার এই দেহখানি তুলে ধরো,  \n"


def test_stanzas_are_parted_by_blank_lines_and_lines_lose_blanks_around_them():
    lyrics = read(TWO_STANZAS)
    assert [len(stanza) for stanza in lyrics.stanzas] == [2, 1]
    assert lyrics.lines[2] == "আমার এই দেহখানি তুলে ধরো,"


def test_lines_and_syllables_are_counted():
    lyrics = read("আগুনের পরশমণি —\nHello, world!")
    assert (len(lyrics.lines), lyrics.syllable_count) == (2, 4 + 5 + 3)


def test_a_byte_order_mark_and_crlf_are_read_and_the_rest_stays_letter_for_letter(tmp_path):
    file = tmp_path / "song.txt"
    file.write_bytes("\ufeff\u09df\r\n\u09af\u09bc  \rর\u200d্যাব\t".encode())
    lyrics = load(file)
    assert lyrics.text == "\u09df\n\u09af\u09bc  \nর\u200d্যাব\t"
    assert lyrics.lines == ("\u09df", "\u09af\u09bc", "র\u200d্যাব")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_with_what_to_do(tmp_path, encoding):
    file = tmp_path / "song.txt"
    file.write_bytes(("Ekla chalo re, ekla chalo re\n" + TWO_STANZAS).encode(encoding))
    with pytest.raises(FormatError, match=r"song\.txt is in UTF-16.*Save it as UTF-8"):
        load(file)


def test_a_byte_that_is_no_utf_8_is_named_with_line_and_column(tmp_path):
    file = tmp_path / "song.txt"
    file.write_bytes("এক\nদুই caf".encode() + b"\xe9 \n")
    with pytest.raises(FormatError, match=r"song\.txt, line 2, column 8: byte 0xe9 is no UTF-8"):
        load(file)


def test_bengali_saved_through_latin_1_is_recognised(tmp_path):
    file = tmp_path / "song.txt"
    file.write_text("one\n" + "আমার সোনার বাংলা".encode().decode("latin-1"), encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 2: the Bengali was saved through a wrong encoding"):
        load(file)


def test_accented_latin_is_not_taken_for_spoilt_bengali():
    assert read("là-bas, à la §, déjà à midi").lines == ("là-bas, à la §, déjà à midi",)


def test_a_nul_is_named_with_its_place():
    with pytest.raises(FormatError, match="line 2, column 3: a NUL"):
        read("ab\nab\0c")


def test_half_a_character_is_refused():
    with pytest.raises(FormatError, match="line 1, column 2: half a character"):
        read("a\ud800")


def test_a_megabyte_is_the_most(tmp_path):
    file = tmp_path / "song.txt"
    file.write_bytes(b"a" * (MOST_BYTES + 1))
    with pytest.raises(FormatError, match=r"^song\.txt: more than 1 MB"):
        load(file)
    with pytest.raises(FormatError, match=r"^The lyrics: more than 1 MB"):
        read("ক" * (MOST_BYTES // 2))


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        load(tmp_path / "none.txt")


def test_an_empty_file_has_no_lines(tmp_path):
    file = tmp_path / "song.txt"
    file.write_bytes(b"")
    assert load(file).lines == ()


@given(st.binary(max_size=200))
def test_any_bytes_are_lyrics_or_refused(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("any") / "song.txt"
    file.write_bytes(content)
    try:
        lyrics = load(file)
    except FormatError:
        return
    assert "\r" not in lyrics.text
    assert "\0" not in lyrics.text


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_lines_hold_every_letter_of_the_text(text):
    try:
        lyrics = read(text)
    except FormatError:
        return
    assert "".join("".join(lyrics.lines).split()) == "".join(text.removeprefix("\ufeff").split())
