"""3 Card Blitz: seven cards, the three best of one suit, up to 31. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum

from pitboss.core.cards import ACE, CLUBS, DIAMONDS, EVERY_SUIT, HEARTS, RANK_MARKS, SPADES, STANDARD, SUIT_NAMES
from pitboss.core.game import CHOSEN, Choose, Deal, Equal, Face, Fixed, Game, Line, Place, Raise, Reads, Show, Wager
from pitboss.core.options import Columns, Meters, Option, Options
from pitboss.core.rule import highest, popcount, rule
from pitboss.hands import words
from pitboss.hands.bits import QUEENS, ROYAL, Bits, has_natural_royal, holding

# What it sees ---------------------------------------------------------------------------------------------------------

ACE_KING_QUEEN = 0b1110000000000
WORTH = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)  # Rule 1, the two first.

# Outcomes -------------------------------------------------------------------------------------------------------------


class Play(IntEnum):
    """The player's choice."""

    FOLD = 0
    PLAY = 1


class Result(IntEnum):
    """How Ante and Play end."""

    LOST = 0
    TIED = 1
    WON = 2


class Blind(IntEnum):
    """How the Blind ends; 27 points and more count in a winning hand only."""

    LOST = 0
    TIED = 1
    WON = 2
    TOTAL_27_TO_30 = 3
    BLITZ = 4
    ROYAL_BLITZ = 5
    DOUBLE_BLITZ = 6


class Flush(IntEnum):
    """How the Flush Bonus ends."""

    NO_FOUR = 0
    SUITED_4 = 1
    SUITED_5 = 2
    SUITED_6 = 3
    SUITED_7 = 4


FLUSH_OF_LENGTH = (*[Flush.NO_FOUR] * 4, Flush.SUITED_4, Flush.SUITED_5, Flush.SUITED_6, Flush.SUITED_7)


class Bonus(IntEnum):
    """How the fixed Blitz Bonus ends."""

    NO_AWARD = 0
    TOTAL_30 = 1
    BLITZ = 2
    ROYAL_BLITZ = 3
    DOUBLE_BLITZ = 4
    FIVE_CARD_ROYAL = 5


class Progressive(IntEnum):
    """How the lines of the progressive end."""

    NO_AWARD = 0
    TOTAL_29 = 1
    TOTAL_30 = 2
    BLITZ = 3
    DOUBLE_BLITZ = 4
    ROYAL_IN_CLUBS = 5
    ROYAL_IN_DIAMONDS = 6
    ROYAL_IN_HEARTS = 7
    ROYAL_IN_SPADES = 8
    FIVE_CARD_ROYAL = 9


ROYALS = tuple(Progressive)[Progressive.ROYAL_IN_CLUBS : Progressive.FIVE_CARD_ROYAL]  # By suit, clubs first.

# Rules ----------------------------------------------------------------------------------------------------------------


@rule(table=1 << 13)
def suit_points(holding: int) -> int:
    """Rules 1 and 2: the three highest cards of one suit. Ruling B1: or as many as there are."""
    total = 0
    left = holding
    for _card in range(3):
        if left:
            best = highest(left)
            total += WORTH[best]
            left ^= 1 << best
    return total


@rule
def points(hand: Bits) -> int:
    """Rule 2: the best suit counts."""
    best = 0
    for suit in range(4):
        best = max(best, suit_points(holding(hand, suit)))
    return best


@rule
def blitzes(hand: Bits) -> int:
    """Rule 3 and ruling B2: how many suits hold a 31."""
    count = 0
    for suit in range(4):
        if suit_points(holding(hand, suit)) == 31:
            count += 1
    return count


@rule
def is_royal(hand: Bits, suit: int) -> int:
    """Rule 3: ace, king and queen of this suit. Ruling B3: whatever else is with them."""
    return holding(hand, suit) & ACE_KING_QUEEN == ACE_KING_QUEEN


@rule
def has_royal(hand: Bits) -> int:
    """Ruling B3: a Royal Blitz in some suit."""
    return hand & hand >> 1 & hand >> 2 & QUEENS != 0  # A queen that her king and her ace are held with.


@rule
def has_five_card_royal(hand: Bits) -> int:
    """Ruling B3: ace to ten of one suit."""
    return has_natural_royal(hand)


@rule
def result(player: Bits, dealer: Bits) -> Result:
    """Rule 6. Ruling B4: equal points push, at 31 too."""
    if points(player) > points(dealer):
        return Result.WON
    if points(player) < points(dealer):
        return Result.LOST
    return Result.TIED


@rule
def ante(player: Bits, dealer: Bits, play: Play) -> Result:
    """Rules 5 and 6, ruling B4: a fold gives up the Ante."""
    if play == Play.FOLD:
        return Result.LOST
    return result(player, dealer)


