"""Swaralipi-JSON, version 0.1, both ways."""
