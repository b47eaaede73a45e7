"""The row above the notation: which views, how large, in which arrangement."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QSizePolicy, QToolButton, QWidget

from core.views import VIEWS
from gui import icons
from gui.theme import GRID, Theme, Tokens
from gui.widgets.segmented import Segmented

ICON = 18
HEIGHT = 5 * GRID
GAP = 4


@dataclass(frozen=True, slots=True)
class _Tool:
    """A button: its icon, what it does, the key that does it too, and whether it stays down."""

    icon: str
    words: str
    key: str = ""
    toggle: bool = False


TOOLS = {
    "follow": _Tool("follow", "Follow the sound", "F", toggle=True),
    "side": _Tool("side_by_side", "Views side by side", toggle=True),
    "pages": _Tool("pages", "Show as pages", toggle=True),
    "fit": _Tool("fit_width", "Fit width", toggle=True),
    "out": _Tool("zoom_out", "Zoom out", "Ctrl+-"),
    "in": _Tool("zoom_in", "Zoom in", "Ctrl++"),
}


LEAVING = (("pages",), ("side",), ("out", "zoom", "in"), ("follow",), ("fit",))
"""Which tools go where the row is too narrow for all, one group after another."""


class NotationHeader(QWidget):
    """Shows the choices and tells of clicks; it keeps none of them."""

    views_chosen = Signal(list)
    tool_used = Signal(str, bool)
    """A button of `TOOLS`, or `reset` for the zoom, and whether it is down."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.views = Segmented([(v.name, v.title) for v in VIEWS], "Notation", exclusive=False, look="tab", parent=self)
        self.views.changed.connect(self.views_chosen)
        for view in VIEWS:
            self.views.button(view.name).setToolTip(f"Show or hide {view.title}")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 12, 3)
        row.setSpacing(GAP)
        self._row = row
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        row.addWidget(self.views)
        row.addStretch(1)
        self.tools = {name: self._tool(name, tool) for name, tool in TOOLS.items()}
        self.zoom = QToolButton(self)
        self.zoom.setProperty("role", "flat")
        self.zoom.setToolTip("Back to 100 % (Ctrl+0)")
        self.zoom.clicked.connect(lambda: self.tool_used.emit("reset", False))
        for name in TOOLS:
            row.addWidget(self.tools[name])
            if name == "out":
                row.addWidget(self.zoom)
        self._several = True
        self.set_zoom(1.0)
        self.dress(theme.tokens)
        theme.changed.connect(self.dress)

    def _tool(self, name: str, tool: _Tool) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("role", "toggle" if tool.toggle else "flat")
        button.setCheckable(tool.toggle)
        button.setAccessibleName(tool.words)
        button.setToolTip(f"{tool.words} ({tool.key})" if tool.key else tool.words)
        button.clicked.connect(lambda down: self.tool_used.emit(name, down))
        return button

    def dress(self, tokens: Tokens) -> None:
        """Draw the icons in the theme's colours."""
        size = max(ICON, self.fontMetrics().height())
        for name, button in self.tools.items():
            button.setIconSize(QSize(size, size))
            button.setIcon(icons.icon(TOOLS[name].icon, tokens.muted, tokens.ink, size))

    def set_views(self, names: Sequence[str]) -> None:
        """Show which views are on; with one there is nothing to arrange."""
        self.views.set_values(names)
        self._several = len(names) > 1
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Ask for the room of the views alone."""
        margins = self._row.contentsMargins()
        return QSize(self.views.sizeHint().width() + margins.left() + margins.right(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take tools away or bring them back."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the tools that there is room for."""
        tools = {**self.tools, "zoom": self.zoom}
        shown = [name for name in tools if name != "side" or self._several]
        room = self.width() - self.minimumSizeHint().width()
        for group in LEAVING:
            if sum(tools[name].sizeHint().width() + GAP for name in shown) <= room:
                break
            shown = [name for name in shown if name not in group]
        for name, tool in tools.items():
            tool.setVisible(name in shown)

    def set_down(self, name: str, down: bool) -> None:
        """Show a button as down or up."""
        self.tools[name].setChecked(down)

    def set_zoom(self, zoom: float) -> None:
        """Show the zoom."""
        self.zoom.setText(f"{zoom * 100:.0f} %")
        self.zoom.setAccessibleName(f"Zoom {zoom * 100:.0f} %, back to 100 %")
