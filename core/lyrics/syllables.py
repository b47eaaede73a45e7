"""Words to sung syllables: Bengali akshara by akshara, English by its vowel groups.

Bengali spelling does not tell whether a consonant without a sign is sung with its vowel (মম is mo-mo, মন is
mon), so the default takes each akshara as one syllable, as swaralipi sets আ গু নে র প র শ ম ণি. Joined to the
syllable before: ৎ, a consonant with a written hasanta, and a glide, which is ই উ ও after a vowel (সেই, কেউ,
ছোঁয়াও). ং ঃ ঁ belong to their akshara. A conjunct after a vowel of its word is taken apart where print does it
without spelling by sound (মঙ্ গ লা, `core.score.conjuncts`); at the beginning of a word none is.
`glides=False` gives glides a syllable of their own, as print does where there is a note to spare.
`closed=True` joins a bare consonant at the end of a word to the syllable before (দি নের), but never হ, nor য়
after ি ী (প্রিয়); it suits songs in spoken Bengali.

Measured on the six songs of which the poem (resources/samples) and the printed cells are both at hand, by
tests/lyrics/test_print.py: of the poems' 978 syllables 92 % stand in print as they are cut here, with
`glides=False` 95 % of 998; of the conjuncts 48 more than if none was taken apart, where print's closing consonants
are counted to their syllables. Of 144 consonants that are bare at the end of a word, print closes 73: 61 of 67 in
three of the songs, 12 of 77 in the other three.

English has a rule of its own and no dictionary, since the hyphenation libraries at hand bring another licence
and thousands of patterns meant for print: one syllable a vowel group, the consonants between shared out so
that the later syllable can begin with its own. Wrong where two vowels that meet are two syllables (violin).
"""

import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

import regex

from core.score.conjuncts import HASANTA, head

_CLUSTER = regex.compile(r"\X")
_SUNG = regex.compile(r"[\p{L}\p{N}]")
_BENGALI = regex.compile(r"(?=\p{Bengali})[\p{L}\p{M}]")
_LATIN = regex.compile(r"\p{Latin}")
_LETTER = regex.compile(r"\p{L}")
_CASED = regex.compile(r"[\p{Lu}\p{Ll}\p{Lt}]")
_DIGIT = regex.compile(r"\p{N}")

_HELD = "\u09f9"
_JOINERS = "\u200c\u200d"
_SILENT = regex.compile(r"[^aeiou](?:(?<![^aeiouy]l)e|(?<![td]|[^aeiou][lr])ed|(?<![cghsxz])es)$")
_GLIDES = frozenset("ইউও")
_CLOSED = ("\u0982", "\u0983")
_BARE = regex.compile(r"(?:[\u0995-\u09b9\u09dc\u09dd\u09df\u09f0\u09f1]\u09bc?)")
_YA = ("\u09df", "\u09af\u09bc")
_FRONT = ("\u09bf", "\u09c0")

_DIGRAPHS = frozenset({"ch", "sh", "th", "ph", "wh"})
_ONSETS = _DIGRAPHS | {
    "bl", "br", "cl", "cr", "dr", "dw", "fl", "fr", "gl", "gr", "kl", "kr", "kn", "pl", "pr", "sc", "sk",
    "sl", "sm", "sn", "sp", "st", "sw", "tr", "tw", "wr",
}  # fmt: skip


def words(line: str) -> list[str]:
    """Return what is sung of a line: the pieces between blanks that hold a letter or a number."""
    return [piece for piece in line.split() if _SUNG.search(piece.replace(_HELD, ""))]


def syllables(line: str, *, glides: bool = True, closed: bool = False) -> list[list[str]]:
    """Cut each word of a line into sung syllables; joined again they are the word, letter for letter.

    Punctuation stays with the syllable before it, at the start of a word with the first. A number is one
    syllable, and so is a word in a cased script other than Latin; other scripts go cluster by cluster. Never
    raises, and cuts a grapheme cluster (of Unicode 15.1 and later, where a conjunct is one) only within a conjunct.
    """
    return [_cut(word, glides, closed) for word in words(line)]


