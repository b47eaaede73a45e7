"""Ask a GGUF model through llama.cpp in a child process, whose crash or end leaves the program alive."""

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from core.errors import MissingPackage, ModelError, UsageError, WorkerError
from core.llm import machine
from core.llm.base import Finish, Options, Progress, Reply, Turn, Watch
from core.llm.gguf_file import GgufInfo, check
from core.workers.process import Worker

SILENCE_SECONDS = 600.0
"""How long the child may say nothing: a large model on a slow disk is slow, but not that slow."""


class Gguf:
    """One GGUF file, loaded at first use and kept until `close`."""

    name = "gguf"

    def __init__(
        self,
        path: Path | str,
        *,
        context: int | None = None,
        threads: int | None = None,
        gpu_layers: int | None = None,
        silence: float | None = None,
    ) -> None:
        """Name a model; nothing is read yet.

        `gpu_layers`: None lets llama.cpp choose, -1 means all. `silence`: the seconds after which a process that
        says nothing is given up.
        """
        self.path = Path(path)
        self._context, self._gpu_layers = context, gpu_layers
        self._silence = silence or SILENCE_SECONDS
        self._threads = threads or machine.physical_cores()
        self._worker = Worker("llama")
        self._checked: tuple[tuple[int, int], GgufInfo] | None = None

    @property
    def pid(self) -> int | None:
        """The process that holds the model, or None."""
        return self._worker.pid

    def info(self) -> GgufInfo:
        """Return what the file holds; read anew where it changed. Raises ModelError as `check` does."""
        try:
            state = self.path.stat()
        except OSError:
            return check(self.path, context=self._context)
        seen = (state.st_size, state.st_mtime_ns)
        if self._checked is None or self._checked[0] != seen:
            self._checked = (seen, check(self.path, context=self._context))
        return self._checked[1]

    def load(
        self, *, loading: Callable[[float], None] | None = None, stop: threading.Event | None = None
    ) -> dict[str, Any]:
        """Load the model ahead of the first question; `loading` hears the share that is read.

        Raises ModelError, MissingPackage or Cancelled.
        """

        def tell(event: Any) -> None:  # noqa: ANN401  any JSON value
            if loading is not None:
                loading(event["loading"])

        return dict(self._call("load", {}, tell, stop))

    def count_tokens(self, turns: tuple[Turn, ...], *, stop: threading.Event | None = None) -> tuple[int, int]:
        """Return the tokens of a conversation, chat template included, and the tokens the context holds."""
        found = self._call("tokenize", {"turns": _pairs(turns)}, None, stop)
        return int(found["tokens"]), int(found["context"])

    def prompt(self, turns: tuple[Turn, ...]) -> str:
        """Return the text that the model sees of a conversation, its chat template applied."""
        return str(self._call("tokenize", {"turns": _pairs(turns)}, None, None)["prompt"])

    def generate(
        self,
        turns: tuple[Turn, ...],
        options: Options,
        *,
        watch: Watch | None = None,
        stop: threading.Event | None = None,
    ) -> Reply:
        """Ask the model and wait for the whole reply."""
        progress = _Teller(watch)
        asked = {"turns": _pairs(turns), "options": asdict(options)}
        found = self._call("generate", asked, progress, stop)
        info = self.info()
        return Reply(
            text=found["text"],
            finish=Finish(found["finish"]),
            prompt_tokens=found["prompt_tokens"],
            reply_tokens=found["reply_tokens"],
            seconds=found["seconds"],
            first_token_seconds=found["first_token_seconds"],
            model=info.name,
            details={
                "file": info.path.name,
                "file_bytes": info.file_bytes,
                "architecture": info.architecture,
                "quantisation": info.quantisation,
                "prompt_seconds": found["prompt_seconds"],
                **found["details"],
                **({"warning": info.warning} if info.warning else {}),
            },
        )

    def likelihood(
        self, turns: tuple[Turn, ...], answers: Sequence[str], *, stop: threading.Event | None = None
    ) -> dict[str, float]:
        """Return the natural log-probability of each answer as the beginning of the reply; nothing is written.

        The chat template is applied. An answer is weighed as it stands and with a blank before it, and the larger
        counts (`core.workers.llama_likelihood.weigh`). Deterministic for a model and a machine. Raises as `generate`
        does, and UsageError for no answers or an empty one.
        """
        wanted = tuple(dict.fromkeys(answers))
        if not wanted or not all(wanted):
            raise UsageError("Nothing to weigh: name at least one answer, none of them empty.")
        found = self._call("likelihood", {"turns": _pairs(turns), "answers": list(wanted)}, None, stop)
        return dict(zip(wanted, (float(value) for value in found["log_probabilities"]), strict=True))

    def close(self) -> None:
        """End the model's process, which is the only way to get all memory back."""
        self._worker.kill()

    def _call(
        self, job: str, params: dict[str, Any], tell: Callable[[Any], None] | None, stop: threading.Event | None
    ) -> Any:  # noqa: ANN401
        if find_spec("llama_cpp") is None:
            raise MissingPackage("llama-cpp-python", "A GGUF model", "gguf")
        info = self.info()
        model = {
            "path": str(self.path.absolute()),
            "version": self._checked[0] if self._checked else None,
            "context": info.context(self._context),
            "threads": self._threads,
            "gpu_layers": self._gpu_layers,
        }
        try:
            return self._worker.call(job, {**params, "model": model}, timeout=self._silence, stop=stop, on_event=tell)
        except WorkerError as error:
            raise ModelError(self._obituary(str(error))) from error
        except ModelError as error:
            said = self._grammar_trouble() if "grammar cannot be read" in str(error) else ""
            if not said:
                raise
            raise ModelError(f"{str(error).rstrip('.')}: {said}") from None

    def _obituary(self, text: str) -> str:
        # An assertion of llama.cpp names its source file with the folders of the machine that compiled it.
        text = re.sub(r"\S*/(?=[\w.-]+\.(?:c|cc|cpp|h|cu|m):\d+)", "", text)
        words = f"{self.path.name}: {text.replace('The llama process', 'The process of this model')}"
        if "SIGKILL" in words:
            words += " If the system ended it for want of memory, choose a smaller model or `context`."
        return words

    def _grammar_trouble(self) -> str:
        """Return what llama.cpp printed about a grammar; it says so nowhere else."""
        lines = [line for line in self._worker.printed().splitlines() if line.startswith("parse: ")]
        return lines[-1].removeprefix("parse: ") if lines else ""


class _Teller:
    """Turns the child's events into what is known so far."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch
        self._known = Progress()

    def __call__(self, event: Any) -> None:  # noqa: ANN401  any JSON value
        if self._watch is None:
            return
        if "prompt" in event:
            done, total = event["prompt"]
            self._known = replace(self._known, prompt_done=done, prompt_total=total)
            self._watch(self._known)
        elif "text" in event:
            self._known = replace(self._known, tokens=event["tokens"])
            self._watch(replace(self._known, text=event["text"]))


def _pairs(turns: tuple[Turn, ...]) -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in turns]
