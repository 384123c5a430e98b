"""The operator's tables: several seats, mixes of bets, RTP by rounds, hold, payouts, and an actual result."""

import csv
import io
import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt

import numpy as np
import pytest

from pitboss.core.errors import PitbossError
from pitboss.maths.seats.pairs import SeatPairs
from pitboss.maths.seats.results import SeatResults
from pitboss.maths.tally.figures import Estimate
from pitboss.report.actual import Actual, check_actual, read_actual
from pitboss.report.document import Chart, DataTable, Text
from pitboss.report.export.operator import operator_csv, operator_json
from pitboss.report.mixes import ROUNDS, base_entries, house_win, mix_of, mixes_of
from pitboss.report.operating import operating_of
from pitboss.report.sections.actual import percentile, verdict_words
from pitboss.report.sections.operator import operator_section
from pitboss.report.subject import Subject
from tests.support.printed import BANDS, amount_of, mentions, same
from tests.support.recomputed import Own, powered
from tests.support.report_cases import SPREAD, owns, part_of, subject_of

SEATS = "house win by rounds and seats"
COVARIANCES = "Variance and covariance of seats"
RTP = "RTP by number of rounds"
HOLD = "Hold with"
PAYOUTS = "Largest payout in one round"


def mixed(subject: Subject, names: tuple[str, ...]) -> list[tuple[Fraction, Fraction, int]]:
    """Net and stake in dollars of some entries together, with the weight, cell by cell."""
    parts = [Own(subject.analysis, name) for name in names]
    rows = zip(*(each.ended for each in parts), strict=True)
    scale = [each.dollars(subject.assumed) for each in parts]
    return [
        (
            sum((each.net * times for each, times in zip(cells, scale, strict=True)), Fraction(0)),
            sum((each.staked * times for each, times in zip(cells, scale, strict=True)), Fraction(0)),
            cells[0].weight,
        )
        for cells in rows
    ]


