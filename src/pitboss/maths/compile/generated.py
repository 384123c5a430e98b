"""The one place where generated text becomes a function."""

import ast
from types import CodeType
from typing import Any

LOOP = "fused"
"""The name of the function that every generated text defines."""


def defined(text: str | ast.Module, scope: dict[str, Any], name: str, file: str = "<generated>") -> Any:
    """The function `name` that a text, or its syntax tree, defines; `scope` holds what it calls and gains the function.

    A compiler finds kept machine code by `file`.
    """
    code: CodeType = compile(text, file, "exec")
    exec(code, scope)
    return scope[name]
