"""The protocol of a solver, and plain enumeration, which is the solver of every game with few deals."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Bound, Cards, Game, Strategy
from pitboss.core.script import option_cards
from pitboss.maths.exact.decide import best_strategy, choices_before, exact, only_choice, seen_as
from pitboss.maths.exact.enumerate import Enumeration, Piles
from pitboss.maths.exact.rest import Made, in_hand
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally

if TYPE_CHECKING:
    from pitboss.maths.codegen.program import Policies, Policy

NAMES = ("DECIDED_BY", "solve", "under", "advise", "decisions", "policy", "keep")
"""The names that a solver must define."""
NOTHING: Made = MappingProxyType({})
"""No choice made yet."""


class Solver(Protocol):
    """The methods of a game's solver; a module with functions of these names is also a solver.

    `stakes` are the first stakes of every wager; decisions maximise the net of the wagers in `names` together.
    """

    DECIDED_BY: Mapping[str, Collection[int] | None] | None
    """The wagers whose pays can change the best play, each with the outcomes that matter, or None for all outcomes.

    None instead of the mapping means all pays of the wagers in `names`. No other pay is part of a cached tally's key.
    """

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        """The tally of the best play; of options worth the same, the one that `maths.exact.decide.in_turn` prefers."""

    def under(self, game: Game, strategy: Strategy) -> Tally:
        """The tally under a named strategy."""

    def advise(
        self,
        game: Game,
        known: Piles,
        seen: tuple[Card, ...],
        stakes: Staked,
        names: tuple[str, ...],
        chosen: Made = NOTHING,
    ) -> Mapping[Answer, Fraction]:
        """The value of every legal option, given the piles in `known`; the cards in `seen` have left the deck.

        `chosen` holds the choices made before; a solver of games with one choice need not take it.
        """

    def decisions(
        self, game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()
    ) -> Decisions:
        """The value of every option with every hand for which one choice comes up.

        `by` are the rules that the reader will ask of each hand: a solver may group hands that answer them alike.
        """

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policy | Policies":
        """The best play as functions of what is seen, for simulations: a policy for each choice."""

    def keep(self, game: Game) -> None:
        """Caches on disk, after `solve`, what speeds up later advice; may do nothing."""


class Enumerator(Solver):
    """Plain enumeration, the solver of every game without one of its own."""

    DECIDED_BY = None

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        return best_strategy(game, stakes, names).tally

    def under(self, game: Game, strategy: Strategy) -> Tally:
        return exact(game, strategy)

    def advise(
        self,
        game: Game,
        known: Piles,
        seen: tuple[Card, ...],
        stakes: Staked,
        names: tuple[str, ...],
        chosen: Made = NOTHING,
    ) -> dict[Answer, Fraction]:
        choice = only_choice(game)
        (found,) = best_strategy(game, stakes, names, known, seen).values(choice.name).values()
        values = {option: value for option, value in found.items() if option != NOT_PLACED}
        if not isinstance(choice.options, Cards):
            return values
        kinds = Enumeration(game)
        worth = {kinds.number(option_cards(option)): value for option, value in values.items()}
        return {option: worth[number] for option, number in in_hand(kinds, choice, known).items() if number in worth}

    def decisions(
        self, game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()
    ) -> Decisions:
        """Refuses choices of cards."""
        asked_for = game.choices[choice]
        if isinstance(asked_for.options, Cards):
            raise GameError(f"{game.name}: a choice of cards needs a solver of its own to be put in words", "no-solver")
        solution = best_strategy(game, stakes, names)
        stage, options = solution.stages[choice], tuple(int(option) for option in asked_for.options)
        rows = [place for place, each in enumerate(stage.sums) if set(each) - {NOT_PLACED}]
        worths_of = stage.worths
        values = [worths_of[row] for row in rows]
        legal = np.array([[option in each for option in options] for each in values], dtype=bool)
        # Each is multiplied by a weight, and two of them are subtracted.
        none = Fraction(0)
        worths, scale = whole_numbers([each.get(option, none) for each in values for option in options], 2)
        weights = [solution.reached[choice][row] for row in rows]
        fits = sum(weights) < 2**62
        seen, before = seen_as(game, asked_for, solution.enumeration), choices_before(game, asked_for)
        columns = list(np.array([stage.hands[row] for row in rows], dtype=np.int64).T)
        made = zip(before, columns[len(columns) - len(before) :], strict=True)
        return Decisions(
            dict(zip(seen, columns, strict=False)),
            np.array(weights, dtype=np.int64 if fits else object),
            worths.reshape(-1, len(options)),
            scale,
            solution.enumeration.total,
            options,
            {each.name: column for each, column in made if not isinstance(each.options, Cards)},
            None if legal.all() else legal,
        )

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policy | Policies":
        why = "no named strategy is as good as the best play, and it has no policy to simulate"
        raise GameError(f"{game.name}: {why}", "no-solver")

    def keep(self, game: Game) -> None:
        """Caches nothing besides the tally."""


PLAIN = Enumerator()
