"""Named ways to play 4 Card Frenzy; `k-q-8-4` is published for Crazy 4 Poker (Wizard of Odds), which raises alike."""

from pitboss.core.cards import EIGHT, FOUR, KING, QUEEN
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.games.four_card_frenzy.game import Play
from pitboss.hands.best_four import has_aces, has_king
from pitboss.hands.bits import Bits, kind
from pitboss.hands.four_card import Kind, strength
from pitboss.hands.words import hand_marks

KQ84 = 1 << KING | 1 << QUEEN | 1 << EIGHT | 1 << FOUR


@rule
def raise_on_kq84(player: Bits) -> Play:
    """Three Antes on a pair of aces or better, one on king, queen, eight, four or better."""
    return Play.RAISE_3 if has_aces(player) else Play.RAISE_1 if strength(player) >= KQ84 else Play.FOLD


@rule
def raise_on_a_king(player: Bits) -> Play:
    """Three Antes on a pair of aces or better, one on king high or better."""
    return Play.RAISE_3 if has_aces(player) else Play.RAISE_1 if has_king(player) else Play.FOLD


@rule
def raise_on_a_pair(player: Bits) -> Play:
    """Three Antes on a pair of aces or better, one on any pair or better."""
    pair = kind(strength(player)) >= Kind.PAIR
    return Play.RAISE_3 if has_aces(player) else Play.RAISE_1 if pair else Play.FOLD


@rule
def always_raise_one(player: Bits) -> Play:
    """One Ante, always."""
    return Play.RAISE_1


@rule
def own_strength(player: Bits) -> int:
    """The strength of the best four cards."""
    return strength(player)


def strength_words(value: int) -> str:
    """`K-Q-8-4`, or the kind of hand and its ranks."""
    return hand_marks(Kind(kind(value)), value)


GUIDE = Guide(
    by=Feature(own_strength, strength_words, "or better", "or worse"),
    ways=(
        (Play.FOLD, "fold"),
        (Play.RAISE_1, "raise 1 Ante"),
        (Play.RAISE_2, "raise 2 Antes"),
        (Play.RAISE_3, "raise 3 Antes"),
    ),
)
STRATEGIES = (
    Strategy("k-q-8-4", "raise 3 Antes on a pair of aces or better, 1 on K-Q-8-4 or better", {"play": raise_on_kq84}),
    Strategy("king", "raise 3 Antes on a pair of aces or better, 1 on king high or better", {"play": raise_on_a_king}),
    Strategy("pair", "raise 3 Antes on a pair of aces or better, 1 on any pair or better", {"play": raise_on_a_pair}),
    Strategy("always-1", "raise 1 Ante on every hand", {"play": always_raise_one}),
)
