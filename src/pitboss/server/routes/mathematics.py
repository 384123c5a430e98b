"""Calls that answer as the commands of the same names: advice, settlement, analysis."""

import time
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import api, games
from pitboss.core.errors import GameError, RequestError
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.core.pays import Custom
from pitboss.core.round import play_out
from pitboss.core.settle import House
from pitboss.core.strategy import OPTIMAL
from pitboss.core.transcript import RoundFile
from pitboss.json_forms import advice_json, settlements_json
from pitboss.server.asking import ANYONE, Server, address_of
from pitboss.server.models import games as models
from pitboss.server.problems import as_json

router = APIRouter(tags=["mathematics"])


def _house(body: Any) -> House:
    return House(cents(body.step), cents(body.limit))


def _custom(body: Any) -> Custom | None:
    return Custom(body.paytables, "the pay tables") if body.paytables else None


def _built(body: Any) -> Game:
    return games.build(body.game, {name: str(value) for name, value in body.options.items()}, _custom(body))


@router.post("/advice", response_model=models.Advice, openapi_extra=ANYONE)
async def advise(request: HttpRequest, body: models.AdviceQuestion, server: Server) -> Response:
    """The exact value of every legal choice for a hand."""

    def answer() -> dict[str, Any]:
        built = _built(body)
        if api.needs_the_compiler(built):
            raise GameError(f"advice on {built.name} would take hours: this server has no compiler", "no-solver")
        advice = api.advise(built, body.deal, seen=body.seen, bets=body.bets, house=_house(body))
        amounts = api.bets_in_cents(built, body.bets, _house(body)) or {}
        return advice_json(built, advice, body.deal, body.seen, amounts)

    return as_json(await server.solve(address_of(request), answer))


@router.post("/settlement", response_model=models.Settlement, openapi_extra=ANYONE)
async def settle(body: models.SettlementQuestion, server: Server) -> Response:
    """What every bet returns for given cards, and why."""

    def answer() -> dict[str, Any]:
        house = _house(body)
        if body.round:
            return settlements_json(api.told_rounds(body.round, "the round", _custom(body), house))
        if not body.game:
            raise RequestError("give game, bets, deal and choose of one seat, or a whole round as its text in round")
        built = _built(body)
        house.check_game(built)
        stakes = api.bets_in_cents(built, body.bets, house)
        deals, choices = api.deals_of(built, body.deal), api.choices_of(built, body.choose)
        return settlements_json([(RoundFile(play_out(built, {1: stakes or {}}, deals, choices)), [])])

    return as_json(await server.read(answer))


@router.post("/analysis", response_model=models.Analysis, openapi_extra=ANYONE)
async def analyze(request: HttpRequest, body: models.AnalysisQuestion, server: Server) -> Response:
    """Exact figures for every wager."""

    def answer() -> dict[str, Any]:
        from pitboss.maths.tally.as_json import analysis_json

        built, house = _built(body), _house(body)
        _check_quick(built, body)
        amounts = api.bets_in_cents(built, body.bets, house)
        started = time.perf_counter()
        analysis = api.analyze(built, body.strategy, bets=body.bets, house=house)
        return analysis_json(analysis, body.strategy, amounts, seconds=round(time.perf_counter() - started, 3))

    return as_json(await server.solve(address_of(request), answer))


def _check_quick(game: Game, body: models.AnalysisQuestion) -> None:
    """Refuses figures that would take hours without the compiler; those of the plain question may be kept."""
    if not api.needs_the_compiler(game):
        return
    is_plain = body.strategy == OPTIMAL and not body.bets
    if not is_plain or api.figures_at_hand(game) is None:
        raise GameError(f"figures of {game.name} would take hours: this server has no compiler", "no-solver")
