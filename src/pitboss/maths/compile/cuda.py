"""Compiles generated loops for a CUDA device. A rule is the same text there; its table is an argument of the loop."""

import importlib
import os
from collections.abc import Mapping
from functools import cache
from types import FunctionType
from typing import Any, cast

from pitboss.core import rule as plain
from pitboss.core.rule import is_rule
from pitboss.maths.compile import words
from pitboss.maths.compile.cpu import FAST_MARK, compiling
from pitboss.maths.compile.generated import LOOP, defined


def gpu_missing() -> str:
    """The reason why there is no GPU to simulate on; "" when there is one."""
    if not compiling():
        return "compilation is switched off, or there is no compiler"
    try:
        return "" if _cuda().is_available() else "no CUDA device answers (and the extra 'gpu' may not be installed)"
    except ImportError as error:
        return f"the extra 'gpu' is not installed ({error})"


def _restore_numpy_names() -> None:
    """Gives NumPy back names that it dropped: numba-cuda asks for them when it is imported, and fails without."""
    import numpy

    for name, stand_in in (("row_stack", numpy.vstack), ("in1d", numpy.isin), ("trapz", numpy.trapezoid)):
        if not hasattr(numpy, name):
            setattr(numpy, name, stand_in)


@cache
def _cuda() -> Any:
    _restore_numpy_names()
    import numba

    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # A short last lot is no mistake.
    return importlib.import_module("numba.cuda")


def on_gpu(array: Any) -> Any:
    """An array, copied to the GPU."""
    return _cuda().to_device(array)


def gpu_loop(text: str, scope: Mapping[str, Any]) -> Any:
    """The kernel that a text for GPU threads defines, its rules as functions of the device."""
    return _gpu_loop(text, tuple(sorted(scope.items(), key=lambda item: item[0])))


@cache
def _gpu_loop(text: str, things: tuple[tuple[str, Any], ...]) -> Any:
    import numpy

    scope: dict[str, Any] = {name: _on_device(thing) for name, thing in things}
    scope |= {"cuda": _cuda(), "int32": numpy.int32}
    return _cuda().jit(defined(text, scope, LOOP))


def _uncompiled(thing: Any) -> Any:
    """A fast function as plain Python, and those it calls as well, for the simulator of a device."""
    function = getattr(thing, FAST_MARK, None)
    if function is None:
        return thing
    named = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    scope = {**function.__globals__, **{name: _uncompiled(each) for name, each in named.items()}}
    return FunctionType(function.__code__, scope, function.__name__)


@cache
def _on_device(thing: Any) -> Any:
    """A rule, a fast function or a leaf function as a function of the device."""
    import numba

    cuda, int64, uint64 = _cuda(), numba.int64, numba.uint64
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        return _uncompiled(thing)
    leaves = {
        plain.popcount: lambda bits: cuda.popc(bits),
        plain.lowest: lambda bits: cuda.ffs(bits) - 1,
        plain.highest: lambda bits: 63 - cuda.clz(bits),
        words.rotated: lambda word, count: (word << count) | ((word >> (64 - count)) & ((1 << count) - 1)),
        # Unsigned inside: the compiler may assume that signed sums and products never wrap around.
        words.summed: lambda one, other: int64(uint64(one) + uint64(other)),
        words.shifted: lambda word, count: word << count,
        words.multiplied: lambda one, other: int64(uint64(one) * uint64(other)),
        words.lowered: lambda word, count: (word >> count) & ((1 << (64 - count)) - 1),
    }
    function = cast(FunctionType, leaves.get(thing) or getattr(thing, FAST_MARK, thing))
    called = {
        name: _on_device(each) if is_rule(each) or hasattr(each, FAST_MARK) or each in leaves else each
        for name, each in function.__globals__.items()
        if name in function.__code__.co_names and callable(each) and not isinstance(each, type)
    }
    values = {name: each for name, each in function.__globals__.items() if name in function.__code__.co_names}
    scope = {**values, **called, "__builtins__": function.__globals__["__builtins__"]}
    code = FunctionType(function.__code__, scope, function.__name__, closure=function.__closure__)
    return cuda.jit(device=True)(code)
