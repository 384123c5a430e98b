"""Calls about tables: open, look, sit, bet, choose, leave, and the events of a table, read or watched."""

import asyncio
import contextlib
import json
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss import games
from pitboss.api import needs_the_compiler
from pitboss.core.errors import PitbossError, RoomError
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.json_forms import felt_json
from pitboss.server.asking import (
    ANYONE,
    SIGNED,
    Anybody,
    Id,
    Key,
    Server,
    SignedIn,
    Supervising,
    asked,
    caller_of,
    maybe_signed,
    service_of,
    token_of,
)
from pitboss.server.live import SIGNED_OUT, TOO_SLOW, DroppedWatcherError, Told, Watcher
from pitboss.server.models import tables as models
from pitboss.server.models.games import GameTold
from pitboss.server.models.parts import Seat, Why
from pitboss.server.problems import as_json, refused, respond
from pitboss.server.service import Service
from pitboss.table import requests
from pitboss.table.live_table import CLOSED, build_game, read_opening
from pitboss.table.records import TableRecord
from pitboss.table.requests import Request

router = APIRouter(tags=["tables"])

LAST = 2**53
After = Annotated[int, Query(ge=0, le=LAST, description="The number of the last event that is known.")]
Most = Annotated[int, Query(ge=1, le=1000)]

GOING_AWAY = 1001
CHECKED_EVERY_S = 30
"""How often the session of a watcher is looked up: another server may have ended it."""


