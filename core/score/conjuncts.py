"""Where a Bengali conjunct inside a word is taken apart between two syllables: সান্ত্বনা is সান্ ত্ব না.

Print does so (the ten songs, the NLTR edition: ম ঙ্ গ লা, দৃ ষ্ টি, পূ র্ ণি মা), and sets the first consonant with a
hasanta. Where the second one is not spoken for itself, as in a phala of য র ল, mostly of ব, and of ম after some
letters, print spells by sound (বি দ্ দু ৎ, ব জ্ জ্রা, অ ক্ খ য়). Letters that are not there are not made up: such
conjuncts stay whole, and so do ক্ষ, জ্ঞ and those of হ.
"""

import re

HASANTA = "\u09cd"
_CONSONANT = "[\u0995-\u09b9\u09dc\u09dd\u09df]\u09bc?"
_HEAD = re.compile(
    rf"(?!ক্ষ|জ্ঞ|হ)(?P<first>{_CONSONANT}){HASANTA}"
    rf"(?:(?P=first)|(?<=র{HASANTA}){_CONSONANT}|[ক-ঙচ-ঝট-নপফভশ-হ]|(?<=[গঙটণনমল]{HASANTA})ম|(?<=ম{HASANTA})ব)"
)


def head(text: str) -> str:
    """Return the first consonant, with its hasanta, of a conjunct that a text begins with, if it can be taken off.

    Empty for any other text. What is left begins with the second consonant.
    """
    found = _HEAD.match(text)
    return found["first"] + HASANTA if found else ""
