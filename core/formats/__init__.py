"""Text or bytes to a score and back, a package a notation. One value of `FORMATS` a notation."""

from core.formats.abc.format import ABC
from core.formats.base import Format
from core.formats.jianpu.critic import CRITIC
from core.formats.jianpu.ly import JIANPU_LY
from core.formats.jianpu.text import JIANPU
from core.formats.midi.format import MIDI
from core.formats.musicxml.format import MUSICXML, MXL
from core.formats.pitch_sequence import SPN
from core.formats.sargam.format import SARGAM
from core.formats.swaralipi_json.format import SWARALIPI_JSON
from core.formats.tab.format import TAB
from core.registry import by_name

FORMATS: tuple[Format, ...] = (
    ABC,
    JIANPU,
    CRITIC,
    JIANPU_LY,
    TAB,
    SPN,
    MUSICXML,
    MXL,
    MIDI,
    SWARALIPI_JSON,
    SARGAM,
)
"""In the order of menus and messages."""

FORMATS_BY_NAME = by_name(FORMATS)
