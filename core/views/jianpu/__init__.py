"""Jianpu, the numbered notation: from a score to cells, from cells to systems, from systems to pages."""

from core.views.jianpu.view import JIANPU

__all__ = ["JIANPU"]
