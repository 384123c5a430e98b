"""Pitboss deals, settles, proves and protects casino card games.

    import pitboss

    pitboss.games()                                  the names of all games
    game = pitboss.build("super-pan-9", decks=1)     a game with its options set
    pitboss.analyze(game).figures["regular"]         exact figures, as fractions
    pitboss.advise(game, player="6s 4h 3d").best     the best choice with a hand

`docs/from-python.md` shows every name below at work. Nothing is loaded before it is used.
"""

TYPE_CHECKING = False  # Not imported: `typing` takes longer to load than everything else here.
__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    # `games` and `report` come from `api`: imported as packages, they would be plain modules to a type checker.
    from pitboss.api import (
        Advice,
        BestStrategy,
        CallablePackage,
        Designed,
        advise,
        analyze,
        build,
        design,
        report,
        settle,
        simulate,
        strategy,
    )
    from pitboss.core.errors import PitbossError
    from pitboss.core.round import Round
    from pitboss.core.script import Bets, Chose, Dealt

    games: CallablePackage

_HOME = {
    **dict.fromkeys(("Advice", "BestStrategy", "Designed", "advise", "analyze", "build"), "pitboss.api"),
    **dict.fromkeys(("design", "settle", "simulate", "strategy"), "pitboss.api"),
    "PitbossError": "pitboss.core.errors",
    "Round": "pitboss.core.round",
    **dict.fromkeys(("Bets", "Chose", "Dealt"), "pitboss.core.script"),
}
"""The module that each public name is loaded from. `games` and `report` are packages that can also be called."""

__all__ = [
    "Advice",
    "BestStrategy",
    "Bets",
    "Chose",
    "Dealt",
    "Designed",
    "PitbossError",
    "Round",
    "advise",
    "analyze",
    "build",
    "design",
    "games",
    "report",
    "settle",
    "simulate",
    "strategy",
]


def __getattr__(name: str) -> "Any":
    from importlib import import_module  # Not above: until `__main__` runs, Ctrl-C is a traceback.

    if name in ("games", "report"):
        return import_module(f"pitboss.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    found = getattr(import_module(_HOME[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
