"""Lyrics: read them, cut them into sung syllables, put these under notes."""
