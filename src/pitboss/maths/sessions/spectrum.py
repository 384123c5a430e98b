"""The n-fold convolution of the chances of one round by fast Fourier transform, with a bound on its error.

Rounding errors of sines and logarithms are bounded by standard error analysis, those of the Fourier transform by
Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2, doubled for transforms other than radix 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log2, sqrt

import numpy as np

ROUNDING = 2.0**-53
TRANSFORMING = 16 * ROUNDING  # Relative error in the 2-norm per doubling of the size: theorem 24.2, doubled.
FADED = -80.0  # The logarithm below which a coefficient is left out, and counted as an error.


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The logarithm of the Fourier transform of one round, at the non-negative half of `size` frequencies.

    `decay` and `turn` are its real and imaginary parts; `unsure` bounds its error, in units of `ROUNDING`.
    """

    size: int
    decay: np.ndarray
    turn: np.ndarray
    unsure: np.ndarray

    def thinned(self, size: int) -> "Spectrum":
        """The transform of a smaller size, a divisor of this one, whose frequencies are a subset of these."""
        every = slice(None, None, self.size // size)
        return Spectrum(size, self.decay[every], self.turn[every], self.unsure[every])

    def power(self, rounds: int) -> tuple[np.ndarray, float]:
        """The distribution after two or more rounds, from place 0 on, and a bound on the sum of its errors."""
        alive = np.flatnonzero(rounds * self.decay > FADED)
        decay, turn = rounds * self.decay[alive], rounds * self.turn[alive]
        power = np.zeros(self.size // 2 + 1, dtype=complex)
        power[alive] = np.exp(decay) * (np.cos(turn) + 1j * np.sin(turn))
        wrong = rounds * np.exp((rounds - 2) * self.decay[alive]) * self.unsure[alive] + 8 * np.exp(decay)
        # By Cauchy-Schwarz the 1-norm of the errors is at most the root of `size` times their 2-norm, and by Parseval
        # the 2-norm is that of the transform over the root of `size`. All frequencies but the ends count twice.
        taken = ROUNDING * sqrt(2 * float(wrong @ wrong)) + self.size * exp(FADED)
        back = TRANSFORMING * log2(self.size) * sqrt(2 * float(np.exp(2 * decay).sum()))
        return np.maximum(np.fft.irfft(power, self.size), 0), taken + back


def spectrum(places: Sequence[int], chances: np.ndarray, size: int) -> Spectrum:
    """The transform of one round, computed as its difference from one, so that high powers lose no precision.

    exp(2ix) - 1 = -2 sin x sin x + 2i sin x cos x, and the angle x is reduced in whole numbers.
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
    # By Jensen's inequality the absolute terms sum to at most `size_of_terms`; sines, angles, products and the sum have
    # an error of (32 + terms) roundings of that, the logarithm of 12 of itself.
    size_of_terms = np.sqrt(-2 * real)
    unsure = (32 + len(places)) * size_of_terms + 3 * size_of_terms**2 + 12 * np.exp(2 * decay) * np.hypot(decay, turn)
    return Spectrum(size, decay, turn, unsure)
