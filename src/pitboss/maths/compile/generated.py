"""The only place where generated text becomes a function."""

import ast
from types import CodeType
from typing import Any

LOOP = "fused"
"""The name of the function that every generated text defines."""


def defined(text: str | ast.Module, scope: dict[str, Any], name: str, file: str = "<generated>") -> Any:
    """The function `name` that a text, or its syntax tree, defines; `scope` becomes its globals.

    `file` is part of the key under which machine code is cached.
    """
    code: CodeType = compile(text, file, "exec")
    exec(code, scope)
    return scope[name]
