"""Distances of jianpu at scale 1, in pixels. Those in `D` follow the digit's height (NOTATION B1)."""

DIGIT_FONT = 21.0
D = DIGIT_FONT * 0.714
"""The height of a digit: figures of Noto Serif are 714 of 1,000 units high."""
DIGIT = DIGIT_FONT * 0.559
"""The width of a digit, the same for all."""
HALF_INK = DIGIT_FONT * 0.235
"""Half of the inked part of that width."""

FIRST_LINE = 0.25 * D
LINE_STEP = 0.18 * D
LINE = 0.06 * D
DOT_STEP = 0.22 * D
DOT = 0.085 * D
"""Radius of an octave dot."""
SIDE_DOT = 0.1 * D
"""Radius of an augmentation dot."""
SIDE_DOT_STEP = 0.34 * D
SIDE_DOT_HEIGHT = 0.4 * D
DASH = 0.7 * D
CHORD_GAP = 0.2 * D
"""Room between the stacked digits of a chord."""

ACCIDENTAL = 16.0
"""Font size of an accidental."""
ACCIDENTAL_FOOT = 0.48 * D
"""How far its baseline is above the digit's."""
ACCIDENTAL_ROOM = 7.6
"""What an accidental adds to the left of a digit."""

GRACE = 0.62
"""Size of a grace digit beside a digit."""
GRACE_STEP = DIGIT * GRACE + 1.0
GRACE_FOOT = 0.66 * D
GRACE_ROOM = 3.0
"""Room between grace digits and the note."""

GAP = 5.0
"""Least room between two neighbours under one line, and between others."""
GROUP_GAP = 8.5
SLOT = 29.0
"""Natural room of a quarter."""
EDGE = 9.0
"""Least room between a bar line and ink."""
EDGE_WEIGHT = 10.0
"""How strongly the room at a bar line stretches, beside SLOT for a quarter."""
LEAST_HALF = 6.0
"""Half the width of a dash or a gap."""
BARS_HALF = 34.0

LYRIC = 14.0
"""Font size of Latin lyrics; Bengali is a fifth larger."""
LYRIC_GAP = 5.0
HYPHEN, HYPHEN_GAP = 4.5, 1.5
"""A hyphen between syllables, and the least room on either side of it."""
LYRIC_STEP_LATIN = 20.0
LYRIC_STEP_BENGALI = 25.0
CHORD = 13.5
SMALL = 12.5
HEADER = 15.0
FRACTION = 12.5
TITLE = 22.0
NAME = 13.0

BAR_ABOVE = 5.0
"""How far a bar line reaches over the digits, and under their foot."""
BAR_BELOW = 9.0
THIN = 1.1
THICK = 3.4
BAR_STEP = 3.2
BAR_DOT = 1.5

SYSTEM_GAP = 28.0
LINE_GAP = 16.0
"""Room between two lines of one system."""
MARGIN = 40.0
