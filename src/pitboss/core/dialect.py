"""The rule dialect: the statements and expressions that a function marked `@rule` may use, checked in its source.

Rules run as plain Python and also compile, for CPU and GPU. So they are functions from non-negative ints to a
non-negative int in a small part of the language, which docs/style.md lists. `breaches` names every violation.
"""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Iterator
from enum import EnumMeta, IntEnum
from types import FunctionType
from typing import Any, cast

from pitboss.core import rule as leaves
from pitboss.core.rule import Rule, is_rule, rule_name

LEAVES = (leaves.popcount, leaves.lowest, leaves.highest, min, max)
STATEMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.If, ast.While, ast.For, ast.Return, ast.Pass)
STATEMENTS_INSIDE = (ast.Break, ast.Continue)
EXPRESSIONS = (
    *(ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call),
    *(ast.Subscript, ast.Attribute, ast.Load, ast.Store),
)
OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    *(ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor),
    *(ast.USub, ast.UAdd, ast.Invert, ast.Not, ast.And, ast.Or),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)


def rule_calls(rule: Rule) -> tuple[Rule, ...]:
    """The rules that a rule calls directly."""
    function = cast(FunctionType, rule)
    scope: dict[str, Any] = function.__globals__
    return tuple(scope[name] for name in function.__code__.co_names if is_rule(scope.get(name)))


def rules_under(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """These rules and all rules they call, in depth-first order: callees before callers."""
    found: dict[Rule, None] = {}

    def visit(rule: Rule) -> None:
        if rule not in found:
            for called in rule_calls(rule):
                visit(called)
            found[rule] = None

    for rule in rules:
        visit(rule)
    return tuple(found)


def breaches(rule: Rule) -> list[str]:
    """Every place where a rule leaves the dialect, as sentences; none for a good rule."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(rule)))
    definition = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    function = cast(FunctionType, rule)
    line = function.__code__.co_firstlineno - 1
    return [
        f"{rule_name(rule)}, line {line + getattr(node, 'lineno', definition.lineno)}: {sentence}"
        for node, sentence in _breaches(definition, function.__globals__, function.__closure__)
    ]


def _breaches(definition: ast.FunctionDef, scope: dict[str, Any], closure: object) -> Iterator[tuple[ast.AST, str]]:
    """The breaches of one function definition, each with the node it stands at."""
    arguments = definition.args
    if closure:
        yield definition, "a rule may not depend on variables of a function around it"
    if arguments.defaults or arguments.kw_defaults:
        yield definition, "a rule has no default arguments"
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
        yield definition, "a rule takes positional arguments only"
    local = {each.arg for each in arguments.args}
    local |= {
        node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    documented = bool(ast.get_docstring(definition))
    if not documented:
        yield definition, "a rule's docstring says which numbered rule it is"
    for statement in definition.body[documented:]:
        yield from _statement(statement, local, scope)


def _statement(node: ast.stmt, local: set[str], scope: dict[str, Any]) -> Iterator[tuple[ast.AST, str]]:
    """The breaches of one statement and what stands inside it."""
    if not isinstance(node, STATEMENTS + STATEMENTS_INSIDE):
        yield node, f"{type(node).__name__} is not part of the dialect"
        return
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    for target in filter(None, targets):
        if not isinstance(target, ast.Name):
            yield target, "only a plain name can be assigned to"
    if isinstance(node, ast.For):
        call = node.iter
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"):
            yield node, "a for loop runs over range(...)"
        else:
            for argument in call.args:
                yield from _expression(argument, local, scope)
        if node.orelse:
            yield node, "a loop has no else"
    for value in (getattr(node, "value", None), getattr(node, "test", None)):
        if value is not None:
            yield from _expression(value, local, scope)
    if isinstance(node, ast.Return) and node.value is None:
        yield node, "a rule returns an int"
    for inner in (*getattr(node, "body", ()), *getattr(node, "orelse", ())):
        yield from _statement(inner, local, scope)


def _expression(node: ast.expr, local: set[str], scope: dict[str, Any]) -> Iterator[tuple[ast.AST, str]]:
    """The breaches of one expression."""
    if isinstance(node, ast.Attribute):
        owner = scope.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if not (isinstance(owner, EnumMeta) and issubclass(owner, IntEnum)):
            yield node, f"{ast.unparse(node)}: only members of an IntEnum may follow a dot"
        return
    if isinstance(node, ast.Call):
        yield from _call(node, local, scope)
        return
    if not isinstance(node, EXPRESSIONS):
        yield node, f"{ast.unparse(node)}: {type(node).__name__} is not part of the dialect"
        return
    if isinstance(node, ast.Constant) and not isinstance(node.value, int):
        yield node, f"{node.value!r}: the only constants are ints"
    if isinstance(node, ast.Name) and node.id not in local and not _is_data(scope.get(node.id)):
        yield node, f"{node.id}: a rule may use its arguments, module-level ints, tuples of ints and enums"
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _expression(child, local, scope)
        elif not isinstance(child, OPERATORS + EXPRESSIONS):
            yield node, f"{ast.unparse(node)}: {type(child).__name__} is not part of the dialect"


def _call(node: ast.Call, local: set[str], scope: dict[str, Any]) -> Iterator[tuple[ast.AST, str]]:
    """The breaches of one call."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    called = scope.get(name, getattr(builtins, name, None))
    if not (is_rule(called) or any(called is leaf for leaf in LEAVES)):
        yield node, f"{ast.unparse(node.func)}(): a rule calls rules, min, max, popcount, lowest and highest only"
    if node.keywords or any(isinstance(each, ast.Starred) for each in node.args):
        yield node, f"{ast.unparse(node)}: arguments are positional"
    for argument in node.args:
        yield from _expression(argument, local, scope)


def _is_data(thing: object) -> bool:
    """Whether a module-level thing is an int or a tuple of ints (of tuples of ints)."""
    return isinstance(thing, int) or (isinstance(thing, tuple) and all(_is_data(each) for each in thing))