def moments(rows: list[tuple[Fraction, Fraction, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """The mean net, its variance, and the mean stake."""
    total = sum(weight for _, _, weight in rows)
    mean = sum((net * weight for net, _, weight in rows), Fraction(0)) / total
    square = sum((net * net * weight for net, _, weight in rows), Fraction(0)) / total
    return mean, square - mean**2, sum((stake * weight for _, stake, weight in rows), Fraction(0)) / total


def covariance(subject: Subject, names: tuple[str, ...]) -> Fraction:
    """The covariance of two seats that bet these entries, from the covariances by wager."""
    pairs = subject.seat_pairs
    assert isinstance(pairs, SeatPairs)
    dollars = {
        wager.name: own.dollars(subject.assumed)
        for own in owns_of(subject)
        if own.name in names
        for wager in own.wagers
    }
    total = Fraction(0)
    for one in dollars:
        for other in dollars:
            each = pairs.covariances.get((one, other), pairs.covariances.get((other, one)))
            assert isinstance(each, Fraction)
            total += dollars[one] * dollars[other] * each
    return total


def owns_of(subject: Subject) -> list[Own]:
    return [Own(subject.analysis, name) for name in subject.analysis.entries]


@pytest.mark.parametrize("case", SPREAD)
def test_seats_together_have_the_variance_of_their_sum(case: str):
    subject, part = subject_of(case), part_of(case, operator_section)
    tables = part.tables(SEATS)
    names = [base_entries(subject), *([subject.separate_bets] if len(tables) > 1 else [])]
    for entries, table in zip(names, tables, strict=True):
        mean, variance, _ = moments(mixed(subject, entries))
        shared = covariance(subject, entries)
        most = min(7, subject.game.seats)
        assert [(row[0], row[1]) for row in table.rows] == [
            (f"{rounds:,}", str(seats)) for rounds in ROUNDS for seats in range(1, most + 1)
        ]
        for row in table.rows:
            rounds, seats = int(row[0].replace(",", "")), int(row[1])
            same(row[2], -mean * seats * rounds)
            same(row[3], sqrt(rounds * (seats * variance + seats * (seats - 1) * shared)))
    rows = {row[0]: row for row in part.table(COVARIANCES).rows}
    for mix in mixes_of(subject):
        row = rows[mix.title]
        _, variance, _ = moments(mixed(subject, mix.entries))
        same(row[2], variance)
        same(row[3], covariance(subject, mix.entries))
        same(row[4], float(covariance(subject, mix.entries) / variance) if variance else 0.0)


def test_one_seat_is_exact_and_several_are_stretched():
    subject = subject_of("draw-five")
    own, win = Own(subject.analysis, "regular"), operating_of(subject).base
    dollars = own.dollars(subject.assumed)
    for rounds in (1_000, 10_000):
        for seats in (1, 2, 7):
            alone = own.after(seats * rounds)
            mean, stretch = -alone.mean * dollars, sqrt(1 + (seats - 1) * float(win.shared) / float(win.one.variance))
            for level, (low, high) in zip(("95 %", "99 %"), BANDS, strict=True):
                ends = [-alone.quantile(high) * dollars, -alone.quantile(low) * dollars]
                expected = [float(mean) + stretch * float(end - mean) for end in ends]
                assert [float(end) for end in win.band(level, seats, rounds)] == pytest.approx(expected)


def test_bands_of_two_seats_hold_as_many_stretches_as_they_say():
    """High Card on its whole deck: the exact distribution of two seats together, convolved."""
    subject = subject_of("high-card")
    results = SeatResults(subject.analysis, None)
    cards = np.array(list(permutations(range(52), 3)), dtype=np.int64)
    piles = {deal.pile: deal for deal in subject.game.piles.values()}
    assert {deal.count for deal in piles.values()} == {1}
    (own,) = [name for name, deal in piles.items() if deal.to.value == "seat"]
    (table,) = [name for name in piles if name != own]
    place = results.wagers.index("ante")
    nets = sum(results.nets({own: cards[:, [seat]], table: cards[:, [2]]})[:, place] for seat in (0, 1))
    values, counts = np.unique(nets, return_counts=True)
    one = np.zeros(int(values[-1] - values[0]) + 1)
    one[values - values[0]] = counts / counts.sum()
    low, chances = powered(int(values[0]), one, 1_000)
    totals = (low + np.arange(len(chances))) / results.scales[place] * subject.assumed.stake_cents / 100
    win = house_win(subject.analysis, mix_of(subject, ("ante",)), operating_of(subject).pairs)
    spread = sqrt(float(chances @ totals**2) - float(chances @ totals) ** 2)
    assert spread == pytest.approx(win.deviation(2, 1_000), rel=1e-9)
    for level, nominal in (("95 %", 0.95), ("99 %", 0.99)):
        least, most = (float(end) for end in win.band(level, 2, 1_000))
        inside = float(chances[(-totals >= least - 1e-9) & (-totals <= most + 1e-9)].sum())
        assert inside == pytest.approx(nominal, abs=0.004), level
    for share in (0.1, 0.5, 0.9):
        middle = -totals[np.searchsorted(np.cumsum(chances), 1 - share)]
        assert win.at_most(middle, 2, 1_000) == pytest.approx(share, abs=0.01)


@pytest.mark.parametrize("case", SPREAD)
def test_rtp_by_rounds_is_a_ratio(case: str):
    subject, part = subject_of(case), part_of(case, operator_section)
    rows = iter(part.table(RTP).rows)
    for own in [own for own in owns(case) if own.name in subject.separate_bets and own.staked]:
        risk = own.risk
        square = own.mean_of(lambda each, risk=risk: (each.net + risk * each.staked) ** 2)
        for rounds in ROUNDS:
            row = next(rows)
            assert row[1] == f"{rounds:,}"
            same(row[2], 1 - risk)
            if rounds > 10_000:
                continue
            after = own.after(rounds)
            error = sqrt(square / rounds) / float(own.staked)
            for share, cell in zip([share for band in BANDS for share in band], row[3:], strict=True):
                off = float(after.quantile(share) - after.mean) / after.deviation if after.deviation else 0.0
                same(cell, 1 - float(risk) + off * error)


@pytest.mark.parametrize("case", SPREAD)
def test_hold_is_win_over_drop_and_payouts_are_the_largest(case: str):
    subject, part = subject_of(case), part_of(case, operator_section)
    assumed, operating = subject.assumed, operating_of(subject)
    for row, win in zip(part.table(HOLD).rows, operating.tabled, strict=True):
        mean, _, staked = moments(mixed(subject, win.mix.entries))
        seats, first = min(5, subject.game.seats), win.mix.first
        assert first == sum(
            Own(subject.analysis, name).stake(assumed) * first_wagers(subject, name) for name in win.mix.entries
        )
        same(row[2], 20 * first)
        same(row[3], seats * 45 * staked)
        same(row[4], -mean * seats * 45)
        same(row[5], seats * 20 * first / 2)
        same(row[6], -mean * 45 * 2 / (20 * first))
    for row, mix in zip(part.table(PAYOUTS).rows, operating.mixes, strict=True):
        rows = mixed(subject, mix.entries)
        best = max(net for net, _, weight in rows if weight)
        weight = sum(weight for net, _, weight in rows if net == best)
        same(row[2], best)
        same(row[3], sum(each for _, _, each in rows) / weight)
        assert row[4].startswith("at most ") or amount_of(row[4]) <= best * subject.game.seats
        if row[4].startswith("at most "):
            same(row[4].removeprefix("at most "), best * subject.game.seats)


def first_wagers(subject: Subject, name: str) -> int:
    """The wagers of an entry that are staked before the deal; all at the same stake."""
    return sum(1 for wager in Own(subject.analysis, name).wagers if subject.analysis.stakes[wager.name])


def with_actual(text: str, case: str = "draw-five") -> Subject:
    subject = subject_of(case)
    fresh = replace(subject, assumed=replace(subject.assumed, actual=read_actual(text)))
    fresh.__dict__["analysis"] = subject.analysis
    fresh.__dict__["seat_pairs"] = subject.seat_pairs
    return fresh


def test_an_actual_result_is_placed_exactly_for_one_seat():
    subject = with_actual("rounds=1000,win=-500")
    own = Own(subject.analysis, "regular")
    after, dollars = own.after(1_000), own.dollars(subject.assumed)
    verdict = operating_of(subject).verdict
    assert verdict
    expected = -after.mean * dollars
    assert verdict.z == pytest.approx(float(-500 - expected) / (after.deviation * float(dollars)))
    totals = after.cells * float(own.step) * float(dollars)
    assert verdict.at_most == pytest.approx(after.share(totals >= 500 - 1e-6), abs=1e-9)
    assert verdict.at_least == pytest.approx(after.share(totals <= 500 + 1e-6), abs=1e-9)
    words = verdict_words(verdict, shared=True)
    mentions(words, 500, 1_000, expected, after.deviation * float(dollars), verdict.z)
    assert "lost $500.00" in words
    assert percentile(verdict.at_most) in words


@pytest.mark.parametrize(
    ("win", "outside", "words"),
    [(500, None, "chance explains it"), (5000, "95 %", "Watch the table"), (9000, "99 %", "reason to investigate")],
)
def test_words_say_whether_chance_explains_a_result(win: int, outside: str | None, words: str):
    subject = with_actual(f"rounds=1000,win={win},seats=3,stake=25,bets=regular")
    verdict = operating_of(subject).verdict
    assert verdict
    assert verdict.outside == outside, [verdict.win.band(level, 3, 1_000) for level in ("95 %", "99 %")]
    assert words in verdict_words(verdict, shared=True)
    assert "independent" in verdict_words(verdict, shared=False)


def test_a_stake_and_bets_of_its_own():
    subject = with_actual("rounds=100,win=0,seats=2,stake=5,bets=regular+tie")
    verdict = operating_of(subject).verdict
    assert verdict
    assert verdict.win.mix.first == 10
    mean, _, _ = moments(mixed(replace_stake(subject, 500), ("regular", "tie")))
    assert verdict.win.mean(2, 100) == -mean * 200


def replace_stake(subject: Subject, cents: int) -> Subject:
    fresh = replace(subject, assumed=replace(subject.assumed, stake_cents=cents))
    fresh.__dict__["analysis"] = subject.analysis
    return fresh


def test_the_chart_marks_the_result():
    subject = with_actual("rounds=1000,win=-500,seats=2")
    section = operator_section(subject).sections[-1]
    (chart,) = [block for block in section.blocks if isinstance(block, Chart)]
    mentions(chart.alt, -500, 1_000)
    assert "diamond" in chart.caption
    plain = operator_section(subject_of("draw-five")).sections[-1]
    (chart,) = [block for block in plain.blocks if isinstance(block, Chart)]
    assert "diamond" not in chart.caption
    (how,) = [block.text for block in plain.blocks if isinstance(block, Text)]
    assert read_actual(how.partition("--actual ")[2].partition(", and")[0])


def test_a_result_is_read_and_a_malformed_one_refused():
    read = read_actual("rounds=1e4, win=-1200.50, seats=3, stake=25, bets=main+pair_plus")
    assert read == Actual(10_000, -120_050, 3, 2_500, ("main", "pair_plus"))
    assert read_actual("win=$5,rounds=7") == Actual(7, 500)
    for text, sentence in {
        "": "is not NAME=VALUE",
        "rounds=5": "win is missing",
        "win=5": "rounds is missing",
        "rounds=5,win=1,200": "'200' is not NAME=VALUE",
        "rounds=0,win=1": "rounds '0' must be a whole number from 1 to 10,000,000",
        "rounds=5,win=x": "win 'x' must be an amount in dollars",
        "rounds=5,win=1,stake=-5": "stake '-5' must be a positive amount",
        "rounds=5,win=1,win=2": "win is given twice",
        "rounds=5,win=1,drop=2": "no name 'drop'",
    }.items():
        with pytest.raises(PitbossError, match=sentence):
            read_actual(text)
    with pytest.raises(PitbossError, match="seats 1 to 7"):
        check_actual(Actual(5, 0, 8), 7, ("main",))
    with pytest.raises(PitbossError, match="no bet 'tie'"):
        check_actual(Actual(5, 0, 1, 0, ("tie",)), 7, ("main",))
    with pytest.raises(PitbossError, match="main is named twice"):
        check_actual(Actual(5, 0, 1, 0, ("main", "main")), 7, ("main",))


def test_percentiles_in_words():
    assert [percentile(share) for share in (0.001, 0.01, 0.02, 0.03, 0.11, 0.52, 0.999)] == [
        "below the 1st percentile",
        *(f"at the {each} percentile" for each in ("1st", "2nd", "3rd", "11th", "52nd")),
        "above the 99th percentile",
    ]


def test_a_simulated_covariance_is_labelled_wherever_it_is_shown():
    subject = with_actual("rounds=1000,win=-500,seats=2")
    pairs = subject.seat_pairs
    assert isinstance(pairs, SeatPairs)
    names = pairs.covariances
    subject.__dict__["seat_pairs"] = SeatPairs(
        pairs.wagers, {key: Estimate(0.25, 0.01) for key in names}, "of too many hands", 1_000, 6, 1
    )
    section = operator_section(subject)
    seats = section.sections[0]
    blocks = [block for block in seats.blocks if isinstance(block, DataTable)]
    assert all("simulated" in row[3] for row in blocks[0].rows)
    assert [place for place, head in enumerate(blocks[0].head) if "simulated" in head] == [3, 4, 6]
    assert all("simulated" in table.caption and "simulated" in table.note for table in blocks[1:])
    assert any(isinstance(block, Text) and "because of too many hands" in block.text for block in seats.blocks)
    (words,) = [block.text for block in section.sections[-1].blocks if isinstance(block, Text)]
    assert "simulated" in words
    found = operator_json(subject)
    assert found["seats"]["method"] == "simulated"
    assert {row["method"] for row in found["house_win"]} == {"exact", "simulated covariance"}
    assert found["actual"]["method"] == "simulated covariance"
    assert "simulated covariance" in operator_csv(subject)


def test_json_and_csv_have_the_same_tables():
    subject = with_actual("rounds=1000,win=-500,seats=2")
    found = json.loads(json.dumps(operator_json(subject)))
    rows = list(csv.DictReader(io.StringIO(operator_csv(subject))))
    wins = [row for row in rows if row["table"] == "house win"]
    assert len(wins) == len(found["house_win"])
    for row, each in zip(wins, found["house_win"], strict=True):
        assert (row["bets"], int(row["rounds"]), int(row["seats"])) == (each["bets"], each["rounds"], each["seats"])
        assert Fraction(row["expected_exact"]) == Fraction(each["expected"]["exact"])
        assert Fraction(row["variance_exact"]) == Fraction(each["variance"]["exact"])
        assert [float(row["low_95"]), float(row["high_95"])] == each["bands"]["95%"]
        assert float(row["standard_deviation"]) == pytest.approx(sqrt(Fraction(row["variance_exact"])), abs=1e-5)
    assert len([row for row in rows if row["table"] == "RTP"]) == len(found["rtp"])
    pairs = subject.seat_pairs
    assert isinstance(pairs, SeatPairs)
    for each in found["seats"]["covariances"]:
        assert Fraction(each["covariance"]["exact"]) == pairs.covariances[tuple(each["wagers"])]
    actual = found["actual"]
    assert (actual["rounds"], actual["win_cents"], actual["seats"], actual["bets"]) == (1_000, -50_000, 2, "regular")


def test_a_game_whose_seats_cannot_be_paired_says_so():
    subject = with_actual("rounds=1000,win=-500")
    subject.__dict__["seat_pairs"] = "the dealer's card depends on the seats"
    seats = operator_section(subject).sections[0]
    (words,) = [block.text for block in seats.blocks if isinstance(block, Text)]
    assert words.startswith("Not computed: the dealer's")
    assert operator_json(subject)["seats"]["reason"] == "the dealer's card depends on the seats"
    assert {row["seats"] for row in operator_json(subject)["house_win"]} == {1}


def test_random_deals_of_seats_are_checked():
    subject = with_actual("rounds=1000,win=-500")
    pairs = subject.seat_pairs
    assert isinstance(pairs, SeatPairs)
    plain = len(subject.checks)
    for off, holds in ((0.03, True), (0.05, False)):
        means = {name: Estimate(off, 0.01) for name in pairs.wagers}
        guessed = {key: Estimate(0.25, 0.01) for key in pairs.covariances}
        subject.__dict__["seat_pairs"] = SeatPairs(pairs.wagers, guessed, "too many", 1_000, 6, 1, means)
        del subject.__dict__["checks"]
        assert len(subject.checks) == plain + 1
        assert subject.checks[-1].holds == holds
