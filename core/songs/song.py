"""A song and its takes."""

import uuid
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from core.errors import UsageError


class Style(StrEnum):
    """Whose song it should sound like."""

    RABINDRA = "rabindra"
    NAZRUL = "nazrul"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Reference:
    """A tune that the user brought to compare with, and where it is from."""

    abc: str
    source: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Take:
    """One generation, or an edit or a repair of one: `parent` then names the take it began as.

    `level` is the prompt level, None for a template of the user's own or an edit; `prompt` is the text as it
    was sent and `reply` the raw answer, never touched again; `tune` is the ABC found in it, before any
    repair; `created` is an ISO 8601 time; `metrics` maps a metric's name to what was computed for it; `changes`
    says in words what a repair changed, None where the take is no repair; `source` is the name of the file that an
    imported tune came from.
    """

    id: str
    name: str = ""
    created: str = ""
    level: int | None = None
    prompt: str = ""
    profile: str = ""
    model: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | None = None
    reply: str = ""
    tune: str = ""
    finish: str = ""
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    seconds: float | None = None
    metrics: dict[str, Any] = field(default_factory=dict)
    pinned: bool = False
    parent: str = ""
    source: str = ""
    changes: tuple[str, ...] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    """Fields of the file that this version does not know, kept for the next."""

    @property
    def repaired(self) -> bool:
        """Whether it is the repair of another take: what a model wrote stands in the one it began as."""
        return self.changes is not None

    @property
    def by_hand(self) -> bool:
        """Whether a person wrote it, or edited another into it."""
        return self.level is None and not self.reply and not self.repaired


@dataclass(frozen=True, slots=True)
class Song:
    """A song's words and metadata, as a prompt and the window need them.

    `metre` is written as in ABC's `M:` (`3/4`), empty where not chosen; `tempo` is in quarter notes a minute;
    `source` says where the lyrics are from, letter for letter.
    """

    title: str = ""
    style: Style = Style.RABINDRA
    theme: str = ""
    metre: str = ""
    tala: str = ""
    raga: str = ""
    tempo: float | None = None
    lyrics: str = ""
    source: str = ""
    notes: str = ""
    reference: Reference | None = None
    takes: tuple[Take, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    def take(self, take_id: str) -> Take:
        """Return a take. Raises UsageError where the song has none of that id."""
        for take in self.takes:
            if take.id == take_id:
                return take
        raise UsageError(f"The song {self.title!r} has no take {take_id!r}.")

    def written_take(self, take: Take) -> Take:
        """Return the take that a repaired one began as, through any number of repairs; any other is itself."""
        known = {other.id: other for other in self.takes}
        for _ in self.takes:
            if not take.repaired or take.parent not in known:
                break
            take = known[take.parent]
        return take

    def with_take(self, take: Take) -> "Song":
        """Return the song with a take added at the end, or put in place of the one with its id."""
        if any(other.id == take.id for other in self.takes):
            return replace(self, takes=tuple(take if other.id == take.id else other for other in self.takes))
        return replace(self, takes=(*self.takes, take))

    def without_take(self, take_id: str) -> "Song":
        """Return the song without a take."""
        return replace(self, takes=tuple(take for take in self.takes if take.id != take_id))


def now() -> str:
    """Return the moment as a take keeps it: ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def fresh_id() -> str:
    """Return an id that no other take has."""
    return uuid.uuid4().hex
