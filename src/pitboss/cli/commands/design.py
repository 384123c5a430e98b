"""`pitboss design`: whole-number pay tables near a shape, with a house edge where the designer wants it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

from pitboss import games
from pitboss.cli import args as flags
from pitboss.cli.console import bold, print_json, print_warnings
from pitboss.cli.progress import working
from pitboss.core.errors import FormatError, OptionError, PitbossError, unknown
from pitboss.core.game import Game
from pitboss.core.pays import Grid, Pay, Prize, cell_text, grid_text, parse_pay, read_grids
from pitboss.maths.design.design import RANKS, Design, Limits, Span
from pitboss.maths.design.search import UNIT
from pitboss.maths.design.shape import CUT, Candidate, Shape, size_of, whole, with_pays
from pitboss.maths.tally.analysis import DOLLARS
from pitboss.maths.tally.tally import number

WIDTH = 100  # Columns of a page that tables are laid out for.
COLUMN = "design"  # What the column of a designed table is called.
FIRST = {"closeness": "the nearest", "hit": "those that hit most often", "volatility": "the least volatile"}
AROUND = Fraction(1, 200)  # What a single percentage stands for: half a point to either side.
PERCENT = re.compile(r"(-?[0-9]{1,4}(?:\.[0-9]{1,9})?)%?", re.ASCII)


@dataclass(frozen=True)
class Asked:
    """The command line of `design`."""

    name: str
    wager: str
    target: str
    hit: str
    shape: Sequence[str]
    caps: Sequence[str]
    keeps: Sequence[str]
    any_order: bool
    grid: str
    rank: str
    show: str
    sets: Sequence[str]
    paytables: str
    toml: bool
    json: bool


def design(asked: Asked) -> None:
    """Searches the tables and prints them."""
    if asked.toml and asked.json:
        raise FormatError("--toml prints one pay grid and --json a document: give one of them")
    if asked.rank not in RANKS:
        raise OptionError(unknown("--rank", asked.rank, RANKS))
    count = flags.whole("--show", asked.show, 1, 100)
    target = span("--target-edge", asked.target, "4%..6%")
    game = games.build(asked.name, flags.pairs("--set", asked.sets), flags.custom(asked.paytables))
    found = shaped(game, asked)
    with working(game.name):
        check(found)
        tables = found.tables(target, count, asked.rank)
        if not tables:
            raise OptionError(nothing_fits(found, target))
    if asked.json:
        print_json(plain(found, target, tables))
    elif asked.toml:
        print(toml(asked, found.shape, tables[0]), end="")
    else:
        print_design(found, target, tables, asked.rank)


def span(flag: str, text: str, example: str) -> Span:
    """`4%..6%` as shares; a single percentage stands for half a point to either side."""
    parts = [PERCENT.fullmatch(part.strip()) for part in text.split("..")]
    if len(parts) not in (1, 2) or not all(parts):
        raise FormatError(f"{flag} {text!r}: give percentages from low to high, such as {example}, or one, such as 5%")
    ends = [Fraction(match[1]) / 100 for match in parts if match]
    if len(ends) == 1:
        return Span(ends[0] - AROUND, ends[0] + AROUND)
    if ends[0] > ends[1]:
        raise FormatError(f"{flag} {text!r} runs backwards: write {percent(ends[1])}..{percent(ends[0])}")
    return Span(*ends)


def shaped(game: Game, asked: Asked) -> Design:
    """The design that is asked for: the game with its shape in force, and the limits."""
    if asked.wager not in game.wager:
        hint = f"; main is {' + '.join(game.main_wagers)}" if asked.wager == "main" and game.main else ""
        raise OptionError(unknown("wager", asked.wager, game.wager) + hint)
    grid = grid_of(game, asked)
    shipped = Shape(game, asked.wager, grid)
    known = {shipped.name(outcome): outcome for outcome in shipped.pays}

    def outcome_of(flag: str, name: str) -> int:
        if name.upper() not in known:
            raise OptionError(f"{flag}: {unknown(f'outcome of {grid}', name, known)}")
        return known[name.upper()]

    in_dollars = any(isinstance(pay, Prize) for pay in shipped.pays.values())
    shape = {
        outcome_of("--shape", name): shape_pay(name, text, in_dollars)
        for name, text in flags.pairs("--shape", asked.shape).items()
    }
    every = [text for text in asked.caps if "=" not in text]
    if len(every) > 1:
        raise FormatError(f"--cap {every[1]!r}: {every[0]!r} already caps every row; cap one row as OUTCOME=PAY")
    caps = {outcome: cap(text) for text in every for outcome in shipped.pays}
    for name, text in flags.pairs("--cap", (text for text in asked.caps if "=" in text)).items():
        outcome = outcome_of("--cap", name)
        caps[outcome] = min(cap(text), caps.get(outcome, cap(text)))
    limits = Limits(
        caps=caps,
        kept=frozenset(outcome_of("--keep", name) for name in asked.keeps),
        any_order=asked.any_order,
        hit=span("--hit", asked.hit, "20%..30%") if asked.hit else None,
    )
    return Design(Shape(with_pays(game, grid, shape), asked.wager, grid), limits)


def grid_of(game: Game, asked: Asked) -> str:
    """The grid that is designed: the one named, or of a wager with several the one with most rows that can vary."""
    grids = {line.pays.grid: line.pays for line in game.wager[asked.wager].lines}
    if asked.grid:
        if asked.grid not in grids:
            raise OptionError(unknown(f"grid of {asked.wager}", asked.grid, grids))
        return asked.grid
    rows = {name: sum(whole(pay) is not None for pay in pays.pays.values()) for name, pays in grids.items()}
    most = [name for name in grids if rows[name] == max(rows.values())]
    if len(most) > 1:
        raise OptionError(f"{asked.wager} is paid by {' and '.join(most)}: name one with --grid")
    return most[0]


def shape_pay(name: str, text: str, in_dollars: bool) -> Pay:
    """The pay of a row that the designer gives."""
    try:
        pay = parse_pay(f"${text}" if in_dollars and text.isdecimal() else text)
    except ValueError:
        pay = None
    if pay is None or isinstance(pay, Prize) != in_dollars:
        right = "dollars, such as $30 or 30, or $0 for nothing" if in_dollars else "8, 3:2, push or lose"
        raise FormatError(f"--shape {name}={text}: give {right}")
    return pay


def cap(text: str) -> int:
    """The most a row may pay."""
    if not re.fullmatch(r"\$?[0-9]{1,9}", text, re.ASCII) or not int(text.removeprefix("$")):
        raise FormatError(f"--cap {text!r}: give a whole number from 1, such as 100 or OUTCOME=100")
    return int(text.removeprefix("$"))


def check(design: Design) -> None:
    """Refuses limits that contradict each other or leave nothing to vary."""
    pays, caps, name = design.shape.pays, design.limits.caps, design.shape.name
    for outcome in design.limits.kept:
        pay = whole(pays[outcome])
        if pay is not None and pay > caps.get(outcome, pay):
            raise OptionError(
                f"{name(outcome)} is kept at {cell_text(pays[outcome])} and capped at {caps[outcome]}: "
                "leave out --keep or --cap"
            )
    if not any(map(design.varies, pays)):
        raise OptionError(
            f"no row of {design.shape.grid} can vary: it takes one that can occur, pays whole odds or whole dollars, "
            "and is not kept; give --shape OUTCOME=PAY"
        )
    if design.limits.any_order:
        return
    above = None
    for outcome, pay in pays.items():
        varies, size = design.varies(outcome), size_of(pay)
        if above is not None and size is not None and (1 if varies else size) > above[1]:
            raise OptionError(
                f"{name(outcome)} pays {cell_text(pay)}, and {name(above[0])} above it stays at "
                f"{cell_text(pays[above[0]])}: change --shape, or give --any-order"
            )
        if size is not None and not varies:
            above = outcome, size


def nothing_fits(design: Design, target: Span) -> str:
    """Why no table meets a target: which edges there are, and what would let in more."""
    shape, edges, hit = design.shape, design.range(), design.limits.hit
    if not design.ladders:
        return no_such_ladder(design)
    if edges is None or (hit and not design.nearest(edges, 1)):
        assert hit
        wanted = f"no table near the shape has a hit frequency from {percent(hit.low)} to {percent(hit.high)}"
        return f"{wanted}, whichever rows pay; {nearest_words(design.hits_beside(hit), hit)}: widen --hit"
    wanted = f"no whole-number table near the shape has {edge_words(design, target)}"
    if edges.meets(target):
        return f"{wanted}; {nearest_words(design.beside(target), target)}: widen --target-edge, or change --shape"
    end = f"at least {percent(edges.low, 4)}" if target.high < edges.low else f"at most {percent(edges.high, 4)}"
    if shape.deciding:  # Better play for other tables lowers their edges a little.
        end += " under the play that is best for the shape"
    for limits, words, way in looser(design):
        other = replace(design, limits=limits).range()
        if other and other.meets(target):
            return f"{wanted}; {words} it is {end}: {way}"
    for outcome, pay in shape.pays.items():
        size = size_of(pay)
        if size and size > 0 and whole(pay) is None and outcome in shape.weights:
            name = shape.name(outcome)
            return f"{wanted}; it is {end}, and {name} stays at {cell_text(pay)}: give --shape {name}={ceil(size)}"
    return f"{wanted}; with pays from a third to three times the shape's it is {end}: change --shape"


def looser(design: Design) -> Iterable[tuple[Limits, str, str]]:
    """The limits given, each left out in turn: what it did, and what to do about it."""
    limits, name = design.limits, design.shape.name
    caps = [f"{name(outcome)} capped at {most}" for outcome, most in limits.caps.items()]
    if len(caps) == len(design.shape.pays):
        caps = [f"every row capped at {max(limits.caps.values())}"]
    kept = [f"{name(outcome)} kept" for outcome in design.shape.pays if outcome in limits.kept]
    if caps:
        yield replace(limits, caps={}), f"with {' and '.join(caps)}", "raise --cap"
    if kept:
        yield replace(limits, kept=frozenset()), f"with {' and '.join(kept)}", "leave out --keep"
    if limits.hit:
        yield replace(limits, hit=None), "with such a hit frequency", "change --hit"
    if not limits.any_order:
        yield replace(limits, any_order=True), "while no row pays more than the one above", "give --any-order"


def no_such_ladder(design: Design) -> str:
    """What the limits leave nothing of."""
    for outcome in filter(design.varies, design.shape.pays):
        least, most = design.room(outcome)
        if most is not None and least > most:
            return (
                f"{design.shape.name(outcome)} would have to pay at least {least} and at most {most}: "
                "loosen --cap or --keep, or give --any-order"
            )
    return "no table near the shape has every row pay at least as much as the next: change --shape, or give --any-order"


def nearest_words(values: Iterable[Fraction | None], span: Span) -> str:
    """The values next to a span that none is in."""
    texts = [outside(value, span) for value in values if value is not None]
    return f"the nearest {'is' if len(texts) == 1 else 'are'} {' and '.join(texts)}"


def outside(value: Fraction, span: Span) -> str:
    """A share with as many decimals as it takes to see that it is outside a span."""
    texts = (percent(value, digits) for digits in range(4, 13))
    return next((text for text in texts if Fraction(text[:-1]) / 100 not in span), percent(value))


def percent(value: Fraction, digits: int | None = None) -> str:
    """A share as a percentage: all its digits, or so many decimals."""
    if digits is not None:
        return f"{float(100 * value):.{digits}f}%"
    return f"{float(100 * value):.9f}".rstrip("0").rstrip(".") + "%"


def edge_words(design: Design, target: Span) -> str:
    """What is asked for, in words."""
    hit = design.limits.hit
    also = f" and a hit frequency from {percent(hit.low)} to {percent(hit.high)}" if hit else ""
    return f"a house edge from {percent(target.low)} to {percent(target.high)} of each {per(design.shape)} bet{also}"


def per(shape: Shape) -> str:
    """What edges are a share of: fixed-dollar wagers, too, by their stake."""
    shown = shape.analysis.per(shape.entry)
    return shape.wager if shown == DOLLARS else shown


def plain(design: Design, target: Span, tables: list[Candidate]) -> dict[str, Any]:
    """The tables for JSON; edges and variances are per unit of the first stake, of fixed-dollar wagers too."""
    shape, hit = design.shape, design.limits.hit
    return {
        "game": shape.game.name,
        "version": shape.game.version,
        "options": shape.game.options.plain(),
        "wager": shape.wager,
        "grid": shape.grid,
        "entry": shape.entry,
        "per": per(shape),
        "solved_for_each_table": bool(shape.deciding),
        "target": {"low": number(target.low), "high": number(target.high)},
        "hit": {"low": number(hit.low), "high": number(hit.high)} if hit else None,
        "shape": plain_table(shape, shape.priced({})),
        "tables": [plain_table(shape, table) for table in tables],
    }


def plain_table(shape: Shape, table: Candidate) -> dict[str, Any]:
    """One table for JSON."""
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


def print_design(design: Design, target: Span, tables: list[Candidate], rank: str) -> None:
    """The tables for people: side by side, the shape first, with their figures below."""
    shape, options = design.shape, design.shape.game.options
    columns = [shape.priced({}), *tables]
    if columns[0].edge < 0:
        print_warnings([f"the shape favours the player by {percent(-columns[0].edge, 4)} of each bet"])
    favoured = [str(place) for place, table in enumerate(tables, 1) if table.edge < 0]
    if favoured:
        many = f"table {favoured[0]} favours" if len(favoured) == 1 else f"tables {', '.join(favoured)} favour"
        print_warnings([f"{many} the player: the house edge is below zero"])
    print(f"{bold(shape.game.name)}   {'  '.join(f'{name}={options.text(name)}' for name in options)}".rstrip())
    print(f"\n{bold(shape.wager)}   pay grid {shape.grid}")
    print(f"  shape   house edge {percent(columns[0].edge, 4)} of each {per(shape)} bet = {columns[0].edge}")
    print(f"  target  {edge_words(design, target)}")
    print(f"  found   {'1 table' if len(tables) == 1 else f'{len(tables)} tables, {FIRST[rank]} first'}")
    if shape.entry != shape.wager:
        print(f"  Edge, hit frequency and deviation are those of {' + '.join(shape.names)} together.")
    if shape.deciding:
        print("  The best play may turn on these pays: it was solved anew for each table.")
    print_columns(shape, columns)
    print("\nThe distance from the shape is the sum of |ln(pay / pay of the shape)| over the rows; a row that starts")
    print(f"or stops paying counts {CUT / UNIT:.4f}. --toml prints the first table as a grid for --paytables.")


def print_columns(shape: Shape, tables: list[Candidate]) -> None:
    """Tables side by side, as many as fit on a page, the shape first in every block."""
    rows = printed_rows(shape, tables)
    labels = [*map(shape.name, rows), "house edge", "hit frequency", "standard deviation", "distance"]
    columns = []
    for place, table in enumerate(tables):
        pays = [(cell_text(table.pays.get(outcome, shape.pays[outcome])), outcome in table.pays) for outcome in rows]
        facts = (
            percent(table.edge, 4),
            percent(table.hit, 4),
            f"{sqrt(table.variance):.4f}",
            f"{table.distance / UNIT:.4f}",
        )
        columns.append([(str(place) if place else "shape", True), *pays, *((fact, False) for fact in facts)])
    margin = max(map(len, labels))
    width = 2 + max(len(text) for column in columns for text, _ in column)
    beside = max(1, (WIDTH - margin) // width - 1)
    for start in range(1, len(columns), beside):
        print()
        for label, *cells in zip(["", *labels], columns[0], *columns[start : start + beside], strict=True):
            texts = (bold(text.rjust(width)) if stands_out else text.rjust(width) for text, stands_out in cells)
            print(f"{label:<{margin}}{''.join(texts)}")
    if len(rows) < len(shape.pays):
        print(f"every other outcome: {cell_text(shape.game.options.grids[shape.grid].otherwise)}")


def printed_rows(shape: Shape, tables: list[Candidate]) -> list[int]:
    """The rows that tables are printed with: down to the lowest that the grid lists or that is not as all others."""
    listed, order = shape.game.options.grids[shape.grid], list(shape.pays)
    last = max(
        place
        for place, (outcome, pay) in enumerate(shape.pays.items())
        if shape.name(outcome) in listed.rows
        or any(table.pays.get(outcome, pay) != listed.otherwise for table in tables)
    )
    return order[: last + 1]


def toml(asked: Asked, shape: Shape, table: Candidate) -> str:
    """A file for `--paytables` with a table in it; whatever else the designer's own file brought comes along.

    It is read back before it is printed. A shipped grid takes one more column; but SPADEZ lays its shipped grids out by
    cards dealt, and takes a designer's table as a grid of another name.
    """
    wanted = all_pays(with_pays(shape.game, shape.grid, table.pays))
    custom = flags.custom(asked.paytables)
    brought = read_grids(custom.text, custom.source) if custom else {}
    settings, shipped = shape.game.options.settings.values(), games.folder(asked.name).shipped
    own = [setting.grid for setting in settings if setting.grid and setting.grid not in shipped]
    for name in dict.fromkeys((shape.grid, *own)):
        choosers = [setting.name for setting in settings if setting.grid == name]
        sets = {each: text for each, text in flags.pairs("--set", asked.sets).items() if each not in choosers}
        others = [grid for grid in brought.values() if grid.name not in (name, shape.grid)]
        body = "\n".join(map(grid_toml, [grid_with(shape, table, name, name in shipped), *others]))
        try:
            game = games.build(asked.name, sets, games.Custom(body, "this file"))
        except PitbossError:
            continue
        if all_pays(game) == wanted:
            words = " ".join((f"pitboss analyze {asked.name}", *(f"--set {key}={text}" for key, text in sets.items())))
            edge = f"house edge {percent(table.edge, 4)} of each {per(shape)} bet = {table.edge}"
            return f"# {edge}\n# {words} --paytables FILE\n\n{body}"
    raise OptionError(f"{shape.grid} of {asked.name} cannot be brought by --paytables: leave out --toml")


def all_pays(game: Game) -> list[Mapping[int, Pay]]:
    """What every line of every wager pays."""
    return [line.pays.pays for wager in game.wagers for line in wager.lines]


def grid_with(shape: Shape, table: Candidate, name: str, is_shipped: bool) -> Grid:
    """The grid of a table, in one column; a column beside shipped ones needs all their rows."""
    listed, pays = shape.game.options.grids[shape.grid], {**shape.pays, **table.pays}
    rows: dict[str, tuple[Pay | None, ...]] = dict.fromkeys(listed.rows, (None,)) if is_shipped else {}
    rows |= {shape.name(outcome): (pays[outcome],) for outcome in printed_rows(shape, [table])}
    return replace(listed, name=name, columns=(COLUMN,), rows=rows)


def grid_toml(grid: Grid) -> str:
    """A grid as `--paytables` reads it."""
    otherwise = f'otherwise = "{cell_text(grid.otherwise)}"\n' if grid.otherwise else ""
    return f'[{grid.name}]\n{otherwise}grid = """\n{grid_text(grid)}\n"""\n'
