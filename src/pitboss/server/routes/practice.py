"""Calls of the coach for pages: questions of drills and their grades, and what a session was expected to bring."""

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import api
from pitboss.core.errors import BetError
from pitboss.core.game import Game
from pitboss.server.asking import ANYONE, Server, address_of
from pitboss.server.models import practice as models
from pitboss.server.models.games import BetsQuestion
from pitboss.server.problems import as_json
from pitboss.server.questions import game_of, house_of

if TYPE_CHECKING:
    from pitboss.coach.scores import Scores
    from pitboss.server.practice import Practice

router = APIRouter(tags=["coach"])


@lru_cache(maxsize=1)
def _practice() -> "Practice":
    """Made late: with the mathematics, a server starts slower."""
    from pitboss.server.practice import Practice

    return Practice()


def _found(body: BetsQuestion) -> tuple[Game, dict[str, int] | None]:
    """The game of a question, and its bets in cents."""
    game = game_of(body)
    return game, api.bets_in_cents(game, body.bets, house_of(body))


def _scores(told: models.DrillScores) -> "Scores":
    from pitboss.coach.scores import Misplayed, Scores

    return Scores(told.asked, {decision: Misplayed(card.box, card.due) for decision, card in told.misplayed.items()})


async def _taught(server: Server, body: BetsQuestion) -> tuple[Game, bool]:
    """The game of a question, and whether its strategy is still being put in words: a minute for a large game."""
    game = await server.read(game_of, body)
    await server.check_at_hand(game)
    return game, not api.needs_the_compiler(game) and not await server.teachings.are_ready(game)


@router.post("/drill", response_model=models.DrillAsked, openapi_extra=ANYONE)
async def drill(request: HttpRequest, body: models.DrillQuestion, server: Server) -> Response:
    """The next decision of a drill: a misplayed one that is due, or a close one from fresh hands."""
    await server.check_at_hand(await server.read(game_of, body))

    def answer() -> dict[str, Any]:
        practice = _practice()
        drilled = practice.drill(*_found(body))
        return practice.question(drilled, _scores(body.scores))

    return as_json(await server.solve(address_of(request), answer))


@router.post("/drill/values", response_model=models.DrillValues, openapi_extra=ANYONE)
async def drill_values(request: HttpRequest, body: models.DrillLook, server: Server) -> Response:
    """What every option of a drill's decision is worth, and why."""
    game, waits = await _taught(server, body)

    def answer() -> dict[str, Any]:
        return _practice().values(game, body.decision, waits=waits)

    return as_json(await server.solve(address_of(request), answer))


@router.post("/drill/grade", response_model=models.DrillGraded, openapi_extra=ANYONE)
async def drill_grade(request: HttpRequest, body: models.DrillAnswer, server: Server) -> Response:
    """The grade of an answer to a drill's decision, with the values and the reason, and the scores after it."""
    game, waits = await _taught(server, body)

    def answer() -> dict[str, Any]:
        scores = _scores(body.scores)
        return _practice().graded(game, body.decision, body.option, scores, counts=body.counts, waits=waits)

    return as_json(await server.solve(address_of(request), answer))


@router.post("/expectation", response_model=models.SessionTold, openapi_extra=ANYONE)
async def expectation(request: HttpRequest, body: models.SessionQuestion, server: Server) -> Response:
    """What the bets of a session were expected to bring with the best play, and the band after every round.

    Each part that must be solved for counts as one computation of the caller.
    """
    address = address_of(request)
    server.solve_rate.check(address)

    def found() -> tuple[list[tuple[Game, dict[str, int]]], int]:
        from pitboss.server.practice import unsolved  # Imported late, as above.

        parts = [_with_bets(each) for each in body.parts]
        return parts, unsolved(parts)

    parts, count = await server.compute(found)
    for game, _ in parts:
        await server.check_at_hand(game)
    told = partial(_practice().session, parts, body.rounds)
    return as_json(await (server.solve_long(address, told, count - 1) if count else server.solve(address, told, 0)))


def _with_bets(part: models.SessionPart) -> tuple[Game, dict[str, int]]:
    game, bets = _found(part)
    if not bets:
        raise BetError(f"{part.game}: a round without bets has no expectation", "required")
    return game, bets
