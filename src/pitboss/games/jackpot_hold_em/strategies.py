"""Named ways to play Jackpot Hold'Em."""

from pitboss.core.cards import ACE, KING, TEN
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import popcount, rule
from pitboss.games.jackpot_hold_em.game import TwoCards
from pitboss.hands.bits import SUIT, Bits, ranks_of
from pitboss.hands.hold_em import OnFlop, OnRiver
from pitboss.hands.hold_em_play import (
    HIGH_CARD,
    LOW_CARD,
    ON_FLOP,
    ON_RIVER,
    high_card,
    improves,
    low_card,
    published_on_flop,
    published_on_river,
)

HOLDINGS = ("no pair", "a pair with the open card", "a pair in hand", "three of a kind")


@rule
def holding_with(player: Bits, open_card: Bits) -> int:
    """No pair, a pair with the open card, a pair in hand, or three of a kind."""
    in_hand = 2 if popcount(ranks_of(player)) == 1 else 0
    return in_hand + (1 if ranks_of(player) & ranks_of(open_card) else 0)


@rule
def of_one_suit(player: Bits, open_card: Bits) -> int:
    """The most cards of one suit among the three."""
    three = player | open_card
    clubs = popcount(three & SUIT)
    diamonds = popcount(three >> 13 & SUIT)
    hearts = popcount(three >> 26 & SUIT)
    return max(max(clubs, diamonds), max(hearts, popcount(three >> 39)))


@rule
def simple_on_two(player: Bits, open_card: Bits) -> TwoCards:
    """Any pair with or without the open card, any ace, or a king with a ten or better."""
    if holding_with(player, open_card) or high_card(player) == ACE:
        return TwoCards.PLAY_3
    return TwoCards.PLAY_3 if high_card(player) == KING and low_card(player) >= TEN else TwoCards.CHECK


@rule
def play_pairs(player: Bits, open_card: Bits) -> TwoCards:
    """Any pair with or without the open card."""
    return TwoCards.PLAY_3 if holding_with(player, open_card) else TwoCards.CHECK


@rule
def always_play_3(player: Bits) -> TwoCards:
    """Three Antes on any two cards."""
    return TwoCards.PLAY_3


@rule
def check_two(player: Bits) -> TwoCards:
    """Never bet on two cards."""
    return TwoCards.CHECK


@rule
def check_flop(player: Bits) -> OnFlop:
    """Never bet on five cards."""
    return OnFlop.CHECK


@rule
def play_improved(player: Bits, board: Bits, hand: Bits) -> OnRiver:
    """Play a pair or better of one's own."""
    return OnRiver.PLAY_1 if improves(player, board, hand) else OnRiver.FOLD


GUIDES = {
    "two_cards": Guide(
        by=HIGH_CARD,
        ways=((TwoCards.CHECK, "check"), (TwoCards.PLAY_3, "play 3")),
        group=Feature(holding_with, lambda each: HOLDINGS[each]),
        then=(LOW_CARD, Feature(of_one_suit, lambda count: f"with {count} of one suit", "or more", "or fewer")),
    ),
    "on_flop": ON_FLOP,
    "on_river": ON_RIVER,
}
STRATEGIES = (
    Strategy(
        "simple",
        "play 3 on a pair, an ace or king-ten; then as the Wizard of Odds plays Ultimate Texas Hold'em",
        {"two_cards": simple_on_two, "on_flop": published_on_flop, "on_river": published_on_river},
    ),
    Strategy(
        "pairs",
        "play 3 on a pair only; then as the Wizard of Odds plays Ultimate Texas Hold'em",
        {"two_cards": play_pairs, "on_flop": published_on_flop, "on_river": published_on_river},
    ),
    Strategy(
        "always-play-3",
        "play 3 on any two cards",
        {"two_cards": always_play_3, "on_flop": published_on_flop, "on_river": published_on_river},
    ),
    Strategy(
        "wait",
        "check to the end, then play a pair or better with a card of your own",
        {"two_cards": check_two, "on_flop": check_flop, "on_river": play_improved},
    ),
)
