"""Named ways to play 3 Card Poker."""

from pitboss.core.cards import FOUR, QUEEN, SIX
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.games.three_card_poker.game import Play, qualifies
from pitboss.hands.bits import Bits, kind
from pitboss.hands.three_card import Kind, strength
from pitboss.hands.words import hand_marks

QUEEN_SIX_FOUR = 1 << QUEEN | 1 << SIX | 1 << FOUR


@rule
def play_on_q64(player: Bits) -> Play:
    """Play on queen, six, four or better."""
    return Play.PLAY if strength(player) >= QUEEN_SIX_FOUR else Play.FOLD


@rule
def mimic_the_dealer(player: Bits) -> Play:
    """Play on what the dealer would need."""
    return Play.PLAY if qualifies(player) else Play.FOLD


@rule
def always_play(player: Bits) -> Play:
    """Never fold."""
    return Play.PLAY


@rule
def own_strength(player: Bits) -> int:
    """The strength of the three cards."""
    return strength(player)


def strength_words(value: int) -> str:
    """`Q-6-4`, or the kind of hand and its ranks."""
    return hand_marks(Kind(kind(value)), value)


GUIDE = Guide(
    by=Feature(own_strength, strength_words, "or better", "or worse"),
    ways=((Play.FOLD, "fold"), (Play.PLAY, "play")),
)
STRATEGIES = (
    Strategy("q-6-4", "play on queen, six, four or better", {"play": play_on_q64}),
    Strategy("mimic", "play on queen high or better", {"play": mimic_the_dealer}),
    Strategy("always-play", "never fold", {"play": always_play}),
)
