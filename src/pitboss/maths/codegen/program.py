"""One fused loop a game and strategy, written from the game's steps and rules: deal, choose, judge, count.

No game has a kernel of its own. The text is written once; the CPU runs it on lanes, a block of deals in one loop and
their judgement in the next, a GPU runs a strand a thread, and without a compiler it runs as it is. Outcomes are counted
in a histogram of joint outcomes, so one run prices every pay table.

Every pile is dealt, whether or not the round looks at it: a card that stays in the deck changes nothing for the next.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from types import FunctionType
from typing import Any, TypeAlias, cast

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Cards, Choose, Chosen, Coder, Deal, Game, Kind, Line, Source, Strategy
from pitboss.core.rule import Rule, popcount, tabulate
from pitboss.core.script import codes_of
from pitboss.core.strategy import check_strategy
from pitboss.maths.codegen import deals, emit
from pitboss.maths.codegen.emit import COPIES, MOST_SHARED, STRANDS
from pitboss.maths.codegen.lookup import Numbered, numbered
from pitboss.maths.codegen.shared_calls import Questions
from pitboss.maths.compile import words
from pitboss.maths.compile.cpu import compiling
from pitboss.maths.tally.tally import NOT_PLACED, Tally, tally_columns

STRAND_ROUNDS = 1024
BATCH_ROUNDS = STRANDS * STRAND_ROUNDS
MOST_CELLS = 1 << 20
MOST_QUICK = 3_000  # Cells whose counters, four each, still lie within reach of the second cache.


@dataclass(frozen=True)
class Column:
    """One column of a tally's cell: the variable that holds it, and the values it can have."""

    variable: str
    values: tuple[int, ...]

    @property
    def place(self) -> str:
        """The place of the variable among its values."""
        low = self.values[0]
        if self.values == tuple(range(low, low + len(self.values))):
            return f"({self.variable} - {low})" if low > 0 else f"({self.variable} + {-low})" if low else self.variable
        text = str(len(self.values) - 1)
        for place in range(len(self.values) - 2, -1, -1):
            text = f"({place} if {self.variable} == {self.values[place]} else {text})"
        return text


@dataclass(frozen=True)
class Policy:
    """A way to play that needs tables: a function of the pile a choice sees, of what rules say of it, and of tables."""

    choice: str
    coder: Coder
    function: Callable[..., int]
    tables: tuple[np.ndarray, ...]
    asks: tuple[Rule, ...] = ()
    """Rules of one hand whose answers the function is given; the loop may have asked them already."""


Player: TypeAlias = Strategy | Policy | None
"""Who makes the choices of a loop; nobody in a game without any."""


