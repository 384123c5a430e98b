"""How a game is solved: the protocol of a solver, plain enumeration behind it, and tallies kept on disk.

A game's folder may supply a solver of its own, `solver.py` or a folder `solver`, where plain enumeration is too much.
It may re-order the sum over all deals, but it calls the same rules. docs/adding-a-game.md has the contract.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from itertools import combinations
from types import FunctionType
from typing import TYPE_CHECKING, Any, Protocol, cast

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError
from pitboss.core.game import Answer, Bound, Cards, Choose, Chosen, Deal, Game, Step, Strategy
from pitboss.core.pays import Meter, Pay, Prize
from pitboss.core.rule import Rule, is_rule, rule_name
from pitboss.core.script import codes_of
from pitboss.core.strategy import OPTIMAL
from pitboss.maths.compile import results_cache
from pitboss.maths.compile.code_cache import covers
from pitboss.maths.exact.decide import best_strategy, exact, in_turn, only_choice
from pitboss.maths.exact.enumerate import Enumeration, Piles, coders_of
from pitboss.maths.exact.sums import whole_numbers
from pitboss.maths.strategy.decisions import Decisions
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, first_stakes

if TYPE_CHECKING:
    from pitboss.maths.codegen.program import Policy

NAMES = ("DECIDED_BY", "solve", "under", "advise", "decisions", "policy", "keep")
"""The names that a solver must define."""


class Solver(Protocol):
    """The methods of a game's solver; a module with functions of these names is one.

    `stakes` are the first stakes of every wager, and `names` the wagers that a decision is best for together.
    """

    DECIDED_BY: Mapping[str, Collection[int] | None] | None
    """The wagers whose pays the best play may turn on, each with those outcomes, or None for all of them.

    None in place of the mapping: every wager that is decided for. Tallies are kept on disk by these pays alone.
    """

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        """The tally of the best play; of options worth the same, the one that `maths.exact.decide.in_turn` prefers."""
        ...

    def under(self, game: Game, strategy: Strategy) -> Tally:
        """The tally of a named strategy."""
        ...

    def advise(
        self, game: Game, known: Piles, seen: tuple[Card, ...], stakes: Staked, names: tuple[str, ...]
    ) -> Mapping[Answer, Fraction]:
        """The value of every legal option with the piles in `known`, other cards in `seen` known to be gone."""
        ...

    def decisions(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Decisions:
        """The value of every option with every hand that the choice is asked with."""
        ...

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policy":
        """The best play as a function of the hand that a simulation can follow."""
        ...

    def keep(self, game: Game) -> None:
        """Keeps on disk, once a game is solved, what makes later advice quick; may do nothing."""
        ...


class Enumerator(Solver):
    """The solver of every game that has none of its own: plain enumeration."""

    DECIDED_BY = None

    def solve(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Tally:
        return best_strategy(game, stakes, names).tally

    def under(self, game: Game, strategy: Strategy) -> Tally:
        return exact(game, strategy)

    def advise(
        self, game: Game, known: Piles, seen: tuple[Card, ...], stakes: Staked, names: tuple[str, ...]
    ) -> dict[Answer, Fraction]:
        (found,) = best_strategy(game, stakes, names, known, seen).values.values()
        values = {option: value for option, value in found.items() if option != NOT_PLACED}
        choice = only_choice(game)
        if not isinstance(choice.options, Cards):
            return values
        # Enumeration names the first card of a kind; the hand holds others that are worth the same.
        kinds = Enumeration(game)
        worth = {kinds.number([option] if isinstance(option, int) else option): values[option] for option in values}
        sets = dict.fromkeys(
            tuple(sorted(each)) for each in combinations(known[choice.options.pile], choice.options.count)
        )
        return {
            each[0] if choice.options.count == 1 else each: worth[kinds.number(each)]
            for each in sets
            if kinds.number(each) in worth
        }

    def decisions(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> Decisions:
        """The value of every option with every hand; for choices of options, not of cards."""
        choice = only_choice(game)
        if isinstance(choice.options, Cards):
            raise GameError(f"{game.name}: a choice of cards needs a solver of its own to be put in words", "no-solver")
        solution = best_strategy(game, stakes, names)
        options = tuple(int(option) for option in choice.options)
        asked = [hand for hand, values in solution.values.items() if set(values) != {NOT_PLACED}]
        if any(set(solution.values[hand]) != set(options) for hand in asked):
            raise GameError(
                f"{game.name}: {choice.name} does not leave every hand the same options, so its best play needs a "
                "solver of its own to be put in words",
                "no-solver",
            )
        worths, scale = whole_numbers([solution.values[hand][option] for hand in asked for option in options], 2)
        weights = [solution.weights[hand] for hand in asked]
        fits = sum(weights) < 2**62
        sources = [(pile, coder) for pile in choice.sees for coder in coders_of(game)]
        return Decisions(
            dict(zip(sources, np.array(asked, dtype=np.int64).T, strict=True)),
            np.array(weights, dtype=np.int64 if fits else object),
            worths.reshape(-1, len(options)),
            scale,
            sum(solution.weights.values()),
            options,
        )

    def policy(self, game: Game, stakes: Staked, names: tuple[str, ...]) -> "Policy":
        """Refuses: a simulation follows a named strategy, or the tables of a solver."""
        raise GameError(
            f"{game.name}: no named strategy is as good as the best play, and it has no policy to simulate", "no-solver"
        )

    def keep(self, game: Game) -> None:
        """Keeps nothing beside the tally."""


PLAIN = Enumerator()


def solver_of(game: Game) -> Solver:
    """The solver of a game: its own, a rider's host's, or plain enumeration."""
    if game.solver is None:
        return PLAIN
    solver = game.solver()
    for name in NAMES:
        if not hasattr(solver, name):
            raise GameError(f"{game.name}: its solver has no {name}; it needs {', '.join(NAMES)}", "no-solver")
    return solver


def decided_by_pays(game: Game, names: tuple[str, ...]) -> dict[str, Collection[int] | None]:
    """Of the wagers decided for, those whose pays the best play may turn on, with their outcomes (None: all)."""
    known = solver_of(game).DECIDED_BY
    return dict.fromkeys(names) if known is None else {name: known[name] for name in names if name in known}


def deciding(game: Game, bets: Mapping[str, int] | None) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """The stakes and the wagers that the best strategy is best for: all that are bet.

    Units on the main wagers where no bet is given, or none that turns on a choice.
    """
    if bets is None or not any(bets.get(name) for name in game.main_wagers):
        return first_stakes(game), game.main_wagers
    names = tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))
    return first_stakes(game, bets), names


def aimed_at(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers that a best play is best for: these, or the main ones where no decision turns on these."""
    return names if decided_by_pays(game, names) else game.main_wagers


