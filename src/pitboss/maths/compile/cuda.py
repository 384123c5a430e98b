"""Compiles generated loops for a CUDA device, from the same text of the rules; tables are arguments of the loop."""

import importlib
import os
from collections.abc import Mapping
from functools import cache
from types import FunctionType
from typing import Any, cast

from pitboss.core import rule as plain
from pitboss.core.rule import is_rule
from pitboss.maths.compile.cpu import FAST_MARK, compiling, word_arithmetic
from pitboss.maths.compile.generated import LOOP, defined


def gpu_missing() -> str:
    """The reason why there is no GPU to simulate on; empty if there is one."""
    if not compiling():
        return "compilation is switched off, or there is no compiler"
    try:
        return "" if _cuda().is_available() else "no CUDA device answers (and the extra 'gpu' may not be installed)"
    except ImportError as error:
        return f"the extra 'gpu' is not installed ({error})"


def _restore_numpy_names() -> None:
    """Restores names that NumPy removed and numba-cuda still imports."""
    import numpy

    for name, stand_in in (("row_stack", numpy.vstack), ("in1d", numpy.isin), ("trapz", numpy.trapezoid)):
        if not hasattr(numpy, name):
            setattr(numpy, name, stand_in)


@cache
def _cuda() -> Any:
    _restore_numpy_names()
    import numba

    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # The last lot may be short.
    return importlib.import_module("numba.cuda")


def on_gpu(array: Any) -> Any:
    """An array, copied to the GPU."""
    return _cuda().to_device(array)


def gpu_loop(text: str, scope: Mapping[str, Any]) -> Any:
    """The kernel that a text for GPU threads defines, with its rules as device functions."""
    return _gpu_loop(text, tuple(sorted(scope.items(), key=lambda item: item[0])))


@cache
def _gpu_loop(text: str, things: tuple[tuple[str, Any], ...]) -> Any:
    import numpy

    scope: dict[str, Any] = {name: _on_device(thing) for name, thing in things}
    scope |= {"cuda": _cuda(), "int32": numpy.int32}
    return _cuda().jit(defined(text, scope, LOOP))


def _uncompiled(thing: Any) -> Any:
    """A fast function and those it calls as plain Python, for numba's simulator of a device."""
    function = getattr(thing, FAST_MARK, None)
    if function is None:
        return thing
    named = {name: function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__}
    scope = {**function.__globals__, **{name: _uncompiled(each) for name, each in named.items()}}
    return FunctionType(function.__code__, scope, function.__name__)


@cache
def _on_device(thing: Any) -> Any:
    """A rule, a fast function or a leaf function, compiled as a device function."""
    cuda = _cuda()
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        return _uncompiled(thing)
    leaves = {
        plain.popcount: lambda bits: cuda.popc(bits),
        plain.lowest: lambda bits: cuda.ffs(bits) - 1,
        plain.highest: lambda bits: 63 - cuda.clz(bits),
        **word_arithmetic(),
    }
    function = cast(FunctionType, leaves.get(thing) or getattr(thing, FAST_MARK, thing))
    scope: dict[str, Any] = {"__builtins__": function.__globals__["__builtins__"]}
    for name, each in function.__globals__.items():
        if name in function.__code__.co_names:
            compiled = is_rule(each) or hasattr(each, FAST_MARK) or (callable(each) and each in leaves)
            scope[name] = _on_device(each) if compiled else each
    code = FunctionType(function.__code__, scope, function.__name__, closure=function.__closure__)
    return cuda.jit(device=True)(code)
