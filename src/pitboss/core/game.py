"""The vocabulary games are written in.

A game is data and small functions: what it sees of a card (codes), its outcomes (enums), its rules (functions from
ints to an int, marked `@rule`), its round (steps) and its wagers. Nothing here deals, asks or pays; `round` plays a
game and `settle` pays it. docs/adding-a-game.md shows how to write one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from pitboss.core.binding import Bound, Coder, Source, SourceKind, bind
from pitboss.core.cards import FACES, Card, Code, Deck
from pitboss.core.errors import HouseError
from pitboss.core.meters import MeterState
from pitboss.core.options import Options
from pitboss.core.pays import PayTable
from pitboss.core.rule import Rule
from pitboss.core.steps import COACH, Answer, Cards, Choose, Deal, Face, Place, Raise, Reads, Show, Shuffle, Step
from pitboss.core.validate import check_game, functions
from pitboss.core.wagers import CHOSEN, FREE, Chosen, Equal, Fixed, Free, Line, Stake, Wager

Words: TypeAlias = Callable[..., str]


@dataclass(frozen=True)
class Memory:
    """A counting player's memory from round to round of a shoe: one number."""

    remembers: Rule
    """The rule for the memory's next number; it may read `memory` and piles that were shown."""
    starts: int = 0
    """The number that the memory holds when a new shoe begins."""
    bets: Rule | None = None
    """The rule for the level of the next bet, a number below `levels`; it reads `memory`. Rounds are counted by it."""
    levels: int = 1


@dataclass(frozen=True)
class Strategy:
    """A way to play: for each choice a rule that answers with an option, or with the code of a card.

    A rule may take `constants` beside what its player sees, so that one rule serves a family of strategies. With a
    `memory` it may take that as well.
    """

    name: str
    words: str
    rules: Mapping[str, Rule]
    constants: Mapping[str, int] = field(default_factory=dict)
    memory: Memory | None = None