@rule
def blind(player: Bits, dealer: Bits, play: Play) -> Blind:
    """Rules 5 to 7. Ruling B5: the best line of its table, if the hand wins."""
    ended = ante(player, dealer, play)
    if ended == Result.LOST:
        return Blind.LOST
    if ended == Result.TIED:
        return Blind.TIED
    if blitzes(player) >= 2:
        return Blind.DOUBLE_BLITZ
    if has_royal(player):
        return Blind.ROYAL_BLITZ
    if points(player) == 31:
        return Blind.BLITZ
    if points(player) >= 27:
        return Blind.TOTAL_27_TO_30
    return Blind.WON


@rule
def flush_bonus(player: Bits) -> Flush:
    """Rule 8: the longest suit."""
    longest = 0
    for suit in range(4):
        longest = max(longest, popcount(holding(player, suit)))
    return FLUSH_OF_LENGTH[longest]


@rule
def blitz_bonus(player: Bits) -> Bonus:
    """Rules 9 and 11: the highest award."""
    if has_five_card_royal(player):
        return Bonus.FIVE_CARD_ROYAL
    if blitzes(player) >= 2:
        return Bonus.DOUBLE_BLITZ
    if has_royal(player):
        return Bonus.ROYAL_BLITZ
    if points(player) == 31:
        return Bonus.BLITZ
    if points(player) == 30:
        return Bonus.TOTAL_30
    return Bonus.NO_AWARD


@rule
def progressive(player: Bits) -> Progressive:
    """Rules 10 and 11: the highest award, a Royal Blitz by its suit. Ruling B7."""
    if has_five_card_royal(player):
        return Progressive.FIVE_CARD_ROYAL
    if blitzes(player) >= 2:
        return Progressive.DOUBLE_BLITZ
    for suit in range(4):
        if is_royal(player, suit):
            return ROYALS[suit]
    if points(player) == 31:
        return Progressive.BLITZ
    if points(player) == 30:
        return Progressive.TOTAL_30
    if points(player) == 29:
        return Progressive.TOTAL_29
    return Progressive.NO_AWARD


@rule
def royal_besides(player: Bits, royal_suit: int) -> Progressive:
    """Rule 11 and ruling B7: a Double Blitz wins every Royal Blitz meter it holds beside its own award."""
    if blitzes(player) >= 2 and is_royal(player, royal_suit):
        return ROYALS[royal_suit]
    return Progressive.NO_AWARD


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("player", 7, to=Place.SEAT, face=Face.DOWN),
    Deal("dealer", 7, to=Place.DEALER, face=Face.DOWN),
    Choose(
        "play",
        Play,
        sees=("player",),
        raises={Play.PLAY: Raise("play", of="ante", cites="rule 5")},
        cites={Play.FOLD: "rule 5, ruling B5"},
    ),
    Show("dealer"),
    Show("player"),
)


def best_suits(hand: Bits) -> list[int]:
    """The suits with most points; the one with the higher royal cards first."""
    suits = [suit for suit in range(4) if suit_points(holding(hand, suit)) == points(hand)]
    return sorted(suits, key=lambda suit: -(holding(hand, suit) & ROYAL))


def counting_words(hand: Bits, suit: int, cards: int = 3) -> str:
    """`27 in spades: A 9 7`: a suit's points and the cards that make them."""
    ranks = [RANK_MARKS[rank] for rank in range(ACE, -1, -1) if holding(hand, suit) >> rank & 1]
    return f"{suit_points(holding(hand, suit))} in {SUIT_NAMES[suit]}: {' '.join(ranks[:cards])}"


def total_words(hand: Bits) -> str:
    """`27 in spades`."""
    return f"{points(hand)} in {SUIT_NAMES[best_suits(hand)[0]]}"


def blitz_words(hand: Bits) -> str:
    """`Royal Blitz`: the kind of 31 that the Blind pays, if the hand has one."""
    if blitzes(hand) >= 2:
        return "Double Blitz"
    if has_royal(hand):
        return "Royal Blitz"
    return "Blitz" if points(hand) == 31 else ""


def player_words(player: Bits) -> str:
    """The cards that count: `27 in spades: A 9 7`, `31 in hearts: A K Q, Royal Blitz`."""
    best = best_suits(player)
    if has_five_card_royal(player):
        return f"{counting_words(player, best[0], 5)}, five-card royal"
    if blitzes(player) >= 2:
        return f"{' and '.join(counting_words(player, suit) for suit in best)}, Double Blitz"
    return ", ".join(filter(None, (counting_words(player, best[0]), blitz_words(player))))


def dealer_words(dealer: Bits) -> str:
    """The dealer's hand, in the words of a player's."""
    return player_words(dealer)


