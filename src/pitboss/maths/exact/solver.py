"""The tally of any game: by its shortcut where it has one, by plain enumeration where it has none."""

import hashlib
import importlib
import importlib.util
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, unknown
from pitboss.core.game import Bound, Choose, Chosen, Deal, Game, Step, Strategy
from pitboss.core.pays import Meter, Pay, Prize
from pitboss.core.rule import Rule, rule_name
from pitboss.core.script import State, cards_count, codes_of
from pitboss.maths.compile import results_cache
from pitboss.maths.exact.enumerate import best_strategy, exact
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, first_stakes

OPTIMAL = "optimal"


def shortcut_of(game: Game) -> Any | None:
    """The module with a game's exact method beyond brute force; a rider goes by its host's."""
    name = f"pitboss.games.{game.name.partition('+')[0].replace('-', '_')}.shortcut"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def decided_by(game: Game, bets: Mapping[str, int] | None) -> tuple[str, ...]:
    """The wagers that the best strategy is best for: the main ones, or all that are bet."""
    if bets is None or not any(bets.get(name) for name in game.main_wagers):
        return game.main_wagers
    return tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))


def deciding_stakes(game: Game, bets: Mapping[str, int] | None) -> dict[str, Fraction]:
    """The stakes a best strategy is best for: those of the bets, or units where none of them turns on a choice."""
    if bets is None or not any(bets.get(name) for name in game.main_wagers):
        return first_stakes(game)
    return first_stakes(game, bets)


def solve(
    game: Game,
    strategy: Strategy | None,
    stakes: Mapping[str, Fraction],
    names: tuple[str, ...],
    use_cache: bool = True,
) -> Tally:
    """The tally of a game under a named strategy, or under the best one for these stakes on these wagers."""

    def make() -> Tally:
        shortcut = shortcut_of(game)
        if strategy is not None:
            return shortcut.under(game, strategy) if shortcut else exact(game, strategy)
        if shortcut is None:
            return best_strategy(game, stakes, names).tally
        tally = shortcut.solve(game, stakes, names)
        if use_cache and hasattr(shortcut, "keep"):
            shortcut.keep(game)
        return tally

    return results_cache.kept(_key(game, strategy, stakes, names), make) if use_cache else make()


def best_question(game: Game) -> tuple[None, dict[str, Fraction], tuple[str, ...]]:
    """What `solve` is asked for the play that is best for the main wagers."""
    return None, first_stakes(game), game.main_wagers


def analysed(game: Game) -> Analysis:
    """A game under the play that is best for its main wagers."""
    return Analysis(game, solve(game, *best_question(game)))


def is_kept(game: Game, strategy: Strategy | None, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> bool:
    """Whether a tally need not be solved for, because it is kept on disk."""
    return results_cache.has(_key(game, strategy, stakes, names))


def advise(
    game: Game, known: Mapping[str, tuple[Card, ...]], seen: tuple[Card, ...], bets: Mapping[str, int] | None = None
) -> dict[int, Fraction]:
    """What every legal option of a game's choice is worth, per unit of the first main stake.

    `known` are the piles that the choice sees, `seen` other cards known to be gone.
    """
    check_hand(game, known, seen)
    stakes, names = first_stakes(game, bets), decided_by(game, bets)
    unit = stakes[game.main_wagers[0]]
    if not unit:
        (choice,), main = game.choices, game.main_wagers[0]
        raise ChoiceError(f"{choice} is for those who bet {main}; give --bet {main}=AMOUNT")
    shortcut = shortcut_of(game)
    if shortcut:
        values = shortcut.advise(game, known, seen, stakes, names)
    else:
        (values,) = best_strategy(game, stakes, names, known, seen).values.values()
    return {option: value / unit for option, value in values.items()}


def check_hand(game: Game, known: Mapping[str, tuple[Card, ...]], seen: tuple[Card, ...]) -> None:
    """Refuses a hand that a choice cannot be asked with."""
    if not game.choices:
        raise ChoiceError(f"{game.name} asks for no choice, so there is nothing to advise on")
    (choice,) = game.choices.values()
    state = State(game)
    state.bets = {1: {wager.name: 1 for wager in game.wagers if not isinstance(wager.stake, Chosen)}}
    for pile in known:
        if pile not in choice.sees:
            raise CardError(unknown(f"pile that {choice.name} is decided on", pile, choice.sees))
    for pile in choice.sees:
        count, given = game.piles[pile].count, len(known.get(pile, ()))
        if given != count:
            raise CardError(f"{pile} takes {cards_count(count)}; {given or 'none'} given")
        state.piles[pile, state.owner(pile, 1)] = known[pile]
    hand = tuple(card for cards in known.values() for card in cards)
    game.deck.check((*hand, *seen), Counter())
    left, needed = len(game.deck) - len(hand) - len(seen), game.most_cards(1) - len(hand)
    if left < needed:
        raise CardError(f"with {cards_count(len(seen))} seen {left} are left, and the round may need {needed}")
    if not state.holds(choice.when, 1):
        raise ChoiceError(f"{choice.name} is not asked with {cards_text(hand)}")


def _key(
    game: Game, strategy: Strategy | None, stakes: Mapping[str, Fraction], names: tuple[str, ...]
) -> dict[str, Any]:
    """All that a tally depends on beside the program itself: stakes and pays only where a decision may turn on them."""
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
        decided_by = getattr(shortcut_of(game), "DECIDED_BY", dict.fromkeys(names))
        deciding = [name for name in names if name in decided_by]
        pays = {name: _pays(game, name, decided_by[name]) for name in deciding}
        # Only proportions matter to a decision; fixed prizes are dollars, so with them the amounts do.
        unit = next((stakes[name] for name in deciding if stakes[name]), Fraction(1))
        if any(isinstance(pay, Prize | Meter) for each in pays.values() for pay in each):
            unit = Fraction(1)
        key["stakes"] = {name: str(stakes[name] / unit) for name in deciding}
        key["commission"] = {name: str(game.wager[name].commission) for name in deciding}
        key["meters"] = [(meter.amount_cents, meter.share_cents) for meter in game.meters]
        key["pays"] = {name: [str(pay) for pay in each] for name, each in pays.items()}
    return key


def _pays(game: Game, name: str, outcomes: tuple[int, ...] | None) -> list[Pay]:
    """The pays of a wager, line by line: for these outcomes, or for all."""
    return [
        pay
        for line in game.wager[name].lines
        for outcome, pay in sorted(line.pays.pays.items())
        if outcomes is None or outcome in outcomes
    ]


def _step(game: Game, step: Step) -> list[Any]:
    """All of a step that a tally may turn on."""
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
