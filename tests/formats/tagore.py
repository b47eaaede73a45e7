"""The ten songs that are tested against, where they are at hand."""

import json

import pytest

from core import paths
from core.formats.sargam import format as sargam_text
from core.formats.swaralipi_json import format as swaralipi_json
from core.score.timeline import timeline

HOME = paths.resources().parent.parent / "shared" / "data" / "tagore"
NAMES = [
    "aguner-poroshmoni", "anandaloke-mangalaloke", "bhalobese-sokhi", "ekla-chalo-re", "esho-shyamalo-sundoro",
    "gram-chhara-oi-ranga-matir-path", "majhe-majhe-tobo-dekha-pai", "phule-phule-dhole-dhole",
    "purano-sei-diner-katha", "tumi-robe-nirobe",
]  # fmt: skip
each_song = pytest.mark.parametrize("name", NAMES)
each_reading = pytest.mark.parametrize("reading", ["printed", "encoded"])


def content(name, kind):
    ending = {"songs": "json", "sargam": "txt", "midi": "mid"}[kind]
    path = HOME / kind / f"{name}.{ending}"
    if not path.exists():
        pytest.skip("the ten songs are not here")
    return path.read_bytes()


def song(name, reading="printed"):
    """The score of a swaralipi-JSON file."""
    return swaralipi_json.read(content(name, "songs"), reading).scores[0]


def sung_text(name, reading="printed"):
    """The score of a sargam text."""
    return sargam_text.read(content(name, "sargam"), reading).scores[0]


def file_lines(blob):
    """A file's lines as plain objects, what is left out by default filled in."""
    made = json.loads(blob)
    return [
        {
            "section": line["section"],
            "anacrusis": line.get("anacrusis", False),
            "marks": [(mark["type"], mark["cell"], mark.get("raw", "")) for mark in line["marks"]],
            "cells": [(cell["units"], cell["lyric"], cell["melisma"]) for cell in line["cells"]],
        }
        for line in made["lines"]
    ]


def tones(score):
    """Onset, MIDI number and end of every note, ties merged, with its syllable: what is sung, as written."""
    found = []
    for moment in sorted(timeline(score).notes, key=lambda row: row.onset):
        before = found[-1] if found else None
        if before and before[3] and before[1] == moment.midi and before[2] == moment.onset:
            before[2], before[3] = moment.onset + moment.duration, moment.tied
        else:
            words = [one.text for one in moment.lyrics if one and one.text]
            found.append([moment.onset, moment.midi, moment.onset + moment.duration, moment.tied, words])
    return [(onset, midi, end, *words) for onset, midi, end, _, words in found]
