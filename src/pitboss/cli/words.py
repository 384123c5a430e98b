"""Phrases that several commands print."""

import sys
from collections.abc import Mapping

from pitboss import games
from pitboss.cli.console import is_decorated
from pitboss.core.errors import plural as plural
from pitboss.core.game import Chosen, Game, Wager
from pitboss.core.money import dollars
from pitboss.core.themes import theme_of
from pitboss.json_forms import host_status


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


def theme_words(game: Game) -> str:
    """A sentence on the suit that carries a themed game's icons; empty for a game without themes."""
    theme = theme_of(game.options)
    return theme.sentence(theme.icon if is_decorated(sys.stdout) else "") if theme else ""


def hosts_lines(rider: str) -> list[str]:
    """The hosts of a rider: those that its rules name, then the other games here that it fits."""
    hosts = games.folder(rider).hosts
    lines = []
    for host in hosts:
        cards = f"{host.cards}, {host.total} of {host.deck} cards" if host.total else "total not established"
        lines.append(f"{host.title}: {cards}; {host_status(host, rider)}")
    named = {host.name for host in hosts}
    for both in games.attached().values():
        if hosts and both.rider.name == rider and both.host.name not in named:
            lines.append(f"{both.host.build().title}: playable here as {both.name}; the printed rules do not name it")
    return lines
