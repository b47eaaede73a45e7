"""Questions for tests."""

from dataclasses import replace

from core.benchmarks.base import Sample

TALA = Sample(
    id="theory-1",
    task="theory",
    text="কোন তালে ১৬ মাত্রা আছে?",
    theme="tala",
    options=("দাদরা", "ঝাঁপতাল", "ত্রিতাল", "রূপক"),
    answer="C",
    gloss="Which tala has 16 matras?",
    options_gloss=("Dadra", "Jhaptal", "Teental", "Rupak"),
    sources=("talas.json: tintal",),
)


def many(count):
    """Return as many questions, told apart by id and text; the letters of their answers go round."""
    return tuple(
        replace(TALA, id=f"q{number}", text=f"{TALA.text} ({number})", answer="ABCD"[number % 4])
        for number in range(count)
    )
