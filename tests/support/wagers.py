"""One round of wagers made up and of games, and what many rounds of two results come to."""

from fractions import Fraction
from functools import cache

from pitboss import games
from pitboss.maths.exact.solver import analysed
from pitboss.maths.sessions.one_round import OneRound, gathered, one_round

COIN = OneRound((Fraction(-1), Fraction(1)), (1, 1))
TIE = OneRound((Fraction(-1), Fraction(8)), (22, 3))
JACKPOT = gathered([(Fraction(-1), 5 * 10**8), (Fraction(19, 20), 5 * 10**8 - 1), (Fraction(100_000), 1)])
TAXED = gathered([(Fraction(-1), 900), (Fraction(19, 20), 60), (Fraction(10), 39), (Fraction(500), 1)])
UNEVEN = gathered([(Fraction(-3), 3), (Fraction(-1), 2), (Fraction(2), 5)])
MADE = {"coin": COIN, "tie": TIE, "jackpot": JACKPOT, "taxed": TAXED, "uneven": UNEVEN}
REAL = [
    "super-pan-9 regular",
    "super-pan-9 tie",
    "spadez spadez",
    "turbo-sports first_down",
    "turbo-sports nine_card_bonus",
]


@cache
def wager(name: str) -> OneRound:
    """One made up here, or of a game: `super-pan-9 tie`."""
    if name in MADE:
        return MADE[name]
    game, entry = name.split()
    return one_round(analysed(games.build(game)), entry)


def coin_totals(rounds: int, up: int, down: int) -> list[float]:
    """The chance of so many wins of a round won by `up` weights out of all: exact until the last division."""
    total, ways = (up + down) ** rounds, down**rounds
    found = []
    for wins in range(rounds + 1):
        found.append(ways / total)
        ways = ways * (rounds - wins) * up // ((wins + 1) * down)
    return found
