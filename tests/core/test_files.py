"""Files that are replaced whole or not at all, and texts that are read up to a limit."""

import io
import os
import stat
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from pitboss.core.errors import FormatError
from pitboss.core.files import MIB, read_text, replace_file, text_of


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


class Endless(io.RawIOBase):
    """A stream that gives a few bytes at a time, for ever."""

    given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        buffer[:1000] = b"deal " * 200
        self.given += 1000
        return 1000


def test_an_endless_stream_is_left_at_the_limit():
    stream = Endless()
    with pytest.raises(FormatError, match="stdin is larger than 2 MiB, the most that is read of a file"):
        text_of(cast(BinaryIO, stream), "stdin", most_mib=2)
    assert stream.given < 3 * MIB


def test_a_file_of_the_limit_is_read(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n" + b"x" * (MIB - 19))
    assert read_text(str(path)).split("\n")[:3] == ["one", "two", "three"]
    with pytest.raises(FormatError, match="is larger than 0 MiB"):
        read_text(str(path), 0)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path):
    for path, reason in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(FormatError, match=f"'{path}' cannot be read: {reason}"):
            read_text(str(path))


def test_the_error_of_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left") as caught:
        replace_file(tmp_path / "file", "text")
    assert caught.value.filename == str(tmp_path / "file")
