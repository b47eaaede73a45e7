"""How the transport's controls are made and dressed."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from gui.theme import Tokens

HEIGHT, PLAY_SIZE = 56, 36
Command = tuple[str, str, Callable[[], object]]
"""What a menu offers: text, key, deed."""


def toggle(text: str, words: str, *, checkable: bool = True) -> QToolButton:
    """Return a button of words that can stay down."""
    found = QToolButton()
    found.setText(text)
    found.setCheckable(checkable)
    found.setToolTip(words)
    found.setAccessibleName(words)
    found.setProperty("role", "transport")
    return found


def group(*widgets: QWidget, spacing: int = 0) -> QWidget:
    """Put controls side by side that leave the row together."""
    found = QWidget()
    row = QHBoxLayout(found)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    found.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return found


def hang(button: QToolButton, commands: Sequence[Command]) -> QMenu:
    """Hang commands on a button, their keys beside them; the window's own menu owns the keys."""
    menu = QMenu(button)
    for text, keys, deed in commands:
        menu.addAction(f"{text}\t{keys}").triggered.connect(lambda *_, deed=deed: deed())
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
    return menu


def frame_style(name: str, t: Tokens) -> str:
    """Return the style sheet of a bar of a class, and of its button to play."""
    return f"""
    {name} {{ background: {t.panel}; border: none; border-top: 1px solid {t.line}; }}
    QToolButton#play {{ background: {t.accent}; border: 2px solid {t.accent}; border-radius: {PLAY_SIZE // 2}px;
        padding: 0; }}
    QToolButton#play:focus {{ border-color: {t.ink}; }}
    QToolButton#play:disabled {{ background: {t.line}; border-color: {t.line}; }}
    TransportNotice QPushButton[role="link"] {{ padding: 2px 6px; }}
    """


def style(t: Tokens) -> str:
    """Return the style sheet of the Studio's bar."""
    return f"""
    {frame_style("TransportPanel", t)}
    QFrame#more {{ background: {t.panel}; border: 1px solid {t.line}; border-radius: 8px; }}
    QFrame#more QLabel {{ color: {t.muted}; }}
    QToolButton[role="transport"] {{ border: 1px solid transparent; background: transparent; color: {t.muted};
        padding: 5px 8px; }}
    QToolButton[role="transport"]:hover {{ background: {t.hover}; color: {t.ink}; }}
    QToolButton[role="transport"]:checked {{ background: {t.second_soft}; color: {t.ink};
        border-color: {t.second}; }}
    QToolButton[role="transport"][popupMode="1"] {{ padding-right: 18px; }}
    QToolButton[role="transport"]::menu-button {{ border: none; background: transparent; width: 14px; }}
    QToolButton[role="transport"]::menu-arrow {{ width: 8px; height: 8px; }}
    QToolButton[role="transport"]:focus {{ border-color: {t.second}; }}
    QComboBox, QSpinBox {{ border: 1px solid transparent; background: transparent; padding: 4px 6px; }}
    QComboBox {{ padding-right: 0; }}
    QComboBox:hover, QSpinBox:hover {{ background: {t.hover}; }}
    QComboBox:focus, QSpinBox:focus {{ border-color: {t.second}; }}
    """
