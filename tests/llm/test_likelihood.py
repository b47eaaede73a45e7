"""The letters weighed by the real small model's own probabilities."""

import math
import threading

import pytest

from core.errors import Cancelled, ModelError, UsageError
from core.llm.base import PAPER, Turn
from core.llm.gguf import Gguf

ASK = (
    Turn(
        "user",
        "Which tala has 16 matras?\nA. Dadra\nB. Jhaptal\nC. Teental\nD. Rupak\nAnswer with one letter.",
    ),
)
LETTERS = ("A", "B", "C", "D")


def test_each_letter_gets_a_log_probability(small_model):
    found = small_model.likelihood(ASK, LETTERS)
    assert list(found) == list(LETTERS)
    assert all(math.isfinite(value) and value < 0 for value in found.values())
    assert sum(math.exp(value) for value in found.values()) <= 1
    assert len(set(found.values())) == 4


def test_the_same_question_weighs_the_same_whatever_was_asked_before(small_model, small_gguf):
    first = small_model.likelihood(ASK, LETTERS)
    assert small_model.likelihood(ASK, LETTERS) == first
    small_model.generate((Turn("user", "Sing a song."),), PAPER.__class__(max_tokens=5))
    assert small_model.likelihood(ASK, LETTERS) == first
    assert small_model.likelihood(ASK, tuple(reversed(LETTERS))) == first
    fresh = Gguf(small_gguf)
    try:
        assert fresh.likelihood(ASK, LETTERS) == first
    finally:
        fresh.close()


def test_a_model_that_is_told_the_letter_weighs_it_most(small_model):
    for letter in LETTERS:
        told = (Turn("user", f"Repeat this letter: {letter}"), Turn("assistant", letter), Turn("user", "Once more."))
        found = small_model.likelihood(told, LETTERS)
        assert max(found, key=found.get) == letter


@pytest.mark.slow
def test_it_is_what_llama_cpp_computes_by_hand(small_model, small_gguf):
    import llama_cpp
    import numpy as np

    text = small_model.prompt(ASK)
    model = llama_cpp.Llama(str(small_gguf), n_ctx=1024, flash_attn=True, verbose=False)
    prompt = model.tokenize(text.encode(), add_bos=False, special=True)

    def last_row():
        pointer = llama_cpp.llama_get_logits_ith(model.ctx, -1)
        row = np.ctypeslib.as_array(pointer, shape=(model.n_vocab(),)).astype(np.float64)
        return row - (row.max() + np.log(np.exp(row - row.max()).sum()))

    def by_hand(answer):
        values = []
        for variant in (answer, " " + answer):
            tokens = model.tokenize((text + variant).encode(), add_bos=False, special=True)
            assert tokens[: len(prompt)] == prompt
            model.reset()
            # as the program does it: what is evaluated together is rounded together, and with flash attention
            model.eval(prompt[:-1])
            total = 0.0
            for place in range(len(prompt), len(tokens)):
                model.eval(tokens[place - 1 : place])
                total += float(last_row()[tokens[place]])
            values.append(total)
        return max(values)

    answers = (*LETTERS, "Teental", "ঘ")
    found = small_model.likelihood(ASK, answers)
    assert len(model.tokenize("ঘ".encode(), add_bos=False)) > 1
    for answer in answers:
        assert found[answer] == pytest.approx(by_hand(answer), abs=1e-4)
    model.close()


def test_what_cannot_be_weighed_is_said(small_model, small_gguf):
    with pytest.raises(UsageError):
        small_model.likelihood(ASK, ())
    with pytest.raises(UsageError):
        small_model.likelihood(ASK, ("A", ""))
    narrow = Gguf(small_gguf, context=64)
    try:
        with pytest.raises(ModelError, match="context holds"):
            narrow.likelihood((Turn("user", "a b c " * 100),), LETTERS)
    finally:
        narrow.close()
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        small_model.likelihood(ASK, LETTERS, stop=stop)
