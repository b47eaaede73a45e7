"""The .swara file: round trips, foreign fields, and hostile content."""

import dataclasses
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import paths
from core.errors import FormatError, StoreError
from core.songs import swara_file
from core.songs.song import Reference, Song, Style, Take

DOCS = Path(__file__).parents[2] / "docs" / "swara-format.md"

text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
whole = st.integers(-(2**64), 2**64)
number = st.floats(allow_nan=False, allow_infinity=False)
value = st.recursive(
    st.none() | st.booleans() | whole | number | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)
table = st.dictionaries(text, value, max_size=4)


def strangers(kind):
    """Fields that no version knows."""
    known = {"format", "version", *(field.name for field in dataclasses.fields(kind))}
    return st.dictionaries(text.filter(lambda name: name not in known), value, max_size=2)


references = st.builds(Reference, text, text, strangers(Reference))
takes = st.builds(
    Take,
    id=text.filter(bool),
    name=text,
    created=st.just("") | st.datetimes(timezones=st.just(UTC)).map(datetime.isoformat),
    level=st.none() | st.integers(1, 5),
    prompt=text,
    profile=text,
    model=text,
    options=table,
    seed=st.none() | whole,
    reply=text,
    tune=text,
    finish=text,
    prompt_tokens=st.none() | whole,
    reply_tokens=st.none() | whole,
    seconds=st.none() | number,
    metrics=table,
    pinned=st.booleans(),
    parent=text,
    changes=st.none() | st.lists(text, max_size=3).map(tuple),
    extra=strangers(Take),
)
songs = st.builds(
    Song,
    title=text,
    style=st.sampled_from(Style),
    theme=text,
    metre=text,
    tala=text,
    raga=text,
    tempo=st.none() | st.floats(min_value=1e-6, allow_nan=False, allow_infinity=False),
    lyrics=text,
    source=text,
    notes=text,
    reference=st.none() | references,
    takes=st.lists(takes, max_size=3, unique_by=lambda take: take.id).map(tuple),
    extra=strangers(Song),
)


def song_text(**fields):
    return json.dumps({"format": "swara", "version": 1} | fields)


@given(songs)
def test_what_is_written_is_read_back_the_same(song):
    assert swara_file.parse(swara_file.dump(song)) == song


def test_a_song_goes_through_a_file_and_bengali_stays_readable(tmp_path):
    path = tmp_path / "deep" / "song.swara"
    song = Song(title="আগুনের পরশমণি", lyrics="ছোঁয়াও\nপ্রাণে", takes=(Take("a", reply="X:1\r\nK:C\0"),))
    swara_file.write(path, song)
    assert swara_file.read(path) == song
    assert "আগুনের পরশমণি" in path.read_text(encoding="utf-8")
    assert [file.name for file in path.parent.iterdir()] == ["song.swara"]


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        swara_file.write(tmp_path / "file" / "song.swara", Song())


def test_the_least_file_is_an_empty_song():
    assert swara_file.parse(song_text()) == Song()
    assert swara_file.parse(song_text(title=None, tempo=None, takes=None, style=None)) == Song()


def test_a_byte_order_mark_is_read(tmp_path):
    path = tmp_path / "song.swara"
    path.write_bytes(b"\xef\xbb\xbf" + song_text(title="x").encode())
    assert swara_file.read(path).title == "x"


def test_unknown_fields_are_kept_everywhere():
    before = song_text(mood=1, reference={"abc": "X:1", "year": 2}, takes=[{"id": "a", "stars": [3]}])
    after = json.loads(swara_file.dump(swara_file.parse(before)))
    assert (after["mood"], after["reference"]["year"], after["takes"][0]["stars"]) == (1, 2, [3])


def test_what_a_repair_changed_is_read_from_files_of_before_and_none_is_no_repair():
    rows = [{"id": "a"}, {"id": "b", "parent": "a", "changes": ["6:6 Close the chord"]}, {"id": "c", "changes": []}]
    song = swara_file.parse(song_text(takes=rows))
    assert [take.changes for take in song.takes] == [None, ("6:6 Close the chord",), ()]
    assert all(take.extra == {} for take in song.takes)


