"""A program cut at its choices, for environments: many tables are dealt up to the first one, then go on with answers.

One part of the text deals each table up to the first choice that it is asked. Another goes on from the answer that was
given last to the next choice, or to the end, where it judges. A third, for each choice with a `legal` rule, determines
which of its options are legal. Every part works a round out from the start again: what a round needs is short, and what
tables remember between parts is their cards and answers alone.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from pitboss.core.errors import GameError
from pitboss.core.game import Cards, Choose, Deal, Game, Show, Step
from pitboss.core.rule import lowest
from pitboss.maths.codegen import legality, names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.judgement import Column, Judge
from pitboss.maths.codegen.piles import dealing_of, is_masked, places_of
from pitboss.maths.codegen.program import TOOLS, Program, hands_of, judged_program
from pitboss.maths.tally.tally import NOT_PLACED

FACE_OF = "faces"
MOST_KEY = 1 << 62


@dataclass(frozen=True)
class Stop:
    """A choice at which a round waits."""

    name: str
    before: int
    """The number of lines of the judgement before the answer."""
    after: int
    """The number of lines up to and with the answer."""
    asked: str
    """The expression for whether the choice is asked; "" for one that always is."""
    unasked: tuple[str, ...]
    """Lines that stand in for the answer where the choice is not asked."""
    seen: tuple[str, ...]
    """Lines that count the cards that the seat sees here."""
    legal: tuple[str, ...] = ()
    """Lines that set `allowed` for one option; empty for a choice without a `legal` rule."""
    legal_scope: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Stepwise:
    """A program whose choices are answered from outside."""

    program: Program
    column: Mapping[tuple[str, int], int]
    """By wager with money on it and line: its column of the program, which lines of the same outcome share."""
    kept: tuple[str, ...]
    """Variables that the first part hands to the later ones."""
    stops: tuple[Stop, ...]
    seen_at_end: tuple[str, ...]
    """Lines that count visible cards at the end; empty if no more can be seen there than at the only choice."""


def stepwise_program(game: Game, placed: Collection[str], rows: Sequence[str]) -> Stepwise:
    """The program of a game with choices; `placed` are the wagers that are bet, `rows` the piles that are seen."""
    shows = tuple(step.when for step in game.steps if isinstance(step, Show) and step.when is not None)
    hands = hands_of(game, None, shows=shows)
    judge, stops = Judge(game, dict(hands), placed=placed), list[Stop]()
    for at, step in enumerate(game.steps):
        if isinstance(step, Deal):
            judge.may_leave_out(step)
        elif isinstance(step, Choose):
            stops.append(_stop(judge, step, len(stops), _seen(judge, game.steps[:at], rows)))
    staked = [wager.name for wager in game.wagers if wager.name in {*placed, *_raised(game, placed)}]
    columns, column = _columns(judge, staked)
    ends_as_seen = len(stops) == 1 and not _more_is_shown(game, rows)
    seen_at_end = () if ends_as_seen else _seen(judge, game.steps, rows)
    dealing = dealing_of(game, hands)
    cards = () if is_masked(game) else range(game.most_cards(1))
    program = judged_program(judge, None, hands, dealing, columns, column, {"lowest": lowest})
    kept = (*dealing.dealt, *(names.place(card) for card in cards))
    return Stepwise(program, column, kept, tuple(stops), seen_at_end)


def _stop(judge: Judge, step: Choose, number: int, seen: tuple[str, ...]) -> Stop:
    """Writes a choice whose answer is given: by the choice's number and the table."""
    asked = judge.condition(step.when)
    before, legal, scope = len(judge.lines), (), None
    if step.legal is not None:
        apart = replace(judge, calls=judge.calls.fork())
        allowed = apart.condition(step.legal)
        legal = (f"{names.choice(step.name)} = offered[l][n]", *apart.lines, f"allowed[l][n] = {allowed}")
        scope = {**TOOLS, **apart.calls.functions}
    judge.choose(replace(step, legal=None), f"answers[{number}][l]", asked)
    none = 0 if isinstance(step.options, Cards) else NOT_PLACED
    unasked = (f"{names.answer(step.name)} = {none}", f"{names.choice(step.name)} = 0")
    return Stop(step.name, before, len(judge.lines), asked, unasked, seen, legal, scope)


def _raised(game: Game, placed: Collection[str]) -> set[str]:
    """The wagers that a choice can put money on, with these bets."""
    return {each.wager for choice in game.choices.values() for each in choice.raises.values() if each.of in placed}


def _columns(judge: Judge, staked: Sequence[str]) -> tuple[tuple[Column, ...], dict[tuple[str, int], int]]:
    """Writes the number of the joint outcome; its columns, and that of each line with money on it."""
    game, columns, found = judge.game, list[Column](), dict[tuple[str, int], int]()
    for name, step in game.choices.items():
        if step.raises:
            assert not isinstance(step.options, Cards)
            options = tuple(sorted(int(option) for option in step.options))
            columns.append(Column(names.answer(name), options if step.when is None else (NOT_PLACED, *options)))
    for wager in staked:
        for place, line in enumerate(game.wager[wager].lines):
            column = Column(judge.call(game.bound_line(line)), legality.possible(line))
            if column not in columns:
                columns.append(column)
            found[wager, place] = columns.index(column)
    if prod(len(column.values) for column in columns) > MOST_KEY:
        raise GameError(f"{game.name} has more joint outcomes than a number of 62 bits can tell apart; bet on fewer")
    key = "0"
    for column in columns:
        key = f"({key}) * {len(column.values)} + {column.place}" if key != "0" else column.place
    judge.lines.append(f"{names.KEY} = {key}")
    return tuple(columns), found


