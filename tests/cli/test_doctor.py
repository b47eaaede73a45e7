"""`swaralipi doctor` on a machine where something is amiss."""

import json

from core import cli


def test_a_home_that_cannot_be_written_is_said_with_its_mend(tmp_path, monkeypatch, capsys):
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("SWARALIPI_HOME", str(tmp_path / "a file" / "home"))
    assert cli.main(["doctor", "--json"], None) == 1
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["Home folder"]["present"], rows["Home folder"]["required"]) == (False, True)
    said = rows["Home folder"]["detail"]
    assert said.startswith(f"{tmp_path / 'a file' / 'home'} cannot be written: ")
    assert said.endswith(". Let SWARALIPI_HOME name a folder that can.")
