"""Verifies the shuffle of a Pitboss round. One file, Python's standard library alone, no code shared with the server.

    python verify_shuffle.py proof.json                  a round's proof: commitment, shuffle and dealt cards
    python verify_shuffle.py --vectors shuffle-vectors.json    the published test vectors

The exit status is 0 where everything holds, 1 where something does not, 2 where a file cannot be read. Payouts follow
from the rules of the game, which this file does not know; `pitboss verify proof.json` recomputes them too.
"""

import hashlib
import hmac
import json
import re
import sys


def blocks(seed, shuffle_id, client_seeds):
    """Yields the HMAC-SHA-256 blocks of a shuffle without end."""
    keys = [seed[start : start + 32] for start in range(0, len(seed), 32)]
    parts = ["pitboss-shuffle-1", shuffle_id]
    parts += [f"{seat}={client_seeds[str(seat)]}" for seat in sorted(map(int, client_seeds))]
    counter = 0
    while True:
        message = "|".join([*parts, str(counter)]).encode("ascii")
        yield hmac.new(keys[counter % len(keys)], message, hashlib.sha256).digest()
        counter += 1


def words_of(blocks_of_bytes):
    """Yields the big-endian 16-bit words of blocks."""
    for block in blocks_of_bytes:
        for high, low in zip(block[0::2], block[1::2], strict=True):
            yield 256 * high + low


def draw(words, below):
    """Returns an unbiased number below `below`; words that fill no whole cycle are passed over."""
    whole = 65536 // below * below
    return next(word for word in words if word < whole) % below


def shuffle(cards, seed, shuffle_id, client_seeds):
    """Returns the cards in dealing order."""
    cards, words = list(cards), words_of(blocks(seed, shuffle_id, client_seeds))
    for last in reversed(range(1, len(cards))):
        chosen = draw(words, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def check(proof):
    """Returns what was checked of a proof: (what, whether it holds, what was found)."""
    shuffled = proof["shuffle"]
    if proof["format"] != "pitboss-proof-1" or shuffled["algorithm"] != "pitboss-shuffle-1":
        raise ValueError("this file verifies pitboss-proof-1 with pitboss-shuffle-1")
    if not re.fullmatch("([0-9a-f]{64})+", shuffled["seed"]):
        raise ValueError("the seed is not hexadecimal of 32 bytes, or of several times 32")
    for text in (shuffled["id"], *shuffled["client_seeds"].values()):
        if not re.fullmatch("[A-Za-z0-9_-]{1,64}", text):
            raise ValueError(f"{text!r} is no id or client seed")
    seed, first, cards = bytes.fromhex(shuffled["seed"]), proof["first_card"], proof["cards"]
    digest = hashlib.sha256(seed).hexdigest()
    order = shuffle(shuffled["deck"], seed, shuffled["id"], shuffled["client_seeds"])
    derived = order[first : first + len(cards)]
    recorded = [card for event in proof["document"]["events"] if event["type"] == "dealt" for card in event["cards"]]
    return [
        ("commitment", digest == shuffled["commitment"], f"the SHA-256 of the seed is {digest}"),
        ("cards", first >= 0 and derived == cards, f"the shuffle deals {' '.join(derived)}"),
        ("record", recorded == cards, f"the record of the round has {' '.join(recorded)}"),
    ]


def check_vectors(vectors):
    """Returns what was checked of the published vectors."""
    found = []
    for each in vectors["draws"]:
        words = iter(each["words"])
        holds = draw(words, each["below"]) == each["draw"] and not list(words)
        found.append((f"draw below {each['below']}", holds, f"from words {each['words']}"))
    for each in vectors["shuffles"]:
        seed = bytes.fromhex(each["seed"])
        first = next(blocks(seed, each["id"], each["client_seeds"])).hex()
        order = shuffle(range(each["size"]), seed, each["id"], each["client_seeds"])
        digest = hashlib.sha256(seed).hexdigest()
        holds = (digest, first, order) == (each["commitment"], each["first_block"], each["order"])
        found.append((each["name"], holds, f"{each['size']} cards begin {order[:4]}"))
    return found


def main(arguments):
    """Checks the files that are named, prints what was found, and returns the exit status."""
    vectors = arguments[:1] == ["--vectors"]
    if len(arguments) != 1 + vectors:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with open(arguments[-1], encoding="utf-8") as file:
            document = json.load(file)
        found = check_vectors(document) if vectors else check(document)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"{arguments[-1]}: not what it should be: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for what, holds, words in found:
        print(f"{'holds' if holds else 'WRONG'}  {what}: {words}")
    return 0 if all(holds for _, holds, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
