"""Jianpu as text: ONOTE's format B, its critic's dialect, and the input of jianpu-ly."""
