"""Phrases that several commands print."""

from typing import Any

from pitboss import games
from pitboss.core.errors import plural as plural
from pitboss.core.game import Cards, Chosen, Game, Wager
from pitboss.core.script import cards_words
from pitboss.games import Host


def labelled(game: Game, name: str) -> str:
    """A wager's id, with its label where the two differ."""
    label = game.label(name)
    return f"{name} ({label})" if label.lower() != name.replace("_", " ").lower() else name


def required_words(wager: Wager) -> str:
    """A phrase on how a wager is placed, where that is not up to the player."""
    if isinstance(wager.stake, Chosen):
        return " by choosing it"
    if not wager.required:
        return ""
    return f" required unless {wager.unless}" if wager.unless else " required"


def option_names(game: Game, choice: str) -> list[str]:
    """The options of a choice, in words."""
    options = game.choices[choice].options
    if isinstance(options, Cards):
        return [cards_words(options, options.pile)]
    return [each.name.lower() for each in options]


def hosts_lines(rider: str) -> list[str]:
    """The hosts of a rider: those its rules name, then those here that it fits besides."""
    hosts = games.folder(rider).hosts
    if not hosts:
        return []
    width = max(len(host.title) for host in hosts)
    lines = []
    for host in hosts:
        total = f"{host.total} of {host.deck} cards" if host.total else "total not established"
        lines.append(f"{host.title:<{width}}  {host.cards:<33}  {total:<24}  {_host_status(host, rider)}")
    named = {host.name for host in hosts}
    for both in games.attached().values():
        if both.rider.name == rider and both.host.name not in named:
            lines.append(
                f"{both.host.build().title:<{width}}  playable here as {both.name}; the printed rules do not name it"
            )
    return lines


def _host_status(host: Host, rider: str) -> str:
    if f"{host.name}+{rider}" in games.attached():
        return f"playable here as {host.name}+{rider}"
    return "known total" if host.total else f"unknown{f': {host.note}' if host.note else ''}"


def hosts_json(rider: str) -> dict[str, Any]:
    """The hosts of a rider for JSON, under the key `hosts`; nothing for a game that is none."""
    hosts = [
        {
            "name": host.name,
            "title": host.title,
            "cards": host.cards,
            "total": host.total,
            "deck": host.deck,
            "status": _host_status(host, rider).split(":")[0],
            "note": host.note,
        }
        for host in games.folder(rider).hosts
    ]
    return {"hosts": hosts} if hosts else {}
