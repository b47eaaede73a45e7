"""Swaralipi in akarmatrik form: from a score to a grid of matras, from that to lines of cycles, to pages."""

from core.views.swaralipi.view import SWARALIPI

__all__ = ["SWARALIPI"]
