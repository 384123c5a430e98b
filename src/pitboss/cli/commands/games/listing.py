"""The listings of the lobby and of `games`: every game, and its wagers with their exact house edges."""

import re
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss import games
from pitboss.api import has_kept_figures, needs_the_compiler
from pitboss.cli.console import bold, print_warnings
from pitboss.cli.layout import print_listed, print_wrapped, visible_width, width
from pitboss.cli.progress import working
from pitboss.cli.words import hosts_lines, labelled, required_words
from pitboss.core.errors import GameError
from pitboss.core.game import Game, Strategy
from pitboss.core.invocation import invoked_as
from pitboss.games import GameFolder
from pitboss.json_forms import game_json, option_names
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import DOLLARS, Analysis

COMPUTING = "computing"
"""What the lobby writes for a house edge that is still worked out."""


def print_lobby() -> list[str]:
    """Prints the games and how to go on, at once; the names of games whose house edge is not at hand yet."""
    print_wrapped("deals, settles, proves and protects casino card games.", bold("Pitboss") + " ", "")
    print()
    built, broken = built_games(games.find())
    edges = {name: first_edge(game) if has_kept_figures(game) else COMPUTING for name, game in built.items()}
    width = max(map(len, built))
    labels = {name: f"{name:<{width}}  {edge:>10}" for name, edge in edges.items()}
    print_listed([(f"{'':<{width}}  house edge", ""), *((labels[name], built[name].summary) for name in built)])
    # The example is a short game: its commands answer within seconds, also the first time.
    first = min(built, key=lambda name: (not built[name].choices, built[name].most_cards(1)))
    print_warnings(broken)
    print("\nHow to go on:")
    commands = (
        (f"play {first}", "sit down at a table, with a coach"),
        (f"drill {first}", "practise close decisions"),
        ("history --help", "replay the rounds that play --log kept"),
        (f"rules {first}", "the rules, and how unclear points are read"),
        (f"paytables {first}", "what every bet pays"),
        ("games", "every game with its wagers, house edges and options"),
        ("settle --help", "what a given round pays, and why"),
        (f"analyze {first}", "exact figures of every bet"),
        (f"simulate {first}", "the figures estimated by dealing rounds"),
        (f"strategy {first}", "the best strategy in words, and short ones with their cost"),
        (f"report {first} --out reports", "the PAR sheet, written into a folder"),
        ("design --help", "whole-number pay tables for a house edge"),
        ("advise --help", "exact value of every choice for a hand"),
        ("serve --help", "tables for many players, over the network"),
        ("verify --help", "check the cards of a round, or a whole database"),
        ("backup --help", "a copy of a live database"),
        ("--help", "all commands"),
    )
    print_listed([(f"{invoked_as()} {command}", words) for command, words in commands])
    return [name for name, edge in edges.items() if edge == COMPUTING]


def print_edge(game: Game, analysis: Analysis | None) -> None:
    """Prints the house edge of a game that the lobby left open."""
    edge = edge_text(analysis.edge(analysis.first)) if analysis else "no exact figure"
    print(f"{game.name}: house edge {edge}", flush=True)


def print_games() -> None:
    """Prints every game with its wagers, their exact house edges, its choices and options, each when it is solved."""
    found, broken = built_games(games.find())
    both, broken_too = built_games(games.attached())
    for place, name, game in numbered({**found, **both}):
        analysis, reason = figures_or_reason(game, f"{name} ({place} of {len(found) + len(both)})")
        print()
        if name in found:
            print_warnings(f"{name}: {sentence}" for sentence in (analysis.warnings if analysis else ()))
            print_wrapped(f"{game.title}: {game.summary}", bold(name) + "   ", "  ")
            facts = _facts(game, analysis)
        else:
            print_wrapped(game.summary, bold(name) + "   ", "  ")
            facts = _wager_facts(game, analysis)
        _print_facts([*facts, *_reason_facts(reason)])
        sys.stdout.flush()
    print_warnings((*broken, *broken_too))
    print()
    print_wrapped(
        "House edges are exact: shares of the first stake, options as shown, play that is best for the main wager."
    )


def built_games(folders: Mapping[str, GameFolder]) -> tuple[dict[str, Game], list[str]]:
    """The games that can be built, and a sentence on each of the others: one broken folder stops no other game."""
    built, broken = {}, []
    for name, folder in folders.items():
        try:
            built[name] = folder.build()
        except GameError as error:
            broken.append(f"{name} cannot be listed: {error}")
    return built, broken


