"""A GGUF model in memory, by llama.cpp's C functions: tokens, prompt, evaluation that can be stopped."""

import collections
import ctypes
import importlib
import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import Cancelled, ModelError

CHUNK = 128
"""Prompt tokens evaluated at once: half a second of a small model, and within 3 % of the fastest size."""
SPINS = "1000"
ERROR_LEVEL = 4
SLOW_SECONDS = 0.1
"""A token that takes longer is watched while it is evaluated."""
ABORTED = 2
"""What llama_decode returns where the abort callback said so."""

Turns = Sequence[tuple[str, str]]


class Library:
    """llama.cpp, imported when first used; keeps the warnings and errors it logs."""

    def __init__(self) -> None:
        _settle_environment()
        try:
            self.c: Any = importlib.import_module("llama_cpp.llama_cpp")
        except (ImportError, OSError, RuntimeError, AttributeError) as error:
            raise ModelError(
                f"llama-cpp-python is installed but does not start: {error}. Install it anew: "
                "pip install --force-reinstall llama-cpp-python"
            ) from error
        self.version = metadata.version("llama-cpp-python")
        self._lines: collections.deque[str] = collections.deque(maxlen=40)
        self._log = self.c.llama_log_callback(self._keep)
        self.c.llama_backend_init()
        self.c.llama_log_set(self._log, None)

    def said(self) -> str:
        """Return the errors logged since the last call, on one line."""
        lines, self._lines = list(self._lines), collections.deque(maxlen=40)
        return " ".join(line.strip() for line in lines if line.strip())

    def _keep(self, level: int, text: bytes, _data: object) -> None:
        if level == ERROR_LEVEL:
            self._lines.append(text.decode("utf-8", "replace"))


