"""What the next generation is asked with: level or own template, model and its options, bars. The panels share it."""

import secrets
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from core.errors import AppError, UsageError
from core.llm import compose, profiles, prompts
from core.llm.base import PAPER, Options
from core.llm.grammar import PAPER_SCALE, melody_form
from core.llm.profile_settings import SETTINGS, check_setting
from core.llm.profiles import Profile
from core.songs.song import Song
from core.tradition.ragas import Raga, find_raga
from gui.session import Session

NAME = "generate"
"""The entry of the window's settings."""
FIRST_LEVEL = 3
PLAIN_METRE = "4/4"
SEEDS = 1_000_000
"""Seeds drawn by the window stay short enough to be read out."""
FIRST_TEMPLATE = "Write a melody in ABC notation for these lyrics, in {metre} time, about {theme}.\n\n{lyrics}"


@dataclass(frozen=True, slots=True)
class Request:
    """Everything one generation needs, frozen when it is asked for. `bars` None where no grammar counts them."""

    song: Song
    prompt: str
    level: int | None
    profile: Profile
    options: Options
    grammar: bool
    raga: str
    bars: int | None

    def sampling(self) -> Options:
        """Return the options with the grammar's text, which takes a moment to make. Raises UsageError."""
        if not self.grammar:
            return self.options
        return replace(self.options, grammar=compose.song_grammar(self.song, self.bars, self.raga))


