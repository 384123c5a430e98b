"""What rules ask of cards: every line's outcome as a small function of answers to questions about known sets of cards.

Common-subexpression elimination leaves a graph: an outcome is made of answers, those of other answers, and at the
bottom are questions that look at cards, such as `strength(dealer + board)`. A question belongs to the private cards, to
the hidden ones, or to both.
"""

import ast
import dis
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any, TypeAlias, cast

from pitboss.core.game import Bound, Coder, Game, Line, Source, SourceKind
from pitboss.core.rule import popcount
from pitboss.maths.codegen import names
from pitboss.maths.codegen.piles import code_of_mask
from pitboss.maths.codegen.shared_calls import Calls

Made: TypeAlias = tuple[int, ...]
"""The answers to the choices, in order."""
Column: TypeAlias = tuple[str, tuple[tuple[str, int], ...]]
"""The variable of an answer, and the choices it depends on with what was chosen."""
NAME = re.compile(r"\b[a-zA-Z_]\w*\b")


@dataclass(frozen=True)
class Answer:
    """One call in the graph: the function and its arguments as texts, "0" for one that the function never reads."""

    function: str
    arguments: tuple[str, ...]

    @cached_property
    def uses(self) -> frozenset[str]:
        """The variables in the arguments."""
        return frozenset(name for text in self.arguments for name in NAME.findall(text))


@dataclass
class Questions:
    """The graph of answers under construction: `ask` adds a rule."""

    game: Game
    calls: Calls = field(default_factory=Calls)
    hands: dict[str, tuple[str, Coder]] = field(default_factory=dict)
    """By variable: the pile, and the code through which it is seen."""

    def ask(self, bound: Bound) -> str:
        """The variable of a rule's answer."""
        return self.calls.ask(bound.rule, tuple(self._argument(source) for source in bound.sources))

    def line(self, line: Line) -> str:
        """The variable of a line's outcome."""
        return self.ask(self.game.bound_line(line))

    def _argument(self, source: Source) -> str:
        if source.kind is SourceKind.HAS:
            return "1"
        if source.kind is SourceKind.CONSTANT:
            return str(source.value)
        if source.kind is SourceKind.CHOICE:
            return names.choice(source.name)
        assert source.coder is not None
        hands = [self._hand(pile, source.coder) for pile in source.piles]
        return f"({' + '.join(hands)})" if len(hands) > 1 else hands[0]

    def _hand(self, pile: str, coder: Coder) -> str:
        known = next((name for name, each in self.hands.items() if each == (pile, coder)), None)
        if known is None:
            known = names.hand(pile, sum(each == pile for each, _ in self.hands.values()))
            self.hands[known] = (pile, coder)
        return known

    @property
    def answers(self) -> dict[str, Answer]:
        """Every call by its variable, callees first."""
        found: dict[str, Answer] = self.__dict__.setdefault("_answers", {})
        for line in self.calls.lines[len(found) :]:
            (statement,) = ast.parse(line).body
            whole: Any = statement  # As `Calls` writes it: a variable, and a call to which 0 is added.
            (target,), call = whole.targets, whole.value.left
            read = arguments_read(self.calls.functions[call.func.id])
            texts = [ast.unparse(each) if is_read else "0" for each, is_read in zip(call.args, read, strict=True)]
            found[target.id] = Answer(call.func.id, tuple(texts))
        return found

    def cards(self, variable: str) -> frozenset[str]:
        """The piles that an answer depends on."""
        known: dict[str, frozenset[str]] = self.__dict__.setdefault("_cards", {})
        if variable not in known:
            if variable in self.hands:
                known[variable] = frozenset((self.hands[variable][0],))
            else:
                answer = self.answers.get(variable)
                known[variable] = frozenset().union(*map(self.cards, answer.uses)) if answer else frozenset()
        return known[variable]

    def choices(self, variable: str) -> frozenset[str]:
        """The choices that an answer depends on."""
        known: dict[str, frozenset[str]] = self.__dict__.setdefault("_choices", {})
        if variable not in known:
            chosen = next((name for name in self.game.choices if names.choice(name) == variable), None)
            answer = self.answers.get(variable)
            found = frozenset((chosen,)) if chosen else frozenset()
            known[variable] = found.union(*map(self.choices, answer.uses)) if answer else found
        return known[variable]

    def looks(self, variable: str) -> bool:
        """Whether an answer looks at cards itself, not only at other answers."""
        return any(each in self.hands for each in self.answers[variable].uses)

    def column(self, variable: str, made: Made) -> Column:
        """The column of an answer after some choices."""
        needs = self.choices(variable)
        chosen = zip(self.game.choices, made, strict=False)
        return variable, tuple((name, max(option, 0)) for name, option in chosen if name in needs)

    def frontier(self, roots: Iterable[tuple[str, Made]], stops: Callable[[str], bool]) -> list[Column]:
        """The columns below some answers where a descent stops: at the latest at those that look at cards."""
        found: dict[Column, None] = {}

        def descend(variable: str, made: Made) -> None:
            if variable not in self.answers or not self.cards(variable):
                return
            if self.looks(variable) or stops(variable):
                found[self.column(variable, made)] = None
                return
            for each in self.answers[variable].uses:
                descend(each, made)

        for variable, made in roots:
            descend(variable, made)
        return list(found)

    @property
    def functions(self) -> dict[str, Any]:
        """The functions that lines call, by name."""
        return {**self.calls.functions, "popcount": popcount}

    def codes(self, coder: Coder) -> list[int]:
        """The code of every face up to the last one in the deck."""
        seen = self.game.codes.get(coder, coder)
        return [int(seen(face)) for face in range(max(self.game.deck.faces) + 1)]


