"""Text or bytes to a score and back, a file a format. One value of `FORMATS` a notation."""

from core.formats.abc_format import ABC
from core.formats.base import Format
from core.formats.critic import CRITIC
from core.formats.jianpu_ly import JIANPU_LY
from core.formats.jianpu_text import JIANPU
from core.formats.midi import MIDI
from core.formats.musicxml import MUSICXML, MXL
from core.formats.pitch_sequence import SPN
from core.formats.sargam_text import SARGAM
from core.formats.swaralipi_json import SWARALIPI_JSON
from core.formats.tab_text import TAB
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
