"""What can be told of a model before it is asked, in lines of plain words. For any thread."""

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.errors import AppError
from core.llm import check_gguf, keys
from core.llm.gguf_file import GgufInfo
from core.llm.profiles import DEFAULT, Profile

STAYS = "Nothing leaves this machine."
TINY = "A tiny model: its tunes are simple. A larger GGUF file or an API writes better ones."
HERE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Facts:
    """`lines` say what it is, `privacy` where the lyrics go; `problem` why it cannot be used, `warning` a doubt."""

    lines: tuple[str, ...] = ()
    privacy: str = ""
    problem: str = ""
    warning: str = ""
    sends: bool = False
    """Whether the lyrics leave the machine."""


def shown_name(profile: Profile) -> str:
    """Return what a person reads in the list of models."""
    if profile.shipped:
        return {"gguf": "SmolLM2-135M (built in)", "scripted": "Ready-made replies (no model)"}[profile.backend]
    return profile.name


def facts(profile: Profile) -> Facts:
    """Look a profile's model over: the file's head, or where its key is."""
    try:
        return _KINDS[profile.backend](profile)
    except AppError as error:
        return Facts(problem=str(error), privacy=privacy(profile), sends=_sends(profile))


def gguf_lines(info: GgufInfo) -> tuple[str, str]:
    """Return what a GGUF file holds, and what it costs."""
    what = " · ".join(filter(None, (info.name, info.architecture, info.size_label, info.quantisation)))
    context = f" · context {info.context_length:,} tokens" if info.context_length else ""
    free = "" if info.memory_free is None else f", {_size(info.memory_free)} free"
    return f"{what}{context}", f"Needs {_size(info.memory_needed)} of memory{free}."


def privacy(profile: Profile) -> str:
    """Say where the lyrics go."""
    if profile.backend != "api":
        return STAYS
    parts = urlsplit(profile.base_url)
    own = ", a server on this machine" if parts.hostname in HERE else ""
    return f"Lyrics are sent to {parts.netloc}{own}."


def key_line(profile: Profile) -> str:
    """Say where the key is, without touching it."""
    if profile.key_env and os.environ.get(profile.key_env, "").strip():
        return f"Key from the environment variable {profile.key_env}."
    if keys.key_for(profile.name):
        return "Key from the keyring."
    missing = f" ({profile.key_env} is not set)" if profile.key_env else ""
    return f"No key{missing}; some services need none."


def _gguf(profile: Profile) -> Facts:
    info = check_gguf(profile.gguf_path(), context=profile.setting("context"))
    lines = gguf_lines(info)
    own = () if info.chat_template else ("It has no chat template: the prompt is sent as plain text.",)
    tiny = (TINY,) if profile.name == DEFAULT else ()
    return Facts((*lines, *own, *tiny), STAYS, warning=info.warning)


def _api(profile: Profile) -> Facts:
    return Facts((profile.target(), key_line(profile)), privacy(profile), sends=_sends(profile))


def _scripted(_profile: Profile) -> Facts:
    return Facts(("Made-up tunes without a model, to try the window.",), STAYS)


def _sends(profile: Profile) -> bool:
    return profile.backend == "api" and urlsplit(profile.base_url).hostname not in HERE


def _size(number: int) -> str:
    return f"{number / 2**30:.1f} GB" if number >= 1 << 30 else f"{number / 2**20:.0f} MB"


_KINDS = {"gguf": _gguf, "api": _api, "scripted": _scripted}
