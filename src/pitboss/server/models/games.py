"""Games and their mathematics: what is asked of them, and what is told."""

from typing import Annotated, Any, Literal

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

Deals = Annotated[dict[Name, Cards], Field(max_length=40)]
Choices = Annotated[dict[Name, Cards], Field(max_length=40)]


class AdviceQuestion(_Question):
    """A hand, as `pitboss advise` takes it; `choose` holds the choices made before the one that is asked.

    `purse` is the money that the player has beside the bets; without it, every option counts as payable.
    """

    deal: Deals
    seen: Cards = ""
    purse: Amount | None = None
    choose: Choices = Field(default_factory=dict)
    reason: bool = True


class PositionQuestion(_Question):
    """Cards and choices of one seat, complete or not; the usual bets where none are given."""

    deal: Deals = Field(default_factory=dict)
    choose: Choices = Field(default_factory=dict)


class OddsQuestion(PositionQuestion):
    """Cards and choices of one seat, cards known to be gone, and in `part` those of a pile that is not complete."""

    seen: Cards = ""
    part: Deals = Field(default_factory=dict)


class ExampleQuestion(Body):
    """A kind of hand to be dealt: one to decide, a close one, a whole round; with a seed the same one again."""

    game: Name
    options: Options = Field(default_factory=dict)
    paytables: PayTables | None = None
    kind: Literal["hand", "close", "round"] = "hand"
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None


class SettlementQuestion(_Question):
    """The cards and choices of one seat, as `pitboss settle` takes them, or a whole round as its text."""

    game: Annotated[str, Field(max_length=100)] = ""
    deal: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    choose: Annotated[dict[Name, Cards], Field(max_length=40)] = Field(default_factory=dict)
    round: Annotated[str, Field(max_length=100_000)] = ""


class AnalysisQuestion(_Question):
    """A game and a strategy, as `pitboss analyze` takes them."""

    strategy: Name = "optimal"


class GameQuestion(Body):
    """The options of a game, and pay tables of the caller's own."""

    options: Options = Field(default_factory=dict)
    paytables: PayTables | None = None


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


class Position(Told):
    """A round as far as it is given: `need` is null once every bet can be settled."""

    game: str
    bets: dict[str, Money]
    stakes: dict[str, Money]
    piles: list[dict[str, Any]]
    choices: list[dict[str, str]]
    need: dict[str, Any] | None
    decided: list[str]


class Odds(Told):
    """The probability of every outcome of every bet, for each answer to the choice that is asked."""

    game: str
    choice: str | None
    odds: list[dict[str, Any]] | None


class Example(Told):
    """A hand as a question: bets, cards, choices."""

    game: str
    bets: dict[str, Money]
    deal: dict[str, str]
    choose: dict[str, str]


class Advice(Told):
    """The value of every choice, as `pitboss advise --json` prints it; or in `pending` why it has to wait."""

    game: str
    choice: str | None = None
    options: list[dict[str, Any]] | None = None
    best: str | None = None
    pending: str | None = None


class Analysis(Told):
    """Exact figures, as `pitboss analyze --json` prints them."""

    game: str
    version: int
    method: str
    strategy: str
    wagers: dict[str, Any]
