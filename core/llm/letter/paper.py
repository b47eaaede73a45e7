r"""The South Asian music paper's way to read a letter, appendix C.

Strip the echoed prompt; take an explicit declaration; else count stand-alone letters, the most frequent wins. The paper
prints three of its patterns as examples; ours for them: `[[Answer: X`, `answer is (X`, `answer: (X` and `option X is
correct`, keywords in any case, letters in capitals. Declarations that disagree count as none. The paper calls a tie and
no letter at all "ambiguous"; both count as incorrect, and here they are told apart as `ambiguous` and `none`.
"""

import re
from collections import Counter

from core.llm.letter.found import Letter, ambiguous, answer, none

_DECLARED = re.compile(
    r"\[\[(?i:answer):?\s{0,9}([A-D])\b"
    r"|\b(?i:answer)(?:\s{1,9}(?i:is)|\s{0,9}:)\s{0,9}\(?([A-D])\b"
    r"|\b(?i:option)\s{1,9}([A-D])\s{1,9}(?i:is\s{1,9}correct)\b"
)
_ALONE = re.compile(r"\b[A-D]\b")


def find(reply: str, prompt: str) -> Letter:
    """Read a reply by the paper's rule."""
    echo = prompt.strip()
    text = reply.replace(echo, " ") if echo else reply
    if not text.strip():
        return none("echo" if reply.strip() else "empty")
    declared = {next(filter(None, match.groups())) for match in _DECLARED.finditer(text)}
    if len(declared) == 1:
        return answer(declared.pop(), "declared")
    ranked = Counter(_ALONE.findall(text)).most_common(2)
    if not ranked:
        return none("nothing")
    if len(ranked) > 1 and ranked[0][1] == ranked[1][1]:
        return ambiguous("conflict" if declared else "tie")
    return answer(ranked[0][0], "counted")
