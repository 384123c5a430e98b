"""`pitboss games`: every game with its wagers, exact house edges, choices and options."""

from pitboss.cli.args import AsJson

EXAMPLES = """
  pitboss games
  pitboss games --json
"""


def games(as_json: AsJson = False) -> None:
    """The games, their wagers and exact house edges."""
    from pitboss.cli.commands.games import listing
    from pitboss.cli.console import print_json

    if as_json:
        print_json(listing.games_json())
    else:
        listing.print_games()
