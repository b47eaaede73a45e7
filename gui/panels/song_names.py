"""Metres and talas that the song panel proposes; any other may be typed."""

from core.tradition.talas import talas

METRES = ("2/4", "3/4", "4/4", "5/4", "5/8", "6/8", "7/8", "8/8", "9/8", "10/8", "12/8", "14/8", "16/8")

TALAS = tuple(dict.fromkeys((tala.name_bn, tala.name) for tala in talas()))
"""Bengali and English names, each once."""
