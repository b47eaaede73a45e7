"""What was drawn before and can be drawn again as it is: kept by the value of all that it depends on, never by age.

The ids of notes hold their place in the text, so they change with every edit before them; they are no part of a key.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterable
from typing import Generic, Protocol, Self, TypeVar

MOST_ALIKE = 3
"""How many things are kept in one place."""


class Kept(Protocol):
    """A thing that is kept."""

    @property
    def key(self) -> object:
        """All that it depends on but the ids of its notes; compared."""

    def named(self, ids: tuple[str, ...]) -> Self | None:
        """Return it with its boxes under other ids, in the same order; None where that cannot be told."""


T = TypeVar("T", bound=Kept)


class Shelf(Generic[T]):
    """Keeps things in so many places at most; for any thread. What is kept is not changed."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._rows: OrderedDict[Hashable, list[T]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, place: Hashable, key: object, ids: tuple[str, ...] = ()) -> T | None:
        """Return what has the same key, its boxes under the ids that the notes have now."""
        with self._lock:
            rows = list(self._rows.get(place, ()))
        for row in rows:
            if row.key == key and (found := row.named(ids)) is not None:
                with self._lock:
                    if place in self._rows:
                        self._rows.move_to_end(place)
                return found
        return None

    def keep(self, place: Hashable, thing: T) -> None:
        """Keep a thing, and forget the place that was not asked for longest."""
        with self._lock:
            rows = self._rows.setdefault(place, [])
            rows.insert(0, thing)
            del rows[MOST_ALIKE:]
            self._rows.move_to_end(place)
            while len(self._rows) > self._most:
                self._rows.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._rows.clear()


class Keyed:
    """A value that is hashed once, however often it is looked up."""

    __slots__ = ("_hash", "value")

    def __init__(self, value: Hashable) -> None:
        self.value = value
        self._hash = hash(value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Keyed) and self._hash == other._hash and self.value == other.value


def numbered(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the ids, each once, and as part of a key which of them stands at each place: -1 where there is none."""
    places: dict[str, int] = {}
    pattern = tuple([places.setdefault(name, len(places)) if name else -1 for name in names])
    return tuple(places), pattern
