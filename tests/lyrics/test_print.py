"""Syllables against print: the lyric cells of six songs whose words the samples carry too."""

import json
import re
import unicodedata
from pathlib import Path

import pytest

from core.lyrics.load import read
from core.lyrics.syllables import syllables
from core.songs import samples

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "tagore" / "songs"
SONGS = (
    "aguner-poroshmoni",
    "anandaloke-mangalaloke",
    "ekla-chalo-re",
    "majhe-majhe-tobo-dekha-pai",
    "purano-sei-diner-katha",
    "tumi-robe-nirobe",
)
SPOKEN = {"aguner-poroshmoni", "ekla-chalo-re", "purano-sei-diner-katha"}

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the printed songs are not at {DATA}")


def letters(text):
    """Keep Bengali letters only: no signs, no ৹, no hasanta at the end."""
    plain = unicodedata.normalize("NFC", text)
    return re.sub(r"[^\u0980-\u09ff]|[\u09f9।॥]", "", plain).removesuffix("্")


def cells(name):
    song = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return [cell["lyric"] for line in song["lines"] for cell in line["cells"] if letters(cell["lyric"] or "")]


def aligned(line, printed):
    """Pair a line's syllables with the run of cells most like them; print may begin and end anywhere."""
    cost = [[0.0] * (len(printed) + 1)]
    for mine in line:
        row = [cost[-1][0] + 1]
        for place, cell in enumerate(printed):
            row.append(min(cost[-1][place] + 1.5 * (mine != cell), cost[-1][place + 1] + 1, row[-1] + 1))
        cost.append(row)
    at, place, pairs = len(line), cost[-1].index(min(cost[-1])), []
    while at:
        here = cost[at][place]
        if place and here == cost[at - 1][place - 1] + 1.5 * (line[at - 1] != printed[place - 1]):
            at, place = at - 1, place - 1
            pairs.append((at, place))
        elif here == cost[at - 1][place] + 1:
            at -= 1
            pairs.append((at, None))
        else:
            place -= 1
    return pairs


def syllables_of_print(name):
    """Put a closing consonant, which print sets under the last note of its syllable, back to that."""
    found = []
    for cell in cells(name):
        if found and re.fullmatch("[ক-হৎ]়?্[\u200c\u200d]?", cell.strip()):
            found[-1] += letters(cell)
        else:
            found.append(letters(cell))
    return found


def agreement(printed_of=lambda name: [letters(cell) for cell in cells(name)], **options):
    """Return how many of the poems' syllables stand in print as they were cut, and how many there are."""
    found = total = 0
    for name in SONGS:
        printed = printed_of(name)
        for line in read(samples.load(name).lyrics).lines:
            cut = [letters(syllable) for word in syllables(line, **options) for syllable in word]
            total += len(cut)
            pairs = aligned(cut, printed)
            found += sum(place is not None and cut[at] == printed[place] for at, place in pairs)
    return found, total


def test_nine_syllables_of_ten_stand_in_print_as_they_are_cut():
    assert agreement() == (900, 978)


def test_with_glides_apart_even_more_do():
    assert agreement(glides=False) == (947, 998)


def test_conjuncts_are_taken_apart_as_in_print(monkeypatch):
    assert agreement(syllables_of_print, glides=False) == (841, 998)
    monkeypatch.setattr("core.lyrics.syllables.head", lambda _text: "")
    assert agreement(syllables_of_print, glides=False) == (793, 998)


def closings(name):
    """Return how many bare consonants at the ends of words print closes, and how many of them there are."""
    closed = total = 0
    printed = cells(name)
    plain = [letters(cell) for cell in printed]
    for line in read(samples.load(name).lyrics).lines:
        cut = [
            (letters(s), at + 1 == len(w) and at > 0) for w in syllables(line, glides=False) for at, s in enumerate(w)
        ]
        for at, place in aligned([text for text, _ in cut], plain):
            text, last = cut[at]
            if not last or place is None or not re.fullmatch("[ক-হ]়?", text):
                continue
            with_one_before = plain[place].endswith(text) and "্" in printed[place]
            if plain[place] == text or with_one_before:
                total += 1
                closed += "্" in printed[place]
    return closed, total


def test_whether_a_bare_last_consonant_is_closed_depends_on_the_song_not_on_spelling():
    counts = {name: closings(name) for name in SONGS}
    spoken = [sum(part) for part in zip(*(counts[name] for name in SPOKEN), strict=True)]
    others = [sum(part) for part in zip(*(counts[name] for name in counts.keys() - SPOKEN), strict=True)]
    assert (spoken, others) == ([61, 67], [12, 77])


def test_the_poems_words_are_those_of_print_but_for_one_and_for_spelling_by_sound():
    """Print writes পুণ্ণ, সত্ত, দুক্খ for how পুণ্য, সত্য, দুঃখ are sung; it has রহিবে for রাখিবে."""
    odd = set()
    for name in SONGS:
        printed = "".join(letters(cell) for cell in cells(name)).replace("্", "")
        words = [w for line in read(samples.load(name).lyrics).lines for w in syllables(line)]
        odd |= {letters("".join(w)) for w in words if letters("".join(w)).replace("্", "") not in printed}
    by_sound = {"পুণ্য", "ঊর্ধ্বপানে", "সত্যসুন্দর", "বিশ্বজগত", "বিশ্ব", "অক্ষয়", "বজ্রানলে", "অঞ্চলছায়া", "দুঃখবেদন"}
    assert odd == {letters(word) for word in by_sound} | {"রাখিবে"}
