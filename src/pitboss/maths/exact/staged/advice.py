"""Advice at any choice of a staged game: the same two sweeps over what is left to deal."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.core.cards import Card
from pitboss.core.errors import CardError, GameError, all_of
from pitboss.core.game import Answer, Game
from pitboss.maths.exact.decide import in_turn
from pitboss.maths.exact.enumerate import Piles
from pitboss.maths.exact.staged.blocks import Dealer
from pitboss.maths.exact.staged.induction import Induction
from pitboss.maths.exact.staged.method import method_of
from pitboss.maths.exact.staged.scene import Scene
from pitboss.maths.exact.staged.split import PRIVATE
from pitboss.maths.exact.staged.tallying import BestPlay, cells_of, tally_of
from pitboss.maths.exact.staged.whole import root_of
from pitboss.maths.tally.tally import NOT_PLACED, Staked, Tally, figures


def asked_with(game: Game, known: Piles, chosen: Mapping[str, Answer]) -> str:
    """The choice that is asked where exactly these piles have been seen and these choices made."""
    seen = method_of(game).split.seen
    found = [name for name, piles in zip(game.choices, seen, strict=True) if piles == set(known) and name not in chosen]
    if not found:
        raise CardError(f"{game.name}: no choice is asked with {all_of(known) or 'no cards'}", "unknown-pile")
    return found[0]


def choice_at(game: Game, known: Piles) -> str:
    """The last choice that sees exactly these piles; empty where none does."""
    seen = zip(game.choices, method_of(game).split.seen, strict=True)
    return next((name for name, piles in reversed([*seen]) if piles == set(known)), "")


def scene_of(game: Game, choice: str, known: Piles, seen: tuple[Card, ...]) -> Scene:
    """The scene, cards left to deal, at a choice that is asked with these cards."""
    return Scene(method_of(game).split, list(game.choices).index(choice), dict(known), seen)


QUICK_HANDS = 30_000_000
"""Hidden hands, over all shared cards to come, that are counted within a second."""
MOST_HANDS = 10_000_000_000


def is_quick(game: Game, choice: str, known: Piles, seen: tuple[Card, ...]) -> bool:
    """Whether all that can come after a hand is quickly counted; refuses what would take hours."""
    hands = hands_ahead(scene_of(game, choice, known, seen))
    if hands > MOST_HANDS:
        raise GameError(f"{game.name}: {choice} with these cards has {hands:,} ways to go on, too many", "too-large")
    return hands <= QUICK_HANDS


def hands_ahead(scene: Scene) -> int:
    """The hidden hands over all shared cards to come."""
    return scene.context_count * comb(scene.rest, scene.hidden_size)


def values_kept(
    induction: Induction, choice: str, known: Piles, chosen: Mapping[str, Answer]
) -> dict[Answer, Fraction]:
    """The value of every option of a choice, from the values of the whole game."""
    method, game = induction.method, induction.method.game
    number = root_of(game, choice, chosen)
    base = Scene(method.split, 0, dict(known)).base
    shared = [base.get(name, 0) for name in method.shared]
    values = induction.value_at(number, shared, base[PRIVATE])
    legal = _legal(game, number, base)
    return {option: values[after] for option, after in legal.items()}


def _legal(game: Game, number: int, base: Mapping[str, int]) -> dict[Answer, int]:
    """The legal options at a point with these cards, and the points they lead to."""
    method = method_of(game)
    point = method.tree.points[number]
    sets = {f"m_{group}": np.array([cards], dtype=np.int64) for group, cards in base.items()}
    allowed = int(method.ask_legal([number])(1, sets)[0])
    bits = {place: bit for each, place, bit in method.limits if each == number}
    return {
        option: point.after[place]
        for place, option in enumerate(point.options)
        if place not in bits or allowed >> bits[place] & 1
    }


def values_ahead(
    game: Game,
    choice: str,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Mapping[str, Answer],
    stakes: Staked,
    names: tuple[str, ...],
) -> dict[Answer, Fraction]:
    """The value of every legal option of a choice; later choices are played best."""
    method = method_of(game)
    if any(line.wager in names for line in (*method.side, *method.added)):
        tallies = tallies_ahead(game, choice, known, seen, chosen, stakes, names)
        return {option: figures(game, tally, names, stakes).ev for option, tally in tallies.items()}
    induction, options = _solved(game, choice, known, seen, chosen, stakes, names)
    scene, last = induction.scene, induction.tree.points[induction.root].stage == induction.last
    whole = induction.scale * scene.deals
    if not last:
        choosing = induction.stages[scene.stage].choosing
        row = choosing.points.index(induction.root)
        table = induction.stages[scene.stage].table[0, :, 0]
        places = {int(after): int(slot) for after, slot in zip(choosing.after[row], choosing.slots[row], strict=True)}
        return {option: Fraction(int(table[places[after]]), whole) for option, after in options.items()}
    block = induction.dealer.block(0)
    values = induction.block_values(block, induction.dealer.counts(block))[0, 0]
    return {option: Fraction(int(values[induction.tree.end_of[after]]), whole) for option, after in options.items()}


def _solved(
    game: Game,
    choice: str,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Mapping[str, Answer],
    stakes: Staked,
    names: tuple[str, ...],
) -> tuple[Induction, dict[Answer, int]]:
    """The values from a choice on, and the point that each legal option leads to."""
    method = method_of(game)
    scene = scene_of(game, choice, known, seen)
    dealer = Dealer(method, scene)
    dealer.keep()
    root = root_of(game, choice, chosen)
    induction = Induction(dealer, root, stakes, in_turn(game, names))
    induction.solve()
    return induction, _legal(game, root, scene.base)


def tallies_ahead(
    game: Game,
    choice: str,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Mapping[str, Answer],
    stakes: Staked,
    names: tuple[str, ...],
) -> dict[Answer, Tally]:
    """The tally of the rest of a round for every legal option of a choice; later choices are played best."""
    induction, options = _solved(game, choice, known, seen, chosen, stakes, names)
    found: dict[Answer, Tally] = {}
    for option, point in options.items():
        play = BestPlay(induction, point)
        found[option] = tally_of(induction.dealer, cells_of(induction.dealer, play, ""))
        if found[option].total != induction.scene.deals:
            raise GameError(f"{game.name}: not every deal was counted once", "no-solver")
    return found


def tally_after(
    game: Game,
    choice: str,
    known: Piles,
    seen: tuple[Card, ...],
    chosen: Mapping[str, Answer],
    stakes: Staked,
    names: tuple[str, ...],
) -> Tally | None:
    """The tally of the rest of a round in which a choice is behind: it was answered, or not asked.

    Later choices are played best; None where the answers given lead to no point of a round.
    """
    method, order = method_of(game), list(game.choices)
    answers = (chosen.get(name, NOT_PLACED) for name in order)
    made = tuple(answer for answer in answers if isinstance(answer, int))  # No choice of these games names cards.
    stage, end = order.index(choice), method.tree.at(made)
    point = method.tree.at(made[: stage + 1]) if end is None else end
    if point is None:
        return None
    dealer = Dealer(method, scene_of(game, choice, known, seen))
    dealer.keep()
    earlier = {name: answer for name, answer in chosen.items() if name != choice}
    root = root_of(game, choice, earlier) if choice in chosen else method.tree.asked_at(stage)[0]
    induction = Induction(dealer, root, stakes, in_turn(game, names))
    induction.solve()
    tally = tally_of(dealer, cells_of(dealer, BestPlay(induction, point), ""))
    if tally.total != induction.scene.deals:
        raise GameError(f"{game.name}: not every deal was counted once", "no-solver")
    return tally
