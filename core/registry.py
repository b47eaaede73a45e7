"""Turn a plain tuple of plug-ins into a look-up table."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from core.errors import UsageError


class Named(Protocol):
    """Anything with a name can be filed."""

    @property
    def name(self) -> str:
        """The word that menus, options and reports use."""


T = TypeVar("T", bound=Named)


def by_name(items: Iterable[T]) -> dict[str, T]:
    """File each item under its name; a name claimed twice is a mistake in the code."""
    table: dict[str, T] = {}
    for item in items:
        if item.name in table:
            raise ValueError(f"{item.name!r} is registered twice")
        table[item.name] = item
    return table


def pick(table: dict[str, T], name: str, what: str) -> T:
    """Return the entry called `name`, or say which names there are."""
    try:
        return table[name]
    except KeyError:
        raise UsageError(f"There is no {what} {name!r}. Known: {', '.join(sorted(table))}.") from None
