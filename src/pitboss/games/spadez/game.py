"""SPADEZ: a side wager on the spades among all the cards of a host game. Numbers are those of rules.md."""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Annotated

from pitboss.core.cards import CLUBS, DIAMONDS, HEARTS, JOKER, ONE_JOKER, SPADES, STANDARD, Card, Code, Hand, suit
from pitboss.core.errors import GridError, OptionError, all_of, plural
from pitboss.core.game import Deal, Face, Game, Line, Place, Reads, Show, Wager
from pitboss.core.options import Columns, Numbers, Option, Options
from pitboss.core.pays import LOSE, Grid, PayTable
from pitboss.core.rule import rule

# What it sees ---------------------------------------------------------------------------------------------------------


def spade(card: Card) -> Code:
    """Rules 2 and 3: 1 for a spade or the joker, 0 for any other card."""
    return 1 if card == JOKER or suit(card) == SPADES else 0


Spades = Annotated[Hand, spade]

# Outcomes -------------------------------------------------------------------------------------------------------------

Standard = IntEnum("Standard", [(f"SPADES_{count}", count) for count in range(13)])
"""How the wager ends with up to twelve cards."""
Joker = IntEnum("Joker", [(f"SPADES_{count}", count) for count in range(15)])
"""How the wager ends with fourteen cards from a deck with a joker."""
STANDARD_COUNTS = tuple(Standard)
JOKER_COUNTS = tuple(Joker)

# Rules ----------------------------------------------------------------------------------------------------------------


@rule
def spadez(cards: Spades) -> Standard:
    """Rules 2 and 4, ruling S3: the spades among all the cards of the game."""
    return STANDARD_COUNTS[cards]


@rule
def spadez_with_joker(cards: Spades) -> Joker:
    """Rules 2 to 4, ruling S3: the spades among all the cards, the joker counted as one."""
    return JOKER_COUNTS[cards]


@rule
def shows_all(has_spadez: int) -> int:
    """Rule 5 and ruling S3: all cards are shown while a SPADEZ bet stands."""
    return has_spadez


# The round ------------------------------------------------------------------------------------------------------------


def steps(cards: int) -> tuple[Deal, ...]:
    """SPADEZ alone: its cards are dealt face up."""
    return (Deal("cards", cards, to=Place.SEAT, face=Face.UP),)


def count_words(cards: Spades) -> str:
    """`4 spades`."""
    return plural(cards, "spade")


# The game -------------------------------------------------------------------------------------------------------------

TOTALS = (5, 6, 7, 8, 9, 10, 11, 12)
JOKER_TOTAL = 14
STANDARD_TABLES = ("A", "B")
JOKER_TABLES = ("A", "B", "C", "D", "E")
SPANNED = (Joker["SPADES_9"], Joker["SPADES_10"], Joker["SPADES_11"])  # Ruling S1.
SHIPPED = (*STANDARD_TABLES, "joker")
OPTIONS = (
    Option("cards", Numbers((*TOTALS, JOKER_TOTAL)), "cards dealt", default="6"),
    Option(
        "table",
        Columns(also=JOKER_TABLES, grid="spadez", takes=SHIPPED),
        "pay table; C, D and E are for 14 cards",
        default="A",
    ),
)


def wager(cards: int, table: str, options: Options) -> Wager:
    """The wager on this number of cards. Rule 4 and ruling S4: the total decides the column."""
    outcomes, judged = (Joker, spadez_with_joker) if cards == JOKER_TOTAL else (Standard, spadez)
    column = pays(cards, table, outcomes, options)
    return Wager("spadez", (Line(judged, column, cites=cites(column)),))


def cites(column: PayTable) -> Mapping[int, str]:
    """The rulings on counts that the text leaves open: S1 on a cell that spans the joker tables, S2 on losses."""
    counted = "rules 2 to 4" if column.outcomes is Joker else "rules 2 and 4"
    found = {count: f"{counted}, rulings S2 and S3" for count, pay in column.pays.items() if pay == LOSE}
    if column.grid == "joker":
        found |= dict.fromkeys(SPANNED, f"{counted}, rulings S1 and S3")
    return found


def pays(cards: int, table: str, outcomes: type[IntEnum], options: Options) -> PayTable:
    """The pay column for this number of cards: a shipped table's, or a user's."""
    if "spadez" in options.grids and table in options.grids["spadez"].columns:
        check_fits(cards, options.grids["spadez"], table, "cards" in options)
        return own_pays(cards, options.grids["spadez"], table, outcomes)
    if cards == JOKER_TOTAL:
        return options.grids["joker"].table(table, outcomes)
    if table not in STANDARD_TABLES:
        raise OptionError(f"table {table} is for {JOKER_TOTAL} cards; with {cards} cards give A or B")
    return options.grids[table].table(str(cards), outcomes)


