"""What is fuzzed (F1): every parser, each as a function of bytes that may only refuse them as users are refused.

A target takes any bytes. It returns, or raises a `PitbossError` with a known code and a sentence of one line. Whatever a
parser accepts has a text form that reads back as the same thing. Anything else is a finding.

Random bytes are hardly ever JSON, so the targets for JSON read their bytes as a list of edits to a right document: three
bytes name a place in it, what is done there, and an odd value.
"""

import json
import marshal
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from pitboss.core import transcript
from pitboss.core.cards import cards_text, parse_cards
from pitboss.core.codec import read_round, round_json
from pitboss.core.errors import CODES, OptionError, PitbossError
from pitboss.core.game import Game
from pitboss.core.money import cents, dollars
from pitboss.core.pays import Custom, grid_text, read_grids
from pitboss.core.stakes import read_stakes
from pitboss.table.proof import verify_proof
from tests.fuzz import messages
from tests.support import toy
from tests.support.proofs import proofs
from tests.support.rounds import random_round


@dataclass(frozen=True)
class Target:
    """A parser under test: inputs to begin with, words that it knows, and the longest input that is tried."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Sequence[bytes]]
    words: tuple[str, ...] = ()
    longest: int = 30


Place = tuple[Any, ...]
"""The keys that lead to a place in a JSON document; none for the document itself."""


@cache
def _toy(texts: tuple[tuple[str, str], ...]) -> Game:
    return toy.build("toy", dict(texts))


def build(name: str, texts: Mapping[str, str], custom: Custom | None = None) -> Game:
    """The toy game; one with the same options is built once, because building costs more than parsing."""
    if custom is not None:
        if "ante" not in read_grids(custom.text, custom.source):
            raise OptionError("the toy takes a pay table of its ante only")
        return toy.build(name, texts, custom)
    return _toy(tuple(sorted(texts.items()))) if name == "toy" else toy.build(name, texts)


def read_cards(text: str) -> None:
    """Cards."""
    found = parse_cards(text)
    assert parse_cards(cards_text(found)) == found


def read_amount(text: str) -> None:
    """Amounts of money."""
    found = cents(text)
    assert cents(dollars(found)) == found


def read_bets(text: str) -> None:
    """Bets as they are typed and as round files have them."""
    found = read_stakes(build("toy", {}), text)
    told = " ".join(f"{name} {dollars(amount)}" for name, amount in found.items())
    assert read_stakes(build("toy", {}), told) == found


def read_pay_tables(text: str) -> None:
    """Grids of pay tables."""
    for name, grid in read_grids(text, "fuzz.toml").items():
        told = grid_text(grid).replace("\\", "\\\\").replace('"', '\\"')
        same = read_grids(f'[again]\ngrid = """\n{told}\n"""\n', "again.toml")["again"]
        assert (same.columns, same.rows) == (grid.columns, grid.rows), name


def read_round_file(text: str) -> None:
    """Round files."""
    for file in transcript.read_rounds(text, build):
        transcript.differences(file)
        written = transcript.write(file.played)
        assert transcript.read(written, build).played.events == file.played.events


def read_round_message(document: object) -> None:
    """Rounds as JSON."""
    played = read_round(document, build)
    again = read_round(json.loads(json.dumps(round_json(played))), build)
    assert again.events == played.events


def read_proof(document: object) -> None:
    """Proofs of rounds."""
    verify_proof(document, build)


def of_text(read: Callable[[str], None]) -> Callable[[bytes], None]:
    """A target for a parser of texts."""
    return lambda given: read(given.decode(errors="replace"))


def of_json(read: Callable[[object], None], documents: Callable[[], list[Any]]) -> Callable[[bytes], None]:
    """A target for a parser of JSON: the first byte names one of the documents, and every three bytes edit it."""
    known = cache(lambda: [(marshal.dumps(each), [(), *_places(each)]) for each in documents()])

    def edited(given: bytes) -> None:
        first, *rest = given or b"\0"
        copied, places = known()[first % len(known())]
        document = [marshal.loads(copied)]
        for place, act, value in zip(rest[::3], rest[1::3], rest[2::3], strict=False):
            places = _edit(document, places, place, act, value)
        read(document[0])

    return edited


ODD = (None, True, False, 0, 1, -1, 2, 10**30, 0.5, "", "x", "As", "5.00", "-5", "1", "\ud800", "\n", "9" * 400)
ODD_PARTS = ([], {}, [[]], {"": ""}, ["As", "As"], {"1": {}}, [None], {"type": "dealt"})


def _places(value: Any) -> list[Place]:
    """The places inside a JSON value, each by the keys that lead to it."""
    found: list[Place] = []
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        found.append((key,))
        if isinstance(value[key], dict | list):
            found += [(key, *each) for each in _places(value[key])]
    return found


def _edit(document: list[Any], places: list[Place], place: int, act: int, value: int) -> list[Place]:
    """Changes one place of a JSON document: sets it to an odd value, removes it, or copies another place there.

    Returns the places that may be there now; an edit of one that an earlier edit took away changes nothing.
    """
    path = 0, *places[place % len(places)]
    into, key = _found(document, path[:-1]), path[-1]
    if not _has(into, key):
        return places
    odd = ODD + ODD_PARTS
    if act % 4 == 0 and into is not document:
        del into[key]
        return places
    if act % 4 == 1:
        other = 0, *places[value % len(places)]
        held = _found(document, other[:-1])
        if not _has(held, other[-1]):
            return places
        given = marshal.loads(marshal.dumps(held[other[-1]]))
    elif act % 4 == 2 and isinstance(into, dict):
        key, given = str(odd[value % len(odd)]), into[key]
    else:
        given = marshal.loads(marshal.dumps(odd[value % len(odd)]))
    into[key] = given
    at = *path[1:-1], *((key,) if into is not document else ())
    return [*places, *((*at, *each) for each in ((), *_places(given)))]


def _found(document: Any, path: Place) -> Any:
    """What lies at a place; None where there is no such place any more."""
    for key in path:
        if not _has(document, key):
            return None
        document = document[key]
    return document


def _has(into: Any, key: Any) -> bool:
    return key in into if isinstance(into, dict) else isinstance(into, list) and type(key) is int and key < len(into)


def _rounds() -> list[Any]:
    source = random.Random(5)
    return [random_round(build("toy", {}), source) for _ in range(12)]


GRIDS = (
    '[ante]\ngrid = """\n      a  b\nWON   1  3:2\nTIED push push\nLOST lose lose\n"""\n',
    '[x]\ntitle = "X"\nstake = "$5"\notherwise = "lose"\nladder = "no"\nwords = """\nA an ace\n"""\ngrid = """\n  p\nA $20\nB meter 1\n"""\n',
)

CARDS = ("As", "10d", "JK", "joker", "T♠", "🃏", ",", "2c")
MONEY = ("$", "5.00", "1,000", "-5", "0.01", "999999999999999")
WAGERS = ("ante", "side", "lucky", "swap", "=", "Ante")
FILE = (
    "game toy 1",
    "bet seat 1",
    "deal player 1",
    "deal dealer",
    "choose 1 swap",
    "grids",
    "show",
    "settle",
    "net",
    "#",
)

EDITS = (b"\0", b"\1\5\3\7", b"\2\11\1\4\20\0\0", b"\3\30\2\11\14\3\2")


def _texts(*texts: str) -> Callable[[], list[bytes]]:
    return lambda: [each.encode() for each in texts]


TARGETS: Mapping[str, Target] = {
    "cards": Target(of_text(read_cards), _texts("As Kd 4h", "10d,JK joker", "A♠ 🃏"), CARDS, 60),
    "amounts": Target(of_text(read_amount), _texts("5", "$5.25", "1,000", "-5"), MONEY),
    "bets": Target(of_text(read_bets), _texts("ante 5 side 5.00", "Ante=$5, lucky=5", "5"), (*WAGERS, *MONEY), 80),
    "grids": Target(of_text(read_pay_tables), _texts(*GRIDS), ("grid", '"""', "push", "lose", "meter 1", "3:2"), 300),
    "round-files": Target(
        of_text(read_round_file),
        lambda: [transcript.write(each).encode() for each in _rounds()],
        (*FILE, *CARDS, *WAGERS),
        600,
    ),
    "messages": Target(of_json(messages.read, messages.documents), lambda: EDITS),
    "commands": Target(of_json(messages.carry_out, messages.documents), lambda: EDITS),
    "rounds": Target(of_json(read_round_message, lambda: [round_json(each) for each in _rounds()]), lambda: EDITS),
    "proofs": Target(of_json(read_proof, lambda: proofs(build=build)), lambda: EDITS),
}


def check(target: Target, given: bytes) -> None:
    """Reads an input; a refusal must have a code that programs know, and a sentence of one line."""
    refusal = _refusal(target, given)
    if refusal is not None:
        assert refusal.code in CODES, refusal.code
        assert "\n" not in str(refusal), f"a refusal of several lines: {refusal}"


def _refusal(target: Target, given: bytes) -> PitbossError | None:
    try:
        target.read(given)
    except PitbossError as error:
        return error
    return None
