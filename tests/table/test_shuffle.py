"""The shuffle: proved uniform word by word, measured on whole decks, and measured against shuffles that are not."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.core.cards import ONE_JOKER, STANDARD, TWO_JOKERS, Deck, shoe
from pitboss.core.errors import FormatError
from pitboss.table.shuffle import (
    WORDS,
    check_client_seed,
    commitment,
    deck_order,
    draw,
    message_start,
    new_seed,
    seed_bytes,
    shuffled,
    words,
)
from tests.support.shuffle_statistics import BAD, Statistics, honest

ONE_KEY, SIX_KEYS = bytes(range(32)), bytes(range(192))
LARGEST_SHOE = 416
"""Eight decks of 52 cards."""
FACES_OF_36 = (8, 9, 10, 11)
"""The ranks left out of a deck of 36 cards; which ones does not matter here."""


def is_uniform(drawn: Callable[[Iterator[int], int], int], below: int) -> bool:
    """Whether all words, each once, give every number below a limit equally often, and waste no whole cycle."""
    draws = iter(partial(drawn, iter(range(WORDS)), below), None)  # They end where the words do.
    return Counter(draws) == dict.fromkeys(range(below), WORDS // below)


@pytest.mark.slow
def test_every_draw_of_every_deck_is_uniform_over_all_words():
    for below in range(1, LARGEST_SHOE + 1):
        assert is_uniform(draw, below), below


def modulo_alone(stream: Iterator[int], below: int) -> int:
    return next(stream) % below


def one_word_too_many(stream: Iterator[int], below: int) -> int:
    while (word := next(stream)) > WORDS - WORDS % below:
        pass
    return word % below


def multiplied(stream: Iterator[int], below: int) -> int:
    return next(stream) * below >> 16


@pytest.mark.parametrize("wrong", [modulo_alone, one_word_too_many, multiplied])
def test_the_proof_of_uniform_draws_finds_draws_that_are_not(wrong: Callable[[Iterator[int], int], int]):
    assert not all(is_uniform(wrong, below) for below in (51, 52))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_every_sequence_of_draws_gives_another_arrangement(size: int):
    """With uniform draws, that makes every arrangement equally likely: there are as many sequences."""
    draws = itertools.product(*(range(below) for below in range(size, 1, -1)))
    found = [shuffled(range(size), iter(each)) for each in draws]
    assert sorted(found) == sorted(itertools.permutations(range(size)))


def test_the_stream_is_hmac_blocks_under_the_keys_in_turn():
    """Written out once by hand, for a seed of several keys and players of their own seeds."""
    expected = b"".join(
        hmac.new(
            SIX_KEYS[32 * (block % 6) :][:32], f"pitboss-shuffle-1|s_1|1=ann|3=b-b|{block}".encode(), hashlib.sha256
        ).digest()
        for block in range(8)
    )
    stream = words(SIX_KEYS, "s_1", {3: "b-b", 1: "ann"})
    got = b"".join(word.to_bytes(2, "big") for word in itertools.islice(stream, 8 * 16))
    assert got == expected


def test_a_message_without_client_seeds_has_no_place_for_them():
    assert message_start("r_1", {}) == "pitboss-shuffle-1|r_1|"


def test_a_word_that_would_favour_a_card_is_refused():
    # 65536 = 1260 x 52 + 16: the sixteen highest words are refused.
    stream = iter([65520, 65535, 65519])
    assert draw(stream, 52) == 65519 % 52
    assert list(stream) == []


seeds = st.binary(min_size=32, max_size=32)
names = st.text("abcXYZ019_-", min_size=1, max_size=64)


@given(seeds, names, st.dictionaries(st.integers(1, 9), names, max_size=7))
def test_a_shuffle_is_the_deck_rearranged_and_depends_on_everything_it_is_told(seed, name, clients):
    order = deck_order(TWO_JOKERS, seed, name, clients)
    assert Counter(order) == TWO_JOKERS.counts
    assert order == deck_order(TWO_JOKERS, seed, name, dict(reversed(clients.items())))
    others = [
        deck_order(TWO_JOKERS, hashlib.sha256(seed).digest(), name, clients),
        deck_order(TWO_JOKERS, seed, f"{name[:-1]}!".replace("!", "y"), clients),
        deck_order(TWO_JOKERS, seed, name, {**clients, 8: clients.get(8, "")[:63] + "z"}),
    ]
    assert order not in others


def test_a_seed_has_at_least_as_many_values_as_the_deck_has_arrangements():
    expected = {STANDARD: 32, ONE_JOKER: 32, TWO_JOKERS: 32, shoe(1, FACES_OF_36): 32, shoe(2, FACES_OF_36): 192}
    expected |= {shoe(8, FACES_OF_36): 192, shoe(2): 192, shoe(8): 288}
    assert {deck: seed_bytes(deck) for deck in expected} == expected


def test_a_seed_comes_from_the_source_that_is_handed_in():
    asked: list[int] = []

    def source(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    assert new_seed(STANDARD, source) == bytes(32)
    assert len(new_seed(shoe(8, FACES_OF_36), source)) == 192
    assert asked == [32, 192]
    with pytest.raises(FormatError, match="gave 5 bytes instead of 32"):
        new_seed(STANDARD, lambda _: b"short")


def test_the_commitment_is_the_hash_of_the_seed():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize("text", ["", "a" * 65, "a|b", "a=b", "é", "a b", "a\n", "٣"])
def test_a_client_seed_that_could_be_read_in_two_ways_is_refused(text: str):
    with pytest.raises(FormatError, match="no client seed"):
        check_client_seed(text)
    with pytest.raises(FormatError, match="no client seed"):
        deck_order(STANDARD, ONE_KEY, "r_1", {1: text})


def test_what_is_no_seed_or_no_id_is_refused():
    with pytest.raises(FormatError, match="a seed of 31 bytes"):
        deck_order(STANDARD, ONE_KEY[1:], "r_1", {})
    with pytest.raises(FormatError, match="a seed of 0 bytes"):
        deck_order(STANDARD, b"", "r_1", {})
    with pytest.raises(FormatError, match=r"no shuffle id 'r\|1'"):
        deck_order(STANDARD, ONE_KEY, "r|1", {})
    with pytest.raises(FormatError, match="a client seed of seat 0"):
        deck_order(STANDARD, ONE_KEY, "r_1", {0: "a"})


# R1 of the promises: statistics of whole decks. Seeds are fixed, so that a run says the same everywhere.


def measured(size: int, decks: int, lot: int = 10_000) -> Statistics:
    statistics = Statistics(size)
    deck = Deck("a deck of different cards", tuple(range(size)))
    length = seed_bytes(deck) if size <= 54 else 192
    for start in range(0, decks, lot):
        rows = (
            deck_order(deck, hashlib.shake_256(b"%d %d" % (size, start + each)).digest(length), "r_1", {1: "ann"})
            for each in range(lot)
        )
        places = np.fromiter(itertools.chain.from_iterable(rows), np.int16, lot * size)
        statistics.add(places.reshape(lot, size))
    return statistics


@pytest.mark.slow
@pytest.mark.parametrize("size", [52, 53, 54, 36, 8 * 36])
def test_a_hundred_thousand_decks_pass_every_statistic(size: int):
    assert measured(size, 10**5).failures() == {}


@pytest.mark.soak
@pytest.mark.parametrize("size", [52, 53, 54, *(36 * decks for decks in range(1, 9))])
def test_ten_million_decks_pass_every_statistic(size: int):
    assert measured(size, 10**7).failures() == {}


def statistics_of(shuffle: Callable[..., np.ndarray], size: int = 52, decks: int = 10**5) -> Statistics:
    statistics = Statistics(size)
    statistics.add(shuffle(np.random.default_rng(14), decks, size))
    return statistics


@pytest.mark.parametrize("bad", BAD, ids=lambda each: each.__name__)
def test_a_shuffle_with_a_fault_fails(bad: Callable[..., np.ndarray]):
    assert statistics_of(bad).failures()


def test_a_shuffle_without_a_fault_passes():
    """The same route without the fault: it is the fault that fails."""
    assert statistics_of(honest).failures() == {}