def against_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare."""
    if play == Play.FOLD:
        return "folded"
    return words.against(total_words(player), total_words(dealer), result(player, dealer))


def blind_words(player: Bits, dealer: Bits, play: Play) -> str:
    """How the two hands compare, and what the Blind pays a winner for: rule 7 begins at 27 points."""
    ended = blind(player, dealer, play)
    if ended == Blind.WON:
        return f"{total_words(player)} wins, but has fewer than 27 points"
    blitz = blitz_words(player) if ended > Blind.WON else ""
    return against_words(player, dealer, play) + (f": a {blitz}" if blitz else "")


def flush_words(player: Bits) -> str:
    """`5 clubs`: the longest suit."""
    longest = max(range(4), key=lambda suit: popcount(holding(player, suit)))
    return f"{popcount(holding(player, longest))} {SUIT_NAMES[longest]}"


# Citations by outcome, where the docstring of the judging rule cites more than what decided it.
POINTS_CITES: Mapping[int, str] = {Result.LOST: "rule 6", Result.TIED: "rule 6, ruling B4", Result.WON: "rule 6"}
BLIND_CITES: Mapping[int, str] = {
    Blind.LOST: "rule 6",
    Blind.TIED: "rule 6, ruling B4",
    **dict.fromkeys((Blind.WON, Blind.TOTAL_27_TO_30, Blind.BLITZ), "rule 7, ruling B5"),
    Blind.ROYAL_BLITZ: "rule 7, rulings B3 and B5",
    Blind.DOUBLE_BLITZ: "rule 7, rulings B2 and B5",
}
BONUS_CITES: Mapping[int, str] = {
    **dict.fromkeys((Bonus.NO_AWARD, Bonus.TOTAL_30, Bonus.BLITZ), "rule 9"),
    **dict.fromkeys((Bonus.ROYAL_BLITZ, Bonus.FIVE_CARD_ROYAL), "rules 9 and 11, rulings B3 and B6"),
    Bonus.DOUBLE_BLITZ: "rules 9 and 11, rulings B2 and B6",
}
PROGRESSIVE_CITES: Mapping[int, str] = {
    **dict.fromkeys(tuple(Progressive)[: Progressive.DOUBLE_BLITZ], "rule 10, ruling B7"),
    Progressive.DOUBLE_BLITZ: "rules 10 and 11, rulings B2 and B7",
    **dict.fromkeys(ROYALS, "rule 10, rulings B3 and B7"),
    Progressive.FIVE_CARD_ROYAL: "rules 10 and 11, rulings B3 and B7",
}

# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (
    Option("blind", Columns(), "pay table of the Blind"),
    Option("flush_bonus", Columns(), "pay table of the Flush Bonus"),
    Option("blitz_bonus", Columns(also=("progressive",)), "form of the Blitz Bonus: a fixed pay table, or progressive"),
    Option("meters", Meters("progressive"), "what the progressive meters show; seeds and shares are our example"),
)


def build(options: Options) -> Game:
    """3 Card Blitz with these options."""
    pays = options.pays
    if options["blitz_bonus"] == "progressive":
        awards = pays("progressive", Progressive)
        royals = (Line(royal_besides, awards, {"royal_suit": suit}) for suit in (SPADES, HEARTS, DIAMONDS, CLUBS))
        fixed = Fixed(options.stake_cents("progressive"), kept=True)
        bonus = Wager("blitz_bonus", (Line(progressive, awards, cites=PROGRESSIVE_CITES), *royals), stake=fixed)
    else:
        bonus = Wager("blitz_bonus", (Line(blitz_bonus, pays("blitz_bonus", Bonus), cites=BONUS_CITES),))
    return Game(
        name="three-card-blitz",
        version=1,
        title="3 Card Blitz",
        summary="seven cards, up to three of one suit, as close to 31 as they come",
        deck=STANDARD,
        seats=6,
        steps=STEPS,
        wagers=(
            Wager("ante", (Line(ante, pays("ante", Result), cites=POINTS_CITES),), required=True),
            Wager("blind", (Line(blind, pays("blind", Blind), cites=BLIND_CITES),), stake=Equal("ante"), required=True),
            Wager("play", (Line(result, pays("play", Result), cites=POINTS_CITES),), stake=CHOSEN),
            Wager("flush_bonus", (Line(flush_bonus, pays("flush_bonus", Flush)),)),
            bonus,
        ),
        main=("ante", "blind", "play"),
        words={
            "player": player_words,
            "dealer": dealer_words,
            **dict.fromkeys(("ante", "play"), against_words),
            "blind": blind_words,
            "flush_bonus": flush_words,
            "blitz_bonus": player_words,
        },
        labels={
            "player": "your cards",
            "ante": "Ante",
            "blind": "Blind",
            "play": "Play",
            "flush_bonus": "Flush Bonus",
            "blitz_bonus": "Blitz Bonus",
        },
        # The four Royal meters tell the suits apart.
        alike=() if options["blitz_bonus"] == "progressive" else EVERY_SUIT,
        reads=Reads.BY_SUIT,
        meters=options["meters"],
    )
