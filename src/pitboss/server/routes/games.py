"""Calls about games."""

from fastapi import APIRouter
from starlette.responses import Response

from pitboss import games
from pitboss.server import models
from pitboss.server.asking import ANYONE
from pitboss.server.problems import as_json

router = APIRouter(tags=["games"])


@router.get("/games", response_model=models.Games, openapi_extra=ANYONE)
async def list_games() -> Response:
    """Every game."""
    return as_json({"games": [{"name": name} for name in games.find()]})
