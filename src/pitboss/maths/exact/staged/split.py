"""The split of a deal at the last choice: private cards of the seat, shared cards in sight, and hidden cards.

Piles that rules see only together act as one set, so that a board of five is one set of cards and not a flop, a turn
and a river. A choice knows its information set alone: what it and the choices before it see.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb, factorial, prod

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Cards, Game, Place
from pitboss.maths.exact.staged.questions import NAME, Questions

PRIVATE, HIDDEN = "P", "H"


@dataclass(frozen=True)
class Split:
    """The piles of a game, by who sees them when."""

    game: Game
    private: tuple[str, ...]
    hidden: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    """The shared piles in sight at the last choice, grouped into sets that rules see only together; one at least."""
    seen: tuple[frozenset[str], ...]
    """By choice: the piles that it and earlier ones see."""

    @cached_property
    def group_of(self) -> dict[str, str]:
        """The name of the set that each pile is in."""
        shared = {pile: f"C{number}" for number, piles in enumerate(self.sets) for pile in piles}
        return {**dict.fromkeys(self.private, PRIVATE), **dict.fromkeys(self.hidden, HIDDEN), **shared}

    def masks(self, names: tuple[str, ...]) -> dict[str, str]:
        """By pile: the variable that holds all cards of its set, the first pile's; "" for others of the set.

        Only sets among `names` have a variable.
        """
        first: dict[str, str] = {}
        for pile, group in self.group_of.items():
            first.setdefault(group, pile)
        return {
            pile: f"m_{group}" if first[group] == pile and group in names else ""
            for pile, group in self.group_of.items()
        }

    def size(self, piles: tuple[str, ...] | list[str]) -> int:
        """The number of cards on some piles."""
        return sum(self.game.piles[pile].count for pile in piles)

    @property
    def context(self) -> tuple[str, ...]:
        """All shared piles in sight, set by set."""
        return tuple(pile for piles in self.sets for pile in piles)

    def sizes(self, stage: int) -> tuple[int, ...]:
        """By set: the number of its cards in sight at a choice."""
        return tuple(self.size([pile for pile in piles if pile in self.seen[stage]]) for piles in self.sets)

    @property
    def ways(self) -> int:
        """The number of ways to lay private and hidden cards onto their piles, which no rule tells apart."""
        return _arrangements(self.game, self.private) * _arrangements(self.game, self.hidden)

    @property
    def total(self) -> int:
        """The number of deals of a round."""
        left, total = len(self.game.deck), 1
        for deal in self.game.piles.values():
            total *= comb(left, deal.count)
            left -= deal.count
        return total


def _arrangements(game: Game, piles: tuple[str, ...]) -> int:
    counts = [game.piles[pile].count for pile in piles]
    return factorial(sum(counts)) // prod(map(factorial, counts))


def split_of(game: Game) -> Split:
    """The split of a game; refuses one that the method does not fit."""
    if not game.choices:
        raise GameError(f"{game.name} asks for no choice, so it has no stages", "no-solver")
    if max(game.deck.counts.values()) > 1:
        raise _misfit(game, "its deck has identical cards")
    if any(isinstance(choice.options, Cards) for choice in game.choices.values()):
        raise _misfit(game, "a choice is among cards")
    if any(deal.when is not None for deal in game.piles.values()):
        raise _misfit(game, "a pile may stay undealt")
    seen, sofar = [], frozenset[str]()
    for choice in game.choices.values():
        sofar |= frozenset(choice.sees)
        seen.append(sofar)
    signature = _signatures(game)
    private = tuple(pile for pile in game.piles if pile in sofar and game.piles[pile].to is Place.SEAT)
    hidden = tuple(pile for pile in game.piles if pile not in sofar)
    if any(pile not in seen[0] for pile in private):
        raise _misfit(game, "the player's own cards come in several parts")
    for piles, what in ((private, "the player's"), (hidden, "the hidden")):
        if len({signature[pile] for pile in piles}) > 1:
            raise _misfit(game, f"rules tell {what} piles apart")
    sets: dict[frozenset[object], list[str]] = {}
    for pile in game.piles:
        if pile in sofar and pile not in private:
            sets.setdefault(signature[pile], []).append(pile)
    return Split(game, private, hidden, tuple(map(tuple, sets.values())) or ((),), tuple(seen))


def _misfit(game: Game, why: str) -> GameError:
    return GameError(f"{game.name}: {why}, so it needs a solver of its own", "no-solver")


def judging_bounds(game: Game) -> list[Bound]:
    """The rules that decide anything: outcomes, and what may be chosen."""
    steps = [rule for choice in game.choices.values() for rule in (choice.when, choice.legal) if rule is not None]
    lines = [game.bound_line(line) for wager in game.wagers for line in wager.lines]
    return [*(game.bound[rule] for rule in steps), *lines]


def _signatures(game: Game) -> dict[str, frozenset[object]]:
    """By pile: every argument of a rule that its cards are added into."""
    found: dict[str, set[object]] = {pile: set() for pile in game.piles}
    questions = Questions(game)
    for bound in judging_bounds(game):
        questions.ask(bound)
    for variable, answer in questions.answers.items():
        for place, text in enumerate(answer.arguments):
            for name in NAME.findall(text):
                if name in questions.hands:
                    pile, coder = questions.hands[name]
                    apart = pile if "-" in text else ""
                    found[pile].add((variable, place, coder, apart))
    return {pile: frozenset(each) for pile, each in found.items()}
