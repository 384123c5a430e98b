"""`pitboss rules`: rules and rulings of a game, and for a rider its hosts."""

from pitboss.cli.args import AsJson, GameName

EXAMPLES = """
  pitboss rules super-pan-9
  pitboss rules turbo-sports --json
"""


def rules(game: GameName, as_json: AsJson = False) -> None:
    """Rules and rulings of a game, in numbered words."""
    from pitboss import games
    from pitboss.cli.console import print_json
    from pitboss.cli.words import hosts_json

    folder = games.folder(game)
    if as_json:
        print_json({"game": game, "rules": folder.rules, "rulings": folder.rulings, **hosts_json(game)})
    else:
        print_rules(game)


def print_rules(name: str) -> None:
    """Prints the rules, the rulings and the hosts."""
    from pitboss import games
    from pitboss.cli.console import print_markdown
    from pitboss.cli.words import hosts_lines

    folder = games.folder(name)
    print_markdown(f"{folder.rules}\n{folder.rulings}")
    hosts = hosts_lines(name)
    if hosts:
        print("\nHosts\n" + "\n".join(f"  {line}" for line in hosts))
