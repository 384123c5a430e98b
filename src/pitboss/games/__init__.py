"""Every game found, by name. `catalog` finds the folders, and a folder builds its game.

The package can be called: `pitboss.games()` gives the names of all games, as `games.names` does.
"""

import sys
from types import ModuleType

from pitboss.games.catalog import add_folder, attached, build, find, folder, names, outside, riders, rulings
from pitboss.games.game_folder import Custom, GameFolder, Host
from pitboss.games.riders import Attached

__all__ = [
    "Attached",
    "Custom",
    "GameFolder",
    "Host",
    "add_folder",
    "attached",
    "build",
    "find",
    "folder",
    "names",
    "outside",
    "riders",
    "rulings",
]


class _Callable(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        return names()


sys.modules[__name__].__class__ = _Callable
