"""The measures of the melody, live: value, scale, reference and meaning of each."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Event

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.errors import Cancelled
from core.metrics import METRICS, Measured, Metric
from core.metrics.compute import as_json, compute
from core.songs.song import Take
from core.workers.process import shared, stopped_by
from gui.document import Reading
from gui.session import Session
from gui.tables.metric_values import MISSING, meaning, shape_of, written
from gui.theme import GRID, Tokens
from gui.widgets.range_bar import RangeBar

PAUSE_MS = 300
"""A pause in typing after which the tune is measured; while a model writes, how often it is."""
SLOW = frozenset({"abc_syntax"})
"""Measured after the others, in a job of their own: music21 takes a second to load."""
MOST_KEPT = 64
"""Measured texts that are remembered, so that going through takes measures nothing twice."""

Key = tuple[str, str | None]
Found = dict[str, Measured]
RAW = "The tune as the model wrote it, before words were put under it."
REPAIRED = "The tune of {} as it was before the repair."
TEXT = "The text in the editor."
STREAM = "What the model has written so far."
NOTHING = "Nothing to measure yet. Generate a melody, or write one in the editor."
COMPUTING = "computing …"
LATER = "when it is done"
LATE_MS = 250
"""A value that takes longer than this is shown as being computed; until then the old one stays."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is measured: a text, against which reference, for which take, and what to call it."""

    abc: str = ""
    reference: str | None = None
    take_id: str = ""
    words: str = NOTHING

    @property
    def key(self) -> Key:
        """What the outcome depends on."""
        return self.abc, self.reference


