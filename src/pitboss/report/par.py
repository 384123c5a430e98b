"""The PAR sheet: a subject's report as a document."""

from collections.abc import Callable

from pitboss.maths.progress import tell
from pitboss.report.document import Attention, Block, Document, Section, Text
from pitboss.report.sections.checks import checks_section, failures
from pitboss.report.sections.game import game_section
from pitboss.report.sections.operator import operator_section
from pitboss.report.sections.play import play_section
from pitboss.report.sections.progressive import progressive_section
from pitboss.report.sections.returns import figures_table, returns_section
from pitboss.report.sections.sessions import sessions_section
from pitboss.report.sections.settings import other_tables_section, settings_section
from pitboss.report.subject import Subject
from pitboss.report.warnings import warnings

SECTIONS: dict[str, Callable[[Subject], Section | None]] = {
    "rules": game_section,
    "returns": returns_section,
    "play": play_section,
    "other settings": settings_section,
    "progressive": progressive_section,
    "sessions": sessions_section,
    "operator": operator_section,
    "simulation": checks_section,
    "other tables": other_tables_section,
}
"""The sections in the order they are printed, each under the words that its progress is told in."""
MEANINGS = (
    "House edge is the share of the first stake that the house wins on average, element of risk the share of all that "
    "is staked. Return is what comes back of the first stake, RTP what comes back of all that is staked, raises too. "
    "Hit frequency is the share of rounds in which the bet wins. Standard deviations are per round. These figures are "
    "exact: decimals are rounded for print only, and the section of each wager has the fractions."
)


def attention(subject: Subject) -> list[str]:
    """The sentences that open the report: checks that failed, and warnings."""
    return [*failures(subject), *warnings(subject)]


def par_sheet(subject: Subject) -> Document:
    """The whole report."""
    game, sentences = subject.game, attention(subject)
    opening: list[Block] = [Attention(tuple(sentences))] if sentences else []
    opening += [figures_table(subject), Text(MEANINGS)]
    sections = []
    for done, (words, section) in enumerate(SECTIONS.items()):
        tell(words, done, len(SECTIONS))
        found = section(subject)
        if found is not None:
            sections.append(found)
    title, subtitle = f"{game.title}: PAR sheet", game.options.line(", ") or "no options"
    return Document(title, subtitle, tuple(opening), tuple(sections), game.name)
