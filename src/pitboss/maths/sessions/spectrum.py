"""n-fold convolution of the chances of one round by fast Fourier transform, with a bound on its error.

Errors of rounding are bounded: of sines and logarithms by the usual analysis, of the Fourier transform by Higham,
Accuracy and Stability of Numerical Algorithms, theorem 24.2, doubled for transforms other than radix 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log2, sqrt

import numpy as np

ROUNDING = 2.0**-53
TRANSFORMING = 16 * ROUNDING  # Per doubling of the size, relative, in the root of squares: theorem 24.2 doubled.
FADED = -80.0  # The logarithm of what is left out of a transform, and counted as missing.


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The Fourier transform of one round, at half of `size` frequencies, in a form that can be raised to a power.

    `decay` and `turn` are the parts of its logarithm; `unsure` bounds its error, in units of rounding.
    """

    size: int
    decay: np.ndarray
    turn: np.ndarray
    unsure: np.ndarray

    def thinned(self, size: int) -> "Spectrum":
        """The transform of a smaller size, whose frequencies are a subset of these."""
        every = slice(None, None, self.size // size)
        return Spectrum(size, self.decay[every], self.turn[every], self.unsure[every])

    def power(self, rounds: int) -> tuple[np.ndarray, float]:
        """The distribution after two rounds or more, place 0 first, and a bound on the sum of all its errors."""
        alive = np.flatnonzero(rounds * self.decay > FADED)
        decay, turn = rounds * self.decay[alive], rounds * self.turn[alive]
        power = np.zeros(self.size // 2 + 1, dtype=complex)
        power[alive] = np.exp(decay) * (np.cos(turn) + 1j * np.sin(turn))
        wrong = rounds * np.exp((rounds - 2) * self.decay[alive]) * self.unsure[alive] + 8 * np.exp(decay)
        # The errors of all cells together are at most the root of `size` times the root of their squares, and squares
        # are the same here and there, but for the size. All frequencies but the ends stand for two.
        taken = ROUNDING * sqrt(2 * float(wrong @ wrong)) + self.size * exp(FADED)
        back = TRANSFORMING * log2(self.size) * sqrt(2 * float(np.exp(2 * decay).sum()))
        return np.maximum(np.fft.irfft(power, self.size), 0), taken + back


def spectrum(places: Sequence[int], chances: np.ndarray, size: int) -> Spectrum:
    """The transform of one round, computed as its difference from one so that no precision is lost in high powers.

    exp(2ix) - 1 = -2 sin x sin x + 2i sin x cos x, and x is reduced in whole numbers.
    """
    frequencies = np.arange(size // 2 + 1)
    real, imaginary = np.zeros(len(frequencies)), np.zeros(len(frequencies))
    for place, chance in zip(places, chances.tolist(), strict=True):
        turns = (frequencies * (place % size) + size // 2) % size - size // 2
        angle = turns * (np.pi / size)
        sine = np.sin(angle)
        real -= 2 * chance * sine * sine
        imaginary += 2 * chance * sine * np.cos(angle)
    with np.errstate(divide="ignore"):
        decay = np.maximum(np.log1p(np.maximum(2 * real + real**2 + imaginary**2, -1)) / 2, 10 * FADED)
    turn = -np.arctan2(imaginary, 1 + real)
    # By Jensen the terms, without their signs, sum to at most `size_of_terms`; a sine, its angle, the products and the
    # sum are wrong by (32 + terms) roundings of that, the logarithm by 12 of itself.
    size_of_terms = np.sqrt(-2 * real)
    unsure = (32 + len(places)) * size_of_terms + 3 * size_of_terms**2 + 12 * np.exp(2 * decay) * np.hypot(decay, turn)
    return Spectrum(size, decay, turn, unsure)
