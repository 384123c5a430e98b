"""Games on a few ranks, so small that plain enumeration of every deal can be held against a solver."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from pitboss import games
from pitboss.core.cards import JOKER, RANKS, Deck, card
from pitboss.core.game import Deal, Game
from pitboss.core.script import codes_of
from pitboss.maths.exact.decide import best_strategy, exact
from pitboss.maths.exact.plain import Solver
from pitboss.maths.exact.solver import Staged, solver_of
from pitboss.maths.tally.tally import Tally, figures, first_stakes


def shrunk(name: str, ranks: str, jokers: int = 0, cards: int = 0, **options: str) -> Game:
    """A game with these ranks in four suits, so many jokers and, where given, so many cards a pile; one seat."""
    faces = sorted(card(RANKS.index(letter), suit) for letter in ranks for suit in range(4))
    deck = Deck("small deck", (*faces, *[JOKER] * jokers))
    return _shrunk(games.build(name, options), deck, cards)


def _shrunk(game: Game, deck: Deck, cards: int) -> Game:
    """A game, and the host that it rides on, with a small deck."""
    steps = tuple(replace(step, count=cards) if cards and isinstance(step, Deal) else step for step in game.steps)
    host = _shrunk(game.host, deck, cards) if game.host else None
    return replace(game, deck=deck, steps=steps, seats=1, host=host)


def same_cells(one: Tally, other: Tally) -> bool:
    """Whether two tallies are one distribution; a solver may count deals in larger lots."""
    lots = one.total // other.total
    return dict(one.cells) == {cell: lots * weight for cell, weight in other.cells.items()}


def check_solver(game: Game, strategies: Iterable[str], every_hand: bool = True) -> None:
    """A game's own solver, or that of stages, against every deal: named strategies, the best one, and every hand."""
    solver = solver_of(game) if game.solver else Staged(game)
    stakes = first_stakes(game)
    for name in strategies:
        strategy = games.folder(game.name.partition("+")[0]).strategies[name]
        assert same_cells(exact(game, strategy), solver.under(game, strategy)), name
    solution = best_strategy(game, stakes, game.main_wagers)
    tally = solver.solve(game, stakes, game.main_wagers)
    lots = solution.tally.total // tally.total
    assert solution.tally.total == lots * tally.total
    evs = [figures(game, each, game.main_wagers, stakes).ev for each in (solution.tally, tally)]
    assert evs[0] == evs[1]
    for wager in game.wagers:
        if wager.name not in game.main_wagers:
            # Side bets do not turn on the choice, so equal choices cannot tell these apart.
            assert figures(game, solution.tally, (wager.name,), stakes) == figures(game, tally, (wager.name,), stakes)
    if every_hand:
        check_every_hand(game, solver, solution.values(next(iter(game.choices))))


def check_every_hand(game: Game, solver: Solver, values) -> None:
    """What a solver says of every hand a choice can be asked with, against enumeration."""
    (choice,) = game.choices.values()
    (pile,) = choice.sees
    coders = dict.fromkeys(source.coder for bound in game.bounds() for source in bound.sources if source.coder)
    by_code = {key[: len(coders)]: each for key, each in values.items()}
    asked = 0
    for cards in set(combinations(game.deck.faces, game.piles[pile].count)):
        hand = tuple(sum(codes_of(game, coder)[each] for each in cards) for coder in coders)
        if -1 in by_code[hand]:
            continue  # The choice is not asked with it.
        asked += 1
        told = solver.advise(game, {pile: cards}, (), first_stakes(game), game.main_wagers)
        assert told == by_code[hand], cards
    assert asked > 100
