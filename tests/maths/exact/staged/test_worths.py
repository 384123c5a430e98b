"""Worths of single information sets: option by option those of advice and of plain enumeration."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pitboss.core.game import Game
from pitboss.maths.exact.advise import _among_several
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.exact.solver import Staged
from pitboss.maths.exact.staged import worths
from pitboss.maths.exact.staged.advice import values_ahead, values_kept
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.scene import mask_of
from pitboss.maths.exact.staged.worths import Worths
from pitboss.maths.tally.tally import NOT_PLACED, first_stakes
from tests.maths.exact.staged.test_staged import EVERY, GAMES, hands


def solved(game: Game) -> Induction:
    return Staged(game).values(game, first_stakes(game), game.main_wagers)


def masks_at(game: Game, found: Worths, known: dict[str, tuple[int, ...]]) -> tuple[int, list[int]]:
    """The private hand and the board of some piles."""
    split = found.method.split
    cards = {pile: mask_of(held) for pile, held in known.items()}
    board = [sum(cards.get(pile, 0) for pile in piles) for piles in split.sets]
    return sum(cards[pile] for pile in split.private), board


@pytest.mark.parametrize("most", [worths.MOST_KEPT, 0], ids=["kept", "counted when asked for"])
@EVERY
def test_worths_are_those_of_advice(game: Game, most: int, monkeypatch: pytest.MonkeyPatch):
    """At every point of the tree, some hands in one batch: each option's value, and which are legal."""
    monkeypatch.setattr(worths, "MOST_KEPT", most)
    stakes, names = first_stakes(game), game.main_wagers
    found = Worths(solved(game))
    tree, checked = found.method.tree, 0
    for number, point in enumerate(tree.points):
        if not point.options:
            continue
        choice = list(game.choices)[point.stage]
        chosen = {name: made for name, made in zip(game.choices, point.made, strict=False) if made >= 0}
        some = [known for known, _ in hands(game, choice)]
        private, boards = zip(*(masks_at(game, found, known) for known in some), strict=True)
        worth, legal = found.at(number, np.array(private), [np.array(each) for each in zip(*boards, strict=True)])
        for row, known in enumerate(some):
            advice = values_ahead(game, choice, known, (), chosen, stakes, names)
            plain = _among_several(game, known, (), chosen, game.choices[choice], stakes, names)
            told = {
                option: Fraction(int(worth[row, place]), found.scale(number))
                for place, option in enumerate(point.options)
                if legal[row, place]
            }
            assert told == advice
            assert plain in (told, {})  # Nothing where an earlier answer is not legal with the hand.
            if point.stage < found.induction.last:
                assert told == values_kept(found.induction, choice, known, chosen)
            checked += bool(plain)
    assert checked >= 3 * len(game.choices)


@pytest.mark.parametrize("game", [GAMES[name] for name in ("open-card", "one-set", "ride", "dealer")])
def test_all_information_sets_are_those_of_plain_enumeration(game: Game):
    """Every deal that plain enumeration follows: the worths at each choice add up to its sums, option by option."""
    found = Worths(solved(game))
    plain = best_strategy(game, first_stakes(game), game.main_wagers)
    for name, stage in plain.stages.items():
        place = list(game.choices).index(name)
        total: dict[int, Fraction] = {}
        for each in stage.sums:
            for option in set(each) - {NOT_PLACED}:
                total[option] = total.get(option, Fraction(0)) + each[option][1]
        mine = dict.fromkeys(total, Fraction(0))
        for number in found.method.tree.asked_at(place):
            private, boards = every_set(game, found, place)
            worth, legal = found.at(number, private, boards)
            each = Fraction(found.method.split.total, len(private) * found.scale(number))
            for column, option in enumerate(found.method.tree.points[number].options):
                mine[option] += int(worth[legal[:, column], column].sum()) * each
        assert mine == total


def every_set(game: Game, found: Worths, stage: int) -> tuple[np.ndarray, list[np.ndarray]]:
    """Every information set of a choice: each combination of cards on the piles in sight."""
    split, sets = found.method.split, [{}]
    for pile in [pile for pile in game.piles if pile in split.seen[stage]]:
        sets = [
            {**known, pile: cards}
            for known in sets
            for cards in combinations(
                [face for face in game.deck.faces if not any(face in held for held in known.values())],
                game.piles[pile].count,
            )
        ]
    assert len(sets) == found.sets(stage)
    private, boards = zip(*(masks_at(game, found, known) for known in sets), strict=True)
    return np.array(private), [np.array(each) for each in zip(*boards, strict=True)]


def test_sets_that_are_asked_for_again_are_looked_up():
    """Few sets are all valued at once, those that stand for others alone."""
    found = Worths(solved(GAMES["ride"]))
    private, boards = every_set(GAMES["ride"], found, 1)
    number = found.method.tree.asked_at(1)[0]
    one, other = (found.at(number, private, boards)[0] for _ in range(2))
    assert (one == other).all()
    keys, values = found._every
    assert len(keys) == len(values) < len(private)
