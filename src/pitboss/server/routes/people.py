"""Calls about people: guests, accounts, sessions, play money."""

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss.core.errors import RequestError
from pitboss.core.money import cents, dollars
from pitboss.server.asking import (
    ANYONE,
    COOKIE,
    SIGNED,
    Anybody,
    Auditing,
    Id,
    Key,
    Server,
    SignedIn,
    Supervising,
    address_of,
    asked,
    set_cookie,
)
from pitboss.server.models import people as models
from pitboss.server.models.parts import Why
from pitboss.server.people import NewSession, Signed
from pitboss.server.problems import as_json, respond
from pitboss.server.service import Service
from pitboss.table import ledger
from pitboss.table.live_table import CLOSED
from pitboss.table.records import Person
from pitboss.table.requests import Answer, Deposit, DisableAccount, EnableAccount, Withdraw
from pitboss.table.store import Store

router = APIRouter(tags=["people"])


def _session_response(request: HttpRequest, session: NewSession, **more: Any) -> Response:
    signed = session.signed
    body = {"account": signed.account, "name": signed.name, "role": signed.role, "token": session.token, **more}
    response = as_json(body, 201)
    set_cookie(response, request, session)
    return response


@router.post("/guests", response_model=models.Account, status_code=201, openapi_extra=ANYONE)
async def make_guest(request: HttpRequest, server: Server, key: Key = None) -> Response:
    """A new account with play money, signed in; repeated under the same key, the same account and token again."""
    server.guests_rate.check(address_of(request))
    answer, session = await server.people.guest(key)
    return _made(request, answer, session)


def _made(request: HttpRequest, answer: Answer, session: NewSession) -> Response:
    if answer.status >= 400:
        return respond(answer)
    return _session_response(request, session, balance=answer.body["balance"])


@router.post("/accounts", response_model=models.Account, status_code=201, openapi_extra=ANYONE)
async def make_account(
    request: HttpRequest, body: models.NewAccount, server: Server, signed: Anybody, key: Key = None
) -> Response:
    """A new account with a name and a password, signed in; repeated under the same key, the same answer again."""
    server.sign_in_rate.check(address_of(request))
    answer, session = await server.people.make_account(signed, body.name, body.password, body.role, key)
    if answer.status >= 400:
        return respond(answer)
    if signed is not None and signed.role == "supervisor":  # Who makes it for somebody else stays who they are.
        made = {"account": session.signed.account, "name": body.name, "role": body.role, "token": session.token}
        return as_json({**made, "balance": answer.body["balance"]}, 201)
    return _made(request, answer, session)


