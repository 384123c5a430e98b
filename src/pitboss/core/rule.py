"""The mark `@rule`, and the few leaf functions that rules may call.

A rule is a pure function from non-negative ints to a non-negative int, in the dialect that `dialect` checks. Marking
changes nothing: the plain function is the definition, and `maths.compile.cpu` compiles the same text.
"""

import inspect
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, overload

from pitboss.core.errors import GameError

Rule: TypeAlias = Callable[..., int]
R = TypeVar("R", bound=Callable[..., int])

TABLE_MARK = "__rule_table__"


@overload
def rule(function: R, /) -> R: ...
@overload
def rule(*, table: int = 0) -> Callable[[R], R]: ...
def rule(function: Any = None, /, *, table: int = 0) -> Any:
    """Marks a function as a rule of the dialect; it stays the plain function it is.

    `table=N` declares that the rule takes one argument below N and may be tabulated: compiled code then looks the
    answer up in a table made from the plain function, which stays the definition.
    """

    def mark(function: R) -> R:
        if table and len(inspect.signature(function).parameters) != 1:
            raise GameError(f"rule {rule_name(function)} has a table, so it must take exactly one argument")
        setattr(function, TABLE_MARK, table)
        return function

    return mark if function is None else mark(function)


def is_rule(thing: object) -> bool:
    """Whether a thing was marked with `@rule`."""
    return hasattr(thing, TABLE_MARK)


def rule_name(thing: object) -> str:
    """The name a rule is defined under."""
    return getattr(thing, "__name__", repr(thing))


def table_size(function: Rule) -> int:
    """The number of entries in a rule's table; 0 for a rule that is not tabulated."""
    return getattr(function, TABLE_MARK, 0)


def tabulate(function: Rule) -> tuple[int, ...]:
    """The table of a tabulated rule, made by calling it."""
    return tuple(int(function(argument)) for argument in range(table_size(function)))


def popcount(bits: int) -> int:
    """The number of bits that are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The place of the lowest set bit; there must be one."""
    return int(bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The place of the highest set bit; there must be one."""
    return int(bits).bit_length() - 1
