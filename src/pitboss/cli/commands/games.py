"""What the lobby and `games` print: every game, and its wagers with their exact house edges."""

from fractions import Fraction
from typing import Any

from pitboss import games
from pitboss.cli.console import bold, hosts_lines, plain_hosts, print_json, print_warnings, required_words
from pitboss.cli.progress import needs_the_compiler, working
from pitboss.core.game import Cards, Game, Strategy
from pitboss.maths.exact.solver import analysed, best_question, is_kept
from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.tally import number


def lobby() -> None:
    """The games and how to go on."""
    print(bold("Pitboss") + " deals, settles, proves and protects casino card games.\n")
    width = max(map(len, games.find()))
    built = {name: folder.build() for name, folder in games.find().items()}
    print(f"  {'':<{width}}  house edge")
    for name, game in built.items():
        print(f"  {name:<{width}}  {first_edge(game):>10}  {game.summary}")
    first = next((name for name, game in built.items() if game.choices), next(iter(built)))
    print("\nHow to go on:")
    for command, words in (
        (f"play {first}", "sit down at a table"),
        (f"rules {first}", "the rules, and how unclear points are read"),
        (f"paytables {first}", "what every bet pays"),
        ("games", "every game with its wagers, house edges and options"),
        ("settle --help", "what a given round pays, and why"),
        (f"analyze {first}", "exact figures of every bet"),
        (f"simulate {first}", "the same figures by dealing rounds"),
        (f"strategy {first}", "the best strategy in words, and short ones with their cost"),
        (f"report {first}", "the PAR sheet: add --out DIR"),
        ("design --help", "whole-number pay tables for a house edge"),
        ("advise --help", "exact value of every choice for a hand"),
        ("--help", "all commands"),
    ):
        print(f"  pitboss {command:<{len('paytables ' + first)}}  {words}")


def all_games(as_json: bool) -> None:
    """Every game with its wagers, their exact house edges, its choices and options."""
    built = [folder.build() for folder in games.find().values()]
    if as_json:
        built += [folder.build() for folder in games.attached().values()]
        print_json({"games": [_plain(game) for game in built]})
        return
    analyses = [analysis_of(game) for game in built]
    print_warnings(f"{each.game.name}: {sentence}" for each in analyses if each for sentence in each.warnings)
    for game, analysis in zip(built, analyses, strict=True):
        print("\n" + bold(game.name) + f"   {game.title}: {game.summary}")
        for label, text in _facts(game, analysis):
            print(f"  {label:<9}{text}")
    for both in games.attached().values():
        game = both.build()
        print(f"\n{bold(both.name)}   {game.summary}")
        for label, text in _wager_facts(game, analysis_of(game)):
            print(f"  {label:<9}{text}")
    print("\nHouse edges are exact: shares of the first stake, options as shown, play that is best for the main wager.")


def _facts(game: Game, analysis: Analysis | None) -> list[tuple[str, str]]:
    """The lines under a game's name."""
    facts = [
        ("deck", f"{game.deck.name}, {len(game.deck)} cards, up to {game.seats} seats"),
        *_wager_facts(game, analysis),
    ]
    facts += [("choice", f"{choice.name}: {_choice_words(game, choice.name)}") for choice in game.choices.values()]
    for place, name in enumerate(game.options):
        setting = game.options.settings[name]
        text = f"{name}={game.options.text(name)}   {setting.words}: {setting.values.words()}"
        facts.append(("options" if place == 0 else "", text))
    for place, (name, words) in enumerate(strategy_families(game.name).items()):
        facts.append(("ways" if place == 0 else "", f"{name}: {words}"))
    for place, line in enumerate(hosts_lines(game.name)):
        facts.append(("hosts" if place == 0 else "", line))
    return facts


def analysis_of(game: Game) -> Analysis | None:
    """A game analysed; None where that would take hours, for want of the compiler."""
    question = best_question(game)
    if needs_the_compiler(game) and not is_kept(game, *question):
        return None
    with working(game.name):
        return analysed(game)


