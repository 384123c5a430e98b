"""Rounds that wait for a decision, and their values by brute force."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations

from pitboss.core.cards import Card, Deck
from pitboss.core.game import Answer, Game
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice
from pitboss.core.settle import settle_round
from pitboss.maths.exact.decide import Stage
from pitboss.maths.tally.tally import NOT_PLACED

SMALL = Deck("toy deck", (0, 2, 5, 8, 11, 12, 15, 18, 24, 25))


def asked(
    game: Game, bets: Mapping[int, Mapping[str, int]], cards: Mapping[tuple[str, int], tuple[Card, ...]]
) -> Round:
    """A round with these bets up to its first choice: piles as given, the others from the top of what is left."""
    left = list((Counter(game.deck.faces) - Counter(card for pile in cards.values() for card in pile)).elements())
    played = Round(game).after(Bets(bets))
    while isinstance(need := played.need(), NeedCards):
        drawn = cards.get((need.pile, need.seat)) or tuple(left.pop(0) for _ in range(need.count))
        played = played.after(Dealt(need.pile, need.seat, drawn))
    assert isinstance(need, NeedChoice)
    return played


def random_decision(game: Game, bets: Mapping[str, int], source: random.Random) -> Round:
    """A round of one seat, dealt at random up to a choice."""
    while True:
        deck = list(game.deck)
        source.shuffle(deck)
        played = Round(game).after(Bets({1: bets}))
        while isinstance(need := played.need(), NeedCards):
            played = played.after(Dealt(need.pile, need.seat, tuple(deck.pop() for _ in range(need.count))))
        if isinstance(need, NeedChoice):
            return played


def mean_net(game: Game, bets: Mapping[str, int], player: tuple[Card, ...], answer: Answer, dealer: int) -> Fraction:
    """The mean net result of an answer over every hand that the dealer of a toy can have, dealt one by one."""
    nets = [net for net, _ in nets_of(game, bets, player, answer, dealer)]
    return Fraction(sum(nets), len(nets))


def nets_of(
    game: Game, bets: Mapping[str, int], player: tuple[Card, ...], answer: Answer | None, dealer: int
) -> list[tuple[int, tuple[Card, ...]]]:
    """The net result against every hand of the dealer; without an answer where none is asked."""
    left = list((Counter(game.deck.faces) - Counter(player)).elements())
    found = []
    for cards in combinations(left, dealer):
        played = Round(game).after(Bets({1: bets})).after(Dealt("player", 1, player)).after(Dealt("dealer", 0, cards))
        if answer is not None:
            (name,) = game.choices
            played = played.after(Chose(1, name, answer))
        found.append((settle_round(played).net_cents(1), cards))
    return found


def value_of_hands(stage: Stage) -> Fraction:
    """The value of the best option with every hand, and of the deals that ask for none, times their weights."""
    none = Fraction(0)
    return sum(
        (
            max((nets[1] for option, nets in hand.items() if option != NOT_PLACED), default=none)
            + (hand[NOT_PLACED][1] if NOT_PLACED in hand else none)
            for hand in stage.sums
        ),
        none,
    )