class LoadedModel:
    """One model with one context. Not for two threads."""

    def __init__(
        self,
        library: Library,
        path: Path,
        *,
        context: int,
        threads: int,
        gpu_layers: int | None,
        stop: threading.Event,
        loading: Callable[[float], None],
    ) -> None:
        """Load a model; `loading` hears the share that is read.

        Raises ModelError with llama.cpp's own reason, or Cancelled.
        """
        self._library, self._c = library, library.c
        self._model = self._context = None
        self.stop = stop
        """Whoever runs a job puts its stop event here."""
        try:
            self._model = self._open(path, gpu_layers, loading)
            self._context = self._create(context, threads)
            self.vocab = self._c.llama_model_get_vocab(self._model)
            self._formatter = self._chat_formatter()
        except BaseException:
            self.close()
            raise
        self.vocabulary = int(self._c.llama_vocab_n_tokens(self.vocab))
        self.context = int(self._c.llama_n_ctx(self._context))
        self._memory = self._c.llama_get_memory(self._context)
        self._held: list[tuple[int, ...]] = []
        self._piece = ctypes.create_string_buffer(64)
        self._pieces: list[bytes] | None = None
        self._never = self._c.ggml_abort_callback()
        self._closely = True
        self._slow = True

    def _open(self, path: Path, gpu_layers: int | None, loading: Callable[[float], None]) -> Any:  # noqa: ANN401
        def report(share: float, _data: object) -> bool:
            loading(share)
            return not self.stop.is_set()

        params = self._c.llama_model_default_params()
        # Kept as an attribute: C holds no reference to it.
        self._report = self._c.llama_progress_callback(report)
        params.progress_callback = self._report
        if gpu_layers is not None:
            params.n_gpu_layers = gpu_layers if gpu_layers >= 0 else 0x7FFFFFFF
        self._library.said()
        model = self._c.llama_model_load_from_file(str(path).encode("utf-8", "surrogateescape"), params)
        if not model:
            if self.stop.is_set():
                raise Cancelled("Stopped.")
            raise ModelError(_load_failure(path.name, self._library.said(), self._library.version))
        if self._c.llama_model_has_encoder(model) or not self._c.llama_model_has_decoder(model):
            self._c.llama_model_free(model)
            raise ModelError(f"{path.name} is no model that continues a text (it has an encoder). Choose a chat model.")
        return model

    def _create(self, context: int, threads: int) -> Any:  # noqa: ANN401
        params = self._c.llama_context_default_params()
        params.n_ctx = context
        params.n_batch = params.n_ubatch = min(CHUNK, context)
        params.n_threads = params.n_threads_batch = threads
        self._abort = self._c.ggml_abort_callback(lambda _data: self.stop.is_set())
        params.abort_callback = self._abort
        self._library.said()
        created = self._c.llama_init_from_model(self._model, params)
        if not created:
            said = self._library.said()
            raise ModelError(
                f"There is no room for a context of {context:,} tokens. Choose a smaller `context`. "
                f"llama.cpp says: {said}"
            )
        return created

    def close(self) -> None:
        """Give the memory back, as far as llama.cpp does."""
        if self._context:
            self._c.llama_free(self._context)
        if self._model:
            self._c.llama_model_free(self._model)
        self._model = self._context = None

    @property
    def handle(self) -> Any:  # noqa: ANN401  a C pointer
        """The context's pointer, for samplers."""
        return self._context

    @property
    def has_template(self) -> bool:
        """Whether the model's own chat template is used."""
        return self._formatter is not None

    def prompt(self, turns: Turns) -> tuple[list[int], str]:
        """Return a conversation as tokens and as the text the model sees.

        Raises ModelError where the model's template refuses it.
        """
        plain = "\n\n".join(words for _, words in turns) + "\n"
        text = self._render(turns) if self._formatter else plain
        tokens = self._tokenise(text, special=self._formatter is not None)
        start = self._c.llama_vocab_bos(self.vocab)
        if self._c.llama_vocab_get_add_bos(self.vocab) and tokens[:1] != [start]:
            tokens.insert(0, start)
        return tokens or [start], text

    def continued(self, prompt: Sequence[int], text: str, more: str) -> list[int]:
        """Return the tokens of a text that follows a prompt, given as `prompt` returned it."""
        special = self._formatter is not None
        start = self._c.llama_vocab_bos(self.vocab)
        whole = self._tokenise(text + more, special=special)
        if list(prompt[:1]) == [start] != whole[:1]:
            whole.insert(0, start)
        if whole[: len(prompt)] == list(prompt) and len(whole) > len(prompt):
            return whole[len(prompt) :]
        # the prompt's last token would have grown: the model has read it as it was
        return self._tokenise(more, special=False)

    def logits(self) -> npt.NDArray[np.float32]:
        """Return what the last evaluated token says of the next; the next evaluation overwrites the array."""
        pointer = self._c.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self.vocabulary,))

    def _tokenise(self, text: str, *, special: bool) -> list[int]:
        raw = text.encode("utf-8", "replace")
        most = len(raw) + 16
        found = (self._c.llama_token * most)()
        count = self._c.llama_tokenize(self.vocab, raw, len(raw), found, most, False, special)
        if count < 0:
            raise ModelError("The prompt could not be cut into tokens by this model's vocabulary.")
        return list(found[:count])

    def _render(self, turns: Turns) -> str:
        import jinja2

        assert self._formatter is not None  # noqa: S101  asked by the caller
        problem = ""
        for attempt in (turns, _without_system(turns)):
            try:
                messages = [{"role": role, "content": words} for role, words in attempt]
                return str(self._formatter(messages=messages).prompt)
            except (jinja2.TemplateError, ValueError, TypeError, KeyError) as error:
                problem = problem or str(error)
        raise ModelError(f"This model's chat template refuses the conversation: {problem}")

    def _chat_formatter(self) -> Any:  # noqa: ANN401
        template = self._c.llama_model_chat_template(self._model, None)
        if not template:
            return None
        import jinja2
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        eos = self._word(self._c.llama_vocab_eos(self.vocab))
        bos = self._word(self._c.llama_vocab_bos(self.vocab))
        try:
            return Jinja2ChatFormatter(template.decode("utf-8", "replace"), eos_token=eos, bos_token=bos)
        except jinja2.TemplateError as error:
            raise ModelError(f"The model's chat template is damaged: {error}") from error

    def _word(self, token: int) -> str:
        """Return a token's name in the vocabulary; empty for one that the model lacks."""
        return str(self._c.llama_vocab_get_text(self.vocab, token).decode("utf-8", "replace")) if token >= 0 else ""

    def piece(self, token: int) -> bytes:
        """Return the bytes a token stands for; nothing for control tokens. May be part of a letter."""
        size = self._c.llama_token_to_piece(self.vocab, token, self._piece, len(self._piece), 0, False)
        if size < 0:
            self._piece = ctypes.create_string_buffer(-size)
            size = self._c.llama_token_to_piece(self.vocab, token, self._piece, len(self._piece), 0, False)
        return self._piece.raw[: max(size, 0)]

    def ends(self, token: int) -> bool:
        """Tell whether a token says that the reply is over."""
        return bool(self._c.llama_vocab_is_eog(self.vocab, token))

    def fitting(self, alphabet: frozenset[str] | None) -> npt.NDArray[np.int32] | None:
        """Return the tokens made of these characters alone, and those that end a reply; None for any alphabet.

        An alphabet beyond ASCII counts as any: its letters may be split over tokens.
        """
        if alphabet is None or not all(sign.isascii() for sign in alphabet):
            return None
        signs = frozenset(ord(sign) for sign in alphabet)
        if self._pieces is None:
            self._pieces = [self.piece(token) for token in range(self.vocabulary)]
        kept = [
            token for token, piece in enumerate(self._pieces) if (piece and signs.issuperset(piece)) or self.ends(token)
        ]
        return np.array(kept, dtype=np.int32)

    def read_prompt(self, tokens: Sequence[int], done: Callable[[int], None]) -> int:
        """Evaluate a prompt, telling `done` how far it is; return how many tokens were known from before.

        What is reused was evaluated in the very same chunks, so a seed gives the same reply either way.
        Raises Cancelled or ModelError; the memory is empty then.
        """
        chunks = split(tokens)
        known = 0
        while known < min(len(self._held), len(chunks) - 1) and self._held[known] == chunks[known]:
            known += 1
        position = reused = sum(len(chunk) for chunk in chunks[:known])
        if not reused or not self._c.llama_memory_seq_rm(self._memory, 0, reused, -1):
            self.forget()
            known = position = reused = 0
        del self._held[known:]
        done(position)
        for chunk in chunks[known:]:
            self.decode(chunk)
            self._held.append(chunk)
            position += len(chunk)
            done(position)
        return reused

    def decode(self, tokens: Sequence[int]) -> None:
        """Evaluate tokens after those in memory. Raises Cancelled or ModelError; the memory is empty then."""
        count = len(tokens)
        held = (self._c.llama_token * count)(*tokens)
        batch = self._c.llama_batch_get_one(held, count)
        self._watch_closely(count > 1 or self._slow)
        started = time.monotonic()
        code = ABORTED if self.stop.is_set() else self._c.llama_decode(self._context, batch)
        if code == 0:
            if count == 1:
                self._slow = time.monotonic() - started > SLOW_SECONDS
            return
        self.forget()
        if code == ABORTED or self.stop.is_set():
            raise Cancelled("Stopped.")
        raise ModelError(f"llama.cpp could not go on (code {code}). {self._library.said()}".strip())

    def _watch_closely(self, closely: bool) -> None:
        """Let llama.cpp ask after each step of an evaluation whether to stop, or not at all.

        The question costs a fast model 2 % of its speed, and there the look between two tokens is enough.
        """
        if closely is not self._closely:
            self._c.llama_set_abort_callback(self._context, self._abort if closely else self._never, None)
            self._closely = closely

    def forget(self) -> None:
        """Empty the memory of what was read."""
        if self._memory:
            self._c.llama_memory_clear(self._memory, True)
        self._held = []


