"""Asking language models for a melody.

`open_backend(profiles.find(name))` gives a Backend; `generate` on it asks. The libraries behind the
backends are imported when the first question is put.
"""

from collections.abc import Callable
from dataclasses import dataclass

from core import registry
from core.llm import keys
from core.llm.base import Backend
from core.llm.gguf import Gguf
from core.llm.gguf_file import check as check_gguf
from core.llm.openai_api import OpenAIApi, Retry
from core.llm.profiles import Profile
from core.llm.scripted import Scripted

OnRetry = Callable[[Retry], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of backend: its word in profiles, what people call it, and how one is made from a profile."""

    name: str
    title: str
    make: Callable[[Profile, OnRetry | None], Backend]


def _gguf(profile: Profile, _on_retry: OnRetry | None) -> Backend:
    return Gguf(
        profile.gguf_path(),
        context=profile.setting("context"),
        threads=profile.setting("threads"),
        gpu_layers=profile.setting("gpu_layers"),
        silence=profile.setting("timeout"),
    )


def _api(profile: Profile, on_retry: OnRetry | None) -> Backend:
    return OpenAIApi(
        profile.base_url,
        profile.model,
        key=lambda: keys.key_for(profile.name, profile.key_env),
        key_place=keys.place(profile.name, profile.key_env),
        timeout=profile.setting("timeout"),
        tries=profile.setting("tries"),
        extra_sampling=bool(profile.setting("extra_sampling")),
        on_retry=on_retry,
    )


def _scripted(profile: Profile, _on_retry: OnRetry | None) -> Backend:
    return Scripted(delay=profile.setting("delay") or 0.0)


BACKENDS = (
    Kind("gguf", "GGUF file", _gguf),
    Kind("api", "OpenAI-compatible API", _api),
    Kind("scripted", "Ready-made replies", _scripted),
)


def open_backend(profile: Profile, *, on_retry: OnRetry | None = None) -> Backend:
    """Return the backend of a profile; nothing is loaded or sent yet. `on_retry` hears of each wait for a busy server.

    Raises UsageError for an unknown kind, MissingPackage where the default model's package is absent.
    """
    return registry.pick(registry.by_name(BACKENDS), profile.backend, "kind of model").make(profile, on_retry)


__all__ = ["BACKENDS", "Backend", "Kind", "Profile", "Retry", "check_gguf", "open_backend"]
