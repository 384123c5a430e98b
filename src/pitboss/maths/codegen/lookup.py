"""Games that see little of their cards: hands get small numbers, and a table holds the judgement of each combination.

A game that looks at one suit only sees a window of thirteen bits of a pile's mask; what it makes of them are few
different hands. The table is made by the loop's own judgement, so there is still one text of it.
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from pitboss.core.script import codes_of

if TYPE_CHECKING:
    from pitboss.maths.codegen.program import Loop

MOST_BITS = 13
MOST_JUDGED = 1 << 12


@dataclass(frozen=True)
class Numbered:
    """The lines that judge by looking up, and the tables they look in."""

    lines: list[str]
    tables: tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Window:
    """The bits of a pile's mask that some rule sees, the hands they make, and the number of each."""

    place: int
    low: int
    bits: int
    hands: list[dict[str, int]]
    numbers: np.ndarray


def window_of(loop: "Loop", place: int, pile: str) -> Window | None:
    """The window of one pile; None where rules see too much of it."""
    faces, size = loop.game.deck.faces, loop.game.piles[pile].count
    codes = {f"h_{pile}_{at}": codes_of(loop.game, coder) for at, coder in enumerate(loop.seen[pile])}
    seen = [spot for spot, face in enumerate(faces) if any(code[face] for code in codes.values())]
    low, bits = (seen[0], seen[-1] - seen[0] + 1) if seen else (0, 1)
    if bits > MOST_BITS:
        return None
    hands: dict[tuple[int, ...], int] = {}
    numbers = np.zeros(1 << bits, dtype=np.uint16)
    for held in range(1 << bits):
        if held.bit_count() <= size:
            cards = [faces[low + spot] for spot in range(bits) if held >> spot & 1]
            hand = tuple(sum(code[card] for card in cards) for code in codes.values())
            numbers[held] = hands.setdefault(hand, len(hands))
    named = [dict(zip(codes, hand, strict=True)) for hand in hands]
    return Window(place, low, bits, named, numbers)


def numbered(loop: "Loop") -> Numbered | None:
    """The judgement of a loop by tables; None where the game sees too much for that."""
    if not loop.masked or loop.tables:
        return None
    windows = []
    for place, pile in enumerate(loop.game.piles):
        window = window_of(loop, place, pile)
        if window is None or prod(len(each.hands) for each in [*windows, window]) > MOST_JUDGED:
            return None
        windows.append(window)
    scope: dict[str, Any] = dict(loop.scope)
    names = ", ".join(name for window in windows for name in window.hands[0])
    exec("\n".join([f"def judged({names}):", *(" " + line for line in loop.judge), " return key"]), scope)
    judged = [
        scope["judged"](**{name: code for hand in hands for name, code in hand.items()})
        for hands in product(*(window.hands for window in windows))
    ]
    number, lines = "0", []
    for at, window in enumerate(windows):
        mask = (1 << window.bits) - 1
        lines.append(f"n{at} = table{at}[(c{window.place} >> {window.low}) & {mask}]")
        number = f"({number}) * {len(window.hands)} + n{at}"
    lines.append(f"key = table{len(windows)}[{number}]")
    return Numbered(lines, (*(window.numbers for window in windows), np.array(judged, dtype=np.int32)))
