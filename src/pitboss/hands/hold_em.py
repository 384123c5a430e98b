"""What hold'em games against a dealer share: choices, outcomes, rules, bets and words.

Each player has two cards and the dealer two, five more are shared, and the best five of seven play. The games differ in
what may be bet when. A game that uses this module numbers its rules alike: 2 ranks hands, 4 to 6 are the choices, 7 and
8 compare the hands, 9 is X-Tra, 10 and 11 are the side bets, which 12 keeps after a fold. It calls its choices
`two_cards`, `on_flop` and `on_river`, and gathers `hand` and `dealers_hand`, of seven cards each, and `board`.
"""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import ACE, JACK, RANK_NAMES
from pitboss.core.game import CHOSEN, Equal, Line, Wager, Words
from pitboss.core.options import Columns, Option, Options
from pitboss.core.rule import highest, lowest, popcount, rule
from pitboss.hands import words
from pitboss.hands.bits import SUIT, Bits, kind, ranks_of
from pitboss.hands.five_card import Kind
from pitboss.hands.seven_card import strength

FACES = 0b111 << JACK  # Jack, queen and king.
CHECKED = 0  # The option of the first two choices that bets nothing, in every game.


class OnFlop(IntEnum):
    """The choice on three community cards."""

    CHECK = 0
    PLAY_2 = 1


class OnRiver(IntEnum):
    """The choice on all five community cards."""

    FOLD = 0
    PLAY_1 = 1


class Result(IntEnum):
    """How Play ends."""

    LOST = 0
    TIED = 1
    WON = 2


class Ante(IntEnum):
    """How the Ante ends."""

    LOST = 0
    TIED = 1
    NOT_QUALIFIED = 2
    WON = 3


class Xtra(IntEnum):
    """How X-Tra ends: a win by the hand that won."""

    LOST = 0
    TIED = 1
    LESS = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6
    STRAIGHT_FLUSH = 7
    ROYAL_FLUSH = 8


class PlayerBonus(IntEnum):
    """How the Player Bonus ends."""

    LESS = 0
    THREE_OF_A_KIND = 1
    STRAIGHT = 2
    FLUSH = 3
    FULL_HOUSE = 4
    FOUR_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    ROYAL_FLUSH = 7


class HoleCards(IntEnum):
    """How the Hole Card Bonus ends."""

    NO_BONUS = 0
    PAIR = 1
    ACE_FACE = 2
    ACE_FACE_SUITED = 3
    ACES = 4


# Rule 9, then rule 10: how the bet ends with each kind of hand, the weakest first.
XTRAS = (*(Xtra.LESS,) * 4, *(each for each in Xtra if each > Xtra.LESS))
BONUSES = (*(PlayerBonus.LESS,) * 3, *(each for each in PlayerBonus if each > PlayerBonus.LESS))


@rule
def checked(two_cards: int) -> int:
    """Rule 5: only a player who has checked is asked again."""
    return two_cards == CHECKED


@rule
def checked_twice(two_cards: int, on_flop: OnFlop) -> int:
    """Rule 6: only a player who has checked twice is asked a third time."""
    return two_cards == CHECKED and on_flop == OnFlop.CHECK


