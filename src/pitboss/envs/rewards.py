"""What rounds pay, looked up by the number of their joint outcome.

The nets of lines are computed beforehand, exactly, for every answer that moves money. Where there are few joint
outcomes they are added up beforehand too.
"""

from fractions import Fraction
from itertools import product
from math import lcm, prod

import numpy as np

from pitboss.core.meters import DOLLAR
from pitboss.core.stakes import stakes_after
from pitboss.envs.terms import Terms
from pitboss.maths.codegen.stepwise import Stepwise
from pitboss.maths.tally.tally import first_stakes, line_net, tally_columns

MOST_TABLED = 1 << 20


class Rewards:
    """The reward of every joint outcome of a game, in units; each is rounded once."""

    def __init__(self, loop: Stepwise, terms: Terms) -> None:
        columns, raising = loop.program.columns, tally_columns(terms.game)[0]
        self.sizes = [len(column.values) for column in columns[len(raising) :]]
        """By column after those of choices, how many outcomes it has: the last digits of a joint outcome."""
        cents = _cents(loop, terms)
        parts = lcm(*(net.denominator for table in cents for net in table))
        self.tables = [np.array([int(net * parts) for net in table], dtype=np.int64) for table in cents]
        """By such a column: the net by joint answer and outcome, in cents, or in parts of a cent that make it whole."""
        self.unit = parts * terms.unit_cents
        every = prod(len(column.values) for column in columns)
        self.tabled = self._added_up(np.arange(every)) if every <= MOST_TABLED else None

    def __call__(self, keys: np.ndarray) -> np.ndarray:
        """The rewards of joint outcomes."""
        return self._added_up(keys) if self.tabled is None else self.tabled[keys]

    def one(self, key: int) -> float:
        """The reward of one joint outcome."""
        return self._added_up(np.array([key])).item() if self.tabled is None else self.tabled.item(key)

    def _added_up(self, keys: np.ndarray) -> np.ndarray:
        total, digits = np.zeros(len(keys), dtype=np.int64), []
        for size in reversed(self.sizes):
            keys, digit = np.divmod(keys, size)
            digits.append(digit)
        for table, size, digit in zip(self.tables, self.sizes, reversed(digits), strict=True):
            total += table[keys * size + digit]
        return total / self.unit


def _cents(loop: Stepwise, terms: Terms) -> list[list[Fraction]]:
    """By column of outcomes: what its lines net together, in cents, by joint answer and outcome, answers first."""
    game, raising, columns = terms.game, tally_columns(terms.game)[0], loop.program.columns
    stakes = first_stakes(game, terms.bets)
    staked = [
        stakes_after(game, stakes, dict(zip(raising, answers, strict=True)))
        for answers in product(*(column.values for column in columns[: len(raising)]))
    ]
    found = [[Fraction(0)] * (len(staked) * len(column.values)) for column in columns[len(raising) :]]
    for (name, place), at in loop.column.items():
        wager, nets = game.wager[name], found[at - len(raising)]
        pays = wager.lines[place].pays.pays
        for number, (after, outcome) in enumerate(product(staked, columns[at].values)):
            if outcome in pays:
                nets[number] += line_net(game, wager, place, outcome, after[name]) * DOLLAR
    return found
