"""What models are measured by: a task makes prompts of samples and grades of replies. No task asks a model itself."""

from core.benchmarks.base import Task
from core.benchmarks.multiple_choice import CONTINUATION, KNOWLEDGE, THEORY
from core.registry import by_name

TASKS: tuple[Task, ...] = (THEORY, KNOWLEDGE, CONTINUATION)
"""In the order of menus and reports."""

TASKS_BY_NAME = by_name(TASKS)
