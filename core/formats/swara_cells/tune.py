"""A sheet of cells as a tune among others, and any tune as a sheet of cells."""

from collections.abc import Iterable
from dataclasses import replace

from core.formats.base import Imported, imported, remark
from core.formats.swara_cells.cells import CellSheet
from core.formats.swara_cells.export import cells_of
from core.formats.swara_cells.kept import kept, restored
from core.formats.swara_cells.score import score_of
from core.formats.swara_cells.sung import sing
from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score

PRINTED = "printed"


def tune_of(sheet: CellSheet, reading: str = PRINTED, findings: Iterable[Diagnostic] = ()) -> Imported:
    """Return the song in one of two readings; what it prints otherwise than the score would is kept in fields."""
    song = sing(sheet, reading)
    score = score_of(sheet, song)
    score = replace(score, fields=(*score.fields, ("I", f"reading {reading}")))
    score = replace(score, fields=(*score.fields, *kept(sheet, cells_of(score))))
    said = list(findings)
    if song.hyphens:
        count = f"{song.hyphens} cells begin" if song.hyphens > 1 else "1 cell begins"
        way = (
            "read as print means it: no time, only no new syllable (--reading encoded counts it as time)"
            if reading == PRINTED
            else "counted as time, as the file is encoded (--reading printed reads it as print means it)"
        )
        said.append(remark("swara-hyphen", f"{count} with a hyphen before a note, which was {way}."))
    if song.lost_texts:
        many = f"{song.lost_texts} syllables stand" if song.lost_texts > 1 else "1 syllable stands"
        text = f"{many} under no note and were left out of the score; the cells keep what is written."
        said.append(remark("swara-lyrics", text, Severity.WARNING))
    return imported(score, said)


def sheet_of(score: Score) -> CellSheet:
    """Return a score as cells, as a file it came from printed them."""
    return restored(cells_of(score), score.fields)
