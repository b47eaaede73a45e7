"""A tune's own text reads as the tune did among the others."""

from dataclasses import replace

import pytest

from core.formats.abc.reader import read
from core.reports.own_text import own_text

HEAD = "M:4/4\nL:1/4\nK:C\n"
TEXTS = {
    "two": f"X:1\n{HEAD}CDEF|\nX:2\n{HEAD}GABc|\n",
    "a header": f"C:Trad\nM:3/4\n\nX:1\nL:1/4\nK:D\nCDE|\n\nX:2\n{HEAD}GABc|\n",
    "directives": f"%%propagate-accidentals not\nX:1\n{HEAD}^CDEC|\n\nX:2\n{HEAD}^CDEc|\n",
    "a header at once": f"M:3/4\nX:1\nL:1/4\nK:D\nCDE|\nX:2\n{HEAD}GABc|\n",
    "a letter": f"Dear reader, here they are:\n\nX:1\n{HEAD}CDEF|\n\nThat was the first.\n\nX:2\n{HEAD}GABc|\n",
    "no numbers": f"T:A\n{HEAD}CDEF|\n\nT:B\n{HEAD}GABc|\n",
    "CRLF": f"X:1\n{HEAD}CDEF|\n\nX:2\n{HEAD}GABc|\nw:a b c d\n".replace("\n", "\r\n"),
    "errors": f"X:1\n{HEAD}CDE^|\n\nX:2\n{HEAD}C9999 @@ D|\n",
    "a text block": f"X:1\n%%begintext\n\nX\n%%endtext\n{HEAD}CDEF|\n\nX:2\n{HEAD}GABc|\n",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_alone_it_is_read_as_among_the_others(text):
    reading = read(text)
    assert len(reading.tunes) == 2
    for number, tune in enumerate(reading.tunes, 1):
        alone = read(own_text(text, number))
        assert [one.score for one in alone.tunes] == [tune.score]
        found = [[replace(row, line=1) for row in one.diagnostics] for one in (alone.tunes[0], tune)]
        assert found[0] == found[1]


def test_it_holds_nothing_of_the_other():
    for text in TEXTS.values():
        assert "GAB" not in own_text(text, 1)
        assert "CDEF" not in own_text(text, 2)
        assert "That was" not in own_text(text, 1)
