"""One SQLite file per project folder. Knows rows, not music, models or grades.

`Database` opens the file, `runs`, `items`, `answers` and `figures` are its table families: functions that take one.
"""

from core.store.database import Database

__all__ = ["Database"]
