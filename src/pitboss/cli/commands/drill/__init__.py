"""`pitboss drill`: close decisions to practise, and those misplayed before, with a score between sittings."""

from typing import Annotated

import typer

from pitboss.cli.args import BetTexts, CardsStyle, GameName, Paytables, Sets
from pitboss.core.errors import GameError

EXAMPLES = """
  pitboss drill super-pan-9
  pitboss drill three-card-poker --count 10
  pitboss drill wild-six --bet poker=5 --bet draw_bonus=5
  printf "d\\ns\\nq\\n" | pitboss drill super-pan-9 --seed 7
"""
MOST = 10_000


def drill(
    game: GameName,
    count: Annotated[str, typer.Option("--count", metavar="N", help="how many questions; q leaves before")] = "20",
    bets: BetTexts = None,
    sets: Sets = None,
    paytables: Paytables = "",
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="deal the same hands again")] = None,
    cards: CardsStyle = "two-colour",
) -> None:
    """Close decisions, and those misplayed before, graded."""
    from pitboss import api
    from pitboss.cli import args
    from pitboss.cli.commands.drill.sitting import DrillSitting
    from pitboss.cli.progress import needs_the_compiler
    from pitboss.cli.table_view.cards import read_style
    from pitboss.cli.table_view.layout import Layout
    from pitboss.coach.drill import Questions, usual_bets
    from pitboss.coach.scores import ScoreFile
    from pitboss.maths.simulate.limits import MOST_SEED

    built = args.built(game, sets, paytables)
    number = args.whole("--count", count, 1, MOST)
    start = None if seed is None else args.whole("--seed", seed, 0, MOST_SEED)
    layout = Layout(built, 1, read_style(cards))
    stakes = api.bets_in_cents(built, args.bet_texts(bets)) or (usual_bets(built) if built.choices else {})
    questions = Questions(built, stakes, start)
    if needs_the_compiler(built):
        raise GameError(f"without the compiler it takes too long to work out the choices of {built.name}", "no-solver")
    DrillSitting(questions, ScoreFile(), layout, number).run()
