"""Tunes of any length with Bengali lyrics."""

HEAD = "X:1\nT:আগুনের পরশমণি\nM:6/8\nL:1/8\nQ:3/8=60\nK:C\n"
EIGHT = (
    "E2 G A2 G | (GA) B c3 | d c B A2 G | ^F2 G A3 |\nw: আ-গু-নে-র প-র-শ-ম-ণি ছোঁ-য়াও প্রা-ণে\n"
    "G A B c B A | A2 G E3 | G F E D2 C | C3- C2 z |\nw: এ জী-বন পু-ণ্য ক-রো দ-হন-দা-নে\n"
)


def long_tune(bars):
    """Return a tune of a multiple of eight bars."""
    return HEAD + EIGHT * (bars // 8)
