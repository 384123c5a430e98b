"""Exact Wild Six beyond brute force: every five cards, every discard, every replacement, every dealer hand.

The order of the sum is changed and no rule restated: hands are ranked by `strength` and bets judged by the game's own
rules. `shortcut_tables` counts the dealer hands below and equal to every hand. It works for any deck of whole ranks,
with up to two jokers, which is how it is held against plain enumeration.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb, prod
from threading import Lock

import numpy as np

from pitboss.core.cards import JOKER, TWO_JOKERS, Card, Deck, parse_cards
from pitboss.core.game import Game, Strategy
from pitboss.core.rule import highest, lowest
from pitboss.games.wild_six.game import (
    Drawn,
    Fortune,
    Paying,
    Poker,
    Tax,
    draw_bonus,
    fortune,
    is_automatic,
    poker,
    queens_or_better,
    tax,
)
from pitboss.games.wild_six.shortcut_tables import (
    BINOMIALS,
    Solved,
    Stock,
    holds,
    in_order,
    number_of,
    place_in,
    places_of,
    sets_of,
    slot_of,
    solved,
    stock_of,
)
from pitboss.hands.bits import SUIT, card_bit
from pitboss.hands.wild import strength
from pitboss.maths.codegen.program import Policy
from pitboss.maths.compile.cpu import fast, on_arrays, plain_of, shared
from pitboss.maths.compile.results_cache import kept_arrays
from pitboss.maths.exact.enumerate import whole_numbers
from pitboss.maths.strategy.plan import Decisions
from pitboss.maths.tally.tally import Tally, line_net, tally_columns

HELD = 5
RANKED = (1 << 11) - 1  # Room for the number of a suit's holding among those of its count.
JOKER_THROWN = 4 << 4


@fast
def add_cells(
    first, last, deck, sets5, weights5, automatic, asides, paying, taxed,
    listed6, binomials, less, equal, dealers, cells,
):  # fmt: skip
    """Adds every deal to its cell: poker by how the dealer compares, the other bets by their rules."""
    places = np.zeros(8, dtype=np.int64)
    held = np.zeros(8, dtype=np.int64)
    for row in range(first, last):
        cards = sets5[row]
        places_of(cards, held)
        for card in deck:
            if holds(cards, card):
                continue
            bit = 1 << min(card, 52)
            drawn = draw_bonus(cards, bit) + 0
            award = fortune(cards, bit) + 0
            if automatic[row]:
                cells[3, paying[row], drawn, taxed[row], award] += weights5[row] * dealers
                continue
            ordered = in_order(cards + bit)
            found = listed6[number_of(ordered, binomials, places)]
            slot = slot_of(cards + bit, ordered, held[asides[row]])
            won = less[found, slot]
            tied = equal[found, slot]
            cells[2, paying[row], drawn, taxed[row], award] += weights5[row] * won
            cells[1, paying[row], drawn, taxed[row], award] += weights5[row] * tied
            cells[0, paying[row], drawn, taxed[row], award] += weights5[row] * (dealers - won - tied)


@fast
def advise_part(first, last, unseen, values, ordered, wins, ties):
    """Adds up, for dealer hands of a range of highest cards, what each discard wins and ties over all replacements."""
    count = len(unseen)
    for top in range(first, last):
        for b in range(top):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        for f in range(e):
                            dealer = strength(unseen[top] + unseen[b] + unseen[c] + unseen[d] + unseen[e] + unseen[f])
                            for aside in range(5):
                                low = 0
                                high = count
                                while low < high:
                                    middle = (low + high) // 2
                                    if ordered[aside, middle] <= dealer:
                                        low = middle + 1
                                    else:
                                        high = middle
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
    """Wins, ties and deals of each discard of a hand, dealer hand by dealer hand: no table, no symmetry."""
    hand = sum(card_bit(card) for card in cards)
    left = Counter(deck.faces)
    left.subtract((*cards, *seen))
    unseen = np.array([card_bit(card) for card in sorted(left.elements())], dtype=np.int64)
    held = np.array([card_bit(card) for card in cards], dtype=np.int64)
    values = np.stack([on_arrays(strength)(hand - aside + unseen) for aside in held])
    wins, ties = np.zeros((len(unseen), 5), dtype=np.int64), np.zeros((len(unseen), 5), dtype=np.int64)
    ordered = np.sort(values, axis=1)
    # The highest card decides how much work a part is: the longest parts first.
    order = range(len(unseen) - 1, -1, -1)

    def work(first: int, last: int) -> None:
        for top in order[first:last]:
            advise_part(top, top + 1, unseen, values, ordered, wins, ties)

    shared(work, len(order), "counting dealer hands")
    deals = len(unseen) * comb(len(unseen) - 1, 6)
    return [int(each) for each in wins.sum(axis=0)], [int(each) for each in ties.sum(axis=0)], deals


def set_of(text: str) -> int:
    """The set that some cards make."""
    return sum(card_bit(card) for card in parse_cards(text))


def outcomes_by_sign() -> tuple[int, int, int, int]:
    """How the Poker bet ends when the dealer ranks higher, equal, lower, or is not asked: the rule's own words."""
    player = set_of("Kc Qd 9h 7s 3c"), set_of("3c"), set_of("5d")
    dealers = (set_of(text) for text in ("Ac Td 8h 6s 4c", "Kd Qh 9s 7c 5h", "Jc Td 8h 6s 4c"))
    lost, tied, won = (int(poker(*player, dealer, set_of("2h"))) for dealer in dealers)
    return lost, tied, won, int(poker(set_of("2c 3d 4h 5s 6c"), 0, 0, set_of("Jc Td 8h 6s 4c"), set_of("2h")))


