"""Who answers: a model that writes freely, a model that weighs the letters, or a stand-in that picks one."""

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from core.benchmarks.base import Sample
from core.errors import MissingPackage, UsageError
from core.llm import open_backend
from core.llm.base import Backend, Finish, Options, Reply, Turn
from core.llm.gguf import Gguf
from core.llm.profiles import Profile
from core.llm.scripted import Scripted

PARALLEL = 4
"""How many requests an API gets at once unless told otherwise."""
MOST_PARALLEL = 64
TRIES = 5


class Answerer(Protocol):
    """Gives one reply to one sample. Where `parallel` is above 1, several threads ask at once."""

    @property
    def key(self) -> str:
        """What reports call it."""

    @property
    def parallel(self) -> int:
        """How many it may be asked at once."""

    @property
    def tries(self) -> int:
        """How often a sample is asked where asking again may help."""

    def ask(self, sample: Sample, turns: tuple[Turn, ...], options: Options, stop: threading.Event) -> Reply:
        """Ask once and wait. Raises ModelError, MissingPackage, or Cancelled within a second of `stop`."""

    def close(self) -> None:
        """Give back memory, processes and connections."""


class Free:
    """A model that writes what it likes; the letter is looked for in its reply."""

    def __init__(self, key: str, backend: Backend, *, parallel: int = 1, tries: int = 1) -> None:
        self.key, self.parallel, self.tries = key, parallel, tries
        self._backend = backend

    def ask(self, sample: Sample, turns: tuple[Turn, ...], options: Options, stop: threading.Event) -> Reply:  # noqa: ARG002
        """Ask the backend."""
        return self._backend.generate(turns, options, stop=stop)

    def close(self) -> None:
        """Close the backend."""
        self._backend.close()


class Likelihood:
    """A GGUF model whose answer is the letter it holds most likely; it writes nothing."""

    parallel = 1
    tries = 1

    def __init__(self, key: str, backend: Gguf, letters: Sequence[str]) -> None:
        self.key = key
        self._backend, self._letters = backend, tuple(letters)

    def ask(self, sample: Sample, turns: tuple[Turn, ...], options: Options, stop: threading.Event) -> Reply:  # noqa: ARG002
        """Weigh the letters; those that weigh exactly the same are all given, which is no answer."""
        import time

        started = time.monotonic()
        found = self._backend.likelihood(turns, self._letters[: len(sample.options)], stop=stop)
        most = max(found.values())
        best = [letter for letter, value in found.items() if value == most]
        return Reply(
            text=" ".join(best),
            finish=Finish.STOP,
            seconds=time.monotonic() - started,
            model=self._backend.info().name,
            details={"likelihood": dict(found)},
        )

    def close(self) -> None:
        """End the model's process."""
        self._backend.close()


Pick = Callable[[Sample, Options], str]
"""Gives the letter for a sample."""


class Baseline:
    """No model: a rule that picks a letter, to compare models with."""

    parallel = 1
    tries = 1

    def __init__(self, key: str, pick: Pick) -> None:
        self.key = key
        self._pick = pick

    def ask(self, sample: Sample, turns: tuple[Turn, ...], options: Options, stop: threading.Event) -> Reply:  # noqa: ARG002
        """Pick."""
        return Reply(self._pick(sample, options), Finish.STOP, model=self.key)

    def close(self) -> None:
        """Nothing is held."""


def free(profile: Profile, parallel: int | None) -> Free:
    """Return the model of a profile. Raises as `open_backend` does, and UsageError for a senseless `parallel`."""
    if parallel is not None and not 1 <= parallel <= MOST_PARALLEL:
        raise UsageError(f"--parallel wants 1 to {MOST_PARALLEL}.")
    if profile.backend == "scripted":
        from core.experiments.scripted_letters import letter

        return Free(profile.name, Scripted(rule=letter, delay=profile.setting("delay") or 0.0))
    if profile.backend != "api":
        return Free(profile.name, open_backend(profile))
    from dataclasses import replace

    # one try a request: the run itself asks again, so that all requests heed what one was told
    once = replace(profile, options={**profile.options, "tries": 1})
    tries = profile.setting("tries") or TRIES
    return Free(profile.name, open_backend(once), parallel=parallel or PARALLEL, tries=tries)


def likelihood(profile: Profile, letters: Sequence[str]) -> Likelihood:
    """Return a GGUF model that weighs letters. Raises UsageError for other backends."""
    if profile.backend != "gguf":
        raise UsageError(
            f"{profile.name} cannot be asked by likelihood: that needs a GGUF model, whose probabilities are at hand."
        )
    backend = open_backend(profile)
    if not isinstance(backend, Gguf):
        raise MissingPackage("llama-cpp-python", "Likelihood of letters", "gguf")
    return Likelihood(likelihood_key(profile.name), backend, letters)


def likelihood_key(name: str) -> str:
    """Return what reports call a model that is asked by likelihood."""
    return f"{name} (likelihood)"
