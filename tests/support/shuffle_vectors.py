"""Writes docs/shuffle-vectors.json: `python -m tests.support.shuffle_vectors`. A test compares the file with this."""

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.table.shuffle import ALGORITHM, commitment, draw, message_start, shuffled, words

PATH = Path(__file__).parents[2] / "docs" / "shuffle-vectors.json"
DRAWS = [
    (1, [65535]),
    (2, [65535]),
    (3, [65535, 65534]),
    (52, [65520, 65535, 65519]),
    (54, [65502, 0]),
    (288, [65376, 65375]),
    (416, [65535, 65312, 65311]),
    (65536, [65535]),
]
CLIENTS = {1: "lucky-seven", 3: "Ann_1987", 11: "Z" * 64}
SHUFFLES: list[tuple[str, int, int, dict[int, str], int]] = [
    # Name, cards, keys, client seeds, words that must be refused at least.
    ("one card", 1, 1, {}, 0),
    ("two cards", 2, 1, {}, 0),
    ("36 cards", 36, 1, {}, 0),
    ("52 cards", 52, 1, {}, 0),
    ("52 cards, one client seed", 52, 1, {2: "a"}, 0),
    ("52 cards, client seeds in seat order", 52, 1, CLIENTS, 0),
    ("52 cards, a word refused", 52, 1, {}, 1),
    ("53 cards, a word refused", 53, 1, CLIENTS, 1),
    ("54 cards", 54, 1, {}, 0),
    ("72 cards, six keys", 72, 6, {}, 0),
    ("288 cards, six keys, client seeds, words refused", 288, 6, CLIENTS, 3),
    ("416 cards, nine keys", 416, 9, {1: "-"}, 1),
]


def seed_of(name: str, keys: int) -> bytes:
    return hashlib.shake_256(f"pitboss vector {name}".encode()).digest(32 * keys)


class Counted:
    """A stream of words that knows how many were taken."""

    def __init__(self, stream: Iterator[int]) -> None:
        self.stream, self.taken = stream, 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.taken += 1
        return next(self.stream)


def shuffle_vector(name: str, size: int, keys: int, clients: dict[int, str], refused: int) -> dict[str, Any]:
    """The first shuffle, by its number, in which enough words are refused."""
    seed = seed_of(name, keys)
    for number in itertools.count(1):
        shuffle_id = f"r_0000abcd_{number}"
        stream = Counted(words(seed, shuffle_id, clients))
        order = shuffled(range(size), stream)
        if stream.taken - (size - 1) >= refused:
            break
    block = b"".join(word.to_bytes(2, "big") for word in itertools.islice(words(seed, shuffle_id, clients), 16))
    return {
        "name": name,
        "id": shuffle_id,
        "seed": seed.hex(),
        "client_seeds": {str(seat): text for seat, text in clients.items()},
        "commitment": commitment(seed),
        "first_message": f"{message_start(shuffle_id, clients)}0",
        "first_block": block.hex(),
        "words_refused": stream.taken - (size - 1),
        "size": size,
        "order": list(order),
    }


def vectors() -> dict[str, Any]:
    return {
        "algorithm": ALGORITHM,
        "draws": [{"below": below, "words": given, "draw": draw(iter(given), below)} for below, given in DRAWS],
        "shuffles": [shuffle_vector(*each) for each in SHUFFLES],
    }


def text() -> str:
    """The file's text: a line for each vector."""

    def lines(name: str, each: list[Any]) -> str:
        return f'"{name}": [\n' + ",\n".join(json.dumps(one) for one in each) + "\n]"

    made = vectors()
    parts = [f'"algorithm": "{made["algorithm"]}"', *(lines(name, made[name]) for name in ("draws", "shuffles"))]
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    PATH.write_text(text())