class MetricsPanel(QWidget):
    """Follows the document. An answer for a text that is no longer the one shown is kept, and not shown."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._origin = "open"
        self._writing = False
        self._subject = Subject()
        self._kept: OrderedDict[Key, Found] = OrderedDict()
        self._stop: Event | None = None
        self._slow: Event | None = None
        self._others: Event | None = None
        self._quick = {metric.name for metric in METRICS if metric.name not in SLOW}
        self._room = MOST_KEPT
        self._timer = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._timer.timeout.connect(self._measure)
        self._late = QTimer(self, singleShot=True, interval=LATE_MS)
        self._late.timeout.connect(self._show)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.what = QLabel(self)
        self.what.setProperty("role", "muted")
        self.what.setWordWrap(True)
        self.rows = {metric.name: MetricRow(metric, self) for metric in METRICS}
        self.area = QScrollArea(self)
        self._lay_out()
        self._document.text_changed.connect(self._on_text)
        self._document.reading_ready.connect(self._on_reading)
        self._document.takes_changed.connect(self._look)
        self._document.song_changed.connect(self._look)
        session.generating.connect(self._on_generating)
        session.theme.changed.connect(self._dress)
        session.closing.append(self._end)
        self._dress(session.theme.tokens)
        self._show()
        self._look()

    def _lay_out(self) -> None:
        inner = QWidget()
        inner.setProperty("role", "clear")
        column = QVBoxLayout(inner)
        column.setContentsMargins(2 * GRID, GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(2 * GRID)
        column.addWidget(self.what)
        for row in self.rows.values():
            column.addWidget(row)
        column.addStretch(1)
        self.area.setWidget(inner)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setAccessibleName("Measures")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.area)

    # -- what is measured -----------------------------------------------------------------------------------------

    def _on_text(self, origin: str) -> None:
        self._origin = origin

    def _on_reading(self, _: Reading) -> None:
        self._look()

    def _on_generating(self, begun: bool) -> None:
        self._writing = begun
        self._look()
        if not begun:
            self._timer.start()

    def _look(self) -> None:
        """Measure soon where there is another text, take or reference than before."""
        subject = self._find_subject()
        if subject == self._subject:
            return
        self._subject = subject
        # while a model writes there is no pause to wait for
        if not (self._writing and self._timer.isActive()):
            self._timer.start()

    def _find_subject(self) -> Subject:
        document = self._document
        reference = document.song.reference.abc if document.song.reference is not None else None
        take = document.take()
        if self._origin == "model":
            found = Subject(document.text, reference, "", STREAM if self._writing else TEXT)
        elif take is not None and take.repaired:
            raw = document.song.written_take(take)
            found = Subject(raw.tune, reference, take.id, REPAIRED.format(raw.name or "the take before"))
        elif take is not None and not take.by_hand:
            found = Subject(take.tune, reference, take.id, RAW)
        else:
            found = Subject(document.text, reference, take.id if take is not None else "", TEXT)
        return found if found.abc.strip() else Subject(reference=reference)

    # -- measuring ------------------------------------------------------------------------------------------------

    def _measure(self) -> None:
        self._late.start()
        if self._stop is not None:
            self._stop.set()
        wanted = self._lacking(slow=False)
        if wanted:
            self._stop = self._run(wanted, slow=False, done=self._take_fast)
        else:
            self._take_fast({})

    def _take_fast(self, found: dict[Key, Found]) -> None:
        self._keep(found)
        self._show()
        self._measure_slow()
        self._measure_others()

    def _measure_others(self) -> None:
        """Begin the quick measures of takes that are not shown, for the columns of the list of takes."""
        if self._others is not None or self._writing:
            return
        reference = self._subject.reference
        song = self._document.song
        tunes = {song.written_take(take).tune for take in song.takes}
        keys = {(tune, reference) for tune in tunes if tune.strip()}
        wanted = [key for key in keys if not self._quick <= self._kept.get(key, {}).keys()]
        self._room = max(MOST_KEPT, 2 * len(keys))
        if wanted:
            self._others = self._run(wanted, slow=False, done=self._take_others)

    def _take_others(self, found: dict[Key, Found]) -> None:
        self._others = None
        self._keep(found)
        reference = self._subject.reference
        song = self._document.song
        for take in song.takes:
            self._store_in(take, found.get((song.written_take(take).tune, reference)))

    def _measure_slow(self) -> None:
        """Begin the slow measures, one text at a time, so that the quick ones never wait behind them."""
        if self._slow is not None or self._writing:
            return
        wanted = self._lacking(slow=True)
        if wanted:
            self._slow = self._run(wanted[:1], slow=True, done=self._take_slow)

    def _take_slow(self, found: dict[Key, Found]) -> None:
        self._slow = None
        self._keep(found)
        self._show()
        if not self._timer.isActive():
            self._measure_slow()

    def _run(self, keys: list[Key], *, slow: bool, done: Callable[[dict[Key, Found]], None]) -> Event:
        metrics = [metric for metric in METRICS if (metric.name in SLOW) is slow]

        def job(stop: Event) -> dict[Key, Found]:
            found: dict[Key, Found] = {}
            with suppress(Cancelled), stopped_by(stop):
                for key in keys:
                    if stop.is_set():
                        break
                    found[key] = compute(key[0], key[1], metrics)
            return found

        return self._session.tasks.run("measure", job, owner=self, done=done)

    def _lacking(self, *, slow: bool) -> list[Key]:
        """Return what has not been measured yet: the tune against the reference, and the reference by itself."""
        subject = self._subject
        keys: list[Key] = [subject.key, (subject.reference or "", None)]
        names = SLOW if slow else self._quick
        return [key for key in keys if key[0].strip() and not names <= self._kept.get(key, {}).keys()]

    def _keep(self, found: dict[Key, Found]) -> None:
        for key, values in found.items():
            self._kept[key] = {**self._kept.get(key, {}), **values}
            self._kept.move_to_end(key)
        while len(self._kept) > self._room:
            self._kept.popitem(last=False)
        self._store()

    def _store(self) -> None:
        """Put what was measured into the take, where it is not there yet."""
        subject = self._subject
        take = self._document.take()
        if take is not None and take.id == subject.take_id and self._find_subject() == subject:
            self._store_in(take, self._kept.get(subject.key))

    def _store_in(self, take: Take, found: Found | None) -> None:
        metrics = {**take.metrics, **as_json(found or {})}
        if metrics != take.metrics:
            # what can be measured again is nothing to save a song for
            self._document.change_take(take.id, dirty=False, metrics=metrics)

    def _end(self) -> None:
        """Do not let a window that closes wait for music21."""
        if self._slow is not None:
            self._slow.set()
            shared("music21").kill()

    # -- showing --------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        subject = self._subject
        found = self._kept.get(subject.key, {}) if subject.abc else {}
        reference = self._kept.get((subject.reference, None), {}) if subject.reference else {}
        self.what.setText(f"Measured: {subject.words[0].lower()}{subject.words[1:]}" if subject.abc else NOTHING)
        for name, row in self.rows.items():
            waiting = ""
            if subject.abc and name not in found:
                waiting = LATER if self._writing and name in SLOW else COMPUTING
            if waiting != COMPUTING or not self._late.isActive():
                row.show_values(found.get(name), reference.get(name), waiting)
        said = [self.what.text(), *(row.read_out() for row in self.rows.values())]
        self.area.setAccessibleDescription("\n".join(said))

    def _dress(self, colours: Tokens) -> None:
        for row in self.rows.values():
            row.bar.set_colours(colours)
        self.area.setStyleSheet(
            f"QScrollArea {{ border: 1px solid transparent; }} QScrollArea:focus {{ border-color: {colours.second}; }}"
        )

    def changeEvent(self, event: QEvent) -> None:
        """Follow the window's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            for row in self.rows.values():
                row.bar.updateGeometry()


