"""A designed table as a file for `--paytables`."""

from collections.abc import Mapping

from pitboss import games
from pitboss.changed_pays import with_changes
from pitboss.cli.commands.design.words import percent
from pitboss.core.errors import OptionError, PitbossError
from pitboss.core.invocation import invoked_as
from pitboss.core.pays import Custom
from pitboss.json_forms import edge_is_per
from pitboss.maths.design.shape import Candidate, Shape


def table_toml(name: str, sets: Mapping[str, str], custom: Custom | None, shape: Shape, table: Candidate) -> str:
    """A file for `--paytables` with a table in it, and with the other grids of the designer's own file."""
    try:
        made = with_changes(games.folder(name), sets, {shape.grid: {**shape.pays, **table.pays}}, custom)
    except PitbossError:
        raise OptionError(f"{shape.grid} of {name} cannot be brought by --paytables: leave out --toml") from None
    words = " ".join((f"{invoked_as()} analyze {name}", *(f"--set {key}={text}" for key, text in made.texts.items())))
    edge = f"house edge {percent(table.edge, 4)} of each {edge_is_per(shape)} bet = {table.edge}"
    return f"# {edge}\n# {words} --paytables FILE\n\n{made.paytables}"
