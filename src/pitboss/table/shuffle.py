"""The shuffle of a live table: committed before the bets close, re-derived by anybody once the seed is revealed.

The seed is one or more 32-byte keys. Its SHA-256 is the commitment. HMAC-SHA-256 blocks over the shuffle's id, the
players' own seeds and a counter are read as 16-bit words; a Fisher-Yates shuffle draws its places from the words and
refuses those that would favour a place. `docs/verifying-a-shuffle.md` gives every byte. Nothing here asks for entropy
or the time: whoever opens a shuffle hands in the source of the seed.
"""

import hashlib
import hmac
import math
import re
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from pitboss.core.cards import Card, Deck
from pitboss.core.errors import FormatError

ALGORITHM = "pitboss-shuffle-1"
KEY_BYTES = 32
MANY_KEYS = 6
"""The fewest keys of a seed for a deck that has more arrangements than one key has values."""
WORDS = 1 << 16
"""How many values a word of the stream has."""

Entropy: TypeAlias = Callable[[int], bytes]
"""A source of this many random bytes, such as `os.urandom`."""
ClientSeeds: TypeAlias = Mapping[int, str]
"""The players' own seeds by seat; a seat that gave none is left out."""
Thing = TypeVar("Thing")

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_SIXTEEN_WORDS = struct.Struct(">16H")


@lru_cache(maxsize=64)
def seed_bytes(deck: Deck) -> int:
    """The length of a seed with no fewer values than the deck has arrangements: 32, or 192 and more beyond 2**256."""
    arrangements = math.factorial(len(deck))
    for count in deck.counts.values():
        arrangements //= math.factorial(count)
    keys = -(-(arrangements - 1).bit_length() // (8 * KEY_BYTES))
    return KEY_BYTES * (1 if keys <= 1 else max(MANY_KEYS, keys))


def new_seed(deck: Deck, entropy: Entropy) -> bytes:
    """A fresh seed for one shuffle of a deck."""
    seed = entropy(seed_bytes(deck))
    if len(seed) != seed_bytes(deck):
        raise FormatError(f"a source of entropy gave {len(seed)} bytes instead of {seed_bytes(deck)}")
    return seed


def commitment(seed: bytes) -> str:
    """The SHA-256 of a seed in hexadecimal: published before the bets close, it pins the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def check_client_seed(text: str) -> None:
    """Refuses a player's seed that is not 1 to 64 letters, digits, dashes or underscores."""
    if not _NAME.fullmatch(text):
        raise FormatError(f"no client seed {text!r}: give 1 to 64 letters (a to z), digits, dashes or underscores")


def message_start(shuffle_id: str, client_seeds: ClientSeeds) -> str:
    """What the messages of all blocks of a shuffle begin with; the block's number follows."""
    if not _NAME.fullmatch(shuffle_id):
        raise FormatError(f"no shuffle id {shuffle_id!r}: give 1 to 64 letters, digits, dashes or underscores")
    for seat, text in client_seeds.items():
        if seat < 1:
            raise FormatError(f"a client seed of seat {seat}: seats are numbered from 1")
        check_client_seed(text)
    parts = (f"{seat}={client_seeds[seat]}|" for seat in sorted(client_seeds))
    return f"{ALGORITHM}|{shuffle_id}|{''.join(parts)}"


def words(seed: bytes, shuffle_id: str, client_seeds: ClientSeeds) -> Iterator[int]:
    """The endless stream of 16-bit words of a shuffle; block c is under key c mod k of the seed's k keys."""
    if not seed or len(seed) % KEY_BYTES:
        raise FormatError(f"a seed of {len(seed)} bytes: a seed is one or more keys of {KEY_BYTES} bytes")
    keys = [seed[place : place + KEY_BYTES] for place in range(0, len(seed), KEY_BYTES)]
    start = message_start(shuffle_id, client_seeds)
    return _words(keys, start)


def _words(keys: Sequence[bytes], start: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(keys[block % len(keys)], f"{start}{block}".encode("ascii"), "sha256")
        yield from _SIXTEEN_WORDS.unpack(digest)
        block += 1


def draw(stream: Iterator[int], below: int) -> int:
    """A number below `below`, every one equally likely: the highest words, which fill no whole cycle, are refused."""
    refused_from = WORDS - WORDS % below
    word = next(stream)
    while word >= refused_from:
        word = next(stream)
    return word % below


def shuffled(things: Sequence[Thing], stream: Iterator[int]) -> tuple[Thing, ...]:
    """The things in the order that a stream of words gives: Fisher-Yates from the last place down."""
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        other = draw(stream, place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def deck_order(deck: Deck, seed: bytes, shuffle_id: str, client_seeds: ClientSeeds) -> tuple[Card, ...]:
    """The cards of a shuffled deck in dealing order, the first to be dealt first."""
    return shuffled(deck.faces, words(seed, shuffle_id, client_seeds))
