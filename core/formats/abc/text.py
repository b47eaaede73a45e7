"""Text strings of ABC: accents, entities and font changes to plain Unicode, and back (ABC 2.1, section 8.2)."""

import html
import re
import unicodedata

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "u": "\u0306", "v": "\u030c",
    "c": "\u0327", "H": "\u030b", ";": "\u0328", "=": "\u0304",
}  # fmt: skip
_WHOLE = {
    "/O": "Ø", "/o": "ø", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "ss": "ß", "DH": "Ð",
    "dh": "ð", "TH": "Þ", "th": "þ",
}  # fmt: skip
_SIGN = re.compile(
    r"\\u([0-9A-Fa-f]{4})|\\(/[Oo]|aa|AA|ae|AE|oe|OE|ss|DH|dh|TH|th)|\\([`'^~\"uvcH;=])([A-Za-z])|\\([\\&%$\"])"
    r"|&(#?[A-Za-z0-9]{2,8});|\$([0-9])"
)


def decoded(text: str) -> str:
    r"""Return what a text string says: `\'e`, `&eacute;` and `\u00e9` are é; `$1` changes a font and is left out."""
    if "\\" not in text and "&" not in text and "$" not in text:
        return text
    return _SIGN.sub(_plain, text)


def _plain(found: re.Match[str]) -> str:
    code, whole, accent, letter, kept, entity, font = found.groups()
    if code:
        sign = chr(int(code, 16))
        return sign if sign.isprintable() else found[0]
    if whole:
        return _WHOLE[whole]
    if accent:
        joined = unicodedata.normalize("NFC", letter + _ACCENTS[accent])
        return joined if len(joined) == 1 else found[0]
    if entity:
        sign = html.unescape(f"&{entity};")
        return sign if sign.isprintable() else found[0]
    return "" if font else kept


def encoded(text: str) -> str:
    r"""Return text that `decoded` gives back: signs that would be read as more than themselves get a backslash."""
    return re.sub(r"\\|%|&(?=#?[A-Za-z0-9]{2,8};)|\$(?=[0-9])", lambda found: "\\" + found[0], text)