def arguments_read(function: Callable[..., Any]) -> list[bool]:
    """By parameter: whether the function ever reads it."""
    code = cast(FunctionType, function).__code__
    read: set[str] = set()
    for each in dis.get_instructions(code):
        if each.opname.startswith("LOAD_FAST"):
            read.update(each.argval if isinstance(each.argval, tuple) else (each.argval,))
    return [name in read for name in code.co_varnames[: code.co_argcount]]


class Writer:
    """Writes the lines that compute some columns from masks of cards, or from columns that are given.

    `masks` are the variables that hold the cards of each pile; "" for a pile whose cards another one's variable holds.
    """

    def __init__(self, questions: Questions, given: Mapping[Column, str], masks: Mapping[str, str]) -> None:
        self.questions, self.given, self.masks = questions, given, masks
        self.lines: list[str] = []
        self.known: dict[Column, str] = {}

    def value(self, variable: str, made: Made) -> str:
        """The text of an answer after some choices; its lines are written where it is first asked for."""
        questions = self.questions
        for place, name in enumerate(questions.game.choices):
            if variable == names.choice(name):
                return str(max(made[place], 0))
        column = questions.column(variable, made)
        if column in self.given:
            return self.given[column]
        if column not in self.known:
            self.known[column] = self._written(column, made)
        return self.known[column]

    def _written(self, column: Column, made: Made) -> str:
        variable, chosen = column
        questions = self.questions
        if variable in questions.hands:
            pile, coder = questions.hands[variable]
            text = code_of_mask(self.masks[pile], questions.codes(coder)) if self.masks[pile] else "0"
        else:
            answer = questions.answers[variable]
            arguments = [NAME.sub(lambda found: self.value(found[0], made), each) for each in answer.arguments]
            text = f"{answer.function}({', '.join(arguments)}) + 0"
        name = f"{variable}_of{len(self.known)}" if chosen else variable
        self.lines.append(f"{name} = {text}")
        return name


def in_one(texts: Sequence[str], sizes: Sequence[int]) -> str:
    """The text for several small numbers as the digits of one."""
    text = "0"
    for each, size in zip(texts, sizes, strict=True):
        text = f"({text}) * {size} + {each}" if text != "0" else each
    return text
