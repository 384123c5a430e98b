"""Named ways to play Xtreme Hold'Em."""

from pitboss.core.cards import ACE, EIGHT, FIVE, JACK, KING, QUEEN, SIX, TEN, THREE, TWO
from pitboss.core.game import Strategy
from pitboss.core.guide import Guide
from pitboss.core.rule import rule
from pitboss.games.xtreme_hold_em.game import TwoCards
from pitboss.hands.bits import Bits, ranks_of, top_rank
from pitboss.hands.hold_em import OnFlop, OnRiver, is_suited
from pitboss.hands.hold_em_play import (
    HIGH_CARD,
    HOLDING,
    LOW_CARD,
    ON_FLOP,
    ON_RIVER,
    improves,
    published_on_flop,
    published_on_river,
)

NEVER = 1 << 13  # Above the bit of every rank.


@rule
def published_on_two(player: Bits) -> TwoCards:
    """Threes or better, any ace, K-5, Q-8 and J-T or better, and in one suit K-2, Q-6 and J-8 or better."""
    high = top_rank(ranks_of(player))
    low = ranks_of(player) & ~high  # Nothing for a pair.
    least = lowest_beside(high, is_suited(player))
    plays = low >= least if low else high >= 1 << THREE
    return TwoCards.PLAY_4 if plays else TwoCards.CHECK


@rule
def lowest_beside(high: int, suited: int) -> int:
    """The lowest rank with which a higher one is played early, as a bit; above all ranks where none will do."""
    least = (1 << EIGHT if suited else 1 << TEN) if high == 1 << JACK else NEVER
    least = (1 << SIX if suited else 1 << EIGHT) if high == 1 << QUEEN else least
    least = (1 << TWO if suited else 1 << FIVE) if high == 1 << KING else least
    return 1 << TWO if high == 1 << ACE else least


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
        "the Wizard of Odds' basic strategy for Ultimate Texas Hold'em, outs counted in a simple way",
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
