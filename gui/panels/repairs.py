"""What can be mended in the open tune: fixes for what was found, one at a time or all together."""

from dataclasses import replace
from threading import Event

from PySide6.QtCore import QObject, Signal

from core.formats.abc.fixes.edit import apply
from core.formats.abc.fixes.suggest import Fixes, fixes_of, unlooked
from core.formats.abc.repair import Repaired, mends_itself, repair
from core.score.diagnostic import Diagnostic
from gui.document import Reading
from gui.session import Session

LANE = "measure"


class Repairs(QObject):
    """Follows the document's readings; answers for an older revision are dropped."""

    found = Signal(object)
    """The findings of the latest reading, each with its fix where there is one."""
    repaired = Signal(object, str)
    """What was repaired, and the id of the take that holds it."""
    busy = Signal(bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._document = session, session.document
        self._stop: Event | None = None
        self._all: Event | None = None
        self.findings: tuple[Diagnostic, ...] = ()

    @property
    def some(self) -> bool:
        """Whether anything can be mended without a person's choice."""
        return mends_itself(self.findings)

    def look(self, reading: Reading) -> None:
        """Look for the fixes of what was found."""
        if self._stop is not None:
            self._stop.set()
        if not reading.tune.diagnostics:
            self._take(reading, Fixes(((),), 0))
            return
        self._stop = self._session.tasks.run(
            LANE, lambda stop: fixes(reading, stop), owner=self, done=lambda made: self._take(reading, made)
        )

    def _take(self, reading: Reading, made: Fixes) -> None:
        if reading.revision != self._document.revision:
            return
        rows = zip(reading.tune.diagnostics, made.tunes[0], strict=True)
        self.findings = (*(replace(finding, fix=fix) for finding, fix in rows), *unlooked(made.unlooked))
        self.found.emit(self.findings)

    def fix(self, finding: Diagnostic) -> bool:
        """Make the fix of a finding; False where there is none, or where the text has changed since."""
        if finding.fix is None or finding not in self.findings or not self._current():
            return False
        self._document.set_text(apply(self._document.text, finding.fix.edits), "fix")
        return True

    def fix_all(self) -> None:
        """Repair everything that needs no choice; the outcome is a new take."""
        if self._all is not None or not self._document.text.strip():
            return
        revision, text = self._document.revision, self._document.text
        self.busy.emit(True)
        self._all = self._session.tasks.run(
            LANE, lambda _stop: repair(text), owner=self, done=lambda made: self._put(revision, made), failed=self._fell
        )

    def _put(self, revision: int, made: Repaired) -> None:
        self._end()
        if revision != self._document.revision:
            self._session.message.emit("The text has changed meanwhile; repair it again.", "warning")
        elif not made.changes:
            self._session.message.emit("Nothing here can be repaired without you; see the findings.", "info")
        else:
            told = [f"{change.line}:{change.column} {change.title}" for change in made.changes]
            self._document.set_text(made.text, "repair", told)
            self.repaired.emit(made, self._document.take_id)
            if made.unfinished:
                self._session.message.emit("Not everything was looked at; repair it again for the rest.", "warning")

    def _fell(self, error: BaseException) -> None:
        self._end()
        raise error

    def _end(self) -> None:
        self._all = None
        self.busy.emit(False)

    def _current(self) -> bool:
        reading = self._document.reading
        return reading.revision == self._document.revision and reading.text == self._document.text


def fixes(reading: Reading, stop: Event) -> Fixes:
    """Return the fix of each finding of a reading, for any thread; a look that is stopped finds fewer."""
    return fixes_of(reading.text, (reading.tune,), stop.is_set)
