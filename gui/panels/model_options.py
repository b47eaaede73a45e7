"""How the chosen model is sampled and run: one row a setting, with its range and unit."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QCheckBox, QFormLayout, QPushButton, QVBoxLayout, QWidget

from core.errors import UsageError
from core.llm.profile_settings import SETTINGS
from gui.panels.wanted import Wanted
from gui.widgets.field import GAP, muted
from gui.widgets.inputs import Number
from gui.widgets.note import Note

STANDARD = ("temperature", "top_p", "frequency_penalty", "presence_penalty", "seed", "max_tokens")
"""The sampling that the OpenAI API knows; the rest is sent to it on request only."""


@dataclass(frozen=True, slots=True)
class Row:
    """How a number is asked for. `empty` names the value below the lowest, which leaves the setting open."""

    label: str
    step: float = 1
    decimals: int = 0
    empty: str = ""
    off: str = ""
    unit: str = ""
    hint: str = ""


ROWS = {
    "temperature": Row("Temperature", 0.1, 2, hint="How daring the choice of each token is; 1 is the model's own"),
    "top_p": Row("Top-p", 0.05, 2, hint="Only the likeliest tokens that together have this share; 1 is all"),
    "top_k": Row("Top-k", off="off", hint="Only so many of the likeliest tokens"),
    "min_p": Row("Min-p", 0.01, 3, off="off", hint="Only tokens with this share of the likeliest one's chance"),
    "typical_p": Row("Typical-p", 0.05, 2, hint="Only tokens about as surprising as usual; 1 is all"),
    "repeat_penalty": Row("Repeat penalty", 0.05, 2, hint="Above 1 makes repeats rarer"),
    "frequency_penalty": Row("Frequency penalty", 0.1, 2, hint="Makes a token rarer each time it was used"),
    "presence_penalty": Row("Presence penalty", 0.1, 2, hint="Makes a token rarer once it was used"),
    "seed": Row("Seed", empty="random", hint="The same seed gives the same tune again; random draws one and keeps it"),
    "max_tokens": Row("Longest reply", 64, unit=" tokens"),
    "context": Row("Context", 512, empty="automatic", unit=" tokens", hint="For prompt and reply; more costs memory"),
    "threads": Row("Threads", empty="automatic"),
    "gpu_layers": Row("Layers on the GPU", empty="automatic", hint="-1 is all"),
    "timeout": Row("Give up after", 10, 0, empty="automatic", unit=" s", hint="Seconds without a sign of life"),
    "tries": Row("Tries", empty="automatic", hint="How often a busy service is asked"),
    "delay": Row("Delay", 0.05, 2, off="none", unit=" s", hint="Seconds between two tokens"),
}


class ModelOptions(QWidget):
    """The rows that the chosen model knows; in the paper's preset its sampling is shown and stays."""

    def __init__(self, wanted: Wanted, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self.paper = QCheckBox("As in the paper")
        self.paper.setToolTip("Temperature 1, top-p 1, seed 492, 4,096 tokens, no grammar")
        self.grammar = QCheckBox("Hold to a grammar")
        self.grammar.setToolTip("Every bar adds up and the tune ends on Sa, even from a small model")
        self.extra = QCheckBox("Send every setting")
        self.extra.setToolTip("Also those that are no part of the OpenAI API; llama.cpp and vLLM take them")
        self.numbers: dict[str, Number] = {name: _number(name, row) for name, row in ROWS.items()}
        self.reset = QPushButton("Back to the profile's own")
        self.reset.setProperty("role", "link")
        self.note = Note()
        self._form = QFormLayout()
        self._build()
        self.paper.clicked.connect(wanted.set_paper)
        self.grammar.clicked.connect(lambda on: self._take("grammar", on))
        self.extra.clicked.connect(lambda on: self._take("extra_sampling", on))
        self.reset.clicked.connect(wanted.reset_options)
        for name, number in self.numbers.items():
            number.valueChanged.connect(partial(self._take_number, name))
        wanted.changed.connect(self.show_options)
        self.show_options()

    def summary(self) -> str:
        """Return what matters most in a few words."""
        if self._wanted.paper:
            return "as in the paper"
        if not self._wanted.grammar_fits:
            return ""
        return "grammar on" if self._wanted.grammar else "grammar off"

    def show_options(self) -> None:
        """Show what holds."""
        wanted = self._wanted
        backend = wanted.profile.backend
        extra = bool(wanted.option("extra_sampling")) if backend == "api" else True
        self.paper.setChecked(wanted.paper)
        self.grammar.setChecked(wanted.grammar)
        self.grammar.setEnabled(wanted.grammar_fits and not wanted.paper)
        self.extra.setChecked(backend == "api" and extra)
        self._form.setRowVisible(self.extra, backend == "api")
        for name, number in self.numbers.items():
            setting = SETTINGS[name]
            self._form.setRowVisible(number, backend in setting.backends)
            number.set_quietly(wanted.option(name))
            number.setEnabled(not (setting.samples and (wanted.paper or not (extra or name in STANDARD))))
        self.reset.setVisible(bool(wanted.changes))

    def _take_number(self, name: str, value: float) -> None:
        open_again = bool(ROWS[name].empty) and self.numbers[name].is_empty
        self._take(name, None if open_again else SETTINGS[name].kind(value))

    def _take(self, name: str, value: bool | float | None) -> None:
        try:
            self._wanted.set_option(name, value)
            self.note.say("")
        except UsageError as error:
            self.note.say(str(error), "warning")
            self.show_options()

    def _build(self) -> None:
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(GAP)
        self._form.setVerticalSpacing(GAP)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for switch in (self.grammar, self.paper, self.extra):
            self._form.addRow(switch)
        for name, number in self.numbers.items():
            label = muted(ROWS[name].label)
            label.setBuddy(number)
            label.setMinimumHeight(number.sizeHint().height())
            self._form.addRow(label, number)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GAP)
        column.addLayout(self._form)
        column.addWidget(self.note)
        column.addWidget(self.reset)


def _number(name: str, row: Row) -> Number:
    setting = SETTINGS[name]
    low = setting.low - 1 if row.empty else setting.low
    empty = row.empty or row.off
    number = Number(low, setting.high, step=row.step, decimals=row.decimals, empty=empty, suffix=row.unit)
    number.setKeyboardTracking(False)
    number.setAccessibleName(row.label)
    number.setToolTip(row.hint)
    return number
