"""Common-subexpression elimination across rules.

Five rules of a game may call `points(player)`. Rules are pure, so calling it once, early, changes no answer. A rule is
rewritten only where it calls another with arguments that are known when it begins: the answer becomes a parameter.

Rules name their outcomes through tuples such as `KINDS[number]`. Where a tuple holds each number at its own place, the
number itself is the answer: a look-up would be a read from memory for every lane.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from types import FunctionType
from typing import Any, cast

from pitboss.core.rule import Rule, is_rule, rule_name, table_size
from pitboss.maths.codegen import names
from pitboss.maths.compile.generated import defined


class Calls:
    """Builds lines of text that call each rule once for the same arguments, and the functions they call.

    With `tabled`, the tables of rules become arguments as well, because a GPU cannot hold them as constants.
    """

    def __init__(self, tabled: bool = False) -> None:
        self.tabled = tabled
        self.tables: dict[str, Rule] = {}
        self.lines: list[str] = []
        self.functions: dict[str, Any] = {}
        self.known: dict[tuple[Rule, tuple[str, ...]], str] = {}

    def ask(self, rule: Rule, arguments: tuple[str, ...]) -> str:
        """The variable that holds a rule's answer; `arguments` are expressions in the variables of the loop."""
        if (rule, arguments) not in self.known:
            variable = names.call(len(self.known), rule_name(rule))
            self.known[rule, arguments] = variable
            function, more = self._rewritten(rule, arguments)
            name = names.function(variable)
            self.functions[name] = function
            # Adding 0 turns a member of an enum into a number.
            self.lines.append(f"{variable} = {name}({', '.join((*arguments, *more))}) + 0")
        return self.known[rule, arguments]

    def fork(self) -> "Calls":
        """A copy that knows the same answers and has no lines."""
        copy = Calls(self.tabled)
        copy.known, copy.functions, copy.tables = dict(self.known), dict(self.functions), dict(self.tables)
        return copy

    def _rewritten(self, rule: Rule, arguments: tuple[str, ...]) -> tuple[Rule, list[str]]:
        """The rule with extra parameters for answers of other rules, and the variables that hold those answers."""
        if table_size(rule):
            return rule, []
        function = cast(FunctionType, rule)
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        (definition,) = tree.body
        assert isinstance(definition, ast.FunctionDef)
        parameters = [each.arg for each in definition.args.args]
        found = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        changed = {node.id for node in found if isinstance(node.ctx, ast.Store)}
        settled = {name: text for name, text in zip(parameters, arguments, strict=True) if name not in changed}
        outer = {name: value for name, value in function.__globals__.items() if name not in {*parameters, *changed}}
        replaced = _CallsReplaced(self, settled, outer)
        definition.body = [replaced.visit(statement) for statement in definition.body]
        if not replaced.handed and not replaced.has_changed:
            return rule, []
        definition.args.args += [ast.arg(arg=name) for name in replaced.handed]
        definition.decorator_list = []
        definition.returns = None
        for each in definition.args.args:
            each.annotation = None
        ast.fix_missing_locations(tree)
        made = defined(tree, dict(function.__globals__), definition.name, function.__code__.co_filename)
        return made, list(replaced.handed)


class _CallsReplaced(ast.NodeTransformer):
    """Replaces calls whose arguments are `settled`, known when the rule begins, by variables, collected in `handed`."""

    def __init__(self, calls: Calls, settled: Mapping[str, str], scope: Mapping[str, Any]) -> None:
        self.calls, self.settled, self.scope = calls, settled, scope
        self.handed: dict[str, None] = {}
        self.has_changed = False

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        entries = self.scope.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if not isinstance(entries, tuple) or entries != tuple(range(len(entries))):
            return node
        self.has_changed = True
        return node.slice

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)  # Inner calls first.
        called = self.scope.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not is_rule(called):
            return node
        if table_size(cast(Rule, called)):
            return self._table_entry(node, cast(Rule, called)) if self.calls.tabled else node
        texts = [self._text(argument) for argument in node.args]
        if any(text is None for text in texts):
            return node
        variable = self.calls.ask(cast(Rule, called), tuple(text for text in texts if text is not None))
        self.handed[variable] = None
        return ast.copy_location(ast.Name(id=variable, ctx=ast.Load()), node)

    def _table_entry(self, node: ast.Call, called: Rule) -> ast.AST:
        name = names.rule_table(rule_name(called))
        self.calls.tables[name] = called
        self.handed[name] = None
        (argument,) = node.args
        entry = ast.Subscript(value=ast.Name(id=name, ctx=ast.Load()), slice=argument, ctx=ast.Load())
        return ast.Call(func=ast.Name(id="int", ctx=ast.Load()), args=[entry], keywords=[])

    def _text(self, node: ast.expr) -> str | None:
        """An argument as an expression in the variables of the loop; None if it is not settled."""
        if isinstance(node, ast.Constant):
            return repr(node.value)
        if isinstance(node, ast.Name):
            if node.id in self.settled:
                return self.settled[node.id]
            if node.id in self.handed and node.id not in self.calls.tables:
                return node.id
            value = self.scope.get(node.id)
            return str(int(value)) if isinstance(value, int) else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            left, right = self._text(node.left), self._text(node.right)
            sign = "+" if isinstance(node.op, ast.Add) else "-"
            return None if left is None or right is None else f"({left} {sign} {right})"
        return None
