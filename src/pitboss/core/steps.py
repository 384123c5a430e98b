"""The steps of a round: deals, choices and shows, as data that play, maths, screens and documents all read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Literal, TypeAlias

from pitboss.core.cards import Card
from pitboss.core.rule import Rule


class Place(Enum):
    """The owner of a pile."""

    SEAT = "seat"
    DEALER = "dealer"
    COMMUNITY = "community"


class Face(Enum):
    """The audience of a pile before it is shown: everybody, its own seat, nobody."""

    UP = "up"
    DOWN = "down"
    HIDDEN = "hidden"


class Shuffle(Enum):
    """The moments at which cards may be shuffled."""

    EVERY_ROUND = "every-round"
    CUT_CARD = "cut-card"
    CONTINUOUS = "continuous"


class Reads(Enum):
    """The order in which players of a game read a hand: as dealt, by rank, or by suit."""

    AS_DEALT = "as-dealt"
    BY_RANK = "by-rank"
    BY_SUIT = "by-suit"


@dataclass(frozen=True)
class Deal:
    """`count` cards for a pile: one pile per seat, or a single one for the table."""

    pile: str
    count: int
    to: Place
    face: Face
    when: Rule | None = None

    def visible(self, *, own: bool, shown: bool = False) -> bool:
        """Whether a viewer may look at this pile: `own` when it lies at the viewer's seat, `shown` once turned over."""
        return shown or self.face is Face.UP or (self.face is Face.DOWN and own and self.to is Place.SEAT)


@dataclass(frozen=True)
class Cards:
    """The options of a choice that names `count` cards of a pile."""

    pile: str
    count: int = 1


Answer: TypeAlias = int | tuple[Card, ...]
"""One option of a choice: an enum's number, a card, or several cards in rising order."""


@dataclass(frozen=True)
class Raise:
    """Money that moves with an option: `times` the first stake of the wager `of` onto a wager.

    It is 1 or more for a raise. With -1 the wager's own first stake is taken back, as in a game that lets players take
    down one of several equal bets: `Raise("bet_1", of="bet_1", times=-1)`. A bet taken back is neither won nor lost.
    """

    wager: str
    of: str
    times: int = 1
    cites: str = ""
    """The rules and rulings that allow the raise; the settlement of the raised wager cites them, too."""


COACH: Literal["coach"] = "coach"
"""The best play, as the coach would advise it, where a missing player is played so."""


@dataclass(frozen=True)
class Choose:
    """A choice each seat makes; `legal` receives an option under the choice's own name."""

    name: str
    options: type[IntEnum] | Cards
    sees: tuple[str, ...]
    legal: Rule | None = None
    raises: Mapping[int, Raise] = field(default_factory=dict)
    when: Rule | None = None
    cites: Mapping[int, str] = field(default_factory=dict)
    """The rules and rulings by which an option, such as a fold, decides every bet whose rule asks for this choice."""
    absent: Rule | Literal["coach"] | None = None
    """The published default for a missing player (ruling G8): a rule that answers as a strategy's does, or the coach's
    best play; None takes the legal option that adds least money."""


@dataclass(frozen=True)
class Show:
    """A pile is turned face up for everybody."""

    pile: str
    when: Rule | None = None


Step: TypeAlias = Deal | Choose | Show
