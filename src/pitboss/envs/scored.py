"""Policies and what they are scored with: how they are asked, and what is told of them."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from pitboss.core.cards import FACES, cards_text
from pitboss.core.errors import OptionError
from pitboss.core.game import Cards
from pitboss.core.script import option_name
from pitboss.envs.observing import Observing
from pitboss.envs.terms import Terms

Policy: TypeAlias = Callable[..., Any]
"""Actions, or rows of probabilities, for a batch of observations; `action_masks` are given where it takes them."""


@dataclass(frozen=True)
class Regret:
    """What a policy gives up per round against the best play, in units."""

    value: float
    standard_error: float
    """0 if all hands were summed."""
    hands: int
    """The number of hands that the policy was asked about."""
    exact: Fraction | None = None
    """The exact regret of a policy that names actions, if all hands were summed."""


@dataclass(frozen=True)
class WorstHand:
    """One hand that a policy misplays."""

    cards: str
    action: str
    best: str
    lost: float
    """Units that the action gives up with this hand."""
    share: float
    """The part of the policy's whole regret that this hand makes up."""
    chosen: str = ""
    """In a game with several choices: what was answered before."""


def asked(
    terms: Terms,
    observing: Observing,
    policy: Policy,
    sight: np.ndarray,
    legal: np.ndarray,
    made: np.ndarray | None = None,
) -> np.ndarray:
    """A policy's answer to a batch of hands; refuses actions that are not legal and rows that are no probabilities."""
    seen = observing.many(sight, legal, _no_text, made)
    answer = np.asarray(policy(seen, action_masks=legal.astype(bool)) if takes_masks(policy) else policy(seen))
    rows = np.arange(len(sight))
    if answer.ndim == 1 and len(answer) == len(sight) and np.issubdtype(answer.dtype, np.integer):
        known = (answer >= 0) & (answer < len(terms.actions))
        wrong = np.flatnonzero(~known | (legal[rows, np.where(known, answer, 0)] == 0))
        if len(wrong):
            row = wrong[0]
            allowed = _numbers(np.flatnonzero(legal[row]).tolist())
            raise OptionError(f"the policy answers {answer[row]}, which is not legal; give {allowed}")
        return answer.astype(np.int64)
    if answer.shape != (len(sight), len(terms.actions)) or not np.issubdtype(answer.dtype, np.floating):
        what = f"an array of shape {answer.shape} and kind {answer.dtype}"
        chances = f"rows of {len(terms.actions)} probabilities"
        raise OptionError(f"the policy returns {what}: give {len(sight)} whole numbers, or {chances}")
    if (answer < 0).any() or not np.allclose((answer * legal).sum(axis=1), 1, atol=1e-4):
        raise OptionError("the policy returns probabilities that do not add up to 1 over the legal actions")
    return answer * legal


def takes_masks(policy: Policy) -> bool:
    """Whether a policy has a parameter `action_masks`: the legal actions of a batch as true and false."""
    try:
        return "action_masks" in inspect.signature(policy).parameters
    except (TypeError, ValueError):  # Some callables of other libraries say nothing of their parameters.
        return False


def _numbers(numbers: list[int]) -> str:
    """`0 to 3` for all numbers from 0 to 3, `2 or 5` for two that are not next to each other."""
    if len(numbers) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(map(str, numbers))


def cards_of(sight: np.ndarray) -> str:
    """The cards of one hand, pile by pile."""
    piles = (tuple(np.repeat(np.arange(FACES), held).tolist()) for held in sight)
    return " | ".join(cards_text(cards) for cards in piles if cards)


def named(terms: Terms, sight: np.ndarray, action: int) -> str:
    """An action as a player says it: an option, or the cards."""
    name, option = terms.actions[action]
    choice = terms.game.choices[name]
    if isinstance(option, int):
        return option_name(choice, option)
    assert isinstance(choice.options, Cards)
    held = np.repeat(np.arange(FACES), sight[terms.rows.index(choice.options.pile)]).tolist()
    return cards_text(tuple(held[place] for place in option))


def _no_text(table: int) -> str:
    raise OptionError("a policy of texts is scored round by round, with regret=True; see pitboss.envs.text")