# What an automatic winner is paid turns no discard: it makes none.
DECIDED_BY = {"poker": (Poker.LOST, Poker.TIED, Poker.WON)}


def keep(game: Game) -> None:
    """Keeps what every discard is worth, once a game is solved, so that advice is at hand."""
    discards(stock_of(game))


def poker_values(game: Game, stakes: Mapping[str, Fraction]) -> list[Fraction]:
    """What the Poker bet nets when the dealer ranks higher, equal and lower."""
    return [line_net(game, game.wager["poker"], 0, end, stakes["poker"]) for end in outcomes_by_sign()[:3]]


def scores(
    game: Game, stakes: Mapping[str, Fraction], wins: np.ndarray, ties: np.ndarray, deals: int
) -> tuple[np.ndarray, int]:
    """What every discard is worth to the Poker bet, summed over its deals, in whole numbers over one denominator."""
    (lost, tied, won), scale = whole_numbers(poker_values(game, stakes), 3 * deals)
    return won * wins + tied * ties + lost * (deals - wins - ties), scale


def best_asides(game: Game, stakes: Mapping[str, Fraction], done: Solved) -> np.ndarray:
    """The place of the best discard of every hand."""
    deals = done.stock.replacements * done.stock.dealer_hands
    return np.argmax(scores(game, stakes, done.wins, done.ties, deals)[0], axis=1)


def tallied(game: Game, done: Solved, asides: np.ndarray) -> Tally:
    """The tally of a game in which these discards are made."""
    cells = np.zeros((4, len(Paying), len(Drawn), len(Tax), len(Fortune)), dtype=np.int64)
    args = (
        done.stock.places,
        done.sets5,
        done.weights5,
        on_arrays(is_automatic)(done.sets5),
        asides.astype(np.int64),
        on_arrays(queens_or_better)(done.sets5),
        on_arrays(tax)(done.sets5),
        done.listed6,
        BINOMIALS,
        done.less,
        done.equal,
        done.stock.dealer_hands,
    )
    lock = Lock()

    def work(first: int, last: int) -> None:
        own = np.zeros_like(cells)
        add_cells(first, last, *args, own)
        with lock:
            np.add(cells, own, out=cells)

    shared(work, len(done.sets5), "adding up deals")
    ends = outcomes_by_sign()
    found: dict[tuple[int, ...], int] = {}
    for sign, paying, drawn, taxed, award in zip(*np.nonzero(cells), strict=True):
        key = (ends[int(sign)], int(paying), int(drawn), int(taxed), int(award))
        found[key] = int(cells[sign, paying, drawn, taxed, award])
    return Tally(*tally_columns(game), found)


