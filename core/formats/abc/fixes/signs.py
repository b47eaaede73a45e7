"""Fixes of signs: those that mean nothing, and those that open and never close."""

import re
from collections.abc import Iterator

from core.formats.abc.fixes.edit import Sign, Source, fix
from core.formats.abc.lengths import MEANT, fraction_of, length_of
from core.formats.abc.lexer import mixes_signs
from core.formats.abc.reading.stray import REMARK
from core.score.diagnostic import Diagnostic, Edit, Fix

DECORATIONS = (
    "trill", "fermata", "accent", "staccato", "tenuto", "mordent", "uppermordent", "lowermordent", "turn", "roll",
    "crescendo(", "crescendo)", "diminuendo(", "diminuendo)", "segno", "coda", "fine", "slide", "breath", "arpeggio",
    "upbow", "downbow", "emphasis", "pppp", "ppp", "pp", "mp", "mf", "ffff", "fff", "ff", "sfz", "D.C.", "D.S.", "p",
    "f",
)  # fmt: skip
_DECORATION = re.compile(rf"!({'|'.join(re.escape(name) for name in DECORATIONS)})(?![A-Za-z!])")
_CHORD_NAME = re.compile(
    r"\"[\^_<>@]?(?:[A-G][#b]?(?:m(?:aj|in)?|dim|aug|sus|add)?\d*(?:/[A-G][#b]?)?)(?=[\s|A-Ga-gz(\[{^_=]|$)"
)
_LENGTH = re.compile(r"\d*(?:/+\d*)*$")
_DECIMAL = re.compile(r"\d*\.\d+$")
_AFTER = re.compile(r"(\^\^|__|[\^_=])?([A-Ga-g])(##?|♯♯?|♭♭?|[♮𝄪𝄫])")
_BEFORE = re.compile(r"(##?|♯♯?|♭♭?|♮)([A-Ga-g])")


