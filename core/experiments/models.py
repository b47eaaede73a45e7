"""From a model's name to what asks it: a profile, a GGUF file, a baseline. What can be wrong is said before a run."""

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from typing import Any

import core
from core import registry
from core.benchmarks.base import Sample
from core.benchmarks.baselines import BASELINES_BY_NAME
from core.errors import MissingPackage, ModelError, UsageError
from core.experiments import answerers
from core.experiments.answerers import Answerer
from core.experiments.plan import Setup
from core.experiments.scripted_letters import RULE
from core.llm import check_gguf, keys, profiles
from core.llm.base import PAPER, Options
from core.llm.letter.find import LETTERS
from core.llm.profiles import Profile
from core.paths import package_present

FREE, LIKELIHOOD, PICK, PERSON = "free", "likelihood", "pick", "person"
ASKS = (FREE, LIKELIHOOD)
"""The ways to ask that a person chooses from."""
QUICK = replace(PAPER, temperature=0.0, max_tokens=32)
"""Greedy and short: a letter, not a lecture."""
PRESETS: Mapping[str, Options] = {"paper": PAPER, "quick": QUICK}
PERSON_PREFIX = "person: "
_PACKAGES = {"gguf": ("llama-cpp-python",), "api": ("openai",)}


@dataclass(frozen=True, slots=True)
class Prepared:
    """A model that can start, and its setting. Nothing is loaded or sent before `open`."""

    setup: Setup
    open: Callable[[], Answerer]
    versions: Mapping[str, str]


def prepare(
    model: str,
    samples: Sequence[Sample],
    *,
    ask: str = FREE,
    preset: str | None = None,
    seed: int | None = None,
    max_tokens: int | None = None,
    parallel: int | None = None,
) -> Prepared:
    """Return a model ready to be asked these samples.

    Raises UsageError, MissingPackage or ModelError with what to do: an unknown name, way of asking or preset, a
    missing or broken file, a key that is nowhere, a package that is not installed.
    """
    if ask not in ASKS:
        raise UsageError(f"There is no way of asking {ask!r}. Known: {', '.join(ASKS)}.")
    if preset is not None and preset not in PRESETS:
        raise UsageError(f"There is no preset {preset!r}. Known: {', '.join(PRESETS)}.")
    if max_tokens is not None and max_tokens < 1:
        raise UsageError("--max-tokens must be 1 or more.")
    if seed is not None and not 0 <= seed < 2**32 - 1:
        raise UsageError("--seed wants a whole number from 0 to 4294967294.")
    if model.startswith(PERSON_PREFIX):
        raise UsageError(f"{model!r} is a person, who answers in the window's Quiz workspace.")
    baseline = _baseline(model, samples, seed)
    if baseline is not None:
        if ask != FREE or preset is not None or max_tokens is not None:
            raise UsageError(f"{model} is a rule, no model: it has no way of asking, no preset and no tokens.")
        return baseline
    try:
        profile = profiles.find(model)
    except UsageError as error:
        raise UsageError(f"{error} Baselines: {', '.join(BASELINES_BY_NAME)}.") from None
    options = PRESETS[preset] if preset is not None else profile.sampling()
    if seed is not None:
        options = replace(options, seed=seed)
    if max_tokens is not None:
        options = replace(options, max_tokens=max_tokens)
    return _of_profile(profile, model, options, ask, preset, parallel)


def prepare_again(kept: Setup, model: str, parallel: int | None) -> Prepared:
    """Return the model of a kept run under that run's setting. Raises UsageError where it is another model by now."""
    if kept.ask == PERSON:
        raise UsageError(f"{kept.key} is a person, who answers in the window's Quiz workspace.")
    if kept.ask == PICK:
        return _picker(kept)
    found = _of_profile(profiles.find(model), model, kept.options or PAPER, kept.ask, kept.preset, parallel)
    if found.setup.identity != kept.identity:
        raise UsageError(
            f"{kept.key} is not the model any more that this run was begun with ({_named(kept.model)}; now "
            f"{_named(found.setup.model)}). Put the old one back, or begin a new run."
        )
    return found


def person(name: str) -> Setup:
    """Return the setting of a person who takes the quiz. Raises UsageError for a name that is none."""
    name = " ".join(name.split())
    if not name or len(name) > 100 or not name.isprintable():
        raise UsageError("A person needs a name of at most 100 characters, in one line.")
    return Setup(f"{PERSON_PREFIX}{name}", PERSON, {"backend": "person", "name": name})


def _of_profile(
    profile: Profile, named: str, options: Options, ask: str, preset: str | None, parallel: int | None
) -> Prepared:
    model = _checked(profile)
    versions = _versions(profile.backend)
    told: dict[str, Any] = {**asdict(profile), "named": named}
    if profile.backend == "gguf" and not profile.shipped:
        # a relative name would not be found when the run is gone on with from elsewhere
        told["named"] = named if named == profile.name else str(profile.gguf_path().absolute())
    if ask == LIKELIHOOD:
        weigher = answerers.likelihood(profile, LETTERS)
        setup = Setup(answerers.likelihood_key(profile.name), ask, model, None, told, None)
        return Prepared(setup, lambda: weigher, versions)
    answerer = answerers.free(profile, parallel)
    return Prepared(Setup(profile.name, ask, model, options, told, preset), lambda: answerer, versions)


def _checked(profile: Profile) -> dict[str, Any]:
    """Return which model a profile leads to, after a look whether it can start at all."""
    if profile.backend == "gguf":
        path = profile.gguf_path()
        if not package_present("llama_cpp"):
            raise MissingPackage("llama-cpp-python", "A GGUF model", "gguf")
        info = check_gguf(path, context=profile.setting("context"))
        return {"backend": "gguf", "file": path.name, "bytes": info.file_bytes}
    if profile.backend == "api":
        if not package_present("openai"):
            raise MissingPackage("openai", "A model behind an API", "api")
        if profile.key_env and not os.environ.get(profile.key_env, "").strip() and keys.key_for(profile.name) is None:
            raise ModelError(
                f"There is no key for {profile.name}: put it into {keys.place(profile.name, profile.key_env)}."
            )
        return {
            "backend": "api",
            "base_url": profile.base_url.rstrip("/"),
            "model": profile.model,
            "extra_sampling": bool(profile.setting("extra_sampling")),
        }
    return {"backend": profile.backend, "rule": RULE}


def _baseline(model: str, samples: Sequence[Sample], seed: int | None) -> Prepared | None:
    """Return a rule that is listed as a model, None where the name is none of theirs."""
    rule = BASELINES_BY_NAME.get(model)
    if rule is None:
        return None
    told = {"backend": "baseline", "name": rule.name, "learnt": rule.learn(samples)}
    options = PAPER if seed is None else replace(PAPER, seed=seed)
    return _picker(Setup(model, PICK, told, options, {"named": model}))


def _picker(setup: Setup) -> Prepared:
    rule = registry.pick(BASELINES_BY_NAME, str(setup.model["name"]), "baseline")
    learnt = str(setup.model["learnt"])

    def pick(sample: Sample, options: Options) -> str:
        return rule.pick(sample, options.seed or 0, learnt)

    return Prepared(setup, lambda: answerers.Baseline(setup.key, pick), _versions("baseline"))


def _versions(backend: str) -> dict[str, str]:
    found = {"swaralipi-studio": core.__version__, "python": platform.python_version()}
    for package in _PACKAGES.get(backend, ()):
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "unknown"
    return found


def _named(model: Mapping[str, Any]) -> str:
    return ", ".join(str(value) for key, value in model.items() if key not in ("backend", "rule", "extra_sampling"))
