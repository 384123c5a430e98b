"""What the lobby, `games`, `rules` and `paytables` print."""

import json
import os
import sys
from typing import Any

from pitboss import games
from pitboss.cli import flags
from pitboss.game import Cards, Chosen, Game
from pitboss.pays import Grid, cell_text, grid_text


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=1, ensure_ascii=False))


def fancy() -> bool:
    """Whether stdout is a terminal that wants more than plain text."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Text that stands out, where the terminal can show it."""
    return f"\033[1m{text}\033[0m" if fancy() else text


def lobby() -> None:
    """The games and how to go on."""
    print(bold("Pitboss") + " deals, settles, proves and protects casino card games.\n")
    width = max(map(len, games.find()))
    for name, folder in games.find().items():
        print(f"  {name:<{width}}  {folder.build().summary}")
    first = next(iter(games.find()))
    print("\nHow to go on:")
    for command, words in (
        (f"play {first}", "sit down at a table"),
        (f"rules {first}", "the rules, and how unclear points are read"),
        (f"paytables {first}", "what every bet pays"),
        ("games", "every game with its wagers and options"),
        ("settle --help", "what a given round pays, and why"),
        ("--help", "all commands"),
    ):
        print(f"  pitboss {command:<{len('paytables ' + first)}}  {words}")


def all_games(as_json: bool) -> None:
    """Every game with its wagers, choices and options."""
    built = [folder.build() for folder in games.find().values()]
    if as_json:
        print_json({"games": [_plain(game) for game in built]})
        return
    for place, game in enumerate(built):
        print(("\n" if place else "") + bold(game.name) + f"   {game.title}: {game.summary}")
        for label, text in _facts(game):
            print(f"  {label:<9}{text}")


def _facts(game: Game) -> list[tuple[str, str]]:
    """The lines under a game's name."""
    facts = [
        ("deck", f"{game.deck.name}, {len(game.deck)} cards, up to {game.seats} seats"),
        ("wagers", ", ".join(_wager_text(game, name) for name in game.wager)),
    ]
    facts += [("choice", f"{choice.name}: {_choice_words(game, choice.name)}") for choice in game.choices.values()]
    for number, name in enumerate(game.options):
        setting = game.options.settings[name]
        text = f"{name}={game.options.text(name)}   {setting.words}: {setting.values.words()}"
        facts.append(("options" if number == 0 else "", text))
    return facts


def _wager_text(game: Game, name: str) -> str:
    """A wager with its label and whether it must be made."""
    wager = game.wager[name]
    label = game.label(name)
    label = f" ({label})" if label.lower() != name.replace("_", " ") else ""
    how = " required" if wager.required else " by choosing it" if isinstance(wager.stake, Chosen) else ""
    return f"{name}{label}{how}"


def _choice_words(game: Game, name: str) -> str:
    """The options of a choice."""
    options = game.choices[name].options
    if isinstance(options, Cards):
        return f"one card of {options.pile}"
    return " or ".join(each.name.lower() for each in options)


def _plain(game: Game) -> dict[str, Any]:
    """A game for JSON."""
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "summary": game.summary,
        "deck": game.deck.name,
        "cards": len(game.deck),
        "seats": game.seats,
        "wagers": [
            {"name": wager.name, "label": game.label(wager.name), "required": wager.required} for wager in game.wagers
        ],
        "piles": [{"name": deal.pile, "cards": deal.count, "of": deal.to.value} for deal in game.piles.values()],
        "choices": [{"name": name, "options": _choice_words(game, name).split(" or ")} for name in game.choices],
        "options": [
            {
                "name": name,
                "value": game.options.plain()[name],
                "values": setting.values.words(),
                "words": setting.words,
            }
            for name, setting in game.options.settings.items()
        ],
    }


def rules(name: str, as_json: bool) -> None:
    """Rules and rulings."""
    folder = games.folder(name)
    if as_json:
        print_json({"game": name, "rules": folder.rules, "rulings": folder.rulings})
    elif fancy():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(f"{folder.rules}\n{folder.rulings}"), width=min(Console().width, 100))
    else:
        print(f"{folder.rules}\n{folder.rulings}", end="")


def paytables(name: str, file: str, as_toml: bool, as_json: bool) -> None:
    """The grids of a game, the user's own columns beside the shipped ones."""
    folder = games.folder(name)
    grids = folder.build(custom=flags.custom(file)).options.grids
    if as_toml:
        print(folder.paytables, end="")
    elif as_json:
        print_json({"game": name, "paytables": {grid.name: _plain_grid(grid) for grid in grids.values()}})
    else:
        print("\n\n".join(grid_words(grid) for grid in grids.values()))


def grid_words(grid: Grid) -> str:
    """A grid under its title, with what it leaves unsaid."""
    rest = f"\nevery other outcome: {cell_text(grid.otherwise)}" if grid.otherwise else ""
    note = f"\n{grid.note}" if grid.note else ""
    return f"{bold(grid.title)}   [{grid.name}]\n{grid_text(grid)}{rest}{note}"


def _plain_grid(grid: Grid) -> dict[str, Any]:
    """A grid for JSON: a mapping of outcome to pay for every column."""
    return {
        "title": grid.title,
        "note": grid.note,
        "otherwise": cell_text(grid.otherwise) if grid.otherwise else None,
        "columns": {
            column: {row: cell_text(cells[place]) for row, cells in grid.rows.items()}
            for place, column in enumerate(grid.columns)
        },
    }
