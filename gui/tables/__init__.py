"""Qt item models over rows of core values."""
