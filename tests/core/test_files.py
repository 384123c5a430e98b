"""Files that are replaced whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from pitboss.core.files import replace_file


@pytest.mark.parametrize(("body", "read"), [("text ±", "text ±".encode()), (b"\x00\xff", b"\x00\xff")])
def test_a_file_is_made_and_replaced(tmp_path: Path, body: str | bytes, read: bytes):
    path = tmp_path / "file"
    for _ in range(2):
        replace_file(path, body)
        assert path.read_bytes() == read
    assert os.listdir(tmp_path) == ["file"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "file"
    path.write_text("before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        replace_file(path, "after")
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["file"]


def test_a_link_keeps_pointing_to_the_file(tmp_path: Path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("before")
    link.symlink_to(path)
    replace_file(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_the_file_is_as_open_as_others_of_this_user(tmp_path: Path):
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "file", "text")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "nowhere" / "file", "text")
