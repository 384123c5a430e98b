"""Compiles rules and generated loops for the CPU. Only this module, and `cuda` for GPUs, know the compiler.

A compiled rule is the same text as the plain one: its code object, with the rules it calls replaced by their compiled
forms, tabulated rules by a look-up in their table, and `popcount`, `lowest` and `highest` by machine instructions.
With `PITBOSS_COMPILE=0`, or when the compiler is not installed, `compiled` returns the plain rule: the same answers,
slower. Machine code of the program's own functions is kept on disk, under the fingerprint of the whole program, because
a table or a rule from another file is frozen into it.
"""

import hashlib
import importlib.util
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, wraps
from itertools import pairwise
from types import FunctionType
from typing import Any, cast

from pitboss.core import rule as plain
from pitboss.core.rule import Rule, is_rule, rule_name, table_size, tabulate
from pitboss.maths.compile import words
from pitboss.maths.compile.code_cache import covers, machine_code
from pitboss.maths.compile.generated import LOOP, defined
from pitboss.maths.progress import tell

FAST_MARK = "__fast_function__"
WORTH_COMPILING = 30_000  # Rows; fewer are answered by the plain rule before a compiler is even loaded.


def compiling() -> bool:
    """Whether rules are compiled in this process."""
    return os.environ.get("PITBOSS_COMPILE") != "0" and importlib.util.find_spec("numba") is not None


def compiled(rule: Rule) -> Rule:
    """The rule, compiled; the plain rule itself when compilation is switched off."""
    return _compiled(rule) if compiling() else rule


@cache
def _compiled(rule: Rule) -> Rule:
    import numba
    import numpy

    if table_size(rule):
        # The smallest kind of number that holds the answers: a table that fits the processor's first cache.
        answers = tabulate(rule)
        table = numpy.array(answers, dtype=numpy.min_scalar_type(max(answers)))
        return numba.njit(inline="always")(_look_up(table, numba.int64))
    # Inlined whatever its size: a loop around a call is never vector code.
    return numba.njit(forceinline=True)(_rescoped(cast(FunctionType, rule)))


def _rescoped(function: FunctionType) -> FunctionType:
    """A copy of a function whose globals are the compiled forms of what it calls."""
    scope = {name: _fast(thing) for name, thing in function.__globals__.items() if name in function.__code__.co_names}
    scope["__builtins__"] = function.__globals__["__builtins__"]
    scope["__name__"] = function.__module__
    return FunctionType(function.__code__, scope, function.__name__)


def _machine_code(function: FunctionType, *parts: Callable[..., Any]) -> Callable[..., Any]:
    """A function, compiled to run without the interpreter's lock.

    Its machine code is kept on disk if it and the functions it is made of are the program's or a game's: the text of
    any other could change unnoticed.
    """
    import numba

    own = all(covers(cast(FunctionType, each).__code__.co_filename) for each in (function, *parts))
    return numba.njit(nogil=True, cache=own and _keeps_code())(function)


def _keeps_code() -> bool:
    """Whether machine code can be kept on disk; tells the compiler where, for the text and the games of this moment."""
    import numba

    place = machine_code()
    config: Any = numba.config
    config.CACHE_DIR = str(place)
    return os.access(place, os.W_OK)


