"""`pitboss rules`: rules, dealing procedure and rulings of a game, and for a rider its hosts."""

from pitboss.cli.args import AsJson, GameName, Sets

EXAMPLES = """
  pitboss rules super-pan-9
  pitboss rules turbo-sports --set theme=soccer
  pitboss rules turbo-sports --json
"""


def rules(game: GameName, sets: Sets = None, as_json: AsJson = False) -> None:
    """Rules, dealing procedure and rulings of a game, in numbered words."""
    from pitboss.cli.args import built
    from pitboss.cli.console import print_json
    from pitboss.cli.rules_text import print_rules
    from pitboss.json_forms import rules_json

    set_game = built(game, sets, "")
    if as_json:
        print_json(rules_json(set_game))
    else:
        print_rules(set_game)
