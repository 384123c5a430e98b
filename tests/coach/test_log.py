"""Logs of rounds: written one after another, read back the same, and never into another file."""

from pathlib import Path

import pytest

from pitboss.coach.log import append, check_log, last_log, remember, rounds_in
from pitboss.core import transcript
from pitboss.core.errors import FormatError
from pitboss.core.round import Round, play_out
from tests.support.toy import build

PILES = {("player", 1): (0, 1), ("dealer", 0): (2, 3)}


def finished(ante: int) -> Round:
    return play_out(build("toy", {}), {1: {"ante": ante}}, PILES, {("swap", 1): 0})


def test_rounds_are_read_back_in_order(tmp_path: Path):
    path = str(tmp_path / "log.txt")
    check_log(path)
    for ante in (100, 200, 300):
        append(path, finished(ante))
    found = list(rounds_in(path, build))
    assert [each.number for each in found] == [1, 2, 3]
    assert [transcript.write(each.played) for each in found] == [transcript.write(finished(n)) for n in (100, 200, 300)]
    assert Path(path).read_text().count("\n\ngame ") == 2
    check_log(path)


def test_a_round_that_cannot_be_written_whole_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "log.txt"
    append(str(path), finished(100))
    whole = path.read_text()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FormatError, match=r"log\.txt' cannot be written: No space left on device"):
        append(str(path), finished(200))
    assert path.read_text() == whole


def test_errors_name_the_line_or_the_round(tmp_path: Path):
    path = tmp_path / "log.txt"
    for ante in (100, 200):
        append(str(path), finished(ante))
    whole = path.read_text()
    path.write_text(whole.replace("ante 2.00", "ante 2.00.00", 1))
    with pytest.raises(FormatError, match=r"log\.txt, line 14: no amount '2\.00\.00'"):
        list(rounds_in(str(path), build))
    path.write_text(whole.replace("ante 2.00", "side 2.00", 1))
    with pytest.raises(FormatError, match=r"log\.txt, line 14: ante must be bet"):
        list(rounds_in(str(path), build))


@pytest.mark.parametrize(("body", "sentence"), [(b"my diary\n", "holds no log of rounds"), (b"\x00\x01", "holds no")])
def test_another_file_is_never_added_to(tmp_path: Path, body: bytes, sentence: str):
    path = tmp_path / "diary.txt"
    path.write_bytes(body)
    with pytest.raises(FormatError, match=sentence):
        check_log(str(path))
    assert path.read_bytes() == body


def test_what_cannot_be_written_or_read_is_refused(tmp_path: Path):
    for path in (tmp_path, tmp_path / "no" / "log.txt"):
        with pytest.raises(FormatError, match=r"cannot be written|not a file"):
            check_log(str(path))
        with pytest.raises(FormatError, match=r"cannot be read|not a file"):
            list(rounds_in(str(path), build))
    (tmp_path / "binary").write_bytes(b"\x00")
    with pytest.raises(FormatError, match="is not a text file"):
        list(rounds_in(str(tmp_path / "binary"), build))


def test_a_file_of_comments_holds_no_round(tmp_path: Path):
    path = tmp_path / "log.txt"
    path.write_text("# nothing yet\n")
    check_log(str(path))
    with pytest.raises(FormatError, match="is empty"):
        list(rounds_in(str(path), build))


def test_the_last_log_is_remembered_while_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert last_log() is None
    path = tmp_path / "log.txt"
    append(str(path), finished(100))
    remember(str(path))
    assert last_log() == str(path)
    (tmp_path / "data" / "pitboss" / "last-log.json").write_text("{")
    assert last_log() is None
    remember(str(path))
    path.unlink()
    assert last_log() is None
