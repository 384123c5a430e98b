"""Exact sums over columns of numbers: rows are grouped by equal values, and weights added as whole numbers."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np


def numbered(columns: Sequence[np.ndarray]) -> tuple[list[tuple[int, ...]], np.ndarray]:
    """The distinct rows of some columns, and for every row the index of its group."""
    numbers, count = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        own, different = ranked(column)
        numbers, count = ranked(numbers * different + own)
    first = np.zeros(count, dtype=np.int64)
    first[numbers[::-1]] = np.arange(len(numbers) - 1, -1, -1)
    return list(zip(*(column[first].tolist() for column in columns), strict=True)), numbers


def ranked(column: np.ndarray) -> tuple[np.ndarray, int]:
    """Dense ranks and their count; skips the sort for small ranges."""
    low = int(column.min(initial=0))
    span = int(column.max(initial=0)) - low + 1
    if span > 4 * len(column) + 1000:
        values, places = np.unique(column, return_inverse=True)
        return places.ravel(), len(values)
    there = np.zeros(span, dtype=bool)
    there[column - low] = True
    return (np.cumsum(there) - 1)[column - low], int(there.sum())


def added(numbers: np.ndarray, weight: np.ndarray, size: int) -> list[int]:
    """The exact weight of each group; the sum of all weights must fit 64 bits, or the weights be Python ints."""
    sums = np.zeros(size, dtype=weight.dtype)
    np.add.at(sums, numbers, weight)
    return [int(each) for each in sums]


def whole_numbers(values: Sequence[Fraction], times: int) -> tuple[np.ndarray, int]:
    """Numerators over one denominator, and the denominator; Python ints where a sum of `times` could overflow."""
    scale = lcm(*(value.denominator for value in values))
    whole = [int(value * scale) for value in values]
    fits = max((abs(each) for each in whole), default=0) * times < 2**62
    return np.array(whole, dtype=np.int64 if fits else object), scale
