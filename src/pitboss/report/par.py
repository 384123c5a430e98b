"""The PAR sheet: a subject's report as a document."""

from collections.abc import Callable

from pitboss.maths.progress import tell
from pitboss.report.document import Attention, Block, Document, Section, Text
from pitboss.report.file_names import A4, file_name
from pitboss.report.headlines import MEANINGS
from pitboss.report.sections.checks import checks_section, failures, identity_section
from pitboss.report.sections.game import game_section
from pitboss.report.sections.operator import operator_section
from pitboss.report.sections.pay_editor import editor_section
from pitboss.report.sections.play import play_section
from pitboss.report.sections.progressive import progressive_section
from pitboss.report.sections.returns import figures_table, returns_section
from pitboss.report.sections.sessions import sessions_section
from pitboss.report.sections.settings import other_tables_section, settings_section
from pitboss.report.sections.summary import summary_blocks, verdict_table
from pitboss.report.sections.together import together_section
from pitboss.report.subject import Subject
from pitboss.report.warnings import warnings

SECTIONS: dict[str, Callable[[Subject], Section | None]] = {
    "pays to change": editor_section,
    "returns": returns_section,
    "bets together": together_section,
    "play": play_section,
    "sessions": sessions_section,
    "operator": operator_section,
    "progressive": progressive_section,
    "other settings": settings_section,
    "other tables": other_tables_section,
    "simulation": checks_section,
    "rules": game_section,
    "identity": identity_section,
}
"""The sections in the order they are printed, each under the words that its progress is told in."""


def attention(subject: Subject) -> list[str]:
    """The sentences that open the report: checks that failed, and warnings."""
    return [*failures(subject), *warnings(subject)]


def par_sheet(subject: Subject, paper: str = A4) -> Document:
    """The whole report; its links lead to files on this paper."""
    game, sentences = subject.game, attention(subject)
    lead, *pictures = summary_blocks(subject)
    opening: list[Block] = [lead, *([Attention(tuple(sentences))] if sentences else []), *pictures]
    opening += [figures_table(subject), Text(MEANINGS), verdict_table(subject)]
    sections = []
    for done, (words, section) in enumerate(SECTIONS.items()):
        tell(words, done, len(SECTIONS))
        found = section(subject)
        if found is not None:
            sections.append(found)
    title, subtitle = f"{game.title}: PAR sheet", game.options.line(", ") or "no options"
    return Document(title, subtitle, tuple(opening), tuple(sections), file_name(subject, paper))
