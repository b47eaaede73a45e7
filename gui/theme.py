"""Colours, spacing and fonts of the window, light and dark, following the system unless told otherwise."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

GRID = 8
"""Pixels. 16 inside panels, 12 between blocks, 8 between fields."""
MODES = ("system", "light", "dark")
TEXT_FAMILIES = ["Noto Sans", "Noto Sans Bengali"]
MONO_FAMILIES = ["Noto Sans Mono", "DejaVu Sans Mono", "Menlo", "Consolas", "monospace"]
TEXT_PX = 13
PICTURES = Path(__file__).parent / "pictures"
"""What a style sheet can take from files alone: the tick of a box, for each theme."""
BENGALI_SHARE = 1.25
"""Bengali letters are drawn this much larger, since their bodies are smaller at the same size."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme. `accent` is for what acts or plays, `second` for values and loops."""

    name: str
    window: str
    panel: str
    paper: str
    field: str
    rail: str
    line: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    second: str
    warning: str
    accent_soft: str
    second_soft: str
    hover: str


LIGHT = Tokens(
    "light", window="#f4f2ee", panel="#fbfaf8", paper="#ffffff", field="#ffffff", rail="#ece8e1", line="#dfdbd3",
    ink="#23262d", muted="#666b76", accent="#b5452c", on_accent="#ffffff", second="#1f7a6d", warning="#8a5f00",
    accent_soft="#f6dfd9", second_soft="#cfe4e0", hover="#efece6",
)  # fmt: skip
DARK = Tokens(
    "dark", window="#1e1f22", panel="#26282c", paper="#2b2d31", field="#1b1c1f", rail="#191a1d", line="#3a3d43",
    ink="#e8e6e1", muted="#a4a8af", accent="#e0765a", on_accent="#1e1f22", second="#5bb5a6", warning="#e5b567",
    accent_soft="#4a302a", second_soft="#24433f", hover="#2f3237",
)  # fmt: skip


class Theme(QObject):
    """Holds the tokens in force and dresses the application. `changed` carries the new tokens."""

    changed = Signal(object)

    def __init__(self, mode: str = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mode = mode if mode in MODES else "system"
        self.tokens = self._wanted()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def set_mode(self, mode: str) -> None:
        """Choose `system`, `light` or `dark`."""
        self.mode = mode
        self._follow()

    def dress(self) -> None:
        """Give the application its style, palette, font and style sheet."""
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setStyle("Fusion")
            application.setPalette(palette(self.tokens))
            application.setFont(text_font())
            application.setStyleSheet(stylesheet(self.tokens))

    def _wanted(self) -> Tokens:
        if self.mode != "system":
            return DARK if self.mode == "dark" else LIGHT
        return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT

    def _follow(self, *_: object) -> None:
        wanted = self._wanted()
        if wanted != self.tokens:
            self.tokens = wanted
            self.dress()
            self.changed.emit(wanted)


def text_font(px: int = TEXT_PX) -> QFont:
    """Return the window's font; sizes scale with the desktop's text setting through the point size."""
    font = QFont()
    font.setFamilies(TEXT_FAMILIES)
    font.setPointSizeF(px * 72 / 96)
    return font


def bengali_font(px: int = TEXT_PX) -> QFont:
    """Return the font for fields that hold Bengali: larger, Bengali face first for its line height."""
    font = text_font(round(px * BENGALI_SHARE))
    font.setFamilies(["Noto Sans", "Noto Sans Bengali"])
    return font


def mono_font(px: int = TEXT_PX) -> QFont:
    """Return the font of the ABC editor."""
    font = QFont()
    font.setFamilies([*MONO_FAMILIES, "Noto Sans Bengali"])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(px * 72 / 96)
    return font


def palette(tokens: Tokens) -> QPalette:
    """Return Qt's palette for the tokens, so that plain widgets fit too."""
    roles = QPalette.ColorRole
    found = QPalette()
    for role, colour in {
        roles.Window: tokens.window, roles.WindowText: tokens.ink, roles.Base: tokens.field,
        roles.AlternateBase: tokens.panel, roles.Text: tokens.ink, roles.Button: tokens.panel,
        roles.ButtonText: tokens.ink, roles.BrightText: tokens.accent, roles.Highlight: tokens.accent,
        roles.HighlightedText: tokens.on_accent, roles.ToolTipBase: tokens.panel, roles.ToolTipText: tokens.ink,
        roles.PlaceholderText: tokens.muted, roles.Link: tokens.second, roles.Mid: tokens.line, roles.Dark: tokens.line,
    }.items():  # fmt: skip
        found.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.muted))
    return found


def tick(t: Tokens, *, disabled: bool = False) -> str:
    """Return where the picture of a tick is, as style sheets write it."""
    return (PICTURES / f"tick-{t.name}{'-disabled' if disabled else ''}.svg").as_posix()


