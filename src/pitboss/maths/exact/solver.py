"""Solving a game: the protocol of a solver, plain enumeration as the default, and tallies cached on disk.

A game that is too large for plain enumeration supplies a solver in its folder: `solver.py`, or a folder `solver`. The
solver may re-order the sum over all deals, but it calls the game's rules. docs/adding-a-game.md has the contract.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Bound, Cards, Chosen, Game, Strategy
from pitboss.core.pays import Meter, Prize
from pitboss.core.rule import is_rule
from pitboss.core.script import option_cards
from pitboss.core.strategy import OPTIMAL
from pitboss.maths.compile import results_cache
from pitboss.maths.compile.code_cache import covers
from pitboss.maths.exact.decide import best_strategy, choices_before, exact, in_turn, only_choice, seen_as
from pitboss.maths.exact.enumerate import Enumeration, Piles
from pitboss.maths.exact.key_parts import bound_parts, pays_of, step_parts
from pitboss.maths.exact.rest import Made, bytes_ahead, in_hand
from pitboss.maths.exact.staged import whole
from pitboss.maths.exact.staged.advice import asked_with, is_quick, values_ahead, values_kept
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.listing import Listing
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.policies import check_size, policies_of
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, first_stakes

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


class Staged(Solver):
    """The solver of staged games that are too large for plain enumeration."""

    DECIDED_BY: Mapping[str, Collection[int] | None] | None

    def __init__(self, game: Game) -> None:
        self.DECIDED_BY = dict.fromkeys(method_of(game).affected)
        self._found: tuple[Staked, tuple[str, ...], Induction] | None = None

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        tally, induction, _ = whole.solve(game, stakes, names)
        self._found = stakes, names, induction
        return tally

    def under(self, game: Game, strategy: Strategy) -> Tally:
        return whole.under(game, strategy)

    def values(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Induction:
        """The values of the best play: found before, read from the cache, or worked out."""
        if self._found is None or self._found[:2] != (stakes, names):
            if _is_main(game, stakes, names):
                arrays = kept_arrays_for_best_play(
                    game, {"staged": "values"}, lambda: self._solved(game, stakes, names)
                )
                found = whole.known(game, stakes, names, arrays)
            else:
                found = whole.solve(game, stakes, names)[1]
            self._found = stakes, names, found
        return self._found[2]

    def _solved(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> dict[str, np.ndarray]:
        if self._found is None or self._found[:2] != (stakes, names):
            self._found = stakes, names, whole.solve(game, stakes, names)[1]
        return self._found[2].arrays()

    def advise(
        self,
        game: Game,
        known: Piles,
        seen: tuple[Card, ...],
        stakes: Staked,
        names: tuple[str, ...],
        chosen: Made = NOTHING,
    ) -> dict[Answer, Fraction]:
        choice = asked_with(game, known, chosen)
        if is_quick(game, choice, known, seen) or seen or not _is_main(game, stakes, names):
            return values_ahead(game, choice, known, seen, chosen, stakes, names)
        return values_kept(self.values(game, stakes, names), choice, known, chosen)

    def decisions(
        self, game: Game, stakes: Staked, names: tuple[str, ...], choice: str, by: tuple[Bound, ...] = ()
    ) -> Decisions:
        return Listing(self.values(game, stakes, names), choice, by).decisions()

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policies":
        check_size(method_of(game))  # Refuses before anything is solved.
        return policies_of(self.values(game, stakes, names))

    def keep(self, game: Game) -> None:
        if self._found is not None and _is_main(game, *self._found[:2]):
            stakes, names, _ = self._found
            kept_arrays_for_best_play(game, {"staged": "values"}, lambda: self._solved(game, stakes, names))


def _is_main(game: Game, stakes: Staked, names: tuple[str, ...]) -> bool:
    """Whether the question is the one whose values are kept: one unit on each wager, the main wagers decisive."""
    return dict(stakes) == first_stakes(game) and names == game.main_wagers


PLAIN = Enumerator()
FEW_BYTES = 500_000_000
"""The memory of deals that plain enumeration is quick with."""


def solver_of(game: Game) -> Solver:
    """The solver of a game: its own (for a rider, its host's), plain enumeration of a few deals, or that of stages."""
    if game.solver is None:
        known: dict[str, Solver] = game.__dict__.setdefault("_solver", {})
        if "" not in known:
            known[""] = _shared_solver(game)
        return known[""]
    solver = game.solver()
    for name in NAMES:
        if not hasattr(solver, name):
            raise GameError(f"{game.name}: its solver has no {name}; it needs {', '.join(NAMES)}", "no-solver")
    return solver


def _shared_solver(game: Game) -> Solver:
    if not game.choices or bytes_ahead(game, {}, (), {}) <= FEW_BYTES:
        return PLAIN
    try:
        return Staged(game)
    except GameError:
        return PLAIN


def decided_by_pays(game: Game, names: tuple[str, ...]) -> dict[str, Collection[int] | None]:
    """The wagers in `names` whose pays can change the best play, each with the outcomes that matter (None: all)."""
    known = solver_of(game).DECIDED_BY
    return dict.fromkeys(names) if known is None else {name: known[name] for name in names if name in known}


def deciding(game: Game, bets: Mapping[str, int] | None) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """The first stakes, and the wagers whose net the best strategy maximises: those that are bet.

    Without bets, or without one on a main wager: one unit on each, and the main wagers.
    """
    if bets is None or not any(bets.get(name) for name in game.main_wagers):
        return first_stakes(game), game.main_wagers
    names = tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))
    return first_stakes(game, bets), names


