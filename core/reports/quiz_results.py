"""Results of a quiz as tables and charts.

What comes in is what `quiz report --json` prints: an object a model with `total`, `done`, the seven outcomes,
`accuracy`, `wilson95`, `by_task`, `by_theme` and, where models can be paired, `paired`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.reports.chart_svg import LIGHT, Palette
from core.reports.figures import Figure, Series, Share, bars
from core.reports.heat_map import heat_map
from core.reports.published import Published
from core.reports.tables import Cell, Column, Kind, Missing, Table, value_or

Results = Mapping[str, Mapping[str, Any]]
THEORY = "theory"
"""The task that the paper's heat map is sorted by."""
OUTCOMES = ("correct", "wrong", "ambiguous", "none", "empty", "truncated", "error")
COUNTS = ("total", "done", *OUTCOMES)
NO_THEME = "no theme"
ONLY_ACCURACY = "the paper's text states accuracy alone"
NOT_STATED = "not stated in the paper's text"
SCORES = (
    *(Column(key, key.capitalize(), Kind.WHOLE) for key in COUNTS),
    Column("accuracy", "Accuracy", Kind.SHARE),
    Column("wilson95_low", "95 % from", Kind.SHARE),
    Column("wilson95_high", "95 % to", Kind.SHARE),
)


def summary(results: Results) -> Table:
    """Return a row a model: counts, accuracy with its interval, seconds an answer."""
    columns = (
        Column("model", "Model"), *SCORES, Column("median_seconds", "Median time", Kind.NUMBER, "s", 2),
    )  # fmt: skip
    rows = tuple(
        (model, *scores(one), value_or(one.get("median_seconds"), "no times were kept"))
        for model, one in results.items()
    )
    return Table("summary", "Quiz: all questions", columns, rows)


