"""Measurements: ratios taken side by side in one run, and tables that docs quote."""
