"""What may be set in a profile: each setting's type and range, and the backends that know it."""

import math
import re
from dataclasses import dataclass
from typing import Any

from core.errors import UsageError

ALL = ("gguf", "api", "scripted")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its type, its range, its backends, and whether it is a field of Options."""

    kind: type
    low: float = -math.inf
    high: float = math.inf
    backends: tuple[str, ...] = ALL
    samples: bool = False


SETTINGS = {
    "temperature": Setting(float, 0, 5, samples=True),
    "top_p": Setting(float, 0, 1, samples=True),
    "top_k": Setting(int, -1, 1_000_000, samples=True),
    "min_p": Setting(float, 0, 1, samples=True),
    "typical_p": Setting(float, 0, 1, samples=True),
    "repeat_penalty": Setting(float, 0.01, 10, samples=True),
    "frequency_penalty": Setting(float, -2, 2, samples=True),
    "presence_penalty": Setting(float, -2, 2, samples=True),
    "seed": Setting(int, 0, 2**32 - 2, samples=True),
    "max_tokens": Setting(int, 1, 1_000_000, samples=True),
    "grammar": Setting(bool),
    "context": Setting(int, 64, 1 << 22, ("gguf",)),
    "threads": Setting(int, 1, 1024, ("gguf",)),
    "gpu_layers": Setting(int, -1, 100_000, ("gguf",)),
    "timeout": Setting(float, 1, 86_400, ("api", "gguf")),
    "tries": Setting(int, 1, 100, ("api",)),
    "extra_sampling": Setting(bool, backends=("api",)),
    "delay": Setting(float, 0, 60, ("scripted",)),
}
"""`timeout`: seconds of silence. `gpu_layers` -1: all. `extra_sampling`: send what is no part of the OpenAI API too."""

_SECRET = re.compile(r"key|secret|password|authorization|bearer|\btoken\b", re.IGNORECASE)
_WORDS = {"true": True, "on": True, "yes": True, "1": True, "false": False, "off": False, "no": False, "0": False}


def parse_setting(text: str, backend: str) -> tuple[str, Any]:
    """Read `NAME=VALUE`. Raises UsageError where the name is unknown, is a key's, or the value does not fit."""
    name, separator, value = text.partition("=")
    name = name.strip()
    if not separator:
        raise UsageError("A setting is written NAME=VALUE, as in temperature=0.8.")
    return name, check_setting(name, _value(_setting(name, backend), name, value.strip()), backend)


def check_setting(name: str, value: object, backend: str) -> Any:  # noqa: ANN401  of the setting's own type
    """Return a value that fits its setting. Raises UsageError where it does not."""
    setting = _setting(name, backend)
    wanted = (int, float) if setting.kind is float else setting.kind
    if not isinstance(value, wanted) or (isinstance(value, bool) and setting.kind is not bool):
        raise UsageError(f"{name} wants {_what(setting)}, not {str(value)[:40]!r}.")
    if isinstance(value, int | float) and not setting.low <= value <= setting.high:
        raise UsageError(f"{name} wants {_what(setting)}, not {value}.")
    return value


def _setting(name: str, backend: str) -> Setting:
    setting = SETTINGS.get(name)
    if setting is None and _SECRET.search(name):
        raise UsageError("Keys are kept in the keyring or an environment variable, never in the settings.")
    known = sorted(known for known, candidate in SETTINGS.items() if backend in candidate.backends)
    if setting is None or backend not in setting.backends:
        raise UsageError(f"A model of the kind {backend} has no setting {name[:40]!r}. Known: {', '.join(known)}.")
    return setting


def _value(setting: Setting, name: str, text: str) -> bool | int | float:
    try:
        if setting.kind is bool:
            return _WORDS[text.lower()]
        number = float(text) if setting.kind is float else int(text)
    except (ValueError, KeyError):
        raise UsageError(f"{name} wants {_what(setting)}, not {text[:40]!r}.") from None
    return number


def _what(setting: Setting) -> str:
    if setting.kind is bool:
        return "on or off"
    kind = "a whole number" if setting.kind is int else "a number"
    return f"{kind} from {setting.low:g} to {setting.high:g}"
