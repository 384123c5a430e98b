"""The program of a game and a player: an immutable description of the loop that deals, chooses, judges and counts.

No game has a hand-written loop. The program is made from the game's steps and rules, and emitters turn it into text:
`emit` for lanes of a CPU (which also runs as plain Python) and for threads of a GPU, `shoes` for whole shoes,
`stepwise` for environments. The loop counts a histogram of joint outcomes, so one run prices every pay table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeAlias

import numpy as np

from pitboss.core.errors import GameError, OptionError
from pitboss.core.game import Bound, Cards, Choose, Chosen, Coder, Deal, Game, Memory, Source, SourceKind, Strategy
from pitboss.core.rule import Rule, popcount
from pitboss.core.stakes import placing_options
from pitboss.core.strategy import check_strategy
from pitboss.maths.codegen import legality, names
from pitboss.maths.codegen.judgement import Column, Judge
from pitboss.maths.codegen.piles import Dealing, Hands, dealing_of, is_masked
from pitboss.maths.codegen.shared_calls import Calls
from pitboss.maths.compile import words
from pitboss.maths.tally.tally import NOT_PLACED, Tally, added_up, tally_columns

STRANDS = 1024
STRAND_ROUNDS = 1024
BATCH_ROUNDS = STRANDS * STRAND_ROUNDS
TOOLS: Mapping[str, Callable[..., Any]] = {
    **{each.__name__: each for each in (words.rotated, words.summed, words.shifted, words.multiplied, words.lowered)},
    "popcount": popcount,
}
"""The functions that every generated text may call."""


@dataclass(frozen=True)
class Read:
    """One look-up of a policy: the entry of its table at `place(...) >> shift`.

    The function takes what a policy's function does but the tables (where no earlier answer counts, 0 for the number of
    them), then the entries found so far, then the policy's constants.
    """

    place: Callable[..., int]
    shift: int = 0


@dataclass(frozen=True)
class Policy:
    """One choice answered by tables: a function of hands, earlier answers, the answers to `asks`, and the tables.

    A policy with `reads` has one for each table. Its function takes the place and the entry of the last one, then the
    constants. So a loop has nothing but the look-ups themselves in loops that are not vector code, and waits for many
    entries at a time.
    """

    choice: str
    coder: Coder
    function: Callable[..., int]
    tables: tuple[np.ndarray, ...]
    asks: tuple[Rule, ...] = ()
    """Rules of the first hand whose answers the function takes; the loop calls each of them only once."""
    piles: tuple[tuple[str, ...], ...] = ()
    """The piles of each hand that the function takes; by default its one hand is the only pile that the choice sees."""
    made: tuple[tuple[str, int], ...] = ()
    """Earlier choices, each with a factor. If there are any, the function takes one number after the hands: the sum of
    (answer + 1) times factor over them, where a choice that was not asked counts as -1."""
    reads: tuple[Read, ...] = ()
    constants: tuple[int, ...] = ()


@dataclass(frozen=True)
class Policies:
    """A policy for every choice of a round."""

    parts: tuple[Policy, ...]

    @cached_property
    def tables(self) -> tuple[np.ndarray, ...]:
        """The tables of all parts, each once."""
        return tuple({id(table): table for part in self.parts for table in part.tables}.values())


Player: TypeAlias = Strategy | Policy | Policies | None
"""The player who makes the choices of a loop; None in a game without choices."""


def policy_for(game: Game, player: Player, step: Choose) -> Policy | None:
    """The policy with which a player answers a choice; None for a player without policies. Refuses a misfit."""
    if not isinstance(player, Policy | Policies):
        return None
    parts = player.parts if isinstance(player, Policies) else (player,)
    fits = [part for part in parts if part.choice == step.name and (part.piles or len(step.sees) == 1)]
    if not fits:
        raise GameError(f"{game.name}: a policy answers one choice that sees one pile, not {step.name}")
    return fits[0]


def tables_of(player: Player) -> tuple[np.ndarray, ...]:
    """The tables that a player's policies read."""
    return player.tables if isinstance(player, Policy | Policies) else ()


def policy_piles(policy: Policy, step: Choose) -> tuple[tuple[str, ...], ...]:
    """The piles of each hand that a policy's function takes."""
    return policy.piles or (step.sees[:1],)