@rule
def folds(two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> int:
    """Rule 6: two checks and a fold; a choice that was not asked is 0, like a check and a fold."""
    return two_cards == CHECKED and on_flop == OnFlop.CHECK and on_river == OnRiver.FOLD


@rule
def stays(two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> int:
    """Rule 7: the dealer's cards matter only to a player who has not folded."""
    return not folds(two_cards, on_flop, on_river)


@rule
def qualifies(dealers_hand: Bits) -> int:
    """Rule 7 and ruling H32: a pair or better, wherever it lies."""
    return kind(strength(dealers_hand)) >= Kind.PAIR


@rule
def result(hand: Bits, dealers_hand: Bits) -> Result:
    """Rule 8: the higher hand wins, whether or not the dealer qualifies."""
    if strength(hand) > strength(dealers_hand):
        return Result.WON
    if strength(hand) < strength(dealers_hand):
        return Result.LOST
    return Result.TIED


@rule
def ante(hand: Bits, dealers_hand: Bits, two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> Ante:
    """Rules 6 to 8: a fold gives it up, and a dealer who does not qualify gives it back."""
    if folds(two_cards, on_flop, on_river):
        return Ante.LOST
    if not qualifies(dealers_hand):
        return Ante.NOT_QUALIFIED
    if result(hand, dealers_hand) == Result.WON:
        return Ante.WON
    if result(hand, dealers_hand) == Result.LOST:
        return Ante.LOST
    return Ante.TIED


@rule
def xtra(hand: Bits, dealers_hand: Bits, two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> Xtra:
    """Rules 6 and 9 and ruling H33: the hand that won decides, whether or not the dealer qualifies."""
    if folds(two_cards, on_flop, on_river):
        return Xtra.LOST
    if result(hand, dealers_hand) == Result.WON:
        return XTRAS[kind(strength(hand))]
    if result(hand, dealers_hand) == Result.LOST:
        return Xtra.LOST
    return Xtra.TIED


@rule
def player_bonus(hand: Bits) -> PlayerBonus:
    """Rules 10 and 12: the best five of the player's seven cards, after a fold as well."""
    return BONUSES[kind(strength(hand))]


@rule
def hole_card_bonus(player: Bits) -> HoleCards:
    """Rules 11 and 12 and ruling H35: the player's two cards, after a fold as well."""
    ranks = ranks_of(player)
    if popcount(ranks) == 1:
        return HoleCards.ACES if ranks == 1 << ACE else HoleCards.PAIR
    if ranks & 1 << ACE and ranks & FACES:
        return HoleCards.ACE_FACE_SUITED if is_suited(player) else HoleCards.ACE_FACE
    return HoleCards.NO_BONUS


@rule
def is_suited(player: Bits) -> int:
    """Rule 11: two cards of one suit, so that one suit holds two different ranks."""
    clubs = popcount(player & SUIT)
    diamonds = popcount(player >> 13 & SUIT)
    hearts = popcount(player >> 26 & SUIT)
    return max(max(clubs, diamonds), max(hearts, popcount(player >> 39))) == 2


def hand_words(hand: Bits) -> str:
    """A hand of seven cards: `pair of kings`, `straight, nine high`."""
    return words.hand_words(Kind(kind(strength(hand))), strength(hand))


def dealers_words(dealers_hand: Bits) -> str:
    """The dealer's hand, and a remark where it does not qualify."""
    return hand_words(dealers_hand) + ("" if qualifies(dealers_hand) else ", does not qualify")


def result_words(hand: Bits, dealers_hand: Bits) -> str:
    """How the two hands compare, and the card that decides between hands of one name."""
    decided = words.by_next_card(strength(hand), strength(dealers_hand))
    return words.against(hand_words(hand), hand_words(dealers_hand), result(hand, dealers_hand), decided)


def ante_words(hand: Bits, dealers_hand: Bits, two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> str:
    """How the two hands compare, or why they do not."""
    if folds(two_cards, on_flop, on_river):
        return "folded"
    if not qualifies(dealers_hand):
        return f"{hand_words(hand)}; the dealer's {hand_words(dealers_hand)} does not qualify"
    return result_words(hand, dealers_hand)


def xtra_words(hand: Bits, dealers_hand: Bits, two_cards: int, on_flop: OnFlop, on_river: OnRiver) -> str:
    """How the two hands compare, and a remark on a win that X-Tra does not pay."""
    if folds(two_cards, on_flop, on_river):
        return "folded"
    less = xtra(hand, dealers_hand, two_cards, on_flop, on_river) == Xtra.LESS
    return result_words(hand, dealers_hand) + ("; less than a straight" if less else "")


def hole_words(player: Bits) -> str:
    """The player's two cards: `pair of aces`, `ace and king suited`, `nine and four`."""
    ranks = ranks_of(player)
    if popcount(ranks) == 1:
        return f"pair of {words.plural_rank(highest(ranks))}"
    both = f"{RANK_NAMES[highest(ranks)]} and {RANK_NAMES[lowest(ranks)]}"
    return f"{both} suited" if is_suited(player) else both


WORDS: Mapping[str, Words] = {
    "player": hand_words,
    "dealer": dealers_words,
    "ante": ante_words,
    "xtra": xtra_words,
    "play": result_words,
    "player_bonus": hand_words,
    "hole_card_bonus": hole_words,
}
LABELS = {
    "ante": "Ante",
    "xtra": "X-Tra",
    "play": "Play",
    "player_bonus": "Player Bonus",
    "hole_card_bonus": "Hole Card Bonus",
    "player": "your cards",
}
MAIN = ("ante", "xtra", "play")
OPTIONS = (
    Option("player_bonus", Columns(), "pay table of the Player Bonus"),
    Option("hole_card_bonus", Columns(), "pay table of the Hole Card Bonus"),
)
# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
ANTE_CITES: Mapping[int, str] = {
    **dict.fromkeys((Ante.LOST, Ante.TIED, Ante.WON), "rule 8"),
    Ante.NOT_QUALIFIED: "rule 7, ruling H32",
}
XTRA_CITES: Mapping[int, str] = {
    **dict.fromkeys(Xtra, "rule 9, ruling H33"),
    Xtra.LOST: "rule 9",
}
HOLE_CITES: Mapping[int, str] = dict.fromkeys(HoleCards, "rule 11, ruling H35")


def wagers(options: Options) -> tuple[Wager, ...]:
    """The bets of a hold'em game; Play is placed by the choices."""
    pays = options.pays
    bonus_cites: Mapping[int, str] = dict.fromkeys(PlayerBonus, "rule 10")
    return (
        Wager("ante", (Line(ante, pays("ante", Ante), cites=ANTE_CITES),), required=True),
        Wager("xtra", (Line(xtra, pays("xtra", Xtra), cites=XTRA_CITES),), stake=Equal("ante"), required=True),
        Wager("play", (Line(result, pays("play", Result)),), stake=CHOSEN),
        Wager("player_bonus", (Line(player_bonus, pays("player_bonus", PlayerBonus), cites=bonus_cites),)),
        Wager("hole_card_bonus", (Line(hole_card_bonus, pays("hole_card_bonus", HoleCards), cites=HOLE_CITES),)),
    )
