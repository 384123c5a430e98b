"""`pitboss rules`: rules, dealing procedure and rulings of a game, and for a rider its hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.args import AsJson, GameName, Sets

if TYPE_CHECKING:
    from pitboss.core.game import Game

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


def print_rules(game: Game) -> None:
    """Prints the rules of a game as it is set, how a round is dealt, the rulings and the hosts."""
    from pitboss import games
    from pitboss.cli.console import print_markdown
    from pitboss.cli.layout import filled
    from pitboss.cli.words import hosts_lines, theme_words
    from pitboss.core.procedure import procedure

    folder = games.folder(game.name)
    theme = theme_words(game)
    if theme:
        print(filled(theme) + "\n")
    steps = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(procedure(game), 1))
    dealt = f"# How a round is played\n\n{steps}\n"
    print_markdown("\n".join((folder.rules_for(game), dealt, folder.rulings_for(game), games.rulings())))
    hosts = hosts_lines(game.name)
    if hosts:
        print("\nHosts\n" + "\n".join(filled(line, "- ") for line in hosts))
