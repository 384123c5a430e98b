"""The risk of ruin of a bankroll, from the exact results of one round.

One backward recursion covers all bankrolls, on the lattice up to a ceiling above which, by Doob's inequality, the
chance of ruin is below `NEGLIGIBLE`. Where the lattice is fine, one step takes many rounds.

Rounding errors are bounded as well: of sums by standard error analysis, of the transform in `spectrum`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, log, log2, sqrt

import numpy as np

from pitboss.core.errors import SetupError
from pitboss.maths.sessions.one_round import NEGLIGIBLE, TILTS, OneRound, cumulants
from pitboss.maths.sessions.spectrum import ROUNDING, TRANSFORMING

MOST_BANKROLLS = 1 << 18
JUMPS = (100, 50, 25, 20, 10, 5)
PIECE = 1 << 17  # Matrix products this small use no library threads, which are slow on a busy machine.
FAINT = 1e-22  # Wins with a smaller chance are left out of a jump, and counted as an error.


@dataclass(frozen=True)
class Walk:
    """A random walk of the bankroll, in cells, with flat bets, until it cannot pay the worst result of a round.

    The recursion computes, for every bankroll from `need` cells upwards, the chance of ruin within some rounds.
    """

    one: OneRound

    @property
    def need(self) -> int:
        """The largest loss of one round, in cells."""
        return -self.one.cells[0]

    @cached_property
    def _bounds(self) -> np.ndarray:
        """The cumulants of the loss; at least 0, because ruin does not become less likely within more rounds."""
        return np.maximum(cumulants([-cell for cell in self.one.cells], self.one.chances), 0)

    def length(self, rounds: int) -> int:
        """The number of bankrolls from which ruin within `rounds` rounds is not negligible.

        exp(-tilt * total - rounds * cumulant) is a martingale, so Doob's inequality bounds the chance of having lost
        that much at any time. And no round loses more than the worst.
        """
        least = log(1 / NEGLIGIBLE) + 0.01
        return min(rounds * self.need, ceil(((least + rounds * self._bounds) / TILTS).min()))

    def stepped(self, ruin: np.ndarray, rounds: int, length: int) -> np.ndarray:
        """The chances of ruin within `rounds` more rounds, round by round."""
        for _ in range(rounds):
            more = np.zeros(length)
            for cell, chance in self.one.results:
                rise, fall = max(cell, 0), max(-cell, 0)
                more[:fall] += chance
                kept = ruin[rise : rise + max(length - fall, 0)]
                more[fall : fall + len(kept)] += chance * kept
            ruin = more
        return ruin

    def jump(self, rounds: int) -> "Jump":
        """The jump whose length costs least in all: longer jumps are fewer, but their correction is larger."""
        size, nets = 2 * self.length(rounds), len(self.one.nets)

        def cost(each: int) -> float:
            strip = each * self.need
            return rounds / each * (64 * size + 4 * strip**2) + 2 * nets * strip**2

        return Jump(self, min(JUMPS, key=cost), self.length(rounds))

    def missing(self, rounds: int) -> float:
        """A bound on the error of a chance of ruin within `rounds` rounds."""
        jump, length = self.jump(rounds), self.length(rounds)
        strip = jump.rounds * self.need
        transforms = 3 * TRANSFORMING * log2(4 * (length + strip)) * sqrt(length)
        each = transforms + (length + 2 * strip + jump.rounds * len(self.one.nets)) * ROUNDING + length * FAINT
        return NEGLIGIBLE + rounds // jump.rounds * each + rounds * (len(self.one.nets) + 2) * ROUNDING


@dataclass(frozen=True, eq=False)
class Jump:
    """Many rounds of a walk in one step.

    First a transform advances all walks as if ruin did not stop them. Then, near the barrier, the contribution of walks
    that were ruined on the way is replaced by 1, the chance of their ruin.
    """

    walk: Walk
    rounds: int
    longest: int

    @property
    def down(self) -> int:
        """The largest loss: the bankrolls within this distance of the barrier can be ruined."""
        return self.rounds * self.walk.need

    @property
    def up(self) -> int:
        """The largest gain that can still be followed by ruin."""
        return min(self.longest + self.walk.need, self.rounds * max(self.walk.one.cells[-1], 0))

    @cached_property
    def free(self) -> np.ndarray:
        """For every number of rounds of the jump, the distribution of the net without a barrier, from -down to up."""
        width = self.down + self.up + 1
        found = np.zeros((self.rounds + 1, width))
        found[0, self.down] = 1
        for before, after in pairwise(found):
            for cell, chance in self.walk.one.results:
                rise, fall = min(max(cell, 0), width), max(-cell, 0)
                after[rise : width - fall] += chance * before[fall : width - rise]
        return found

    @cached_property
    def exits(self) -> np.ndarray:
        """By bankroll: the chance of ruin in each round with each amount left."""
        need, rows = self.walk.need, self.down
        found = np.zeros((rows, self.rounds, need))
        for cell, chance in self.walk.one.results:
            left = np.arange(need + cell, need)
            found[left - need - cell, 0, left] += chance
        for number in range(1, self.rounds):
            for cell, chance in self.walk.one.results:
                rise, fall = min(max(cell, 0), rows), max(-cell, 0)
                found[fall : rows - rise, number] += chance * found[rise : rows - fall, number - 1]
        return found.reshape(rows, -1)

    @cached_property
    def wins(self) -> tuple[np.ndarray, np.ndarray]:
        """The amounts that fewer rounds than all can win, in pieces, and their chances, the most rounds first."""
        chances = self.free[self.rounds - 1 :: -1, self.down :]
        kept = np.flatnonzero(chances[:, 1:].max(axis=0, initial=0) > FAINT) + 1
        piece = max(1, PIECE // (self.rounds * self.walk.need))
        wins = np.zeros((-(-len(kept) // piece), piece), dtype=np.int64)
        wins.ravel()[: len(kept)] = kept  # The padding wins nothing, so it stays below the barrier and counts as 0.
        return wins, np.ascontiguousarray(chances[:, wins].transpose(1, 0, 2))

    @cached_property
    def _kernels(self) -> dict[int, np.ndarray]:
        return {}

    def kernel(self, size: int) -> np.ndarray:
        """The transform of the net of all rounds, up to half the size; larger gains are not needed."""
        if size not in self._kernels:
            circle = np.zeros(size)
            rise = self.free[-1, self.down : self.down + size // 2 + 1]
            circle[: len(rise)] = rise
            circle[size - self.down :] = self.free[-1, : self.down]
            self._kernels[size] = np.conj(np.fft.rfft(circle))
        return self._kernels[size]

    def jumped(self, ruin: np.ndarray, length: int) -> np.ndarray:
        """The chances of ruin within all rounds of the jump more."""
        need = self.walk.need
        # The circle is large enough that nothing wraps around, neither from below nor from above.
        size = smooth(length + max(self.down, min(self.up, length)) + 1)
        more = np.fft.irfft(np.fft.rfft(ruin, size) * self.kernel(size), size)[:length]
        # The transform let ruined walks go on from where they fell, for the remaining rounds.
        wins, chances = self.wins
        around = np.zeros(self.up + 2 * need)
        around[need : need + len(ruin)] = ruin[: self.up + need]
        missed = 1 - (chances @ around[wins[:, :, None] + np.arange(need)]).sum(axis=0)
        strip = min(self.down, length)
        more[:strip] += np.einsum("ij,j->i", self.exits[:strip], missed.ravel())
        return np.clip(more, 0, 1)


def smooth(least: int) -> int:
    """The next size with a fast transform: a power of two, or three quarters of one."""
    power = 1 << (least - 1).bit_length()
    return power * 3 // 4 if power > 4 and power * 3 // 4 >= least else power


def ruin(
    one: OneRound, bankrolls: Sequence[Fraction], horizons: Sequence[int] = (100, 1_000, 10_000)
) -> list[list[float]]:
    """For every bankroll, the chance of ruin within each number of rounds.

    A player is ruined when the bankroll cannot pay the worst result of one more round. `Walk.missing` bounds the error
    of the chances.
    """
    if one.worst >= 0:
        return [[0.0 for _ in horizons] for _ in bankrolls]
    walk, most = Walk(one), max(horizons)
    if walk.length(most) > MOST_BANKROLLS:
        raise SetupError(
            f"ruin within {most:,} rounds in steps of {one.step} needs {walk.length(most):,} bankrolls, "
            f"and {MOST_BANKROLLS:,} are the most; ask for fewer rounds"
        )
    jump = walk.jump(most)
    chances, done = np.zeros(0), 0
    found = {}
    for horizon in sorted(set(horizons)):
        for _ in range((horizon - done) // jump.rounds):
            done += jump.rounds
            chances = jump.jumped(chances, walk.length(done))
        chances = walk.stepped(chances, horizon - done, walk.length(horizon))
        done = horizon
        found[horizon] = np.append(chances, 0.0)
    cells = [floor(bankroll / one.step) - walk.need for bankroll in bankrolls]
    return [
        [1.0 if cell < 0 else float(found[horizon][min(cell, len(found[horizon]) - 1)]) for horizon in horizons]
        for cell in cells
    ]
