"""Riders: side wagers that are attached to another game, the host, as in `three-card-poker+spadez`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pitboss.core.game import Game, Strategy
from pitboss.core.guide import Guide
from pitboss.core.meters import MeterState
from pitboss.core.options import Option, Options
from pitboss.core.themes import Theme
from pitboss.games.game_folder import GameFolder, Host


@dataclass(frozen=True)
class Attached(GameFolder):
    """A host with a rider: `name` is `HOST+RIDER`, and the files are the rider's."""

    host: GameFolder
    rider: GameFolder

    def text(self, name: str, theme: Theme | None) -> str:
        """The host's text, then the rider's."""
        return f"{self.host.text(name, theme)}\n{self.rider.text(name, theme)}"

    @cached_property
    def paytables(self) -> str:
        """The host's grids, then the rider's."""
        return f"{self.host.paytables}\n{self.rider.paytables}"

    @cached_property
    def strategies(self) -> Mapping[str, Strategy]:
        """The host's strategies: a rider asks for no choice."""
        return self.host.strategies

    @cached_property
    def guide(self) -> Guide | None:
        return self.host.guide

    @cached_property
    def guides(self) -> Mapping[str, Guide]:
        return self.host.guides

    @property
    def solver(self) -> Callable[[], Any] | None:
        """The host's solver, which counts what the rider sees as well; a rider asks for no choice."""
        return self.host.solver

    @cached_property
    def hosts(self) -> tuple[Host, ...]:
        """None: only a rider by itself lists hosts."""
        return ()

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        return self.host.themes

    @property
    def caution(self) -> str:
        """The rider's sentence on a host that its rules do not name; empty for a host that they name."""
        named = self.host.name in {host.name for host in self.rider.hosts}
        return "" if named else self.rider.module.UNNAMED_HOST

    def meters(self, bet_cents: int) -> tuple[MeterState, ...]:
        return self.host.meters(bet_cents)

    def declared(self) -> tuple[Option, ...]:
        """The host's options and the rider's own for this host."""
        return (*self.host.declared(), *self.rider.module.attached_options(self.host.build()))

    def make(self, options: Options) -> Game:
        """The host with the rider on it."""
        host = replace(self.host.make(options), options=options, solver=self.solver)
        return replace(self.rider.module.attach(host, options), host=host)


def on_host(host: GameFolder, rider: GameFolder) -> Attached:
    """A rider on a host; whether it fits is checked when it is built."""
    return Attached(f"{host.name}+{rider.name}", rider.folder, rider.package, rider.root, host, rider)
