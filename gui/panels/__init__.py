"""Panels of the window, a file a panel; each is given the Session and nothing else."""