def take_out(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out the sign that the finding stands on."""
    sign = source.sign_at(finding.line, finding.column)
    if sign:
        yield fix(f"Take {sign.text[:10]} out", sign.take_out())


def remark(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write the sign that begins a comment in ABC."""
    found = REMARK.match(source.text_of(finding.line), finding.column - 1)
    if found:
        yield fix("Make it a comment (%)", Edit(finding.line, finding.column, len(found[0]), "%"))


def markup(source: Source, finding: Diagnostic) -> Iterator[Fix]:  # noqa: ARG001  the finding tells all
    """Take a tag out."""
    yield fix("Take the markup out", Edit(finding.line, finding.column, finding.length, ""))


def length(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out a length that cannot be; what is left is one unit, as it is read."""
    sign = source.sign_at(finding.line, finding.column)
    found = _LENGTH.search(sign.text) if sign else None
    if sign and found and found[0]:
        yield fix("Write the note without a length", Edit(sign.line, sign.column + found.start(), len(found[0]), ""))


def accidental(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write an accidental before its note and as ABC does, as it is read.

    Where some stand before their notes and some after them, each is read by what the others tell: all go at once.
    """
    if not mixes_signs([line for number, line in source.lines.items() if number >= source.first]):
        edit = _accidental(source, finding)
        if edit:
            yield fix(f"Write {edit.text}", edit)
        return
    rows = [row for row in source.tune.diagnostics if row.code.startswith("accidental-")]
    edits = [edit for row in rows if (edit := _accidental(source, row))]
    yield fix("Write the accidentals as ABC does", *edits)


def _accidental(source: Source, finding: Diagnostic) -> Edit | None:
    text = source.text_of(finding.line)
    start = finding.column - 1
    before = _BEFORE.match(text, start)
    if before:
        return Edit(finding.line, finding.column, before.end() - start, MEANT[before[1]] + before[2])
    after = _AFTER.match(text, start)
    if after is None:
        return None
    return Edit(finding.line, finding.column, after.end() - start, (after[1] or MEANT[after[3]]) + after[2])


def decimal(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a length as a fraction."""
    sign = source.sign_at(finding.line, finding.column)
    found = _DECIMAL.search(sign.text) if sign else None
    value = length_of(found[0]) if found else None
    if sign and found and value:
        new = fraction_of(value)
        place = sign.column + found.start()
        yield fix(f"Write {new or 'no length'} for {found[0]}", Edit(sign.line, place, len(found[0]), new))


_NUMBER = re.compile(r"\d+(?:/\d*)?|/\d*")

# -- what means nothing -----------------------------------------------------------------------------------------------


def unknown(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Guess what a sign was for: a mark to close, a number or sign apart from its own; else take it out."""
    text = source.text_of(finding.line)
    start = finding.column - 1
    run = text[start : start + finding.length]
    yield from _unclosed(finding, text, start)
    if re.fullmatch("[2-9]", run) and text[start + 1 : start + 2] == "(":
        # the slur that it was meant to be stays beside the tuplet
        yield fix(f"Write the tuplet as ({run}", Edit(finding.line, finding.column, 1, f"({run}"))
    apart = _apart(source, finding, run)
    if apart is not None:
        yield apart
        if _NUMBER.fullmatch(run):
            # a number is a length or an ending, and to take it out would change the time
            return
    if run:
        yield fix(f"Take {run[:10]} out", Edit(finding.line, finding.column, len(run), ""))


def _apart(source: Source, finding: Diagnostic, run: str) -> Fix | None:
    """Put what a blank has cut together: a length, the number of an ending, a repeat's colon, an accidental."""
    before = next(source.before(finding.line, finding.column), None)
    after = next(source.after(finding.line, finding.column + finding.length), None)
    anchor = None
    if before and before.kind == "space":
        anchor = next((sign for sign in source.before(before.line, before.column) if sign.kind != "space"), None)
    if anchor and before and _NUMBER.fullmatch(run):
        if anchor.kind in ("note", "rest", "endchord") and not _LENGTH.search(anchor.text)[0]:  # type: ignore[index]
            return fix(f"Write {run} at its note", before.take_out())
        if anchor.kind == "bar" and run.isdigit():
            return fix(f"Make it ending {run}: [{run}", Edit(finding.line, finding.column, 0, "["))
    if anchor and before and run == ":" and anchor.kind == "bar" and not anchor.text.endswith(":"):
        return fix(f"Write the repeat as {anchor.text}:", before.take_out())
    if after and after.kind == "space":
        following = next(source.after(after.line, after.end), None)
        kinds = {":": "bar", "^": "note", "_": "note", "=": "note", "^^": "note", "__": "note"}
        if following and kinds.get(run) == following.kind and following.text[0] not in "^_=:":
            return fix(f"Write {run}{following.text}", after.take_out())
    return None


def _unclosed(finding: Diagnostic, text: str, start: int) -> Iterator[Fix]:
    if text[start] == '"':
        name = _CHORD_NAME.match(text, start)
        if name:
            yield fix(f'Close the chord symbol: {name[0]}"', Edit(finding.line, name.end() + 1, 0, '"'))
    for name in _DECORATION.finditer(text):
        if name.start() <= start <= name.end():
            yield fix(f"Close the decoration: {name[0]}!", Edit(finding.line, name.end() + 1, 0, "!"))


# -- brackets ---------------------------------------------------------------------------------------------------------


def chord_old(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Write a chord in brackets."""
    text = source.text_of(finding.line)[finding.column - 1 :][: finding.length]
    yield fix(f"Write [{text[1:-1][:20]}]", Edit(finding.line, finding.column, len(text), f"[{text[1:-1]}]"))


def chord_open(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Close a chord behind the notes that stand together, or before the length of the last; or take its [ out."""
    opening = source.sign_at(finding.line, finding.column)
    if opening is None:
        return
    run = _run_after(source, opening)
    if len(run) > 1:
        last = run[-1]
        tail = _LENGTH.search(last.text)
        if tail and tail[0] and not any(_has_length(sign) for sign in run[:-1]):
            yield fix("Close the chord", Edit(last.line, last.column + tail.start(), 0, "]"))
        yield fix("Close the chord", last.put_after("]"))
    yield fix("Take the [ out", Edit(opening.line, opening.column, 1, ""))


def bracket(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Open the chord before the notes that stand together, or take its ] out."""
    closing = source.sign_at(finding.line, finding.column)
    if closing is None:
        return
    run = _run_before(source, closing)
    if len(run) > 1:
        yield fix("Open the chord with [", Edit(closing.line, run[0].column, 0, "["))
    yield fix("Take the ] out", closing.take_out())
    yield fix("Take the ] out", Edit(closing.line, closing.column, 1, ""))


def grace_open(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Close grace notes behind those that stand together, or take their { out."""
    opening = source.sign_at(finding.line, finding.column)
    if opening is None:
        return
    run = _run_after(source, opening)
    if run:
        yield fix("Close the grace notes", run[-1].put_after("}"))
    if len(run) > 1:
        yield fix("Close the grace notes", run[-2].put_after("}"))
    yield fix("Take the { out", opening.take_out())


def grace_close(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Open grace notes before those that stand together, or take their } out."""
    closing = source.sign_at(finding.line, finding.column)
    if closing is None:
        return
    run = _run_before(source, closing)
    if run:
        yield fix("Open the grace notes with {", Edit(closing.line, run[0].column, 0, "{"))
    yield fix("Take the } out", closing.take_out())


def _run_after(source: Source, opening: Sign) -> list[Sign]:
    """Return the notes that follow a sign without a blank between."""
    run: list[Sign] = []
    for sign in source.after(opening.line, opening.end):
        if sign.kind != "note":
            break
        run.append(sign)
    return run


def _run_before(source: Source, closing: Sign) -> list[Sign]:
    run: list[Sign] = []
    for sign in source.before(closing.line, closing.column):
        if sign.kind != "note":
            break
        run.insert(0, sign)
    return run


def _has_length(sign: Sign) -> bool:
    found = _LENGTH.search(sign.text)
    return bool(found and found[0])


# -- tuplets and broken rhythm ----------------------------------------------------------------------------------------


def broken(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take out a > or < that has no note on one side."""
    sign = source.sign_at(finding.line, finding.column)
    if sign is None or sign.kind != "broken":
        sign = next((row for row in source.before(finding.line, finding.column) if row.kind == "broken"), None)
    if sign:
        yield fix(f"Take {sign.text[:4]} out", sign.take_out())


def tuplet_short(source: Source, finding: Diagnostic) -> Iterator[Fix]:
    """Take the tuplet sign out, count the notes that are there, or fill it up with rests."""
    opening = next((sign for sign in source.before(finding.line, finding.column) if sign.kind == "tuplet"), None)
    if opening is None:
        return
    inside = list(_inside(source, opening, finding.column))
    found = re.match(r"\((\d+)(?::(\d*))?(?::(\d*))?", opening.text)
    if not inside or found is None:
        yield fix(f"Take {opening.text} out", opening.take_out())
        return
    count, notes = int(found[1][:3]), len(inside)
    wanted = int((found[3] or found[1])[:3])
    yield fix(f"Take {opening.text} out", opening.take_out())
    if wanted > notes:
        missing = wanted - notes
        rest = "z" + (_LENGTH.search(inside[-1].text)[0] if inside[-1].kind != "chord" else "")  # type: ignore[index]
        yield fix(f"Fill the tuplet with {missing} rest{'s' * (missing > 1)}", inside[-1].put_after(rest * missing))
    if notes > 1 and notes != count:
        yield fix(f"Make it a tuplet of {notes}", Edit(opening.line, opening.column, len(opening.text), f"({notes}"))


def _inside(source: Source, opening: Sign, stop: int) -> Iterator[Sign]:
    """Give what sounds between a tuplet sign and a column: notes, rests, chords by their last sign."""
    deep = False
    for sign in source.after(opening.line, opening.end):
        if sign.column >= stop:
            return
        if sign.kind == "chord":
            deep = True
        elif sign.kind == "endchord":
            deep = False
            yield sign
        elif sign.kind in ("note", "rest") and not deep:
            yield sign