@dataclass
class Loop:
    """The text of a fused loop and what its names stand for."""

    game: Game
    strategy: Player
    tabled: bool = False
    """Whether the tables of rules are arguments of the loop, as a GPU wants them."""
    scope: dict[str, Any] = field(default_factory=dict)
    deal: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """Variables that the draws leave for placing cards, where that is a step of its own."""
    placing: list[str] = field(default_factory=list)
    """Lines that place cards, in numbers of 32 bits: twice as many lanes as with 64."""
    dealt: list[str] = field(default_factory=list)
    """Variables that the deal leaves for the judgement."""
    coded: list[str] = field(default_factory=list)
    """Lines that say what rules see of the piles."""
    judge: list[str] = field(default_factory=list)
    policy_at: int = -1
    """The line of the judgement that asks a policy; none where there is no policy."""
    columns: list[Column] = field(default_factory=list)

    def __post_init__(self) -> None:
        if isinstance(self.strategy, Strategy):
            check_strategy(self.game, self.strategy)
            if self.strategy.memory is not None:
                raise OptionError(f"the strategy {self.strategy.name} remembers; it is for whole shoes (--shoes N)")
        self.scope |= {"rotated": words.rotated, "summed": words.summed, "shifted": words.shifted}
        self.scope |= {"multiplied": words.multiplied, "lowered": words.lowered}
        self.scope |= {"popcount": popcount}
        self._begin()
        (self._deal_masks if self.masked else self._deal_places)()
        for step in self.game.steps:
            if isinstance(step, Deal) and step.when is not None:
                self._may_not_be_dealt(step)
            elif isinstance(step, Choose):
                self._choose(step)
        self._outcomes()
        self.scope |= self.questions.functions

    def _begin(self) -> None:
        """Nothing is asked yet."""
        self.questions = Questions(self.tabled)
        self.renamed: dict[str, str] = {}

    unit = "rounds"
    """What a run of it is counted in."""

    @property
    def more_settings(self) -> dict[str, Any]:
        """What else a run of it depends on, in words."""
        return {}

    @property
    def lines(self) -> list[str]:
        """All that the counts depend on, whatever it is run on."""
        return [*self.deal, *self.placing, *self.coded, *self.judge]

    @property
    def strand(self) -> int:
        """How many rounds a strand deals."""
        return STRAND_ROUNDS

    @property
    def batch(self) -> int:
        """How many rounds a batch deals."""
        return STRANDS * self.strand

    @property
    def masked(self) -> bool:
        """Whether piles are masks; a shoe with a face twice over is dealt by places."""
        return len(self.game.deck) <= deals.MOST_MASKED

    @property
    def tables(self) -> str:
        """The tables of a policy as further arguments."""
        given = self.strategy.tables if isinstance(self.strategy, Policy) else ()
        return "".join(f", table{place}" for place in range(len(given)))

    @cached_property
    def by_number(self) -> Numbered | None:
        """The judgement by tables, where the game sees little of its cards and the loop is compiled."""
        return numbered(self) if compiling() else None

    @property
    def lane_tables(self) -> tuple[np.ndarray, ...]:
        """The tables that a CPU's loop looks things up in."""
        if self.by_number:
            return self.by_number.tables
        return self.strategy.tables if isinstance(self.strategy, Policy) else ()

    @property
    def rule_tables(self) -> dict[str, np.ndarray]:
        """The tables of rules that are arguments of the loop."""
        tables = {name: tabulate(rule) for name, rule in self.questions.tables.items()}
        return {name: np.array(table, dtype=np.min_scalar_type(max(table))) for name, table in tables.items()}

    @property
    def cells(self) -> int:
        """How many cells the histogram has."""
        return int(np.prod([len(column.values) for column in self.columns], dtype=object))

    @cached_property
    def seen(self) -> dict[str, list[Coder]]:
        """The codes through which each pile is seen by some rule."""
        sources = [source for rule in self._rules() for source in self._bound(rule)]
        lines = [line for wager in self.game.wagers for line in wager.lines]
        sources += [source for line in lines for source in self.game.bound_line(line).sources]
        found: dict[str, list[Coder]] = {pile: [] for pile in self.game.piles}
        pairs = [(pile, source.coder) for source in sources for pile in source.piles if source.coder]
        if isinstance(self.strategy, Policy):
            (pile,) = self.game.choices[self.strategy.choice].sees
            pairs.append((pile, self.strategy.coder))
        for pile, coder in dict.fromkeys(pairs):
            found[pile].append(coder)
        return found

    def _rules(self) -> Iterable[Rule]:
        """Every rule that the loop asks."""
        for step in self.game.steps:
            if isinstance(step, Deal | Choose) and step.when is not None:
                yield step.when
        yield from (self.strategy.rules.values() if isinstance(self.strategy, Strategy) else ())

    def _bound(self, rule: Rule) -> tuple[Source, ...]:
        """The sources of a rule's arguments, a strategy's constants among them."""
        if isinstance(self.strategy, Strategy) and rule in self.strategy.rules.values():
            return self.game.bind(rule, self.strategy.constants).sources
        return self.game.bound[rule].sources

    def hand(self, pile: str, coder: Coder) -> str:
        """The variable that holds a pile as one coder sees it."""
        name = f"h_{pile}_{self.seen[pile].index(coder)}"
        return self.renamed.get(name, name)

    def call(self, rule: Rule) -> str:
        """The variable that holds a rule's answer; it is asked where it is first needed."""
        return self.ask(rule, tuple(self._argument(source) for source in self._bound(rule)))

    def ask(self, rule: Rule, arguments: tuple[str, ...]) -> str:
        """The same for arguments that are there."""
        before = len(self.questions.lines)
        variable = self.questions.ask(rule, arguments)
        self.judge += self.questions.lines[before:]
        return variable

    def _argument(self, source: Source) -> str:
        """One argument."""
        if source.kind is Kind.HAS:
            return "1"
        if source.kind is Kind.CONSTANT:
            return str(source.value)
        if source.kind in (Kind.CHOICE, Kind.CARD):
            return f"y_{source.name}"
        assert source.coder
        hands = [self.hand(pile, source.coder) for pile in source.piles]
        return f"({' + '.join(hands)})" if len(hands) > 1 else hands[0]

    def _deal_masks(self) -> None:
        """A deck of different cards: every pile a mask, then its codes."""
        faces = self.game.deck.faces
        sizes = [deal.count for deal in self.game.piles.values()]
        self.deal += deals.masks(sizes, len(faces))
        self.dealt += [f"c{place}" for place in range(len(sizes))]
        for place, pile in enumerate(self.game.piles):
            for coder in self.seen[pile]:
                codes = [codes_of(self.game, coder)[face] for face in faces]
                self.coded.append(f"{self.hand(pile, coder)} = {code_of_mask(f'c{place}', codes)}")

    def _deal_places(self) -> None:
        """A shoe: places in the order of their codes, and a pile's code is the sum of its cards'."""
        coders = list(dict.fromkeys(coder for each in self.seen.values() for coder in each))
        if len(coders) > 1:
            raise GameError(f"{self.game.name}: a shoe seen through several codes cannot be simulated")
        codes = [codes_of(self.game, coders[0])[face] for face in dealing_order(self.game)]
        count = sum(deal.count for deal in self.game.piles.values())
        self.deal, self.placing = deals.places(count, len(codes))
        self.drawn = [f"t{card}" for card in range(count)]
        if count * max(codes) >> 31:
            raise GameError(f"{self.game.name}: the codes of a shoe's cards must add up to less than 2^31")
        card = 0
        for pile, deal in self.game.piles.items():
            for coder in self.seen[pile]:
                name = self.hand(pile, coder)
                cards = [code_of_place(f"v{place}", codes) for place in range(card, card + deal.count)]
                self.placing.append(f"{name} = {' + '.join(cards)}")
                self.dealt.append(name)
            card += deal.count

    def _may_not_be_dealt(self, step: Deal) -> None:
        """A pile that the round may leave out is nothing then."""
        for coder in self.seen[step.pile]:
            name = self.hand(step.pile, coder)
            if step.when:
                holds = self.call(step.when)
                self.judge.append(f"{name}_if = {name} if {holds} else 0")
                self.renamed[name] = f"{name}_if"

    def _choose(self, step: Choose) -> None:
        """The strategy's answer; where it is not asked, none."""
        if isinstance(self.strategy, Policy):
            (pile,) = step.sees
            self.scope["policy"] = self.strategy.function
            hand = self.hand(pile, self.strategy.coder)
            answers = [self.ask(rule, (hand,)) for rule in self.strategy.asks]
            answer = f"policy({', '.join([hand, *answers])}{self.tables})"
        else:
            assert isinstance(self.strategy, Strategy)
            answer = self.call(self.strategy.rules[step.name])
        if step.when is not None:
            asked = self.call(step.when)
            answer = f"{answer} if {asked} else {NOT_PLACED}"
        if isinstance(self.strategy, Policy):
            self.policy_at = len(self.judge)
        self.judge += [f"x_{step.name} = {answer}", f"y_{step.name} = max(x_{step.name}, 0)"]

    def _outcomes(self) -> None:
        """Every line's outcome, and the cell they make together."""
        raising = tally_columns(self.game)[0]
        for name in raising:
            step = self.game.choices[name]
            assert not isinstance(step.options, Cards)
            options = tuple(int(option) for option in step.options)
            asked = () if step.when is None else (NOT_PLACED,)
            self.columns.append(Column(f"x_{name}", (*asked, *options)))
        for wager in self.game.wagers:
            for place, line in enumerate(wager.lines):
                variable = f"o_{wager.name}_{place}"
                arguments = tuple(self._argument(source) for source in self.game.bound_line(line).sources)
                answer, values = self.ask(line.outcome, arguments), possible(line)
                if isinstance(wager.stake, Chosen):
                    placed = " or ".join(
                        f"x_{name} == {int(option)}"
                        for name, choice in self.game.choices.items()
                        for option, raised in choice.raises.items()
                        if raised.wager == wager.name
                    )
                    answer, values = f"{answer} if {placed} else {NOT_PLACED}", (NOT_PLACED, *values)
                self.judge.append(f"{variable} = {answer}")
                self.columns.append(Column(variable, values))
        if self.cells > MOST_CELLS:
            raise GameError(f"{self.game.name} has {self.cells:,} joint outcomes; {MOST_CELLS:,} can be counted")
        key = "0"
        for column in self.columns:
            key = f"({key}) * {len(column.values)} + {column.place}" if key != "0" else column.place
        self.judge.append(f"key = {key}")

    def tally(self, counts: np.ndarray) -> Tally:
        """The tally that a histogram is."""
        sizes = [len(column.values) for column in self.columns]
        cells = {}
        for cell in np.flatnonzero(counts).tolist():
            places = np.unravel_index(cell, sizes)
            key = tuple(column.values[int(place)] for column, place in zip(self.columns, places, strict=True))
            cells[key] = int(counts[cell])
        return Tally(*tally_columns(self.game), cells)

    @property
    def rows(self) -> int:
        """How many counters a cell has while lanes are counted: adding to the same one again at once would wait."""
        return 4 if self.cells <= MOST_QUICK else 1

    def on_lanes(self) -> str:
        """The text for a CPU."""
        return emit.on_lanes(self)

    def on_threads(self) -> str:
        """The text for a GPU."""
        return emit.on_threads(self)

    @property
    def gpu_counts(self) -> int:
        """How many counters a GPU needs."""
        return self.cells if self.cells <= MOST_SHARED else COPIES * self.cells


