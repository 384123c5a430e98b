"""The choices of a round as a tree: what can be chosen after what, whatever the cards are."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Cards, Choose, Game, Rule, SourceKind
from pitboss.core.stakes import placing_options, stakes_after
from pitboss.maths.tally.tally import NOT_PLACED, first_stakes


@dataclass(frozen=True)
class Point:
    """A point of the tree, where one choice is asked or none is left."""

    made: tuple[int, ...]
    """The answers to the choices before it, `NOT_PLACED` where a choice was not asked."""
    stage: int
    """The number of the choice that is asked; the number of choices where none is left."""
    options: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    """The number of the point that each option leads to."""


@dataclass(frozen=True)
class Tree:
    """All points of a round; the first is where it begins."""

    game: Game
    points: tuple[Point, ...]

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The numbers of the points where no choice is left."""
        return tuple(number for number, point in enumerate(self.points) if not point.options)

    @cached_property
    def end_of(self) -> dict[int, int]:
        """The place of a point among the ends."""
        return {number: place for place, number in enumerate(self.ends)}

    def asked_at(self, stage: int) -> list[int]:
        """The numbers of the points at which a choice is asked."""
        return [number for number, point in enumerate(self.points) if point.options and point.stage == stage]

    def under(self, number: int) -> "Tree":
        """The part of the tree that begins at one point."""
        points: list[Point] = []

        def copied(old: int) -> int:
            place = len(points)
            points.append(self.points[old])
            after = tuple(copied(each) for each in self.points[old].after)
            points[place] = replace(points[place], after=after)
            return place

        copied(number)
        return Tree(self.game, tuple(points))

    def at(self, made: tuple[int, ...]) -> int | None:
        """The number of the point after these answers; None where no round comes there."""
        found = (number for number, point in enumerate(self.points) if point.made == made)
        return next(found, None)

    def is_placed(self, wager: str, number: int) -> bool:
        """Whether a wager is bet in a round that ends at a point."""
        made = dict(zip(self.game.choices, self.points[number].made, strict=True))
        chosen = any(made[name] == option for name, option in placing_options(self.game, wager))
        return chosen or bool(first_stakes(self.game)[wager])

    def stake(self, number: int) -> Fraction:
        """All money staked at an end, with one unit on every wager."""
        made = dict(zip(self.game.choices, self.points[number].made, strict=False))
        return sum(stakes_after(self.game, first_stakes(self.game), made).values(), Fraction(0))


def tree_of(game: Game) -> Tree:
    """The tree of a game; refuses one whose choices are asked or not as the cards fall, and choices of cards."""
    choices = list(game.choices.values())
    for choice in choices:
        if isinstance(choice.options, Cards):
            raise GameError(f"{game.name}: {choice.name} names cards, so it needs a solver of its own", "no-solver")
    points: list[Point] = []

    def point(made: tuple[int, ...]) -> int:
        while len(made) < len(choices) and not _holds(game, choices[len(made)].when, made):
            made = (*made, NOT_PLACED)
        place, stage = len(points), len(made)
        points.append(Point(made, stage))
        if stage < len(choices):
            options = tuple(each for each in _options(game, choices[stage], made))
            after = tuple(point((*made, option)) for option in options)
            points[place] = Point(made, stage, options, after)
        return place

    point(())
    return Tree(game, tuple(points))


def preferred(game: Game, point: Point) -> list[int]:
    """The places of a point's options, the largest stake first: of options worth the same, the first is taken."""
    name = list(game.choices)[point.stage]
    stakes = [sum(stakes_after(game, first_stakes(game), {name: option}).values()) for option in point.options]
    return sorted(range(len(stakes)), key=lambda place: (-stakes[place], point.options[place]))


def sees_cards(bound: Bound) -> bool:
    """Whether a rule looks at cards."""
    return any(source.kind in (SourceKind.PILE, SourceKind.CARD) for source in bound.sources)


def _holds(game: Game, rule: Rule | None, made: tuple[int, ...]) -> bool:
    if rule is None:
        return True
    if sees_cards(game.bound[rule]):
        why = "whether a choice is asked depends on cards, so it needs a solver of its own"
        raise GameError(f"{game.name}: {why}", "no-solver")
    return bool(_answer(game, rule, made))


def _options(game: Game, choice: Choose, made: tuple[int, ...]) -> list[int]:
    """The options of a choice, less those that earlier answers alone forbid."""
    assert not isinstance(choice.options, Cards)
    options = [int(each) for each in choice.options]
    if choice.legal is None or sees_cards(game.bound[choice.legal]):
        return options
    return [option for option in options if _answer(game, choice.legal, (*made, option))]


def _answer(game: Game, rule: Rule, made: tuple[int, ...]) -> int:
    known = dict(zip(game.choices, made, strict=False))
    values = {
        SourceKind.HAS: lambda source: 1,
        SourceKind.CONSTANT: lambda source: source.value,
        SourceKind.CHOICE: lambda source: max(known.get(source.name, 0), 0),
    }
    return int(rule(*(values[source.kind](source) for source in game.bound[rule].sources)))
