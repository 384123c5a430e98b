"""The mark `@rule`, and the few leaf functions that rules may call.

A rule is a pure function from non-negative ints to a non-negative int, in the dialect that `dialect` checks. Marking
changes nothing: the plain function is the definition, and `maths.compile.cpu` compiles the same text.
"""

import inspect
import re
import string
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias, TypeVar, overload

from pitboss.core.errors import GameError, all_of

Rule: TypeAlias = Callable[..., int]
R = TypeVar("R", bound=Callable[..., int])

TABLE_MARK = "__rule_table__"
LETTERS = string.ascii_uppercase
NUMBER = r"[A-Z]?[0-9]+"
CITED = re.compile(rf"\b([Rr]ul(?:e|ing)s?) ({NUMBER}(?:(?:, | and | to ){NUMBER})*)\b")


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


def citation(function: Rule) -> str:
    """The rules and rulings that a rule's docstring cites, `rules 5 to 7, ruling B5`; empty where it cites none."""
    return cited_in(inspect.getdoc(function) or "")


def cited_in(*texts: str) -> str:
    """The rules and rulings that texts cite, each once and in order: `rules 7 and 8, ruling P4`; or nothing."""
    parts = []
    for kind in ("rule", "ruling"):
        numbers = sorted({each for text in texts for each in _numbers(text, kind)})
        if numbers:
            parts.append(f"{kind}{'s' if len(numbers) > 1 else ''} {_listed(numbers)}")
    return ", ".join(parts)


def _numbers(text: str, kind: str) -> Iterator[tuple[str, int]]:
    """The numbers that a text cites of one kind, each as its letter, if it has one, and the number."""
    for named, numbers in CITED.findall(text):
        if named.lower().removesuffix("s") != kind:
            continue
        for part in re.split(", | and ", numbers):
            first, *last = (
                (each[: -len(each.lstrip(LETTERS))], int(each.lstrip(LETTERS))) for each in part.split(" to ")
            )
            yield from ((first[0], number) for number in range(first[1], (last[0] if last else first)[1] + 1))


def _listed(numbers: list[tuple[str, int]]) -> str:
    """`5 to 7`, `W3 and W5`, `1, 2 and 4`: three or more in a row are a range."""
    runs: list[list[tuple[str, int]]] = []
    for letter, number in numbers:
        if runs and runs[-1][-1] == (letter, number - 1):
            runs[-1].append((letter, number))
        else:
            runs.append([(letter, number)])
    words = []
    for run in runs:
        named = [f"{letter}{number}" for letter, number in run]
        words += [f"{named[0]} to {named[-1]}"] if len(run) > 2 else named
    return all_of(words)


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
