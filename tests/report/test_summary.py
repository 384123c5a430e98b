"""The first page: its sentence is true of any game, and its verdict names what was checked."""

from fractions import Fraction

import pytest

from pitboss.core.pays import Odds
from pitboss.maths.design.shape import with_pays
from pitboss.maths.tally.analysis import Analysis
from pitboss.report.document import Chart, Lead
from pitboss.report.par import par_sheet
from pitboss.report.sections.checks import hashed, identity
from pitboss.report.sections.summary import result_sentence, round_count, summary_blocks, verdict_table
from pitboss.report.subject import Assumed, Subject
from tests.support.house import DRAW_FIVE, HIGH_CARD


def toy(rounds: int = 2_000, simulated: Analysis | None = None, analysis: Analysis | None = None) -> Subject:
    """High Card, whose one bet pays even money, with other figures in the place of its own."""
    subject = Subject(HIGH_CARD, {}, None, Assumed(rounds=rounds))
    own = analysis or subject.analysis
    subject.__dict__.update(analysis=own, game=own.game, simulated=simulated or own)
    return subject


def paying(net: Fraction) -> Analysis:
    """High Card with another pay for a win."""
    own = Subject(HIGH_CARD, {}).analysis
    table = own.game.wager[own.first].lines[0].pays
    won = next(iter(table.pays))
    return Analysis(with_pays(own.game, table.grid, {won: Odds(net)}), own.tally)


def even_pay() -> Fraction:
    """The pay at which High Card favours nobody."""
    zero, one = (paying(Fraction(net)).figures[paying(Fraction(net)).first].ev for net in (0, 1))
    return -zero / (one - zero)


def test_the_sentence_has_what_the_house_keeps():
    subject = toy(analysis=paying(even_pay() * Fraction(9, 10)))
    kept = subject.analysis.figures[subject.analysis.first].element_of_risk
    words = result_sentence(subject)
    assert kept > 0
    assert f"the house keeps ${float(100 * kept):.2f} on average" in words
    assert words.endswith("; 2,000 dealt rounds agree.")


def test_the_sentence_is_true_where_the_player_gains_or_nobody_does():
    better = paying(even_pay() * 2)
    gained = -better.figures[better.first].element_of_risk
    assert f"the player gains ${float(100 * gained):.2f} on average" in result_sentence(toy(analysis=better))
    even = result_sentence(toy(analysis=paying(even_pay())))
    assert "neither the house nor the player gains" in even
    assert "$" not in even
    nearly = result_sentence(toy(analysis=paying(even_pay() - Fraction(1, 10**6))))
    assert "the house keeps less than a cent" in nearly


def test_the_sentence_says_whether_the_simulation_agrees():
    other = paying(Fraction(50))
    far = Analysis(other.game, other.tally)
    assert "2,000 dealt rounds do not agree" in result_sentence(toy(simulated=far))
    assert "no rounds were dealt to compare" in result_sentence(toy(rounds=0))
    assert "1 dealt round agree" in result_sentence(toy(rounds=1))


def test_optimal_play_is_named_where_there_is_a_choice():
    subject = Subject(DRAW_FIVE, {}, None, Assumed(rounds=500))
    subject.__dict__["simulated"] = subject.analysis
    assert "with optimal play" in result_sentence(subject)
    assert "optimal play" not in result_sentence(toy())


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (1, "1"),
        (999_999, "999,999"),
        (1_000_000, "1 million"),
        (1_500_000, "1.5 million"),
        (1_234_567, "1,234,567"),
        (100_000_000, "100 million"),
        (2_500_000_000, "2.5 billion"),
        (10**15, "1000 trillion"),
    ],
)
def test_counts_of_rounds_are_words_where_none_is_lost(rounds: int, words: str):
    assert round_count(rounds) == words


def test_the_first_page_comes_before_the_rules():
    subject = toy()
    document = par_sheet(subject)
    lead, *_ = document.opening
    assert isinstance(lead, Lead)
    assert sum(isinstance(block, Chart) for block in document.opening) == 2
    titles = [section.title for section in document.sections]
    assert titles.index("Every wager") < titles.index("Method and checks") < titles.index("The game")
    assert titles[-1] == "Identity"
    assert len(summary_blocks(subject)) == 3


def test_the_verdict_counts_the_checks_and_names_the_report():
    subject = toy()
    table = verdict_table(subject)
    values = {row[0]: row[1] for row in table.rows}
    assert values["Checks of these figures"] == f"all {len(subject.checks)} hold"
    assert values["Identity, sha256"] == hashed(identity(subject))
    broken = toy()
    broken.__dict__["checks"] = [each._replace(holds=place > 0) for place, each in enumerate(subject.checks)]
    assert "1 of" in {row[0]: row[1] for row in verdict_table(broken).rows}["Checks of these figures"]