@dataclass(frozen=True)
class ShoePlan:
    """The plan of whole shoes: the cards behind the cut card, and a counting player's memory."""

    behind: int
    coder: Coder
    """The code through which rules see the cards."""
    memory: Memory | None = None


@dataclass(frozen=True)
class Program:
    """The lines of a loop, by part, and the functions they call."""

    game: Game
    player: Player
    hands: Hands
    dealing: Dealing
    judgement: tuple[str, ...]
    columns: tuple[Column, ...]
    """The columns of the histogram: the choices that move money, then every question that lines ask."""
    column_of: Mapping[tuple[str, int], int]
    """By wager and line: the column that holds its outcome."""
    tested: tuple[str, ...]
    """The choices whose answers could be illegal; each has a counter of such rounds after all cells."""
    scope: Mapping[str, Any]
    """The functions that the lines call, by name."""
    rule_tables: Mapping[str, Rule]
    """Tabulated rules whose tables are arguments of the loop, as a GPU needs them."""
    policies_at: tuple[int, ...] = ()
    """The indices of the lines of the judgement that read the tables of a policy."""
    shoe: ShoePlan | None = None
    strand: int = STRAND_ROUNDS
    """The number of rounds, or shoes, that a strand deals."""
    strands: int = STRANDS

    @property
    def batch(self) -> int:
        """The number of rounds, or shoes, that a batch deals."""
        return self.strands * self.strand

    @property
    def unit(self) -> str:
        return "shoes" if self.shoe else "rounds"

    @property
    def levels(self) -> int:
        """The number of bet levels of a counting player; each has a histogram."""
        return self.shoe.memory.levels if self.shoe and self.shoe.memory else 1

    @property
    def policy_tables(self) -> tuple[np.ndarray, ...]:
        return tables_of(self.player)

    @cached_property
    def cells(self) -> int:
        """The number of cells in the histogram, over all bet levels."""
        return self.levels * prod(len(column.values) for column in self.columns)

    @property
    def counters(self) -> int:
        """The number of counters: the cells, and one per tested choice for rounds with an illegal answer."""
        return self.cells + len(self.tested)

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines that the counts depend on, on any machine."""
        starts = (f"{names.MEMORY} = {self.shoe.memory.starts}",) if self.shoe and self.shoe.memory else ()
        return (*self.dealing.draws, *self.dealing.placement, *self.dealing.codes, *starts, *self.judgement)

    def check_legal(self, counts: np.ndarray) -> None:
        """Refuses counts that include rounds with an illegal answer."""
        for name, rounds in zip(self.tested, counts[self.cells :].tolist(), strict=True):
            if rounds:
                who = f"the strategy {self.player.name}" if isinstance(self.player, Strategy) else "the best play"
                share = f"{rounds:,} of {int(counts.sum()):,} rounds"
                raise GameError(f"{self.game.name}: {who} answers {name} illegally in {share}", "illegal-choice")

    def tallies(self, counts: np.ndarray) -> list[Tally]:
        """The tally of a histogram at each bet level."""
        return [self._tally(part) for part in counts[: self.cells].reshape(self.levels, -1)]

    def tally(self, counts: np.ndarray) -> Tally:
        """The tally of a histogram, all bet levels together."""
        return self._tally(counts[: self.cells].reshape(self.levels, -1).sum(axis=0))

    def _tally(self, counts: np.ndarray) -> Tally:
        found = np.flatnonzero(counts)
        places = np.unravel_index(found, [len(column.values) for column in self.columns])
        values = [np.array(column.values)[place] for column, place in zip(self.columns, places, strict=True)]
        choices, lines = tally_columns(self.game)
        made = dict(zip(choices, values, strict=False))
        cells = [values[place] for place in range(len(choices))]
        for wager, place in lines:
            ended = values[self.column_of[wager, place]]
            cells.append(np.where(self._is_placed(wager, made), ended, NOT_PLACED))
        rows = zip(*(column.tolist() for column in cells), strict=True)
        return Tally(choices, lines, added_up(zip(rows, counts[found].tolist(), strict=True)))

    def _is_placed(self, wager: str, made: Mapping[str, np.ndarray]) -> np.ndarray | bool:
        """Whether a wager is bet in each row of answers to the choices."""
        if not isinstance(self.game.wager[wager].stake, Chosen):
            return True
        return np.any([made[name] == option for name, option in placing_options(self.game, wager)], axis=0)


def program_of(game: Game, player: Player = None, *, tabled: bool = False) -> Program:
    """The program of single rounds; with `tabled`, the tables of rules are arguments of the loop."""
    if isinstance(player, Strategy):
        check_strategy(game, player)
        if player.memory is not None:
            why = f"the strategy {player.name} remembers from round to round; simulate whole shoes"
            raise OptionError(why, "remembers")
    hands = hands_of(game, player)
    judge = Judge(game, dict(hands), Calls(tabled), masked=is_masked(game))
    policies_at: list[int] = []
    policies: dict[str, Callable[..., int]] = {}
    for step in game.steps:
        if isinstance(step, Deal):
            judge.may_leave_out(step)
        elif isinstance(step, Choose):
            if policy := policy_for(game, player, step):
                answer, functions, reads_at = policy_answer(judge, step, policy, tables_of(player))
                policies |= functions
                at = choose(judge, step, player, answer)
                policies_at += reads_at or [at]
            else:
                choose(judge, step, player)
    columns, column_of = judge.outcomes()
    judge.count(columns)
    dealing = dealing_of(game, hands)
    at_lines = tuple(policies_at)
    return judged_program(judge, player, hands, dealing, columns, column_of, policies, policies_at=at_lines)


def judged_program(
    judge: Judge,
    player: Player,
    hands: Hands,
    dealing: Dealing,
    columns: tuple[Column, ...],
    column_of: Mapping[tuple[str, int], int],
    tools: Mapping[str, Any] | None = None,
    **parts: Any,
) -> Program:
    """The program of a finished judgement; `tools` are functions that its lines call besides rules and `TOOLS`."""
    scope = {**TOOLS, **(tools or {}), **judge.calls.functions}
    lines, tested = tuple(judge.lines), tuple(judge.tested)
    tables = judge.calls.tables
    return Program(judge.game, player, hands, dealing, lines, columns, column_of, tested, scope, tables, **parts)


def hands_of(game: Game, player: Player, *, shows: tuple[Rule, ...] = ()) -> dict[tuple[str, Coder], str]:
    """The variable of every pile in every code through which some rule of the loop sees it.

    `shows` are the conditions of `Show` steps, where the loop needs them.
    """
    bounds = bounds_of(game, player, shows)
    pairs = [(pile, each.coder) for bound in bounds for each in bound.sources for pile in each.piles if each.coder]
    for step in game.choices.values():
        coder = answer_coder(game, player, step)
        if coder and isinstance(step.options, Cards):
            if card_coder(game, step, bounds) not in (coder, None):
                raise GameError(f"{game.name}: rules see {step.name} through another code than it is answered in")
            pairs.append((step.options.pile, coder))
        elif policy := policy_for(game, player, step):
            pairs += [(pile, policy.coder) for piles in policy_piles(policy, step) for pile in piles]
    found: dict[tuple[str, Coder], str] = {}
    for pile, coder in pairs:
        if (pile, coder) not in found:
            found[pile, coder] = names.hand(pile, sum(each == pile for each, _ in found))
    return found


def bounds_of(game: Game, player: Player, shows: tuple[Rule, ...] = ()) -> list[Bound]:
    """The rules that a loop calls: those of steps, of the player, and of lines."""
    steps = [step for step in game.steps if isinstance(step, Deal | Choose)]
    bounds = [game.bound[step.when] for step in steps if step.when is not None]
    if isinstance(player, Strategy):
        remembered = (player.memory.remembers, player.memory.bets) if player.memory else ()
        rules = (*player.rules.values(), *remembered)
        bounds += [strategy_bound(game, player, rule) for rule in rules if rule is not None]
    bounds += [game.bound[step.legal] for step in game.choices.values() if step.legal is not None]
    bounds += [game.bound[rule] for rule in shows]
    return bounds + [game.bound_line(line) for wager in game.wagers for line in wager.lines]


def strategy_bound(game: Game, strategy: Strategy, rule: Rule) -> Bound:
    """A rule of a strategy, bound to piles, choices, the strategy's constants and its memory."""
    return game.bind(rule, strategy.constants, strategy.memory is not None)


