"""The rules of a game as they are printed, by the command and at a table."""

from pitboss import games
from pitboss.cli.console import print_markdown
from pitboss.cli.layout import filled
from pitboss.cli.words import hosts_lines, theme_words
from pitboss.core.game import Game
from pitboss.core.procedure import procedure


def print_rules(game: Game) -> None:
    """Prints the rules of a game with its options, how a round is dealt, the rulings and the hosts."""
    folder = games.folder(game.name)
    if theme := theme_words(game):
        print(filled(theme) + "\n")
    steps = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(procedure(game), 1))
    dealt = f"# How a round is played\n\n{steps}\n"
    print_markdown("\n".join((folder.rules_for(game), dealt, folder.rulings_for(game), games.rulings())))
    if hosts := hosts_lines(game.name):
        print("\nHosts\n" + "\n".join(filled(line, "- ") for line in hosts))
