"""The JSON documents that commands print and the server answers with: one form of each."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

from pitboss import api, games
from pitboss.choice_texts import ChoiceText, choice_texts
from pitboss.core.cards import SUIT_NAMES, card_text
from pitboss.core.explanation import explanation
from pitboss.core.game import Cards, Chosen, Equal, Fixed, Game
from pitboss.core.meters import MeterChoice, MeterMove
from pitboss.core.money import dollars
from pitboss.core.options import Percent
from pitboss.core.pays import Grid, cell_text
from pitboss.core.procedure import procedure
from pitboss.core.round import Round
from pitboss.core.script import cards_words, option_name
from pitboss.core.settled_words import ended_words, told_lines, words_of
from pitboss.core.stakes import smallest_table_step
from pitboss.core.steps import Choose, Deal, Step
from pitboss.core.themes import ThemeChoice, theme_of
from pitboss.core.transcript import Difference, RoundFile
from pitboss.core.wagers import Stake, Wager
from pitboss.games import Host

if TYPE_CHECKING:
    from pitboss.coach.review import Reviewed
    from pitboss.maths.design.design import Design, Span
    from pitboss.maths.design.shape import Candidate, Shape
    from pitboss.maths.tally.analysis import Analysis

WRITTEN_FREELY = (Percent, MeterChoice)
"""Kinds of option that take more values than are listed."""


def settlement_json(played: Round, wrong: Sequence[Difference] = ()) -> dict[str, Any]:
    """A settled round: every line of every bet, and why; `wrong` are lines of its text that the rules contradict."""
    settlement = api.settle(played)
    return {
        "game": played.game.name,
        "version": played.game.version,
        "options": played.game.options.as_json(),
        "lines": [
            {
                "seat": line.seat,
                "wager": line.wager,
                "line": line.line,
                "stake": dollars(line.stake_cents),
                "outcome": line.outcome.name,
                "words": ended_words(played.game, line, words_of(played, line)),
                "pays": str(line.pay),
                "commission": dollars(line.commission_cents),
                "returned": dollars(line.returned_cents),
                "net": dollars(line.net_cents),
            }
            for line in told_lines(settlement)
        ],
        **({"meters": [_move_json(move) for move in settlement.meters]} if settlement.meters else {}),
        "net": dollars(settlement.net_cents()),
        "explanation": explanation(played, settlement),
        **({"wrong": [each.sentence for each in wrong]} if wrong else {}),
    }


def settlements_json(told: Sequence[tuple[RoundFile, Sequence[Difference]]]) -> dict[str, Any]:
    """One settled round, or several with their sum."""
    documents = [settlement_json(file.played, wrong) for file, wrong in told]
    if len(documents) == 1:
        return documents[0]
    return {"rounds": documents, "net": dollars(sum(api.settle(file.played).net_cents() for file, _ in told))}


def _move_json(move: MeterMove) -> dict[str, Any]:
    return {
        "meter": move.before.number,
        "before": dollars(move.before.amount_cents),
        "fed": dollars(move.fed_cents),
        "paid": [{"seat": award.seat, "award": dollars(award.paid_cents)} for award in move.awards],
        "after": dollars(move.after.amount_cents),
    }


def decision_json(decision: "Reviewed") -> dict[str, Any]:
    """A decision of a finished round: what was chosen, what was best, its grade, and what every option was worth.

    Values are in dollars, to all bets of the seat together.
    """
    from pitboss.maths.tally.as_json import number

    advice, given = decision.advice, decision.grade
    choice = decision.before.game.choices[advice.choice]
    return {
        "seat": advice.seat,
        "choice": advice.choice,
        "chosen": option_name(choice, given.chosen),
        "best": option_name(choice, given.best),
        "grade": given.words,
        "lost": number(given.lost_cents / 100),
        "options": [
            {"option": option_name(choice, answer), "ev": number(value / 100)}
            for answer, value in advice.values_cents.items()
        ],
    }


def option_names(game: Game, choice: str) -> list[str]:
    """The options of a choice as users type them, or in words what cards may be named."""
    asked = game.choices[choice]
    if isinstance(asked.options, Cards):
        return [cards_words(asked.options, asked.options.pile)]
    return [option_name(asked, option) for option in asked.options]


def theme_json(game: Game) -> dict[str, Any]:
    """The theme of a game, under the key `theme`; empty for a game without themes."""
    theme = theme_of(game.options)
    if theme is None:
        return {}
    told = {"name": theme.name, "title": theme.title, "suit": SUIT_NAMES[theme.suit], "icon": theme.icon}
    shown = {} if game.marks is None else {card_text(card): game.marks(card) for card in game.deck.counts}
    counts = {face: count for face, count in shown.items() if count}
    return {"theme": {**told, "icon_word": theme.one, "icons": theme.many, "counts": counts, "bets": dict(theme.bets)}}


def host_status(host: Host, rider: str) -> str:
    """What is known of a host that a rider's rules name."""
    if f"{host.name}+{rider}" in games.attached():
        return f"playable here as {host.name}+{rider}"
    return "known total" if host.total else f"unknown{f': {host.note}' if host.note else ''}"


