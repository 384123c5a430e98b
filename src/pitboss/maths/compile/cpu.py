"""Compiles rules and generated loops for the CPU.

A compiled rule is the code object of the plain one, with the rules it calls replaced by their compiled forms, tabulated
rules by a look-up in their table, and `popcount`, `lowest` and `highest` by machine instructions. With
`PITBOSS_COMPILE=0`, or without a compiler, `compiled` returns the plain rule: the same answers, slower. Machine code of
the program's own functions is cached on disk under the fingerprint of the whole program, because tables and rules from
other files are frozen into it.
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
from pitboss.maths.compile.kept_code import KeptCode
from pitboss.maths.progress import tell

FAST_MARK = "__fast_function__"
WORTH_COMPILING = 30_000  # Rows; for fewer, the plain rule is done before a compiler is even loaded.


def compiling() -> bool:
    """Whether rules are compiled in this process."""
    return os.environ.get("PITBOSS_COMPILE") != "0" and importlib.util.find_spec("numba") is not None


def compiled(rule: Rule) -> Rule:
    """The rule, compiled; the plain rule if compilation is off."""
    return _compiled(rule) if compiling() else rule


@cache
def _compiled(rule: Rule) -> Rule:
    import numba

    if table_size(rule):
        table, number = smallest_table(rule), numba.int64
        return numba.njit(inline="always")(lambda argument: number(table[argument]))
    # Inlined whatever its size: a loop that contains a call is not vectorised.
    return numba.njit(forceinline=True)(_rescoped(cast(FunctionType, rule)))


def smallest_table(rule: Rule) -> Any:
    """The table of a tabulated rule in the smallest type that holds its answers, to fit the processor's first cache."""
    import numpy

    answers = tabulate(rule)
    return numpy.array(answers, dtype=numpy.min_scalar_type(max(answers)))


def _rescoped(function: FunctionType) -> FunctionType:
    """A copy of a function in which every function it calls is compiled."""
    scope = {name: _fast(thing) for name, thing in function.__globals__.items() if name in function.__code__.co_names}
    scope["__builtins__"] = function.__globals__["__builtins__"]
    scope["__name__"] = function.__module__
    return FunctionType(function.__code__, scope, function.__name__)


def _machine_code(function: FunctionType, *parts: Callable[..., Any]) -> Callable[..., Any]:
    """A function, compiled to run without the interpreter's lock.

    Its machine code is cached on disk if the fingerprint covers it and `parts`, the functions compiled into it: the
    text of any other could change unnoticed.
    """
    import numba

    compiled: Any = numba.njit(nogil=True)(function)
    own = all(covers(cast(FunctionType, each).__code__.co_filename) for each in (function, *parts))
    if own and not function.__closure__:
        compiled._cache = KeptCode(function, machine_code())  # Like `cache=True`, but robust to damaged files.
    return compiled


