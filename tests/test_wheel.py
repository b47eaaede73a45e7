"""The wheel: built from the repository, it holds everything that it needs to run somewhere else."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_wheel_runs_away_from_the_repository(tmp_path):
    built = tmp_path / "built"
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(built), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    folder = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(folder)
    assert any(name.endswith("resources/samples/aguner-poroshmoni.swara") for name in names)
    assert any(name.endswith("fonts/OFL.txt") for name in names)
    assert not any(name.startswith(("tests/", "docs/")) for name in names)
    environment = {**os.environ, "PYTHONPATH": str(folder), "SWARALIPI_HOME": str(tmp_path / "home")}

    def run(*words, text=""):
        code = "import sys; from gui.app import main; sys.exit(main())"
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=tmp_path, env=environment, input=text.encode(), capture_output=True, check=False,
        )  # fmt: skip

    where = subprocess.run(
        [sys.executable, "-c", "import core; print(core.__file__)"], cwd=tmp_path, env=environment, capture_output=True
    )
    assert str(folder) in where.stdout.decode()
    doctor = run("doctor")
    assert doctor.returncode == 0, doctor.stdout.decode()
    picture = run("convert", "-", "--to", "png", "--view", "jianpu", text="X:1\nM:3/4\nL:1/4\nK:C\nC D E|\nw: সা রে গা\n")
    assert picture.stdout.startswith(b"\x89PNG"), picture.stderr.decode()
