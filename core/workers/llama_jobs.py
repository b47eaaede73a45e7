"""The llama.cpp process: keeps one model in memory and writes replies with it."""

import codecs
import json
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import ModelError
from core.workers.child import Emit
from core.workers.llama_likelihood import weigh
from core.workers.llama_model import Library, LoadedModel
from core.workers.llama_sampler import TokenSampler

SEEDS = 0xFFFFFFFF
"""llama.cpp reads this seed as "any"; ours stay below it."""
LOADING_STEP = 0.02
TELLING_SECONDS = 0.04
"""A fast model's tokens are told some at a time: waking the program for each would slow the model down."""


@dataclass
class _State:
    library: Library | None = None
    model: LoadedModel | None = None
    key: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


_state = _State()


def load(params: dict[str, Any], emit: Emit, stop: threading.Event) -> dict[str, Any]:
    """Load the model `params["model"]` unless it is the one in memory; return facts about it.

    `model`: path, version (any value that changes with the file), context (tokens), threads, gpu_layers or
    null. Emits {"loading": share}.
    """
    wanted = params["model"]
    key = json.dumps(wanted, sort_keys=True)
    if _state.model is not None and _state.key == key:
        _state.model.stop = stop
        emit({"loading": 1.0})
        return {**_state.facts, "load_seconds": 0.0}
    unload(params, emit, stop)
    _state.library = _state.library or Library()
    started, last = time.monotonic(), 0.0

    def loading(share: float) -> None:
        nonlocal last
        if share - last >= LOADING_STEP:
            last = share
            emit({"loading": share})

    model = LoadedModel(
        _state.library,
        Path(wanted["path"]),
        context=wanted["context"],
        threads=wanted["threads"],
        gpu_layers=wanted.get("gpu_layers"),
        stop=stop,
        loading=loading,
    )
    emit({"loading": 1.0})
    _state.model, _state.key = model, key
    _state.facts = {
        "context": model.context,
        "threads": wanted["threads"],
        "chat_template": model.has_template,
        "llama_cpp_python": _state.library.version,
    }
    return {**_state.facts, "load_seconds": time.monotonic() - started}


def generate(params: dict[str, Any], emit: Emit, stop: threading.Event) -> dict[str, Any]:
    """Write a reply to `params["turns"]` with `params["options"]` (the fields of core.llm.base.Options).

    Emits {"prompt": [done, all]}, then {"text": new text, "tokens": reply tokens so far}.
    Raises ModelError before anything is evaluated where the prompt does not fit.
    """
    facts = load(params, emit, stop)
    model, library = _state.model, _state.library
    assert model is not None and library is not None  # noqa: S101, PT018  load has just put them there
    options = params["options"]
    tokens, _ = model.prompt([(role, text) for role, text in params["turns"]])
    room = _room(len(tokens), model.context)
    most = min(options["max_tokens"], room)
    # A seed only has to differ from run to run here; nothing is kept secret with it.
    seed = random.randrange(SEEDS) if options["seed"] is None else options["seed"] % SEEDS  # noqa: S311
    details = {**facts, "seed": seed, "max_tokens": most}
    if most < options["max_tokens"]:
        details["max_tokens_asked"] = options["max_tokens"]
    started = time.monotonic()
    sampler = TokenSampler(library, model, options, seed)
    try:
        details["prompt_reused"] = model.read_prompt(tokens, lambda done: emit({"prompt": [done, len(tokens)]}))
        read = time.monotonic()
        written = _write(model, sampler, most, emit)
    finally:
        sampler.close()
    first = written.pop("first", None)
    return {
        **written,
        "prompt_tokens": len(tokens),
        "seconds": time.monotonic() - started,
        "prompt_seconds": read - started,
        "first_token_seconds": None if first is None else first - started,
        "details": details,
    }


def _write(model: LoadedModel, sampler: TokenSampler, most: int, emit: Emit) -> dict[str, Any]:
    """Draw tokens until the model ends or `most` are drawn."""
    # Bengali letters are split over tokens: bytes that are no whole letter yet wait in the decoder.
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    text: list[str] = []
    told = count = 0
    first = told_at = 0.0
    finish = "length"
    while count < most:
        token = sampler.draw()
        now = time.monotonic()
        first = first or now
        if model.ends(token):
            finish = "stop"
            break
        count += 1
        text.append(decoder.decode(model.piece(token)))
        if now - told_at >= TELLING_SECONDS:
            emit({"text": "".join(text[told:]), "tokens": count})
            told, told_at = count, now
        if count < most:
            model.decode((token,))
    if told < count:
        emit({"text": "".join(text[told:]), "tokens": count})
    return {"finish": finish, "text": "".join(text), "reply_tokens": count, "first": first or None}


def tokenize(params: dict[str, Any], emit: Emit, stop: threading.Event) -> dict[str, Any]:
    """Return how many tokens a conversation is, the context's size, and the text the model would see."""
    load(params, emit, stop)
    assert _state.model is not None  # noqa: S101  load has just put it there
    tokens, text = _state.model.prompt([(role, words) for role, words in params["turns"]])
    return {"tokens": len(tokens), "context": _state.model.context, "prompt": text}


def likelihood(params: dict[str, Any], emit: Emit, stop: threading.Event) -> dict[str, Any]:
    """Weigh each of `params["answers"]` as the reply to `params["turns"]`; emits {"prompt": [done, all]}."""
    facts = load(params, emit, stop)
    assert _state.model is not None  # noqa: S101  load has just put it there
    started = time.monotonic()
    turns = [(role, text) for role, text in params["turns"]]
    found = weigh(_state.model, turns, params["answers"], lambda done, total: emit({"prompt": [done, total]}))
    return {**found, "seconds": time.monotonic() - started, "details": facts}


def unload(params: dict[str, Any], emit: Emit, stop: threading.Event) -> None:  # noqa: ARG001
    """Give the model's memory back."""
    if _state.model is not None:
        _state.model.close()
    _state.model, _state.key, _state.facts = None, "", {}


def _room(prompt: int, context: int) -> int:
    if prompt >= context:
        raise ModelError(
            f"The prompt is {prompt:,} tokens long, and the model's context holds {context:,} with the reply. "
            "Shorten the lyrics, choose a lower prompt level, or raise the model's `context`."
        )
    return context - prompt


JOBS = {"load": load, "generate": generate, "likelihood": likelihood, "tokenize": tokenize, "unload": unload}
