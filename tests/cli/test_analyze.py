"""`pitboss analyze`, and the results it keeps."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import games
from pitboss.maths.compile import code_cache, results_cache
from pitboss.maths.exact import plain, solver
from pitboss.maths.tally.tally import first_stakes
from tests.support.command import check_refused, only_progress, pitboss

NUMBERS = (
    *("ev", "house_edge", "element_of_risk", "return", "return_on_all_staked"),
    *("hit_frequency", "variance", "average_stake"),
)


def document(*arguments: str) -> dict:
    done = pitboss("analyze", *arguments, "--json")
    assert done.returncode == 0
    assert only_progress(done.stderr)
    return json.loads(done.stdout)


def exact(number: dict) -> Fraction:
    value = Fraction(number["exact"])
    assert float(value) == number["value"]
    return value


def test_the_json_has_the_promised_shape():
    found = document("turbo-sports")
    assert {key: found[key] for key in ("game", "version", "method", "strategy")} == {
        "game": "turbo-sports",
        "version": 1,
        "method": "exact",
        "strategy": "optimal",
    }
    assert found["options"] == {"theme": "football", "nine_card_bonus": "spadez-9A"}
    assert list(found["wagers"]) == ["first_down", "long_pass", "field_goal", "td", "nine_card_bonus"]
    for entry in found["wagers"].values():
        assert exact(entry["house_edge"]) == -exact(entry["ev"])
        assert exact(entry["element_of_risk"]) == exact(entry["house_edge"]) / exact(entry["average_stake"])
        assert exact(entry["return"]) == 1 + exact(entry["ev"])
        assert exact(entry["return_on_all_staked"]) == 1 + exact(entry["ev"]) / exact(entry["average_stake"])
        assert entry["standard_deviation"] == pytest.approx(entry["variance"]["value"] ** 0.5)
        assert sum(exact(row["probability"]) for row in entry["outcomes"]) == 1
        assert sum(exact(row["ev"]) for row in entry["outcomes"]) == exact(entry["ev"])
        for key in NUMBERS:
            exact(entry[key])
    assert exact(found["wagers"]["first_down"]["average_stake"]) > 1


def test_a_bet_that_favours_the_player_stands_in_the_first_line():
    lines = pitboss("analyze", "super-pan-9").stdout.splitlines()
    assert lines[0].startswith("Attention: tie favours the player by 7.37")
    assert "Attention" not in pitboss("analyze", "turbo-sports").stdout


def test_bets_together_are_played_for_together():
    alone = document("super-pan-9")
    both = document("super-pan-9", "--bet", "regular=10", "--bet", "tie=100")
    # One play, draw on five or fewer, happens to be best for either bet, so it is best for both.
    assert both["wagers"] == alone["wagers"]
    total = 10 * exact(both["wagers"]["regular"]["ev"]) + 100 * exact(both["wagers"]["tie"]["ev"])
    assert exact(both["total"]["ev"]) == total
    assert exact(both["total"]["variance"]) > 0
    assert "total" not in alone


def test_a_named_strategy_and_the_same_play_by_solving():
    named = document("super-pan-9", "--strategy", "draw-on-5")
    assert named["strategy"] == "draw-on-5"
    assert exact(named["wagers"]["regular"]["ev"]) <= exact(document("super-pan-9")["wagers"]["regular"]["ev"])
    assert exact(document("super-pan-9", "--strategy", "draw-on-0")["wagers"]["regular"]["ev"]) < exact(
        named["wagers"]["regular"]["ev"]
    )


def test_commission_and_pay_tables_are_priced(tmp_path: Path):
    free = document("super-pan-9", "--set", "commission=0%")["wagers"]["regular"]
    taxed = document("super-pan-9")["wagers"]["regular"]
    won = next(exact(row["probability"]) for row in taxed["outcomes"] if row["outcome"] == "WON")
    assert exact(free["ev"]) - exact(taxed["ev"]) == won / 20
    path = tmp_path / "mine.toml"
    path.write_text('[tie]\ngrid = """\n  mine\nTIED 7\nNO_TIE lose\n"""\n')
    own = document("super-pan-9", "--paytables", str(path))["wagers"]["tie"]
    assert exact(own["ev"]) == 8 * exact(own["hit_frequency"]) - 1


def test_spadez_in_text():
    shown = pitboss("analyze", "spadez", "--set", "cards=6").stdout
    assert "house edge 4.9079% of each spadez bet" in shown
    assert "\n  6 spades " in shown


@pytest.mark.compiled
def test_main_is_reported_as_one_and_meters_with_their_worth():
    blitz = document("three-card-blitz", "--set", "blitz_bonus=progressive")["wagers"]
    assert next(iter(blitz)) == "main"
    parts = sum(exact(blitz[name]["ev"]) for name in ("ante", "blind", "play"))
    assert exact(blitz["main"]["ev"]) == parts
    assert (blitz["play"]["per"], blitz["blitz_bonus"]["per"]) == ("ante", "round, dollars")
    bonus = blitz["blitz_bonus"]
    assert [meter["meter"] for meter in bonus["meters"]] == [1, 2, 3, 4, 5]
    first = bonus["meters"][0]
    assert exact(first["probability"]) == Fraction(1, 30940)
    even = first["break_even_meter"]
    for shown, favours in ((even, True), (f"{float(even) - 0.01:.2f}", False)):
        settings = ("--set", "blitz_bonus=progressive", "--set", f"meters={shown},250,200,200,200")
        found = document("three-card-blitz", *settings)["wagers"]["blitz_bonus"]
        assert (exact(found["ev"]) >= 0) == favours
    assert exact(bonus["ev"]) < 0


def test_results_are_kept_found_and_made_anew_when_damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    game = games.build("turbo-sports")
    stakes = first_stakes(game)
    made = []

    def counted(*arguments, **keywords):
        made.append(1)
        return real(*arguments, **keywords)

    real = plain.best_strategy
    monkeypatch.setattr(plain, "best_strategy", counted)
    first = solver.solve(game, None, stakes, game.main_wagers)
    assert solver.solve(game, None, stakes, game.main_wagers).cells == first.cells
    assert len(made) == 1
    (path,) = tmp_path.glob("pitboss/results/*.json")
    for damage in (path.read_text()[:-5], "", "nonsense\n{}", path.read_text().replace("1", "2", 1)):
        path.write_text(damage)
        assert solver.solve(game, None, stakes, game.main_wagers).cells == first.cells
    assert len(made) == 5
    solver.solve(game, None, stakes, game.main_wagers, use_cache=False)
    assert len(made) == 6
    other = games.build("turbo-sports", {"nine_card_bonus": "spadez-9B"})
    solver.solve(other, None, stakes, other.main_wagers)
    assert len(made) == 6, "another pay table without a new decision needs no new tally"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "option", "values"),
    [
        ("spadez", "cards", ["5", "6", "9", "14", "5"]),
        ("spadez", "table", ["A", "B", "A"]),
        ("super-pan-9", "decks", ["8", "1", "3", "8"]),
        ("super-pan-9", "commission", ["5%", "0%"]),
        ("turbo-sports+spadez", "theme", ["football", "basketball", "baseball", "football"]),
        ("turbo-sports", "nine_card_bonus", ["spadez-9A", "none", "spadez-9B"]),
    ],
)
def test_what_is_kept_is_what_would_be_computed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, option: str, values: list[str]
):
    """Every setting in turn in one cache, so that a result kept for another would be found."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for value in values:
        arguments = (name, "--set", f"{option}={value}")
        kept, computed = document(*arguments), document(*arguments, "--no-cache")
        for each in (kept, computed):
            each.pop("seconds")
        assert kept == computed