def solve(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Tally:
    """The tally of the best discards. Only the Poker bet depends on them, so they are best for any bets together."""
    done = solved(stock_of(game))
    return tallied(game, done, best_asides(game, stakes, done))


def under(game: Game, strategy: Strategy) -> Tally:
    """The tally of a named strategy."""
    done = solved(stock_of(game))
    thrown = on_arrays(strategy.rules["discard"])(done.sets5)
    asides = np.zeros(len(thrown), dtype=np.int64)
    find_places(done.sets5, thrown, asides)
    return tallied(game, done, asides)


@fast
def find_places(sets, cards, places):
    """The place of a card in each set."""
    for row in range(len(sets)):
        places[row] = place_in(sets[row], highest(cards[row]))


def advise(
    game: Game,
    known: Mapping[str, tuple[Card, ...]],
    seen: tuple[Card, ...],
    stakes: Mapping[str, Fraction],
    names: tuple[str, ...],
) -> dict[int, Fraction]:
    """What each discard is worth to the Poker bet with one hand, the cards in `seen` known to be gone."""
    player = known["player"]
    wins, ties, deals = count_directly(player, seen, game.deck) if seen else looked_up(player, stock_of(game))
    lost_net, tied_net, won_net = poker_values(game, stakes)
    aside = others(game, known["player"], seen, stakes, names)
    return {
        card: aside + (won * won_net + tied * tied_net + (deals - won - tied) * lost_net) / deals
        for card, won, tied in zip(player, wins, ties, strict=True)
    }


def others(
    game: Game, player: tuple[Card, ...], seen: tuple[Card, ...], stakes: Mapping[str, Fraction], names: tuple[str, ...]
) -> Fraction:
    """What the other bets are worth with a hand, whatever is discarded: over every card that can come."""
    hand = sum(card_bit(card) for card in player)
    left = Counter(game.deck.faces)
    left.subtract((*player, *seen))
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


def decisions(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Decisions:
    """What each discard is worth with every hand that must discard; a column a place among its cards."""
    stock = stock_of(game)
    table = discards(stock)
    sets, weights = sets_of(stock, 5)
    weights = weights[np.argsort(sets)]
    asked = on_arrays(is_automatic)(table["sets"]) == 0
    deals = stock.replacements * stock.dealer_hands
    worth, scale = scores(game, stakes, table["wins"][asked], table["ties"][asked], deals)
    return Decisions(
        {("player", card_bit): table["sets"][asked]},
        weights[asked],
        worth,
        scale * deals,
        int(weights.sum()),
    )


@fast
def falling(hand, codes):
    """The codes of the four suits' holdings, each with its suit below it, in falling order: 16 bits each."""
    a = int(codes[hand & SUIT]) << 2
    b = int(codes[hand >> 13 & SUIT]) << 2 | 1
    c = int(codes[hand >> 26 & SUIT]) << 2 | 2
    d = int(codes[hand >> 39 & SUIT]) << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a | b << 16 | c << 32 | d << 48


@fast
def number_up_to_names(ordered, sizes, starts):
    """The number of a hand by its ordered codes: hands of the same counts in their suits are numbered together."""
    a = ordered >> 13 & 7
    b = ordered >> 29 & 7
    c = ordered >> 45 & 7
    d = ordered >> 61
    number = (ordered >> 50 & RANKED) * sizes[c] + (ordered >> 34 & RANKED)
    number = number * sizes[b] + (ordered >> 18 & RANKED)
    number = number * sizes[a] + (ordered >> 2 & RANKED)
    return number + starts[a | b << 3 | c << 6 | d << 9]


@fast
def best_discard(hand, codes, sizes, starts, thrown):
    """The card to throw: its rank and its suit's place in falling order, looked up under the number of the hand."""
    ordered = falling(hand, codes)
    known = int(thrown[number_up_to_names(ordered, sizes, starts)])
    suit = 4 if known == JOKER_THROWN else ordered >> 16 * (known >> 4) & 3
    return 1 << 13 * suit + (known & 15)


def numbering() -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], int]:
    """The tables that number hands up to the names of the suits, and how many numbers there are.

    They are: by holding of a suit its count, and its number among holdings of that count; by count how many holdings
    there are; and by the counts of four suits, three bits each, where their hands begin.
    """
    counts = np.array([holding.bit_count() for holding in range(SUIT + 1)])
    codes = np.zeros(SUIT + 1, dtype=np.int32)
    for count in range(HELD + 1):
        same = np.flatnonzero(counts == count)
        codes[same] = np.arange(len(same)) | count << RANKED.bit_length()
    sizes = np.array([comb(13, count) for count in range(8)], dtype=np.int64)
    starts = np.zeros(8**4, dtype=np.int64)
    total = 0
    for each in product(range(HELD + 1), repeat=4):
        if HELD - 2 <= sum(each) <= HELD and list(each) == sorted(each, reverse=True):
            starts[sum(count << 3 * place for place, count in enumerate(each))] = total
            total += prod(comb(13, count) for count in each)
    return (codes, sizes, starts), total


