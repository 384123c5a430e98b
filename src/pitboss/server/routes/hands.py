"""Calls about one hand: how far given cards go, advice, odds and settlement, and examples to look at."""

from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import api
from pitboss.advice_forms import advice_json, with_reason, within_purse
from pitboss.core.errors import UNSOLVED, GameError, RequestError
from pitboss.core.game import Game
from pitboss.core.money import cents
from pitboss.core.round import as_far_as_given, play_out
from pitboss.core.transcript import RoundFile
from pitboss.hand_forms import example_json, odds_json, position_json
from pitboss.json_forms import settlements_json
from pitboss.partial_odds import partial_odds
from pitboss.server.asking import ANYONE, Server, address_of
from pitboss.server.models import games as models
from pitboss.server.problems import as_json
from pitboss.server.questions import custom_of, game_of, house_of
from pitboss.solving import needs_best_play, pending_words

router = APIRouter(tags=["hands"])


def _check_solvable(game: Game, what: str) -> None:
    if api.needs_the_compiler(game):
        raise GameError(f"{what} {game.name} would take hours: this server has no compiler", "no-solver")


def _stakes(game: Game, body: models.PositionQuestion) -> dict[str, int]:
    """The bets of a question in cents; the usual ones where it has none."""
    from pitboss.coach.drill import usual_bets  # Imported late: with the mathematics, a server starts slower.

    return api.bets_in_cents(game, body.bets, house_of(body)) or usual_bets(game)


@router.post("/position", response_model=models.Position, openapi_extra=ANYONE)
async def tell_position(body: models.PositionQuestion, server: Server) -> Response:
    """A round as far as its cards and choices are given: its piles in words, and what it needs next."""

    def answer() -> dict[str, Any]:
        built, house = game_of(body), house_of(body)
        house.check_game(built)
        return position_json(
            built, _stakes(built, body), api.deals_of(built, body.deal), api.choices_of(built, body.choose)
        )

    return as_json(await server.read(answer))


@router.post("/advice", response_model=models.Advice, openapi_extra=ANYONE)
async def advise(request: HttpRequest, body: models.AdviceQuestion, server: Server) -> Response:
    """The exact value of every legal option of the choice that comes next, and why the best one is.

    While a game that takes minutes is being solved, the answer says so in `pending`, and has no options.
    With `purse`, the money that the player has beside the bets, an option that costs more is not the best, and says in
    `lacks` what is missing. The reason is left out, and `waits` true, while the strategy of the game is still being put
    in words.
    """
    built, house = await server.read(game_of, body), house_of(body)
    _check_solvable(built, "advice on")
    if await server.is_pending(built) and await server.read(needs_best_play, built, body.deal, body.choose, body.seen):
        return as_json({"game": built.name, "pending": pending_words(built)})
    asked: dict[str, Any] = {"bets": body.bets, "choose": body.choose}
    values = partial(api.advise, built, body.deal, seen=body.seen, house=house, **asked)
    advice = await server.solve(address_of(request), values)
    if body.purse is not None:
        advice = within_purse(advice, built, api.bets_in_cents(built, body.bets, house) or {}, cents(body.purse))
    waits = body.reason and not await server.teachings.are_ready(built)

    def answer() -> dict[str, Any]:
        said = with_reason(advice, built, body.deal, **asked) if body.reason and not waits else advice
        bets = api.bets_in_cents(built, body.bets, house) or {}
        return advice_json(built, said, body.deal, body.seen, bets) | ({"waits": True} if waits else {})

    return as_json(await server.read(answer))


@router.post("/odds", response_model=models.Odds, openapi_extra=ANYONE)
async def tell_odds(request: HttpRequest, body: models.OddsQuestion, server: Server) -> Response:
    """The exact probability of every outcome of every bet from given cards on.

    With `part`, they are the average over every way to complete that pile. Where the deals to come are too many to be
    counted, `odds` is null and `why` says so.
    """

    def answer() -> dict[str, Any]:
        built, house = game_of(body), house_of(body)
        _check_solvable(built, "odds of")
        asked: dict[str, Any] = {"seen": body.seen, "bets": body.bets, "house": house, "choose": body.choose}
        try:
            if body.part:
                return odds_json(built, {None: partial_odds(built, body.deal, body.part, **asked)}, None)
            found = api.odds(built, body.deal, **asked)
        except GameError as error:
            if error.code not in UNSOLVED:
                raise
            return {**odds_json(built, {}, None), "odds": None, "why": str(error)}
        deals, made = api.deals_of(built, body.deal), api.choices_of(built, body.choose)
        return odds_json(built, found, as_far_as_given(built, {1: _stakes(built, body)}, deals, made).need)

    return as_json(await server.solve(address_of(request), answer))


@router.post("/settlement", response_model=models.Settlement, openapi_extra=ANYONE)
async def settle(body: models.SettlementQuestion, server: Server) -> Response:
    """What every bet returns for given cards, and why."""

    def answer() -> dict[str, Any]:
        house = house_of(body)
        if body.round:
            return settlements_json(api.told_rounds(body.round, "the round", custom_of(body.paytables), house))
        if not body.game:
            raise RequestError("give game, bets, deal and choose of one seat, or a whole round as its text in round")
        built = game_of(body)
        house.check_game(built)
        stakes = api.bets_in_cents(built, body.bets, house)
        deals, choices = api.deals_of(built, body.deal), api.choices_of(built, body.choose)
        return settlements_json([(RoundFile(play_out(built, {1: stakes or {}}, deals, choices)), [])])

    return as_json(await server.read(answer))


@router.post("/examples", response_model=models.Example, openapi_extra=ANYONE)
async def deal_example(request: HttpRequest, body: models.ExampleQuestion, server: Server) -> Response:
    """A hand dealt at random, to look at: one to decide, a close one, or a whole round played best."""
    built = await server.read(game_of, body)
    if body.kind != "hand":
        await server.check_at_hand(built)

    def answer() -> dict[str, Any]:
        from pitboss.coach.examples import CLOSE, example  # Imported late: it brings the mathematics.

        if body.kind == CLOSE:
            _check_solvable(built, "close decisions of")
        return example_json(example(built, body.kind, body.seed))

    return as_json(await server.solve(address_of(request), answer))
