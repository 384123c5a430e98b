"""Named ways to play Xtreme Hold'Em."""

from pitboss.core.cards import EIGHT, FIVE, JACK, SIX, TEN, THREE, TWO
from pitboss.core.game import Strategy
from pitboss.core.guide import Guide
from pitboss.core.rule import rule
from pitboss.games.xtreme_hold_em.game import TwoCards
from pitboss.hands.bits import Bits
from pitboss.hands.hold_em import OnFlop, OnRiver
from pitboss.hands.hold_em_play import (
    HIGH_CARD,
    HOLDING,
    LOW_CARD,
    ON_FLOP,
    ON_RIVER,
    PAIR,
    high_card,
    holding_of,
    improves,
    low_card,
    published_on_flop,
    published_on_river,
)

# The lowest card with which a higher one is played early, by the higher: a ten or less, jack, queen, king, ace.
NEVER = 13
BESIDE = (NEVER,) * JACK
TWO_SUITS = (*BESIDE, TEN, EIGHT, FIVE, TWO)
ONE_SUIT = (*BESIDE, EIGHT, SIX, TWO, TWO)


@rule
def published_on_two(player: Bits) -> TwoCards:
    """Threes or better, any ace, K-5, Q-8 and J-T or better, and in one suit K-2, Q-6 and J-8 or better."""
    high, low = high_card(player), low_card(player)
    if holding_of(player) == PAIR:
        return TwoCards.PLAY_4 if high >= THREE else TwoCards.CHECK
    least = ONE_SUIT[high] if holding_of(player) else TWO_SUITS[high]
    return TwoCards.PLAY_4 if low >= least else TwoCards.CHECK


@rule
def always_play_4(player: Bits) -> TwoCards:
    """Four Antes on any two cards."""
    return TwoCards.PLAY_4


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
        ways=((TwoCards.CHECK, "check"), (TwoCards.PLAY_4, "play 4")),
        group=HOLDING,
        then=(LOW_CARD,),
    ),
    "on_flop": ON_FLOP,
    "on_river": ON_RIVER,
}
STRATEGIES = (
    Strategy(
        "published",
        "the Wizard of Odds' basic strategy for Ultimate Texas Hold'em",
        {"two_cards": published_on_two, "on_flop": published_on_flop, "on_river": published_on_river},
    ),
    Strategy(
        "always-play-4",
        "play 4 on any two cards",
        {"two_cards": always_play_4, "on_flop": published_on_flop, "on_river": published_on_river},
    ),
    Strategy(
        "wait",
        "check to the end, then play a pair or better with a card of your own",
        {"two_cards": check_two, "on_flop": check_flop, "on_river": play_improved},
    ),
)
