"""Every game found, by name. `catalog` finds the folders, and a folder builds its game.

The package can be called: `pitboss.games()` gives the names of all games, as `games.names` does.
"""

import sys
from types import ModuleType

from pitboss.games.catalog import add_folder, attached, build, find, folder, names, outside, rulings
from pitboss.games.game_folder import Custom, GameFolder, Host
from pitboss.games.riders import Attached


class CallablePackage(ModuleType):
    """The class of this package. Its attributes repeat the package's, so that type checkers see both."""

    Attached, Custom, GameFolder, Host = Attached, Custom, GameFolder, Host
    add_folder = staticmethod(add_folder)
    attached = staticmethod(attached)
    build = staticmethod(build)
    find = staticmethod(find)
    folder = staticmethod(folder)
    names = staticmethod(names)
    outside = staticmethod(outside)
    rulings = staticmethod(rulings)

    def __call__(self) -> tuple[str, ...]:
        """The names of all games."""
        return names()


sys.modules[__name__].__class__ = CallablePackage
