"""Running a command line within a test."""

import io
import sys

import pytest

from core import cli
from gui.app import painter


@pytest.fixture
def run(capfdbinary, monkeypatch):
    """Run a command line; gives (exit code, standard output, standard error) as text."""

    def call(*words, text=None):
        if text is not None:
            stream = io.TextIOWrapper(io.BytesIO(text if isinstance(text, bytes) else text.encode()))
            monkeypatch.setattr(sys, "stdin", stream)
        code = cli.main([str(word) for word in words], painter)
        out, err = capfdbinary.readouterr()
        assert b"Traceback" not in err
        return code, out.decode("utf-8", "replace"), err.decode()

    return call
