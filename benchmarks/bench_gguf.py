"""Tokens a second through the GGUF backend against a bare llama-cpp-python loop, and with a grammar against without.

The sides take turns in one run, with the same prompt, settings and threads; a ratio is the median of the rounds'
ratios, so that what else the machine does in a while weighs on both. "bare" has flash attention on, as llama.cpp
and the backend choose it; "bare_defaults" has llama-cpp-python's own default, which is off.
"""

import json
import sys
import time
from dataclasses import replace
from statistics import median

from core.llm.base import PAPER, Progress, Turn
from core.llm.gguf import Gguf
from core.llm.machine import physical_cores
from core.llm.profiles import DEFAULT, find

TOKENS = 128
CONTEXT = 2048
ROUNDS = 9
STORY = "Write a long story about a boatman on the river Padma who sings at night. Round {number}."

HEAD = r'root ::= "X:1\nT:" [A-Za-z ]{3,20} "\nM:4/4\nL:1/16\nK:C\n" bar{64}'
PITCH = 'n ::= [CDEFGAB] | "_" [EAB] | [cdefgab]'
LENGTHS = {1: "", 2: ' "2"', 3: ' "3"', 4: ' "4"', 6: ' "6"', 8: ' "8"', 12: ' "12"', 16: ' "16"'}


def bar_grammar() -> str:
    """Return GBNF for bars of 4/4 in sixteenths: one rule for each length that is left of a bar."""
    rules = [HEAD, 'bar ::= b16 "| "', PITCH]
    for left in range(16, 0, -1):
        ways = [
            f"n{sign}" + (f" b{left - length}" if left > length else "")
            for length, sign in LENGTHS.items()
            if length <= left
        ]
        rules.append(f"b{left} ::= {' | '.join(ways)}")
    return "\n".join(rules) + "\n"


def run(rounds: int = ROUNDS) -> dict[str, float]:
    """Measure, and return ratios and the tokens a second they come from."""
    from llama_cpp import Llama

    path = find(DEFAULT).gguf_path()
    threads = physical_cores()
    backend = Gguf(path, context=CONTEXT, threads=threads)
    settings = {"n_ctx": CONTEXT, "n_threads": threads, "n_threads_batch": threads, "verbose": False}
    plain = Llama(str(path), **settings)
    flash = Llama(str(path), flash_attn=True, **settings)
    sides = {
        "backend": lambda turns, _text: through_backend(backend, turns, None),
        "bare": lambda _turns, text: bare(flash, text),
        "bare_defaults": lambda _turns, text: bare(plain, text),
        "grammar": lambda turns, _text: through_backend(backend, turns, bar_grammar()),
    }
    rates: dict[str, list[float]] = {name: [] for name in sides}
    try:
        for number in range(rounds + 1):
            turns = (Turn("user", STORY.format(number=number)),)
            text = backend.prompt(turns)
            found = {name: sides[name](turns, text) for name in (list(sides), list(reversed(sides)))[number % 2]}
            if number:  # the first round warms up
                for name, rate in found.items():
                    rates[name].append(rate)
    finally:
        backend.close()
        plain.close()
        flash.close()
    return {
        "gguf_backend_vs_bare": _ratio(rates["backend"], rates["bare"]),
        "gguf_backend_vs_bare_defaults": _ratio(rates["backend"], rates["bare_defaults"]),
        "grammar_on_vs_off": _ratio(rates["grammar"], rates["backend"]),
        **{f"{name}_tokens_a_second": median(found) for name, found in rates.items()},
    }


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def through_backend(backend: Gguf, turns: tuple[Turn, ...], grammar: str | None) -> float:
    """Return new tokens a second of wall time, the prompt included."""
    for seed in range(100):
        backend.generate((Turn("user", "Forget the prompt before."),), replace(PAPER, max_tokens=1))
        options = replace(PAPER, max_tokens=TOKENS, seed=seed, grammar=grammar)
        heard: list[Progress] = []
        started = time.perf_counter()
        reply = backend.generate(turns, options, watch=heard.append)
        seconds = time.perf_counter() - started
        if reply.reply_tokens == TOKENS:
            return TOKENS / seconds
    raise RuntimeError("The model never wrote that many tokens.")


def bare(model, text: str) -> float:
    """Return the same for the shortest loop over llama-cpp-python: tokens only, never turned into text."""
    tokens = model.tokenize(text.encode(), add_bos=False, special=True)
    model.reset()
    started = time.perf_counter()
    written = model.generate(tokens, temp=1.0, top_p=1.0, top_k=-1, min_p=0.0, typical_p=1.0, repeat_penalty=1.0)
    for number, _ in enumerate(written, 1):
        if number == TOKENS:
            break
    return TOKENS / (time.perf_counter() - started)


if __name__ == "__main__":
    json.dump(run(), sys.stdout, indent=2)
    print()