def dealing_order(game: Game) -> list[Card]:
    """The cards of a deck as deals number them: as they are for masks, and in the order of their codes for places."""
    if len(game.deck) <= deals.MOST_MASKED:
        return list(game.deck.faces)
    sources = (source for bound in game.bounds() for source in bound.sources)
    codes = codes_of(game, next(source.coder for source in sources if source.coder))
    return sorted(game.deck.faces, key=lambda face: codes[face])


def code_of_mask(mask: str, codes: list[int]) -> str:
    """The sum of the codes of a mask's cards: the mask itself, or each code as often as there are cards of it."""
    same = 0
    while same < len(codes) and codes[same] == 1 << same:
        same += 1
    parts = []
    if same == len(codes):
        return mask
    if same:
        parts.append(f"({mask} & {(1 << same) - 1})")
    for code in sorted({code for code in codes[same:] if code}):
        cards = sum(1 << place for place in range(same, len(codes)) if codes[place] == code)
        parts.append(f"popcount({mask} & {cards}) * {code}")
    return " + ".join(parts) or "0"


def code_of_place(place: str, codes: list[int]) -> str:
    """The code of one place of a sorted shoe: what it gains at each place where the code changes."""
    parts = [f"int32({codes[0]})"]
    for start in range(1, len(codes)):
        if codes[start] != codes[start - 1]:
            gained = codes[start] - codes[start - 1]
            parts.append(f"(int32({gained}) if {place} >= int32({start}) else int32(0))")
    return " + ".join(parts)


def possible(line: Line) -> tuple[int, ...]:
    """The outcomes a line can end with: those that the rule's text returns by name or picks by a constant, or all."""
    outcomes, rule = line.pays.outcomes, cast(FunctionType, line.outcome)
    found: set[int] = set()
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(rule)))):
        match node:
            case ast.Return(value=ast.Attribute(attr=name)) if name in outcomes.__members__:
                found.add(int(outcomes[name]))
            case ast.Return(value=ast.Subscript(value=ast.Name(id=names), slice=ast.Name(id=name))) if (
                name in line.constants
            ):
                found.add(int(rule.__globals__[names][line.constants[name]]))
            case ast.Return():
                return tuple(sorted(int(each) for each in outcomes))
    return tuple(sorted(found))
