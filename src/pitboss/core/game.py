"""The vocabulary games are written in.

A game is data and small functions: what it sees of a card (codes), its outcomes (enums), its rules (functions from
ints to an int, marked `@rule`), its round (steps) and its wagers. Nothing here deals, asks or pays; `round` plays a
game and `settle` pays it. docs/adding-a-game.md writes a game from nothing.
"""

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from pitboss.core.cards import FACES, Card, Code, Deck
from pitboss.core.errors import GameError, HouseError, one_of, unknown
from pitboss.core.meters import MeterState
from pitboss.core.options import Options
from pitboss.core.pays import Meter, PayTable
from pitboss.core.rule import Rule, is_rule, rule_name

Words: TypeAlias = Callable[..., str]
Coder: TypeAlias = Callable[[Card], Code]


class Place(Enum):
    """Whose pile it is."""

    SEAT = "seat"
    DEALER = "dealer"
    COMMUNITY = "community"


class Face(Enum):
    """Who may look at a pile before it is shown: everybody, its own seat, nobody."""

    UP = "up"
    DOWN = "down"
    HIDDEN = "hidden"


class Shuffle(Enum):
    """When the cards are shuffled."""

    EVERY_ROUND = "every-round"
    CUT_CARD = "cut-card"
    CONTINUOUS = "continuous"


@dataclass(frozen=True)
class Deal:
    """`count` cards for a pile: one pile a seat, or one of the table."""

    pile: str
    count: int
    to: Place
    face: Face
    when: Rule | None = None


@dataclass(frozen=True)
class Cards:
    """The options of a choice that names one card of a pile."""

    pile: str


@dataclass(frozen=True)
class Raise:
    """More money on a wager: `times` the first stake of the wager `of`."""

    wager: str
    of: str
    times: int = 1


@dataclass(frozen=True)
class Choose:
    """A choice each seat makes; `legal` receives an option under the choice's own name."""

    name: str
    options: type[IntEnum] | Cards
    sees: tuple[str, ...]
    legal: Rule | None = None
    raises: Mapping[int, Raise] = field(default_factory=dict)
    when: Rule | None = None


@dataclass(frozen=True)
class Show:
    """A pile is turned face up for everybody."""

    pile: str
    when: Rule | None = None


Step: TypeAlias = Deal | Choose | Show


@dataclass(frozen=True)
class Free:
    """The player chooses the amount, in whole chip steps."""


@dataclass(frozen=True)
class Equal:
    """The same amount as another wager of this seat."""

    to: str


@dataclass(frozen=True)
class Fixed:
    """One amount for everybody, outside the chip step; `kept` when the house keeps it whatever happens."""

    cents: int
    kept: bool = False


@dataclass(frozen=True)
class Chosen:
    """Placed in mid-round by a choice that raises it, never before the deal."""


Stake: TypeAlias = Free | Equal | Fixed | Chosen
FREE = Free()
CHOSEN = Chosen()


@dataclass(frozen=True)
class Line:
    """One way a wager is judged and paid; the lines of a wager add up."""

    outcome: Rule
    pays: PayTable


@dataclass(frozen=True)
class Wager:
    """A bet: how it is staked, and the lines that judge it. `commission` is a share of what it wins."""

    name: str
    lines: tuple[Line, ...]
    stake: Stake = FREE
    needs: str | None = None
    required: bool = False
    unless: str | None = None
    """Another wager that makes this required one optional: one of the two must be bet."""
    commission: Fraction = Fraction(0)


@dataclass(frozen=True)
class Memory:
    """What a player keeps in mind from round to round of a shoe: one number, for whatever was counted."""

    remembers: Rule
    """What it is after a round: of `memory` as it was, and of piles that were shown."""
    starts: int = 0
    """What it is when the shoe is new."""
    bets: Rule | None = None
    """Before a round, of `memory`: how the player bets, as a number below `levels`; rounds are counted by it."""
    levels: int = 1


@dataclass(frozen=True)
class Strategy:
    """A way to play: for each choice a rule that answers with an option, or with the code of a card.

    A rule may take `constants` beside what its player sees, so that one rule serves a family of strategies. One that
    remembers may take `memory` as well.
    """

    name: str
    words: str
    rules: Mapping[str, Rule]
    constants: Mapping[str, int] = field(default_factory=dict)
    memory: Memory | None = None


class Kind(Enum):
    """What a parameter of a rule stands for."""

    PILE = "pile"
    CHOICE = "choice"
    CARD = "card"
    HAS = "has"
    CONSTANT = "constant"
    MEMORY = "memory"


@dataclass(frozen=True)
class Source:
    """Where one argument of a rule comes from; `coder` turns a card into what this rule sees of it."""

    kind: Kind
    name: str
    coder: Coder | None = None
    piles: tuple[str, ...] = ()
    value: int = 0