def _cut(word: str, glides: bool, closed: bool) -> list[str]:
    found: list[list[str]] = []
    opening: list[str] = []
    for kind, run in groupby(_CLUSTER.findall(word), _kind):
        clusters = list(run)
        if kind == "sign" or (kind == "latin" and found and not _voiced(clusters)):
            (found[-1] if found else opening).extend(clusters)
        elif kind == "bengali":
            found += _bengali(clusters, glides, closed)
        elif kind == "each":
            found += [[cluster] for cluster in clusters]
        elif kind == "latin" and _voiced(clusters):
            found += _latin(clusters)
        else:
            found.append(clusters)
    if opening:
        # alone it is a word whose letter is in one cluster with the sign before it
        found[:1] = [opening + found[0]] if found else [opening]
    return ["".join(syllable) for syllable in found]


def _kind(cluster: str) -> str:
    """Say how a cluster is to be treated: by its script, or as a sign that is not sung."""
    if _HELD in cluster:
        return "sign"
    if _BENGALI.match(cluster):
        return "bengali"
    if _LATIN.match(cluster):
        return "latin"
    if _DIGIT.match(cluster) or (_LETTER.match(cluster) and _CASED.match(cluster)):
        return "whole"
    return "each" if _LETTER.match(cluster) else "sign"


def _bengali(clusters: list[str], glides: bool, closed: bool) -> list[list[str]]:
    found: list[list[str]] = []
    opening: list[str] = []
    before = ""
    for place, cluster in enumerate(clusters):
        last = place + 1 == len(clusters)
        if before and not before.endswith(_CLOSED) and (closing := head(cluster)):
            found[-1].append(closing)
            cluster, before = cluster[len(closing) :], ""
        if not found and _voiceless(cluster) and not last:
            opening.append(cluster)
        elif found and (
            _voiceless(cluster)
            or (glides and _glides(cluster, before))
            or (closed and last and _closes(cluster, before))
        ):
            found[-1].append(cluster)
            before = ""
        else:
            found.append([*opening, cluster])
            opening, before = [], cluster
    return found


def _voiceless(cluster: str) -> bool:
    """Tell whether a consonant carries no vowel: ৎ, or a hasanta at its end."""
    return cluster.startswith("ৎ") or cluster.rstrip(_JOINERS).endswith(HASANTA)


def _glides(cluster: str, before: str) -> bool:
    """Tell ই উ ও after an akshara that ends in its vowel; `before` is empty where something closed it."""
    return cluster.rstrip("ঁ" + _JOINERS) in _GLIDES and before != "" and not before.endswith(_CLOSED)


def _closes(cluster: str, before: str) -> bool:
    """Tell a bare consonant that may end the syllable before it."""
    bare = cluster.rstrip(_JOINERS)
    if not _BARE.fullmatch(bare) or bare == "হ" or not before:
        return False
    return not (bare in _YA and before.endswith(_FRONT))


def _latin(clusters: list[str]) -> list[list[str]]:
    """Cut between vowel groups so that the later syllable begins with consonants it can begin with."""
    letters = "".join(_plain(cluster) for cluster in clusters)
    groups = list(_vowel_groups(letters))
    cuts = [0]
    for (_, end), (start, _) in pairwise(groups):
        onset = letters[end:start]
        cuts.append(start - (2 if onset[-2:] in _ONSETS else min(1, len(onset))))
    cuts.append(len(clusters))
    return [clusters[a:b] for a, b in pairwise(cuts)]


def _voiced(clusters: list[str]) -> bool:
    return any(_plain(cluster) in "aeiouy" for cluster in clusters)


def _plain(cluster: str) -> str:
    """Return the one small letter a Latin cluster stands on, its marks taken off."""
    return unicodedata.normalize("NFD", cluster)[0].lower()[0]


def _vowel_groups(letters: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each group of sung vowels; y is one unless a vowel follows, u after q none."""
    sung = []
    for place, letter in enumerate(letters):
        after = letters[place + 1 : place + 2]
        if letter == "y":
            sung.append(not (after and after in "aeiou"))
        elif letter == "u" and letters[place - 1 : place] == "q":
            sung.append(False)
        else:
            sung.append(letter in "aeiou")
    silent = _silent_e(letters)
    if silent is not None and any(sung[:silent]):
        sung[silent] = False
    for voiced, run in groupby(range(len(letters)), lambda place: sung[place]):
        places = list(run)
        if voiced:
            yield places[0], places[-1] + 1


def _silent_e(letters: str) -> int | None:
    """Return the place of an e that is written at the end but not sung (hope, loved, times)."""
    found = _SILENT.search(letters)
    return None if found is None else int(found.start()) + 1
