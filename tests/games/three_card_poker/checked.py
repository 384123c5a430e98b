"""The tallies of 3 Card Poker, alone and with the side wager, compared with the literal recount."""

from pitboss import games
from pitboss.maths.exact.solver import Staged, best_question, solve, solver_of
from tests.games.three_card_poker.recount import recounted


def check_recounted(name: str, with_spades: bool) -> None:
    """Compares every tally of a game, or of it with the side wager, with the literal recount."""
    game = games.build(name)
    assert isinstance(solver_of(game), Staged)
    assert dict(solve(game, *best_question(game)).cells) == recounted("best", with_spades)
    for strategy in games.folder(name).strategies.values():
        assert dict(solver_of(game).under(game, strategy).cells) == recounted(strategy.name, with_spades)
