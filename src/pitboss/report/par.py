"""The PAR sheet of a game: the document, from a subject."""

from collections.abc import Callable

from pitboss.maths.progress import tell
from pitboss.report.document import Attention, Block, Document, Section, Text
from pitboss.report.sections.checks import checked, failures
from pitboss.report.sections.game import described, warnings
from pitboss.report.sections.play import decided
from pitboss.report.sections.progressive import progressive
from pitboss.report.sections.returns import figures_table, returns
from pitboss.report.sections.sessions import operated, spread
from pitboss.report.sections.settings import comparisons, other_returns
from pitboss.report.subject import Subject

PARTS: dict[str, Callable[[Subject], Section | None]] = {
    "rules": described,
    "returns": returns,
    "play": decided,
    "other settings": comparisons,
    "progressive": progressive,
    "sessions": spread,
    "operator": operated,
    "simulation": checked,
    "other tables": other_returns,
}
MEANINGS = (
    "House edge is what the house keeps of the first stake, element of risk what it keeps of all that is staked, hit "
    "frequency how often a round ends with a win of that bet. Standard deviations are of one round. These figures are "
    "exact; decimals are rounded for print only, and the fractions stand with every wager."
)


def par_sheet(subject: Subject) -> Document:
    """The whole report."""
    game = subject.game
    options = ", ".join(f"{name}={game.options.text(name)}" for name in game.options)
    opening: list[Block] = []
    attention = [*failures(subject), *warnings(subject)]
    if attention:
        opening.append(Attention(tuple(attention)))
    opening.append(figures_table(subject))
    opening.append(Text(MEANINGS))
    found = []
    for done, (words, part) in enumerate(PARTS.items()):
        tell(words, done, len(PARTS))
        found.append(part(subject))
    sections = tuple(section for section in found if section is not None)
    return Document(f"{game.title}: PAR sheet", options or "no options", tuple(opening), sections, game.name)
