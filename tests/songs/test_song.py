"""Songs and takes."""

import pytest

from core.errors import UsageError
from core.songs.song import Song, Take, fresh_id


def test_a_take_is_added_at_the_end_and_one_of_its_id_is_replaced_in_place():
    song = Song(title="t").with_take(Take("a")).with_take(Take("b")).with_take(Take("a", name="first"))
    assert [(take.id, take.name) for take in song.takes] == [("a", "first"), ("b", "")]
    assert song.take("b") == Take("b")


def test_a_take_is_removed_by_its_id():
    song = Song(takes=(Take("a"), Take("b"))).without_take("a")
    assert song.takes == (Take("b"),)


def test_an_unknown_take_is_said():
    with pytest.raises(UsageError, match="'t' has no take 'x'"):
        Song(title="t").take("x")


def test_no_two_fresh_ids_are_alike():
    assert len({fresh_id() for _ in range(100)}) == 100