@fast
def write_thrown(first, last, sets, best, codes, sizes, starts, thrown):
    """What listed hands throw, under their numbers; of suits that hold the same, the first in falling order throws."""
    for row in range(first, last):
        left = sets[row] & ((1 << 52) - 1)
        for _ in range(best[row]):
            left &= left - 1
        ordered = falling(sets[row], codes)
        known = JOKER_THROWN
        if left:
            suit = lowest(left) // 13
            held = sets[row] >> 13 * suit & SUIT
            place = 0
            while sets[row] >> 13 * (ordered >> 16 * place & 3) & SUIT != held:
                place += 1
            known = place << 4 | lowest(left) % 13
        thrown[number_up_to_names(ordered, sizes, starts)] = known


def policy(game: Game, stakes: Mapping[str, Fraction], names: tuple[str, ...]) -> Policy:
    """The best discard of every hand, as tables."""
    stock = stock_of(game)
    table = discards(stock)
    deals = stock.replacements * stock.dealer_hands
    best = np.argmax(scores(game, stakes, table["wins"], table["ties"], deals)[0], axis=1)
    numbers, total = numbering()
    thrown = np.zeros(total, dtype=np.int8)
    args = table["sets"], best, *numbers, thrown
    shared(lambda first, last: write_thrown(first, last, *args), len(best))
    return Policy("discard", card_bit, best_discard, (*numbers, thrown))


def discards(stock: Stock) -> dict[str, np.ndarray]:
    """Every listed five-card set with what each discard wins and ties, kept on disk once solved."""

    def make() -> dict[str, np.ndarray]:
        done = solved(stock)
        order = np.argsort(done.sets5)
        return {"sets": done.sets5[order], "wins": done.wins[order], "ties": done.ties[order]}

    return kept_arrays({"game": "wild-six", "what": "discards", "ranks": stock.ranks, "jokers": stock.jokers}, make)


def looked_up(cards: tuple[Card, ...], stock: Stock) -> tuple[list[int], list[int], int]:
    """Wins, ties and deals of each discard of a hand, from the kept table."""
    table = discards(stock)
    hand = sum(card_bit(card) for card in cards)
    ordered = plain_of(in_order)(hand)
    row = int(np.searchsorted(table["sets"], ordered))
    holdings = [hand >> 13 * suit & SUIT for suit in range(4)]
    places = [ordered >> 13 * suit & SUIT for suit in range(4)]
    naturals = ordered & ((1 << 52) - 1)
    slots = []
    for card in cards:
        # A card keeps its rank and goes where its suit's holding went; equal holdings are alike.
        place = 52 if card == JOKER else 13 * places.index(holdings[card // 13]) + card % 13
        slots.append((naturals & ((1 << place) - 1)).bit_count())
    return (
        [int(table["wins"][row, slot]) for slot in slots],
        [int(table["ties"][row, slot]) for slot in slots],
        stock.replacements * stock.dealer_hands,
    )
