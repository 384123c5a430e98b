"""Dense numbers for the different answers that occur: a hash table of rows, and the places of rows in their order."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pitboss.maths.compile.cpu import fast
from pitboss.maths.compile.words import lowered, multiplied, signed

ODD = signed(0x9E3779B97F4A7C15)
FIRST_BITS = 12


@fast
def slot_of(rows, place, keys, used, bits):
    """The slot of a row in a table of 2^bits slots: where it is, or the free one where it belongs."""
    word = 0
    for column in range(rows.shape[0]):
        word = multiplied(word, ODD) ^ int(rows[column, place])
    slot = lowered(multiplied(word, ODD), 64 - bits)
    while used[slot] >= 0:
        same = True
        for column in range(rows.shape[0]):
            if keys[slot, column] != rows[column, place]:
                same = False
        if same:
            return slot
        slot = (slot + 1) & ((1 << bits) - 1)
    return slot


@fast
def entered(rows, first, keys, used, bits, filled):
    """Enters rows until the table is half full; returns the next row and the number of filled slots."""
    place = first
    single = rows.shape[0] == 1
    while place < rows.shape[1] and 2 * filled < 1 << bits:
        if single and place > first and rows[0, place] == rows[0, place - 1]:
            place += 1
            continue
        slot = slot_of(rows, place, keys, used, bits)
        if used[slot] < 0:
            used[slot] = 0
            filled += 1
            for column in range(rows.shape[0]):
                keys[slot, column] = rows[column, place]
        place += 1
    return place, filled


@fast
def looked_up(rows, keys, used, bits, found):
    """Fills `found` with the number that each row has in a table, -1 where it has none."""
    if rows.shape[0] != 1:
        for place in range(rows.shape[1]):
            found[place] = used[slot_of(rows, place, keys, used, bits)]
        return
    for place in range(rows.shape[1]):  # The same for one column, which most games have, several times as fast.
        value = int(rows[0, place])
        slot = lowered(multiplied(value, ODD), 64 - bits)
        while used[slot] >= 0 and keys[slot, 0] != value:
            slot = (slot + 1) & ((1 << bits) - 1)
        found[place] = used[slot]


class Distinct:
    """The distinct rows among all that are added."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self._make(FIRST_BITS)

    def _make(self, bits: int) -> None:
        self.bits, self.filled = bits, 0
        self.keys = np.zeros((1 << bits, self.columns), dtype=np.int64)
        self.used = np.full(1 << bits, -1, dtype=np.int32)

    def add(self, columns: Sequence[np.ndarray]) -> None:
        """Adds the rows of some columns."""
        if not self.columns:
            return
        rows, first = np.array(columns, dtype=np.int64), 0
        while True:
            first, self.filled = entered(rows, first, self.keys, self.used, self.bits, self.filled)
            if first == rows.shape[1]:
                return
            old = self.rows
            self._make(self.bits + 2)
            _, self.filled = entered(old, 0, self.keys, self.used, self.bits, 0)

    @property
    def rows(self) -> np.ndarray:
        """The distinct rows, one column of the array each."""
        return np.ascontiguousarray(self.keys[self.used >= 0].T)


@dataclass(frozen=True)
class Classes:
    """Distinct rows in lexicographical order; `number` says which one a row is."""

    columns: tuple[np.ndarray, ...]
    keys: np.ndarray
    used: np.ndarray
    bits: int

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 1

    def number(self, columns: Sequence[np.ndarray], size: int) -> np.ndarray:
        """The number of each of some rows."""
        found = np.zeros(size, dtype=np.int32)
        if self.columns:
            looked_up(np.array(columns, dtype=np.int64), self.keys, self.used, self.bits, found)
        return found


def classes_of(parts: Sequence[Distinct]) -> Classes:
    """The classes of all rows in several tables, sorted by the column with the most values first."""
    if not parts or not parts[0].columns:
        return Classes((), np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=np.int32), 0)
    rows = np.unique(np.concatenate([part.rows for part in parts], axis=1), axis=1)
    spread = [len(np.unique(column)) for column in rows]
    rows = rows[:, np.lexsort([rows[place] for place in sorted(range(len(rows)), key=lambda place: spread[place])])]
    bits = max(FIRST_BITS, 2 + rows.shape[1].bit_length())
    keys, used = np.zeros((1 << bits, len(rows)), dtype=np.int64), np.full(1 << bits, -1, dtype=np.int32)
    numbered_into(np.ascontiguousarray(rows), keys, used, bits)
    return Classes(tuple(np.ascontiguousarray(column) for column in rows), keys, used, bits)


@fast
def numbered_into(rows, keys, used, bits):
    """Enters distinct rows with their numbers."""
    for place in range(rows.shape[1]):
        slot = slot_of(rows, place, keys, used, bits)
        used[slot] = place
        for column in range(rows.shape[0]):
            keys[slot, column] = rows[column, place]
