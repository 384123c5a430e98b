"""Observations: the cards that a seat sees as arrays, as a flat vector, as what a player would count, or as text.

| kind | an observation |
|---|---|
| `cards` | a dict: `observation` counts cards, a row per pile and a column per face, int8; `action_mask` |
| `flat` | one float32 vector: the same counts, with the faces of the deck alone |
| `features` | one float32 vector: the numbers that the game's strategies go by, such as the points of a hand |
| `text` | a text: cards, bets, pays and legal actions in words |

In a game with several choices the seat also sees what it has answered in the round: `chosen`, a bit for every action
but `pass`; vectors have these bits at their end. Piles in which a seat never sees a card before its last choice have no
row. The action mask is always in the info.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from string import printable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, MultiBinary, Space, Text

from pitboss import games
from pitboss.core.cards import FACES, JOKER, rank, suit
from pitboss.core.errors import OptionError, PitbossError, unknown
from pitboss.core.game import Cards
from pitboss.core.rule import Rule
from pitboss.core.script import codes_of
from pitboss.envs.terms import Terms
from pitboss.maths.compile.cpu import on_arrays

KINDS = ("cards", "flat", "features", "text")
LONGEST_TEXT = 16_384
ALPHABET = printable + "–—’“”×½¼¾−≤≥•·é♠♥♦♣"


class Observing:
    """Turns what tables see into observations of one kind."""

    def __init__(self, terms: Terms, kind: str) -> None:
        if kind not in KINDS:
            raise OptionError(unknown("observation", kind, KINDS))
        self.terms, self.kind = terms, kind
        self.faces = np.array(sorted(terms.game.deck.counts))
        self.answered = int(terms.usual.sum()) if len(terms.game.choices) > 1 else 0
        """The number of bits that say what the seat has answered so far; 0 in a game with one choice."""
        if kind == "features" and not (self.features or self.named):
            raise OptionError(f"{terms.game.name} has no guide that says what to count; observation='flat' shows cards")

    @cached_property
    def space(self) -> Space[Any]:
        """The space of one table's observations."""
        terms, most = self.terms, max(self.terms.game.deck.counts.values())
        if self.kind == "cards":
            sight = Box(0, most, (len(terms.rows), FACES), dtype=np.int8)
            masks: dict[str, Space[Any]] = {"observation": sight, "action_mask": MultiBinary(len(terms.actions))}
            return Dict(masks | {"chosen": MultiBinary(self.answered)} if self.answered else masks)
        if self.kind == "flat":
            return Box(0, most, (len(terms.rows) * len(self.faces) + self.answered,), dtype=np.float32)
        if self.kind == "features":
            size = len(self.features) + 2 * len(self.named) + self.answered
            return Box(-1, np.inf, (size,), dtype=np.float32)
        return Text(LONGEST_TEXT, charset=ALPHABET)

    def one(self, sight: np.ndarray, legal: np.ndarray, told: Callable[[], str], made: Sequence[int] = ()) -> Any:
        """The observation of one table, whose seat has taken the actions `made`; `told` gives its text."""
        if self.kind == "cards" and not self.answered:
            return {"observation": sight, "action_mask": legal}
        if self.kind == "text":
            return told()
        seen = self.many(sight[None], legal[None], lambda table: told(), np.array(made, dtype=np.int64)[:, None])
        return {key: value[0] for key, value in seen.items()} if self.kind == "cards" else seen[0]

    def many(
        self, sight: np.ndarray, legal: np.ndarray, told: Callable[[int], str], made: np.ndarray | None = None
    ) -> Any:
        """The observations of tables side by side; `told` gives the text of one of them.

        `made` are the actions that each table's seat has taken in the round, a row for each choice, -1 for none.
        """
        if self.kind == "cards":
            seen = {"observation": sight, "action_mask": legal}
            return seen | {"chosen": self.chosen(made, len(sight))} if self.answered else seen
        if self.kind == "text":
            return tuple(told(table) for table in range(len(sight)))
        if self.kind == "flat":
            numbers = sight[:, :, self.faces].reshape(len(sight), -1).astype(np.float32)
        else:
            numbers = self.counted(sight)
        if not self.answered:
            return numbers
        return np.concatenate([numbers, self.chosen(made, len(sight)).astype(np.float32)], axis=1)

    def chosen(self, made: np.ndarray | None, tables: int) -> np.ndarray:
        """By table and action: 1 where the seat has taken the action in the round."""
        bits = np.zeros((tables, self.answered), dtype=np.int8)
        for actions in () if made is None else made:
            rows = np.flatnonzero((actions >= 0) & (actions < self.answered))
            bits[rows, actions[rows]] = 1
        return bits

    @cached_property
    def features(self) -> list[tuple[Rule, list[tuple[list[int], np.ndarray]]]]:
        """The rules of the game's guides, each with its arguments: rows of an observation, and codes of faces.

        With several choices, rules that also ask for earlier answers are left out: those are seen as they are.
        """
        game, found = self.terms.game, []
        try:
            folder = games.folder(game.name.partition("+")[0])
        except PitbossError:
            return []
        guides = [folder.guide_for(game, name) for name in game.choices] if self.answered else [folder.guide]
        every = [each for guide in guides if guide for each in (guide.group, guide.by, *guide.then)]
        rules = [feature.rule for feature in every if feature is not None]
        for rule in dict.fromkeys(rules) if self.answered else rules:
            bound = game.bind(rule).sources
            if self.answered and not all(each.coder for each in bound):
                continue
            sources = [each for each in bound if each.coder]
            rows = [[self.terms.rows.index(pile) for pile in each.piles] for each in sources]
            codes = [np.array(codes_of(game, each.coder), dtype=np.int64) for each in sources if each.coder]
            found.append((rule, list(zip(rows, codes, strict=True))))
        return found

    @cached_property
    def named(self) -> list[tuple[int, int]]:
        """For choices that name cards: the row of the pile, and the places in it."""
        choices = (each.options for each in self.terms.game.choices.values())
        piles = dict.fromkeys(each.pile for each in choices if isinstance(each, Cards))
        return [
            (self.terms.rows.index(pile), place) for pile in piles for place in range(self.terms.game.piles[pile].count)
        ]

    def counted(self, sight: np.ndarray) -> np.ndarray:
        """The guides' numbers for every table, then rank and suit of each card that an action may name (-1: none).

        With several choices a number is -1 as long as not all its cards are in sight.
        """
        columns = []
        for rule, arguments in self.features:
            shown = np.arange(len(sight))
            if self.answered:
                needed = sorted({row for rows, _ in arguments for row in rows})
                sizes = [self.terms.game.piles[self.terms.rows[row]].count for row in needed]
                shown = np.flatnonzero((sight[:, needed].sum(axis=2) == sizes).all(axis=1))
            hands = [
                sum((sight[shown][:, row] @ codes for row in rows), np.zeros(len(shown), np.int64))
                for rows, codes in arguments
            ]
            column = np.full(len(sight), -1)
            if len(shown):
                column[shown] = on_arrays(rule, least=256)(*hands)
            columns.append(column)
        for row, place in self.named:
            reached = sight[:, row].cumsum(axis=1) > place
            face = np.where(reached[:, -1], reached.argmax(axis=1), FACES)
            columns += [RANKS[face], SUITS[face]]
        return np.stack(columns, axis=1).astype(np.float32)


RANKS = np.array([*(13 if face == JOKER else rank(face) for face in range(FACES)), -1])
SUITS = np.array([*(4 if face == JOKER else suit(face) for face in range(FACES)), -1])
