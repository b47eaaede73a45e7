"""Tablature as text, both ways: ONOTE's sixteen characters a bar, or wide."""