def stylesheet(t: Tokens) -> str:
    """Return the style sheet. Widgets ask for a role by the dynamic property `role`."""
    return f"""
    QMainWindow, QDialog {{ background: {t.window}; }}
    QWidget[role="panel"], QScrollArea[role="panel"], QDockWidget > QWidget {{ background: {t.panel}; }}
    QWidget[role="rail"] {{ background: {t.rail}; }}
    QWidget[role="paper"] {{ background: {t.paper}; }}
    QScrollArea, QScrollArea > QWidget > QWidget[role="clear"] {{ background: transparent; border: none; }}
    QLabel[role="muted"] {{ color: {t.muted}; font-size: 12px; }}
    QLabel[role="heading"] {{ font-weight: 600; }}
    QLabel[role="value"] {{ font-weight: 600; }}
    QLabel[role="error"] {{ color: {t.accent}; }}
    QLabel[role="warning"] {{ color: {t.warning}; }}
    QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QSpinBox, QDoubleSpinBox {{
        background: {t.field}; color: {t.ink}; border: 1px solid {t.line}; border-radius: 6px; padding: 5px 8px;
        selection-background-color: {t.accent}; selection-color: {t.on_accent};
        placeholder-text-color: {t.muted}; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus {{
        border-color: {t.second}; }}
    QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {{ color: {t.muted}; }}
    QComboBox::drop-down {{ border: none; width: 20px; }}
    QComboBox QAbstractItemView {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.line};
        selection-background-color: {t.accent_soft}; selection-color: {t.ink}; outline: none; }}
    QComboBox QAbstractItemView::item {{ padding: 3px 8px; }}
    QPushButton, QToolButton {{ background: {t.field}; color: {t.ink}; border: 1px solid {t.line};
        border-radius: 6px; padding: 6px 12px; }}
    QToolButton {{ padding: 5px; }}
    QPushButton:hover, QToolButton:hover {{ background: {t.hover}; }}
    QPushButton:focus, QToolButton:focus {{ border-color: {t.second}; }}
    QPushButton:disabled, QToolButton:disabled {{ color: {t.muted}; }}
    QPushButton[role="primary"] {{ background: {t.accent}; color: {t.on_accent}; border-color: {t.accent};
        font-weight: 600; padding: 8px 16px; }}
    QPushButton[role="primary"]:focus {{ border: 2px solid {t.ink}; }}
    QPushButton[role="primary"]:disabled {{ background: {t.line}; border-color: {t.line}; color: {t.muted}; }}
    QToolButton[role="flat"], QPushButton[role="flat"] {{ border-color: transparent; background: transparent; }}
    QToolButton[role="flat"]:hover, QPushButton[role="flat"]:hover {{ background: {t.hover}; }}
    QToolButton[role="flat"]:focus, QPushButton[role="flat"]:focus {{ border-color: {t.second}; }}
    QLineEdit[bengali="true"], QComboBox[bengali="true"] {{ padding: 3px 8px; }}
    QLineEdit[bengali="true"], QComboBox[bengali="true"], QComboBox[bengali="true"] QLineEdit {{
        font-size: {round(TEXT_PX * BENGALI_SHARE) * 72 / 96}pt; }}
    QAbstractSpinBox[role="plain"]::up-button, QAbstractSpinBox[role="plain"]::down-button {{
        width: 0; border: none; }}
    QPushButton[role="section"] {{ border: 1px solid transparent; background: transparent; color: {t.muted};
        text-align: left; padding: 4px 0; margin-left: -5px; font-weight: 600; }}
    QPushButton[role="section"]:hover {{ color: {t.ink}; }}
    QPushButton[role="section"]:focus {{ border-color: {t.second}; border-radius: 4px; }}
    QPushButton[role="link"] {{ border: 1px solid transparent; background: transparent; color: {t.second};
        padding: 2px 0; }}
    QPushButton[role="link"]::menu-indicator {{ image: none; width: 0; }}
    QPushButton[role="link"]:hover {{ text-decoration: underline; }}
    QPushButton[role="link"]:focus {{ border-color: {t.second}; border-radius: 4px; }}
    QPushButton[role="link"]:disabled {{ color: {t.muted}; }}
    QToolButton:checked, QPushButton[role="segment"]:checked {{ background: {t.accent}; color: {t.on_accent};
        border-color: {t.accent}; }}
    QPushButton[role="segment"] {{ border-radius: 0; padding: 6px 8px; }}
    QPushButton[role="segment"][place="middle"], QPushButton[role="segment"][place="last"] {{ border-left-width: 0; }}
    QPushButton[role="segment"][place="first"] {{ border-top-left-radius: 6px; border-bottom-left-radius: 6px; }}
    QPushButton[role="segment"][place="last"] {{ border-top-right-radius: 6px; border-bottom-right-radius: 6px; }}
    QPushButton[role="segment"][place="only"] {{ border-radius: 6px; }}
    QPushButton[role="segment"]:focus {{ border: 2px solid {t.second}; }}
    QPushButton[role="segment"]:checked:focus {{ border: 2px solid {t.ink}; }}
    QPushButton[role="tab"] {{ border-color: transparent; background: transparent; color: {t.muted};
        padding: 5px 14px; }}
    QPushButton[role="tab"]:hover {{ background: {t.hover}; }}
    QPushButton[role="tab"]:checked {{ background: {t.paper}; color: {t.ink}; border-color: {t.line}; }}
    QPushButton[role="tab"]:focus {{ border-color: {t.second}; }}
    QToolButton[role="toggle"] {{ border-color: transparent; background: transparent; }}
    QToolButton[role="toggle"]:hover {{ background: {t.hover}; }}
    QToolButton[role="toggle"]:checked {{ background: {t.paper}; color: {t.ink}; border-color: {t.line}; }}
    QToolButton[role="toggle"]:focus {{ border-color: {t.second}; }}
    QToolButton[role="workspace"] {{ border-color: transparent; background: transparent; color: {t.muted};
        padding: 8px 4px; font-size: 11px; }}
    QToolButton[role="workspace"]:checked {{ background: {t.panel}; color: {t.accent}; border-color: transparent; }}
    QCheckBox {{ spacing: 8px; color: {t.ink}; }}
    QCheckBox:disabled {{ color: {t.muted}; }}
    QCheckBox::indicator, QListView::indicator {{ width: 13px; height: 13px; border: 1px solid {t.muted};
        border-radius: 3px; background: {t.field}; }}
    QCheckBox::indicator:checked, QListView::indicator:checked {{ image: url("{tick(t)}"); }}
    QCheckBox::indicator:disabled, QListView::indicator:disabled {{ background: {t.panel}; }}
    QCheckBox::indicator:checked:disabled, QListView::indicator:checked:disabled {{
        image: url("{tick(t, disabled=True)}"); }}
    QCheckBox::indicator:focus {{ width: 11px; height: 11px; border: 2px solid {t.second}; }}
    QSplitter::handle {{ background: {t.window}; }}
    QDockWidget {{ color: {t.muted}; font-weight: 600; }}
    QDockWidget::title {{ background: {t.panel}; padding: 10px 16px 4px 16px; text-align: left; }}
    QTabBar::tab {{ background: transparent; color: {t.muted}; padding: 6px 14px; border-radius: 6px; }}
    QTabBar::tab:selected {{ background: {t.paper}; color: {t.ink}; }}
    QMenuBar {{ background: {t.panel}; color: {t.ink}; }}
    QMenuBar::item:selected, QMenu::item:selected {{ background: {t.accent_soft}; color: {t.ink}; }}
    QMenu {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.line}; padding: 4px; }}
    QMenu::item {{ padding: 5px 28px 5px 20px; border-radius: 4px; }}
    QMenu::item:disabled {{ color: {t.muted}; }}
    QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
    QToolTip {{ background: {t.panel}; color: {t.ink}; border: 1px solid {t.line}; padding: 4px 6px; }}
    QToolBar {{ background: {t.panel}; border: none; padding: 0; spacing: 0; }}
    QStatusBar {{ background: {t.panel}; color: {t.muted}; }}
    QHeaderView::section {{ background: {t.panel}; color: {t.muted}; border: none; padding: 4px 8px; }}
    QTableView, QListView, QTreeView {{ background: {t.field}; color: {t.ink}; border: 1px solid {t.line};
        border-radius: 6px; alternate-background-color: {t.panel}; selection-background-color: {t.accent_soft};
        selection-color: {t.ink}; outline: none; }}
    QProgressBar {{ background: {t.line}; border: none; border-radius: 3px; height: 6px; text-align: center; }}
    QProgressBar::chunk {{ background: {t.second}; border-radius: 3px; }}
    QSlider::groove:horizontal {{ background: {t.line}; height: 4px; border-radius: 2px; }}
    QSlider::sub-page:horizontal {{ background: {t.accent}; height: 4px; border-radius: 2px; }}
    QSlider::handle:horizontal {{ background: {t.accent}; width: 14px; margin: -5px 0; border-radius: 7px; }}
    QSlider::handle:horizontal:focus {{ border: 2px solid {t.ink}; }}
    QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
    QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
    QScrollBar::handle {{ background: {t.line}; border-radius: 5px; min-height: 24px; min-width: 24px; }}
    QScrollBar::handle:hover {{ background: {t.muted}; }}
    QAbstractScrollArea::corner {{ background: transparent; border: none; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    """
