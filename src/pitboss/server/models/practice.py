"""The coach for pages: drills, and what a session was expected to bring."""

from typing import Annotated, Any

from pydantic import Field

from pitboss.server.models.games import BetsQuestion
from pitboss.server.models.parts import Amount, Body, Money, Name, Told

MOST_ROUNDS, MOST_PARTS = 500, 60
Decision = Annotated[str, Field(max_length=400, examples=["regular 10.00 | player 3d 4h 6s"])]
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]


class MisplayedCard(Body):
    """A misplayed decision: its Leitner box, and the number of the question at which it is due again."""

    box: Annotated[int, Field(ge=0, le=3)]
    due: Number


class DrillScores(Body):
    """The score of somebody's drills of one game, which the page keeps and sends along."""

    asked: Number = 0
    misplayed: Annotated[dict[Decision, MisplayedCard], Field(max_length=500)] = Field(default_factory=dict)


class DrillQuestion(BetsQuestion):
    """A game to drill; without bets, the usual ones."""

    scores: DrillScores = Field(default_factory=DrillScores)


class DrillAnswer(BetsQuestion):
    """An answer to a decision of a drill; one that was given after a look at the values does not count."""

    decision: Decision
    option: Name | Annotated[list[Annotated[str, Field(max_length=10)]], Field(max_length=60)]
    counts: bool = True
    scores: DrillScores = Field(default_factory=DrillScores)


class DrillLook(BetsQuestion):
    """A decision of a drill whose values are wanted before an answer."""

    decision: Decision


class SessionPart(BetsQuestion):
    """Bets of one seat at one game, as they were placed before the deal."""

    bets: Annotated[dict[Name, Amount], Field(min_length=1, max_length=40)]


class SessionQuestion(Body):
    """A session: the bets that came up in it, and for every round, in order, the number of its bets in that list."""

    parts: Annotated[list[SessionPart], Field(min_length=1, max_length=MOST_PARTS)]
    rounds: Annotated[list[Annotated[int, Field(ge=0, lt=MOST_PARTS)]], Field(max_length=MOST_ROUNDS)]


class DrillAsked(Told):
    """A decision to make: the cards as its player sees them, and the legal options.

    `bets` are the stakes as they lie, `first` those before the deal, and `made` the choices of the round made so far.
    """

    game: str
    decision: str
    repeated: bool
    due: int
    choice: str
    legal: list[Any]
    bets: dict[str, Money]
    first: dict[str, Money]
    made: list[dict[str, Any]]
    piles: list[dict[str, Any]]
    scores: dict[str, Any]


class DrillValues(Told):
    """What every option of a decision is worth, the best first, and why."""

    game: str
    choice: str
    per: str
    options: list[dict[str, Any]]
    best: Any
    reason: str
    waits: bool = Field(description="Whether the reason is still being put in words: ask again.")


class DrillGraded(DrillValues):
    """The grade of an answer beside the values, the dollars that it gave up, exactly, and the `scores` after it."""

    grade: str
    lost: dict[str, Any]
    scores: dict[str, Any]


class SessionTold(Told):
    """What each part was expected to bring with the best play, in dollars a round, and after every round the band.

    A part of a game that cannot be solved says so in `problem`; with one in the session there are no bands.
    """

    percent: int
    parts: list[dict[str, Any]]
    bands: list[list[Money]]
    exact: bool
