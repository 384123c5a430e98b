"""`pitboss design`: what it prints and writes, every edge two ways, and what is refused."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.commands.design import request
from pitboss.cli.commands.design.ladder import drawn
from pitboss.cli.commands.design.toml import table_toml
from pitboss.core.pays import Odds
from pitboss.maths.design.design import Design, Span
from pitboss.maths.design.search import UNIT
from pitboss.maths.design.shape import Shape, apart, with_pays
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.analysis import DOLLARS
from tests.support.command import check_refused, pitboss


def share(text: str) -> Span:
    return request.span("--target-edge", text, "")


def document(*arguments: str) -> dict:
    done = pitboss("design", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


NINE = ("turbo-sports", "--wager", "nine_card_bonus")


def sizes(table: dict) -> list[int]:
    return [int(pay) for pay in table["pays"].values() if pay not in ("lose", "push")]


def test_caps_rows_that_are_kept_and_the_ladder_are_respected():
    found = document(*NINE, "--target-edge", "3%..5%", "--cap", "500", "--cap", "suited_7=80", "--keep", "SUITED_4")
    assert len(found["tables"]) == 10
    for table in found["tables"]:
        assert 0.03 <= table["house_edge"]["value"] <= 0.05
        assert max(sizes(table)) <= 500
        assert int(table["pays"]["SUITED_7"]) <= 80
        assert table["pays"]["SUITED_4"] == "3"
        assert sizes(table) == sorted(sizes(table), reverse=True)
        assert table["pays"]["SUITED_3"] == "lose"
        assert table["changed"] == [row for row, pay in table["pays"].items() if pay != found["shape"]["pays"][row]]


def test_a_row_that_is_kept_holds_those_below_it():
    kept = ("--shape", "SUITED_7=20", "--keep", "SUITED_7")
    for table in document(*NINE, "--target-edge", "0%..20%", *kept)["tables"]:
        assert table["pays"]["SUITED_7"] == "20"
        assert sizes(table) == sorted(sizes(table), reverse=True)


def test_any_order_lets_lower_rows_pay_more():
    asked = ("turbo-sports", "--wager", "td", "--target-edge", "5%..10%", "--show", "100")
    ladder, loose = document(*asked)["tables"], document(*asked, "--any-order")["tables"]
    assert all(table in loose for table in ladder)
    more = [table for table in loose if table not in ladder]
    assert more
    assert all(int(table["pays"]["FOURTEEN"]) < int(table["pays"]["MADE"]) for table in more)


def test_a_shape_of_the_designer_is_what_distance_is_counted_from():
    found = document(
        "turbo-sports", "--wager", "td", "--target-edge", "0%..10%", "--shape", "FOURTEEN=25", "--shape", "made=4"
    )
    assert found["shape"]["pays"] == {"FOURTEEN": "25", "MADE": "4", "SHORT": "lose"}
    assert found["shape"]["distance"] == 0
    assert all(table["changed"] for table in found["tables"])  # The shape is no proposal.
    for table in found["tables"]:
        distance = apart(int(table["pays"]["FOURTEEN"]), 25) + apart(int(table["pays"]["MADE"]), 4)
        assert table["distance"] == distance / UNIT


def test_without_a_hit_frequency_the_rows_that_pay_stay():
    for table in document(*NINE, "--target-edge", "-50%..50%", "--show", "100")["tables"]:
        assert [row for row, pay in table["pays"].items() if pay != "lose"] == [
            f"SUITED_{count}" for count in range(9, 3, -1)
        ]


def test_a_hit_frequency_moves_the_cut():
    seldom = document(*NINE, "--target-edge", "5%..6%", "--hit", "2%..5%")["tables"]
    often = document(*NINE, "--target-edge", "5%..6%", "--hit", "30%..50%")["tables"]
    for table in seldom:
        assert table["pays"]["SUITED_4"] == table["pays"]["SUITED_3"] == "lose"
        assert table["hit_frequency"]["value"] < 0.05
    for table in often:
        assert table["pays"]["SUITED_3"] in ("1", "2", "3")
        assert 0.3 <= table["hit_frequency"]["value"] <= 0.5
    kept = ("--keep", "SUITED_3", "--target-edge", "5%..6%", "--hit", "30%..50%")
    check_refused(("design", *NINE, *kept), "the nearest is 14.5289%: widen --hit")


def test_proposals_are_spread_over_the_range_and_round():
    """No near-copies: a table in every tenth of the range that has one, and none of 85 or 95."""
    asked = (*NINE, "--target-edge", "5%..8%")
    found, near = document(*asked), document(*asked, "--rank", "closeness")
    assert len(found["tables"]) == len(near["tables"]) == 10
    assert all(table["changed"] for table in (*found["tables"], *near["tables"]))
    for tables, least in ((found["tables"], 9), (near["tables"], 0)):
        bands = {int((table["house_edge"]["value"] - 0.05) / 0.003) for table in tables}
        assert len(bands) >= least
    edges = [table["house_edge"]["value"] for table in found["tables"]]
    assert max(edges) - min(edges) > 0.024
    assert not {"85", "95", "850", "950"} & {pay for table in found["tables"] for pay in table["pays"].values()}
    assert [table["distance"] for table in found["tables"]] == sorted(table["distance"] for table in found["tables"])


def test_the_ladder_is_drawn():
    """The shape as o, tables that pay otherwise as digits, in the order of their pays."""
    shown = pitboss("design", *NINE, "--target-edge", "5%..8%", "--show", "3").stdout
    picture = shown.partition("The ladders")[2].splitlines()[1:7]
    assert [line.split()[0] for line in picture] == [f"SUITED_{count}" for count in range(9, 3, -1)]
    marks = [line.split()[1] for line in picture]
    assert all("o" in each or "+" in each for each in marks)
    ends = [len(each) for each in marks]
    assert ends == sorted(ends, reverse=True)
    assert drawn([10, 100, 10, None], 100, 11) == ".....o....1"
    assert drawn([1, 1], 1, 5) == "o"


def test_ranks():
    asked = (*NINE, "--target-edge", "4%..6%", "--hit", "2%..50%", "--show", "20")
    near, hits, calm = (document(*asked, "--rank", rank)["tables"] for rank in ("closeness", "hit", "volatility"))
    assert [table["distance"] for table in near] == sorted(table["distance"] for table in near)
    often = [table["hit_frequency"]["value"] for table in hits]
    assert often == sorted(often, reverse=True)
    varied = [table["variance"]["value"] for table in calm]
    assert varied == sorted(varied)
    assert varied[0] < min(table["variance"]["value"] for table in near)
    assert often[0] > near[0]["hit_frequency"]["value"]


def check_round_trip(tmp_path: Path, name: str, wager: str, target: str, *more: str) -> dict:
    """Every table written as a grid and analysed has the edge, hit frequency and variance that was shown."""
    sets = [more[place + 1] for place, flag in enumerate(more) if flag == "--set"]
    asked = (name, "--wager", wager, "--target-edge", target, *more)
    found = document(*asked, "--show", "3", "--rank", "closeness")
    texts = [pitboss("design", *asked, "--toml", "--rank", "closeness").stdout]
    options = dict(text.split("=") for text in sets)
    shape = Shape(games.build(name, options), wager, found["grid"])
    near = Design(shape).tables(share(target), 4) if "--hit" not in more and "--shape" not in more else []
    for table in [each for each in near if each.pays][1:3]:
        texts.append(table_toml(name, options, None, shape, table))
    for text, table in zip(texts, found["tables"], strict=False):
        path = tmp_path / "mine.toml"
        path.write_text(text)
        used = re.search(r"^# pitboss (analyze .*) --paytables FILE$", text, re.MULTILINE)
        assert used
        figures = json.loads(pitboss(*used[1].split(), "--paytables", str(path), "--json").stdout)["wagers"][
            found["entry"]
        ]
        unit = shape.analysis.stakes[wager] if figures["per"] == DOLLARS else Fraction(1)
        assert Fraction(figures["house_edge"]["exact"]) / unit == Fraction(table["house_edge"]["exact"])
        assert Fraction(figures["variance"]["exact"]) / unit**2 == Fraction(table["variance"]["exact"])
        assert figures["hit_frequency"] == table["hit_frequency"]
    return found


@pytest.mark.parametrize(
    "asked",
    [
        ("turbo-sports", "td", "0%..20%"),
        ("turbo-sports", "nine_card_bonus", "5%..6%", "--hit", "30%..50%"),
        ("turbo-sports", "first_down", "-70%..0%", "--shape", "SIX_IN_THREE=2"),
        ("super-pan-9", "tie", "0%..20%", "--set", "commission_on_tie=yes", "--set", "decks=2"),
        ("super-pan-9", "regular", "-50%..10%"),
        ("spadez", "spadez", "4%..6%", "--set", "cards=7", "--set", "table=B"),
        ("spadez", "spadez", "4%..6%", "--set", "cards=14", "--set", "table=D"),
        ("spadez", "spadez", "-120%..-60%", "--set", "cards=12", "--shape", "SPADES_4=1", "--shape", "SPADES_3=1"),
    ],
)
def test_every_edge_is_that_of_the_written_table(tmp_path: Path, asked):
    check_round_trip(tmp_path, *asked)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "asked",
    [
        ("three-card-poker", "pair_plus", "4%..6%", "--set", "pair_plus=40-30-6-3-1"),
        ("three-card-poker", "ante", "4%..6%"),
        ("three-card-poker+spadez", "spadez", "5%..6%", "--set", "spadez=B"),
        ("three-card-blitz", "blind", "2%..3%"),
        ("three-card-blitz", "flush_bonus", "4%..6%"),
        ("three-card-blitz", "blitz_bonus", "8%..10%", "--set", "blitz_bonus=progressive"),
        ("three-card-blitz", "blitz_bonus", "10%..12%", "--set", "blitz_bonus=progressive", "--hit", "5%..10%"),
        ("wild-six", "taxpayers_fortune", "4%..6%"),
        ("wild-six", "poker", "1%..6%"),
    ],
)
def test_every_edge_is_that_of_the_written_table_compiled(tmp_path: Path, asked):
    found = check_round_trip(tmp_path, *asked)
    assert found["entry"] == ("main" if asked[1] in ("ante", "blind") else asked[1])


def test_what_else_a_designers_file_brought_comes_along(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[td]\ngrid = """\n  mine\nFOURTEEN 12\nMADE 5\nSHORT lose\n"""\n[long_pass]\ngrid = """\n  mine\nFOURTEEN 9\nMADE 1\nSHORT lose\n"""\n'
    )
    asked = ("turbo-sports", "--wager", "td", "--target-edge", "3%..5%", "--paytables", str(path))
    assert document(*asked)["shape"]["pays"]["FOURTEEN"] == "12"
    other = tmp_path / "other.toml"
    other.write_text(pitboss("design", *asked, "--toml").stdout)
    figures = json.loads(pitboss("analyze", "turbo-sports", "--paytables", str(other), "--json").stdout)["wagers"]
    assert figures["td"]["house_edge"] == document(*asked)["tables"][0]["house_edge"]
    assert [row["pays"] for row in figures["long_pass"]["outcomes"]] == ["9 to 1", "1 to 1", "lose"]


@pytest.mark.compiled
def test_the_blind_is_designed_by_the_edge_of_all_main_wagers():
    found = document("three-card-blitz", "--wager", "blind", "--target-edge", "2%..3%", "--show", "4")
    assert (found["entry"], found["per"], found["solved_for_each_table"]) == ("main", "ante", True)
    shape = Shape(games.build("three-card-blitz"), "blind", "blind")
    for table in found["tables"]:
        pays = {
            each: Odds(Fraction(table["pays"][shape.name(each)]))
            for each in shape.pays
            if shape.name(each) in table["changed"]
        }
        own = analysed(with_pays(shape.game, "blind", pays))
        assert Fraction(table["house_edge"]["exact"]) == own.edge("main")
    shown = pitboss("design", "three-card-blitz", "--wager", "blind", "--target-edge", "2%..3%").stdout
    assert "those of ante + blind + play together" in shown
    assert "it was solved anew for each table" in shown


def test_a_page_is_at_most_as_wide_as_the_terminal_and_every_block_has_the_shape(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = pitboss("design", "spadez", "--set", "cards=12", "--wager", "spadez", "--target-edge", "4%..6%").stdout
    lines = shown.splitlines()
    assert lines[0] == "spadez   cards=12   table=A"
    assert "  shape   house edge 4.7575% of each spadez bet = " in shown
    assert "  target  a house edge from 4% to 6% of each spadez bet" in lines
    assert "  found   10 tables, spread over the range, the nearest first" in lines
    heads = [line.split() for line in lines if line.split()[:1] == ["shape"] and "house" not in line]
    assert [head[0] for head in heads] == ["shape"] * len(heads)
    assert [number for head in heads for number in head[1:]] == [str(place) for place in range(1, 11)]
    assert "The ladders, on a logarithmic scale" in shown
    blocks = [line for line in lines if line.startswith(("SPADES_", "house edge", "hit", "standard", "distance", " "))]
    assert max(map(len, blocks)) <= 80
    assert "every other outcome: lose" in lines
    assert "\033" not in shown


def test_rows_of_a_shape_that_the_grid_does_not_list_are_shown():
    shown = pitboss(
        "design",
        "spadez",
        "--set",
        "cards=12",
        "--wager",
        "spadez",
        "--target-edge=-60%..-20%",
        "--shape",
        "SPADES_2=1",
        "--any-order",
    )
    assert re.search(r"^SPADES_3 +lose", shown.stdout, re.MULTILINE)
    assert re.search(r"^SPADES_2 +1 ", shown.stdout, re.MULTILINE)


def test_a_table_that_favours_the_player_stands_on_top():
    lines = pitboss("design", "super-pan-9", "--wager", "tie", "--target-edge=-20%..5%").stdout.splitlines()
    assert lines[0].startswith("Attention: the shape favours the player by 7.3763%")
    assert lines[1] == "Attention: table 1 favours the player: the house edge is below zero."
    assert not lines[2].startswith("Attention")


def test_a_single_percentage_is_half_a_point_to_either_side():
    found = document("turbo-sports", "--wager", "td", "--target-edge", "5%")
    assert [found["target"][end]["exact"] for end in ("low", "high")] == ["9/200", "11/200"]
    assert share("4%..6%") == share("4% .. 6%") == Span(Fraction(4, 100), Fraction(6, 100))


def test_the_json_has_the_promised_shape():
    found = document("turbo-sports", "--wager", "td", "--target-edge", "4%..6%", "--hit", "10%..20%")
    keys = "game version options wager grid entry per solved_for_each_table target hit shape tables ladder"
    assert list(found) == keys.split()
    assert found["hit"]["low"] == {"exact": "1/10", "value": 0.1}
    keys = "pays house_edge hit_frequency variance standard_deviation distance changed"
    for table in (found["shape"], *found["tables"]):
        assert list(table) == keys.split()
        assert table["standard_deviation"] == pytest.approx(table["variance"]["value"] ** 0.5)


TD = ("turbo-sports", "--wager", "td", "--target-edge")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("turbo-sports", "--wager", "tdd", "--target-edge", "4%"), "no wager 'tdd'; did you mean 'td'?"),
        (("turbo-sport", "--wager", "td", "--target-edge", "4%"), "no game 'turbo-sport'; did you mean"),
        (("three-card-blitz", "--wager", "main", "--target-edge", "4%"), "no wager 'main' (there is ante, blind"),
        (("three-card-blitz", "--wager", "main", "--target-edge", "4%"), "main is ante + blind + play"),
        (("turbo-sports", "--wager", "td"), "missing option '--target-edge'"),
        (("turbo-sports", "--target-edge", "4%"), "missing option '--wager'"),
        ((*TD, "6%..4%"), "--target-edge '6%..4%' runs backwards: write 4%..6%"),
        ((*TD, "abc"), "--target-edge 'abc': give percentages from low to high, such as 4%..6%"),
        ((*TD, "4%..5%..6%"), "--target-edge '4%..5%..6%': give percentages"),
        ((*TD, ""), "--target-edge is empty: give LOW..HIGH"),
        ((*TD, "0.05"), "--target-edge '0.05': a percentage needs its %; did you mean 5%?"),
        ((*TD, "5"), "did you mean 5%?"),
        ((*TD, "4..6%"), "--target-edge '4..6%': a percentage needs its %; did you mean 4%..6%?"),
        ((*TD, "4%", "--hit", "0.2..0.3"), "--hit '0.2..0.3': a percentage needs its %; did you mean 20%..30%?"),
        ((*TD, "4%", "--hit", "often"), "--hit 'often': give percentages from low to high, such as 20%..30%"),
        ((*TD, "4%", "--cap", "0"), "--cap '0': give a whole number from 1"),
        ((*TD, "4%", "--cap", "FOURTEEN=-3"), "--cap '-3': give a whole number from 1"),
        ((*TD, "4%", "--cap", "8", "--cap", "9"), "--cap '9': '8' already caps every row"),
        ((*TD, "4%", "--cap", "FORTEEN=9"), "--cap: no outcome of td 'FORTEEN'; did you mean 'FOURTEEN'?"),
        ((*TD, "4%", "--keep", "MAID"), "--keep: no outcome of td 'MAID'; did you mean 'MADE'?"),
        ((*TD, "4%", "--shape", "MADE5=5"), "--shape: no outcome of td 'MADE5'; did you mean 'MADE'?"),
        ((*TD, "4%", "--shape", "MADE"), "--shape 'MADE': write NAME=VALUE"),
        ((*TD, "4%", "--shape", "MADE=five"), "--shape MADE=five: give 8, 3:2, push or lose"),
        ((*TD, "4%", "--shape", "MADE=$5"), "--shape MADE=$5: give 8, 3:2, push or lose"),
        ((*TD, "4%", "--shape", "MADE=-"), "--shape MADE=-: give 8"),
        ((*TD, "4%", "--rank", "looks"), "no --rank 'looks' (there is spread, closeness, hit or volatility)"),
        ((*TD, "4%", "--show", "0"), "--show '0': give a whole number from 1 to 100"),
        ((*TD, "4%", "--grid", "tds"), "no grid of td 'tds'; did you mean 'td'?"),
        ((*TD, "4%", "--json", "--toml"), "give one of them"),
        ((*TD, "4%", "--keep", "MADE", "--keep", "FOURTEEN"), "no row of td can vary"),
        ((*TD, "4%", "--keep", "MADE", "--cap", "4"), "MADE is kept at 5 and capped at 4: keep it or cap it, not both"),
        ((*TD, "4%", "--keep", "MADE", "--cap", "FOURTEEN=4"), "FOURTEEN would have to pay at least 5 and at most 4"),
        ((*NINE, "--target-edge", "4%", "--shape", "SUITED_8=20", "--keep", "SUITED_8", "--keep", "SUITED_7"),
         "SUITED_7 pays 100, and SUITED_8 above it stays at 20: give the shape other pays, or allow any order"),
        ((*NINE, "--target-edge", "4%", "--shape", "SUITED_2=1"),
         "SUITED_2 pays 1, and SUITED_3 above it stays at lose: give the shape other pays, or allow any order"),
        ((*NINE, "--target-edge", "4%", "--shape", "SUITED_8=2", "--shape", "SUITED_7=500"),
         "no table near the shape has every row pay at least as much as the next"),
    ],
)  # fmt: skip
def test_bad_input_is_one_clear_line(arguments, sentence):
    check_refused(("design", *arguments), sentence)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((*TD, "12%..12.5%"), "no whole-number table near the shape has a house edge from 12% to 12.5% of each td bet; the "
         "nearest are 11.4250% and 12.5109%: widen --target-edge, or change --shape"),
        ((*TD, "60%..70%"), "with pays from a third to three times the shape's it is at most 51.8502%: change --shape"),
        ((*TD, "2%..3%", "--cap", "4"), "with every row capped at 4 it is at least 23.3700%: raise --cap"),
        ((*TD, "2%..3%", "--cap", "MADE=4", "--keep", "FOURTEEN"), "with MADE capped at 4 it is at least 16.8545%: raise --cap"),
        ((*TD, "12%..12.5%", "--keep", "MADE"), "with MADE kept it is at most 8.0440%: leave out --keep"),
        ((*NINE, "--target-edge", "3%..5%", "--hit", "50%..52%"), "no table near the shape has a hit frequency from 50% to "
         "52%, whichever rows pay; the nearest are 39.8915% and 72.5006%: widen --hit"),
        ((*NINE, "--target-edge", "3%..5%", "--hit", "60%..82%"), "with such a hit frequency it is at most -58.7863%: change --hit"),
        (("turbo-sports", "--wager", "first_down", "--target-edge", "2%..6%"), "SIX_IN_THREE stays at 3:2: give --shape SIX_IN_THREE=2"),
        (("super-pan-9", "--wager", "regular", "--target-edge", "4%..6%"), "it is at most 2.2017% under the play that is best"),
        (("super-pan-9", "--wager", "tie", "--target-edge", "0%..4.5%"), "the nearest are -7.3763% and 4.5544%"),
        # So near to the target that four decimals would not tell.
        ((*NINE, "--target-edge", "3%..3.00001%"), "the nearest are 2.99998% and 3.000012%"),
    ],
)  # fmt: skip
def test_where_nothing_fits_one_line_says_what_there_is(arguments, sentence):
    check_refused(("design", *arguments), sentence)


def test_a_custom_grid_with_a_hole_is_refused(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('[td]\ngrid = """\n  mine\nFOURTEEN 12\nSHORT lose\n"""\n')
    check_refused(("design", *TD, "4%", "--paytables", str(path)), "mine.toml [td], column mine: row MADE is missing")
    path.write_text('[td]\ngrid = """\n  mine\nFOURTEEN 12\nMADE\nSHORT lose\n"""\n')
    check_refused(("design", *TD, "4%", "--paytables", str(path)), "row MADE, column mine: the cell is missing")


@pytest.mark.compiled
def test_dollars_are_asked_for_in_dollars():
    asked = (
        "three-card-blitz",
        "--set",
        "blitz_bonus=progressive",
        "--wager",
        "blitz_bonus",
        "--target-edge",
        "10%..12%",
    )
    found = document(*asked, "--shape", "BLITZ=60", "--cap", "$900", "--show", "3")
    assert found["shape"]["pays"]["BLITZ"] == "$60"
    assert found["per"] == "blitz_bonus"
    for table in found["tables"]:
        assert table["pays"]["NO_AWARD"] == "$0"
        assert table["pays"]["FIVE_CARD_ROYAL"] == "meter 1"
        assert int(table["pays"]["DOUBLE_BLITZ"][1:]) <= 900
    check_refused(
        ("design", *asked, "--shape", "BLITZ=lose"), "--shape BLITZ=lose: give dollars, such as $30 or 30, or $0"
    )
