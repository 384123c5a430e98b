"""Finds the games. Nothing is registered: every folder here that holds a `game.py` is one.

Games outside the package are found as well: in the folders that `PITBOSS_GAMES` lists or `add_folder` adds, each of
which holds game folders, and by the entry points of installed packages in the group `pitboss.games`, each of which
names the package of one game. A game whose module also has `attach` can ride on others.
"""

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from pitboss.core.errors import OptionError, PitbossError, one_of, unknown
from pitboss.core.game import Game
from pitboss.games.game_folder import Custom, GameFolder
from pitboss.games.riders import Attached, on_host

FOLDER = Path(__file__).parent
PACKAGE = "pitboss.games"
VARIABLE = "PITBOSS_GAMES"
ENTRY_POINTS = "pitboss.games"
RIDER = ("attached_options", "UNNAMED_HOST")  # Names that a game with `attach` must define as well.
ANY_HOST = "HOST"
"""Stands for the name of any host in lists of games."""
_ADDED: list[Path] = []


@cache
def rulings() -> str:
    """The rulings on unclear points that concern all games."""
    return (FOLDER / "rulings.md").read_text(encoding="utf-8")


def add_folder(path: str | os.PathLike[str]) -> None:
    """Adds the games of a folder, each in a folder of its own; refuses one without games, or with a broken one."""
    _ADDED.append(Path(path))
    find.cache_clear()
    attached.cache_clear()
    try:
        find()
    except OptionError:
        _ADDED.pop()
        raise


@cache
def find() -> Mapping[str, GameFolder]:
    """Every game by name: the shipped ones, then those outside the package."""
    games = {folder.name: folder for folder in _folders(FOLDER)}
    for folder in _outside():
        taken = games.get(folder.name)
        if taken and taken.folder != folder.folder:
            raise OptionError(f"{folder.folder}: there is a game {folder.name} already, in {taken.folder}")
        if not taken:
            _check_loads(folder)
            games[folder.name] = folder
    return games


def outside() -> Mapping[str, GameFolder]:
    """The games that do not lie in the package, by name."""
    return {name: folder for name, folder in find().items() if folder.folder.parent != FOLDER}


def _folders(place: Path) -> Iterator[GameFolder]:
    """The games of a folder; they are imported as packages beside this module."""
    for folder in sorted(path.parent for path in place.glob("*/game.py")):
        yield GameFolder(folder.name.replace("_", "-"), folder, f"{PACKAGE}.{folder.name}", folder)


def _outside() -> Iterator[GameFolder]:
    """The games of the folders asked for, then those of installed packages."""
    listed = [Path(each) for each in os.environ.get(VARIABLE, "").split(os.pathsep) if each]
    for path in (*listed, *_ADDED):
        place = path.expanduser().resolve()
        games = list(_folders(place))
        if not games:
            why = "holds no folder with a game.py" if place.is_dir() else "is not a folder"
            hint = "; give the folder above it" if (place / "game.py").exists() else ""
            raise OptionError(f"no games in {path}: it {why}{hint}")
        where = sys.modules[PACKAGE].__path__
        if str(place) not in where:
            where.append(str(place))
            importlib.invalidate_caches()
        yield from games
    from importlib import metadata  # Imported late: it takes longer than all games together.

    for entry in metadata.entry_points(group=ENTRY_POINTS):
        yield _installed(entry.value)


def _installed(package: str) -> GameFolder:
    """The game that an installed package holds."""
    try:
        spec = importlib.util.find_spec(package)
    except ImportError as error:
        raise OptionError(f"the game in {package} does not load: {error}") from error
    if spec is None or not spec.submodule_search_locations:
        raise OptionError(f"the entry point {package} of {ENTRY_POINTS} names no package")
    folder = Path(next(iter(spec.submodule_search_locations)))
    top = folder.parents[package.count(".") - 1] if "." in package else folder
    return GameFolder(folder.name.replace("_", "-"), folder, package, top)


def _check_loads(folder: GameFolder) -> None:
    """Refuses a game outside the package that cannot be built, whatever is wrong with it."""
    try:
        folder.build()
    except (Exception, SystemExit) as error:
        raise OptionError(f"the game in {folder.folder} does not load: {error}") from error
    for name in RIDER if hasattr(folder.module, "attach") else ():
        if not hasattr(folder.module, name):
            raise OptionError(f"the game in {folder.folder} does not load: it can ride on others, and has no {name}")


def names() -> tuple[str, ...]:
    """The names of all games, then of every side wager on every host here that it fits."""
    return (*find(), *attached())


def riders() -> Mapping[str, GameFolder]:
    """The games that can ride on others."""
    return {name: folder for name, folder in find().items() if hasattr(folder.module, "attach")}


@cache
def attached() -> Mapping[str, Attached]:
    """Every rider on every host here that it fits."""
    fits = {}
    for rider in riders().values():
        for host in find().values():
            both = on_host(host, rider)
            try:
                both.build()
            except PitbossError:
                continue
            fits[both.name] = both
    return fits


def folder(name: str) -> GameFolder:
    """The folder of one game, or of a host with a rider."""
    games = find()
    host, plus, rider = name.partition("+")
    if host not in games and host.upper() == ANY_HOST and rider in riders():
        hosts = (each for each in attached() if each.endswith(f"+{rider}"))
        raise OptionError(f"{name}: write the game that {rider} rides on in place of {host}: {one_of(hosts)}")
    if host not in games:
        raise OptionError(unknown("game", host or name, games))
    if not plus:
        return games[host]
    if rider not in games:
        raise OptionError(unknown("game", rider or name, games))
    if rider not in riders():
        raise OptionError(f"{rider} does not ride on other games; {one_of(riders())} does")
    if host in riders():
        raise OptionError(f"{host} is a side wager and carries none; {one_of(sorted(set(games) - set(riders())))} may")
    both = on_host(games[host], games[rider])
    both.declared()  # Refuses a host that the rider does not fit.
    return both


def build(name: str, texts: Mapping[str, str] | None = None, custom: Custom | None = None) -> Game:
    """A game by name, with options given as text."""
    return folder(name).build(texts, custom)
