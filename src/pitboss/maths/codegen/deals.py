"""Random deals as text: the part of a loop that draws cards, the same for a CPU, a GPU and plain Python.

A stream is xoroshiro128++ (Blackman and Vigna, 2019), seeded by SplitMix64 from the seed, the batch and the strand. Its
64 bits are cut into two words of 32, and a word makes several bounded draws by multiply-high: w * n >> 32 is a number
below n, and the low half of w * n makes the next one. Together they are one number below the product of the bounds.
Words that would favour some numbers are rejected (Lemire): the whole deal is then dealt again, so that every deal is
equally likely. Words are signed 64-bit numbers throughout.

A deck of up to 62 cards is dealt into masks, one pile after the other. Floyd's subset sampling picks a pile among the
cards left, and its mask is then spread to leave gaps for the cards taken before; neither step has a branch. Small piles
are dealt first, because each needs a gap for every earlier card. A shoe is dealt into places by a Fisher-Yates shuffle
whose permutation is never stored.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod

import numpy as np

from pitboss.maths.codegen import names
from pitboss.maths.compile.words import MASK_64, signed

WEYL = 0x9E3779B97F4A7C15
MOST_MASKED = 62  # Masks are signed words, and a deposit needs one bit above them.
WORD_BITS = 32
SELDOM = 128  # A word makes as many draws as possible while at most one word in 128 is rejected.


def next_word() -> list[str]:
    """Lines that set z to the next 64 bits of the stream with the state a, b."""
    return [
        "z = summed(rotated(summed(a, b), 17), a)",
        "b ^= a",
        "a = rotated(a, 49) ^ b ^ shifted(b, 21)",
        "b = rotated(b, 28)",
    ]


def chains_of(bounds: Iterable[int], bits: int = WORD_BITS) -> list[list[int]]:
    """The bounds of successive draws, cut into chains that one word makes each."""
    chains: list[list[int]] = []
    for bound in bounds:
        if not chains or prod(chains[-1]) * bound * SELDOM > 1 << bits:
            chains.append([])
        chains[-1].append(bound)
    return chains


def bounded_draws(bounds: Iterable[int], bits: int = WORD_BITS) -> Iterator[list[str]]:
    """For each bound, lines that set t to a number below it, and make `bad` negative if the word must be rejected."""
    mask, words = (1 << bits) - 1, 64 // bits
    for number, chain in enumerate(chains_of(bounds, bits)):
        lines = next_word() if number % words == 0 else []
        lines.append(f"w = (z >> {bits * (number % words)}) & {mask}")
        favoured = (1 << bits) % prod(chain)
        for place, bound in enumerate(chain, 1):
            lines += [f"w *= {bound}", f"t = w >> {bits}"]
            if place < len(chain):
                lines.append(f"w &= {mask}")
            elif favoured:
                lines.append(f"bad |= (w & {mask}) - {favoured}")
            yield lines
            lines = []


def masks(sizes: Sequence[int], cards: int) -> list[str]:
    """Lines that deal piles of these sizes, each as a mask over all cards."""
    order = sorted(range(len(sizes)), key=lambda pile: sizes[pile])
    bounds, left = [], cards
    for pile in order:
        bounds += range(left - sizes[pile] + 1, left + 1)
        left -= sizes[pile]
    draws = bounded_draws(bounds)
    lines, taken, left = ["gone = 0"], 0, cards
    for pile in order:
        lines.append("p = 0")
        for top in range(left - sizes[pile], left):
            lines += [*next(draws), "t = 1 << t", f"p |= t if p & t == 0 else {1 << top}"]
        left -= sizes[pile]
        lines.append("rest = gone")
        for _gap in range(taken):
            lines += ["low = rest & -rest", "rest ^= low", "under = p & (low - 1)", "p = under | ((p ^ under) << 1)"]
        lines += [f"{names.mask(pile)} = p", "gone |= p"]
        taken += sizes[pile]
    return lines


def places(count: int, cards: int) -> tuple[list[str], list[str]]:
    """Lines that make `count` draws, and lines that turn them into different places of a shoe, in 32-bit numbers.

    A Fisher-Yates shuffle swaps place i with a place from i on. The permutation is not stored: where an earlier swap
    wrote to the place drawn, that swap's own place is followed instead, back to the first swap.
    """
    draws = bounded_draws(range(cards, cards - count, -1))
    drawn: list[str] = []
    placed: list[str] = []
    for card in range(count):
        own = names.place(card)
        drawn += [*next(draws), f"{names.draw(card)} = t + {card}"]
        placed.append(f"{own} = {names.draw(card)}")
        for earlier in range(card - 1, -1, -1):
            placed.append(f"{own} = int32({earlier}) if {own} == {names.draw(earlier)} else {own}")
    return drawn, placed


def batch_starts(seed: int, first: int, last: int) -> np.ndarray:
    """For each batch from `first` up to `last`, the word that seeds its streams.

    A hash of the seed seeds batch 0, and a hash of that and of the batch's number each other batch. The two numbers
    must not enter alike: hashes of `mixed(seed) ^ mixed(batch)` give batch 2 of seed 1 the rounds of batch 1 of seed 2.
    """
    start = _first_batches(np.array([seed], dtype=np.uint64))
    batches = np.arange(first, last, dtype=np.uint64)
    return np.where(batches == 0, start, mixed(mixed(start) + batches))


def _first_batches(seeds: np.ndarray) -> np.ndarray:
    """For each seed, the word that seeds the streams of batch 0."""
    return mixed(mixed(seeds) ^ mixed(np.array([1], dtype=np.uint64)))


def streams(seed: int, batch: int, strands: int) -> tuple[np.ndarray, np.ndarray]:
    """Two arrays, the first and the second word of the initial state of each strand of a batch."""
    numbers = np.arange(2 * strands, dtype=np.uint64)
    start = batch_starts(seed, batch, batch + 1)
    words = mixed(start + (numbers + np.uint64(1)) * np.uint64(WEYL)).view(np.int64)
    return words[:strands].copy(), words[strands:].copy()


def table_streams(seed: int, first: int, last: int) -> np.ndarray:
    """Two rows: for each table from `first` up to `last`, the initial state of its stream under a seed.

    Table 0 has the stream of strand 0 of batch 0 in a run with one strand. The others start from a hash of that and of
    their number, so that no two pairs of a seed and a table are related.
    """
    start = batch_starts(seed, 0, 1)
    tables = np.arange(first, last, dtype=np.uint64)
    return _first_strands(np.where(tables == 0, start, mixed(start + tables * np.uint64(WEYL))))


def first_streams(seeds: np.ndarray) -> np.ndarray:
    """Two rows: for each seed, the initial state of table 0 under it."""
    return _first_strands(_first_batches(seeds))


def _first_strands(starts: np.ndarray) -> np.ndarray:
    return np.array([mixed(starts + np.uint64(number * WEYL & MASK_64)).view(np.int64) for number in (1, 2)])


def strand_state(name: str, number: str) -> list[str]:
    """Lines that set `name` to the word with this index in `streams`, for a batch seeded by `start`."""
    return [
        f"{name} = summed(start, multiplied({number} + 1, {signed(WEYL)}))",
        f"{name} = summed({name}, {signed(WEYL)})",
        f"{name} = multiplied({name} ^ lowered({name}, 30), {signed(0xBF58476D1CE4E5B9)})",
        f"{name} = multiplied({name} ^ lowered({name}, 27), {signed(0x94D049BB133111EB)})",
        f"{name} = {name} ^ lowered({name}, 31)",
    ]


def mixed(words: np.ndarray) -> np.ndarray:
    """The output function of SplitMix64."""
    words = words + np.uint64(WEYL)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
