"""Talas, ragas, tunings and signs: tables in `resources`, functions here."""
