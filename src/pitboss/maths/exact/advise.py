"""Advice on one hand: the exact value of every legal option."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from pitboss.core.cards import Card, cards_text
from pitboss.core.errors import CardError, ChoiceError, one_of, plural
from pitboss.core.game import Answer, Chosen, Game
from pitboss.core.script import State
from pitboss.maths.exact.decide import only_choice
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.solver import deciding, solver_of
from pitboss.maths.tally.tally import first_stakes


def advise(
    game: Game, known: Piles, seen: tuple[Card, ...], bets: Mapping[str, int] | None = None
) -> dict[Answer, Fraction]:
    """The exact value of every legal option of a game's choice, per unit of the first main stake.

    `known` are the piles that the choice sees, `seen` other cards known to be gone.
    """
    check_hand(game, known, seen)
    stakes, names = first_stakes(game, bets), deciding(game, bets)[1]
    unit = stakes[game.main_wagers[0]]
    if not unit:
        choice, main = only_choice(game).name, game.main_wagers[0]
        raise ChoiceError(f"{choice} is asked only of seats that bet {main}; bet on {main} as well", "not-asked")
    values = solver_of(game).advise(game, known, seen, stakes, names)
    return {option: value / unit for option, value in values.items()}


def check_hand(game: Game, known: Piles, seen: tuple[Card, ...]) -> None:
    """Refuses a hand that a choice cannot be asked with."""
    if not game.choices:
        raise ChoiceError(f"{game.name} asks for no choice, so there is nothing to advise on", "none")
    choice = only_choice(game)
    state = State(game)
    state.bets = {1: {wager.name: 1 for wager in game.wagers if not isinstance(wager.stake, Chosen)}}
    for pile in known:
        if pile not in choice.sees:
            raise CardError(
                f"{pile!r} is not a pile that the choice {choice.name} looks at; it looks at {one_of(choice.sees)}",
                "unknown-pile",
            )
    for pile in choice.sees:
        count, given = game.piles[pile].count, len(known.get(pile, ()))
        if given != count:
            raise CardError(f"{pile} takes {plural(count, 'card')}; {given or 'none'} given", "count")
        state.piles[pile, state.owner(pile, 1)] = known[pile]
    hand = tuple(card for cards in known.values() for card in cards)
    game.deck.check((*hand, *seen), Counter())
    left, needed = len(game.deck) - len(hand) - len(seen), game.most_cards(1) - len(hand)
    if left < needed:
        raise CardError(
            f"with {plural(len(seen), 'card')} seen {left} are left, and the round may need {needed}", "used-up"
        )
    if not state.holds(choice.when, 1):
        raise ChoiceError(f"{choice.name} is not asked with {cards_text(hand)}", "not-asked")
