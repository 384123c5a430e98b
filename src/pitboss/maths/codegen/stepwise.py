"""A program cut in two at its choice, for environments: many tables are dealt up to it, then judged with the answers.

The first part also records what a seat sees at the choice, the second what it sees at the end, if that can differ. A
third part, for a choice with a `legal` rule, determines which options are legal.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.core.errors import GameError
from pitboss.core.game import Choose, Deal, Game, Show, Step
from pitboss.core.rule import lowest
from pitboss.maths.codegen import names
from pitboss.maths.codegen.emit import indented
from pitboss.maths.codegen.judgement import Judge
from pitboss.maths.codegen.piles import dealing_of, is_masked, places_of
from pitboss.maths.codegen.program import TOOLS, Program, hands_of, judged_program

FACE_OF = "faces"


@dataclass(frozen=True)
class Stepwise:
    """A program whose only choice is answered from outside."""

    program: Program
    kept: tuple[str, ...]
    """Variables that the first part hands to the later ones."""
    before_choice: int
    """The number of lines of the judgement before the choice."""
    asked: str
    """The expression for whether the choice is asked."""
    seen_at_choice: tuple[str, ...]
    seen_at_end: tuple[str, ...]
    """Lines that count visible cards at the end; empty if no more can be seen there than at the choice."""
    legal: tuple[str, ...] = ()
    """Lines that set `allowed` for one option; empty for a choice without a `legal` rule."""
    legal_scope: Mapping[str, Any] | None = None


def stepwise_program(game: Game, placed: Collection[str], rows: Sequence[str]) -> Stepwise:
    """The program of a game with one choice; `placed` are the wagers that are bet, `rows` the piles that are seen."""
    if len(game.choices) != 1:
        asked = f"{len(game.choices)} choices ({', '.join(game.choices) or 'none'})"
        raise GameError(f"{game.name} asks for {asked}; tables side by side are for games with one")
    shows = tuple(step.when for step in game.steps if isinstance(step, Show) and step.when is not None)
    hands = hands_of(game, None, shows=shows)
    judge = Judge(game, dict(hands), placed=placed)
    before, asked, seen_at_choice, legal, legal_scope = 0, "", (), (), None
    for at, step in enumerate(game.steps):
        if isinstance(step, Deal):
            judge.may_leave_out(step)
        elif isinstance(step, Choose):
            asked = judge.condition(step.when) or "1"
            seen_at_choice = _seeing(judge, game.steps[:at], rows)
            before = len(judge.lines)
            if step.legal is not None:
                apart = replace(judge, calls=judge.calls.fork())
                allowed = apart.condition(step.legal)
                legal = (f"{names.choice(step.name)} = offered[l][n]", *apart.lines, f"allowed[l][n] = {allowed}")
                legal_scope = {**TOOLS, **apart.calls.functions}
            judge.choose(replace(step, legal=None), "given[l]", asked)
    columns = judge.outcomes()
    judge.count(columns)
    seen_at_end = _seeing(judge, game.steps, rows) if _more_is_shown(game, rows) else ()
    dealing = dealing_of(game, hands)
    cards = () if is_masked(game) else range(game.most_cards(1))
    program = judged_program(judge, None, hands, dealing, columns, {"lowest": lowest})
    kept = (*dealing.dealt, *(names.place(card) for card in cards))
    return Stepwise(program, kept, before, asked, seen_at_choice, seen_at_end, legal, legal_scope)


def _more_is_shown(game: Game, rows: Sequence[str]) -> bool:
    """Whether a step after the choice can turn over a pile in `rows` that a seat does not see anyway."""
    at = next(place for place, step in enumerate(game.steps) if isinstance(step, Choose))
    shown = {step.pile for step in game.steps[at:] if isinstance(step, Show)}
    return any(pile in rows and not game.piles[pile].visible(own=True) for pile in shown)


def _seeing(judge: Judge, steps: tuple[Step, ...], rows: Sequence[str]) -> tuple[str, ...]:
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
    """The first part: it deals, fills `kept` and `asked`, and counts the visible cards in `sight`."""
    program, dealing = stepwise.program, stepwise.program.dealing
    lines = [f"def {names.LOOP}(s0, s1, kept, asked, sight, {FACE_OF}):", " for l in range(len(s0)):"]
    lines += ["  a = s0[l]", "  b = s1[l]", "  bad = -1", "  while bad < 0:", "   bad = 0", *indented(dealing.draws, 3)]
    lines += indented(dealing.placement, 2)
    lines += ["  s0[l] = a", "  s1[l] = b"]
    lines += indented([f"kept[{place}][l] = {name}" for place, name in enumerate(stepwise.kept)], 2)
    lines += indented([*dealing.codes, *program.judgement[: stepwise.before_choice]], 2)
    lines += indented([f"asked[l] = {stepwise.asked}", *stepwise.seen_at_choice], 2)
    return "\n".join(lines) + "\n"


def judging_text(stepwise: Stepwise) -> str:
    """The second part: it fills `keys` with the joint outcome of every table, and counts the visible cards."""
    program = stepwise.program
    lines = [f"def {names.LOOP}(kept, given, keys, sight, {FACE_OF}):", " for l in range(len(given)):"]
    lines += _kept(stepwise)
    lines += indented([*program.dealing.codes, *program.judgement, f"keys[l] = {names.KEY}"], 2)
    lines += indented(stepwise.seen_at_end, 2)
    return "\n".join(lines) + "\n"


def legal_text(stepwise: Stepwise) -> str:
    """The third part: for every table, it fills `allowed` for each option in `offered`, cards by their codes."""
    program = stepwise.program
    lines = [f"def {names.LOOP}(kept, offered, allowed):", " for l in range(len(allowed)):", *_kept(stepwise)]
    lines += indented([*program.dealing.codes, *program.judgement[: stepwise.before_choice]], 2)
    lines += ["  for n in range(len(allowed[l])):", *indented(stepwise.legal, 3)]
    return "\n".join(lines) + "\n"


def _kept(stepwise: Stepwise) -> list[str]:
    return indented([f"{name} = kept[{place}][l]" for place, name in enumerate(stepwise.kept)], 2)
