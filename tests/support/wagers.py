"""One round of wagers made up and of games, and what many rounds of two results come to."""

from fractions import Fraction
from functools import cache
from math import comb

from pitboss import games
from pitboss.maths.exact.solver import analysed
from pitboss.maths.sessions.one_round import OneRound, gathered, one_round
from tests.support.cases import brought
from tests.support.house import DRAW_FIVE

COIN = OneRound((Fraction(-1), Fraction(1)), (1, 1))
TIE = OneRound((Fraction(-1), Fraction(8)), (22, 3))
JACKPOT = gathered([(Fraction(-1), 5 * 10**8), (Fraction(19, 20), 5 * 10**8 - 1), (Fraction(100_000), 1)])
TAXED = gathered([(Fraction(-1), 900), (Fraction(19, 20), 60), (Fraction(10), 39), (Fraction(500), 1)])
UNEVEN = gathered([(Fraction(-3), 3), (Fraction(-1), 2), (Fraction(2), 5)])
# Three or more of one suit among six cards: 3, 10, 50 and 300 to 1.
LADDER = gathered(
    (Fraction({3: 3, 4: 10, 5: 50, 6: 300}.get(count, -1)), comb(13, count) * comb(39, 6 - count)) for count in range(7)
)
MADE = {"coin": COIN, "tie": TIE, "jackpot": JACKPOT, "taxed": TAXED, "uneven": UNEVEN, "ladder": LADDER}
EVEN = "draw-five regular"
REAL = [EVEN, "ladder", *(" ".join(each) for each in brought("WAGERS"))]


@cache
def wager(name: str) -> OneRound:
    """One made up here, or of a game: `draw-five tie`."""
    if name in MADE:
        return MADE[name]
    game, entry = name.split()
    return one_round(analysed(DRAW_FIVE.build() if game == DRAW_FIVE.name else games.build(game)), entry)


def coin_totals(rounds: int, up: int, down: int) -> list[float]:
    """The chance of so many wins of a round won by `up` weights out of all: exact until the last division."""
    total, ways = (up + down) ** rounds, down**rounds
    found = []
    for wins in range(rounds + 1):
        found.append(ways / total)
        ways = ways * (rounds - wins) * up // ((wins + 1) * down)
    return found
