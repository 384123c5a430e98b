"""What the server logs: requests and faults, and never a password, a token or a seed."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.table import shuffle
from pitboss.table.records import ShuffleRecord
from tests.support.server import Person, Room, play, running, seated

PASSWORD = "swordfish and a ham"


def logged(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def texts(document: Any) -> Iterator[str]:
    """Every text in a document, as it was before it was written as JSON."""
    if isinstance(document, dict | list):
        for each in document.items() if isinstance(document, dict) else document:
            yield from texts(list(each) if isinstance(each, tuple) else each)
    else:
        yield str(document)


def check_no_secret(lines: list[dict[str, Any]], *secrets: str) -> None:
    """Refuses a secret, or the beginning of one that was cut short."""
    text = "\n".join(texts(lines))
    assert all(len(each) > 15 for each in secrets)
    assert not [each for each in secrets if each[:16] in text]


def seed_of(room: Room, id: str) -> tuple[str, str]:
    """The seed of a shuffle as the log could have it."""
    (record,) = room.service.store.found(ShuffleRecord, [id])
    seed = room.service.key.unseal(record.sealed_seed, id)
    return seed.hex(), repr(seed)[2:]


def test_a_fault_in_a_sign_in_is_logged_without_password_and_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def broken(known: str, password: str) -> bool:
        return bool(known) and bool(1 // (len(password) - len(PASSWORD)))

    with running(tmp_path, level=logging.DEBUG) as room:
        ann = room.guest()
        ann.post("/me/claim", {"name": "ann", "password": PASSWORD})
        monkeypatch.setattr("pitboss.server.people._is_right", broken)
        with pytest.raises(ZeroDivisionError):
            ann.ask("POST", "/sessions", {"name": "ann", "password": PASSWORD})
    lines = logged(capsys)
    (fault,) = [each for each in lines if each["event"] == "fault"]
    assert fault["path"] == "/api/v1/sessions"
    assert fault["exception"][0]["frames"][-1]["name"] == "broken"
    check_no_secret(lines, PASSWORD, ann.token)


def test_a_fault_in_a_shuffle_is_logged_without_its_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def broken(things: Any, stream: Any) -> Any:
        raise ZeroDivisionError(len(things))

    with running(tmp_path, level=logging.DEBUG) as room:
        ann = room.guest()
        table = seated(room, ann)
        monkeypatch.setattr(shuffle, "shuffled", broken)
        bets = {"seat": 1, "bets": {"regular": "5.00"}}
        assert ann.refused("POST", f"/tables/{table}/bets", bets) == (500, "request/failed")
        secrets = seed_of(room, f"s_{table[2:]}_1")
    lines = logged(capsys)
    (fault,) = [each for each in lines if each["event"] == "request-failed"]
    assert "deck_order" in [each["name"] for each in fault["exception"][0]["frames"]]
    check_no_secret(lines, *secrets, ann.token)


def test_the_log_of_a_round_holds_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with running(tmp_path, level=logging.DEBUG) as room:
        link = room.service.people.new_link()
        boss = Person(room.client, **room.nobody().post("/sessions", {"link": link}))
        ann = room.nobody().post("/accounts", {"name": "ann", "password": PASSWORD})
        again = room.nobody().post("/sessions", {"name": "ann", "password": PASSWORD})
        room.nobody().refused("POST", "/sessions", {"name": "ann", "password": f"{PASSWORD}?"})
        person = Person(room.client, **again)
        table = seated(room, person)
        play(table, person)
        secrets = seed_of(room, f"s_{table[2:]}_1")
        boss.post(f"/tables/{table}/close", {"note": "the night is over"})
        person.delete("/sessions/current")
    lines = logged(capsys)
    assert len([each for each in lines if each["event"] == "request"]) > 8
    check_no_secret(lines, PASSWORD, link, boss.token, ann["token"], again["token"], *secrets)