@dataclass(frozen=True)
class Bound:
    """A rule of a game with the source of each of its arguments."""

    rule: Callable[..., Any]
    sources: tuple[Source, ...]
    of_seat: bool
    """Whether the answer can differ from seat to seat."""


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
    """The wagers that the best strategy is best for; the first alone where none are named."""
    words: Mapping[str, Words] = field(default_factory=dict)
    """By pile: the hand in words. By wager: why it ended as it did."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """What wagers and piles are called, where their ids alone would not do."""
    gathers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A name rules may use for several piles together; the sum of hands is the hand of all their cards."""
    codes: Mapping[Coder, Coder] = field(default_factory=dict)
    """A coder written in the rules, and the one this build of the game uses in its place."""
    alike: tuple[int, ...] = ()
    """Suits that may change places without any outcome changing; a test holds the game to it."""
    icon: str = ""
    """What a themed deck shows on its cards."""
    shuffles: tuple[Shuffle, ...] = (Shuffle.EVERY_ROUND,)
    """How the cards may be shuffled at a live table; the first is the default."""
    meters: tuple[MeterState, ...] = ()
    """The progressive meters as the table starts."""
    options: Options = field(default_factory=lambda: Options({}, {}))

    def __post_init__(self) -> None:
        check_game(self)

    @cached_property
    def piles(self) -> Mapping[str, Deal]:
        """The piles by name, each with the step that deals it."""
        return {step.pile: step for step in self.steps if isinstance(step, Deal)}

    @cached_property
    def choices(self) -> Mapping[str, Choose]:
        """The choices by name."""
        return {step.name: step for step in self.steps if isinstance(step, Choose)}

    @cached_property
    def wager(self) -> Mapping[str, Wager]:
        """The wagers by name."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def bound(self) -> Mapping[Callable[..., Any], Bound]:
        """Every rule and every function of words, tied to piles, choices and bets."""
        return {function: self.bind(function) for _, function in functions(self)}

    def most_cards(self, seats: int) -> int:
        """The most cards a round with this many seats can take."""
        return sum(deal.count * (seats if deal.to is Place.SEAT else 1) for deal in self.piles.values())

    def behind_cut(self, seats: int, cards: int | None = None) -> int:
        """How many cards lie behind the cut card: as many as the house says, or a sixth of the shoe."""
        # Enough for one more round: the cut card may come out on the last card of a round.
        least = self.most_cards(seats)
        behind = max(least, len(self.deck) // 6) if cards is None else cards
        if not least <= behind <= len(self.deck):
            raise HouseError(
                f"the cut card cannot leave {behind} cards: a round of {self.name} can take {least}, "
                f"so give {least} to {len(self.deck)}"
            )
        return behind

    @property
    def main_wagers(self) -> tuple[str, ...]:
        """The wagers that the best strategy is best for."""
        return self.main or (self.wagers[0].name,)

    def label(self, name: str) -> str:
        """What a wager or pile is called on the felt."""
        return self.labels.get(name, name.replace("_", " "))

    def code_table(self, coder: Coder) -> tuple[Code, ...]:
        """The code of every face of this deck, 0 where the deck lacks it."""
        seen = self.codes.get(coder, coder)
        return tuple(seen(face) if face in self.deck.counts else 0 for face in range(FACES))

    def bind(
        self, function: Callable[..., Any], constants: Mapping[str, int] | None = None, remembers: bool = False
    ) -> Bound:
        """The sources of a function's arguments, by their names and annotations."""
        hints = typing.get_type_hints(function, include_extras=True)
        known = {name: Source(Kind.CONSTANT, name, value=value) for name, value in (constants or {}).items()}
        if remembers:
            known["memory"] = Source(Kind.MEMORY, "memory")
        sources = tuple(
            known[name] if name in known else self._source(function, name, hints)
            for name in inspect.signature(function).parameters
        )
        of_seat = any(
            each.kind is not Kind.PILE or any(self.piles[pile].to is Place.SEAT for pile in each.piles)
            for each in sources
        )
        return Bound(function, sources, of_seat)

    def _source(self, function: Callable[..., Any], name: str, hints: Mapping[str, Any]) -> Source:
        """The source of one argument."""
        if name.startswith("has_") and name.removeprefix("has_") in self.wager:
            return Source(Kind.HAS, name.removeprefix("has_"))
        if name in self.choices and not isinstance(self.choices[name].options, Cards):
            return Source(Kind.CHOICE, name)
        if name in self.piles or name in self.gathers or name in self.choices:
            coder = next((each for each in getattr(hints.get(name), "__metadata__", ()) if callable(each)), None)
            if coder is None:
                raise GameError(
                    f"{self.name}: {rule_name(function)} takes {name} without saying what it sees of its cards"
                )
            if name in self.choices:
                return Source(Kind.CARD, name, coder)
            return Source(Kind.PILE, name, coder, self.gathers.get(name, (name,)))
        known = [*self.piles, *self.gathers, *self.choices, *(f"has_{wager}" for wager in self.wager)]
        raise GameError(f"{self.name}: {rule_name(function)} takes {unknown('pile, choice or bet', name, known)}")


