"""The allow-list: every kind of event is on it, and a field that is not on it reaches nobody."""

import inspect
import re
from typing import Any, get_args

import pytest

from pitboss.table import events as told
from pitboss.table import views
from pitboss.table.events import TableEvent
from pitboss.table.views import EVERYBODY, OWN, seen, seen_event

DEALT = {"type": "dealt", "pile": "player", "seat": 1, "count": 1, "cards": ["As"], "words": "an ace", "account": "ann"}


@pytest.mark.parametrize(
    ("face", "account", "sees"),
    [
        ("up", None, True),
        ("up", "bob", True),
        ("down", "ann", True),
        ("down", "bob", False),
        ("down", None, False),
        ("hidden", "ann", False),
        ("hidden", None, False),
    ],
)
def test_cards_are_seen_by_those_who_may_look(face: str, account: str | None, sees: bool):
    shown = seen({**DEALT, "face": face}, account)
    assert ("cards" in shown, "words" in shown) == (sees, sees)
    assert shown["count"] == 1
    assert "account" not in shown
    assert "face" not in shown


def test_a_pile_of_the_table_belongs_to_nobody_who_has_no_account():
    assert "cards" not in seen({**DEALT, "face": "down", "seat": 0, "account": None}, None)


def test_a_choice_that_names_cards_is_its_seats_own():
    body = {"type": "chose", "seat": 1, "choice": "thrown", "option": "As", "raised": "0.00", "account": "ann"}
    assert "option" not in seen({**body, "names_cards": True}, "bob")
    assert seen({**body, "names_cards": True}, "ann")["option"] == "As"
    assert seen({**body, "names_cards": False}, None)["option"] == "As"


def test_options_and_reasons_are_for_the_seat_alone():
    asked = {"type": "asked", "seat": 1, "choice": "thrown", "deadline_ms": 5, "legal": ["As"], "account": "ann"}
    assert seen(asked, "bob") == {"type": "asked", "seat": 1, "choice": "thrown", "deadline_ms": 5}
    assert seen(asked, "ann")["legal"] == ["As"]


@pytest.mark.parametrize("kind", EVERYBODY)
def test_a_field_that_nobody_has_named_reaches_nobody(kind: str):
    body: dict[str, Any] = {
        "type": kind,
        "secret": "As",
        "seed_to_come": "ff",
        "face": "hidden",
        "names_cards": True,
        "account": "ann",
    }
    body |= dict.fromkeys((*EVERYBODY[kind], *OWN.get(kind, ())), "x")
    body |= {"face": "hidden", "account": "ann", "cards": ["As"], "words": "w"}
    for account in ("ann", "bob", None):
        shown = seen_event(1, body, account)
        assert set(shown) <= {"seq", "type", *EVERYBODY[kind], *OWN.get(kind, ())}


def test_an_unknown_kind_of_event_is_not_shown():
    with pytest.raises(KeyError):
        seen({"type": "cards-to-come", "cards": ["As"]}, None)


def test_every_event_of_a_table_has_a_type_that_is_listed():
    source = inspect.getsource(views)
    for kind in get_args(TableEvent):
        assert f"case told.{kind.__name__}():" in source
        assert getattr(told, kind.__name__) is kind
    assert set(re.findall(r'"type": "([a-z-]+)"', source)) - {"bets", "choice"} <= set(EVERYBODY)