def check_fits(cards: int, grid: Grid, table: str, may_set: bool) -> None:
    """Rule 4: the total decides the column, so a user's column for another number of cards is refused."""
    totals = {f"SPADES_{total}": total for total in (*TOTALS, JOKER_TOTAL)}
    highest = max(grid.column(table), key=lambda row: int(row.rpartition("_")[2]) if row in Joker.__members__ else -1)
    if totals.get(highest, cards) != cards:
        way = f"set the option cards={totals[highest]} as well" if may_set else f"begin it with SPADES_{cards}"
        raise GridError(
            f"{grid.where(column=table)}: its highest row with a pay is {highest}, so it is a table for "
            f"{totals[highest]} cards, and {cards} are dealt; {way}",
            "unused" if may_set else "invalid",
        )


def own_pays(cards: int, grid: Grid, table: str, outcomes: type[IntEnum]) -> PayTable:
    """A user's column; counts above the cards dealt may be left out, all others need a pay."""
    beyond = {each.name: (None,) * len(grid.columns) for each in reversed(outcomes) if each > cards}
    own = replace(grid, rows={**beyond, **grid.rows}).table(table, outcomes)
    for count in range(cards + 1):
        if count not in own.pays:
            raise GridError(f"{grid.where(f'SPADES_{count}', table)}: can occur with {cards} cards, so it needs a pay")
    return own


def build(options: Options) -> Game:
    """SPADEZ alone, for study (ruling S4)."""
    cards = options["cards"]
    deck = ONE_JOKER if cards == JOKER_TOTAL else STANDARD
    bet = wager(cards, options["table"], options)
    return Game(
        name="spadez",
        version=1,
        title="SPADEZ",
        summary="a side wager on the spades among all cards of a host game; here dealt alone",
        deck=deck,
        seats=min(7, len(deck) // cards),
        steps=steps(cards),
        wagers=(replace(bet, required=True),),
        words={"cards": count_words, "spadez": count_words},
        labels={"spadez": "SPADEZ"},
        alike=(CLUBS, DIAMONDS, HEARTS),
        reads=Reads.BY_SUIT,
    )


UNNAMED_HOST = "For study: the rules of SPADEZ do not name this host (ruling S4)."


def total(host: Game) -> int:
    """The cards a host deals to one player, the dealer and the community; refuses a host that does not fit."""
    changing = [deal.pile for deal in host.piles.values() if deal.when is not None]
    if changing:
        piles = f"{all_of(changing)} may stay undealt"
        raise OptionError(f"SPADEZ cannot ride on {host.name}: the number of its cards varies ({piles})")
    cards = sum(deal.count for deal in host.piles.values())
    if (host.deck == STANDARD and cards in TOTALS) or (host.deck == ONE_JOKER and cards == JOKER_TOTAL):
        return cards
    raise OptionError(
        f"SPADEZ cannot ride on {host.name}: it has no column for {cards} cards of a {host.deck.name}, "
        "only for 5 to 12 of a 52-card deck and 14 of a 53-card deck"
    )


def attached_options(host: Game) -> tuple[Option, ...]:
    """The option that a host gains: the pay table of SPADEZ."""
    tables = JOKER_TABLES if total(host) == JOKER_TOTAL else STANDARD_TABLES
    return (Option("spadez", Columns(also=tables, takes=SHIPPED), "pay table of SPADEZ"),)


def attach(host: Game, options: Options) -> Game:
    """A host with the wager on it, and every dealer and community card shown while it stands (rule 5)."""
    shared = [deal.pile for deal in host.piles.values() if deal.to is not Place.SEAT and deal.face is not Face.UP]
    return replace(
        host,
        name=f"{host.name}+spadez",
        title=f"{host.title} with SPADEZ",
        summary=f"{host.summary}; with SPADEZ on all {total(host)} cards",
        steps=(*host.steps, *(Show(pile, when=shows_all) for pile in shared)),
        wagers=(*host.wagers, wager(total(host), options["spadez"], options)),
        gathers={**host.gathers, "cards": tuple(host.piles)},
        words={**host.words, "spadez": count_words},
        labels={**host.labels, "spadez": "SPADEZ"},
        alike=tuple(each for each in host.alike if each != SPADES),
    )