def fast(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays and numbers that may call rules, compiled when it is first called, if compilation is on.

    It runs without holding the interpreter's lock, so that `shared` can give parts of the work to all cores.
    """

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return (_fast_function(function) if compiling() else function)(*arguments)

    setattr(call, FAST_MARK, function)
    return call


def plain_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that `fast` was given, for a call or two that are not worth compiling for."""
    return getattr(function, FAST_MARK)


@cache
def _fast_function(function: Callable[..., Any]) -> Callable[..., Any]:
    return _machine_code(_rescoped(cast(FunctionType, function)))


def shared(work: Callable[[int, int], None], size: int, words: str = "") -> None:
    """Does `work(first, last)` for all of a range, on all cores; `words`, if any, tell progress of what."""
    cores = (os.cpu_count() or 1) if compiling() else 1
    parts = min(size, 16 * cores)
    bounds = [size * part // parts for part in range(parts + 1)] if parts else []
    if cores == 1:
        for done, (first, last) in enumerate(pairwise(bounds)):
            work(first, last)
            tell(words, done + 1, parts)
        return
    with ThreadPoolExecutor(cores) as pool:
        for done, _ in enumerate(pool.map(work, bounds, bounds[1:])):
            tell(words, done + 1, parts)


def on_arrays(rule: Rule) -> Callable[..., Any]:
    """The rule as a function of arrays of arguments, one answer a row."""

    def answers(*columns: Any) -> Any:
        many = len(columns[0]) >= WORTH_COMPILING
        return (_on_arrays(rule) if many and compiling() else _on_rows(rule))(*columns)

    return answers


def joint(asked: tuple[tuple[Rule, tuple[int, ...]], ...], sizes: tuple[int, ...]) -> Callable[[Any], Any]:
    """A function of an array of hands: the answers of several rules to each hand as one mixed-radix number.

    Each rule comes with its arguments beside the hand. Each answer is below its size; the last one counts ones.
    """

    def answers(hands: Any) -> Any:
        if compiling() and len(hands) >= WORTH_COMPILING:
            return _joint(asked, sizes)(hands)
        number = 0 * hands
        for (rule, given), size in zip(asked, sizes, strict=True):
            number = number * size + _on_rows(rule)(hands, *(0 * hands + each for each in given))
        return number

    return answers


@cache
def _joint(asked: tuple[tuple[Rule, tuple[int, ...]], ...], sizes: tuple[int, ...]) -> Callable[[Any], Any]:
    number = "0"
    scope: dict[str, Any] = {"__name__": asked[0][0].__module__}
    for place, ((rule, given), size) in enumerate(zip(asked, sizes, strict=True)):
        arguments = ", ".join(["a0[row]", *map(str, given)])
        number = f"({number}) * {size} + rule{place}({arguments})"
        scope[f"rule{place}"] = _compiled(rule)
    # All that the text holds is in its name, which is what kept machine code is found by.
    name = "_".join(
        "_".join(map(str, (rule_name(rule), *given, size))) for (rule, given), size in zip(asked, sizes, strict=True)
    )
    rules = [rule for rule, _ in asked]
    return _looped(f"joint_{name}", 1, number, scope, rules)


def _looped(name: str, columns: int, expression: str, scope: dict[str, Any], rules: list[Rule]) -> Callable[..., Any]:
    """An expression of `a0[row]`, `a1[row]` and so on for every row of `columns` arrays, compiled, on all cores.

    The text is compiled as if it stood in the file of the first rule, so that its machine code can be kept.
    """
    import numpy

    names = ", ".join(f"a{place}" for place in range(columns))
    text = f"def {name}(answers, {names}):\n for row in range(len(answers)):\n  answers[row] = {expression}\n"
    file = cast(FunctionType, rules[0]).__code__.co_filename
    loop = _machine_code(defined(text, scope, name, file), *rules)

    def answers(*columns: Any) -> Any:
        found = numpy.empty(len(columns[0]), dtype=numpy.int64)
        given = [numpy.ascontiguousarray(column, dtype=numpy.int64) for column in columns]
        shared(lambda first, last: loop(found[first:last], *(column[first:last] for column in given)), len(found))
        return found

    return answers


def fused_loop(text: str, scope: Mapping[str, Any], arrays: int = 4) -> Callable[..., None]:
    """The function `LOOP` that a text defines, compiled with the rules of its scope, or plain if compilation is off.

    The first `arrays` of its arguments are arrays it works on; those that follow are tables that it only reads.
    """
    if not compiling():
        return _plain_loop(text, scope, arrays)
    return _fused_loop(text, tuple(sorted(scope.items(), key=lambda item: item[0])))


def _plain_loop(text: str, scope: Mapping[str, Any], arrays: int) -> Callable[..., None]:
    """A generated loop on Python's own numbers."""
    tools = {"zeros": lambda size, kind: [0] * size, "int64": int, "int32": int}
    fused = defined(text, {**scope, **tools}, LOOP)

    def loop(*arguments: Any) -> None:
        own = [array.tolist() for array in arguments[:arrays]]
        fused(*own, *arguments[arrays:])
        for array, numbers in zip(arguments, own, strict=False):
            array[:] = numbers

    return loop


@cache
def _fused_loop(text: str, things: tuple[tuple[str, Any], ...]) -> Callable[..., None]:
    import numpy

    # All that the machine code depends on is in its name, which is what it is found by.
    named = {name: getattr(thing, FAST_MARK, thing) for name, thing in things}
    whole = "\n".join([text, *(f"{name} {thing.__module__} {thing.__qualname__}" for name, thing in named.items())])
    name = f"{LOOP}_{hashlib.sha256(whole.encode()).hexdigest()[:32]}"
    scope: dict[str, Any] = {
        name: _fast(thing) if thing in _leaves() or hasattr(thing, FAST_MARK) else _compiled(thing)
        for name, thing in things
    }
    scope |= {"zeros": numpy.zeros, "int64": numpy.int64, "int32": numpy.int32, "__name__": __name__}
    function = defined(text.replace(f"def {LOOP}(", f"def {name}("), scope, name, __file__)
    return _machine_code(function, *named.values())


def _on_rows(rule: Rule) -> Callable[..., Any]:
    """A rule on arrays without the compiler; it is called once for equal arguments."""

    def answers(*columns: Any) -> Any:
        import numpy

        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        known = {row: int(rule(*row)) for row in set(rows)}
        return numpy.array([known[row] for row in rows], dtype=numpy.int64)

    return answers


@cache
def _on_arrays(rule: Rule) -> Callable[..., Any]:
    code = cast(FunctionType, rule).__code__
    arguments = ", ".join(f"a{place}[row]" for place in range(code.co_argcount))
    scope = {"rule": _compiled(rule), "__name__": rule.__module__}
    return _looped(f"every_{code.co_name}", code.co_argcount, f"rule({arguments})", scope, [rule])


def _fast(thing: Any) -> Any:
    """The value of a name in compiled code: compiled where it is a function of the program, an array for a tuple."""
    if is_rule(thing):
        return _compiled(thing)
    if hasattr(thing, FAST_MARK):
        return _fast_function(getattr(thing, FAST_MARK))
    if isinstance(thing, tuple) and thing and all(isinstance(each, int) for each in thing):
        # Indexing an array is one load; indexing a tuple would be a branch for every entry.
        import numpy

        return numpy.array(thing, dtype=numpy.int64)
    return _leaves().get(thing, thing) if callable(thing) else thing


def _look_up(table: Any, number: Any) -> Callable[[int], int]:
    def look_up(argument: int) -> int:
        return number(table[argument])

    return look_up


@cache
def _leaves() -> dict[Callable[..., Any], Callable[..., Any]]:
    """The leaf functions of the dialect, and arithmetic on words, as machine instructions."""
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

    @numba.njit(inline="always")
    def rotated(word: int, count: int) -> int:
        return (word << count) | ((word >> (64 - count)) & ((1 << count) - 1))

    # Unsigned inside: the compiler may assume that signed sums and products never wrap around.
    @numba.njit(inline="always")
    def summed(one, other):
        return numba.int64(numba.uint64(one) + numba.uint64(other))

    @numba.njit(inline="always")
    def shifted(word: int, count: int) -> int:
        return word << count

    @numba.njit(inline="always")
    def multiplied(one, other):
        return numba.int64(numba.uint64(one) * numba.uint64(other))

    @numba.njit(inline="always")
    def lowered(word: int, count: int) -> int:
        return (word >> count) & ((1 << (64 - count)) - 1)

    return {
        plain.popcount: popcount,
        plain.lowest: lowest,
        plain.highest: highest,
        words.rotated: rotated,
        words.summed: summed,
        words.shifted: shifted,
        words.multiplied: multiplied,
        words.lowered: lowered,
    }
