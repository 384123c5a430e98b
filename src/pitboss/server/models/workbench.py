"""The workbench: a game with changed pay tables, what is asked about it, and what is told."""

from typing import Annotated, Any, Literal

from pydantic import Field

from pitboss.server.models.parts import Amount, Body, Name, Options, Told

Cell = Annotated[str, Field(min_length=1, max_length=40, examples=["8", "3:2", "push", "$30"])]
Percentage = Annotated[str, Field(pattern=r"^-?[0-9]{1,4}(\.[0-9]{1,9})?%$", examples=["4.5%"])]
Whole = Annotated[int, Field(ge=1, le=999_999_999)]


class ChangedTable(Body):
    """Rows of one pay table that pay something else; it counts while the column is in force."""

    grid: Name
    column: Name
    pays: Annotated[dict[Name, Cell], Field(max_length=200, description="A pay for each outcome.")]


class PricingQuestion(Body):
    """A game with options and changed pays, and what is assumed of a table."""

    game: Name
    options: Options = Field(default_factory=dict)
    changes: Annotated[list[ChangedTable], Field(max_length=60)] = Field(default_factory=list)
    stake: Amount = "10.00"
    pace: Annotated[int, Field(ge=1, le=10_000, description="Rounds an hour.")] = 60


class SessionsQuestion(PricingQuestion):
    """A bet of the game, and the rounds of a session."""

    entry: Annotated[Name, Field(description="A wager, or main where the main wagers are several.")]
    rounds: Annotated[int, Field(ge=1, le=10_000)] = 1000


class DesignQuestion(PricingQuestion):
    """What a pay table should be like; the search begins with the pays as they are changed."""

    wager: Name
    grid: Annotated[str, Field(max_length=100)] = ""
    low: Percentage
    high: Percentage
    hit_low: Percentage | None = None
    hit_high: Percentage | None = None
    cap: Whole | None = None
    keep: Annotated[list[Name], Field(max_length=200, description="Outcomes whose pays stay.")] = Field(
        default_factory=list
    )
    any_order: bool = False
    rank: Literal["spread", "closeness", "hit", "volatility"] = "closeness"
    count: Annotated[int, Field(ge=1, le=20)] = 6


class ReportQuestion(PricingQuestion):
    """Which file of the PAR sheet."""

    format: Literal["html", "pdf", "xlsx", "csv", "json"]
    paper: Literal["a4", "letter"] = "a4"


class Pricing(Told):
    """The game as it stands on the workbench, and every figure; or why it cannot be."""

    game: str
    refused: list[dict[str, Any]]


class Sessions(Told):
    """How sessions of a bet run, in dollars; or the reason why that is not computed."""

    entry: str
    rounds: int
    reason: str | None


class Design(Told):
    """The pay tables found, as `pitboss design --json` prints them; without any, what would be possible."""

    game: str
    wager: str
    grid: str
    column: str
    tables: list[dict[str, Any]]
    reason: str | None


class ReportTold(Told):
    """The PAR sheet's figures, as `pitboss report` writes them to a JSON file."""

    game: str
