"""Whether a player's answer to a choice is one of its options: proved from the text of a rule, or tested in the loop.

Tests have no branches (`&` in the place of `and`), so that they too can be vector code.
"""

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Any

from pitboss.core.game import Line

MOST_MASK = 63  # Of `x & mask`, which is from 0 to the mask whatever x is.
WORD_BITS = 63  # Codes are non-negative signed words.


def returned(function: Callable[..., Any], constants: Mapping[str, int] | None = None) -> frozenset[int] | None:
    """The numbers a function can return, read from its return statements; None when one of them is no constant.

    `constants` are arguments whose values are known, as those of a line are.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    plain = inspect.unwrap(function)
    variables = dict.fromkeys(plain.__code__.co_varnames)  # Whatever a global of that name is, they are not.
    changed = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    fixed = {name: value for name, value in (constants or {}).items() if name not in changed}
    scope = {**plain.__globals__, **variables, **fixed}
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    found: set[int] = set()
    while values:
        value = values.pop()
        if isinstance(value, ast.IfExp):
            values += [value.body, value.orelse]
            continue
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitAnd):
            mask = _known(value.right, scope)
            if isinstance(mask, int) and 0 <= mask <= MOST_MASK:
                found.update(range(mask + 1))
                continue
        known = _known(value, scope)
        if not isinstance(known, int):
            return None
        found.add(int(known))
    return frozenset(found)


def _known(node: ast.expr | None, scope: Mapping[str, Any]) -> Any:
    """The value of a literal, of a name, of an enum's member or of an entry of a tuple; None of anything else."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return scope.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(scope.get(node.value.id), node.attr, None)
    if isinstance(node, ast.Subscript):
        entries, place = _known(node.value, scope), _known(node.slice, scope)
        return entries[place] if isinstance(entries, tuple) and isinstance(place, int) else None
    return None


def possible(line: Line) -> tuple[int, ...]:
    """The outcomes a line can end with: those its rule's text returns, or all of them when it returns no constant."""
    every = {int(each) for each in line.pays.outcomes}
    found = returned(line.outcome, line.constants)
    return tuple(sorted(found if found is not None and found <= every else every))


def among(answer: str, options: type[IntEnum]) -> str:
    """A test of whether an answer is one of some options."""
    return " | ".join(f"({answer} == {int(option)})" for option in options)


def held(answer: str, hand: str, codes: Sequence[int], size: int, count: int) -> str:
    """A test of whether an answer is the sum of the codes of `count` cards of a hand; "" when the sum does not tell.

    `codes` are those of the deck's cards, one a card, and `size` is how many cards the hand has. The sum tells when
    each code counts in bits of its own: one bit for a card that is there once, a counter for others.
    """
    copies = Counter(codes)
    kinds = sorted(copies)
    shifts = [kind.bit_length() - 1 for kind in kinds]
    if any(kind.bit_count() != 1 for kind in kinds):
        return ""
    bits, fits, counted, present = (1 << shifts[0]) - 1, [], [], []
    for kind, (low, high) in zip(kinds, pairwise([*shifts, WORD_BITS]), strict=True):
        most, room = min(copies[kind], size), (1 << (high - low)) - 1
        if most > room:
            return ""
        if most == 1:
            bits |= room << low
        else:
            present.append(f"({answer} == {kind}) & ({hand} & {room << low} != 0)")
            counted.append(f"({answer} >> {low} & {room})")
            fits.append(f"(({answer} >> {low} & {room}) <= ({hand} >> {low} & {room}))")
    if count == 1:  # A power of two: cheaper than counting bits, and this test is in every round of a loop.
        single = f"({answer} & {hand} & {bits} != 0) & ({answer} & ({answer} - 1) == 0)"
        return " | ".join([single] * bool(bits) + present)
    if bits:
        fits.insert(0, f"({answer} & {hand} & {bits} == {answer} & {bits})")
        counted.insert(0, f"popcount({answer} & {bits})")
    return f"{' & '.join(fits)} & ({' + '.join(counted)} == {count})"


def one_of_cards(answer: str, mask: str, codes: Sequence[int]) -> str:
    """A test of whether an answer is the code of one card of a mask, whatever the codes are."""
    cards = {code: sum(1 << place for place, each in enumerate(codes) if each == code) for code in sorted(set(codes))}
    return " | ".join(f"(({answer} == {code}) & ({mask} & {held} != 0))" for code, held in cards.items())