def answer_coder(game: Game, player: Player, step: Choose) -> Coder | None:
    """The code in which a player names cards; None if the choice names none, or there is no player."""
    if not isinstance(step.options, Cards) or player is None:
        return None
    if policy := policy_for(game, player, step):
        return policy.coder
    assert isinstance(player, Strategy)
    sources = strategy_bound(game, player, player.rules[step.name]).sources
    coder = next((source.coder for source in sources if source.coder), None)
    if coder is None:
        raise GameError(f"{game.name}: the strategy {player.name} answers {step.name} without looking at cards")
    return coder


def card_coder(game: Game, step: Choose, bounds: Iterable[Bound]) -> Coder | None:
    """The code through which rules see the cards that a choice names; None if no rule looks at them."""
    sources = [source for bound in bounds for source in bound.sources if source.kind is SourceKind.CARD]
    coders = list(dict.fromkeys(source.coder for source in sources if source.name == step.name))
    if len(coders) > 1:
        raise GameError(f"{game.name}: rules see {step.name} through {len(coders)} codes; a loop needs one")
    return coders[0] if coders else None


def choose(judge: Judge, step: Choose, player: Player, answer: str = "") -> int:
    """Emits a player's answer to a choice, tested unless proved legal; returns the index of the answer's line.

    `answer` is the text of a policy's answer.
    """
    game = judge.game
    if player is None:
        raise GameError(f"{game.name} asks for {step.name}; a loop needs a strategy that answers")
    if policy := policy_for(game, player, step):
        function = policy.function
    else:
        assert isinstance(player, Strategy)
        function = player.rules[step.name]
        answer = judge.call(strategy_bound(game, player, function))
    asked = judge.condition(step.when)
    proved = legality.returned(function)
    sure = proved is not None and not isinstance(step.options, Cards) and proved <= {int(each) for each in step.options}
    at = len(judge.lines)
    judge.choose(step, answer, asked, "" if sure else judge.is_option(step, answer_coder(game, player, step)))
    return at


