"""A reply cut into words and signs, with markup around them taken off. Linear in the text's length."""

import re
import unicodedata
from dataclasses import dataclass, field

_MARKS = "\u0980-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3\u09fe"
"""Signs of Bengali that belong to the letter before them, which `\\w` and `\\b` do not know."""
_TOKEN = re.compile(rf"([\w{_MARKS}]+(?:'[\w{_MARKS}]+)*)|(\n)|[^\w\s]")
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_COLOUR = re.compile("\x1b\\[[0-?]{0,40}[ -/]{0,9}[@-~]")
_ENTITY = re.compile(r"&(?:nbsp|lt|gt|amp|quot|apos|#39|#x27);")
_ENTITIES = {"&nbsp;": " ", "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'"}
_SPECIAL = re.compile(r"<\|[^<>|\s]{1,40}\|>|</?s>|\[/?INST\]")
_ANSWER_TAG = re.compile(r"<(?:final[_ -]?)?(?:answer|ans|choice|উত্তর)>", re.I)
_BREAK = re.compile(r"<br\s{0,3}/?>|</(?:p|div|li|h[1-6])>", re.I)
_TAG = re.compile(
    r"</?(?:i|u|p|em|strong|mark|code|pre|div|span|font|small|big|sub|sup|ul|ol|li|h[1-6]|center|kbd|tt"
    r"|(?:final[_ -]?)?(?:answer|ans|choice|উত্তর))(?:\s[^<>]{0,100})?/?>",
    re.I,
)
_BOLD = re.compile(r"</?b>", re.I)
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_UNDERLINED = re.compile(r"(?<!\w)(_{1,3})(?=[^\s_])([^_\n]{1,100})\1(?!\w)")
MOST_GROWTH = 2
_BESIDE_HAN = re.compile(
    "(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[A-Za-z])|(?<=[A-Za-z])(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"
)
"""Chinese, Japanese and Korean set no blank beside a Latin letter."""
_IN_BLACK = {code + place: "ABCD"[place] for code in (0x1F150, 0x1F170) for place in range(4)}
"""White letters in black circles and squares, which the compatibility form leaves."""
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})
_DIGITS = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words, signs and line ends in order. Lists of equal length, indexed by the token's place."""

    raw: list[str] = field(default_factory=list)
    fold: list[str] = field(default_factory=list)
    """Words in lower case, digits ASCII, without a visarga written as a colon; signs as they are."""
    word: list[bool] = field(default_factory=list)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.raw)

    def at(self, place: int) -> str:
        """Return the folded token at a place; empty beyond either end."""
        return self.fold[place] if 0 <= place < len(self.fold) else ""

    def is_word(self, place: int) -> bool:
        """Say whether there is a word at a place."""
        return 0 <= place < len(self.word) and self.word[place]


def plain(text: str) -> str:
    """Return a text in Unicode's compatibility form, without markup, invisible signs and struck-out words."""
    plainer = unicodedata.normalize("NFKC", text)
    # one code point may stand for eighteen; a text full of those says nothing, and time is bounded by its length
    text = plainer if len(plainer) <= MOST_GROWTH * len(text) + 100 else text
    text = _UNSEEN.sub("", _COLOUR.sub("", text)).translate(_QUOTES)
    if not text.isascii():
        text = _BESIDE_HAN.sub(" ", text.translate(_IN_BLACK))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "&" in text:
        text = _ENTITY.sub(lambda found: _ENTITIES.get(found.group(), "'"), text)
    if "<" in text or "[" in text:
        text = _SPECIAL.sub(" ", text)
    if "<" in text:
        text = _ANSWER_TAG.sub(" [[answer: ", text)
        text = _TAG.sub(" ", _BREAK.sub("\n", text))
        # a lone <B> is a letter in brackets
        if "</b>" in text or "</B>" in text:
            text = _BOLD.sub(" ", text)
    return _UNDERLINED.sub(r" \2 ", _STRUCK.sub(" ", text))


def cut(text: str) -> Tokens:
    """Cut a plain text into tokens."""
    tokens = Tokens()
    for found in _TOKEN.finditer(text):
        raw = found.group()
        is_word = found.group(1) is not None
        tokens.raw.append(raw)
        tokens.fold.append(folded(raw) if is_word else raw)
        tokens.word.append(is_word)
    return tokens


def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a text, signs left out."""
    tokens = cut(plain(text))
    return tuple(fold for fold, is_word in zip(tokens.fold, tokens.word, strict=True) if is_word)


def normal(*words: str) -> frozenset[str]:
    """Return words as they stand among folded tokens."""
    return frozenset(folded(unicodedata.normalize("NFKC", word)) for word in words)


def folded(word: str) -> str:
    """Return a word in small letters, its digits ASCII, without a visarga typed for a colon."""
    if word.isascii():
        return word.lower()
    # a visarga that ends a word of two letters or more is typed for a colon: উত্তরঃ
    return word.casefold().translate(_DIGITS).removesuffix("ঃ") or word
