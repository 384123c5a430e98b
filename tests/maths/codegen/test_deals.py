"""Random deals: every deal equally likely, proved by trying every word and every draw."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, perm, prod

import numpy as np
import pytest

from pitboss.maths.codegen import deals
from pitboss.maths.compile import words


def run(lines: list[str], **values):
    """Runs lines of a loop's text as plain Python and returns all variables."""
    scope = {"rotated": words.rotated, "summed": words.summed, "shifted": words.shifted, **values}
    exec("\n".join(lines), scope)
    return scope


def drawn(bounds: tuple[int, ...], bits: int, words) -> tuple[tuple, object]:
    """What the draws of one word come to, and where the word is refused."""
    assert deals.chains_of(bounds, bits) == [list(bounds)]
    found, state = [], {"z": words, "bad": 0 * words}
    for place, lines in enumerate(deals.bounded_draws(bounds, bits)):
        own = lines[len(deals.next_word()) if place == 0 else 0 :]
        state = run(own, **{name: state[name] for name in ("z", "bad", "w") if name in state})
        found.append(state["t"])
    return tuple(found), state["bad"]


CHAINS = [
    *((one,) for one in range(1, 257)),
    *((one, two) for one in range(1, 65) for two in range(1, 65) if one * two <= 256),
    *((one, two, 3) for one in range(1, 10) for two in range(1, 10) if one * two * 3 <= 256),
    (2, 3, 4, 5),
    (6, 5, 4, 2),
]


def test_every_word_of_eight_bits_draws_evenly(monkeypatch: pytest.MonkeyPatch):
    """Whatever the bounds of its draws: every combination equally often, and the words left over are refused."""
    monkeypatch.setattr(deals, "SELDOM", 1)
    words = np.arange(256)
    for bounds in CHAINS:
        found, bad = drawn(bounds, 8, words)
        good = np.asarray(bad) >= 0
        seen = Counter(zip(*(np.asarray(each)[good].tolist() for each in found), strict=True))
        assert len(seen) == prod(bounds)
        assert set(seen.values()) == {256 // prod(bounds)}
        assert (~good).sum() == 256 % prod(bounds)


@pytest.mark.parametrize("bounds", [(52,), (49, 50), (46, 47, 29), (6, 7, 8, 9), (288, 113)])
def test_every_word_of_sixteen_bits_draws_evenly(monkeypatch: pytest.MonkeyPatch, bounds: tuple[int, ...]):
    monkeypatch.setattr(deals, "SELDOM", 1)
    found, bad = drawn(bounds, 16, np.arange(1 << 16))
    number = np.zeros(1 << 16, dtype=np.int64)
    for bound, each in zip(bounds, found, strict=True):
        number = number * bound + each
    good = np.asarray(bad) >= 0
    assert set(np.bincount(number[good], minlength=prod(bounds)).tolist()) == {(1 << 16) // prod(bounds)}


def test_words_are_cut_from_all_bits_and_seldom_refused():
    """Two words of 32 bits a time, each for as many draws as leave it good nearly always."""
    bounds = range(52, 38, -1)
    chains = deals.chains_of(bounds)
    assert chains == [[52, 51, 50, 49], [48, 47, 46, 45], [44, 43, 42, 41], [40, 39]]
    assert all((1 << 32) % prod(chain) / (1 << 32) < 1 / 128 for chain in chains)
    starts = [line for lines in deals.bounded_draws(bounds) for line in lines if line.startswith(("w = ", "z = "))]
    assert [line[:12] for line in starts] == ["z = summed(r", "w = (z >> 0)", "w = (z >> 32"] * 2
    assert [len(chain) for chain in deals.chains_of(range(288, 280, -1))] == [3, 3, 2]


def every_sequence(monkeypatch: pytest.MonkeyPatch, make):
    """The variables after every sequence of draws there can be; draws are taken from a list."""
    asked: list[list[int]] = []

    def listed(bounds: Sequence[int]) -> Iterator[list[str]]:
        asked.append(list(bounds))
        return ([f"t = draws[{place}]"] for place in range(len(bounds)))

    monkeypatch.setattr(deals, "bounded_draws", listed)
    code = compile("\n".join(make()), "deal", "exec")
    for draws in itertools.product(*map(range, asked[0])):
        scope = {"draws": draws, "int32": int}
        exec(code, scope)
        yield scope


@pytest.mark.parametrize(("sizes", "cards"), [((2, 2), 5), ((3, 1), 6), ((1, 2, 1), 5), ((2, 1, 1), 6), ((2,), 2)])
def test_masks_deal_every_deal_equally_often(monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...], cards: int):
    found: Counter[tuple[int, ...]] = Counter()
    for scope in every_sequence(monkeypatch, lambda: deals.masks(sizes, cards)):
        piles, taken = [], 0
        for place in range(len(sizes)):
            pile = scope[f"c{place}"]
            assert pile & taken == 0
            assert pile.bit_count() == sizes[place]
            taken |= pile
            piles.append(pile)
        found[tuple(piles)] += 1
    ways, left = 1, cards
    for size in sizes:
        ways, left = ways * comb(left, size), left - size
    assert len(found) == ways
    assert len(set(found.values())) == 1


@pytest.mark.parametrize(("count", "cards"), [(3, 5), (4, 4), (2, 7)])
def test_places_deal_every_order_equally_often(monkeypatch: pytest.MonkeyPatch, count: int, cards: int):
    found = Counter(
        tuple(scope[f"v{place}"] for place in range(count))
        for scope in every_sequence(monkeypatch, lambda: [*itertools.chain(*deals.places(count, cards))])
    )
    assert len(found) == perm(cards, count)
    assert set(found.values()) == {1}


def test_the_stream_is_xoroshiro128_plus_plus():
    """Against the published definition, on unsigned numbers (Blackman and Vigna, prng.di.unimi.it)."""
    mask = (1 << 64) - 1

    def turned(word: int, count: int) -> int:
        return (word << count | word >> (64 - count)) & mask

    a, b = 1, 0xFEDCBA9876543210
    state = {"a": a, "b": deals.signed(b)}
    for _ in range(1000):
        wanted = (turned((a + b) & mask, 17) + a) & mask
        b ^= a
        a, b = turned(a, 49) ^ b ^ (b << 21 & mask), turned(b, 28)
        scope = run(deals.next_word(), **state)
        assert scope["z"] & mask == wanted
        state = {"a": scope["a"], "b": scope["b"]}


def test_streams_start_by_splitmix64_and_are_all_different():
    assert int(deals.mixed(np.array([1234567], dtype=np.uint64))[0]) == 6457827717110365317  # Vigna's own example
    starts = {
        (seed, batch): deals.streams(seed, batch, 64)
        for seed in (0, 1, 2, 3, 2**64 - 1)
        for batch in (0, 1, 2, 3, 953_674_316)
    }
    words = [int(word) for pair in starts.values() for half in pair for word in half]
    assert len(set(words)) == len(words)
    again = deals.streams(1, 0, 64)
    assert all((one == two).all() for one, two in zip(again, starts[1, 0], strict=True))