def by_task(results: Results, titles: Mapping[str, str], published: Published | None = None) -> Table:
    """Return a row for each sub-task and model, then the published ones. `titles`: task to what people call it."""
    columns = (
        Column("task", "Sub-task"), Column("title", "Title"), Column("model", "Model"),
        Column("published", "Published", Kind.FLAG), *SCORES,
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for task in task_keys(results, titles, published):
        title = titles.get(task, task)
        for model, one in results.items():
            if task in one["by_task"]:
                rows.append((task, title, model, False, *scores(one["by_task"][task])))
        for row in published.rows if published and task in published.questions else ():
            told = value_or(row.accuracy.get(task), NOT_STATED)
            others = (Missing(ONLY_ACCURACY),) * len(COUNTS)
            rows.append((task, title, row.model, True, *others, told, *(Missing(ONLY_ACCURACY),) * 2))
    return Table("tasks", "Quiz: sub-tasks", columns, tuple(rows))


def by_theme(results: Results) -> Table:
    """Return a row for each theme and model."""
    columns = (Column("theme", "Theme"), Column("model", "Model"), *SCORES)
    rows = tuple(
        (theme, model, *scores(one["by_theme"][theme]))
        for theme in theme_keys(results)
        for model, one in results.items()
        if theme in one["by_theme"]
    )
    return Table("themes", "Quiz: themes", columns, rows)


def paired(results: Results) -> Table:
    """Return a row for every two models that answered the same questions: McNemar's test, Holm's correction."""
    columns = (
        Column("first", "Model"), Column("second", "Other model"), Column("n", "Questions", Kind.WHOLE),
        Column("only_first", "Only the first right", Kind.WHOLE),
        Column("only_second", "Only the other right", Kind.WHOLE),
        Column("p", "p (McNemar)", Kind.P), Column("p_holm", "p (Holm)", Kind.P), Column("tied", "Tied", Kind.FLAG),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    seen: set[frozenset[str]] = set()
    for first, one in results.items():
        for second, pair in one.get("paired", {}).items():
            if frozenset((first, second)) not in seen:
                seen.add(frozenset((first, second)))
                figures = (pair[key] for key in ("n", "only_this", "only_other", "p", "p_holm", "tied"))
                rows.append((first, second, *figures))
    return Table("paired", "Quiz: models in pairs", columns, tuple(rows))


ITEM_COLUMNS = (
    Column("model", "Model"), Column("sample", "Question id"), Column("task", "Sub-task"), Column("theme", "Theme"),
    Column("question", "Question"), Column("answer", "Right letter"), Column("repeat", "Repeat", Kind.WHOLE),
    Column("status", "Outcome"), Column("letter", "Letter"), Column("reason", "Reason"),
    Column("decided", "Decided by hand", Kind.FLAG), Column("decided_letter", "Letter by hand"),
    Column("seconds", "Time", Kind.NUMBER, "s", 2), Column("reply_tokens", "Reply tokens", Kind.WHOLE),
    Column("prompt", "Prompt"), Column("reply", "Reply"),
)  # fmt: skip
NO_VALUE = {
    "letter": "no letter was found", "decided_letter": "no letter was decided on", "seconds": "no time was kept",
    "reply_tokens": "the backend told no tokens", "reply": "there is no reply",
}  # fmt: skip


def items(rows: Iterable[Mapping[str, Any]]) -> Table:
    """Return a row an item: what was asked, what came, and what was made of it. Keys as in `ITEM_COLUMNS`."""
    cells = tuple(
        tuple(value_or(row[column.key], NO_VALUE.get(column.key, "not kept")) for column in ITEM_COLUMNS)
        for row in rows
    )
    return Table("items", "Quiz: items", ITEM_COLUMNS, cells)


def scores(one: Mapping[str, Any]) -> tuple[Cell, ...]:
    """Return the cells of `SCORES`."""
    low, high = one["wilson95"] or (None, None)
    reason = _why_none(one)
    return (
        *(int(one[key]) for key in COUNTS),
        *(value_or(value, reason) for value in (one["accuracy"], low, high)),
    )


def _why_none(one: Mapping[str, Any]) -> str:
    return "every item failed" if one["done"] else "no answers yet"


def task_keys(results: Results, titles: Mapping[str, str], published: Published | None = None) -> tuple[str, ...]:
    """Return the sub-tasks that have results, in the order of `titles`, unknown ones behind."""
    having = {task: None for one in results.values() for task in one["by_task"]}
    if published:
        having |= dict.fromkeys(published.questions)
    return tuple([task for task in titles if task in having] + [task for task in having if task not in titles])


def theme_keys(results: Results) -> tuple[str, ...]:
    """Return the themes in the order in which they are met."""
    return tuple(dict.fromkeys(theme for one in results.values() for theme in one["by_theme"]))


def task_bars(
    results: Results, titles: Mapping[str, str], published: Published | None = None, *,
    palette: Palette = LIGHT, width: float = 820.0,
) -> Figure:  # fmt: skip
    """Draw accuracy by sub-task. Published models have a bar only where the paper's text states a figure."""
    rows = {task: titles.get(task, task) for task in task_keys(results, titles, published)}
    stated = [
        Series(one.name, {task: share for task, share in one.shares.items() if share.value is not None}, True)
        for one in published_series(published)
    ]
    return bars([*own_series(results, "by_task"), *stated], rows, "Accuracy by sub-task", palette=palette, width=width)


def theme_bars(results: Results, *, palette: Palette = LIGHT, width: float = 820.0) -> Figure:
    """Draw accuracy by theme."""
    rows = {theme: theme or NO_THEME for theme in theme_keys(results)}
    return bars(own_series(results, "by_theme"), rows, "Accuracy by theme", palette=palette, width=width)


def task_heat_map(
    results: Results, titles: Mapping[str, str], published: Published | None = None, *,
    palette: Palette = LIGHT, width: float | None = None,
) -> Figure:  # fmt: skip
    """Draw sub-tasks over models, sorted by theory accuracy as in SA figure 2; `width` is the room that there is."""
    rows = {task: titles.get(task, task) for task in task_keys(results, titles, published)}
    series = [*own_series(results, "by_task"), *published_series(published)]
    return heat_map(series, rows, "Accuracy by sub-task and model", sort_by=THEORY, palette=palette, width=width)


def own_series(results: Results, key: str) -> list[Series]:
    """Return the models of a quiz for a chart; `key` is `by_task` or `by_theme`."""
    return [Series(model, {name: _share(part) for name, part in one[key].items()}) for model, one in results.items()]


def _share(part: Mapping[str, Any]) -> Share:
    if part["accuracy"] is None:
        return Share(None, note=_why_none(part))
    low, high = part["wilson95"] or (None, None)
    answered = part["done"] - part["error"]
    open_items = part["total"] - part["done"]
    return Share(part["accuracy"], low, high, answered, note=f"{open_items} not asked yet" if open_items else "")


def published_series(published: Published | None) -> list[Series]:
    """Return the paper's models for a chart."""
    return [
        Series(row.model, {task: _stated(value) for task, value in row.accuracy.items()}, True)
        for row in (published.rows if published else ())
    ]


def _stated(value: float | None) -> Share:
    return Share(None, note=NOT_STATED) if value is None else Share(value, published=True)


TABLES: dict[str, Callable[[Results, Mapping[str, str], Published | None], Table]] = {
    "summary": lambda results, _titles, _published: summary(results),
    "tasks": by_task,
    "themes": lambda results, _titles, _published: by_theme(results),
    "paired": lambda results, _titles, _published: paired(results),
}
FIGURES: dict[str, Callable[[Results, Mapping[str, str], Published | None, Palette], Figure]] = {
    "bars": lambda results, titles, published, palette: task_bars(results, titles, published, palette=palette),
    "theme-bars": lambda results, _titles, _published, palette: theme_bars(results, palette=palette),
    "heatmap": lambda results, titles, published, palette: task_heat_map(results, titles, published, palette=palette),
}
