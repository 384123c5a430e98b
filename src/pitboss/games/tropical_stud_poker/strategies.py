"""Named ways to play Tropical Stud Poker; all but the last are published for Caribbean Stud Poker (Wizard of Odds)."""

from pitboss.core.cards import ACE, EIGHT, JACK, KING, QUEEN, THREE
from pitboss.core.game import Strategy
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import rule
from pitboss.games.tropical_stud_poker.game import ACE_KING, Play, qualifies
from pitboss.hands.bits import Bits, kind, ranks_of
from pitboss.hands.five_card import Kind, strength
from pitboss.hands.words import hand_marks

AK = 1 << ACE | 1 << KING
AKJ83 = AK | 1 << JACK | 1 << EIGHT | 1 << THREE
Q = 1 << QUEEN
J = 1 << JACK

# What a player can count ----------------------------------------------------------------------------------------------


@rule
def has_pair(player: Bits) -> int:
    """Whether the hand is a pair or better."""
    return kind(strength(player)) >= Kind.PAIR


@rule
def level(player: Bits) -> int:
    """Below ace-king 0, ace-king 1, with a jack 2, with a queen 3, with both 4, a pair or better 5."""
    ranks = ranks_of(player)
    third = 3 if ranks & Q else 1
    both = third + 1 if ranks & J else third
    high = both if strength(player) >= ACE_KING else 0
    return 5 if has_pair(player) else high


@rule
def matches(player: Bits, dealer_card: Bits) -> int:
    """Whether the player holds a card of the open card's rank."""
    return ranks_of(player) & ranks_of(dealer_card) != 0


@rule
def against(player: Bits, dealer_card: Bits) -> int:
    """The open card: an ace or king 2; a lower one that the player holds, too, 1; another 0."""
    matched = 1 if matches(player, dealer_card) else 0
    return 2 if ranks_of(dealer_card) >= 1 << KING else matched


@rule
def fourth_is_higher(player: Bits, dealer_card: Bits) -> int:
    """Whether the fourth highest of five different ranks is higher than the open card."""
    ranks = ranks_of(player)
    four = ranks & (ranks - 1)
    return four & -four > ranks_of(dealer_card)


@rule
def own_strength(player: Bits) -> int:
    """The strength of the five cards."""
    return strength(player)


# Named strategies -----------------------------------------------------------------------------------------------------


@rule
def three_rules(player: Bits, dealer_card: Bits) -> Play:
    """Raise with a pair or better, and with ace-king by three rules about the open card."""
    ranks = ranks_of(player)
    open_card = against(player, dealer_card)
    queen = open_card == 0 and ranks & Q and fourth_is_higher(player, dealer_card)
    picture = open_card == 2 and ranks & (Q | J)
    ace_king = strength(player) >= ACE_KING and (open_card == 1 or picture or queen)
    return Play.RAISE if has_pair(player) or ace_king else Play.FOLD


@rule
def raise_on_akj83(player: Bits) -> Play:
    """Raise on ace-king-jack-eight-three or better."""
    return Play.RAISE if strength(player) >= AKJ83 else Play.FOLD


@rule
def raise_on_a_match(player: Bits, dealer_card: Bits) -> Play:
    """Raise on a pair or better, and on ace-king where any of the five cards matches the open card."""
    ace_king = strength(player) >= ACE_KING and matches(player, dealer_card)
    return Play.RAISE if has_pair(player) or ace_king else Play.FOLD


@rule
def raise_on_a_pair(player: Bits) -> Play:
    """Raise on a pair or better."""
    return Play.RAISE if has_pair(player) else Play.FOLD


@rule
def raise_on_ace_king(player: Bits) -> Play:
    """Raise on what the dealer would need."""
    return Play.RAISE if qualifies(player) else Play.FOLD


@rule
def always_raise(player: Bits) -> Play:
    """Never fold."""
    return Play.RAISE


LEVELS = ("less than ace-king", "A-K", "A-K-J", "A-K-Q", "A-K-Q-J", "a pair")
OPEN_CARDS = (
    "against a two to queen that you do not hold",
    "against a two to queen that you hold",
    "against an ace or king",
)


def strength_words(value: int) -> str:
    """`with A-K-J-8-3`."""
    return f"with {hand_marks(Kind(kind(value)), value)}"


GUIDE = Guide(
    by=Feature(level, lambda value: LEVELS[value], "or better", "or worse"),
    ways=((Play.FOLD, "fold"), (Play.RAISE, "raise")),
    group=Feature(against, lambda value: OPEN_CARDS[value]),
    then=(
        Feature(own_strength, strength_words, "or better"),
        Feature(fourth_is_higher, lambda _: "with a fourth highest card above the open card", ""),
    ),
    note="A-K is ace and king without a pair, a queen or a jack; A-K-J is without a queen.",
)
STRATEGIES = (
    Strategy("three-rules", "a pair or better, and ace-king by the dealer's open card", {"play": three_rules}),
    Strategy("a-k-j-8-3", "raise on A-K-J-8-3 or better", {"play": raise_on_akj83}),
    Strategy("matching-rank", "a pair or better, and ace-king that matches the open card", {"play": raise_on_a_match}),
    Strategy("pair", "raise on a pair or better", {"play": raise_on_a_pair}),
    Strategy("ace-king", "raise on ace-king or better", {"play": raise_on_ace_king}),
    Strategy("always-raise", "never fold", {"play": always_raise}),
)
