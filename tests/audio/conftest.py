"""The sound server for every test of sound."""

from tests.audio.pulse import pulse

__all__ = ["pulse"]
