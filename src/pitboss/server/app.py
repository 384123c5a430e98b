"""The application: every call, the pages, and the OpenAPI document."""

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response

import pitboss
from pitboss.server.asking import ANYONE, COOKIE
from pitboss.server.gate import Gate
from pitboss.server.models.parts import Problem, Problems
from pitboss.server.pages import Compressed, Pages
from pitboss.server.problems import PROBLEM, PROBLEMS_PATH, add_handlers, all_problems, as_json
from pitboss.server.routes import (
    books,
    games,
    hands,
    mathematics,
    operating,
    people,
    pit,
    practice,
    round_lists,
    rounds,
    tables,
    workbench,
)
from pitboss.server.service import Service

API = "/api/v1"
WEB = os.path.join(os.path.dirname(pitboss.__file__), "web")
FONTS = os.path.join(os.path.dirname(pitboss.__file__), "report", "render", "fonts")
KEY_HEADER = "Idempotency-Key"
MODULES = (tables, people, round_lists, rounds, games, hands, mathematics, workbench, practice, books, pit)
ROUTERS = tuple(each.router for each in MODULES)
"""Calls are looked for in this order, so those that players make most come first."""


def make_app(service: Service) -> FastAPI:
    """The application of a server; it starts and stops the server's threads with itself."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        await service.start()
        try:
            yield
        finally:
            await service.stop()

    app = FastAPI(
        title="Pitboss",
        version=pitboss.__version__,
        summary="Tables of casino card games: money, shuffles and records that hold in front of an auditor.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    add_handlers(app, service.log)
    for router in ROUTERS:
        app.include_router(router, prefix=API)
    app.add_api_route(
        PROBLEMS_PATH,
        _problems,
        name="list_problems",
        response_model=Problems,
        tags=["problems"],
        openapi_extra=ANYONE,
    )
    app.include_router(operating.router)
    app.mount("/", Pages(WEB, FONTS), name="pages")
    # Large answers that hold nothing which somebody could guess at by their compressed length.
    app.add_middleware(Compressed, paths=(f"{API}/games", f"{API}/openapi.json"))
    app.add_middleware(Gate, service=service)
    app.openapi = lambda: app.openapi_schema or _described(app)
    return app


async def _problems() -> Response:
    """Every code of a problem, with its meaning and its status."""
    return as_json({"problems": all_problems()})


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: every call may answer with a problem, and says who may call it."""
    document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    parts = document["components"]
    parts["schemas"]["Problem"] = Problem.model_json_schema()
    for name in ("HTTPValidationError", "ValidationError"):
        parts["schemas"].pop(name, None)
    parts["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    }
    shape = {"$ref": "#/components/schemas/Problem"}
    for path in document["paths"].values():
        for call in path.values():
            call["responses"].pop("422", None)
            call["responses"]["default"] = {"description": "A problem", "content": {PROBLEM: {"schema": shape}}}
            for parameter in call.get("parameters", ()):
                if parameter["name"] == KEY_HEADER:
                    parameter["required"] = {} not in call["security"]  # Who makes an account may do without.
                    parameter["schema"] = _without_null(parameter["schema"])
            for content in call.get("requestBody", {}).get("content", {}).values():
                content["schema"] = _without_null(content["schema"])  # A body that may be left out is not null.
    app.openapi_schema = document
    return document


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """What a value may be where it is given."""
    return next(each for each in schema.get("anyOf", [schema]) if each.get("type") != "null")
