"""The messages of the server's clients, fuzzed: bodies of requests, read as the server reads them, and carried out.

What the shapes let through goes to a card room in memory, which must answer it or refuse it with a problem.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pydantic import ValidationError

from pitboss.core.errors import CODES, RequestError
from pitboss.core.money import cents
from pitboss.server.models.games import SettlementQuestion
from pitboss.server.models.parts import Body
from pitboss.server.models.people import NewAccount, NewMoney, SignIn
from pitboss.server.models.rounds import NewVoid
from pitboss.server.models.tables import ClientSeed, NewBets, NewChoice, NewSeat, NewTable, OfSeat
from pitboss.table import requests as asked
from tests.support.card_room import ANN, BOSS, CardRoom, room
from tests.support.toy import build

MESSAGES: tuple[tuple[type[Body], Mapping[str, Any]], ...] = (
    (NewBets, {"seat": 1, "bets": {"ante": "5.00", "side": "5.00", "lucky": "5.00"}}),
    (NewChoice, {"seat": 1, "choice": "thrown", "option": ["As", "Kd"]}),
    (NewChoice, {"seat": 1, "choice": "swap", "option": "swap"}),
    (NewSeat, {"seat": 2, "client_seed": "my-own_1"}),
    (NewVoid, {"reason": "misdeal", "note": "a card was shown"}),
    (NewMoney, {"amount": "100.00", "note": "chips"}),
    (ClientSeed, {"client_seed": "my-own_2"}),
    (OfSeat, {"seat": 1}),
    (NewTable, {"game": "toy", "options": {"mood": 3}, "seats": 2, "step": "1.00", "bots": {}, "private": True}),
    (NewAccount, {"name": "ann", "password": "correct horse", "role": "player"}),
    (SignIn, {"name": "ann", "password": "correct horse"}),
    (SettlementQuestion, {"game": "toy", "bets": {"ante": "5"}, "deal": {"player": "As Kd"}, "choose": {}}),
)
Act = Callable[[str, Any], asked.Action]
ACTIONS: Mapping[type[Body], Act] = {
    NewBets: lambda table, body: asked.Bet(
        table, body.seat, {wager: cents(amount) for wager, amount in body.bets.items()}
    ),
    NewChoice: lambda table, body: asked.Choose(table, body.seat, body.choice, body.option),
    NewSeat: lambda table, body: asked.SitDown(table, body.seat, body.client_seed),
    NewVoid: lambda table, body: asked.VoidRound(f"r_{table.removeprefix('t_')}_1", body.reason, body.note),
    NewMoney: lambda _, body: asked.Deposit(ANN.account, cents(body.amount), body.note),
    ClientSeed: lambda table, body: asked.SetClientSeed(table, 1, body.client_seed),
    OfSeat: lambda table, body: asked.Rebet(table, body.seat),
    NewTable: lambda _, body: asked.OpenTable(
        body.game,
        {name: str(value) for name, value in body.options.items()},
        body.paytables or None,
        body.seats,
        cents(body.step),
        cents(body.limit),
        bots=body.bots,
        private=body.private,
        link=body.link,
        shuffle=body.shuffle,
    ),
}
"""What a body asks of the card room, where that is not the business of the people at its door."""


def documents() -> list[Any]:
    """Every message as it should be, with the place of its shape."""
    return [{"shape": place, "body": body} for place, (_, body) in enumerate(MESSAGES)]


def _toy(name: str, texts: Mapping[str, str], custom: Any = None) -> Any:
    if custom is not None:
        raise RequestError("the toy takes no pay tables here")
    return build(name, texts)


class _UndoneError(BaseException):
    """A request was carried out, and all that it stored is undone; no handler of the floor takes it for a fault."""


@cache
def _room(is_dealt: bool) -> tuple[CardRoom, str]:
    """A room in which Ann sits at a table, before or after she has bet; whatever is done there is undone."""
    made = room(build=_toy)
    table = made.open("toy", bet_ms=None, decide_ms=None)
    made.done(ANN, asked.SitDown(table, 1))
    if is_dealt:
        made.done(ANN, asked.Bet(table, 1, {"ante": 500}))
    records = len(made.store.audit)

    def undo() -> None:
        if len(made.store.audit) > records:  # Whatever is carried out is in the audit log.
            raise _UndoneError

    made.store.before_commit = undo
    return made, table


def read(document: Any) -> Any:
    """Reads a message; refuses it as the server does."""
    shape = document.get("shape") if isinstance(document, dict) else None
    if type(shape) is not int or not 0 <= shape < len(MESSAGES):
        raise RequestError("no such call")
    try:
        return MESSAGES[shape][0].model_validate_json(json.dumps(document.get("body")))
    except ValidationError as error:
        raise RequestError(f"{error.error_count()} fields are wrong") from None


def carry_out(document: Any) -> None:
    """Reads a message and has it carried out, before the cards are dealt and after."""
    body = read(document)
    kind = type(body)
    if kind not in ACTIONS:
        return
    for is_dealt in (False, True):
        made, table = _room(is_dealt)
        caller = BOSS if kind in (NewVoid, NewMoney) else ANN
        try:
            answer = made.ask(caller, ACTIONS[kind](table, body))
        except _UndoneError:
            continue
        assert 400 <= answer.status < 500, answer.body
        assert answer.body["code"] in CODES, answer.body
        assert "\n" not in answer.body["detail"], answer.body
