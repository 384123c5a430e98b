"""Games and their mathematics: what is asked of them, and what is told."""

from typing import Annotated, Any

from pydantic import Field

from pitboss.server.models.parts import Amount, Body, Money, Name, Options, PayTables, Told

Cards = Annotated[str, Field(max_length=400, examples=["As Kd 4h"])]


class _Question(Body):
    game: Name
    options: Options = Field(default_factory=dict)
    paytables: PayTables | None = None
    bets: Annotated[dict[Name, Amount], Field(max_length=40)] = Field(default_factory=dict)
    step: Amount = "1.00"
    limit: Amount = "10000.00"


BetsQuestion = _Question
"""A game with its options, and bets by wager: what questions of other modules begin with."""


class AdviceQuestion(_Question):
    """A hand, as `pitboss advise` takes it."""

    deal: Annotated[dict[Name, Cards], Field(max_length=40)]
    seen: Cards = ""


class SettlementQuestion(_Question):
    """The cards and choices of one seat, as `pitboss settle` takes them, or a whole round as its text."""

    game: Annotated[str, Field(max_length=100)] = ""
    deal: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    choose: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    round: Annotated[str, Field(max_length=100_000)] = ""


class AnalysisQuestion(_Question):
    """A game and a strategy, as `pitboss analyze` takes them."""

    strategy: Name = "optimal"


class Games(Told):
    """The games."""

    games: list[dict[str, Any]]


class GameTold(Told):
    """A game with its options: all that is needed to draw a table."""

    name: str
    title: str
    version: int
    summary: str
    seats: int
    wagers: list[dict[str, Any]]
    choices: list[dict[str, Any]]
    options: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    grids: dict[str, Any]


class Settlement(Told):
    """What every bet returns, as `pitboss settle --json` prints it."""

    game: str | None = None
    lines: list[dict[str, Any]] = Field(default_factory=list)
    net: Money
    explanation: list[str] = Field(default_factory=list)


class Advice(Told):
    """The value of every choice, as `pitboss advise --json` prints it."""

    game: str
    choice: str
    options: list[dict[str, Any]]
    best: str


class Analysis(Told):
    """Exact figures, as `pitboss analyze --json` prints them."""

    game: str
    version: int
    method: str
    strategy: str
    wagers: dict[str, Any]