def edge_text(edge: Fraction) -> str:
    """A house edge as a share of the stake."""
    return f"{float(edge):.4%}".replace("%", " %")


def first_edge(game: Game) -> str:
    """The house edge that a game is known by."""
    analysis = analysis_of(game)
    return edge_text(analysis.edge(analysis.first)) if analysis else "-"


def _wager_facts(game: Game, analysis: Analysis | None) -> list[tuple[str, str]]:
    """Every wager with its house edge, those that rise and fall together as one first."""
    rows = []
    if len(game.main_wagers) > 1:
        rows.append(("main", " + ".join(game.main_wagers) + " together"))
    rows += [(wager.name, _wager_text(game, wager.name)) for wager in game.wagers]
    width = max(len(text) for _, text in rows)
    facts = []
    for place, (name, text) in enumerate(rows):
        edge = edge_text(analysis.edge(name)) if analysis else "-"
        of = f"of {analysis.per(name)}" if analysis and analysis.per(name) not in (name, DOLLARS) else ""
        if analysis and any(sentence.startswith(f"{name} favours") for sentence in analysis.warnings):
            of = "in the player's favour"
        facts.append(("wagers" if place == 0 else "", f"{text:<{width}}  {edge:>10}  {of}".rstrip()))
    return facts


def _wager_text(game: Game, name: str) -> str:
    """A wager with its label and whether it must be made."""
    wager = game.wager[name]
    label = game.label(name)
    label = f" ({label})" if label.lower() != name.replace("_", " ") else ""
    return f"{name}{label}{required_words(wager)}"


def strategy_families(name: str) -> dict[str, str]:
    """The named strategies of a game, a family on one line."""
    families: dict[str, list[Strategy]] = {}
    for strategy in games.folder(name).strategies.values():
        numbers = "".join(f"-{number}" for number in strategy.constants.values())
        families.setdefault(strategy.name.removesuffix(numbers), []).append(strategy)
    return {
        each[0].name if len(each) == 1 else f"{each[0].name} to {each[-1].name}": each[0].words
        + (", and so on" if len(each) > 1 else "")
        for each in families.values()
    }


def _choice_words(game: Game, name: str) -> str:
    """The options of a choice."""
    options = game.choices[name].options
    if isinstance(options, Cards):
        return f"one card of {options.pile}"
    return " or ".join(each.name.lower() for each in options)


def _plain(game: Game) -> dict[str, Any]:
    """A game for JSON."""
    analysis = analysis_of(game)
    main = {}
    if len(game.main_wagers) > 1:
        main = {"main": {"wagers": list(game.main_wagers), **_plain_edge(analysis, "main")}}
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "summary": game.summary,
        "deck": game.deck.name,
        "cards": len(game.deck),
        "seats": game.seats,
        **main,
        "wagers": [
            {
                "name": wager.name,
                "label": game.label(wager.name),
                "required": wager.required,
                **({"unless": wager.unless} if wager.unless else {}),
                **_plain_edge(analysis, wager.name),
            }
            for wager in game.wagers
        ],
        "piles": [{"name": deal.pile, "cards": deal.count, "of": deal.to.value} for deal in game.piles.values()],
        "choices": [{"name": name, "options": _choice_words(game, name).split(" or ")} for name in game.choices],
        "options": [
            {
                "name": name,
                "value": game.options.plain()[name],
                "values": setting.values.words(),
                "words": setting.words,
            }
            for name, setting in game.options.settings.items()
        ],
        "strategies": [
            {"name": strategy.name, "words": strategy.words} for strategy in games.folder(game.name).strategies.values()
        ],
        **({"hosts": plain_hosts(game.name)} if hosts_lines(game.name) else {}),
    }


def _plain_edge(analysis: Analysis | None, name: str) -> dict[str, Any]:
    """The house edge of an entry for JSON, as `analyze` has it."""
    if analysis is None:
        return {}
    return {"per": analysis.per(name), "house_edge": number(analysis.figures[name].house_edge)}
