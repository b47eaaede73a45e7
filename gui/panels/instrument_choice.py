"""The list of instruments, and the way to another soundfont."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from core.audio import soundfont
from gui.panels.playback import Playback
from gui.widgets.inputs import Choice

CHOOSE, SHIPPED = "*choose", "*shipped"
"""Entries that are no instruments."""


class InstrumentChoice(Choice):
    """Shows what the playback plays on."""

    def __init__(self, playback: Playback, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._playback = playback
        self.setAccessibleName("Instrument")
        self.activated.connect(self._on_activated)
        playback.planned.connect(self.fill)
        self.fill()

    def fill(self, *_: object) -> None:
        """List the instruments; the way back to the shipped soundfont is there only where another is in use."""
        font = self._playback.soundfont
        wanted = [(name.capitalize(), name) for name in soundfont.INSTRUMENTS]
        extra = [("Soundfont…", CHOOSE), *([("Shipped soundfont", SHIPPED)] if font else [])]
        if self.count() != len(wanted) + len(extra) + 1:
            self.clear()
            for words, name in wanted:
                self.addItem(words, name)
            self.insertSeparator(len(wanted))
            for words, name in extra:
                self.addItem(words, name)
        self.setToolTip(f"Instrument, from {font.name}" if font else "Instrument")
        self._show_current()

    def choose_soundfont(self) -> None:
        """Ask for a soundfont's file and load it."""
        dialog = QFileDialog(self.window(), "Choose a soundfont")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter("Soundfonts (*.sf2 *.sf3 *.SF2 *.SF3)")
        if self._playback.soundfont is not None:
            dialog.setDirectory(str(self._playback.soundfont.parent))
        dialog.fileSelected.connect(lambda path: self._playback.set_soundfont(Path(path)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _on_activated(self, place: int) -> None:
        name = self.itemData(place)
        if name == CHOOSE:
            self._show_current()
            self.choose_soundfont()
        elif name == SHIPPED:
            self._show_current()
            self._playback.set_soundfont(None)
        elif isinstance(name, str):
            self._playback.set_instrument(name)

    def _show_current(self) -> None:
        self.setCurrentIndex(self.findData(self._playback.instrument))
