"""The row above the notation: which views, how large, in which arrangement."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLayout, QMenu, QSizePolicy, QToolButton, QWidget

from core.views import VIEWS
from gui import icons
from gui.theme import GRID, Theme, Tokens
from gui.widgets.icon_button import IconButton
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


ZOOM_KEY = "Ctrl+0"
VIEWS_GROUP = "views"
LEAVING = (("pages",), ("side",), ("out", "zoom", "in"), ("follow",), ("fit",), (VIEWS_GROUP,))
"""What goes into the menu where the row is too narrow for all, one group after another."""


class NotationHeader(QWidget):
    """Shows the choices and tells of clicks; it keeps none of them. What has no room is in the menu of `more`."""

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
        self.zoom.setToolTip(f"Back to 100 % ({ZOOM_KEY})")
        self.zoom.clicked.connect(lambda: self.tool_used.emit("reset", False))
        for name in TOOLS:
            row.addWidget(self.tools[name])
            if name == "out":
                row.addWidget(self.zoom)
        self.more = IconButton("more", "More of the notation's controls", parent=self)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.more)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self.menu)
        row.addWidget(self.more)
        self._away: list[str] = []
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
        self.more.set_colours(tokens)
        self.more.setStyleSheet("QToolButton::menu-indicator { image: none; width: 0; }")

    def set_views(self, names: Sequence[str]) -> None:
        """Show which views are on; with one there is nothing to arrange."""
        self.views.set_values(names)
        self._several = len(names) > 1
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Ask for the room of the views, and of the menu that holds all else."""
        width = self.views.sizeHint().width() + self.more.sizeHint().width() + 2 * GAP
        return QSize(width + self._margins(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take tools away or bring them back."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit anew when a control wants another width, after a change of its text or of the font."""
        found = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()
        return found

    def away(self) -> list[str]:
        """Return what the menu holds, by the names of `TOOLS`, `zoom` and `views`."""
        return list(self._away)

    def _margins(self) -> int:
        margins = self._row.contentsMargins()
        return margins.left() + margins.right()

    def _controls(self) -> dict[str, QWidget]:
        """Return everything of the row that can leave it, in its order; nothing stands side by side with one view."""
        found: dict[str, QWidget] = {VIEWS_GROUP: self.views}
        for name, tool in self.tools.items():
            if name != "side" or self._several:
                found[name] = tool
            if name == "out":
                found["zoom"] = self.zoom
        return found

    def _fit(self) -> None:
        """Show what there is room for; the rest is in the menu."""
        controls = self._controls()
        widths = {name: control.sizeHint().width() + GAP for name, control in controls.items()}
        room = self.width() - self._margins()
        shown = list(controls)
        for group in LEAVING:
            menu = self.more.sizeHint().width() + GAP if len(shown) < len(controls) else 0
            if sum(widths[name] for name in shown) + menu <= room:
                break
            shown = [name for name in shown if name not in group]
        self._away = [name for name in controls if name not in shown]
        for name, control in {**self.tools, "zoom": self.zoom, VIEWS_GROUP: self.views}.items():
            control.setVisible(name in shown)
        self.more.setVisible(bool(self._away))

    def _fill_menu(self) -> None:
        """Offer what has no room, as it stands now; an entry does what its button does."""
        self.menu.clear()
        if VIEWS_GROUP in self._away:
            for view in VIEWS:
                self._add(self.views.button(view.name), view.title)
            self.menu.addSeparator()
        for name in self._away:
            if name == "zoom":
                self._add(self.zoom, f"Back to 100 %, from {self.zoom.text()}", ZOOM_KEY)
            elif name != VIEWS_GROUP:
                self._add(self.tools[name], TOOLS[name].words, TOOLS[name].key)

    def _add(self, button: QAbstractButton, words: str, key: str = "") -> None:
        action = self.menu.addAction(f"{words}\t{key}" if key else words)
        action.setCheckable(button.isCheckable())
        action.setChecked(button.isChecked())
        action.triggered.connect(lambda _=False: button.click())

    def set_down(self, name: str, down: bool) -> None:
        """Show a button as down or up."""
        self.tools[name].setChecked(down)

    def set_zoom(self, zoom: float) -> None:
        """Show the zoom."""
        self.zoom.setText(f"{zoom * 100:.0f} %")
        self.zoom.setAccessibleName(f"Zoom {zoom * 100:.0f} %, back to 100 %")