class Wanted(QObject):
    """The choices that outlive a song. They are kept in the window's settings."""

    changed = Signal()
    """Something that the prompt or the options depend on."""
    profile_changed = Signal()
    """Another model, or another way to run it."""
    profiles_changed = Signal()
    field_wanted = Signal(str)
    """Somebody should fill in this field of the song."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent or session)
        self._session = session
        kept = session.get(NAME, {})
        kept = kept if isinstance(kept, dict) else {}
        level = kept.get("level", FIRST_LEVEL)
        self.level: int | None = level if level is None or level in prompts.LEVELS else FIRST_LEVEL
        self.template = str(kept.get("template") or FIRST_TEMPLATE)
        bars = kept.get("bars")
        self.bars: int | None = bars if isinstance(bars, int) and bars > 0 else None
        self.paper = kept.get("paper") is True
        changes = kept.get("options")
        self._changes: dict[str, dict[str, Any]] = _tables(changes)
        self.profiles: list[Profile] = list(profiles.SHIPPED)
        self.profile = self.profiles[0]
        self.problem = ""
        """Why the saved profiles could not be read."""
        self.load_profiles(str(kept.get("profile") or profiles.DEFAULT))

    # -- what to ask ----------------------------------------------------------------------------------------------

    def set_level(self, level: int | None) -> None:
        """Choose a prompt level; None is the own template."""
        if level != self.level:
            self.level = level
            self._tell()

    def set_template(self, text: str) -> None:
        """Change the own template."""
        if text != self.template:
            self.template = text
            self._tell()

    def set_bars(self, bars: int | None) -> None:
        """Choose how many bars the grammar writes; None follows the lyrics."""
        if bars != self.bars:
            self.bars = bars
            self._tell()

    def prompt(self, song: Song) -> str:
        """Return the very text that will be sent. Raises UsageError where something is missing."""
        return compose.prompt_for(song, self.level, self.template if self.level is None else None)

    def missing(self, song: Song) -> list[str]:
        """Return the fields of the song that the prompt asks for and that are empty."""
        text = self.template if self.level is None else prompts.template(self.level)
        asked = [name for name in prompts.placeholders(text) if name in prompts.PLACEHOLDERS]
        return [name for name in asked if _is_empty(song, name)]

    def request(self, song: Song) -> Request:
        """Freeze what is asked now. Raises UsageError where something is missing or cannot be."""
        return self._request(song, self.prompt(song), self.level)

    def repair_request(self, song: Song, prompt: str) -> Request:
        """Freeze a request whose text is given: to repair a tune. Raises UsageError where something cannot be."""
        return self._request(song, prompt, None)

    def _request(self, song: Song, prompt: str, level: int | None) -> Request:
        song = replace(song, metre=song.metre.strip() or PLAIN_METRE)
        found = known_raga(song.raga)
        raga = found.id if found else ""
        bars = None
        if self.grammar:
            form = melody_form(
                compose.song_metre(song), self.bars or compose.FEWEST_BARS, found.notes if found else PAPER_SCALE
            )
            bars = self.bars or compose.bars_for(song.lyrics, form.units)
        return Request(song, prompt, level, self.asked, self.options(), self.grammar, raga, bars)

    # -- the model ------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> Profile:
        """The chosen profile with what was changed in the window."""
        changes = {name: value for name, value in self.changes.items() if value is not None}
        kept = {name: value for name, value in self.profile.options.items() if name not in self.changes}
        return replace(self.profile, options={**kept, **changes})

    @property
    def changes(self) -> dict[str, Any]:
        """What the window changed in the chosen profile's options; None where a setting is left open again."""
        return self._changes.get(self.profile.name, {})

    @property
    def grammar_fits(self) -> bool:
        """Whether the chosen model can be held to a grammar at all."""
        if self.profile.backend == "api":
            return bool(self.asked.setting("extra_sampling"))
        return self.profile.backend == "gguf"

    @property
    def grammar(self) -> bool:
        """Whether the next generation is held to a grammar."""
        return self.grammar_fits and self.asked.grammar("paper" if self.paper else None)

    def options(self) -> Options:
        """Return how to sample, with a seed drawn now where none is fixed. The grammar's text is left out."""
        if self.paper:
            return PAPER
        profile = self.asked
        seed = profile.options.get("seed")
        return replace(profile.sampling(), seed=secrets.randbelow(SEEDS) if seed is None else seed)

    def option(self, name: str) -> Any:  # noqa: ANN401  of the setting's own type
        """Return what holds for a setting; None is the backend's own choice, or a seed drawn anew."""
        if self.paper and SETTINGS[name].samples:
            return getattr(PAPER, name)
        if name == "grammar":
            return self.grammar
        found = self.asked.options.get(name)
        return getattr(PAPER, name) if found is None and SETTINGS[name].samples and name != "seed" else found

    def set_option(self, name: str, value: Any) -> None:  # noqa: ANN401
        """Change a setting of the chosen model; None leaves it open. Raises UsageError where it does not fit."""
        if value is not None:
            check_setting(name, value, self.profile.backend)
        changes = dict(self.changes)
        if self.profile.options.get(name) == value:
            changes.pop(name, None)
        else:
            changes[name] = value
        if changes == self.changes:
            return
        self._changes = {**self._changes, self.profile.name: changes}
        self._tell()
        if not SETTINGS[name].samples and name != "grammar":
            self.profile_changed.emit()

    def reset_options(self) -> None:
        """Go back to what the profile says."""
        if self.changes:
            self._changes = {name: table for name, table in self._changes.items() if name != self.profile.name}
            self._tell()
            self.profile_changed.emit()

    def set_paper(self, paper: bool) -> None:
        """Sample as in the paper, without a grammar, or as the profile says."""
        if paper != self.paper:
            self.paper = paper
            self._tell()

    def choose(self, name: str) -> None:
        """Choose another model; a name that is not there chooses nothing."""
        found = next((profile for profile in self.profiles if profile.name == name), None)
        if found is not None and found != self.profile:
            self.profile = found
            self._tell()
            self.profile_changed.emit()

    def load_profiles(self, name: str = "") -> None:
        """Read the profiles anew and choose one, or stay; where it is gone the default is taken."""
        try:
            self.profiles, self.problem = profiles.profiles(), ""
            known = {profile.name for profile in self.profiles}
            self._changes = {changed: table for changed, table in self._changes.items() if changed in known}
        except AppError as error:
            self.profiles, self.problem = list(profiles.SHIPPED), str(error)
        wanted = name or self.profile.name
        found = next((profile for profile in self.profiles if profile.name == wanted), self.profiles[0])
        moved = found != self.profile
        self.profile = found
        self.profiles_changed.emit()
        if moved:
            self._tell()
            self.profile_changed.emit()

    def _tell(self) -> None:
        self._session.put(
            NAME,
            {
                "level": self.level,
                "template": self.template,
                "bars": self.bars,
                "paper": self.paper,
                "profile": self.profile.name,
                "options": {name: table for name, table in self._changes.items() if table},
            },
        )
        self.changed.emit()


def known_raga(name: str) -> Raga | None:
    """Return the raga of a name; None where the table has none of that name."""
    try:
        return find_raga(name)
    except UsageError:
        return None


def _is_empty(song: Song, name: str) -> bool:
    if name == "style":
        return song.style not in prompts.STYLE_NAMES
    value = getattr(song, name)
    return value is None or not str(value).strip()


def _tables(found: object) -> dict[str, dict[str, Any]]:
    """Return what was kept of changed options, without entries that no setting takes."""
    if not isinstance(found, dict):
        return {}
    return {
        str(profile): {name: value for name, value in table.items() if name in SETTINGS and _fits(name, value)}
        for profile, table in found.items()
        if isinstance(table, dict)
    }


def _fits(name: str, value: object) -> bool:
    try:
        if value is not None:
            check_setting(name, value, SETTINGS[name].backends[0])
    except UsageError:
        return False
    return True
