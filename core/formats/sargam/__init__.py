"""Sargam text: swaralipi in Latin letters, cell by cell."""
