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


def test_how_a_take_came_to_be_is_told_by_what_it_holds():
    model, own = Take("a", level=3, reply="x"), Take("b", reply="x")
    hand, edit = Take("c"), Take("d", parent="a")
    tidied = Take("e", parent="a", changes=())
    assert [take.by_hand for take in (model, own, hand, edit, tidied)] == [False, False, True, True, False]
    assert [take.repaired for take in (model, own, hand, edit, tidied)] == [False, False, False, False, True]


def test_a_repair_of_a_repair_goes_back_to_what_was_written():
    takes = (Take("a", level=3, reply="x"), Take("b", parent="a", changes=("one",)), Take("c", parent="b", changes=()))
    song = Song(takes=takes)
    assert [song.written_take(take).id for take in takes] == ["a", "a", "a"]
    assert song.without_take("a").written_take(takes[2]) == takes[1], "as far back as there is something"
    circle = Song(takes=(Take("a", parent="b", changes=()), Take("b", parent="a", changes=())))
    assert circle.written_take(circle.takes[0]) in circle.takes


def test_an_unknown_take_is_said():
    with pytest.raises(UsageError, match="'t' has no take 'x'"):
        Song(title="t").take("x")


def test_no_two_fresh_ids_are_alike():
    assert len({fresh_id() for _ in range(100)}) == 100
