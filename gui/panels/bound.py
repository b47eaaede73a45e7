"""Tie fields of the song to widgets, both ways, without an echo and without moving the caret."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from core.songs.song import Song
from gui.document import Document
from gui.theme import bengali_font
from gui.widgets.inputs import Choice

_BENGALI = re.compile("[\u0980-\u09ff]")


class Bound:
    """What is typed goes into the song at once; what changes in the song is shown where it differs."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._shows: list[Callable[[Song], None]] = []
        document.song_changed.connect(self.show)

    def show(self) -> None:
        """Show the song in all fields."""
        for show in self._shows:
            show(self._document.song)

    def line(self, name: str, edit: QLineEdit) -> QLineEdit:
        """Tie a line of text."""

        def show(song: Song) -> None:
            value = str(getattr(song, name))
            if edit.text() != value:
                edit.setText(value)
                edit.setCursorPosition(0)

        edit.setAcceptDrops(False)
        edit.textChanged.connect(lambda text: suit(edit, text))
        edit.textEdited.connect(lambda text: self._document.change_song(**{name: text}))
        self._shows.append(show)
        return edit

    def choice(self, name: str, rows: Sequence[tuple[str, str]], *, search: bool = True) -> Choice:
        """Return a list of what may be chosen, tied to a field: rows of a value and what is read beside it."""
        values = {_row(value, beside): value for value, beside in rows}
        combo = Choice(editable=True)
        edit = combo.lineEdit()
        assert edit is not None  # noqa: S101  it is editable
        edit.setAcceptDrops(False)
        edit.textChanged.connect(lambda text: suit(combo, text))
        combo.addItems(list(values))
        combo.view().setFont(bengali_font())
        combo.setCurrentIndex(-1)
        combo.setCompleter(_completer(combo) if search else None)  # type: ignore[arg-type]

        def show(song: Song) -> None:
            _set_text(combo, str(getattr(song, name)))

        def take(text: str) -> None:
            value = values.get(text, text)
            _set_text(combo, value)
            self._document.change_song(**{name: value})

        combo.editTextChanged.connect(take)
        self._shows.append(show)
        return combo


def suit(widget: QWidget, text: str) -> None:
    """Draw a field's text larger where it is Bengali; the field stays as high as it is."""
    bengali = _BENGALI.search(text) is not None
    if bool(widget.property("bengali")) != bengali:
        widget.setProperty("bengali", bengali)
        for part in (widget, *widget.findChildren(QLineEdit)):
            part.style().unpolish(part)
            part.style().polish(part)


def _row(value: str, beside: str) -> str:
    return f"{value} · {beside}" if beside else value


def _set_text(combo: Choice, text: str) -> None:
    if combo.currentText() != text:
        blocked = combo.blockSignals(True)
        combo.setEditText(text)
        combo.blockSignals(blocked)


def _completer(combo: Choice) -> QCompleter:
    """Return what finds a row by any part of either name."""
    completer = QCompleter(combo.model(), combo)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
    popup = completer.popup()
    assert popup is not None  # noqa: S101  a completer has one
    popup.setFont(bengali_font())
    return completer
