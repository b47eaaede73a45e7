"""Ragas, and what else of the tradition is a table."""
