"""Files that are replaced in one step: their modes, and what is left where that fails."""

import os
import stat
import sys

import pytest

from core import settings
from core.errors import StoreError

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of this kind")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@POSIX
@pytest.mark.parametrize(("mask", "wanted"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_fresh_file_follows_the_umask_and_an_old_one_keeps_its_mode(tmp_path, mask, wanted):
    fresh, old = tmp_path / "fresh", tmp_path / "old"
    old.write_text("before", encoding="utf-8")
    old.chmod(0o640)
    before = os.umask(mask)
    try:
        settings.write_text(fresh, "x")
        settings.write_text(old, "after")
    finally:
        os.umask(before)
    assert (mode(fresh), mode(old)) == (wanted, 0o640)
    assert old.read_text(encoding="utf-8") == "after"


@POSIX
def test_the_umask_of_all_threads_is_left_alone(tmp_path, monkeypatch):
    def refuse(_mask):
        raise AssertionError("another thread would make its files with this mask")

    monkeypatch.setattr(os, "umask", refuse)
    settings.write_text(tmp_path / "fresh", "x")
    assert (tmp_path / "fresh").read_text(encoding="utf-8") == "x"


def test_a_name_as_long_as_may_be_is_written(tmp_path):
    path = tmp_path / ("স" * 80 + ".swara")
    settings.write_text(path, "x")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_where_it_cannot_be_written_the_old_file_stays_and_nothing_else(tmp_path):
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(StoreError, match=r"folder cannot be written: .*Nothing was changed"):
        settings.write_text(path, "x")
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]