@dataclass(frozen=True)
class Game:
    """One game with its options chosen: all that play, settlement and mathematics read."""

    name: str
    version: int
    title: str
    summary: str
    deck: Deck
    seats: int
    steps: tuple[Step, ...]
    wagers: tuple[Wager, ...]
    main: tuple[str, ...] = ()
    """The wagers whose total return the best strategy maximizes; by default the first and all that choices change."""
    words: Mapping[str, Words] = field(default_factory=dict)
    """Functions that put a pile's hand in words, and say why a wager ended as it did, by pile and by wager."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Names of wagers and piles as printed on the felt; the others go by their ids."""
    gathers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names that rules may use for several piles together: the hand is the sum of those piles' hands."""
    codes: Mapping[Coder, Coder] = field(default_factory=dict)
    """A coder written in the rules, and the one this build of the game uses in its place."""
    alike: tuple[int, ...] = ()
    """Suits that may change places without any outcome changing; a test checks this."""
    icon: str = ""
    """The picture that a themed deck shows on its cards."""
    marks: Callable[[Card], int] | None = None
    """How many of these pictures a card shows; screens alone ask."""
    reads: Reads = Reads.AS_DEALT
    """The order in which a screen shows the cards of a hand; rules never see it."""
    shuffles: tuple[Shuffle, ...] = (Shuffle.EVERY_ROUND,)
    """The ways to shuffle at a live table; the first is the default."""
    meters: tuple[MeterState, ...] = ()
    """The progressive meters as the table starts."""
    options: Options = field(default_factory=lambda: Options({}, {}))
    solver: Callable[[], Any] | None = None
    """Loads the game's own `Solver` (see `maths.exact.solver`); None where plain enumeration will do."""
    host: "Game | None" = field(default=None, repr=False)
    """The game without the rider that rides on it; None where nothing rides. Its pays are those of the build."""

    def __post_init__(self) -> None:
        check_game(self)

    @cached_property
    def piles(self) -> Mapping[str, Deal]:
        """The piles by name, each with the step that deals it."""
        return {step.pile: step for step in self.steps if isinstance(step, Deal)}

    @cached_property
    def choices(self) -> Mapping[str, Choose]:
        return {step.name: step for step in self.steps if isinstance(step, Choose)}

    @cached_property
    def wager(self) -> Mapping[str, Wager]:
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def pay_tables(self) -> Mapping[str, PayTable]:
        """The pay tables in force, by the name of their grid."""
        return {line.pays.grid: line.pays for wager in self.wagers for line in wager.lines}

    @cached_property
    def bound(self) -> Mapping[Callable[..., Any], Bound]:
        """Every rule of a step and function of words, tied to piles, choices and bets; lines have `bound_line`."""
        return {function: bind(self, function) for _, function in functions(self)}

    @cached_property
    def _bound_lines(self) -> dict[tuple[Rule, tuple[tuple[str, int], ...]], Bound]:
        return {_key(line): bind(self, line.outcome, line.constants) for each in self.wagers for line in each.lines}

    def bound_line(self, line: Line) -> Bound:
        """The outcome rule of a line, tied to piles, choices, bets and the line's constants."""
        return self._bound_lines[_key(line)]

    def bounds(self) -> Iterator[Bound]:
        """Every rule and function of words that the game names, lines included."""
        yield from self.bound.values()
        yield from self._bound_lines.values()

    def bind(
        self, function: Callable[..., Any], constants: Mapping[str, int] | None = None, remembers: bool = False
    ) -> Bound:
        """A function that is not the game's own, such as a strategy's rule, tied to this game."""
        return bind(self, function, constants, remembers)

    def most_cards(self, seats: int) -> int:
        """The most cards a round with this many seats can take."""
        return sum(deal.count * (seats if deal.to is Place.SEAT else 1) for deal in self.piles.values())

    def behind_cut(self, seats: int, cards: int | None = None) -> int:
        """The number of cards behind the cut card: as many as the house says, or a sixth of the shoe."""
        # Enough for one more round: the cut card may come out on the last card of a round.
        least = self.most_cards(seats)
        behind = max(least, len(self.deck) // 6) if cards is None else cards
        if not least <= behind <= len(self.deck):
            raise HouseError(
                f"the cut card cannot leave {behind} cards: a round of {self.name} can take {least}, "
                f"so give {least} to {len(self.deck)}",
                "cut-card",
            )
        return behind

    def with_meters(self, meters: tuple[MeterState, ...]) -> "Game":
        """This game with its progressive meters at other amounts."""
        options = replace(self.options, chosen={**self.options.chosen, "meters": meters})
        return replace(self, meters=meters, options=options)

    @cached_property
    def main_wagers(self) -> tuple[str, ...]:
        """The wagers whose total return the best strategy maximizes.

        By default they are the first one and every one that a choice raises or takes back: money that a decision moves
        belongs to what it decides.
        """
        moved = {raised.wager for choice in self.choices.values() for raised in choice.raises.values()}
        return self.main or tuple(
            wager.name for place, wager in enumerate(self.wagers) if not place or wager.name in moved
        )

    def label(self, name: str) -> str:
        """The name of a wager or pile as printed on the felt."""
        return self.labels.get(name, name.replace("_", " "))

    def known_as(self, name: str) -> str:
        """A wager for a sentence: its id, after its label where that is another name: `Kick-Off [first_down]`."""
        label = self.label(name)
        return name if _letters(name) in _letters(label) else f"{label} [{name}]"

    def wager_named(self, text: str) -> str | None:
        """The id of the wager that a text names by id or label, in any case and with any spaces or dashes, or None."""
        return self._wager_names.get(_letters(text))

    @cached_property
    def _wager_names(self) -> Mapping[str, str]:
        """The wagers by the letters of their labels and of their ids, which go first."""
        names = [wager.name for wager in reversed(self.wagers)]
        return {_letters(self.label(name)): name for name in names} | {_letters(name): name for name in names}

    def code_table(self, coder: Coder) -> tuple[Code, ...]:
        """The code of every face of this deck, 0 where the deck lacks it."""
        seen = self.codes.get(coder, coder)
        return tuple(seen(face) if face in self.deck.counts else 0 for face in range(FACES))


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _key(line: Line) -> tuple[Rule, tuple[tuple[str, int], ...]]:
    return line.outcome, tuple(line.constants.items())