def test_a_newer_version_is_refused_with_words():
    with pytest.raises(FormatError, match=r"song was written by a newer version.*format 2; this one reads 1"):
        swara_file.parse(song_text(version=2))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"title": 3}, r"\$\.title: a whole number where text should stand"),
        ({"tempo": "fast"}, r"\$\.tempo: text where a whole number or a number should stand"),
        ({"tempo": True}, r"\$\.tempo: true or false where"),
        ({"tempo": -1}, r"\$\.tempo: -1 is not above zero"),
        ({"style": "jazz"}, r"\$\.style: 'jazz' is none of rabindra, nazrul, other"),
        ({"reference": "X:1"}, r"\$\.reference: text where an object should stand"),
        ({"reference": {"abc": []}}, r"\$\.reference\.abc: a list where text should stand"),
        ({"takes": {}}, r"\$\.takes: an object where a list should stand"),
        ({"takes": [None]}, r"\$\.takes\[0\]: null where an object should stand"),
        ({"takes": [{"id": "a"}, {"id": "a"}]}, r"\$\.takes\[1\]\.id: another take has the id 'a'"),
        ({"takes": [{"name": "x"}]}, r"\$\.takes\[0\]\.id: a take needs an id"),
        ({"takes": [{"id": "a", "level": 9}]}, r"\$\.takes\[0\]\.level: 9 is no prompt level"),
        (
            {"takes": [{"id": "a", "pinned": 1}]},
            r"\$\.takes\[0\]\.pinned: a whole number where true or false",
        ),
        ({"takes": [{"id": "a", "created": "now"}]}, r"\$\.takes\[0\]\.created: 'now' is no ISO 8601 time"),
        ({"takes": [{"id": "a", "seed": 1.5}]}, r"\$\.takes\[0\]\.seed: a number where a whole number"),
        ({"takes": [{"id": "a", "changes": "6:6"}]}, r"\$\.takes\[0\]\.changes: text where a list should stand"),
        (
            {"takes": [{"id": "a", "changes": ["6:6", 7]}]},
            r"\$\.takes\[0\]\.changes\[1\]: a whole number where text should stand",
        ),
        ({"version": "1"}, r"\$\.version: text where a whole number should stand"),
        ({"version": 0}, r"\$\.version: this is no version"),
        ({"format": "abc"}, "is no song file"),
    ],
)
def test_a_wrong_field_is_named_with_its_place(fields, said):
    with pytest.raises(FormatError, match=said):
        swara_file.parse(song_text(**fields))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "line 1, column 1"),
        ("[1, 2", "the file is damaged"),
        ("[]", r"\$: a list where an object should stand"),
        ('"swara"', r"\$: text where an object should stand"),
        ('{"a": {"b": [0, NaN]}}', r"\$\.a\.b\[1\]: NaN is no number in JSON"),
        ('{"a b": -Infinity}', r"\$\['a b'\]: -Infinity is no number"),
        ('{"a": 1e999}', r"\$\.a: the number 1e999 is too large"),
        ('{"a": ' + "9" * 10_000 + "}", r"\$\.a: the number 9{20}\.\.\. is too large"),
        ('{"a": 99999999999999999999}', r"\$\.a: the number is too large"),
        ('{"a": {"b": 1, "b": 2}}', r"\$\.a: the field 'b' stands twice"),
        ('{"a": ["\\ud800"]}', r"\$\.a\[0\]: half a character"),
        ('{"\\udc00": 1}', r"\$: '\\udc00' cannot name a field"),
        ("[" * 60 + "]" * 60, "nested deeper than 50 levels"),
        ("[" * 100_000 + "]" * 100_000, "nested too deep|nested deeper"),
        ('{"a":' * 100_000, "nested too deep|damaged"),
    ],
)
def test_hostile_json_is_refused_with_words(content, said):
    with pytest.raises(FormatError, match=said):
        swara_file.parse(content)


def test_a_file_past_the_cap_is_not_even_parsed(tmp_path):
    path = tmp_path / "song.swara"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    with pytest.raises(FormatError, match=r"song\.swara is larger than 32 MB"):
        swara_file.read(path)


def test_a_file_that_is_no_utf_8_or_not_there_is_said(tmp_path):
    path = tmp_path / "song.swara"
    path.write_bytes(b'{"title": "caf\xe9"}')
    with pytest.raises(FormatError, match="byte 14 is no UTF-8"):
        swara_file.read(path)
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        swara_file.read(tmp_path / "none.swara")


@pytest.mark.parametrize(
    "song",
    [
        Song(title="\ud800"),
        Song(tempo=float("nan")),
        Song(tempo=0.0),
        Song(takes=(Take("a"), Take("a"))),
        Song(takes=(Take(""),)),
        Song(takes=(Take("a", level=7),)),
        Song(takes=(Take("a", options={"x": {1, 2}}),)),
        Song(takes=(Take("a", options={3: "x"}),)),
        Song(takes=(Take("a", seed=2**70),)),
    ],
)
def test_what_could_not_be_read_back_is_not_written(tmp_path, song):
    with pytest.raises(FormatError):
        swara_file.write(tmp_path / "song.swara", song)
    assert list(tmp_path.iterdir()) == []


@given(st.text(max_size=60) | value.map(json.dumps))
def test_any_text_is_a_song_or_refused(content):
    try:
        swara_file.parse(content)
    except FormatError:
        pass
    else:
        pytest.fail("no text without the format's name is a song")


def schema():
    return json.loads((paths.resources() / "schema" / "swara.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", [Song, Reference, Take])
def test_schema_and_page_name_every_field_and_no_other(kind):
    properties = schema()["properties"]
    named = {
        Song: properties.keys() - {"format", "version"},
        Reference: properties["reference"]["properties"].keys(),
        Take: properties["takes"]["items"]["properties"].keys(),
    }[kind]
    fields = {field.name for field in dataclasses.fields(kind)} - {"extra"}
    assert named == fields
    page = DOCS.read_text(encoding="utf-8")
    assert [name for name in fields if f"`{name}`" not in page] == []


def test_schema_and_reader_know_the_same_version_and_styles():
    properties = schema()["properties"]
    assert properties["version"]["const"] == swara_file.VERSION
    assert properties["style"]["enum"] == [*Style, None]