def hosts_json(rider: str) -> dict[str, Any]:
    """The hosts of a rider, under the key `hosts`; empty for any other game."""
    hosts = [
        {
            "name": host.name,
            "title": host.title,
            "cards": host.cards,
            "total": host.total,
            "deck": host.deck,
            "status": host_status(host, rider).split(":")[0],
            "note": host.note,
        }
        for host in games.folder(rider).hosts
    ]
    return {"hosts": hosts} if hosts else {}


def in_force(game: Game, grid: Grid) -> list[str]:
    """The columns of a grid that pay a bet as the game is set."""
    used = {line.pays.column for wager in game.wagers for line in wager.lines if line.pays.grid == grid.name}
    return [column for column in grid.columns if column in used]


def grid_json(grid: Grid, game: Game) -> dict[str, Any]:
    """A pay grid: a mapping of outcome to pay for every column."""
    return {
        "title": grid.title,
        "note": grid.note,
        "otherwise": cell_text(grid.otherwise) if grid.otherwise else None,
        "columns": {
            column: {row: cell_text(cells[place]) for row, cells in grid.rows.items()}
            for place, column in enumerate(grid.columns)
        },
        "in_force": in_force(game, grid),
        "words": {row: grid.words_of(row) for row in grid.rows},
    }


def rules_json(game: Game) -> dict[str, Any]:
    """The rules of a game with its options, how a round is dealt, and the rulings."""
    folder = games.folder(game.name)
    return {
        "game": game.name,
        **theme_json(game),
        "rules": folder.rules_for(game),
        "procedure": list(procedure(game)),
        "rulings": folder.rulings_for(game),
        "general_rulings": games.rulings(),
        **hosts_json(game.name),
    }


def game_json(game: Game, analysis: "Analysis | None") -> dict[str, Any]:
    """A game as `games --json` lists it; without an analysis there are no house edges."""
    main = {"wagers": list(game.main_wagers), **_edge_json(analysis, "main")} if len(game.main_wagers) > 1 else {}
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "summary": game.summary,
        "deck": game.deck.name,
        "cards": len(game.deck),
        "seats": game.seats,
        **({"main": main} if main else {}),
        "wagers": [
            {
                "name": wager.name,
                "label": game.label(wager.name),
                "required": wager.required,
                **({"unless": wager.unless} if wager.unless else {}),
                **_edge_json(analysis, wager.name),
            }
            for wager in game.wagers
        ],
        "piles": [{"name": deal.pile, "cards": deal.count, "of": deal.to.value} for deal in game.piles.values()],
        "choices": [{"name": name, "options": option_names(game, name)} for name in game.choices],
        "options": [_listed_option_json(game, name) for name in game.options],
        "strategies": [
            {"name": strategy.name, "words": strategy.words}
            for strategy in games.folder(game.name).strategies_for(game)
        ],
        **hosts_json(game.name),
    }


def _listed_option_json(game: Game, name: str) -> dict[str, Any]:
    setting = game.options.settings[name]
    value = game.options.as_json()[name]
    return {"name": name, "value": value, "values": setting.values.words(), "words": setting.words}


def option_json(game: Game, name: str) -> dict[str, Any]:
    """An option with its value, its default, and the values it takes; a free one takes more than are listed."""
    setting = game.options.settings[name]
    themes = setting.values.themes if isinstance(setting.values, ThemeChoice) else ()
    return {
        **_listed_option_json(game, name),
        "default": setting.values.text(setting.default),
        "listed": list(setting.values.listed() or themes),
        "free": isinstance(setting.values, WRITTEN_FREELY),
    }


def _edge_json(analysis: "Analysis | None", name: str) -> dict[str, Any]:
    if analysis is None:
        return {}
    from pitboss.maths.tally.as_json import number

    return {"per": analysis.per(name), "house_edge": number(analysis.figures[name].house_edge)}


def felt_json(game: Game, analysis: "Analysis | None") -> dict[str, Any]:
    """All that is needed to draw a table of a game with its options: stakes, steps, choices, grids, labels, rules."""
    listed = game_json(game, analysis)
    texts = choice_texts(game)
    return {
        **listed,
        "wagers": [told | _wager_json(game, game.wager[told["name"]]) for told in listed["wagers"]],
        "piles": [told | _pile_json(game, game.piles[told["name"]]) for told in listed["piles"]],
        "choices": [
            told | _choice_json(game, game.choices[told["name"]], texts.get(told["name"], ChoiceText()))
            for told in listed["choices"]
        ],
        "options": [option_json(game, name) for name in game.options],
        "steps": [_step_json(step) for step in game.steps],
        "labels": dict(game.labels),
        "faces": [card_text(card) for card in game.deck],
        "reads": game.reads.value,
        "icon": game.icon,
        "shuffles": [each.value for each in game.shuffles],
        "smallest_step": dollars(smallest_table_step(game)),
        "meters": [
            {"number": each.number, "words": each.words, "seed": dollars(each.seed_cents)} for each in game.meters
        ],
        "grids": {grid.name: grid_json(grid, game) for grid in game.options.grids.values()},
        **{name: value for name, value in rules_json(game).items() if name != "game"},
    }


