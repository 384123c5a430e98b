"""The tally of any game: by its shortcut where it has one, by plain enumeration where it has none."""

import importlib
import importlib.util
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import Card, cards_text
from pitboss.errors import CardError, ChoiceError, unknown
from pitboss.game import Chosen, Game, Strategy
from pitboss.maths import cache
from pitboss.maths.exact import best_strategy, exact
from pitboss.maths.tally import Tally, first_stakes
from pitboss.script import State, cards_count

OPTIMAL = "optimal"


def shortcut_of(game: Game) -> Any | None:
    """The module with a game's exact method beyond brute force; a rider goes by its host's."""
    name = f"pitboss.games.{game.name.partition('+')[0].replace('-', '_')}.shortcut"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def decided_by(game: Game, bets: Mapping[str, int] | None) -> tuple[str, ...]:
    """The wagers that the best strategy is best for: the main ones, or all that are bet."""
    if bets is None:
        return game.main_wagers
    return tuple(wager.name for wager in game.wagers if isinstance(wager.stake, Chosen) or bets.get(wager.name))


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
        return shortcut.solve(game, stakes, names) if shortcut else best_strategy(game, stakes, names).tally

    return cache.kept(_key(game, strategy, stakes, names), make) if use_cache else make()


def is_kept(game: Game, strategy: Strategy | None, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> bool:
    """Whether a tally need not be solved for, because it is kept on disk."""
    return cache.has(_key(game, strategy, stakes, names))


def advise(
    game: Game, known: Mapping[str, tuple[Card, ...]], seen: tuple[Card, ...], bets: Mapping[str, int] | None = None
) -> dict[int, Fraction]:
    """What every legal option of a game's choice is worth, per unit of the first main stake.

    `known` are the piles that the choice sees, `seen` other cards known to be gone.
    """
    check_hand(game, known, seen)
    stakes, names = first_stakes(game, bets), decided_by(game, bets)
    shortcut = shortcut_of(game)
    if shortcut:
        values = shortcut.advise(game, known, seen, stakes, names)
    else:
        (values,) = best_strategy(game, stakes, names, known, seen).values.values()
    unit = stakes[game.main_wagers[0]]
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
    if not state.holds(choice.when, 1):
        raise ChoiceError(f"{choice.name} is not asked with {cards_text(hand)}")


def _key(
    game: Game, strategy: Strategy | None, stakes: Mapping[str, Fraction], names: tuple[str, ...]
) -> dict[str, Any]:
    """All that a tally depends on beside the program itself: pays only where a decision may turn on them."""
    key: dict[str, Any] = {
        "game": game.name,
        "version": game.version,
        "deck": list(game.deck.faces),
        "wagers": {wager.name: [line.pays.outcomes.__name__ for line in wager.lines] for wager in game.wagers},
        "strategy": [strategy.name, dict(strategy.constants)] if strategy else OPTIMAL,
    }
    if strategy is None and game.choices:
        key["stakes"] = {name: str(stakes[name]) for name in names}
        key["commission"] = {name: str(game.wager[name].commission) for name in names}
        key["meters"] = [(meter.amount_cents, meter.share_cents) for meter in game.meters]
        key["pays"] = {
            name: [{outcome: str(pay) for outcome, pay in line.pays.pays.items()} for line in game.wager[name].lines]
            for name in names
        }
    return key
