"""Named ways to play 3 Card Poker."""

from pitboss.cards import FOUR, QUEEN, SIX
from pitboss.game import Strategy
from pitboss.games.three_card_poker.game import Bits, Play, qualifies, strength
from pitboss.rule import rule

QUEEN_SIX_FOUR = 1 << QUEEN | 1 << SIX | 1 << FOUR


@rule
def play_on_q64(player: Bits) -> Play:
    """Play on queen, six, four or better."""
    if strength(player) >= QUEEN_SIX_FOUR:
        return Play.PLAY
    return Play.FOLD


@rule
def mimic_the_dealer(player: Bits) -> Play:
    """Play on what the dealer would need."""
    if qualifies(player):
        return Play.PLAY
    return Play.FOLD


@rule
def always_play(player: Bits) -> Play:
    """Never fold."""
    return Play.PLAY


STRATEGIES = (
    Strategy("q-6-4", "play on queen, six, four or better", {"play": play_on_q64}),
    Strategy("mimic", "play on queen high or better", {"play": mimic_the_dealer}),
    Strategy("always-play", "never fold", {"play": always_play}),
)
