"""ASCII tablature, both ways.

*Strict* is ONOTE's layout (figure 8 and its composer's prompt): the lines e B G D A E, one character a sixteenth, hence
16 a bar of 4/4, under a row that numbers the beats. It tells when notes begin, not how long they last.

*Wide* has the lengths above the strings, in letters: W H Q E S T, dots, `+` for ties (`H+E`; `+E` at the start of a bar
goes on from before), `E3` for one of three in the time of two, `(1/20)` for any other; a length without a fret beneath
is a rest. A column is a sixteenth, as wide as the tune's widest fret.
"""

from core.errors import FormatError
from core.formats import losses
from core.formats.base import Format, Imported, told
from core.formats.tab import reader
from core.formats.tab.columns import TabBar, bars_of
from core.formats.tab.lines import looks_like_tab
from core.formats.tab.writer import LEGEND, strict_lines, why_not_strict, wide_lines
from core.score.events import Event
from core.score.score import Part, Score
from core.tradition.fretting import finger_part, remarks_on
from core.tradition.tunings import GUITAR, Fretboard

STRICT = "strict"
WIDE = "wide"


def read(content: bytes) -> Imported:
    """Read tab as it is found in the wild: time by the lengths above, else by the beats above, else by the columns."""
    return reader.read(content)


def write(score: Score, board: Fretboard = GUITAR, layout: str | None = None) -> bytes:
    """Write the first part, strict where that holds it, else wide. Raises FormatError where `layout` cannot hold it."""
    bars = _bars(score, board)
    reason = why_not_strict(bars)
    if layout == STRICT and reason:
        raise FormatError(f"Tab of 16 characters a bar is not possible: {reason}. Use the wide layout.")
    strict = layout != WIDE and reason is None
    body = list((strict_lines if strict else wide_lines)(bars, board))
    head = [f"Title: {' '.join(score.title.split())}"] if score.title.strip() else []
    head += [f"Tuning: {board.tuning.words}"] if board.tuning != GUITAR.tuning else []
    head += [f"Capo: {board.capo}"] if board.capo else []
    signs = {sign for bar in bars for column in bar.columns for sign in column.joins.values() if not strict}
    signs |= {"?" for bar in bars for column in bar.columns if None in column.frets.values()}
    legend = [", ".join(words for sign, words in LEGEND.items() if sign in signs)] if signs else []
    lines = [*head, *([""] if head else []), *body, *legend]
    return ("\n".join(lines).strip("\n") + "\n").encode("utf-8", "replace")


def lost(score: Score, board: Fretboard = GUITAR, layout: str | None = None) -> list[str]:
    """Say what the tab leaves out, why it is wide, and which notes no string plays."""
    bars = _bars(score, board)
    reason = why_not_strict(bars)
    strict = layout != WIDE and reason is None
    said = _always(score)
    if reason and layout is None:
        said.append(f"Tab of 16 characters a bar is not possible, {reason}: it is written wide.")
    said += _strict_losses(score) if strict else _wide_losses(score)
    part = score.parts[0] if score.parts else Part("", ())
    found = [row.message for row in remarks_on(part, finger_part(part, board), board) if row.code == "tab-range"]
    return [*said, *dict.fromkeys(found)]


def _bars(score: Score, board: Fretboard) -> list[TabBar]:
    return bars_of(score.parts[0], board) if score.parts else []


def _sounds_apart(score: Score) -> bool:
    parts = score.parts[:1]
    layered = any(len(measure.layers) > 1 for part in parts for measure in part.measures)
    return layered or any(
        note.duration != event.duration or (note.tied and len(event.notes) > 1)
        for event in score.events()
        for note in event.notes
    )


def _ends_early(event: Event) -> bool:
    return not event.notes or any(note.tied for note in event.notes)


KEY = losses.Loss("The key is left out: black keys come back as sharps.", lambda score: bool(score.events()))
LENGTHS = losses.Loss("Of notes that overlap only the time to the next one is written.", _sounds_apart)
RESTS = losses.Loss(
    "Sixteen characters a bar tell no lengths: a note lasts to the next one or the bar line; rests and ties are lost.",
    lambda score: any(_ends_early(event) for event in score.events()),
)
SLURS = losses.Loss("Slurs are written as h and p between two frets of one string only.", losses.SLURS.present)
_always = told(
    KEY,
    losses.FIRST_PART,
    losses.GRACES,
    losses.LYRICS,
    losses.REPEATS,
    losses.BAR_STYLES,
    losses.SIGNS,
    losses.TEMPO,
    losses.MID_METRES,
    losses.METRE_SIGNS,
    losses.REMINDERS,
    losses.CLEFS,
    losses.NAMES,
    losses.ALL_BUT_TITLE,
    losses.MICROTONES,
)
_strict_losses = told(RESTS, losses.SLURS)
_wide_losses = told(LENGTHS, SLURS)

TAB = Format("tab", "Guitar tab (text)", (".tab",), looks_like_tab, read, write, lost)
