"""Real tunes against abc2midi: an independent judge of reading and of playing order."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from core.formats.abc.reader import read
from core.formats.notes_json import rows
from tests.conftest import SHARED

TOOL = SHARED / "tools" / "abc_oracle.py"
LEAST = 0.975


@pytest.mark.slow
@pytest.mark.skipif(not TOOL.is_file(), reason="../shared/tools/abc_oracle.py is absent")
@pytest.mark.skipif(shutil.which("abc2midi") is None, reason="abc2midi is not installed (apt install abcmidi)")
def test_every_fiftieth_real_tune_sounds_as_abc2midi_plays_it(tmp_path):
    corpus = subprocess.run(
        [sys.executable, str(TOOL), "corpus", "--every", "50"], capture_output=True, check=True
    ).stdout.decode()
    source, ours = tmp_path / "corpus.abc", tmp_path / "ours.jsonl"
    source.write_text(corpus, encoding="utf-8")
    ours.write_text("".join(json.dumps(row) + "\n" for row in rows(read(corpus), played=True)), encoding="utf-8")
    verdict = subprocess.run(
        [sys.executable, str(TOOL), "compare", str(ours), str(source)], capture_output=True, check=True
    ).stdout.decode()
    found = re.search(r"agreement ([\d.]+) of (\d+) tunes", verdict)
    assert found, verdict
    assert int(found[2]) > 200
    assert float(found[1]) >= LEAST, verdict


@pytest.mark.slow
def test_every_real_tune_of_the_corpus_is_read_without_an_exception():
    from benchmarks.bench_reader import real_tunes

    tunes = real_tunes(every=1, most=None)
    assert len(tunes) > 12_000
    for tune in tunes:
        assert len(read(tune).tunes) == 1
