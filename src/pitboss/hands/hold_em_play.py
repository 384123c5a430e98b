"""What players of hold'em games against a dealer can count, and the published ways to play on five and seven cards.

Named strategies and guides of these games are made from these rules; `hold_em` says how such a game names its piles.
"""

from pitboss.core.cards import RANK_NAMES, TEN
from pitboss.core.errors import plural
from pitboss.core.guide import Feature, Guide
from pitboss.core.rule import highest, lowest, popcount, rule
from pitboss.hands.bits import LOWEST, SUIT, Bits, kind, ranks_of, top_rank
from pitboss.hands.five_card import Kind
from pitboss.hands.hold_em import OnFlop, OnRiver, is_suited
from pitboss.hands.seven_card import strength
from pitboss.hands.words import plural_rank

PAIR = 2  # Of the three kinds of holding: two suits, one suit, a pair.
DRAWING_TEN = TEN + 1  # `drawing_card` counts from 1 for the two.
WINDOWS = (1 << 10) - 1  # The places where five ranks in a row can begin, from the ace below the two.
OUTS = 21  # With fewer single cards that beat it, a hand is played in the end.

# Two cards ------------------------------------------------------------------------------------------------------------


@rule
def high_card(player: Bits) -> int:
    """The higher of the two cards."""
    return highest(ranks_of(player))


@rule
def low_card(player: Bits) -> int:
    """The lower of the two cards."""
    return lowest(ranks_of(player))


@rule
def holding_of(player: Bits) -> int:
    """Two cards of two suits, of one suit, or a pair."""
    return PAIR if popcount(ranks_of(player)) == 1 else is_suited(player)


HOLDINGS = ("two suits", "one suit", "pair")


def with_rank(rank: int) -> str:
    """`with a king`, `with an ace`."""
    return f"with a{'n' if RANK_NAMES[rank][0] in 'ae' else ''} {RANK_NAMES[rank]}"


HOLDING = Feature(holding_of, lambda each: HOLDINGS[each])
HIGH_CARD = Feature(high_card, lambda each: RANK_NAMES[each], "or better", "or worse")
LOW_CARD = Feature(low_card, with_rank, "or better beside it", "or worse beside it")

# The flop -------------------------------------------------------------------------------------------------------------


@rule
def own_pair(player: Bits, board_on_flop: Bits) -> int:
    """The rank, from 1 for the two, of the highest pair or more that holds one of the two cards; 0 for none."""
    ranks = ranks_of(player)
    paired = ranks if popcount(ranks) == 1 else ranks & ranks_of(board_on_flop)
    return highest(paired << 1 | 1)


@rule
def drawing_card(player: Bits, board_on_flop: Bits) -> int:
    """The rank, from 1 for the two, of the player's highest card in four of a suit or more; 0 for none."""
    five = player | board_on_flop
    ranks = player & SUIT if popcount(five & SUIT) >= 4 else 0
    ranks |= player >> 13 & SUIT if popcount(five >> 13 & SUIT) >= 4 else 0
    ranks |= player >> 26 & SUIT if popcount(five >> 26 & SUIT) >= 4 else 0
    ranks |= player >> 39 if popcount(five >> 39) >= 4 else 0
    return highest(ranks << 1 | 1)


@rule
def level_on_flop(player: Bits, board_on_flop: Bits, hand_on_flop: Bits) -> int:
    """How good the five cards are: two pair or better, a pair with a card of the player's, or neither."""
    pair = 1 if own_pair(player, board_on_flop) else 0
    return 2 if kind(strength(hand_on_flop)) >= Kind.TWO_PAIR else pair


@rule
def published_on_flop(player: Bits, board_on_flop: Bits, hand_on_flop: Bits) -> OnFlop:
    """Two pair or better, a pair with a card of one's own, but two twos, or four of a suit with a ten of one's own."""
    if kind(strength(hand_on_flop)) >= Kind.TWO_PAIR:
        return OnFlop.PLAY_2
    if own_pair(player, board_on_flop) and ranks_of(player) != 1:
        return OnFlop.PLAY_2
    return OnFlop.PLAY_2 if drawing_card(player, board_on_flop) >= DRAWING_TEN else OnFlop.CHECK


FLOP_LEVELS = ("nothing of your own", "a pair with a card of yours", "two pair or better")


