"""A project of its own for every test."""

import pytest

from core.experiments.quiz import Project
from tests.llm.hostile_server import HostileServer


@pytest.fixture
def project(tmp_path):
    with Project.open(tmp_path / "project", write=True) as opened:
        yield opened


@pytest.fixture
def server():
    hostile = HostileServer()
    yield hostile
    hostile.close()
