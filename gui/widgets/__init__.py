"""Widgets that know nothing of the document."""
