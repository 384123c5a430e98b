"""Turbo Sports: three community cards, six of the player's own, icons on one suit. Numbers are those of rules.md."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import JACK, SIX, SPADES, STANDARD, SUIT_NAMES, Card, Code, Hand, rank, suit
from pitboss.core.game import Choose, Deal, Face, Game, Line, Place, Raise, Reads, Wager, Words
from pitboss.core.options import Columns, Option, Options, Themes
from pitboss.core.rule import rule
from pitboss.core.themes import Theme, swapped

# What it sees ---------------------------------------------------------------------------------------------------------

COUNTER = 3  # Bits per counter; the suit has four cards with one icon, five with two, four with four.
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


GOALS = {"long_pass": 7, "field_goal": 8, "td": 9}  # Rules 7 to 9: the icons that each needs.

Suited = IntEnum("Suited", [(f"SUITED_{count}", count) for count in range(10)])
"""How the 9 Card Bonus ends: cards of the suit among nine."""
SUITED = tuple(Suited)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule(table=1 << 3 * COUNTER)
def icons(hand: Icons) -> int:
    """Rule 1: one, two or four icons per card."""
    return (hand & MASK) + 2 * ((hand >> TWOS) & MASK) + 4 * (hand >> FOURS)


@rule(table=1 << 3 * COUNTER)
def suited(hand: Icons) -> int:
    """Rule 10: cards of the suit, whatever their icons."""
    return (hand & MASK) + ((hand >> TWOS) & MASK) + (hand >> FOURS)


@rule
def may_double(community: Icons) -> int:
    """Rule 4 and ruling T2: offered when the community cards alone hold five icons or fewer."""
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
def reached(community: Icons, player: Icons, goal: int) -> Reached:
    """Rules 7 to 9: the goal, or fourteen. Ruling T2: only the higher line pays."""
    if icons(community + player) >= 14:
        return Reached.FOURTEEN
    if icons(community + player) >= goal:
        return Reached.MADE
    return Reached.SHORT


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
    """The words of piles and wagers, in the terms of the theme."""

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
        **dict.fromkeys(GOALS, player_words),
        "nine_card_bonus": bonus_words,
    }


# The game -------------------------------------------------------------------------------------------------------------

OPTIONS = (
    Option("theme", Themes(), "the sport: bet names, suit and picture"),
    Option("nine_card_bonus", Columns(also=("none",)), "pay table of the 9 Card Bonus, or none to leave the bet out"),
)


def reaching(name: str, goal: int, options: Options) -> Wager:
    """A wager on reaching a goal of icons, which is also the number of its rule; rule 11 and ruling T2 pay fourteen."""
    cites: Mapping[int, str] = {
        **dict.fromkeys((Reached.SHORT, Reached.MADE), f"rule {goal}"),
        Reached.FOURTEEN: f"rules {goal} and 11, ruling T2",
    }
    return Wager(name, (Line(reached, options.pays(name, Reached), {"goal": goal}, cites),))


def build(options: Options) -> Game:
    """Turbo Sports with these options."""
    theme: Theme = options["theme"]
    pays = options.pays
    first_cites: Mapping[int, str] = {FirstDown.SIX_IN_THREE: "rules 6 and 11, ruling T2"}
    wagers = [
        Wager("first_down", (Line(first_down, pays("first_down", FirstDown), cites=first_cites),), required=True),
        *(reaching(name, goal, options) for name, goal in GOALS.items()),
    ]
    talk = words(theme)
    if options["nine_card_bonus"] == "none":
        del talk["nine_card_bonus"]
    else:
        wagers.append(Wager("nine_card_bonus", (Line(nine_card_bonus, pays("nine_card_bonus", Suited)),)))
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
        marks=lambda card: icons(icon_counter(swapped(card, theme.suit, SPADES))),
        codes={icon_counter: lambda card: icon_counter(swapped(card, theme.suit, SPADES))},
    )
