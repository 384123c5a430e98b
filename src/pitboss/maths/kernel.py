"""Compiles rules. The only module that knows the compiler.

A compiled rule is the same text as the plain one: its code object, with the rules it calls replaced by their compiled
selves, tabulated rules by a look-up in their table, and `popcount`, `lowest` and `highest` by machine instructions.
With `PITBOSS_COMPILE=0`, or where the compiler is not installed, `compiled` hands back the plain rule: the same
answers, slower.
"""

import importlib.util
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import FunctionType
from typing import Any, cast

from pitboss import rule as plain
from pitboss.rule import Rule, is_rule, table_size, tabulate

FAST_MARK = "__fast_function__"


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


def fast(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays and numbers that may call rules, compiled when it is first called; itself where that is off.

    It runs without holding the interpreter's lock, so that `shared` can give parts of the work to all cores.
    """

    def call(*arguments: Any) -> Any:
        return (_fast_function(function) if compiling() else function)(*arguments)

    setattr(call, FAST_MARK, function)
    return call


def plain_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that `fast` was given, for a call or two that are not worth compiling for."""
    return getattr(function, FAST_MARK)


@cache
def _fast_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled function, once a process."""
    import numba

    plainly = cast(FunctionType, function)
    scope = {name: _fast(thing) for name, thing in plainly.__globals__.items() if name in plainly.__code__.co_names}
    scope["__builtins__"] = plainly.__globals__["__builtins__"]
    return numba.njit(nogil=True)(FunctionType(plainly.__code__, scope, plainly.__name__))


def shared(work: Callable[[int, int], None], size: int) -> None:
    """Does `work(first, last)` for all of a range, a part a core, interleaved so that parts are alike."""
    cores = (os.cpu_count() or 1) if compiling() else 1
    parts = min(size, 16 * cores)
    bounds = [size * part // parts for part in range(parts + 1)] if parts else []
    if cores == 1:
        for first, last in pairwise(bounds):
            work(first, last)
        return
    with ThreadPoolExecutor(cores) as pool:
        list(pool.map(work, bounds, bounds[1:]))


def on_arrays(rule: Rule) -> Callable[..., Any]:
    """The rule for arrays of arguments, one answer a row."""
    return _on_arrays(rule) if compiling() else _plainly(rule)


def _plainly(rule: Rule) -> Callable[..., Any]:
    """A rule on arrays without the compiler; equal arguments are asked once."""

    def answers(*columns: Any) -> Any:
        import numpy

        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        known = {row: int(rule(*row)) for row in set(rows)}
        return numpy.array([known[row] for row in rows], dtype=numpy.int64)

    return answers


@cache
def _on_arrays(rule: Rule) -> Callable[..., Any]:
    """A compiled loop over a rule."""
    import numba
    import numpy

    names = [f"a{place}" for place in range(cast(FunctionType, rule).__code__.co_argcount)]
    arguments = ", ".join(f"{name}[row]" for name in names)
    text = (
        f"def loop(answers, {', '.join(names)}):\n"
        f"    for row in range(len(answers)):\n"
        f"        answers[row] = rule({arguments})\n"
    )
    scope: dict[str, Any] = {"rule": _compiled(rule)}
    exec(text, scope)
    loop = numba.njit(nogil=True)(scope["loop"])

    def answers(*columns: Any) -> Any:
        found = numpy.empty(len(columns[0]), dtype=numpy.int64)
        given = [numpy.ascontiguousarray(column, dtype=numpy.int64) for column in columns]
        shared(lambda first, last: loop(found[first:last], *(column[first:last] for column in given)), len(found))
        return found

    return answers


def _fast(thing: Any) -> Any:
    """What a name in a compiled rule stands for."""
    if is_rule(thing):
        return _compiled(thing)
    if hasattr(thing, FAST_MARK):
        return _fast_function(getattr(thing, FAST_MARK))
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
