"""What the columns of somebody else's table mean, guessed from their headings in English and Bengali."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from core.errors import UsageError

OPTION_FIELDS = ("option_a", "option_b", "option_c", "option_d")
GLOSS_FIELDS = ("option_a_gloss", "option_b_gloss", "option_c_gloss", "option_d_gloss")
SKIP = "skip"
FIELDS = (
    "id", "task", "theme", "question", "options", *OPTION_FIELDS, "answer", "gloss", "options_gloss", *GLOSS_FIELDS,
    "sources", "note", "facts", SKIP,
)  # fmt: skip
"""What a column can be; `options` is all four in one, `skip` is none."""

_INDEXES = tuple(f"{name}{index}" for name in ("answer", "correct", "correctanswer", "correctoption", "gold", "label")
                 for index in ("index", "idx"))  # fmt: skip
_NAMES: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "docid", "questionid", "qid", "uid", "no", "number", "sl", "slno", "serial", "serialno", "sno", "qno",
           "#", "index", "ক্রমিক", "ক্রমিকনং", "ক্রম", "নং", "নম্বর", "আইডি"),
    "task": ("task", "subtask", "tasktype", "dataset", "section", "কাজ", "বিভাগ"),
    "theme": ("theme", "topic", "subject", "category", "subtheme", "subcategory", "area", "বিষয়", "বিষয়বস্তু", "শ্রেণি"),
    "question": ("question", "questions", "questiontext", "prompt", "stem", "q", "query", "text", "questionbn",
                 "questionbengali", "input", "প্রশ্ন", "প্রশ্নাবলি", "প্রশ্নটি"),
    "options": ("options", "choices", "answers", "optionlist", "alternatives", "বিকল্পসমূহ", "বিকল্পগুলি", "বিকল্প",
                "অপশনসমূহ", "অপশন"),
    "answer": ("answer", "correctanswer", "correct", "correctoption", "correctchoice", "rightanswer", "right", "key",
               "answerkey", "label", "target", "gold", "goldanswer", "solution", "ans", *_INDEXES, "উত্তর", "সঠিকউত্তর",
               "সঠিকবিকল্প", "সঠিক"),
    "gloss": ("gloss", "english", "translation", "questionen", "questionenglish", "englishquestion",
              "englishtranslation", "ইংরেজি", "অনুবাদ"),
    "options_gloss": ("optionsgloss", "optionsen", "optionsenglish", "choicesen"),
    "sources": ("sources", "source", "reference", "references", "url", "urls", "উৎস", "সূত্র", "তথ্যসূত্র"),
    "note": ("note", "notes", "comment", "comments", "explanation", "remark", "remarks", "মন্তব্য", "ব্যাখ্যা", "টীকা"),
    "facts": ("facts",),
}  # fmt: skip
_LABELS = (("a", "1", "ক", "১"), ("b", "2", "খ", "২"), ("c", "3", "গ", "৩"), ("d", "4", "ঘ", "৪"))
_BEFORE = ("", "option", "choice", "opt", "answer", "ans", "বিকল্প", "অপশন", "উত্তর")
_MARKS = re.compile(r"[\s_\-.:/()\[\]*?।]+")


def guess(columns: Sequence[str]) -> dict[int, str]:
    """Return the field of each column that is recognised, by its place; of two for one field the first."""
    table = _table()
    found: dict[int, str] = {}
    for place, column in enumerate(columns):
        field = table.get(_bare(column))
        if field is not None and field not in found.values():
            found[place] = field
    if all(field in found.values() for field in OPTION_FIELDS):
        return {place: field for place, field in found.items() if field != "options"}
    return found


def chosen(columns: Sequence[str], told: Sequence[str], known: Mapping[int, str]) -> dict[int, str]:
    """Return the guess with what a person said, each `COLUMN=FIELD`: a heading, or a number from 1.

    Raises UsageError for a column or field that there is none of, or a field told twice.
    """
    said: dict[int, str] = {}
    for one in told:
        column, _, field = one.rpartition("=")
        if field not in FIELDS or not column:
            raise UsageError(f"--map wants COLUMN=FIELD, not {one!r}. Fields: {', '.join(FIELDS)}.")
        place = _place(columns, column.strip())
        said[place] = field
        refuse_twice(said.values())
    kept = {place: field for place, field in known.items() if place not in said and field not in said.values()}
    if "options" in said.values():
        kept = {place: field for place, field in kept.items() if field not in OPTION_FIELDS}
    elif any(field in OPTION_FIELDS for field in said.values()):
        kept = {place: field for place, field in kept.items() if field != "options"}
    return dict(sorted({place: field for place, field in {**kept, **said}.items() if field != SKIP}.items()))


def refuse_twice(fields: Iterable[str]) -> None:
    """Raise UsageError where two columns are one field."""
    told: set[str] = set()
    for field in fields:
        if field != SKIP and field in told:
            raise UsageError(f"Two columns are mapped to {field}; one may be.")
        told.add(field)


def is_index(heading: str) -> bool:
    """Say whether a heading calls its numbers an index, which programs count from 0."""
    return _bare(heading) in _INDEXES


def lacking(mapping: Mapping[int, str]) -> tuple[str, ...]:
    """Return the fields without which no question can be made."""
    fields = set(mapping.values())
    needed = [field for field in ("question", "answer") if field not in fields]
    if "options" not in fields:
        needed += [field for field in OPTION_FIELDS if field not in fields]
    return tuple(needed) if len(needed) < len(OPTION_FIELDS) else (*needed[: -len(OPTION_FIELDS)], "options")


def _place(columns: Sequence[str], column: str) -> int:
    bare = _bare(column)
    exact = [place for place, name in enumerate(columns) if name == column]
    alike = exact or [place for place, name in enumerate(columns) if _bare(name) == bare]
    if alike:
        return alike[0]
    if column.isascii() and column.isdigit() and len(column) < 4 and 1 <= int(column) <= len(columns):
        return int(column) - 1
    raise UsageError(f"There is no column {column[:60]!r}. Columns: {', '.join(name[:40] for name in columns)}.")


def _table() -> dict[str, str]:
    table = {_bare(name): field for field, names in _NAMES.items() for name in names}
    for option, gloss, labels in zip(OPTION_FIELDS, GLOSS_FIELDS, _LABELS, strict=True):
        for label in labels:
            for before in _BEFORE:
                # a column that is only called 1 is as likely a number
                if before or not label.isdigit():
                    table.setdefault(_bare(before + label), option)
                    for after in ("gloss", "en", "english"):
                        table.setdefault(_bare(before + label + after), gloss)
            table.setdefault(_bare(f"{label}option"), option)
    return table


def _bare(heading: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKC", heading).casefold())
