"""Choose the next token: llama.cpp's samplers in a fixed order, and a grammar that costs little."""

import ctypes
import math
from typing import Any

import numpy as np

from core.errors import ModelError
from core.workers.grammar_alphabet import alphabet
from core.workers.llama_model import Library, LoadedModel

PENALTY_TOKENS = 64
"""How many of the last reply tokens the penalties look at."""
CELL = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)], align=True)
"""llama_token_data."""


class TokenSampler:
    """The samplers of one reply. Every setting is given; llama.cpp's own defaults play no part.

    Order as in llama-cpp-python: penalties, grammar, top-k, typical, top-p, min-p, temperature, draw.
    """

    def __init__(self, library: Library, model: LoadedModel, options: dict[str, Any], seed: int) -> None:
        """Build the samplers. Raises ModelError where the grammar cannot be read."""
        self._c, self._model = library.c, model
        self._chain = self._grammar = None
        try:
            self._chain = self._build(options, seed)
            if options.get("grammar"):
                self._grammar = self._read_grammar(library, str(options["grammar"]))
                self._fit = model.fitting(alphabet(str(options["grammar"])))
                self._fresh = np.zeros(model.vocabulary if self._fit is None else len(self._fit), CELL)
                self._fresh["id"] = np.arange(model.vocabulary) if self._fit is None else self._fit
                self._cells = self._fresh.copy()
                self._one = np.zeros(1, CELL)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Free the samplers."""
        for sampler in (self._chain, self._grammar):
            if sampler:
                self._c.llama_sampler_free(sampler)
        self._chain = self._grammar = None

    def draw(self) -> int:
        """Return the next token after what the model has read last."""
        if self._grammar is None:
            return int(self._c.llama_sampler_sample(self._chain, self._model.handle, -1))
        token = self._draw_within()
        self._c.llama_sampler_accept(self._chain, token)
        self._c.llama_sampler_accept(self._grammar, token)
        return token

    def _draw_within(self) -> int:
        """Draw from what could ever fit the grammar, and only where the draw does not fit here hold all of it to it.

        Both ways have the same odds (llama.cpp's own programs draw first, too), but checking one token is some
        hundred times cheaper than checking fifty thousand.
        """
        pointer = self._c.llama_get_logits_ith(self._model.handle, -1)
        logits = np.ctypeslib.as_array(pointer, shape=(self._model.vocabulary,))
        if self._fit is not None:
            logits = logits[self._fit]
        token = self._draw_from(logits, held=False)
        self._one[0] = (token, 1.0, 0.0)
        self._apply(self._grammar, self._one)
        if math.isinf(self._one["logit"][0]):
            token = self._draw_from(logits, held=True)
        return token

    def _draw_from(self, logits: Any, *, held: bool) -> int:  # noqa: ANN401  an array of floats
        self._cells[:] = self._fresh
        self._cells["logit"] = logits
        if held:
            self._apply(self._grammar, self._cells)
            if not np.isfinite(self._cells["logit"]).any():
                raise ModelError(
                    "The grammar allows nothing more here, and no end. Check the grammar, or switch it off."
                )
        return int(self._cells["id"][self._apply(self._chain, self._cells)])

    def _apply(self, sampler: Any, cells: Any) -> int:  # noqa: ANN401  a C pointer, an array of CELL
        data = cells.ctypes.data_as(self._c.llama_token_data_p)
        table = self._c.llama_token_data_array(data=data, size=len(cells), selected=-1, sorted=False)
        self._c.llama_sampler_apply(sampler, ctypes.byref(table))
        return int(table.selected)

    def _build(self, options: dict[str, Any], seed: int) -> Any:  # noqa: ANN401
        c = self._c
        chain = c.llama_sampler_chain_init(c.llama_sampler_chain_default_params())
        penalties = [
            PENALTY_TOKENS,
            float(options["repeat_penalty"]),
            float(options["frequency_penalty"]),
            float(options["presence_penalty"]),
        ]
        if len(c.llama_sampler_init_penalties.argtypes) > len(penalties):
            penalties.insert(0, self._model.vocabulary)
        c.llama_sampler_chain_add(chain, c.llama_sampler_init_penalties(*penalties))
        if options["temperature"] <= 0:
            c.llama_sampler_chain_add(chain, c.llama_sampler_init_greedy())
            return chain
        for sampler in (
            c.llama_sampler_init_top_k(int(options["top_k"])),
            c.llama_sampler_init_typical(float(options["typical_p"]), 1),
            c.llama_sampler_init_top_p(float(options["top_p"]), 1),
            c.llama_sampler_init_min_p(float(options["min_p"]), 1),
            c.llama_sampler_init_temp(float(options["temperature"])),
            c.llama_sampler_init_dist(seed),
        ):
            c.llama_sampler_chain_add(chain, sampler)
        return chain

    def _read_grammar(self, library: Library, text: str) -> Any:  # noqa: ANN401
        library.said()
        grammar = self._c.llama_sampler_init_grammar(self._model.vocab, text.encode("utf-8", "replace"), b"root")
        if not grammar:
            raise ModelError(f"The grammar cannot be read: {library.said() or 'llama.cpp gave no reason'}.")
        return grammar
