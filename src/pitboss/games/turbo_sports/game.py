"""Turbo Sports: three community cards, six of one's own, and the icons on one suit. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import JACK, SIX, SPADES, STANDARD, SUIT_NAMES, Card, Code, Hand, rank, suit
from pitboss.core.game import Choose, Deal, Face, Game, Line, Place, Raise, Reads, Wager, Words
from pitboss.core.options import Columns, Option, Options, Themes
from pitboss.core.rule import rule
from pitboss.core.themes import Theme, swapped

# What it sees ---------------------------------------------------------------------------------------------------------

COUNTER = 3  # Bits a counter; the suit has four cards with one icon, five with two, four with four.
MASK = (1 << COUNTER) - 1
TWOS = COUNTER
FOURS = 2 * COUNTER


def icon_counter(card: Card) -> Code:
    """Rule 1: three counters, of cards with one, two and four icons; the other suits are all alike."""
    if suit(card) != SPADES:
        return 0
    if rank(card) >= JACK:
        return 1 << FOURS
    return 1 << TWOS if rank(card) >= SIX else 1


Icons = Annotated[Hand, icon_counter]

# Outcomes -------------------------------------------------------------------------------------------------------------


class Double(IntEnum):
    """The player's choice."""

    DECLINE = 0
    DOUBLE = 1


class FirstDown(IntEnum):
    """How First Down ends."""

    SHORT = 0
    SIX_IN_NINE = 1
    SIX_IN_THREE = 2


class Reached(IntEnum):
    """How Long Pass, Field Goal and TD end."""

    SHORT = 0
    MADE = 1
    FOURTEEN = 2


Suited = IntEnum("Suited", [(f"SUITED_{count}", count) for count in range(10)])
"""How the 9 Card Bonus ends: cards of the suit among nine."""
SUITED = tuple(Suited)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule(table=1 << 3 * COUNTER)
def icons(hand: Icons) -> int:
    """Rule 1: one, two or four icons a card."""
    return (hand & MASK) + 2 * ((hand >> TWOS) & MASK) + 4 * (hand >> FOURS)


@rule(table=1 << 3 * COUNTER)
def suited(hand: Icons) -> int:
    """Rule 10: cards of the suit, whatever their icons."""
    return (hand & MASK) + ((hand >> TWOS) & MASK) + (hand >> FOURS)


@rule
def may_double(community: Icons) -> int:
    """Rule 4 and ruling T2: offered on five icons or fewer, on the community cards alone."""
    return icons(community) <= 5


@rule
def first_down(community: Icons, player: Icons) -> FirstDown:
    """Rule 6: six in three cards, or else in nine."""
    if icons(community) >= 6:
        return FirstDown.SIX_IN_THREE
    if icons(community + player) >= 6:
        return FirstDown.SIX_IN_NINE
    return FirstDown.SHORT


@rule
def reached(hand: Icons, goal: int) -> Reached:
    """Rules 7 to 9: the goal, or fourteen; ruling T2: the higher alone."""
    if icons(hand) >= 14:
        return Reached.FOURTEEN
    if icons(hand) >= goal:
        return Reached.MADE
    return Reached.SHORT


@rule
def long_pass(community: Icons, player: Icons) -> Reached:
    """Rule 7: seven."""
    return reached(community + player, 7)


@rule
def field_goal(community: Icons, player: Icons) -> Reached:
    """Rule 8: eight."""
    return reached(community + player, 8)


@rule
def td(community: Icons, player: Icons) -> Reached:
    """Rule 9: nine."""
    return reached(community + player, 9)


@rule
def nine_card_bonus(community: Icons, player: Icons) -> Suited:
    """Rule 10 and ruling T3: how many of the nine are of the suit."""
    return SUITED[suited(community + player)]


# The round ------------------------------------------------------------------------------------------------------------

STEPS = (
    Deal("community", 3, to=Place.COMMUNITY, face=Face.UP),
    Choose(
        "double",
        Double,
        sees=("community",),
        raises={Double.DOUBLE: Raise("first_down", of="first_down", cites="rule 4, ruling T2")},
        when=may_double,
    ),
    Deal("player", 6, to=Place.SEAT, face=Face.UP),
)


def words(theme: Theme) -> dict[str, Words]:
    """The table talk, in the theme's words."""

    def community_words(community: Icons) -> str:
        return f"{theme.count(icons(community))} in three"

    def player_words(community: Icons, player: Icons) -> str:
        return f"{theme.count(icons(community + player))} in nine"

    def first_down_words(community: Icons, player: Icons) -> str:
        if icons(community) >= 6:
            return community_words(community)
        return player_words(community, player)

    def bonus_words(community: Icons, player: Icons) -> str:
        count, name = suited(community + player), SUIT_NAMES[theme.suit]
        return f"{count} {name.removesuffix('s') if count == 1 else name} in nine"

    return {
        "community": community_words,
        "player": player_words,
        "first_down": first_down_words,
        **dict.fromkeys(("long_pass", "field_goal", "td"), player_words),
        "nine_card_bonus": bonus_words,
    }


# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (
    Option("theme", Themes(), "the sport: bet names, suit and picture"),
    Option(
        "nine_card_bonus",
        Columns(also=("none",)),
        "pay table of the 9 Card Bonus, or none to leave the bet out",
    ),
)


def highest_only(number: int) -> Mapping[int, str]:
    """The citation for fourteen icons: rule 11 and ruling T2 pay that line alone."""
    return {Reached.FOURTEEN: f"rules {number} and 11, ruling T2"}


def build(options: Options) -> Game:
    """Turbo Sports with these options."""
    theme: Theme = options["theme"]
    first_cites: Mapping[int, str] = {FirstDown.SIX_IN_THREE: "rules 6 and 11, ruling T2"}
    wagers = [
        Wager(
            "first_down", (Line(first_down, options.pays("first_down", FirstDown), cites=first_cites),), required=True
        ),
        Wager("long_pass", (Line(long_pass, options.pays("long_pass", Reached), cites=highest_only(7)),)),
        Wager("field_goal", (Line(field_goal, options.pays("field_goal", Reached), cites=highest_only(8)),)),
        Wager("td", (Line(td, options.pays("td", Reached), cites=highest_only(9)),)),
    ]
    talk = words(theme)
    if options["nine_card_bonus"] == "none":
        del talk["nine_card_bonus"]
    else:
        wagers.append(Wager("nine_card_bonus", (Line(nine_card_bonus, options.pays("nine_card_bonus", Suited)),)))
    return Game(
        name="turbo-sports",
        version=1,
        title=theme.title,
        summary=f"nine cards, three of them shared, and the {theme.many} on one suit",
        deck=STANDARD,
        seats=8,
        steps=STEPS,
        wagers=tuple(wagers),
        words=talk,
        labels={**theme.bets, "community": "community cards", "player": "your six"},
        alike=tuple(each for each in range(4) if each != theme.suit),
        reads=Reads.BY_SUIT,
        icon=theme.icon,
        codes={icon_counter: lambda card: icon_counter(swapped(card, theme.suit, SPADES))},
    )