@router.get("/accounts", response_model=models.People, openapi_extra=SIGNED)
async def list_people(
    server: Server,
    _: Auditing,
    like: Annotated[str, Query(max_length=80, description="A part of a name or an id.")] = "",
    role: Annotated[str | None, Query(max_length=20)] = None,
    limit: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Response:
    """Every account with its balance, or those of a name and a role, the newest first where there is a limit."""
    return as_json(await server.read(_people, server.store, like.casefold(), role, limit))


def _people(store: Store, like: str, role: str | None, limit: int | None) -> dict[str, Any]:
    found = [
        each
        for each in store.persons()
        if role in (None, each.role) and (like in each.name.casefold() or like in each.id)
    ]
    balances = store.list_accounts()
    shown = found if limit is None else sorted(found, key=lambda each: each.made_ms, reverse=True)[:limit]
    told = [{**_person(each), "balance": dollars(balances.get(ledger.wallet(each.id), 0))} for each in shown]
    return {"accounts": told, "total": len(found)}


def _person(person: Person) -> dict[str, Any]:
    return {
        "account": person.id,
        "name": person.name,
        "role": person.role,
        "made_ms": person.made_ms,
        "disabled": person.disabled,
    }


@router.post("/sessions", response_model=models.Account, status_code=201, openapi_extra=ANYONE)
async def sign_in(request: HttpRequest, body: models.SignIn, server: Server) -> Response:
    """Begins a session by name and password, or by the supervisor's link."""
    address = address_of(request)
    server.sign_in_rate.check(address)
    if body.link:
        return _session_response(request, await server.people.open_link(body.link, address))
    if not body.name or not body.password:
        raise RequestError("give name and password, or the link of a supervisor")
    return _session_response(request, await server.people.sign_in(body.name, body.password, address))


@router.get("/sessions/current", response_model=models.Current, openapi_extra=ANYONE)
async def current_session(server: Server, signed: Anybody) -> Response:
    """The account that a page is signed in with, or none: unlike `/me`, a visitor without an account is not refused."""
    return as_json({"signed": signed is not None, "me": await _me(server, signed) if signed else None})


@router.delete("/sessions/current", status_code=204, openapi_extra=SIGNED)
async def sign_out(server: Server, signed: SignedIn) -> Response:
    """Ends the session of this request."""
    await server.people.sign_out(signed)
    return _signed_out()


@router.delete("/sessions", status_code=204, openapi_extra=SIGNED)
async def sign_out_everywhere(server: Server, signed: SignedIn) -> Response:
    """Ends every session of the account."""
    await server.people.sign_out(signed, everywhere=True)
    return _signed_out()


def _signed_out() -> Response:
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


@router.get("/me", response_model=models.Me, openapi_extra=SIGNED)
async def me(server: Server, signed: SignedIn) -> Response:
    """The account that asks: role, balance, and the seats it holds."""
    return as_json(await _me(server, signed))


async def _me(server: Service, signed: Signed) -> dict[str, Any]:
    balance = await server.worker.do(lambda store: _balance(store, signed.account))
    seats = await server.read(_seats, server.store, signed.account)
    told = {"account": signed.account, "name": signed.name, "role": signed.role}
    return {**told, "balance": dollars(balance), "seats": seats}


@router.post("/me/claim", response_model=models.Claimed, openapi_extra=SIGNED)
async def claim_account(
    request: HttpRequest, body: models.Credentials, server: Server, signed: SignedIn, key: Key = None
) -> Response:
    """Gives a guest's account a name and a password, so that its wallet can be signed in to from anywhere."""
    server.sign_in_rate.check(address_of(request))
    return respond(await server.people.claim(signed, body.name, body.password, key))


def _balance(store: Store, account: str) -> int:
    name = ledger.wallet(account)
    with store.transaction() as transaction:
        return transaction.balances([name])[name]


def _seats(store: Store, account: str) -> list[dict[str, Any]]:
    held = []
    for row in store.list_tables():
        if row.status != CLOSED and account in row.state:
            seats = json.loads(row.state)["table"]["accounts"]
            held += [{"table": row.id, "seat": int(seat)} for seat, owner in seats.items() if owner == account]
    return held


@router.post("/accounts/{id}/deposits", response_model=models.Paid, status_code=201, openapi_extra=SIGNED)
async def deposit(id: Id, body: models.NewMoney, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Pays play money into a wallet."""
    return await asked(server, signed, Deposit(id, cents(body.amount), body.note), key)


@router.post("/accounts/{id}/withdrawals", response_model=models.Paid, status_code=201, openapi_extra=SIGNED)
async def withdraw(id: Id, body: models.NewMoney, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Pays play money out of a wallet."""
    return await asked(server, signed, Withdraw(id, cents(body.amount), body.note), key)


@router.post("/accounts/{id}/disable", response_model=models.Disabled, openapi_extra=SIGNED)
async def disable_account(id: Id, body: Why, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Disables an account: its rounds in play conclude, then its seats are free."""
    response = await asked(server, signed, DisableAccount(id, body.note), key)
    if response.status_code < 400:
        server.people.shut_out(id)
    return response


@router.post("/accounts/{id}/enable", response_model=models.Disabled, openapi_extra=SIGNED)
async def enable_account(id: Id, body: Why, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Lets a disabled account play again."""
    return await asked(server, signed, EnableAccount(id, body.note), key)
