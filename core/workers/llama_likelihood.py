"""How likely a model holds each of several replies, by its own probabilities and without writing anything."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from core.errors import ModelError
from core.workers.llama_model import LoadedModel, Turns

Done = Callable[[int, int], None]


def weigh(model: LoadedModel, turns: Turns, answers: Sequence[str], done: Done) -> dict[str, Any]:
    """Return the natural log-probability of each answer as the beginning of the reply to `turns`.

    An answer is weighed as it stands and with a blank before it, and the larger of the two is taken: which of them is a
    token of its own differs from vocabulary to vocabulary. One of several tokens has the sum of theirs. What follows an
    answer is not asked about, so the values are no distribution over the answers alone. `done` hears how many prompt
    tokens of all are read. Raises ModelError where prompt and answer do not fit into the context, or Cancelled.
    """
    prompt, text = model.prompt(turns)
    rows = [[model.continued(prompt, text, variant) for variant in (answer, f" {answer}")] for answer in answers]
    longest = max((len(tokens) for row in rows for tokens in row), default=0)
    if len(prompt) + longest > model.context:
        raise ModelError(
            f"The prompt is {len(prompt):,} tokens long, and the model's context holds {model.context:,} in all. "
            "Shorten the question, or raise the model's `context`."
        )
    reused = model.read_prompt(prompt, lambda count: done(count, len(prompt)))
    first = _log_probabilities(model)
    found = [[_sequence(model, prompt, tokens, first) for tokens in row] for row in rows]
    return {
        "log_probabilities": [max(row) for row in found],
        "tokens": [[len(tokens) for tokens in row] for row in rows],
        "prompt_tokens": len(prompt),
        "prompt_reused": reused,
    }


def _sequence(model: LoadedModel, prompt: Sequence[int], tokens: Sequence[int], first: Any) -> float:  # noqa: ANN401
    """Return the sum over an answer's tokens; `first` are the log-probabilities right after the prompt."""
    total = float(first[tokens[0]])
    if len(tokens) > 1:
        # puts memory back to the prompt's end, at the cost of one token
        model.read_prompt(prompt, lambda _count: None)
        for token, after in pairwise(tokens):
            model.decode((token,))
            total += float(_log_probabilities(model)[after])
    return total


def _log_probabilities(model: LoadedModel) -> Any:  # noqa: ANN401  an array of floats
    logits = model.logits().astype(np.float64)
    top = logits.max()
    return logits - (top + np.log(np.exp(logits - top).sum()))