def fast(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of arrays and numbers that may call rules, compiled at its first call if compilation is on.

    It releases the interpreter's lock, so that `shared` can use all cores.
    """

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return (_fast_function(function) if compiling() else function)(*arguments)

    setattr(call, FAST_MARK, function)
    return call


def plain_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The plain function behind a `fast` one, for calls that are too few to compile for."""
    return getattr(function, FAST_MARK)


@cache
def _fast_function(function: Callable[..., Any]) -> Callable[..., Any]:
    return _machine_code(_rescoped(cast(FunctionType, function)))


def shared(work: Callable[[int, int], None], size: int, words: str = "") -> None:
    """Calls `work(first, last)` for parts of a range, on all cores; `words` name the task whose progress is told."""
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


def on_arrays(rule: Rule, least: int = WORTH_COMPILING) -> Callable[..., Any]:
    """The rule as a function of columns of arguments, with one answer per row; compiled for `least` rows or more."""

    def answers(*columns: Any) -> Any:
        many = len(columns[0]) >= least
        return (_on_arrays(rule) if many and compiling() else _on_rows(rule))(*columns)

    return answers


def joint(asked: tuple[tuple[Rule, tuple[int, ...]], ...], sizes: tuple[int, ...]) -> Callable[[Any], Any]:
    """A function of an array of hands: the answers of several rules to each hand as one mixed-radix number.

    `asked` holds each rule with its arguments after the hand. An answer is a digit below its size; the last rule's is
    the lowest digit.
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
    number, name = (
        "0",
        "joint",
    )  # The name is part of the key of cached machine code, so it says all that the text does.
    scope: dict[str, Any] = {"__name__": asked[0][0].__module__}
    for place, ((rule, given), size) in enumerate(zip(asked, sizes, strict=True)):
        arguments = ", ".join(["a0[row]", *map(str, given)])
        number = f"({number}) * {size} + rule{place}({arguments})"
        scope[f"rule{place}"] = _compiled(rule)
        name += "_" + "_".join(map(str, (rule_name(rule), *given, size)))
    return _looped(name, 1, number, scope, [rule for rule, _ in asked])


def _looped(name: str, columns: int, expression: str, scope: dict[str, Any], rules: list[Rule]) -> Callable[..., Any]:
    """A compiled function of `columns` arrays: an expression of `a0[row]`, `a1[row]`, ... for every row, on all cores.

    The text is compiled as part of the first rule's file, so that its machine code can be cached.
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

    It modifies its first `arrays` arguments; the further ones are tables that it only reads.
    """
    if not compiling():
        return _plain_loop(text, scope, arrays)
    return _fused_loop(text, tuple(sorted(scope.items(), key=lambda item: item[0])))


def _plain_loop(text: str, scope: Mapping[str, Any], arrays: int) -> Callable[..., None]:
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

    # The name is part of the key of cached machine code, so it holds a hash of all that the code depends on.
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
    """A plain rule on columns; it is called once for each distinct row."""

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
    """A global as compiled code uses it: functions compiled, tuples of ints as arrays."""
    if is_rule(thing):
        return _compiled(thing)
    if hasattr(thing, FAST_MARK):
        return _fast_function(getattr(thing, FAST_MARK))
    if isinstance(thing, tuple) and thing and all(isinstance(each, int) for each in thing):
        # Indexing an array is one load; indexing a tuple would be a branch for every entry.
        import numpy

        return numpy.array(thing, dtype=numpy.int64)
    return _leaves().get(thing, thing) if callable(thing) else thing


@cache
def _leaves() -> dict[Callable[..., Any], Callable[..., Any]]:
    """The leaf functions of the dialect, and arithmetic on words, as machine instructions."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    def instruction(name: str, *flags: bool) -> Any:
        def typed(typing_context: Any, bits: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                constants = [context.get_constant(types.boolean, flag) for flag in flags]
                return getattr(builder, name)(*arguments, *constants)

            return types.int64(types.int64), generate

        return cast(Any, intrinsic)(typed)

    int64 = numba.int64
    ones, low_zeros, high_zeros = instruction("ctpop"), instruction("cttz", False), instruction("ctlz", False)
    leaves = {
        plain.popcount: lambda bits: ones(int64(bits)),
        plain.lowest: lambda bits: low_zeros(int64(bits)),
        plain.highest: lambda bits: 63 - high_zeros(int64(bits)),
        **word_arithmetic(),
    }
    return {leaf: numba.njit(inline="always")(function) for leaf, function in leaves.items()}


def word_arithmetic() -> dict[Callable[..., Any], Callable[..., Any]]:
    """The functions of `words` on machine words, not compiled yet."""
    from numba import int64, uint64

    return {
        words.rotated: lambda word, count: (word << count) | ((word >> (64 - count)) & ((1 << count) - 1)),
        # Unsigned inside, because the compiler may assume that signed sums and products never overflow.
        words.summed: lambda one, other: int64(uint64(one) + uint64(other)),
        words.shifted: lambda word, count: word << count,
        words.multiplied: lambda one, other: int64(uint64(one) * uint64(other)),
        words.lowered: lambda word, count: (word >> count) & ((1 << (64 - count)) - 1),
    }
