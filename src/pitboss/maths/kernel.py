"""Compiles rules. The only module that knows the compiler.

A compiled rule is the same text as the plain one: its code object, with the rules it calls replaced by their compiled
selves, tabulated rules by a look-up in their table, and `popcount`, `lowest` and `highest` by machine instructions.
With `PITBOSS_COMPILE=0`, or where the compiler is not installed, `compiled` hands back the plain rule: the same
answers, slower.
"""

import importlib.util
import os
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, cast

from pitboss import rule as plain
from pitboss.rule import Rule, is_rule, table_size, tabulate


def compiling() -> bool:
    """Whether rules are compiled in this process."""
    return os.environ.get("PITBOSS_COMPILE") != "0" and importlib.util.find_spec("numba") is not None


def compiled(rule: Rule) -> Rule:
    """The rule, compiled; the plain rule itself where compilation is switched off."""
    return _compiled(rule) if compiling() else rule


@cache
def _compiled(rule: Rule) -> Rule:
    """The rule, compiled once a process."""
    import numba
    import numpy

    if table_size(rule):
        table = numpy.array(tabulate(rule), dtype=numpy.int64)
        return numba.njit(inline="always")(_look_up(table))
    function = cast(FunctionType, rule)
    scope = {"__builtins__": function.__globals__["__builtins__"]}
    for name in function.__code__.co_names:
        if name in function.__globals__:
            scope[name] = _fast(function.__globals__[name])
    return numba.njit(FunctionType(function.__code__, scope, function.__name__))


def _fast(thing: Any) -> Any:
    """What a name in a compiled rule stands for."""
    if is_rule(thing):
        return _compiled(thing)
    return _leaves().get(thing, thing) if callable(thing) else thing


def _look_up(table: Any) -> Callable[[int], int]:
    """A function that reads a rule's table."""

    def look_up(argument: int) -> int:
        return table[argument]

    return look_up


@cache
def _leaves() -> dict[Callable[..., Any], Callable[..., Any]]:
    """The leaf functions of the dialect as machine instructions."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic as numba_intrinsic

    intrinsic: Any = numba_intrinsic

    @intrinsic
    def count_ones(typing_context, bits):
        def generate(context, builder, signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    @intrinsic
    def trailing_zeros(typing_context, bits):
        def generate(context, builder, signature, arguments):
            return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @intrinsic
    def leading_zeros(typing_context, bits):
        def generate(context, builder, signature, arguments):
            return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @numba.njit(inline="always")
    def popcount(bits: int) -> int:
        return count_ones(numba.int64(bits))

    @numba.njit(inline="always")
    def lowest(bits: int) -> int:
        return trailing_zeros(numba.int64(bits))

    @numba.njit(inline="always")
    def highest(bits: int) -> int:
        return 63 - leading_zeros(numba.int64(bits))

    return {plain.popcount: popcount, plain.lowest: lowest, plain.highest: highest}
