"""Clefs, key signatures and metres in MEI."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

from core.score.pitch import Alter
from core.score.signatures import Clef, Key, Metre, signature

CLEFS = {
    "treble": ("G", 2), "bass": ("F", 4), "alto": ("C", 3), "tenor": ("C", 4), "soprano": ("C", 1),
    "mezzosoprano": ("C", 2), "baritone": ("F", 3), "c": ("C", 3), "f": ("F", 4), "g": ("G", 2), "perc": ("perc", 3),
}  # fmt: skip
"""Clef names of ABC 2.1 (4.6): shape and line; a digit after the name moves it to that line."""

ACCIDENTALS: dict[Fraction, str] = {
    Fraction(-3): "tf", Fraction(-2): "ff", Fraction(-3, 2): "3qf", Fraction(-1): "f", Fraction(-1, 2): "1qf",
    Fraction(0): "n",
    Fraction(1, 2): "1qs", Fraction(1): "s", Fraction(3, 2): "3qs", Fraction(2): "x", Fraction(3): "ts",
}  # fmt: skip

GESTURAL = {"3qf": "fd", "1qf": "fu", "1qs": "sd", "3qs": "su", "x": "ss"}
"""Names that differ for an accidental that sounds but is not written."""


def accidental(alter: Alter) -> str:
    """Return the MEI accidental nearest to an alteration."""
    return ACCIDENTALS[min(ACCIDENTALS, key=lambda known: abs(known - alter))]


def clef_element(clef: Clef) -> ET.Element:
    """Return a `<clef>`; an unknown name is a treble clef, `none` an invisible one."""
    match = re.fullmatch(r"([a-z]+)([1-5]?)", clef.name.lower())
    shape, line = CLEFS.get(match[1] if match else "", CLEFS["treble"])
    if match and match[2]:
        line = int(match[2])
    element = ET.Element("clef", shape=shape, line=str(line))
    if clef.octave:
        element.set("dis", {1: "8", 2: "15"}.get(abs(clef.octave), "22"))
        element.set("dis.place", "above" if clef.octave > 0 else "below")
    if clef.name == "none":
        element.set("visible", "false")
    return element


def key_element(key: Key) -> ET.Element:
    """Return a `<keySig>`; a signature off the circle of fifths is spelled out sign by sign."""
    fifths = key.fifths
    if fifths is not None:
        return ET.Element("keySig", sig=f"{abs(fifths)}{'s' if fifths > 0 else 'f'}" if fifths else "0")
    element = ET.Element("keySig")
    alters = {step: alter for step, alter in key.alters if alter}
    order = [step for step, _ in signature(7 if sum(alters.values()) > 0 else -7)]
    for step in sorted(alters, key=order.index):
        ET.SubElement(element, "keyAccid", pname=step.lower(), accid=accidental(alters[step]))
    return element


def metre_element(metre: Metre) -> ET.Element:
    """Return a `<meterSig>`, invisible in free metre."""
    if metre.free:
        return ET.Element("meterSig", count="4", unit="4", form="invis")
    element = ET.Element("meterSig", count="+".join(map(str, metre.beats)), unit=str(metre.unit))
    symbol = {"C": "common", "C|": "cut"}.get(metre.symbol)
    if symbol:
        element.set("sym", symbol)
    return element
