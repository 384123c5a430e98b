"""Calls about a whole game: exact figures, as the command of the same name prints them."""

import time
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import api
from pitboss.core.errors import GameError
from pitboss.core.game import Game
from pitboss.core.strategy import OPTIMAL
from pitboss.server.asking import ANYONE, Server, address_of
from pitboss.server.models import games as models
from pitboss.server.problems import as_json
from pitboss.server.questions import game_of, house_of

router = APIRouter(tags=["mathematics"])


@router.post("/analysis", response_model=models.Analysis, openapi_extra=ANYONE)
async def analyze(request: HttpRequest, body: models.AnalysisQuestion, server: Server) -> Response:
    """Exact figures for every wager."""

    def answer() -> dict[str, Any]:
        from pitboss.maths.tally.as_json import analysis_json

        built, house = game_of(body), house_of(body)
        _check_quick(built, body)
        amounts = api.bets_in_cents(built, body.bets, house)
        started = time.perf_counter()
        analysis = api.analyze(built, body.strategy, bets=body.bets, house=house)
        return analysis_json(analysis, body.strategy, amounts, seconds=round(time.perf_counter() - started, 3))

    return as_json(await server.solve_long(address_of(request), answer))


def _check_quick(game: Game, body: models.AnalysisQuestion) -> None:
    """Refuses figures that would take hours without the compiler; those of the plain question may be kept."""
    if not api.needs_the_compiler(game):
        return
    is_plain = body.strategy == OPTIMAL and not body.bets
    if not is_plain or api.figures_at_hand(game) is None:
        raise GameError(f"figures of {game.name} would take hours: this server has no compiler", "no-solver")
