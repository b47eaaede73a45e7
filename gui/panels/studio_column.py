"""The left column of the studio: song, prompt and model in one scroll area, Generate always in sight below."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from gui.keeping import Keeping
from gui.panels.generate import GeneratePanel
from gui.panels.model import ModelPanel
from gui.panels.open_model import OpenModel
from gui.panels.prompt import PromptPanel
from gui.panels.song import SongPanel
from gui.panels.wanted import Wanted
from gui.session import Session
from gui.widgets.scroll_column import ScrollColumn

NARROWEST = 280


class StudioColumn(QWidget):
    """Builds the four panels and what they share."""

    def __init__(self, session: Session, keeping: Keeping, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.wanted = Wanted(session, self)
        self.open_model = OpenModel(session, self.wanted, self)
        self.song = SongPanel(session, self.wanted, keeping)
        self.prompt = PromptPanel(session, self.wanted, self.open_model)
        self.model = ModelPanel(session, self.wanted, self.open_model)
        self.generate = GeneratePanel(session, self.wanted, self.open_model)
        inside = QWidget()
        inside.setProperty("role", "panel")
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for panel in (self.song, self.prompt, self.model):
            column.addWidget(panel)
        column.addStretch()
        self.area = ScrollColumn(inside)
        self.area.setProperty("role", "panel")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.area, 1)
        column.addWidget(self.generate)
        self.setMinimumWidth(NARROWEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.wanted.field_wanted.connect(self._bring)

    def _bring(self, name: str) -> None:
        field = self.song.field(name)
        if field is not None:
            self.area.ensureWidgetVisible(field)
