"""Rules that share what they ask: the same question is asked once, and rules are rewritten to be handed the answer.

`points(player)` may be asked by five rules of a game. A rule is pure, so asking it early, once, changes no answer. The
text of a rule stays what it is; only calls whose arguments are settled when the rule begins become parameters.
"""

import ast
import inspect
import textwrap
from collections.abc import Mapping
from types import FunctionType
from typing import Any, cast

from pitboss.core.rule import Rule, is_rule, rule_name, table_size


class Questions:
    """Lines of text that ask rules, each question once, and the functions they call."""

    def __init__(self, tabled: bool = False) -> None:
        self.tabled = tabled
        """Whether tables of rules are handed over as well; a GPU cannot have them of its own."""
        self.tables: dict[str, Rule] = {}
        self.lines: list[str] = []
        self.functions: dict[str, Any] = {}
        self.known: dict[tuple[Rule, tuple[str, ...]], str] = {}

    def ask(self, rule: Rule, arguments: tuple[str, ...]) -> str:
        """The variable that holds a rule's answer to these arguments, which are texts of settled values."""
        if (rule, arguments) not in self.known:
            variable = f"q{len(self.known)}_{rule_name(rule)}"
            self.known[rule, arguments] = variable
            function, more = self._rewritten(rule, arguments)
            name = f"ask_{variable}"
            self.functions[name] = function
            # Adding 0 makes a number of an enum's member.
            self.lines.append(f"{variable} = {name}({', '.join((*arguments, *more))}) + 0")
        return self.known[rule, arguments]

    def _rewritten(self, rule: Rule, arguments: tuple[str, ...]) -> tuple[Rule, list[str]]:
        """A rule that is handed the answers it can be handed, and those answers' variables."""
        if table_size(rule):
            return rule, []
        function = cast(FunctionType, rule)
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        (definition,) = tree.body
        assert isinstance(definition, ast.FunctionDef)
        parameters = [each.arg for each in definition.args.args]
        names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        changed = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        settled = {name: text for name, text in zip(parameters, arguments, strict=True) if name not in changed}
        handed = Handed(self, settled, function.__globals__)
        definition.body = [handed.visit(statement) for statement in definition.body]
        if not handed.found:
            return rule, []
        definition.args.args += [ast.arg(arg=name) for name in handed.found]
        definition.decorator_list = []
        definition.returns = None
        for each in definition.args.args:
            each.annotation = None
        ast.fix_missing_locations(tree)
        scope = dict(function.__globals__)
        exec(compile(tree, function.__code__.co_filename, "exec"), scope)
        return scope[definition.name], list(handed.found)


class Handed(ast.NodeTransformer):
    """Puts variables in the place of calls whose arguments are settled; remembers which."""

    def __init__(self, questions: Questions, settled: Mapping[str, str], scope: Mapping[str, Any]) -> None:
        self.questions, self.settled, self.scope = questions, settled, scope
        self.found: dict[str, None] = {}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A call of a rule, from the inside out."""
        self.generic_visit(node)
        called = self.scope.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not is_rule(called):
            return node
        if table_size(cast(Rule, called)):
            return self._looked_up(node, cast(Rule, called)) if self.questions.tabled else node
        texts = [self._text(argument) for argument in node.args]
        if any(text is None for text in texts):
            return node
        variable = self.questions.ask(cast(Rule, called), tuple(text for text in texts if text is not None))
        self.found[variable] = None
        return ast.copy_location(ast.Name(id=variable, ctx=ast.Load()), node)

    def _looked_up(self, node: ast.Call, called: Rule) -> ast.AST:
        """A look-up in the rule's table, which is handed over, in the place of the call."""
        name = f"table_{rule_name(called)}"
        self.questions.tables[name] = called
        self.found[name] = None
        (argument,) = node.args
        entry = ast.Subscript(value=ast.Name(id=name, ctx=ast.Load()), slice=argument, ctx=ast.Load())
        return ast.Call(func=ast.Name(id="int", ctx=ast.Load()), args=[entry], keywords=[])

    def _text(self, node: ast.expr) -> str | None:
        """An argument in the names of the loop; None where it is not settled."""
        if isinstance(node, ast.Constant):
            return repr(node.value)
        if isinstance(node, ast.Name):
            if node.id in self.settled:
                return self.settled[node.id]
            if node.id in self.found and node.id not in self.questions.tables:
                return node.id
            value = self.scope.get(node.id)
            return str(int(value)) if isinstance(value, int) else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            left, right = self._text(node.left), self._text(node.right)
            sign = "+" if isinstance(node.op, ast.Add) else "-"
            return None if left is None or right is None else f"({left} {sign} {right})"
        return None