def test_only_proportions_of_bets_are_solved_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for bets, files in ((("10", "5"), 1), (("20", "10"), 1), (("20", "5"), 2)):
        document("super-pan-9", "--bet", f"regular={bets[0]}", "--bet", f"tie={bets[1]}")
        assert len(list(tmp_path.glob("pitboss/results/*.json"))) == files


def test_without_the_cache_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    document("turbo-sports", "--no-cache")
    assert not list(tmp_path.glob("pitboss/results/*"))
    document("turbo-sports")
    assert list(tmp_path.glob("pitboss/results/*"))


@pytest.mark.compiled
def test_another_pay_table_needs_no_new_tally(monkeypatch: pytest.MonkeyPatch):
    """Wild Six keeps the worth of every discard beside its tally; the cache is that of all tests, to solve it once."""
    document("wild-six")
    assert {path.suffix for path in code_cache.results().iterdir()} >= {".json", ".npz"}
    monkeypatch.setattr(results_cache, "write_sealed", lambda path, _: pytest.fail(f"{path} was made anew"))
    for settings in ("automatic_win=3:2", "queens_or_better=A4"):
        document("wild-six", "--set", settings)


@pytest.mark.parametrize("command", ["analyze", "settle", "advise"])
def test_nothing_is_filled_in_that_a_table_would_refuse(command: str):
    bets = ("--bet", "ante=10", "--bet", "flush_bonus=5")
    cards = ("--deal", "player=As Ks 8s 9h 4d 5d 6c") if command != "analyze" else ()
    check_refused((command, "three-card-blitz", *cards, *bets), "blind must be bet")
    unequal = "blind 5.00 must equal ante, which is 10.00"
    check_refused((command, "three-card-blitz", *cards, *bets, "--bet", "blind=5"), unequal)


