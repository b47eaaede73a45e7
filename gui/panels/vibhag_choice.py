"""How a cycle of the tala is divided: where its forms differ all are offered, beside the one that is drawn."""

import re

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from core.tradition.cells.grid import own_of, tala_forms
from core.tradition.cells.measures import Vibhags, ways_of
from gui.document import Reading
from gui.session import Session
from gui.theme import GRID
from gui.widgets.inputs import Choice

WIDTH = 200
_SAYS = re.compile(r"(%%|I:)\s*vibhags\b")
_KEY = re.compile(r"\s*K:")


def with_vibhags(text: str, vibhags: Vibhags) -> str:
    """Return ABC whose first tune says how a cycle is divided, once, before its key."""
    lines = text.split("\n")
    key = next((place for place, line in enumerate(lines) if _KEY.match(line)), None)
    if key is None:
        return text
    end = next((place for place in range(key, len(lines)) if not lines[place].strip()), len(lines))
    said = f"%%vibhags {' '.join(map(str, vibhags))}"
    found = [*lines[:key], said, *lines[key:end]]
    return "\n".join([*(line for line in found if line is said or not _SAYS.match(line)), *lines[end:]])


class VibhagChoice(QWidget):
    """A row above the swaralipi, there only where there is a choice. It is written into the text, so Undo takes it."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._offered: list[Vibhags] = []
        self._drawn: Vibhags = ()
        self.ways = Choice(parent=self)
        self.ways.setMaximumWidth(WIDTH)
        self.ways.setAccessibleName("Vibhags of a cycle")
        label = QLabel("Vibhags", self)
        label.setBuddy(self.ways)
        label.setProperty("role", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID // 2, GRID, 0)
        row.setSpacing(GRID)
        row.addWidget(label)
        row.addWidget(self.ways, 1)
        row.addStretch(1)
        self.ways.activated.connect(self._choose)
        session.document.reading_ready.connect(self._show)
        session.generating.connect(lambda on: self.ways.setEnabled(not on))
        self._show(session.document.reading)

    def _show(self, reading: Reading) -> None:
        self._drawn, ways = ways_of(reading.score)
        several = len(ways) > 1
        # what the song says of itself may be none of the table's
        offered = list(dict.fromkeys([*ways, self._drawn])) if several else []
        if offered != self._offered:
            self._offered = offered
            self.ways.clear()
            self.ways.addItems(["+".join(map(str, way)) for way in offered])
        if several:
            self.ways.setCurrentIndex(offered.index(self._drawn))
            own = own_of(reading.score)
            name = tala_forms(reading.score, own)[0].name
            self.ways.setToolTip(f"{name} is counted in several ways; the one that is chosen is written into the ABC")
        self.setVisible(several)

    def _choose(self, place: int) -> None:
        wanted, document = self._offered[place], self._session.document
        if wanted == self._drawn:
            return
        document.set_text(with_vibhags(document.text, wanted), "fix")
        said = "+".join(map(str, wanted))
        self._session.message.emit(f"A cycle is divided {said} now; Undo brings the text before back.", "info")
