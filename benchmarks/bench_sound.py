"""Our WAV rendering beside `fluidsynth -F`, on the same MIDI and soundfont."""

import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from core.audio import soundfont, synth
from core.audio.schedule import schedule
from core.audio.sound_file import wav_bytes
from core.formats.abc.reader import read_first
from core.formats.midi import format as midi

TUNE = "X:1\nM:4/4\nL:1/8\nQ:1/4=90\nK:C\n" + "C2 D2 EFGA | B2 c2 [CEG]4 | " * 100 + "C8 |]\n"
ROUNDS = 3


def run() -> dict[str, float]:
    """Return the ratio theirs : ours over the best of several rounds; nothing where the program is not installed."""
    if shutil.which("fluidsynth") is None:
        print("  (the program fluidsynth is not installed: apt install fluidsynth)")
        return {}
    score = read_first(TUNE).score
    font, program = soundfont.find(), soundfont.program("esraj")
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "t.mid"), Path(folder, "t.wav")
        source.write_bytes(midi.write(score, program=program))
        for _ in range(ROUNDS):
            started = time.perf_counter()
            Path(folder, "ours.wav").write_bytes(wav_bytes(synth.render(schedule(score), font, program)))
            ours.append(time.perf_counter() - started)
            started = time.perf_counter()
            subprocess.run(
                ["fluidsynth", "-ni", "-q", "-r", "44100", "-g", "0.5", "-F", str(target), str(font), str(source)],
                check=True,
                capture_output=True,
            )
            theirs.append(time.perf_counter() - started)
    return {"sound, speed against fluidsynth -F": min(theirs) / min(ours)}
