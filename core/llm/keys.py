"""Keys of model services: in an environment variable or the system's keyring, and nowhere else."""

import os
from typing import Any

from core.errors import AppError, MissingPackage, UsageError

SERVICE = "swaralipi-studio"


def key_for(profile: str, variable: str = "") -> str | None:
    """Return the key of a profile: the environment variable's where it is set, else the keyring's, else None.

    Raises AppError where the keyring is locked.
    """
    if variable:
        key = os.environ.get(variable, "").strip()
        if key:
            return key
    try:
        keyring = _keyring()
    except MissingPackage:
        return None
    try:
        found = keyring.get_password(SERVICE, profile)
    except keyring.errors.NoKeyringError:
        return None
    except keyring.errors.KeyringError as error:
        raise AppError(
            f"The keyring cannot be read ({type(error).__name__}). Unlock it, or {_way_out(variable)}"
        ) from None
    return str(found).strip() or None if found else None


def set_key(profile: str, key: str) -> None:
    """Keep a key in the keyring. Raises UsageError for what is no key, MissingPackage or AppError without a keyring."""
    key = key.strip()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError("This is no key: a key is one word of Latin letters, digits and signs.")
    keyring = _keyring()
    try:
        keyring.set_password(SERVICE, profile, key)
    except keyring.errors.KeyringError as error:
        raise AppError(
            f"The system has no keyring that works ({type(error).__name__}). {_way_out().capitalize()}"
        ) from None


def delete_key(profile: str) -> bool:
    """Take a profile's key out of the keyring; False where there was none. Raises AppError as `set_key` does."""
    keyring = _keyring()
    try:
        keyring.delete_password(SERVICE, profile)
    except (keyring.errors.PasswordDeleteError, keyring.errors.NoKeyringError):
        return False
    except keyring.errors.KeyringError as error:
        raise AppError(f"The keyring cannot be changed ({type(error).__name__}). Unlock it and try again.") from None
    return True


def keyring_name() -> str:
    """Return what the system's keyring is called. Raises AppError where there is none that can keep a key."""
    backend = _keyring().get_keyring()
    name = f"{type(backend).__module__}.{type(backend).__name__}"
    if float(getattr(backend, "priority", 0)) < 1:
        raise AppError(f"no keyring that can keep a key ({name}); {_way_out()}")
    return name


def place(profile: str, variable: str = "") -> str:
    """Say in words where the key of a profile belongs."""
    keyring = f"the keyring (entry {SERVICE}, {profile})"
    return f"the environment variable {variable} or {keyring}" if variable else keyring


def _way_out(variable: str = "") -> str:
    return f"put the key into the environment variable {variable or 'that the profile names'}."


def _keyring() -> Any:  # noqa: ANN401  a module that may be absent
    try:
        import keyring
        import keyring.errors
    except ImportError as error:
        raise MissingPackage("keyring", "Keeping a key", "api") from error
    return keyring