def _settle_environment() -> None:
    """Set what llama.cpp's libraries read from the environment when they are loaded.

    Threads that wait for each other shall sleep soon instead of spinning: with libgomp's own patience a second
    busy program on the same cores slows a model down fifty-fold; alone, a model is as fast either way. And where
    ggml gives up it shall say its reason last, not start a debugger.
    """
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", SPINS)
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")


def split(tokens: Sequence[int]) -> list[tuple[int, ...]]:
    """Cut a prompt into chunks; the last holds one token, whose evaluation gives the first reply token."""
    body = [tuple(tokens[at : at + CHUNK]) for at in range(0, len(tokens) - 1, CHUNK)]
    if body:
        body[-1] = body[-1][: len(tokens) - 1 - (len(body) - 1) * CHUNK]
    return [*body, tuple(tokens[-1:])]


def _without_system(turns: Turns) -> Turns:
    """Put system turns in front of the first user turn: some templates know no system role."""
    system = "\n\n".join(words for role, words in turns if role == "system")
    rest = [(role, words) for role, words in turns if role != "system"]
    if system and rest:
        role, words = rest[0]
        rest[0] = (role, f"{system}\n\n{words}")
    return rest


def _load_failure(name: str, said: str, version: str) -> str:
    unknown = re.search(r"unknown (?:model )?architecture:? '([^']*)'", said)
    if unknown:
        return (
            f"{name} holds the architecture '{unknown[1]}', which this version of llama.cpp "
            f"(llama-cpp-python {version}) does not know. Update llama-cpp-python, or choose another file."
        )
    reason = re.sub(r"\b\w*llama_\w+: |failed to load model( from file)?|error loading model: ", "", said).strip(" .")
    reason = reason or "it gave no reason"
    return f"llama.cpp could not load {name}: {reason}. Choose another file, or fetch it again."
