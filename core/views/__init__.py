"""Scores as pages: staff and tab by way of Verovio, jianpu and swaralipi by hand. One value of `VIEWS` a notation."""

from core.registry import by_name
from core.views.base import View
from core.views.jianpu import JIANPU
from core.views.staff import STAFF
from core.views.swaralipi import SWARALIPI
from core.views.tab import TAB

VIEWS: tuple[View, ...] = (
    STAFF,
    JIANPU,
    TAB,
    SWARALIPI,
)
"""In the order of menus and reports."""

VIEWS_BY_NAME = by_name(VIEWS)