def aimed_at(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers whose net the best play maximises: these, or the main ones where no decision affects these."""
    return names if decided_by_pays(game, names) else game.main_wagers


def solve(
    game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...], use_cache: bool = True
) -> Tally:
    """The tally of a game under a named strategy, or (None) under the best one for these stakes on these wagers.

    Ties between options go to the one that is best for the main wagers.
    """
    names = aimed_at(game, names)

    def make() -> Tally:
        solver = solver_of(game)
        if strategy is not None:
            return solver.under(game, strategy)
        tally = solver.solve(game, stakes, names)
        if use_cache:
            solver.keep(game)
        return tally

    with results_cache.switched_off(not use_cache):
        return results_cache.kept(_key(game, strategy, stakes, names), make) if _may_be_kept(game, strategy) else make()


def decisions_of(
    game: Game, names: tuple[str, ...] | None = None, choice: str | None = None, by: tuple[Bound, ...] = ()
) -> Decisions:
    """The value of every option of a choice (by default the only one), for these wagers together, or the main ones.

    `by` are the rules that will be asked of each hand; see `Solver.decisions`.
    """
    asked = choice or only_choice(game).name
    return solver_of(game).decisions(game, first_stakes(game), names or game.main_wagers, asked, by)


def kept_for_best_play(
    game: Game, asked: Mapping[str, Any], rules: Iterable[Callable[..., Any]], make: Callable[[], Any]
) -> Any:
    """A JSON value about the best play for the main wagers: from the cache, or made by `make`.

    `asked` is the part of the key besides the game; `rules` are functions that the value depends on besides the game's.
    """
    own = all(covers(cast(FunctionType, each).__code__.co_filename) for each in rules)
    if not own or not _may_be_kept(game, None):
        return make()
    return results_cache.kept_json(_best_key(game, asked), make)


def kept_arrays_for_best_play(
    game: Game, asked: Mapping[str, Any], make: Callable[[], dict[str, np.ndarray]]
) -> dict[str, np.ndarray]:
    """Arrays about the best play for the main wagers: from the cache, or made by `make`."""
    return results_cache.kept_arrays(_best_key(game, asked), make) if _may_be_kept(game, None) else make()


def _best_key(game: Game, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything that values of decisions for the main wagers depend on: unlike a tally, also all pays and amounts."""
    names, stakes = game.main_wagers, first_stakes(game)
    return {
        **_key(game, None, stakes, names),
        **asked,
        "amounts": {name: str(stakes[name]) for name in stakes},
        "all pays": {name: [str(pay) for pay in pays_of(game, name, None)] for name in names},
        "commissions": {name: str(game.wager[name].commission) for name in names},
    }


def best_question(
    game: Game, names: tuple[str, ...] | None = None
) -> tuple[None, dict[str, Fraction], tuple[str, ...]]:
    """The arguments of `solve` for the play that is best for these wagers, or for the main ones."""
    return None, first_stakes(game), names or game.main_wagers


def analysed(game: Game) -> Analysis:
    """The analysis of a game under the play that is best for its main wagers."""
    return Analysis(game, solve(game, *best_question(game)))


def is_kept(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> bool:
    """Whether a tally is in the cache, so that nothing needs to be solved."""
    return _may_be_kept(game, strategy) and results_cache.has(_key(game, strategy, stakes, names))


def _may_be_kept(game: Game, strategy: Strategy | None) -> bool:
    """Whether the cache key covers the text of all rules; other rules could change unnoticed."""
    rules = [bound.rule for bound in game.bounds() if is_rule(bound.rule)]
    rules += strategy.rules.values() if strategy else ()
    return all(covers(cast(FunctionType, rule).__code__.co_filename) for rule in rules)


def _key(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> dict[str, Any]:
    """Everything that a tally depends on besides the program; stakes and pays only where they can change a decision."""
    key: dict[str, Any] = {
        "game": game.name,
        "version": game.version,
        "deck": list(game.deck.faces),
        "steps": [step_parts(game, step) for step in game.steps],
        "gathers": {name: list(piles) for name, piles in game.gathers.items()},
        "wagers": {
            wager.name: [bound_parts(game, game.bound_line(line)) for line in wager.lines] for wager in game.wagers
        },
        "strategy": [strategy.name, dict(strategy.constants)] if strategy else OPTIMAL,
    }
    if strategy is None and game.choices:
        aims = in_turn(game, aimed_at(game, names))
        deciding = decided_by_pays(game, tuple(dict.fromkeys(name for aim in aims for name in aim)))
        if len(aims) > 1:
            key["first"] = list(aims[0])
        pays = {name: pays_of(game, name, outcomes) for name, outcomes in deciding.items()}
        # Only the proportions of stakes affect a decision, unless a prize is in dollars.
        unit = next((stakes[name] for name in deciding if stakes[name]), Fraction(1))
        if any(isinstance(pay, Prize | Meter) for each in pays.values() for pay in each):
            unit = Fraction(1)
        key["stakes"] = {name: str(stakes[name] / unit) for name in deciding}
        key["commission"] = {name: str(game.wager[name].commission) for name in deciding}
        key["meters"] = [(meter.amount_cents, meter.share_cents) for meter in game.meters]
        key["pays"] = {name: [str(pay) for pay in each] for name, each in pays.items()}
    return key
