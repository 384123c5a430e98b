"""Every game found, by name. `catalog` finds the folders and builds games from them."""

from pitboss.games.catalog import (
    Attached,
    Custom,
    GameFolder,
    Host,
    attached,
    build,
    find,
    folder,
    riders,
    rulings,
)

__all__ = ["Attached", "Custom", "GameFolder", "Host", "attached", "build", "find", "folder", "riders", "rulings"]
