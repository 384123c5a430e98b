"""Calls about games: all of them, and everything that is needed to draw a table of one."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from pitboss import games
from pitboss.core.cards import card_text
from pitboss.core.errors import PitbossError, RequestError
from pitboss.core.game import Game
from pitboss.json_forms import felt_json, game_json, theme_json
from pitboss.server.asking import ANYONE, Server
from pitboss.server.figures import PATIENCE_S
from pitboss.server.models import games as models
from pitboss.server.problems import as_json
from pitboss.server.questions import KEPT, custom_of

router = APIRouter(tags=["games"])

Sets = Annotated[
    list[Annotated[str, Query(max_length=300)]], Query(alias="set", max_length=40, description="NAME=VALUE; repeats")
]

Wait = Annotated[
    float, Query(ge=0, le=PATIENCE_S, description="Seconds to wait for house edges that are being worked out.")
]


@router.get("/games", response_model=models.Games, openapi_extra=ANYONE)
async def list_games(server: Server, wait: Wait = PATIENCE_S) -> Response:
    """Every game with its wagers and exact house edges; an edge that is not at hand in time is left out."""
    built = await server.read(all_games)
    analyses = await server.figures.of(built, wait, always=True)
    told = [
        {**_listed(game, analysis), "edges_pending": server.figures.are_pending(game)}
        for game, analysis in zip(built, analyses, strict=True)
    ]
    return as_json({"games": told})


def _listed(game: Game, analysis: Any) -> dict[str, Any]:
    """A game in the list, with the cards and the theme that a picture of it needs."""
    return {**game_json(game, analysis), "faces": [card_text(card) for card in game.deck.counts], **theme_json(game)}


def all_games() -> list[Game]:
    """Every game, and every host with what rides on it, with the usual options."""
    return [KEPT.build(name) for name in (*games.find(), *games.attached())]


@router.get("/games/{game}", response_model=models.GameTold, openapi_extra=ANYONE)
async def show_game(game: str, server: Server, sets: Sets = [], wait: Wait = PATIENCE_S) -> Response:  # noqa: B006
    """A game with its options set: wagers, stakes, steps, choices, grids, labels, rules, exact edges."""
    built = await server.read(_built, game, sets)
    analysis = (await server.figures.of([built], wait))[0]
    told = await server.read(felt_json, built, analysis)
    return as_json({**told, "edges_pending": server.figures.are_pending(built)})


@router.post("/games/{game}", response_model=models.GameTold, openapi_extra=ANYONE)
async def describe_game(game: str, body: models.GameQuestion, server: Server) -> Response:
    """A game with its options set and pay tables of the caller's own, without its house edges, at once."""
    options = {name: str(value) for name, value in body.options.items()}
    built = await server.read(_known, game, options, body.paytables)
    return as_json(await server.read(felt_json, built, None))


def _known(name: str, options: dict[str, str], paytables: str | None) -> Game:
    _check_name(name)
    return KEPT.build(name, options, custom_of(paytables))


def _check_name(name: str) -> None:
    try:
        games.folder(name)
    except PitbossError as error:
        raise RequestError(str(error), "unknown") from None


def _built(name: str, sets: list[str]) -> Game:
    options: dict[str, str] = {}
    for text in sets:
        option, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not option or not value:
            raise RequestError(f"set={text[:60]!r}: write set=NAME=VALUE")
        if option in options:
            raise RequestError(f"the option {option[:60]} is set twice")
        options[option] = value
    _check_name(name)
    return KEPT.build(name, options)