def numbered(built: Mapping[str, Game]) -> list[tuple[int, str, Game]]:
    """Games with their names and places, from 1."""
    return [(place, name, game) for place, (name, game) in enumerate(built.items(), 1)]


def figures_or_reason(game: Game, title: str) -> tuple[Analysis | None, str]:
    """The exact analysis of a game; or None, and the reason where its solver refuses.

    `title` stands beside the progress.
    """
    try:
        return analysis_of(game, title), ""
    except GameError as error:
        return None, str(error)


def _reason_facts(reason: str) -> list[tuple[str, str]]:
    return [("exact", f"no exact figure: {reason}")] if reason else []


def _print_facts(facts: list[tuple[str, str]]) -> None:
    for label, text in facts:
        first = f"  {label:<9}"
        if visible_width(first + text) <= width():
            print(first + text)  # Columns stay where they are.
        else:
            print_wrapped(text, first)


def _under(label: str, lines: list[str]) -> list[tuple[str, str]]:
    """Lines with a label beside the first."""
    return [("" if place else label, line) for place, line in enumerate(lines)]


def _facts(game: Game, analysis: Analysis | None) -> list[tuple[str, str]]:
    """The lines under a game's name."""
    options = game.options
    settings = [
        f"{name}={options.text(name)}   {each.words}: {each.values.words()}" for name, each in options.settings.items()
    ]
    return [
        ("deck", f"{game.deck.name}, {len(game.deck)} cards, up to {game.seats} seats"),
        *_wager_facts(game, analysis),
        *(("choice", f"{name}: {' or '.join(option_names(game, name))}") for name in game.choices),
        *_under("options", settings),
        *_under("strategy", [f"{name}: {words}" for name, words in strategy_families(game).items()]),
        *_under("hosts", [re.sub(" {2,}", ", ", line) for line in hosts_lines(game.name)]),
    ]


def _wager_facts(game: Game, analysis: Analysis | None) -> list[tuple[str, str]]:
    """Every wager with its house edge; those that rise and fall together come first, as one."""
    rows = []
    if len(game.main_wagers) > 1:
        rows.append(("main", " + ".join(game.main_wagers) + " together"))
    rows += [(wager.name, labelled(game, wager.name) + required_words(wager)) for wager in game.wagers]
    width = max(len(text) for _, text in rows)
    lines = []
    for name, text in rows:
        edge = edge_text(analysis.edge(name)) if analysis else "-"
        of = f"of {analysis.per(name)}" if analysis and analysis.per(name) not in (name, DOLLARS) else ""
        if analysis and name in analysis.favouring_player:
            of = "in the player's favour"
        lines.append(f"{text:<{width}}  {edge:>10}  {of}".rstrip())
    return _under("wagers", lines)


def strategy_families(game: Game) -> dict[str, str]:
    """The named strategies of a game in words, a family of one rule on one line."""
    families: dict[str, list[Strategy]] = {}
    for strategy in games.folder(game.name).strategies_for(game):
        numbers = "".join(f"-{number}" for number in strategy.constants.values())
        families.setdefault(strategy.name.removesuffix(numbers), []).append(strategy)
    return {
        each[0].name if len(each) == 1 else f"{each[0].name} to {each[-1].name}": each[0].words
        + (", and so on" if len(each) > 1 else "")
        for each in families.values()
    }


def analysis_of(game: Game, title: str) -> Analysis | None:
    """The exact analysis of a game; None where it would take hours without the compiler.

    Raises a `GameError` with the reason where there is none.
    """
    if needs_the_compiler(game) and not has_kept_figures(game):
        return None
    with working(title, again=True):
        return analysed(game)


def edge_text(edge: Fraction) -> str:
    """A house edge as a share of the stake."""
    return f"{float(edge):.4%}".replace("%", " %")


def first_edge(game: Game) -> str:
    """The house edge that a game is known by."""
    analysis, _ = figures_or_reason(game, game.name)
    return edge_text(analysis.edge(analysis.first)) if analysis else "-"


def games_json() -> dict[str, Any]:
    """Every game for JSON, riders on their hosts too."""
    built, broken = built_games({**games.find(), **games.attached()})
    listed = []
    for place, name, game in numbered(built):
        analysis, reason = figures_or_reason(game, f"{name} ({place} of {len(built)})")
        listed.append({**game_json(game, analysis), **({"no_exact_figure": reason} if reason else {})})
    return {"games": listed, **({"broken": broken} if broken else {})}
