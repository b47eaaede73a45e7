"""Write fitted syllables into a tune's own text as `w:` lines, and leave every other character alone."""

from core.formats.abc.lexer import split_lines
from core.score.events import Event, Syllable
from core.score.score import Score

REMARK = "% The w: lines are syllables of the song fitted by Swaralipi Studio; the model wrote none."


def with_lyrics(text: str, score: Score) -> str:
    """Return the text with the first part's syllables under its lines of music.

    Only for a score that was read from this very text and whose lyrics were fitted; any other comes back unchanged.
    """
    if not score.fitted_lyrics or not score.parts:
        return text
    by_line: dict[int, list[Event]] = {}
    for measure in score.parts[0].measures:
        for event in measure.events:
            if event.notes and event.span is not None:
                by_line.setdefault(event.span.line, []).append(event)
    out: list[str] = []
    waiting: list[Event] = []
    said = False
    for line in split_lines(text):
        if by_line.get(line.number) and not said:
            out.append(REMARK)
            said = True
        out.append(line.text)
        waiting += by_line.get(line.number, [])
        if waiting and not line.text.rstrip().endswith("\\"):
            written = lyric_line(waiting)
            if written:
                out.append(f"w: {written}")
            waiting = []
    return "\n".join(out)


def with_title(text: str, title: str) -> str:
    """Return the text with a `T:` line after its first `X:`, or at its head where it has none."""
    line = "T:" + " ".join(title.split()).replace("\\", "").replace("%", "\\%")
    lines = text.split("\n")
    place = next((number for number, found in enumerate(lines, 1) if found.lstrip().startswith("X:")), 0)
    return "\n".join([*lines[:place], line, *lines[place:]])


def with_tala(text: str, tala: str) -> str:
    """Return the text with an `R:` line in its header, after the titles; only for one whose header has none."""
    line = "R:" + " ".join(tala.split()).replace("\\", "").replace("%", "\\%")
    lines = text.split("\n")
    place = 0
    for number, found in enumerate(lines, 1):
        if not found.lstrip().startswith(("X:", "T:", "%")):
            break
        place = number
    return "\n".join([*lines[:place], line, *lines[place:]])


def lyric_line(events: list[Event], verse: int = 0) -> str:
    """Return the `w:` value for one line of music; empty where nothing is sung there."""
    signs = [_sign(event.lyrics[verse] if verse < len(event.lyrics) else None) for event in events]
    if not any(sign not in ("*", "_") for sign in signs):
        return ""
    text = ""
    for sign in signs:
        joined = text.endswith("-") or sign == "_"
        text += sign if not text or joined else f" {sign}"
    return text


def _sign(syllable: Syllable | None) -> str:
    if syllable is None:
        return "*"
    if syllable.held or not syllable.text:
        return "_"
    # the standard has no way to write the signs _ * | inside a syllable
    plain = "".join(letter for letter in syllable.text if letter not in "_*|\n")
    plain = plain.replace("\\", "").replace("-", "\\-").replace(" ", "~").replace("%", "\\%")
    return (plain or "~") + ("-" if syllable.joined else "")
