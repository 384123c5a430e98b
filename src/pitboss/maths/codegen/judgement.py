"""The judgement of one round as text: conditions, choices and their legality, outcomes, and the cell they make."""

from collections.abc import Collection
from dataclasses import dataclass, field
from math import prod

from pitboss.core.errors import GameError
from pitboss.core.game import Bound, Cards, Choose, Coder, Deal, Game, Source, SourceKind
from pitboss.core.rule import Rule
from pitboss.core.script import codes_of
from pitboss.maths.codegen import legality, names
from pitboss.maths.codegen.shared_calls import Calls
from pitboss.maths.tally.tally import NOT_PLACED, tally_columns

MOST_CELLS = 1 << 20


@dataclass(frozen=True)
class Column:
    """One column of a tally's cell: the variable that holds it, and the values it can have."""

    variable: str
    values: tuple[int, ...]

    @property
    def place(self) -> str:
        """The place of the variable among its values, as text."""
        low = self.values[0]
        if self.values == tuple(range(low, low + len(self.values))):
            return f"({self.variable} - {low})" if low > 0 else f"({self.variable} + {-low})" if low else self.variable
        text = str(len(self.values) - 1)
        for place in range(len(self.values) - 2, -1, -1):
            text = f"({place} if {self.variable} == {self.values[place]} else {text})"
        return text


