"""Parts of the keys of kept results: everything about a game's pays, steps and rules that figures depend on."""

import hashlib
import json
from collections.abc import Collection
from typing import Any

from pitboss.core.game import Bound, Choose, Deal, Game, Step
from pitboss.core.pays import Pay
from pitboss.core.rule import Rule, rule_name
from pitboss.core.script import codes_of


def pays_of(game: Game, name: str, outcomes: Collection[int] | None) -> list[Pay]:
    """The pays of a wager, or of some of its outcomes."""
    return [
        pay
        for line in game.wager[name].lines
        for outcome, pay in sorted(line.pays.pays.items())
        if outcomes is None or outcome in outcomes
    ]


def step_parts(game: Game, step: Step) -> list[Any]:
    """Everything about a step that play depends on."""

    def rule(each: Rule | None) -> list[Any] | None:
        return bound_parts(game, game.bound[each]) if each else None

    parts: list[Any] = [type(step).__name__, step.name if isinstance(step, Choose) else step.pile, rule(step.when)]
    if isinstance(step, Deal):
        parts.append(step.count)
    elif isinstance(step, Choose):
        raises = {int(option): [raised.wager, raised.of, raised.times] for option, raised in step.raises.items()}
        parts += [rule(step.legal), raises]
    return parts


def bound_parts(game: Game, bound: Bound) -> list[Any]:
    """A rule and its arguments in this build of the game."""
    seen = []
    for source in bound.sources:
        codes = list(codes_of(game, source.coder)) if source.coder else []
        seen.append([source.kind.value, source.name, source.value, list(source.piles), codes])
    return [bound.rule.__module__, rule_name(bound.rule), hashlib.sha256(json.dumps(seen).encode()).hexdigest()]