def drawing_words(rank: int) -> str:
    """`four of a suit with your ten`."""
    return f"four of a suit with your {RANK_NAMES[rank - 1]}" if rank else "no four of a suit with a card of yours"


def pair_words(rank: int) -> str:
    """`with a pair of sixes`."""
    return f"with a pair of {plural_rank(rank - 1)}" if rank else "with no pair of yours"


TOP_CARD = Feature(high_card, with_rank, "or better", "or worse")
ON_FLOP = Guide(
    by=Feature(drawing_card, drawing_words, "or better", "or worse"),
    ways=((OnFlop.CHECK, "check"), (OnFlop.PLAY_2, "play 2")),
    group=Feature(level_on_flop, lambda each: FLOP_LEVELS[each]),
    then=(Feature(own_pair, pair_words, "or better", "or worse"), TOP_CARD),
    why="What the pair, or the higher card, is worth depends on the three shared cards.",
)

# The river ------------------------------------------------------------------------------------------------------------


@rule
def improves(player: Bits, board: Bits, hand: Bits) -> int:
    """Whether a card of the player's makes a pair or better that the board alone does not."""
    ranks = ranks_of(player)
    if popcount(ranks) == 1 or ranks & ranks_of(board):
        return 1
    return kind(strength(hand)) > kind(strength(board))


@rule
def dealer_outs(player: Bits, board: Bits) -> int:
    """The single cards that beat a hand with nothing of its own.

    They pair the board, are higher than the player's best card beside it, or complete four to a straight or four of a
    suit that lie there.
    """
    ranks = ranks_of(board)
    best = top_rank(ranks_of(player) & ~ranks)
    higher = SUIT & ~((best << 1) - 1) if best else 0
    cards = (ranks | higher | completing(ranks)) * LOWEST | flushing(board)
    return popcount(cards & ~(player | board))


@rule
def flushing(board: Bits) -> int:
    """The cards of the suit of which the board holds four or more."""
    cards = SUIT if popcount(board & SUIT) >= 4 else 0
    cards |= SUIT << 13 if popcount(board >> 13 & SUIT) >= 4 else 0
    cards |= SUIT << 26 if popcount(board >> 26 & SUIT) >= 4 else 0
    return cards | (SUIT << 39 if popcount(board >> 39) >= 4 else 0)


@rule
def completing(ranks: int) -> int:
    """The ranks that make five in a row with four of these."""
    first = ranks << 1 | ranks >> 12  # The ace is above the king and below the two.
    second = first >> 1
    third = first >> 2
    fourth = first >> 3
    fifth = first >> 4
    places = second & third & fourth & fifth & WINDOWS
    places |= (first & third & fourth & fifth & WINDOWS) << 1
    places |= (first & second & fourth & fifth & WINDOWS) << 2
    places |= (first & second & third & fifth & WINDOWS) << 3
    places |= (first & second & third & fourth & WINDOWS) << 4
    return (places >> 1 | places << 12) & SUIT


@rule
def published_on_river(player: Bits, board: Bits, hand: Bits) -> OnRiver:
    """A pair or better of one's own, or fewer than 21 single cards that beat the hand."""
    if improves(player, board, hand):
        return OnRiver.PLAY_1
    return OnRiver.PLAY_1 if dealer_outs(player, board) < OUTS else OnRiver.FOLD


@rule
def outs_against(player: Bits, board: Bits, hand: Bits) -> int:
    """The single cards that beat a hand, none where a card of the player's makes a pair or better."""
    return 0 if improves(player, board, hand) else dealer_outs(player, board)


@rule
def threats(player: Bits, board: Bits) -> int:
    """The single cards that complete four to a straight or four of a suit that lie on the board."""
    return popcount((completing(ranks_of(board)) * LOWEST | flushing(board)) & ~(player | board))


ON_RIVER = Guide(
    by=Feature(outs_against, lambda count: plural(count, "out"), "or more", "or fewer"),
    ways=((OnRiver.FOLD, "fold"), (OnRiver.PLAY_1, "play 1")),
    then=(Feature(threats, lambda count: f"with {plural(count, 'threat')}", "or more", "or fewer"),),
    note="Outs are the single unseen cards that pair the board, are higher than your best card beside it, or are "
    "threats: they complete four to a straight or four of a suit on the board. With a pair or better that holds a card "
    "of yours there are no outs.",
)
