"""The songs that come with the program; each names where its lyrics are from."""

from core import paths
from core.errors import UsageError
from core.songs import swara_file
from core.songs.song import Song

SAMPLES = (
    "aguner-poroshmoni",
    "aloker-ei-jharnadharay",
    "amar-sonar-bangla",
    "anandaloke-mangalaloke",
    "bipode-more-raksha-karo",
    "ekla-chalo-re",
    "esho-he-boishakh",
    "majhe-majhe-tobo-dekha-pai",
    "purano-sei-diner-katha",
    "tumi-robe-nirobe",
    "ajhor-dharay-barsha-jhare",
    "shaon-rate-jodi",
)
"""Ten songs of Rabindranath Tagore, then two of Kazi Nazrul Islam, whose words the user has to bring."""


def load(name: str) -> Song:
    """Read a sample. Raises UsageError where there is none of that name."""
    if name not in SAMPLES:
        raise UsageError(f"There is no sample {name!r}. Known: {', '.join(SAMPLES)}.")
    return swara_file.read(paths.resources() / "samples" / f"{name}.swara")
