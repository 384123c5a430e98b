"""Random deals as text: the part of a fused loop that draws cards, for the CPU, a GPU and plain Python alike.

A stream is xoroshiro128++ (Blackman and Vigna, 2019) started by SplitMix64 from the seed, the batch and the strand. Its
64 bits are cut into words of 16, or of 32 for large shoes; a word w makes a number below n as w * n >> 16. Some words
would favour some numbers: a deal in which one fell is dealt again as a whole, so that every deal is equally likely.
Words are signed 64-bit numbers throughout.

A deck of up to 62 cards is dealt into masks, one pile after the other, each in the index space of the cards left, by
Floyd's subset sampling, which has no branch. A shoe is dealt into places, by a shuffle that is never written down.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

MASK_64 = (1 << 64) - 1
WEYL = 0x9E3779B97F4A7C15
MOST_MASKED = 62


def rotated(word: int, count: int) -> int:
    """A 64-bit word turned left."""
    bits = word & MASK_64
    return signed((bits << count) | (bits >> (64 - count)))


def summed(one: int, other: int) -> int:
    """The sum of two words, without what 64 bits cannot hold."""
    return signed(one + other)


def shifted(word: int, count: int) -> int:
    """A word shifted left, without what 64 bits cannot hold."""
    return signed(word << count)


def multiplied(one: int, other: int) -> int:
    """The product of two words, without what 64 bits cannot hold."""
    return signed(one * other)


def lowered(word: int, count: int) -> int:
    """A word shifted right, zeros coming in from the left."""
    return (word & MASK_64) >> count


def signed(word: int) -> int:
    """The signed number that the low 64 bits are."""
    word &= MASK_64
    return word - (1 << 64) if word >> 63 else word


def word_bits(cards: int) -> int:
    """How many bits a draw takes: few enough to draw four cards from 64, so many that a deal is seldom dealt again."""
    return 16 if cards <= 64 else 32


def next_word() -> list[str]:
    """The next 64 bits of a stream with the state a, b."""
    return [
        "z = summed(rotated(summed(a, b), 17), a)",
        "b ^= a",
        "a = rotated(a, 49) ^ b ^ shifted(b, 21)",
        "b = rotated(b, 28)",
    ]


@dataclass
class Draws:
    """Writes one bounded draw after the other, taking new words as they run out."""

    bits: int
    taken: int = 0

    def below(self, count: int) -> list[str]:
        """Sets t to a number below `count`; makes `bad` negative where the word favours some numbers."""
        lines = next_word() if self.taken % (64 // self.bits) == 0 else []
        shift = self.bits * (self.taken % (64 // self.bits))
        self.taken += 1
        lines += [f"w = ((z >> {shift}) & {(1 << self.bits) - 1}) * {count}", f"t = w >> {self.bits}"]
        favoured = (1 << self.bits) % count
        if favoured:
            lines.append(f"bad |= (w & {(1 << self.bits) - 1}) - {favoured}")
        return lines


def masks(sizes: Sequence[int], cards: int) -> list[str]:
    """Piles of these sizes as masks p0, p1 and so on, each over the cards that the ones before it left."""
    draws = Draws(word_bits(cards))
    lines = []
    left = cards
    for pile, size in enumerate(sizes):
        lines.append(f"p{pile} = 0")
        for top in range(left - size, left):
            lines += draws.below(top + 1)
            lines += ["t = 1 << t", f"p{pile} |= t if p{pile} & t == 0 else {1 << top}"]
        left -= size
    return lines


def places(count: int, cards: int) -> list[str]:
    """So many different places of a shoe as v0, v1 and so on, in the order they are dealt.

    The shuffle that swaps place i with one from i on, with nothing written down: a place that an earlier swap filled
    holds what that swap took from its own place, and so on back.
    """
    draws = Draws(word_bits(cards))
    lines = []
    for card in range(count):
        lines += draws.below(cards - card)
        lines += [f"t{card} = t + {card}", f"v{card} = t{card}"]
        lines += [f"v{card} = {earlier} if v{card} == t{earlier} else v{card}" for earlier in range(card - 1, -1, -1)]
    return lines


def deposited(cards: int, taken: int) -> int:
    """A mask over the cards left, as a mask over all cards: a gap is opened at every taken card."""
    rest = taken
    while rest:
        lowest = rest & -rest
        below = cards & (lowest - 1)
        cards = below | ((cards ^ below) << 1)
        rest ^= lowest
    return cards


def batch_starts(seed: int, first: int, last: int) -> np.ndarray:
    """The words that the streams of some batches are started from."""
    start = mixed(np.array([seed], dtype=np.uint64))
    return mixed(start ^ mixed(np.arange(first, last, dtype=np.uint64) + np.uint64(1)))


def streams(seed: int, batch: int, strands: int) -> tuple[np.ndarray, np.ndarray]:
    """The states that the strands of a batch start from."""
    numbers = np.arange(2 * strands, dtype=np.uint64)
    start = batch_starts(seed, batch, batch + 1)
    words = mixed(start + (numbers + np.uint64(1)) * np.uint64(WEYL)).view(np.int64)
    return words[:strands].copy(), words[strands:].copy()


def first_streams(seeds: np.ndarray) -> np.ndarray:
    """Two rows: for every seed the state that the first strand of its first batch starts from."""
    starts = mixed(mixed(seeds) ^ mixed(np.array([1], dtype=np.uint64)))
    return np.array([mixed(starts + np.uint64(number * WEYL & MASK_64)).view(np.int64) for number in (1, 2)])


def strand_state(name: str, number: str) -> list[str]:
    """The same for one strand, as text: sets `name` to the word of this number of a batch that starts from `start`."""
    return [
        f"{name} = summed(start, multiplied({number} + 1, {signed(WEYL)}))",
        f"{name} = summed({name}, {signed(WEYL)})",
        f"{name} = multiplied({name} ^ lowered({name}, 30), {signed(0xBF58476D1CE4E5B9)})",
        f"{name} = multiplied({name} ^ lowered({name}, 27), {signed(0x94D049BB133111EB)})",
        f"{name} = {name} ^ lowered({name}, 31)",
    ]


def mixed(words: np.ndarray) -> np.ndarray:
    """SplitMix64's finisher."""
    words = words + np.uint64(WEYL)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