@router.post("/tables/{id}/bets", response_model=models.Played, openapi_extra=SIGNED)
async def bet(id: Id, body: models.NewBets, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Places a seat's bets; the round is dealt when every seat has bet or the time is up."""
    bets = {wager: cents(amount) for wager, amount in body.bets.items()}
    return await asked(server, signed, requests.Bet(id, body.seat, bets), key)


@router.post("/tables/{id}/choices", response_model=models.Played, openapi_extra=SIGNED)
async def choose(id: Id, body: models.NewChoice, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Answers a choice."""
    return await asked(server, signed, requests.Choose(id, body.seat, body.choice, body.option), key)


@router.get("/tables", response_model=models.Tables, openapi_extra=ANYONE)
async def list_tables(server: Server, signed: Anybody) -> Response:
    """The open tables that the caller may see: all that are not private, and one's own."""
    found = await server.read(_summaries, server)
    sees_all = signed is not None and signed.role in ("supervisor", "auditor")
    account = signed.account if signed else None
    shown = [each for each, by in found if sees_all or not each["private"] or by == account]
    return as_json({"tables": shown})


def _summaries(server: Service) -> list[tuple[dict[str, Any], str]]:
    found = []
    for row in server.store.list_tables():
        if row.status == CLOSED:
            continue
        stamp = row.seq, row.status, row.opening
        kept = server.summaries.get(row.id)
        if kept is None or kept[0] != stamp:
            try:
                kept = server.summaries[row.id] = stamp, _summary(row)
            except PitbossError:  # Its game is not among those of this server any more.
                continue
        found.append((dict(kept[1]), row.opened_by))
    return found


def _summary(row: TableRecord) -> dict[str, Any]:
    opening, state = json.loads(row.opening), json.loads(row.state)["table"]
    return {
        "id": row.id,
        "game": opening["game"],
        "options": opening["options"],
        "status": row.status,
        "private": row.private,
        "seats": opening["seats"] or _game_seats(row.opening),
        "taken": len(state["accounts"]),
        "bots": opening["bots"],
        "seq": row.seq,
        "round": f"r_{row.id.removeprefix('t_')}_{state['number']}",
    }


@lru_cache(maxsize=1000)
def _game_seats(opening: str) -> int:
    return build_game(read_opening(opening), games.build).seats


@router.post("/tables", response_model=models.Opened, status_code=201, openapi_extra=SIGNED)
async def open_table(body: models.NewTable, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Opens a table; guests and players may open private ones to practise at."""
    opening = requests.OpenTable(
        game=body.game,
        options={name: str(value) for name, value in body.options.items()},
        paytables=body.paytables or None,
        seats=body.seats,
        step_cents=cents(body.step),
        limit_cents=cents(body.limit),
        bet_ms=_ms(body.bet_seconds),
        decide_ms=_ms(body.decide_seconds),
        bots=body.bots,
        private=body.private,
        link=body.link,
        shuffle=body.shuffle,
    )
    await server.prepare(signed.account, opening)
    return await asked(server, signed, opening, key)


def _ms(seconds: int | None) -> int | None:
    return None if seconds is None else seconds * 1000


@router.get("/tables/{id}", response_model=models.TableSeen, openapi_extra=ANYONE)
async def look(id: Id, server: Server, signed: Anybody) -> Response:
    """A table as the caller may see it now."""
    return respond(await server.worker.ask(Request(caller_of(signed), requests.Look(id))))


@router.get("/tables/{id}/game", response_model=GameTold, openapi_extra=ANYONE)
async def show_table_game(id: Id, server: Server, signed: Anybody) -> Response:
    """The game of a table with the table's own options and pay tables, in the form in which a game is told."""
    seen = await server.worker.ask(Request(caller_of(signed), requests.Look(id)))
    if seen.status >= 400:
        return respond(seen)
    return as_json(await server.read(_felt, server, seen.body["opening"]))


def _felt(server: Service, opening: dict[str, Any]) -> dict[str, Any]:
    """A table's game; without edges where they would have to be solved first."""
    custom = Custom(opening["paytables"], "the pay tables") if opening["paytables"] else None
    game = games.build(opening["game"], opening["options"], custom)
    is_known = not needs_the_compiler(game) and server.workbench.is_at_hand(game)
    return felt_json(game, server.workbench.analysed(game) if is_known else None)


@router.patch("/tables/{id}", response_model=models.Opened, openapi_extra=SIGNED)
async def change_table(
    id: Id, body: models.TableChange, server: Server, signed: Supervising, key: Key = None
) -> Response:
    """Changes limits or times between rounds."""
    step, limit = (None if text is None else cents(text) for text in (body.step, body.limit))
    times = _ms(body.bet_seconds), _ms(body.decide_seconds)
    return await asked(server, signed, requests.ChangeTable(id, body.note, step, limit, *times), key)


@router.post("/tables/{id}/close", response_model=models.Closed, openapi_extra=SIGNED)
async def close_table(id: Id, body: Why, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Closes a table; the round in play is its last."""
    return await asked(server, signed, requests.CloseTable(id, body.note), key)


@router.post("/tables/{id}/seats", response_model=models.Played, status_code=201, openapi_extra=SIGNED)
async def sit_down(
    id: Id, server: Server, signed: SignedIn, body: models.NewSeat | None = None, key: Key = None
) -> Response:
    """Takes a seat, the first free one where none is named."""
    body = body or models.NewSeat()
    return await asked(server, signed, requests.SitDown(id, body.seat, body.client_seed), key)


@router.delete("/tables/{id}/seats/{seat}", response_model=models.Played, openapi_extra=SIGNED)
async def stand_up(id: Id, seat: Seat, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Leaves a seat; one in a round is played by the published default and free afterwards."""
    return await asked(server, signed, requests.StandUp(id, seat), key)


@router.put("/tables/{id}/seats/{seat}/client-seed", response_model=models.Played, openapi_extra=SIGNED)
async def set_client_seed(
    id: Id, seat: Seat, body: models.ClientSeed, server: Server, signed: SignedIn, key: Key = None
) -> Response:
    """Gives the seed of one's own that the next shuffle mixes in."""
    return await asked(server, signed, requests.SetClientSeed(id, seat, body.client_seed), key)


@router.post("/tables/{id}/rebets", response_model=models.Played, openapi_extra=SIGNED)
async def rebet(id: Id, body: models.OfSeat, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Bets what the seat bet last."""
    return await asked(server, signed, requests.Rebet(id, body.seat), key)


@router.delete("/tables/{id}/bets/{seat}", response_model=models.Played, openapi_extra=SIGNED)
async def take_bet_back(id: Id, seat: Seat, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Takes a seat's bets back before the round begins."""
    return await asked(server, signed, requests.TakeBetBack(id, seat), key)


@router.post("/tables/{id}/sit-outs", response_model=models.Played, openapi_extra=SIGNED)
async def sit_out(id: Id, body: models.OfSeat, server: Server, signed: SignedIn, key: Key = None) -> Response:
    """Leaves a seat out of the next round."""
    return await asked(server, signed, requests.SitRoundOut(id, body.seat), key)


@router.get("/tables/{id}/events", response_model=models.Events, openapi_extra=ANYONE)
async def list_events(id: Id, server: Server, signed: Anybody, after: After = 0, limit: Most = 1000) -> Response:
    """The events of a table after a number, as the caller may see them."""
    events = await server.read_events(id, after, limit)
    if not events and not await server.read_events(id, 0, 1):
        raise RoomError(f"no table {id!r}", "unknown")
    account = signed.account if signed else None
    texts = ",".join(Told(each.seq, json.loads(each.body)).text(account) for each in events)
    last = events[-1].seq if events else after
    body = f'{{"table":{json.dumps(id)},"events":[{texts}],"last":{last}}}'
    return Response(body.encode(), media_type="application/json")


@router.websocket("/tables/{id}/live")
async def live(websocket: WebSocket, id: str, after: int = 0) -> None:
    """The events of a table after a number, and all that follow, one JSON text each."""
    server = service_of(websocket)
    try:
        signed = await maybe_signed(websocket)
        if not await server.read_events(id, 0, 1):
            raise RoomError(f"no table {id!r}", "unknown")
    except PitbossError as error:
        await websocket.send_denial_response(refused(error))
        return
    await websocket.accept()
    watcher = server.hub.join(id, *((signed.account, signed.token_hash) if signed else (None,)))
    tasks = [
        asyncio.create_task(_send(server, websocket, id, watcher, min(max(0, after), LAST))),
        asyncio.create_task(_receive(websocket, watcher)),
    ]
    if signed is not None:
        tasks.append(asyncio.create_task(_stay_signed(server, websocket)))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        code = next((task.result() for task in done if not task.exception()), GOING_AWAY)
    finally:
        server.hub.leave(id, watcher)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    if code and websocket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            await asyncio.wait_for(websocket.close(code, CLOSING_WORDS.get(code, "")), 2)


CLOSING_WORDS = {
    TOO_SLOW: "events were not taken in time; come back with the number of the last one",
    SIGNED_OUT: "the session has ended",
    GOING_AWAY: "the server stops; come back with the number of the last event",
}


async def _send(server: Service, websocket: WebSocket, table: str, watcher: Watcher, after: int) -> int:
    """Sends events until the end; the code to close with."""
    with contextlib.suppress(DroppedWatcherError):
        async for texts in server.hub.events(table, watcher, after):
            for text in texts:
                await websocket.send_text(text)
        return GOING_AWAY
    return watcher.code


async def _receive(websocket: WebSocket, watcher: Watcher) -> int:
    """Waits until the watcher leaves or is dropped; what it sends is passed over."""
    while True:
        message = asyncio.ensure_future(websocket.receive())
        dropped = asyncio.ensure_future(watcher.dropped.wait())
        try:
            await asyncio.wait([message, dropped], return_when=asyncio.FIRST_COMPLETED)
            if dropped.done():
                return watcher.code
            if message.result()["type"] == "websocket.disconnect":
                return 0
        finally:
            message.cancel()
            dropped.cancel()


async def _stay_signed(server: Service, websocket: WebSocket) -> int:
    """Returns when the session of a watcher has ended; the hub is told at once of those that end at this server."""
    token, _ = token_of(websocket)
    while await server.people.signed(token) is not None:  # First at once: it may have ended while the watcher came.
        await asyncio.sleep(CHECKED_EVERY_S)
    return SIGNED_OUT
