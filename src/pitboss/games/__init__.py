"""Every game found, by name. `catalog` finds the folders, and a folder builds its game."""

from pitboss.games.catalog import add_folder, attached, build, find, folder, outside, riders, rulings
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
    "outside",
    "riders",
    "rulings",
]
