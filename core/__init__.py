"""Everything Swaralipi Studio can do, without a window."""

__version__ = "0.1.0"