def _wager_json(game: Game, wager: Wager) -> dict[str, Any]:
    return {
        "stake": _stake_json(wager.stake),
        "needs": wager.needs,
        "unless": wager.unless,
        "commission": _fraction(wager.commission),
        "lines": [
            {
                "grid": line.pays.grid,
                "column": line.pays.column,
                "pays": {outcome.name: str(pay) for outcome, pay in _named(line.pays)},
                "words": {outcome.name: line.pays.words_of(outcome.name) for outcome, _ in _named(line.pays)},
            }
            for line in wager.lines
        ],
    }


def _named(pays: Any) -> list[tuple[Any, Any]]:
    return [(pays.outcomes(outcome), pay) for outcome, pay in pays.pays.items()]


def _fraction(value: Fraction) -> dict[str, Any]:
    return {"exact": f"{value.numerator}/{value.denominator}", "value": float(value)}


def _stake_json(stake: Stake) -> dict[str, Any]:
    if isinstance(stake, Equal):
        return {"kind": "equal", "to": stake.to}
    if isinstance(stake, Fixed):
        return {"kind": "fixed", "amount": dollars(stake.cents), "kept": stake.kept}
    return {"kind": "chosen" if isinstance(stake, Chosen) else "free"}


def _pile_json(game: Game, deal: Deal) -> dict[str, Any]:
    return {"label": game.label(deal.pile), "face": deal.face.value}


def _choice_json(game: Game, choice: Choose, text: ChoiceText) -> dict[str, Any]:
    told: dict[str, Any] = {"label": game.label(choice.name), "sees": list(choice.sees), "about": text.about}
    if isinstance(choice.options, Cards):
        said = {"asked": text.asked, "done": text.done}
        cards = {"pile": choice.options.pile, "count": choice.options.count}
        return told | {"cards": cards} | {key: words for key, words in said.items() if words}
    return told | {
        "options": [option_name(choice, option) for option in choice.options],
        "means": text.means,
        "raises": {
            option_name(choice, option): {"wager": each.wager, "of": each.of, "times": each.times}
            for option, each in choice.raises.items()
        },
    }


def _step_json(step: Step) -> dict[str, Any]:
    if isinstance(step, Deal):
        told = {"type": "deal", "pile": step.pile, "cards": step.count, "of": step.to.value, "face": step.face.value}
    elif isinstance(step, Choose):
        told = {"type": "choose", "choice": step.name}
    else:
        told = {"type": "show", "pile": step.pile}
    return {**told, "always": step.when is None}


def edge_is_per(shape: "Shape") -> str:
    """The bet that edges of designed tables are a share of; a fixed-dollar wager is its own."""
    from pitboss.maths.tally.analysis import DOLLARS

    shown = shape.analysis.per(shape.entry)
    return shape.wager if shown == DOLLARS else shown


def design_json(search: "Design", target: "Span", tables: "Sequence[Candidate]") -> dict[str, Any]:
    """The pay tables that a search found; edges and variances are per unit of the first stake, fixed or not."""
    from pitboss.maths.tally.as_json import number

    shape, hit = search.shape, search.limits.hit
    return {
        "game": shape.game.name,
        "version": shape.game.version,
        "options": shape.game.options.as_json(),
        "wager": shape.wager,
        "grid": shape.grid,
        "entry": shape.entry,
        "per": edge_is_per(shape),
        "solved_for_each_table": bool(shape.deciding),
        "target": {"low": number(target.low), "high": number(target.high)},
        "hit": {"low": number(hit.low), "high": number(hit.high)} if hit else None,
        "shape": _table_json(shape, shape.priced({})),
        "tables": [_table_json(shape, table) for table in tables],
        "ladder": {shape.name(outcome): pays for outcome, pays in shape.ladder(tables).items()},
    }


def _table_json(shape: "Shape", table: "Candidate") -> dict[str, Any]:
    from pitboss.maths.design.search import UNIT
    from pitboss.maths.tally.as_json import number

    rows = {**shape.pays, **table.pays}
    return {
        "pays": {shape.name(outcome): cell_text(pay) for outcome, pay in rows.items()},
        "house_edge": number(table.edge),
        "hit_frequency": number(table.hit),
        "variance": number(table.variance),
        "standard_deviation": sqrt(table.variance),
        "distance": table.distance / UNIT,
        "changed": [shape.name(outcome) for outcome in rows if outcome in table.pays],
    }