def functions(game: Game) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every rule and function of words a game names, each with the place that names it."""
    for step in game.steps:
        name = step.name if isinstance(step, Choose) else step.pile
        if step.when is not None:
            yield f"{type(step).__name__} {name}", step.when
        if isinstance(step, Choose) and step.legal is not None:
            yield f"Choose {name}", step.legal
    for wager in game.wagers:
        for line in wager.lines:
            yield f"Wager {wager.name}", line.outcome
    for name, words in game.words.items():
        yield f"words of {name}", words


def check_game(game: Game) -> None:
    """Refuses a game whose parts do not fit together, so that a slip fails at import and not at a table."""
    names = [
        *game.gathers,
        *(step.name if isinstance(step, Choose) else step.pile for step in game.steps if not isinstance(step, Show)),
        *(wager.name for wager in game.wagers if wager.name not in game.choices),
    ]
    for name in names:
        if names.count(name) > 1:
            raise GameError(f"{game.name}: {name!r} names two things")
    if game.most_cards(game.seats) > len(game.deck):
        most = game.most_cards(game.seats)
        raise GameError(f"{game.name}: {game.seats} seats can need {most} cards; the {game.deck.name} has fewer")
    for place, function in functions(game):
        if not place.startswith("words") and not is_rule(function):
            raise GameError(f"{game.name}: {place} uses {rule_name(function)}, which is not marked @rule")
    for name, piles in game.gathers.items():
        for pile in piles:
            if pile not in game.piles:
                raise GameError(f"{game.name}: {name} gathers {unknown('pile', pile, game.piles)}")
    for name in game.words:
        if name not in game.piles and name not in game.wager:
            raise GameError(f"{game.name}: words for {unknown('pile or wager', name, [*game.piles, *game.wager])}")
    _check_steps(game)
    for wager in game.wagers:
        _check_wager(game, wager)


def _check_steps(game: Game) -> None:
    """Steps may only look at what was there before them."""
    known: set[str] = {f"has_{wager}" for wager in game.wager}
    visible: set[str] = set()
    for step in game.steps:
        own = step.name if isinstance(step, Choose) else step.pile
        if isinstance(step, Show) and own not in known:
            raise GameError(f"{game.name}: Show {unknown('pile dealt before it', own, known & set(game.piles))}")
        if step.when:
            _check_names(game, step.when, known, f"condition of {own}")
        if isinstance(step, Choose):
            for name in step.sees:
                if name not in visible:
                    raise GameError(f"{game.name}: Choose {own} sees {unknown('pile a player can see', name, visible)}")
            if isinstance(step.options, Cards) and step.options.pile not in step.sees:
                raise GameError(f"{game.name}: Choose {own} names a card of {step.options.pile}, which it does not see")
            for raised in step.raises.values():
                for name in (raised.wager, raised.of):
                    if name not in game.wager:
                        raise GameError(f"{game.name}: Choose {own} raises {unknown('wager', name, game.wager)}")
            if step.legal:
                allowed = {own, *step.sees, *(known - set(game.piles))}
                _check_names(game, step.legal, allowed, f"legal rule of {own}")
        known.add(own)
        if isinstance(step, Show):
            visible.add(own)
        if isinstance(step, Deal) and (step.face is Face.UP or (step.face is Face.DOWN and step.to is Place.SEAT)):
            visible.add(own)


def _check_names(game: Game, function: Rule, known: set[str], role: str) -> None:
    """A rule used at some point of the round may only name what is known there."""
    for source in game.bound[function].sources:
        for name in source.piles or (f"has_{source.name}" if source.kind is Kind.HAS else source.name,):
            if name not in known:
                raise GameError(f"{game.name}: the {role} looks at {name}, which is not known there")


def _check_wager(game: Game, wager: Wager) -> None:
    """A wager's references, and its outcome rules against its pay tables."""
    for name in game.main:
        if name not in game.wager:
            raise GameError(f"{game.name}: main names {unknown('wager', name, game.wager)}")
    others = [wager.needs, wager.unless, wager.stake.to if isinstance(wager.stake, Equal) else None]
    for other in filter(None, others):
        if other not in game.wager or other == wager.name:
            raise GameError(f"{game.name}: {wager.name} leans on {unknown('other wager', other, game.wager)}")
    raised = {each.wager for choice in game.choices.values() for each in choice.raises.values()}
    if isinstance(wager.stake, Chosen) and wager.name not in raised:
        raise GameError(f"{game.name}: no choice places {wager.name}; {one_of(raised)} can be placed by choosing")
    numbers = {meter.number for meter in game.meters}
    for line in wager.lines:
        for pay in line.pays.pays.values():
            if isinstance(pay, Meter) and pay.number not in numbers:
                raise GameError(f"{game.name}: {wager.name} pays {pay}, and there is {one_of(sorted(numbers))}")
        judged = typing.get_type_hints(line.outcome).get("return")
        if judged is not line.pays.outcomes:
            raise GameError(
                f"{game.name}: {rule_name(line.outcome)} must be annotated as returning {line.pays.outcomes.__name__}"
            )
