"""What a workspace fills the window with."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget


class Place(QWidget):
    """The middle of the window while its workspace is shown."""

    left = Signal()
    """A person wants to go back to the Studio."""

    def rest(self) -> None:
        """Stop what plays: another workspace is shown."""