@pytest.mark.compiled
def test_the_example_of_joint_bets():
    found = document("three-card-blitz", "--bet", "ante=10", "--bet", "blind=10", "--bet", "flush_bonus=5")
    wagers = found["wagers"]
    assert exact(found["total"]["ev"]) == 10 * exact(wagers["main"]["ev"]) + 5 * exact(wagers["flush_bonus"]["ev"])


@pytest.mark.compiled
def test_the_outcomes_of_main_are_its_net_results_and_those_of_play_add_up():
    wagers = document("three-card-poker")["wagers"]
    for name in ("main", "play"):
        rows = wagers[name]["outcomes"]
        assert sum(exact(row["probability"]) for row in rows) == 1
        assert sum(exact(row["ev"]) for row in rows) == exact(wagers[name]["ev"])
    assert [row["outcome"] for row in wagers["main"]["outcomes"]][-3:] == ["0", "-1", "-2"]
    assert wagers["play"]["outcomes"][-1]["pays"] == "no bet"


@pytest.mark.compiled
@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_no_line_is_wider_than_the_terminal_and_the_parts_stand_under_the_whole(
    monkeypatch: pytest.MonkeyPatch, columns: str
):
    monkeypatch.setenv("COLUMNS", columns)
    shown = pitboss("analyze", "three-card-poker").stdout
    lines = shown.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert "main = ante + play together" in lines
    assert "  ante, a part of main" in lines
    assert "pair_plus" in lines
    assert "  RTP 97.985" in shown
    heads = [line.split()[0] for line in lines if "probability" in line and not line.startswith("T")]
    assert heads == ["net", "outcome", "outcome", "outcome"]
    assert ("Too wide for this terminal" in shown) == (columns == "40")


def test_a_percentage_needs_its_sign():
    for text, meant in (("0.05", "5%"), ("5", "5%"), ("0.5", "0.5%"), ("0", "0%")):
        check_refused(("analyze", "super-pan-9", "--set", f"commission={text}"), f"did you mean {meant}?")
    check_refused(("analyze", "super-pan-9", "--set", "commission=7"), "commission cannot be '7': give 0% to 5%")
    assert document("super-pan-9", "--set", "commission=2.5%")["options"]["commission"] == "2.5%"


def test_the_best_play_for_one_wager():
    regular, tie = (document("super-pan-9", "--strategy", each) for each in ("optimal", "optimal:tie"))
    assert exact(tie["wagers"]["tie"]["ev"]) >= exact(regular["wagers"]["tie"]["ev"])
    assert tie["strategy"] == "optimal:tie"
    check_refused(("analyze", "super-pan-9", "--strategy", "optimal:ties"), "no wager 'ties'; did you mean 'tie'?")


@pytest.mark.compiled
def test_without_an_ante_the_others_are_analysed_under_its_best_play():
    alone = document("three-card-poker", "--bet", "pair_plus=5")
    assert alone["wagers"] == document("three-card-poker")["wagers"]
    assert exact(alone["total"]["ev"]) == 5 * exact(alone["wagers"]["pair_plus"]["ev"])


def test_a_cache_that_cannot_be_written_is_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert code_cache.folder().parent == blocked
    done = pitboss("analyze", "spadez", "--json")
    assert (done.returncode, json.loads(done.stdout)["game"]) == (0, "spadez")
    assert f"'{blocked}/pitboss/" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--strategy", "perfect"), "no strategy 'perfect' (there is optimal"),
        (("--strategy", "draw-on-55"), "no strategy 'draw-on-55'; did you mean 'draw-on-5'?"),
        (("--set", "decks=0"), "decks cannot be '0'"),
        (("--bet", "tie=5"), "regular must be bet"),
        (("--bet", "regular=x"), "--bet regular: no amount 'x'"),
        (("--step", "nan"), "--step: no amount 'nan'"),
        (("--limit", "nan"), "--limit: no amount 'nan'"),
        (("--strategy", "optimal:"), "the strategy 'optimal:' names no wager: give optimal:WAGER, of regular or tie"),
        (("--bet", "regular=0.5"), "regular 0.50 is below the step 1.00"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: tuple[str, ...], sentence: str):
    check_refused(("analyze", "super-pan-9", *arguments), sentence)
