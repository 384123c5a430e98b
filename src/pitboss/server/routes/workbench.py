"""Calls of the workbench: a game with changed pays priced, its sessions, pay tables for a target, its PAR sheet."""

import time
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import api
from pitboss.changed_pays import outcome_named
from pitboss.core.errors import OptionError, PitbossError, unknown
from pitboss.core.pays import PayTable
from pitboss.server.asking import ANYONE, Server, address_of
from pitboss.server.models import workbench as models
from pitboss.server.problems import as_json
from pitboss.server.workbench import Screen, span_of
from pitboss.server.workbench_json import nothing_found_json, pricing_json

router = APIRouter(tags=["workbench"])
MEDIA = {
    "html": "text/html",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "json": "application/json",
}
FILES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file",
        "content": {
            media: {"schema": {"type": "string", "format": "binary"}} for media in MEDIA.values() if "json" not in media
        },
    }
}


async def _screened(request: HttpRequest, server: Server, body: models.PricingQuestion) -> Screen | PitbossError:
    """The game that is asked about, or why there is none; how often an address may ask is limited."""
    server.pricing_rate.check(address_of(request))

    def screened() -> Screen | PitbossError:
        try:
            return server.workbench.screen(body)
        except PitbossError as error:
            return error

    return await server.compute(screened)


async def _screen(request: HttpRequest, server: Server, body: models.PricingQuestion) -> Screen:
    found = await _screened(request, server, body)
    if isinstance(found, PitbossError):
        raise found
    return found


async def _is_at_hand(server: Server, screen: Screen) -> bool:
    return await server.compute(partial(server.workbench.is_at_hand, screen.subject.game))


async def _computed(request: HttpRequest, server: Server, screen: Screen, work: Any) -> Any:
    """The result of work on a game; one that must be solved first counts as a computation of the caller.

    A game as printed that takes minutes is refused until the house has solved it.
    """
    if await _is_at_hand(server, screen):
        return await server.compute(work)
    if not screen.changes:
        await server.check_at_hand(screen.subject.game)
    return await server.solve_long(address_of(request), work)


@router.post("/pricing", response_model=models.Pricing, openapi_extra=ANYONE)
async def price(request: HttpRequest, body: models.PricingQuestion, server: Server) -> Response:
    """Every figure of a game with changed options and pays. Pays that cannot be are told and left as printed."""
    screen = await _screened(request, server, body)
    if isinstance(screen, PitbossError):  # An editor is in such a state again and again: it is an answer, not a fault.
        return as_json({"game": body.game, "refused": [{"detail": str(screen), "code": screen.code}], "entries": None})
    started = time.perf_counter()
    told = await _computed(request, server, screen, partial(pricing_json, screen))
    return as_json(told | {"seconds": round(time.perf_counter() - started, 4)})


@router.post("/pricing/sessions", response_model=models.Sessions, openapi_extra=ANYONE)
async def price_sessions(request: HttpRequest, body: models.SessionsQuestion, server: Server) -> Response:
    """The course and the end of sessions of one bet, in dollars, from the exact results of a round."""
    screen = await _screen(request, server, body)
    work = partial(server.workbench.sessions, screen, body.entry, body.rounds)
    return as_json(await _computed(request, server, screen, work))


@router.post("/design", response_model=models.Design, openapi_extra=ANYONE)
async def design(request: HttpRequest, body: models.DesignQuestion, server: Server) -> Response:
    """The whole-number pay tables nearest to the one in force whose house edge lies where it is wanted."""
    screen = await _screen(request, server, body)
    _check_whole(screen)
    await _is_at_hand(server, screen)
    return as_json(await server.solve_long(address_of(request), partial(_designed, screen, body)))


def _designed(screen: Screen, body: models.DesignQuestion) -> dict[str, Any]:
    """The tables found; without any, the reason and what would be possible."""
    from pitboss.json_forms import design_json
    from pitboss.maths.design.design import Limits, Span

    game, printed, table = screen.subject.game, *_designed_table(screen, body)
    low, high = span_of(body.low, body.high, "a house edge")
    hit = None
    if body.hit_low is not None or body.hit_high is not None:
        hit = Span(*span_of(body.hit_low or "0%", body.hit_high or "100%", "a hit frequency"))
    limits = Limits(
        caps=dict.fromkeys(table.pays, body.cap) if body.cap else {},
        kept=frozenset(outcome_named(table, name) for name in body.keep),
        any_order=body.any_order,
        hit=hit,
    )
    own = {"game": game.name, "wager": body.wager, "grid": printed.grid, "column": printed.column}
    try:
        found = api.design(
            game, body.wager, low, high, grid=table.grid, limits=limits, rank=body.rank, count=body.count
        )
    except OptionError as error:  # Limits that contradict each other are an answer, not a fault.
        return own | {"tables": [], "reason": str(error)}
    told = design_json(found.search, found.target, found.tables) | own
    if found.tables:
        return told | {"reason": None}
    return told | nothing_found_json(found.search, found.target)


def _designed_table(screen: Screen, body: models.DesignQuestion) -> tuple[PayTable, PayTable]:
    """The pay table to design, as printed and as changed; a changed table may go by another name."""
    from pitboss.maths.design.shape import grid_of

    game = screen.subject.game
    if body.wager not in game.wager:
        raise OptionError(unknown("wager", body.wager, game.wager))
    grid = grid_of(screen.printed, body.wager, body.grid)
    lines = zip(screen.printed.wager[body.wager].lines, game.wager[body.wager].lines, strict=True)
    return next((before.pays, now.pays) for before, now in lines if before.pays.grid == grid)


@router.post("/reports", response_model=models.ReportTold, responses=FILES, openapi_extra=ANYONE)
async def report(request: HttpRequest, body: models.ReportQuestion, server: Server) -> Response:
    """A file of the PAR sheet of exactly what stands on the workbench, as `pitboss report` writes it."""
    screen = await _screen(request, server, body)
    _check_whole(screen)
    await _is_at_hand(server, screen)
    work = partial(server.workbench.report, screen, body.format, body.paper)
    content = await server.solve_long(address_of(request), work)
    name = f"{screen.printed.name}.{body.format}"
    return Response(
        content, media_type=MEDIA[body.format], headers={"content-disposition": f'attachment; filename="{name}"'}
    )


def _check_whole(screen: Screen) -> None:
    """Refuses a game with a pay that cannot be: what is asked for would be of another game."""
    if screen.refused:
        raise OptionError(screen.refused[0].detail, "pay-table")
