"""Distances of swaralipi at scale 1, in pixels; those in `EM` follow the size of the letters (NOTATION A10)."""

EM = 24.0
"""Font size of the letters."""
TOP = 0.95 * EM
"""Room above the baseline of the letters: a reph reaches 0.88 em."""
DEPTH = 0.30 * EM
"""Room below it: a hasanta reaches 0.27 em."""
KAN = 0.60
"""Size of a kan beside a letter."""
KAN_RISE = 0.42 * EM
KAN_GAP = 1.0
SHRUTI = 0.44
"""Size of a shruti's number beside its letter, and how high it stands; both of the letter's size."""
SHRUTI_RISE = 0.74
HYPHEN = 0.26 * EM
HYPHEN_HEIGHT = 0.30 * EM
"""How far the middle of a hyphen stands above the baseline."""
HYPHEN_GAP = 0.06 * EM
STROKE = 1.4
SIGN_GAP = 0.03 * EM
GROUP_GAP = 0.05 * EM
SHARE = 9.0
"""Font size of a share that has no sign."""
SHARE_RISE = 0.45 * EM

COLUMN_GAP = 0.4 * EM
"""Room that a column has besides its text."""
LEAST_GAP = 0.16 * EM
"""The same where a line is tight."""
LEAST_COLUMN, TIGHT_COLUMN = 30.0, 24.0
BRACKET = 0.36 * EM
"""Room of a brace or a round bracket."""

BAR_TOP = 0.80 * EM
BAR_BOTTOM = 0.20 * EM
BAR_THIN = 1.1
PILLAR = 2.2
SERIF = 7.0
SERIF_STROKE = 1.2
PILLAR_STEP = 9.0
RETURN = 1.2 * EM
"""Room of the empty brackets between the pillars of a kali's end."""
BAR_EDGE = 5.0
"""Room at both sides of a bar."""

ARC = 8.0
"""Room of the meend arcs below the letters."""
ARC_DEPTH = 5.5
ARC_THICK = 1.5

LYRIC = 14.0
"""Font size of Latin lyrics; Bengali is a fifth larger."""
LYRIC_RISE = 1.08 * LYRIC
LYRIC_STEP = 25.0
LYRIC_DEPTH = 0.5 * LYRIC

NUMBER = 12.5
NUMBER_ROW = 17.0
ABOVE_ROW = 1.3 * EM
"""The row in `[ ]`: letters with their marks."""
TEXT = 11.5
TEXT_ROW = 16.0
STOP_HEIGHT = 9.0
STAR = 14.0
KALI = 13.0
KALI_ROW = 19.0
TITLE = 22.0
HEADER = 15.0
SMALL = 12.5
HEADER_HEIGHT = 32.0
HEADER_FOOT = 20.0

SYSTEM_GAP = 20.0
KALI_GAP = 30.0
MARGIN = 40.0
"""Room left of the lines, and right."""