def policy_answer(
    judge: Judge, step: Choose, policy: Policy, tables: Sequence[np.ndarray]
) -> tuple[str, dict[str, Callable[..., int]], list[int]]:
    """The text of a policy's answer to a choice, the functions it calls, and the indices of the lines that look up.

    The lines before the answer are emitted.
    """
    hands = [
        judge.argument(Source(SourceKind.PILE, piles[0], policy.coder, piles)) if piles else "0"
        for piles in policy_piles(policy, step)
    ]
    made = [f"({names.answer(name)} + 1) * {factor}" for name, factor in policy.made]
    answers = [judge.calls.ask(rule, (hands[0],)) for rule in policy.asks]
    place = {id(table): names.table(number) for number, table in enumerate(tables)}
    given = [*hands, *([" + ".join(made) or "0"] if made or policy.reads else []), *answers]
    asked = judge.condition(step.when) if policy.reads else ""
    lines, answer, functions = policy_lines(
        policy, step.name, given, [place[id(table)] for table in policy.tables], asked
    )
    reads_at = range(len(judge.lines) + 1, len(judge.lines) + len(lines), 2)
    judge.lines.extend(lines)
    return answer, functions, list(reads_at)


def policy_lines(
    policy: Policy, choice: str, given: Sequence[str], tables: Sequence[str], asked: str = ""
) -> tuple[list[str], str, dict[str, Callable[..., int]]]:
    """The lines of a policy's look-ups, two for each: the place and the entry; the text of its answer; its functions.

    `given` are the texts of its arguments. Where the condition `asked` does not hold, entry 0 is looked up.
    """
    functions: dict[str, Callable[..., int]] = {names.policy(choice): policy.function}
    if not policy.reads:
        return [], f"{names.policy(choice)}({', '.join([*given, *tables])})", functions
    lines, found, constants = list[str](), list[str](), list(map(str, policy.constants))
    for number, (read, table) in enumerate(zip(policy.reads, tables, strict=True)):
        at, entry, function = (each(number, choice) for each in (names.read_at, names.entry, names.read))
        functions[function] = read.place
        unasked = f" if {asked} else 0" if asked else ""
        lines.append(f"{at} = {function}({', '.join([*given, *found, *constants])}){unasked}")
        lines.append(f"{entry} = int({table}[{at} >> {read.shift}])")
        found.append(entry)
    last = names.read_at(len(policy.reads) - 1, choice)
    return lines, f"{names.policy(choice)}({', '.join([last, found[-1], *constants])})", functions