def solve(
    game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...], use_cache: bool = True
) -> Tally:
    """The tally of a game under a named strategy, or under the best one for these stakes on these wagers.

    Of equal options the best strategy takes the one that is best for the main wagers.
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


def decisions_of(game: Game, names: tuple[str, ...] | None = None) -> Decisions:
    """Every decision of a game, valued by these wagers together, or by the main ones."""
    return solver_of(game).decisions(game, first_stakes(game), names or game.main_wagers)


def kept_for_best_play(
    game: Game, asked: Mapping[str, Any], rules: Iterable[Callable[..., Any]], make: Callable[[], Any]
) -> Any:
    """A JSON value about the best play for the main wagers: the one kept, or the one that `make` makes.

    `asked` tells it from others of the game, and `rules` are functions of games that it depends on beside the game's.
    """
    own = all(covers(cast(FunctionType, each).__code__.co_filename) for each in rules)
    if not own or not _may_be_kept(game, None):
        return make()
    return results_cache.kept_json(_best_key(game, asked), make)


def kept_arrays_for_best_play(
    game: Game, asked: Mapping[str, Any], make: Callable[[], dict[str, np.ndarray]]
) -> dict[str, np.ndarray]:
    """Arrays about the best play for the main wagers: those kept, or those that `make` makes."""
    return results_cache.kept_arrays(_best_key(game, asked), make) if _may_be_kept(game, None) else make()


def _best_key(game: Game, asked: Mapping[str, Any]) -> dict[str, Any]:
    """All that the worth of decisions for the main wagers depends on; unlike a tally, also all pays and amounts."""
    names, stakes = game.main_wagers, first_stakes(game)
    return {
        **_key(game, None, stakes, names),
        **asked,
        "amounts": {name: str(stakes[name]) for name in stakes},
        "all pays": {name: [str(pay) for pay in _pays(game, name, None)] for name in names},
        "commissions": {name: str(game.wager[name].commission) for name in names},
    }


def best_question(
    game: Game, names: tuple[str, ...] | None = None
) -> tuple[None, dict[str, Fraction], tuple[str, ...]]:
    """The arguments of `solve` for the play that is best for these wagers, or for the main ones."""
    return None, first_stakes(game), names or game.main_wagers


def analysed(game: Game) -> Analysis:
    """A game under the play that is best for its main wagers."""
    return Analysis(game, solve(game, *best_question(game)))


def is_kept(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> bool:
    """Whether a tally is kept on disk, so that nothing needs to be solved."""
    return _may_be_kept(game, strategy) and results_cache.has(_key(game, strategy, stakes, names))


def _may_be_kept(game: Game, strategy: Strategy | None) -> bool:
    """Whether all rules are text that results are kept under; others could change unnoticed."""
    rules = [bound.rule for bound in game.bounds() if is_rule(bound.rule)]
    rules += strategy.rules.values() if strategy else ()
    return all(covers(cast(FunctionType, rule).__code__.co_filename) for rule in rules)


def _key(game: Game, strategy: Strategy | None, stakes: Staked, names: tuple[str, ...]) -> dict[str, Any]:
    """Everything that a tally depends on beside the program: stakes and pays only where a decision may turn on them."""
    key: dict[str, Any] = {
        "game": game.name,
        "version": game.version,
        "deck": list(game.deck.faces),
        "steps": [_step(game, step) for step in game.steps],
        "gathers": {name: list(piles) for name, piles in game.gathers.items()},
        "wagers": {wager.name: [_bound(game, game.bound_line(line)) for line in wager.lines] for wager in game.wagers},
        "strategy": [strategy.name, dict(strategy.constants)] if strategy else OPTIMAL,
    }
    if strategy is None and game.choices:
        aims = in_turn(game, aimed_at(game, names))
        deciding = decided_by_pays(game, tuple(dict.fromkeys(name for aim in aims for name in aim)))
        if len(aims) > 1:
            key["first"] = list(aims[0])
        pays = {name: _pays(game, name, outcomes) for name, outcomes in deciding.items()}
        # Only proportions matter to a decision; fixed prizes are dollars, so with them the amounts do.
        unit = next((stakes[name] for name in deciding if stakes[name]), Fraction(1))
        if any(isinstance(pay, Prize | Meter) for each in pays.values() for pay in each):
            unit = Fraction(1)
        key["stakes"] = {name: str(stakes[name] / unit) for name in deciding}
        key["commission"] = {name: str(game.wager[name].commission) for name in deciding}
        key["meters"] = [(meter.amount_cents, meter.share_cents) for meter in game.meters]
        key["pays"] = {name: [str(pay) for pay in each] for name, each in pays.items()}
    return key


def _pays(game: Game, name: str, outcomes: Collection[int] | None) -> list[Pay]:
    """The pays of a wager, line by line: for these outcomes, or for all."""
    return [
        pay
        for line in game.wager[name].lines
        for outcome, pay in sorted(line.pays.pays.items())
        if outcomes is None or outcome in outcomes
    ]


def _step(game: Game, step: Step) -> list[Any]:
    """The parts of a step that a tally may depend on."""
    parts: list[Any] = [type(step).__name__, step.name if isinstance(step, Choose) else step.pile]
    parts.append(_rule(game, step.when) if step.when else None)
    if isinstance(step, Deal):
        parts.append(step.count)
    elif isinstance(step, Choose):
        parts.append(_rule(game, step.legal) if step.legal else None)
        parts.append({int(option): [raised.wager, raised.of, raised.times] for option, raised in step.raises.items()})
    return parts


def _rule(game: Game, rule: Rule) -> list[Any]:
    return _bound(game, game.bound[rule])


def _bound(game: Game, bound: Bound) -> list[Any]:
    """A rule, and what it sees in this build of the game."""
    seen = [
        [
            *(source.kind.value, source.name, source.value, list(source.piles)),
            list(codes_of(game, source.coder)) if source.coder else [],
        ]
        for source in bound.sources
    ]
    return [bound.rule.__module__, rule_name(bound.rule), hashlib.sha256(json.dumps(seen).encode()).hexdigest()]
