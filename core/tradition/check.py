"""Does a score keep to the tala that it names."""

from core.score.diagnostic import Diagnostic, Severity
from core.score.score import Score
from core.score.signatures import Metre
from core.tradition.talas import fits, forms

CODE = "tala-metre"


def check(score: Score, line: int = 1, column: int = 1, length: int = 0) -> list[Diagnostic]:
    """Return a finding where no metre of the tune can carry the tala that `R:` names; the place is that of `R:`."""
    found = forms(score.rhythm) if score.rhythm else ()
    metres = _metres(score)
    if not found or not metres or any(fits(metre, tala) for metre in metres for tala in found):
        return []
    tala = found[0]
    advice = f"M:{tala.metre} suits it" if len({form.metre for form in found}) == 1 else f"M:{tala.metre} would suit"
    message = (
        f"{tala.name} has {tala.matras} matras, {'+'.join(map(str, tala.vibhags))}; bars of {metres[0]} cannot carry "
        f"them. Write another metre ({advice}), or name another tala."
    )
    return [Diagnostic(Severity.WARNING, CODE, message, line, column, length)]


def _metres(score: Score) -> list[Metre]:
    """Return the metres in force, each once, without free ones."""
    seen = dict.fromkeys([score.metre, *(measure.metre for part in score.parts for measure in part.measures)])
    return [metre for metre in seen if not metre.free]