class MetricRow(QWidget):
    """One measure: name, the reference's value and its own, the bar, and what it means or why it is missing."""

    def __init__(self, metric: Metric, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._metric = metric
        self.name = QLabel(metric.title, self)
        self.name.setWordWrap(True)
        self.value = QLabel(self)
        self.value.setProperty("role", "value")
        self.value.setFont(_tabular(self.value.font()))
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = RangeBar(self)
        self.reference = QLabel(self)
        self.reference.setProperty("role", "muted")
        self.reference.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.reference.setFont(_tabular(self.reference.font()))
        self.meaning = QLabel(self)
        self.meaning.setProperty("role", "muted")
        self.meaning.setWordWrap(True)
        self.meaning.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GRID)
        grid.setVerticalSpacing(GRID // 4)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self.name, 0, 0)
        grid.addWidget(self.reference, 0, 1)
        grid.addWidget(self.value, 0, 2)
        grid.addWidget(self.bar, 1, 0, 1, 3)
        grid.addWidget(self.meaning, 2, 0, 1, 3)

    def show_values(self, found: Measured | None, reference: Measured | None, waiting: str) -> None:
        """Show what was measured; `waiting` says that it still is."""
        shape = shape_of(self._metric.name)
        value = found.value if found is not None else None
        self.value.setText(waiting or written(self._metric.name, value))
        role = "muted" if waiting else "value"
        if self.value.property("role") != role:
            self.value.setProperty("role", role)
            self.value.style().polish(self.value)
        mark = shape.typical
        beside = reference.value if reference is not None else None
        if beside is not None:
            mark = beside
        self.reference.setVisible(beside is not None)
        if beside is not None:
            self.reference.setText(f"reference {written(self._metric.name, beside)}")
        self.bar.show_value(value, mark, shape.most)
        missing = found.missing if found is not None else None
        self.meaning.setText(f"{missing[0].upper()}{missing[1:].rstrip('.')}." if missing else meaning(self._metric))
        self.bar.setToolTip(self.read_out())

    def read_out(self) -> str:
        """Return all of it in a line."""
        beside = f", {self.reference.text()}" if not self.reference.isHidden() else ""
        value = "missing" if self.value.text() == MISSING else self.value.text()
        return f"{self._metric.title}: {value}{beside}. {self.meaning.text()}"


def _tabular(font: QFont) -> QFont:
    """Give figures one width, so that values stand under each other."""
    font = QFont(font)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