@dataclass
class Judge:
    """Builds the judgement step by step, inside the function that makes a program."""

    game: Game
    hands: dict[tuple[str, Coder], str]
    """The variable of each pile as each coder sees it now."""
    calls: Calls = field(default_factory=Calls)
    placed: Collection[str] | None = None
    """The wagers that are bet; None when all are."""
    masked: bool = False
    """Whether the loop has piles as masks."""
    conditions: dict[str, str] = field(default_factory=dict)
    """By pile that the round may leave out: the variable that says whether it is dealt."""
    tested: list[str] = field(default_factory=list)
    """The choices whose answers are tested."""

    @property
    def lines(self) -> list[str]:
        return self.calls.lines

    def argument(self, source: Source) -> str:
        """The text of one argument of a rule."""
        if source.kind is SourceKind.HAS:
            return str(int(self.placed is None or source.name in self.placed))
        if source.kind is SourceKind.CONSTANT:
            return str(source.value)
        if source.kind is SourceKind.MEMORY:
            return names.MEMORY
        if source.kind in (SourceKind.CHOICE, SourceKind.CARD):
            return names.choice(source.name)
        assert source.coder
        hands = [self.hands[pile, source.coder] for pile in source.piles]
        return f"({' + '.join(hands)})" if len(hands) > 1 else hands[0]

    def call(self, bound: Bound) -> str:
        """The variable that holds a rule's answer; the rule is called where the answer is first needed."""
        return self.calls.ask(bound.rule, tuple(self.argument(source) for source in bound.sources))

    def condition(self, rule: Rule | None) -> str:
        """The variable that says whether a step happens; "" for a step that always does."""
        return "" if rule is None else self.call(self.game.bound[rule])

    def may_leave_out(self, step: Deal) -> None:
        """Makes the hands of a pile 0 where its condition does not hold."""
        for (pile, coder), name in self.hands.items():
            if pile == step.pile and step.when is not None:
                self.conditions[pile] = self.condition(step.when)
                self.hands[pile, coder] = names.hand_if_dealt(name)
                self.lines.append(f"{self.hands[pile, coder]} = {name} if {self.conditions[pile]} else 0")

    def choose(self, step: Choose, answer: str, asked: str, test: str = "") -> None:
        """Writes a player's answer to a choice, and tests it: by `test`, unless it is "", and by the choice's rule.

        An answer that fails is replaced, so that no rule is handed what it does not expect.
        """
        given, seen, illegal = names.answer(step.name), names.choice(step.name), names.illegal(step.name)
        cards = isinstance(step.options, Cards)
        unasked = f"({asked} == 0) | " if asked else ""
        if asked and (not cards or "(" in answer):  # A policy is not called for hands that it was not made for.
            answer = f"{answer} if {asked} else {0 if cards else NOT_PLACED}"
        self.lines.append(f"{given} = {answer}")
        if test:
            self.lines.append(f"{illegal} = 0 if {unasked}{test} else 1")
        if cards:  # No column counts cards, so one select makes both an unasked and an illegal answer 0.
            fits = [f"({asked} != 0)"] * bool(asked) + [f"({illegal} == 0)"] * bool(test)
            self.lines.append(f"{seen} = {given} if {' & '.join(fits)} else 0" if fits else f"{seen} = {given}")
        else:
            if test:
                self.lines.append(f"{given} = {int(next(iter(step.options)))} if {illegal} else {given}")
            self.lines.append(f"{seen} = max({given}, 0)")
        if step.legal is not None:
            legal = self.condition(step.legal)
            self.lines.append(f"{illegal} = {illegal if test else 0} if {unasked}({legal} != 0) else 1")
        if test or step.legal is not None:
            self.tested.append(step.name)

    def is_option(self, step: Choose, coder: Coder | None) -> str:
        """A test of whether the answer to a choice is one of its options, cards by their codes."""
        answer, cards = names.answer(step.name), step.options
        if not isinstance(cards, Cards):
            return legality.among(answer, cards)
        assert coder is not None
        codes = [codes_of(self.game, coder)[face] for face in self.game.deck.faces]
        hand = self.hands[cards.pile, coder]
        test = legality.held(answer, hand, codes, self.game.piles[cards.pile].count, cards.count)
        if not test and cards.count == 1 and self.masked:
            mask = names.mask(list(self.game.piles).index(cards.pile))
            dealt = self.conditions.get(cards.pile)
            test = legality.one_of_cards(answer, f"({mask} if {dealt} else 0)" if dealt else mask, codes)
        if not test:
            raise GameError(f"{self.game.name}: the codes that {step.name} is answered with do not tell cards apart")
        return test

    def outcomes(self) -> tuple[tuple[Column, ...], dict[tuple[str, int], int]]:
        """The columns that tell joint outcomes apart; and by wager and line, the column that holds its outcome.

        Bets that ask one rule the same question end alike, and share a column. Whether a bet was placed follows from
        the choices.
        """
        columns, column_of = list[Column](), dict[tuple[str, int], int]()
        for name in tally_columns(self.game)[0]:
            step = self.game.choices[name]
            assert not isinstance(step.options, Cards)
            options = tuple(int(option) for option in step.options)
            asked = () if step.when is None else (NOT_PLACED,)
            columns.append(Column(names.answer(name), (*asked, *options)))
        for wager in self.game.wagers:
            for place, line in enumerate(wager.lines):
                column = Column(self.call(self.game.bound_line(line)), legality.possible(line))
                if column not in columns:
                    columns.append(column)
                column_of[wager.name, place] = columns.index(column)
        return tuple(columns), column_of

    def count(self, columns: tuple[Column, ...], levels: int = 1) -> None:
        """Writes the cell of the histogram; a round with an illegal answer has a counter of its own after all cells.

        With several `levels` of betting there are as many histograms, one after the other.
        """
        one = prod(len(column.values) for column in columns)
        if levels * one > MOST_CELLS:
            raise GameError(f"{self.game.name} has {levels * one:,} joint outcomes; {MOST_CELLS:,} can be counted")
        key = "0"
        for column in columns:
            key = f"({key}) * {len(column.values)} + {column.place}" if key != "0" else column.place
        self.lines.append(f"{names.KEY} = {key}")
        for place, name in reversed(list(enumerate(self.tested))):
            counter = f"{levels * one + place} - {names.LEVEL} * {one}" if levels > 1 else levels * one + place
            self.lines.append(f"{names.KEY} = {counter} if {names.illegal(name)} else {names.KEY}")
