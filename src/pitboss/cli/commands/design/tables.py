"""The tables that `design` found, side by side in print."""

from math import sqrt

from pitboss.cli.commands.design.ladder import print_ladder
from pitboss.cli.commands.design.words import edge_words, per_words, percent
from pitboss.cli.console import bold, print_warnings
from pitboss.cli.layout import pages, print_facts, print_wrapped
from pitboss.cli.words import labelled, plural
from pitboss.core.pays import cell_text
from pitboss.maths.design.design import Design, Span
from pitboss.maths.design.search import UNIT
from pitboss.maths.design.shape import CUT, Candidate, Shape

FIRST = {
    "spread": "spread over the range, the nearest",
    "closeness": "the nearest",
    "hit": "those that hit most often",
    "volatility": "the least volatile",
}


def print_design(design: Design, target: Span, tables: list[Candidate], rank: str) -> None:
    """Prints the tables side by side, the shape first, with their figures below."""
    shape = design.shape
    columns = [shape.priced({}), *tables]
    if columns[0].edge < 0:
        print_warnings([f"the shape favours the player by {percent(-columns[0].edge, 4)} of each bet"])
    favoured = [str(place) for place, table in enumerate(tables, 1) if table.edge < 0]
    if favoured:
        many = f"table {favoured[0]} favours" if len(favoured) == 1 else f"tables {', '.join(favoured)} favour"
        print_warnings([f"{many} the player: the house edge is below zero"])
    options = shape.game.options
    print_facts((bold(shape.game.name), *(f"{name}={options.text(name)}" for name in options)))
    print(f"\n{bold(labelled(shape.game, shape.wager))}   pay grid {shape.grid}")
    print_wrapped(f"house edge {percent(columns[0].edge, 4)} of {per_words(shape)} = {columns[0].edge}", "  shape   ")
    print_wrapped(edge_words(design, target), "  target  ")
    print(f"  found   {plural(len(tables), 'table')}{f', {FIRST[rank]} first' if len(tables) > 1 else ''}")
    if shape.entry != shape.wager:
        together = " + ".join(labelled(shape.game, name) for name in shape.names)
        print_wrapped(f"Edge, hit frequency and deviation are those of {together} together.", "  ")
    if shape.deciding:
        print_wrapped("The best play may turn on these pays: it was solved anew for each table.", "  ")
    print_columns(shape, columns)
    print_ladder(shape, tables)
    print()
    print_wrapped(
        "The distance from the shape is the sum of |ln(pay / pay of the shape)| over the rows; a row that starts or "
        f"stops paying counts {CUT / UNIT:.4f}. --toml prints the first table as a grid for --paytables.",
    )


def print_columns(shape: Shape, tables: list[Candidate]) -> None:
    """Prints tables side by side, as many as fit on a page, the shape first in every block."""
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
    wide = 2 + max(len(text) for column in columns for text, _ in column)
    shape_column, *found = columns
    for block in pages(margin + wide, [wide] * len(found), gap=0):
        print()
        for label, *cells in zip(["", *labels], shape_column, *(found[place] for place in block), strict=True):
            texts = (bold(text.rjust(wide)) if stands_out else text.rjust(wide) for text, stands_out in cells)
            print(f"{label:<{margin}}{''.join(texts)}")
    if len(rows) < len(shape.pays):
        print(f"every other outcome: {cell_text(shape.game.options.grids[shape.grid].otherwise)}")


def printed_rows(shape: Shape, tables: list[Candidate]) -> list[int]:
    """The rows to print: down to the lowest that the grid lists, or whose pay is not the grid's `otherwise`."""
    listed, order = shape.game.options.grids[shape.grid], list(shape.pays)
    last = max(
        place
        for place, (outcome, pay) in enumerate(shape.pays.items())
        if shape.name(outcome) in listed.rows
        or any(table.pays.get(outcome, pay) != listed.otherwise for table in tables)
    )
    return order[: last + 1]
