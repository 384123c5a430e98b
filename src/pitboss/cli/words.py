"""Phrases that several commands print."""

import sys
from collections.abc import Mapping
from typing import Any

from pitboss import games
from pitboss.cli.console import is_decorated
from pitboss.core.cards import SUIT_NAMES
from pitboss.core.errors import plural as plural
from pitboss.core.game import Cards, Chosen, Game, Wager
from pitboss.core.money import dollars
from pitboss.core.script import cards_words
from pitboss.core.themes import theme_of
from pitboss.games import Host


def labelled(game: Game, name: str) -> str:
    """A wager's id, with its label where the two differ."""
    label = game.label(name)
    return f"{name} ({label})" if label.lower() != name.replace("_", " ").lower() else name


def bets_words(game: Game, amounts: Mapping[str, int]) -> str:
    """Bets with their amounts, which are in cents: `td (Goal) $5, first_down (Kick-Off) $10`."""
    return ", ".join(f"{labelled(game, name)} ${dollars(cents).removesuffix('.00')}" for name, cents in amounts.items())


def required_words(wager: Wager) -> str:
    """A phrase on how a wager is placed; empty where the player is free to bet it or not."""
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


def theme_words(game: Game) -> str:
    """A sentence on the suit that carries a themed game's icons; empty for a game without themes."""
    theme = theme_of(game.options)
    return theme.sentence(theme.icon if is_decorated(sys.stdout) else "") if theme else ""


def theme_json(game: Game) -> dict[str, Any]:
    """The theme of a game for JSON, under the key `theme`; empty for a game without themes."""
    theme = theme_of(game.options)
    if theme is None:
        return {}
    told = {"name": theme.name, "title": theme.title, "suit": SUIT_NAMES[theme.suit], "icon": theme.icon}
    return {"theme": {**told, "icons": theme.many, "bets": dict(theme.bets)}}


def hosts_lines(rider: str) -> list[str]:
    """The hosts of a rider: those that its rules name, then the other games here that it fits."""
    hosts = games.folder(rider).hosts
    lines = []
    for host in hosts:
        cards = f"{host.cards}, {host.total} of {host.deck} cards" if host.total else "total not established"
        lines.append(f"{host.title}: {cards}; {_host_status(host, rider)}")
    named = {host.name for host in hosts}
    for both in games.attached().values():
        if hosts and both.rider.name == rider and both.host.name not in named:
            lines.append(f"{both.host.build().title}: playable here as {both.name}; the printed rules do not name it")
    return lines


def _host_status(host: Host, rider: str) -> str:
    if f"{host.name}+{rider}" in games.attached():
        return f"playable here as {host.name}+{rider}"
    return "known total" if host.total else f"unknown{f': {host.note}' if host.note else ''}"


def hosts_json(rider: str) -> dict[str, Any]:
    """The hosts of a rider for JSON, under the key `hosts`; empty for any other game."""
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
