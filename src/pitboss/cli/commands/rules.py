"""`pitboss rules`: rules, dealing procedure and rulings of a game, and for a rider its hosts."""

from pitboss.cli.args import AsJson, GameName, Sets

EXAMPLES = """
  pitboss rules super-pan-9
  pitboss rules turbo-sports --set theme=soccer
  pitboss rules turbo-sports --json
"""


def rules(game: GameName, sets: Sets = None, as_json: AsJson = False) -> None:
    """Rules, dealing procedure and rulings of a game, in numbered words."""
    from pitboss import games
    from pitboss.cli.args import built
    from pitboss.cli.console import print_json
    from pitboss.cli.rules_text import print_rules
    from pitboss.cli.words import hosts_json, theme_json
    from pitboss.core.procedure import procedure

    folder, set_game = games.folder(game), built(game, sets, "")
    if as_json:
        print_json(
            {
                "game": game,
                **theme_json(set_game),
                "rules": folder.rules_for(set_game),
                "procedure": list(procedure(set_game)),
                "rulings": folder.rulings_for(set_game),
                "general_rulings": games.rulings(),
                **hosts_json(game),
            }
        )
    else:
        print_rules(set_game)
