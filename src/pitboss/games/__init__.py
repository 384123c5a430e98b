"""Every game found, by name. `catalog` finds the folders, and a folder builds its game.

The package can be called: `pitboss.games()` gives the names of all games, as `games.names` does.
"""

import sys
from types import ModuleType

from pitboss.games import catalog
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


class CallablePackage(ModuleType):
    """The class of this package. Its attributes repeat the package's, so that type checkers see both."""

    Attached, Custom, GameFolder, Host = Attached, Custom, GameFolder, Host
    add_folder = staticmethod(catalog.add_folder)
    attached = staticmethod(catalog.attached)
    build = staticmethod(catalog.build)
    find = staticmethod(catalog.find)
    folder = staticmethod(catalog.folder)
    names = staticmethod(catalog.names)
    outside = staticmethod(catalog.outside)
    riders = staticmethod(catalog.riders)
    rulings = staticmethod(catalog.rulings)

    def __call__(self) -> tuple[str, ...]:
        """The names of all games."""
        return catalog.names()


sys.modules[__name__].__class__ = CallablePackage
