"""The names of a report's files: one for each variant, and the plain name for the defaults."""

from pitboss import games
from pitboss.core.pays import Custom
from pitboss.report.actual import Actual
from pitboss.report.file_names import LONGEST, file_name
from pitboss.report.subject import Assumed, Subject
from tests.support.house import DRAW_FIVE

GRID = '[tie]\ngrid = """\n  mine\nTIED 7\nNO_TIE lose\n"""\n'


def named(assumed: Assumed | None = None, custom: Custom | None = None, paper: str = "a4", **texts: str) -> str:
    return file_name(Subject(DRAW_FIVE, texts, custom, assumed or Assumed()), paper)


def test_defaults_have_the_plain_name():
    default = DRAW_FIVE.build({}, None).options.text("decks")
    assert named() == named(decks=default) == "draw-five"
    for name in games.find():
        assert file_name(Subject(games.folder(name), {})) == name


def test_every_variant_has_a_name_of_its_own():
    changes = [
        named(decks="1"),
        named(Assumed(stake_cents=2550)),
        named(Assumed(pace=45, bankrolls=(50_000, 200_000))),
        named(Assumed(rounds=1_000_000, seed=9, seats=3, hours=4, buy_in_cents=40_000)),
        named(Assumed(actual=Actual(5000, -125_050, 3, 2500, ("main", "pair_plus")))),
        named(paper="letter"),
        named(Assumed(actual=Actual(5000, 125_050, 3, 2500, ("main", "pair_plus")))),
        *map(named, (Assumed(rounds=4), Assumed(seed=4), Assumed(seats=4), Assumed(hours=4))),
        named(custom=Custom(GRID, "mine.toml")),
        named(custom=Custom(GRID.replace("7", "6"), "mine.toml")),
    ]
    assert len(set(changes)) == len(changes)
    assert changes[:6] == [
        "draw-five_decks-1",
        "draw-five_stake-25.50",
        "draw-five_pace-45_bankroll-500_bankroll-2000",
        "draw-five_rounds-1000000_seed-9_seats-3_hours-4_buy-in-400",
        "draw-five_actual-rounds-5000-loss-1250.50-seats-3-stake-25-bets-main-pair-plus",
        "draw-five_paper-letter",
    ]


def test_names_are_ones_that_file_systems_take():
    many = [named(Assumed(bankrolls=tuple(range(100, 100 * (30 + more), 100)))) for more in (0, 1)]
    assert all(len(each) <= LONGEST for each in many)
    assert many[0] != many[1]
