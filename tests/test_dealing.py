"""Random deals: every deal equally likely, proved by trying every word and every draw."""

import itertools
from collections import Counter
from math import comb, perm

import numpy as np
import pytest

from pitboss.maths import dealing


def run(lines: list[str], **values):
    """Runs lines of a loop's text as plain Python and returns all variables."""
    scope = {"rotated": dealing.rotated, "summed": dealing.summed, "shifted": dealing.shifted, **values}
    exec("\n".join(lines), scope)
    return scope


@pytest.mark.parametrize("count", range(1, 65))
def test_every_word_of_eight_bits_draws_evenly(count: int):
    """A word that would favour some numbers is told; all others draw every number equally often."""
    lines = dealing.Draws(8).below(count)[len(dealing.next_word()) :]
    drawn: Counter[int] = Counter()
    refused = 0
    for word in range(256):
        scope = run(lines, z=word, bad=0)
        if scope["bad"] < 0:
            refused += 1
        else:
            drawn[scope["t"]] += 1
    assert set(drawn) == set(range(count))
    assert set(drawn.values()) == {256 // count}
    assert refused == 256 % count


def test_every_word_of_sixteen_bits_draws_evenly():
    words = np.arange(1 << 16)
    for count in range(1, 63):
        lines = dealing.Draws(16).below(count)[len(dealing.next_word()) :]
        scope = run(lines, z=words, bad=np.zeros_like(words))
        good = scope["bad"] >= 0
        assert set(np.bincount(scope["t"][good], minlength=count).tolist()) == {(1 << 16) // count}


def test_words_are_cut_from_all_bits_of_a_draw():
    draws = dealing.Draws(16)
    shifts = [line for _ in range(5) for line in draws.below(7) if line.startswith("w =")]
    assert [f">> {shift})" in line for shift, line in zip((0, 16, 32, 48, 0), shifts, strict=True)] == [True] * 5


class EveryDraw:
    """Stands in for `Draws`: takes its draws from a list, so that every sequence can be tried."""

    def __init__(self, bits: int) -> None:
        self.bounds: list[int] = []
        asked.append(self.bounds)

    def below(self, count: int) -> list[str]:
        self.bounds.append(count)
        return [f"t = draws[{len(self.bounds) - 1}]"]


asked: list[list[int]] = []


def every_sequence(monkeypatch: pytest.MonkeyPatch, make):
    """The variables after every sequence of draws there can be."""
    monkeypatch.setattr(dealing, "Draws", EveryDraw)
    asked.clear()
    lines = make()
    code = compile("\n".join(lines), "deal", "exec")
    for draws in itertools.product(*map(range, asked[0])):
        scope = {"draws": draws}
        exec(code, scope)
        yield scope


@pytest.mark.parametrize(("sizes", "cards"), [((2, 2), 5), ((3, 1), 6), ((1, 2, 1), 5), ((2,), 2)])
def test_masks_deal_every_deal_equally_often(monkeypatch: pytest.MonkeyPatch, sizes: tuple[int, ...], cards: int):
    found: Counter[tuple[int, ...]] = Counter()
    for scope in every_sequence(monkeypatch, lambda: dealing.masks(sizes, cards)):
        piles, taken = [], 0
        for place in range(len(sizes)):
            pile = dealing.deposited(scope[f"p{place}"], taken)
            assert pile & taken == 0
            assert pile.bit_count() == sizes[place]
            taken |= pile
            piles.append(pile)
        found[tuple(piles)] += 1
    deals, left = 1, cards
    for size in sizes:
        deals, left = deals * comb(left, size), left - size
    assert len(found) == deals
    assert len(set(found.values())) == 1


@pytest.mark.parametrize(("count", "cards"), [(3, 5), (4, 4), (2, 7)])
def test_places_deal_every_order_equally_often(monkeypatch: pytest.MonkeyPatch, count: int, cards: int):
    found = Counter(
        tuple(scope[f"v{place}"] for place in range(count))
        for scope in every_sequence(monkeypatch, lambda: dealing.places(count, cards))
    )
    assert len(found) == perm(cards, count)
    assert set(found.values()) == {1}


def test_deposited_opens_a_gap_at_every_taken_card():
    source = np.random.default_rng(3)
    for _ in range(300):
        taken = sum(1 << int(place) for place in source.choice(52, 9, replace=False))
        left = [place for place in range(52) if not taken >> place & 1]
        chosen = source.choice(43, 6, replace=False)
        cards = sum(1 << int(place) for place in chosen)
        assert dealing.deposited(cards, taken) == sum(1 << left[int(place)] for place in chosen)


def test_the_stream_is_xoroshiro128_plus_plus():
    """Against the published definition, on unsigned numbers (Blackman and Vigna, prng.di.unimi.it)."""
    mask = (1 << 64) - 1

    def turned(word: int, count: int) -> int:
        return (word << count | word >> (64 - count)) & mask

    a, b = 1, 0xFEDCBA9876543210
    state = {"a": a, "b": dealing.signed(b)}
    for _ in range(1000):
        wanted = (turned((a + b) & mask, 17) + a) & mask
        b ^= a
        a, b = turned(a, 49) ^ b ^ (b << 21 & mask), turned(b, 28)
        scope = run(dealing.next_word(), **state)
        assert scope["z"] & mask == wanted
        state = {"a": scope["a"], "b": scope["b"]}


def test_streams_start_by_splitmix64_and_are_all_different():
    assert int(dealing.mixed(np.array([1234567], dtype=np.uint64))[0]) == 6457827717110365317  # Vigna's own example
    starts = {
        (seed, batch): dealing.streams(seed, batch, 64) for seed in (0, 1, 2**64 - 1) for batch in (0, 1, 953_674_316)
    }
    words = [int(word) for pair in starts.values() for half in pair for word in half]
    assert len(set(words)) == len(words)
    again = dealing.streams(1, 0, 64)
    assert all((one == two).all() for one, two in zip(again, starts[1, 0], strict=True))