def _more_is_shown(game: Game, rows: Sequence[str]) -> bool:
    """Whether a step after the only choice can turn over a pile in `rows` that a seat does not see anyway."""
    at = next(place for place, step in enumerate(game.steps) if isinstance(step, Choose))
    shown = {step.pile for step in game.steps[at:] if isinstance(step, Show)}
    return any(pile in rows and not game.piles[pile].visible(own=True) for pile in shown)


def _seen(judge: Judge, steps: tuple[Step, ...], rows: Sequence[str]) -> tuple[str, ...]:
    """Lines that count the cards that a seat sees in the piles `rows` after these steps, by row and face."""
    lines: list[str] = []
    game = judge.game
    places = {} if is_masked(game) else places_of(game)
    masks = {pile: names.mask(number) for number, pile in enumerate(game.piles)}
    for row, pile in enumerate(rows):
        deal = game.piles[pile]
        if deal not in steps:
            continue
        shows = [step for step in steps if isinstance(step, Show) and step.pile == pile]
        shown = ["1"] if deal.visible(own=True) else [judge.condition(step.when) or "1" for step in shows]
        if shown:
            dealt = judge.condition(deal.when) or "1"
            counting = _counting(row, masks[pile], places.get(pile))
            lines += [f"if {dealt} and ({' or '.join(shown)}):", *indented(counting, 1)]
    return tuple(lines)


def _counting(row: int, mask: str, cards: range | None) -> list[str]:
    if cards is not None:
        return [f"sight[l][{row}][{FACE_OF}[{names.place(card)}]] += 1" for card in cards]
    count = f"sight[l][{row}][{FACE_OF}[lowest(m)]] += 1"
    return [f"m = {mask}", "while m:", f" {count}", " m &= m - 1"]


def dealing_text(stepwise: Stepwise) -> str:
    """The first part: it deals, fills `kept`, and sets `stages` to the number of the first choice that is asked.

    Cards that the seat sees there are counted in `sight`. A table that is asked nothing has as its stage the number of
    choices, and in `sight` only what it sees anyway.
    """
    program, dealing, stops = stepwise.program, stepwise.program.dealing, stepwise.stops
    lines = [f"def {names.LOOP}(s0, s1, kept, stages, sight, {FACE_OF}):", " for l in range(len(s0)):"]
    lines += ["  a = s0[l]", "  b = s1[l]", "  bad = -1", "  while bad < 0:", "   bad = 0", *indented(dealing.draws, 3)]
    lines += indented(dealing.placement, 2)
    lines += ["  s0[l] = a", "  s1[l] = b"]
    lines += indented([f"kept[{place}][l] = {name}" for place, name in enumerate(stepwise.kept)], 2)
    lines += indented(dealing.codes, 2)
    done = 0
    for number, stop in enumerate(stops):
        lines += indented(program.judgement[done : stop.before], 2)
        done = stop.after
        here = [f"stages[l] = {number}", *stop.seen]
        if not stop.asked:
            return "\n".join([*lines, *indented(here, 2)]) + "\n"
        lines += [f"  if {stop.asked}:", *indented([*here, "continue"], 3), *indented(stop.unasked, 2)]
    anyway = () if stepwise.seen_at_end else stops[-1].seen
    return "\n".join([*lines, *indented([f"stages[l] = {len(stops)}", *anyway], 2)]) + "\n"


def going_on_text(stepwise: Stepwise) -> str:
    """The second part: from the answer to the choice in `stages` it goes on to the next choice that is asked.

    It sets `stages` to that choice, and counts what is seen there; at the end of a round, to the number of choices, and
    `keys` to the joint outcome.
    """
    program, stops = stepwise.program, stepwise.stops
    lines = [f"def {names.LOOP}(kept, answers, stages, keys, sight, {FACE_OF}):", " for l in range(len(keys)):"]
    lines += [*_kept(stepwise), *indented(program.dealing.codes, 2)]
    done = 0
    for number, stop in enumerate(stops[1:], 1):
        lines += indented(program.judgement[done : stop.before], 2)
        done = stop.before
        lines += [f"  if {stop.asked or 1} and stages[l] < {number}:"]
        lines += indented([f"stages[l] = {number}", *stop.seen, "continue"], 3)
    lines += indented([*program.judgement[done:], f"stages[l] = {len(stops)}", f"keys[l] = {names.KEY}"], 2)
    lines += indented(stepwise.seen_at_end, 2)
    return "\n".join(lines) + "\n"


def legal_text(stepwise: Stepwise, stop: Stop) -> str:
    """The third part, for tables that wait at one choice: `allowed` for each option in `offered`, cards by codes."""
    program = stepwise.program
    lines = [f"def {names.LOOP}(kept, answers, offered, allowed):", " for l in range(len(allowed)):"]
    lines += [*_kept(stepwise), *indented([*program.dealing.codes, *program.judgement[: stop.before]], 2)]
    lines += ["  for n in range(len(allowed[l])):", *indented(stop.legal, 3)]
    return "\n".join(lines) + "\n"


def _kept(stepwise: Stepwise) -> list[str]:
    return indented([f"{name} = kept[{place}][l]" for place, name in enumerate(stepwise.kept)], 2)
