"""Asking language models for a melody."""
