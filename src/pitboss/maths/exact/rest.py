"""The rest of a round from given cards and choices, with every deal to come counted once.

A round may ask for several choices. Those made are followed, each option of the next one is followed, and every later
one is played best: backward induction from the last choice. A hand at a choice is what it and the choices before it
see, and what was chosen there, so that a player forgets nothing.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from math import comb, prod
from typing import TypeAlias

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.game import Answer, Cards, Choose, Game
from pitboss.core.script import option_cards
from pitboss.maths.exact.decide import Induction, tallied
from pitboss.maths.exact.enumerate import Deals, Enumeration, Piles, hand_count
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally

Made: TypeAlias = Mapping[str, Answer]
"""The answers to choices made so far, by choice."""


OTHER_COLUMNS = 8
"""Columns of a row besides the cards left of each kind: weights, piles, choices."""


class Following(Enumeration):
    """All deals of one seat that agree with the choices made."""

    def __init__(self, game: Game, known: Piles, seen: Iterable[Card], chosen: Made) -> None:
        super().__init__(game, known, seen)
        self.made = {name: self._number_of(name, answer) for name, answer in chosen.items()}

    def _number_of(self, name: str, answer: Answer) -> int:
        if isinstance(self.game.choices[name].options, Cards):
            return self.number(option_cards(answer))
        assert isinstance(answer, int)
        return answer

    def _choose(self, step: Choose, deals: Deals) -> Deals:
        """Follows the option that was chosen, or every legal one of a choice still open."""
        followed = super()._choose(step, deals)
        if step.name not in self.made:
            return followed
        return followed.take(np.flatnonzero(followed.choices[step.name] == self.made[step.name]))


def bytes_ahead(game: Game, known: Piles, seen: Iterable[Card], chosen: Made) -> int:
    """An upper bound of the memory that enumeration of the rest of a round takes, every option followed."""
    left = Enumeration(game, known, seen).start.tolist()
    hands = prod(hand_count(left, deal.count) for name, deal in game.piles.items() if name not in known)
    rows = hands * prod(_options(game, each) for each in game.choices.values() if each.name not in chosen)
    return rows * 8 * (len(left) + OTHER_COLUMNS)


def _options(game: Game, choice: Choose) -> int:
    if isinstance(choice.options, Cards):
        return comb(game.piles[choice.options.pile].count, choice.options.count)
    return len(choice.options)


def tallies_ahead(
    game: Game,
    known: Piles,
    seen: Iterable[Card],
    chosen: Made,
    asked: Choose | None,
    stakes: Staked,
    names: tuple[str, ...],
) -> dict[Answer | None, Tally]:
    """The tally of the rest of a round for every legal answer to the choice `asked`; under None where none is asked.

    Later choices maximise the net of the wagers in `names` together.
    """
    enumeration = Following(game, known, seen, chosen)
    deals = enumeration.deals()
    induction = Induction(enumeration, deals, stakes, names)
    order = list(game.choices.values())
    for choice in reversed(order[order.index(asked) + 1 if asked else 0 :]):
        if choice.name not in chosen:
            induction.decide(choice)
    columns, keep = induction.columns, induction.keep
    if asked is None:
        return {None: tallied(game, deals, columns, keep)}
    made = deals.choices[asked.name]
    found = {int(each): tallied(game, deals, columns, keep & (made == each)) for each in np.unique(made[keep])}
    found.pop(NOT_PLACED, None)
    return {option: found[number] for option, number in in_hand(enumeration, asked, known).items() if number in found}


def in_hand(enumeration: Enumeration, choice: Choose, known: Piles) -> dict[Answer, int]:
    """Every answer to a choice with the cards in hand, and its number in an enumeration.

    Enumeration names the first face of a kind; a hand may hold other faces, which are worth the same.
    """
    if not isinstance(choice.options, Cards):
        return {int(each): int(each) for each in choice.options}
    count = choice.options.count
    sets = dict.fromkeys(tuple(sorted(each)) for each in combinations(known[choice.options.pile], count))
    return {each[0] if count == 1 else each: enumeration.number(each) for each in sets}
