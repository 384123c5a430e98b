"""What `rules` and `paytables` print, and what other commands print with."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any

from pitboss import games
from pitboss.cli import args as flags
from pitboss.core.game import Chosen, Game, Wager
from pitboss.core.pays import Grid, cell_text, grid_text


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    print(json.dumps(document, indent=1, ensure_ascii=False))


def print_warnings(sentences: Iterable[str]) -> None:
    """What must stand on top (ruling G5)."""
    for sentence in sentences:
        print(bold(f"Attention: {sentence}."))


def fancy() -> bool:
    """Whether stdout is a terminal that wants more than plain text."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def bold(text: str) -> str:
    """Text that stands out, where the terminal can show it."""
    return f"\033[1m{text}\033[0m" if fancy() else text


def hosts_lines(name: str) -> list[str]:
    """The hosts of a rider: those its rules name, then those here that it fits besides."""
    hosts = games.folder(name).hosts
    if not hosts:
        return []
    width = max(len(host.title) for host in hosts)
    lines = [
        f"{host.title:<{width}}  {host.cards:<33}  {_total_words(host):<24}  {host_status(host, name)}"
        for host in hosts
    ]
    named = {host.name for host in hosts}
    for both in games.attached().values():
        if both.rider.name == name and both.host.name not in named:
            lines.append(f"{both.host.build().title:<{width}}  playable here as {both.name}, not named in the text")
    return lines


def _total_words(host: games.Host) -> str:
    """`6 of 52`, or what is missing."""
    return f"{host.total} of {host.deck} cards" if host.total else "total not established"


def host_status(host: games.Host, rider: str) -> str:
    """Playable here, known total, or unknown."""
    if f"{host.name}+{rider}" in games.attached():
        return f"playable here as {host.name}+{rider}"
    return "known total" if host.total else f"unknown{f': {host.note}' if host.note else ''}"


def required_words(wager: Wager) -> str:
    """How a wager comes to be made, where that is not up to the player."""
    if isinstance(wager.stake, Chosen):
        return " by choosing it"
    if not wager.required:
        return ""
    return f" required unless {wager.unless}" if wager.unless else " required"


def plain_hosts(rider: str) -> list[dict[str, Any]]:
    """The hosts of a rider for JSON."""
    return [
        {
            "name": host.name,
            "title": host.title,
            "cards": host.cards,
            "total": host.total,
            "deck": host.deck,
            "status": host_status(host, rider).split(":")[0],
            "note": host.note,
        }
        for host in games.folder(rider).hosts
    ]


def rules(name: str, as_json: bool) -> None:
    """Rules and rulings, and for a rider its hosts."""
    folder = games.folder(name)
    hosts = hosts_lines(name)
    if as_json:
        document = {"game": name, "rules": folder.rules, "rulings": folder.rulings}
        print_json({**document, "hosts": plain_hosts(name)} if hosts else document)
        return
    text = f"{folder.rules}\n{folder.rulings}"
    if fancy():
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text), width=min(Console().width, 100))
    else:
        print(text, end="")
    if hosts:
        print("\nHosts\n" + "\n".join(f"  {line}" for line in hosts))


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
    for column, higher, lower in grid.inversions():
        note += f"\nAs printed, {lower} pays more than {higher} in {column}."
    return f"{bold(grid.title)}   [{grid.name}]\n{grid_text(grid)}{rest}{note}"


def tables_in_force(game: Game) -> str:
    """What each wager of a game pays as it is set, outcome by outcome."""
    parts = []
    for wager in game.wagers:
        for pays in dict.fromkeys(line.pays.grid for line in wager.lines):
            line = next(line for line in wager.lines if line.pays.grid == pays)
            rows = "\n".join(f"  {line.pays.outcomes(key).name:<26} {pay}" for key, pay in line.pays.pays.items())
            parts.append(f"{bold(game.options.grids[pays].title)}   [{line.pays.column}]\n{rows}")
    return "\n".join(parts)


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
