"""Advice on one hand of Wild Six: looked up, or by brute force where further cards are known to be gone."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np

from pitboss.core.cards import JOKER, TWO_JOKERS, Card, Deck
from pitboss.core.game import Game
from pitboss.games.wild_six.solver.discards import DECIDED_BY, discards, poker_values
from pitboss.games.wild_six.solver.tables import Stock, number_below, stock_of
from pitboss.hands.bits import NATURALS, SUIT, card_bit, hand_of
from pitboss.hands.wild import strength
from pitboss.maths.compile.cpu import fast, on_arrays, plain_of, shared
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.rest import Made
from pitboss.maths.exact.solver import NOTHING
from pitboss.maths.exact.suits import in_order
from pitboss.maths.tally.tally import Staked, line_net


@fast
def advise_part(first, last, unseen, values, ordered, wins, ties):
    """Counts wins and ties of each discard over all replacements, for the dealer hands of a range of highest cards."""
    count = len(unseen)
    for top in range(first, last):
        for b in range(top):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            dealer = strength(unseen[top] + unseen[b] + unseen[c] + unseen[d] + unseen[e] + unseen[f])
                            for aside in range(5):
                                low = number_below(ordered[aside], dealer + 1)
                                better = count - low
                                same = 0
                                while low > 0 and ordered[aside, low - 1] == dealer:
                                    low -= 1
                                    same += 1
                                for card in (top, b, c, d, e, f):
                                    if values[aside, card] > dealer:
                                        better -= 1
                                    elif values[aside, card] == dealer:
                                        same -= 1
                                wins[top, aside] += better
                                ties[top, aside] += same


def count_directly(
    cards: tuple[Card, ...], seen: tuple[Card, ...] = (), deck: Deck = TWO_JOKERS
) -> tuple[list[int], list[int], int]:
    """Wins, ties and deals of each discard of a hand, by brute force over the dealer hands."""
    hand = hand_of(cards)
    left = deck.counts - Counter((*cards, *seen))
    unseen = np.array([card_bit(card) for card in sorted(left.elements())], dtype=np.int64)
    held = np.array([card_bit(card) for card in cards], dtype=np.int64)
    values = np.stack([on_arrays(strength)(hand - aside + unseen) for aside in held])
    wins, ties = np.zeros((len(unseen), 5), dtype=np.int64), np.zeros((len(unseen), 5), dtype=np.int64)
    ordered = np.sort(values, axis=1)
    # The higher the highest card, the more work: the longest parts come first.
    order = range(len(unseen) - 1, -1, -1)

    def work(first: int, last: int) -> None:
        for top in order[first:last]:
            advise_part(top, top + 1, unseen, values, ordered, wins, ties)

    shared(work, len(order), "counting dealer hands")
    deals = len(unseen) * comb(len(unseen) - 1, 6)
    return [int(each) for each in wins.sum(axis=0)], [int(each) for each in ties.sum(axis=0)], deals


@lru_cache(maxsize=1)
def kept_table(stock: Stock) -> dict[str, np.ndarray]:
    """The kept table, read once for all hands of a log of rounds."""
    return discards(stock)


def looked_up(cards: tuple[Card, ...], stock: Stock) -> tuple[list[int], list[int], int]:
    """Wins, ties and deals of each discard of a hand, from the kept table."""
    table = kept_table(stock)
    hand = hand_of(cards)
    ordered = plain_of(in_order)(hand)
    row = int(np.searchsorted(table["sets"], ordered))
    holdings = [hand >> 13 * suit & SUIT for suit in range(4)]
    places = [ordered >> 13 * suit & SUIT for suit in range(4)]
    naturals = ordered & NATURALS
    slots = []
    for card in cards:
        # A card keeps its rank and moves with its suit's holding; equal holdings are interchangeable.
        place = 52 if card == JOKER else 13 * places.index(holdings[card // 13]) + card % 13
        slots.append((naturals & ((1 << place) - 1)).bit_count())
    return (
        [int(table["wins"][row, slot]) for slot in slots],
        [int(table["ties"][row, slot]) for slot in slots],
        stock.replacements * stock.dealer_hands,
    )


def others(
    game: Game, player: tuple[Card, ...], seen: tuple[Card, ...], stakes: Staked, names: tuple[str, ...]
) -> Fraction:
    """The value of the other bets with a hand, over every card that can come; it does not depend on the discard."""
    hand = hand_of(player)
    left = game.deck.counts - Counter((*player, *seen))
    total = Fraction(0)
    for wager in game.wagers:
        if wager.name not in names or wager.name in DECIDED_BY:
            continue
        for place, line in enumerate(wager.lines):
            alone = len(game.bound_line(line).sources) == 1
            for card, count in left.items():
                outcome = line.outcome(hand) if alone else line.outcome(hand, card_bit(card))
                total += count * line_net(game, wager, place, int(outcome), stakes[wager.name])
    return total / left.total()


def advise(
    game: Game,
    known: Piles,
    seen: tuple[Card, ...],
    stakes: Staked,
    names: tuple[str, ...],
    chosen: Made = NOTHING,
) -> dict[int, Fraction]:
    """The value of each discard to the Poker bet with one hand, the cards in `seen` known to be gone."""
    player = known["player"]
    wins, ties, deals = count_directly(player, seen, game.deck) if seen else looked_up(player, stock_of(game))
    lost_net, tied_net, won_net = poker_values(game, stakes)
    aside = others(game, player, seen, stakes, names)
    return {
        card: aside + (won * won_net + tied * tied_net + (deals - won - tied) * lost_net) / deals
        for card, won, tied in zip(player, wins, ties, strict=True)
    }
