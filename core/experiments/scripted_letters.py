"""What the scripted model says to a quiz: a letter picked by prompt and seed, so that a run can be done twice."""

import hashlib

LETTERS = "ABCD"
RULE = 1
"""Raised when the rule changes."""


def letter(prompt: str, seed: int) -> str:
    """Return a declared answer; the same prompt and seed give the same."""
    found = hashlib.sha256(f"{seed}\n{prompt}".encode("utf-8", "surrogatepass")).digest()
    return f"[[Answer: {LETTERS[found[0] % len(LETTERS)]}]]"
