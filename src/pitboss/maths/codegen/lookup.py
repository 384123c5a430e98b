"""Judgement by table look-up, for games whose rules distinguish few hands: a table holds the cell of all of them.

A game that looks at one suit only sees a window of thirteen bits of a pile's mask, and few different hands in it. The
program's own judgement fills the table, so that the rules are still written once.
"""

from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from pitboss.core.game import Cards
from pitboss.core.script import codes_of
from pitboss.maths.codegen import names
from pitboss.maths.codegen.piles import is_masked
from pitboss.maths.codegen.program import Program
from pitboss.maths.compile.generated import defined

MOST_BITS = 13
MOST_JUDGED = 1 << 12


@dataclass(frozen=True)
class Lookup:
    """The lines of a judgement by look-up, and the tables they read."""

    lines: tuple[str, ...]
    tables: tuple[np.ndarray, ...]


@dataclass(frozen=True)
class Window:
    """The bits of a pile's mask that rules see, the different hands, and the index of the hand of each bit pattern."""

    place: int
    low: int
    bits: int
    hands: list[dict[str, int]]
    numbers: np.ndarray


def window_of(program: Program, place: int, pile: str) -> Window | None:
    """The window of one pile; None if rules see more than `MOST_BITS` bits of it."""
    faces, size = program.game.deck.faces, program.game.piles[pile].count
    codes = {name: codes_of(program.game, coder) for (owner, coder), name in program.hands.items() if owner == pile}
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


def lookup_of(program: Program) -> Lookup | None:
    """The judgement of a program by tables; None if the tables would be too large, or a choice names cards."""
    choices = program.game.choices.values()
    if not is_masked(program.game) or program.policy_tables or any(isinstance(each.options, Cards) for each in choices):
        return None
    windows: list[Window] = []
    for place, pile in enumerate(program.game.piles):
        window = window_of(program, place, pile)
        if window is None or prod(len(each.hands) for each in [*windows, window]) > MOST_JUDGED:
            return None
        windows.append(window)
    parameters = ", ".join(name for window in windows for name in window.hands[0])
    text = [f"def judged({parameters}):", *(f" {line}" for line in program.judgement), f" return {names.KEY}"]
    judged = defined("\n".join(text), dict(program.scope), "judged")
    cells = [
        judged(**{name: code for hand in hands for name, code in hand.items()})
        for hands in product(*(window.hands for window in windows))
    ]
    number, lines = "0", []
    for at, window in enumerate(windows):
        mask = (1 << window.bits) - 1
        lines.append(f"n{at} = {names.table(at)}[({names.mask(window.place)} >> {window.low}) & {mask}]")
        number = f"({number}) * {len(window.hands)} + n{at}"
    lines.append(f"{names.KEY} = {names.table(len(windows))}[{number}]")
    return Lookup(tuple(lines), (*(window.numbers for window in windows), np.array(cells, dtype=np.int32)))
