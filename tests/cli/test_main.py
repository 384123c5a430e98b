"""The commands as a user meets them: what they print, and what they refuse."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss import games
from tests.support.command import check_refused, only_progress, pitboss, pitboss_process
from tests.support.rounds import golden_rounds

PAN = ("settle", "super-pan-9")
DEAL = ("--deal", "player=6s 4h 3d", "--deal", "dealer=Ks 5c 2d")
STAND = ("--choose", "draw=stand")
TOO_LONG = "9" * 30


def test_the_lobby_names_every_game_and_how_to_go_on():
    done = pitboss_process()
    assert done.returncode == 0
    assert only_progress(done.stderr)
    for name in games.find():
        assert name in done.stdout
    assert "pitboss play" in done.stdout


def test_games():
    shown = pitboss("games").stdout
    document = json.loads(pitboss("games", "--json").stdout)
    assert [game["name"] for game in document["games"]] == [*games.find(), *games.attached()]
    for game in document["games"]:
        assert game["name"] in shown
        for wager in game["wagers"]:
            assert wager["name"] in shown


@pytest.mark.parametrize("name", ["spadez", "super-pan-9", "turbo-sports"])
def test_games_and_the_lobby_show_what_analyze_finds(name: str):
    document = json.loads(pitboss("games", "--json").stdout)
    (game,) = [each for each in document["games"] if each["name"] == name]
    found = json.loads(pitboss("analyze", name, "--json").stdout)["wagers"]
    shown, lobby = pitboss("games").stdout, pitboss().stdout
    for wager in game["wagers"]:
        assert wager["house_edge"] == found[wager["name"]]["house_edge"]
        assert f"{wager['house_edge']['value']:.4%}".replace("%", " %") in shown
    first = game["wagers"][0]["house_edge"]["value"]
    assert f"{first:.4%}".replace("%", " %") in lobby
    assert "in the player's favour" in shown


@pytest.mark.compiled
def test_every_wager_of_every_game_has_its_exact_house_edge():
    document = json.loads(pitboss("games", "--json").stdout)
    edges = {
        (game["name"], wager["name"]): wager["house_edge"]["exact"]
        for game in document["games"]
        for wager in game["wagers"] + ([game["main"] | {"name": "main"}] if "main" in game else [])
    }
    assert (
        len(edges)
        == sum(len(folder.build().wagers) for folder in (*games.find().values(), *games.attached().values())) + 3
    )
    assert edges["three-card-poker", "main"] == "686689/20358520"
    assert edges["three-card-blitz", "main"] == "859404392519/22320192995100"
    assert edges["wild-six", "poker"] == "833917328053/22638454658820"
    assert edges["three-card-poker+spadez", "spadez"] == edges["spadez", "spadez"] == "549/11186"


def test_without_the_compiler_slow_games_show_no_edge_and_do_not_hang(tmp_path: Path):
    done = pitboss_process("games", PITBOSS_COMPILE="0", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0
    assert "2.2017 %" in done.stdout
    assert "3.6836 %" not in done.stdout


@pytest.mark.parametrize("name", games.find())
def test_rules_and_paytables_of_every_game(name: str):
    folder = games.folder(name)
    shown = pitboss("rules", name).stdout
    assert folder.rules in shown
    assert folder.rulings in shown
    assert json.loads(pitboss("rules", name, "--json").stdout)["game"] == name
    grids = pitboss("paytables", name).stdout
    document = json.loads(pitboss("paytables", name, "--json").stdout)
    for grid in folder.shipped.values():
        assert grid.title in grids
        assert list(document["paytables"][grid.name]["columns"]) == list(grid.columns)
    assert pitboss("paytables", name, "--toml").stdout == folder.paytables


def test_settle_prints_the_round():
    done = pitboss(*PAN, "--bet", "regular=10", *DEAL, "--choose", "draw=draw", "--deal", "player_card=6c")
    assert done.returncode == 0
    assert "outcome   1 regular            WON                  9 against 7\n" in done.stdout
    assert done.stdout.endswith("net       1   +9.50\n")


def test_settle_as_json_has_the_promised_shape():
    done = pitboss(*PAN, "--bet", "regular=$10", "--bet", "tie=1.00", *DEAL, *STAND, "--json")
    document = json.loads(done.stdout)
    assert done.stderr == ""
    assert document["options"] == {"decks": 8, "commission": "5%", "commission_on_tie": "no", "tie_bet": "yes"}
    assert document["lines"] == [
        {"seat": 1, "wager": "regular", "stake": "10.00", "outcome": "LOST", "pays": "lose", "commission": "0.00", "returned": "0.00", "net": "-10.00"},
        {"seat": 1, "wager": "tie", "stake": "1.00", "outcome": "NO_TIE", "pays": "lose", "commission": "0.00", "returned": "0.00", "net": "-1.00"},
    ]  # fmt: skip
    assert document["net"] == "-11.00"
    assert document["explanation"] == [
        "regular wager: lost (3 against 7); 10.00 lose, returns 0.00.",
        "Tie Bet: no tie (3 against 7); 1.00 lose, returns 0.00.",
    ]


def test_settle_a_round_file(tmp_path: Path):
    golden = golden_rounds("super-pan-9")[0].read_text()
    path = tmp_path / "round.txt"
    path.write_text(golden)
    done = pitboss("settle", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, golden, "")
    assert json.loads(pitboss("settle", str(path), "--json").stdout)["game"] == "super-pan-9"


def test_settle_finds_a_false_claim_in_a_round_file(tmp_path: Path):
    path = tmp_path / "round.txt"
    path.write_text(golden_rounds("super-pan-9")[-1].read_text().replace("+8.50", "+9.50"))
    done = pitboss("settle", str(path))
    assert done.returncode == 1
    assert "'net 1 +9.50' should be 'net 1 +8.50'" in done.stderr
    assert json.loads(pitboss("settle", str(path), "--json").stdout)["wrong"]


def test_custom_pay_tables_are_used_and_can_be_set(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text('[tie]\ngrid = """\n  nine ten\nTIED 9 10\nNO_TIE lose lose\n"""\n')
    tied = ("--bet", "regular=10", "--bet", "tie=1", "--deal", "player=6s Ks Qs", "--deal", "dealer=6h Kh Qh", *STAND)
    first = json.loads(pitboss(*PAN, *tied, "--paytables", str(path), "--json").stdout)
    assert (first["lines"][1]["pays"], first["options"]["tie"]) == ("9 to 1", "nine")
    second = json.loads(pitboss(*PAN, *tied, "--paytables", str(path), "--set", "tie=ten", "--json").stdout)
    assert second["lines"][1]["pays"] == "10 to 1"
    assert "ten" in pitboss("paytables", "super-pan-9", "--paytables", str(path)).stdout


WRONG = {
    "unknown command": (("plya",), "no command 'plya'; did you mean 'play'?"),
    "unknown flag": (("games", "--jsn"), "--jsn"),
    "unknown game": (("rules", "super-pan"), "no game 'super-pan'; did you mean 'super-pan-9'?"),
    "unknown game in settle": (("settle", "blackjak"), "no game 'blackjak'"),
    "no game": (("rules",), "missing argument 'GAME'"),
    "unknown option": ((*PAN, "--set", "dekcs=8"), "no option 'dekcs'; did you mean 'decks'?"),
    "option value": ((*PAN, "--set", "decks=9"), "decks cannot be '9': give a whole number from 1 to 8"),
    "option without a value": ((*PAN, "--set", "decks"), "--set 'decks': write NAME=VALUE"),
    "option given twice": ((*PAN, "--set", "decks=1", "--set", "decks=2"), "--set decks is given twice"),
    "unknown wager": ((*PAN, "--bet", "regulr=5", *DEAL, *STAND), "no wager 'regulr'; did you mean 'regular'?"),
    "unknown card": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h 1d"), "no card '1d'"),
    "card of another deck": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h 7d", *STAND), "7d is not a card of the 8-deck shoe"),
    "unknown pile": ((*PAN, "--bet", "regular=5", "--deal", "palyer=6s"), "no pile 'palyer'; did you mean 'player'?"),
    "too few cards": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h"), "player of seat 1 takes 3 cards; 2 given: 6s 4h"),
    "too many cards": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h 3d 2d"), "takes 3 cards; 4 given"),
    "a pile missing": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h 3d"), "dealer is dealt 3 cards in this round; none given"),
    "a pile too many": ((*PAN, "--bet", "regular=5", *DEAL, *STAND, "--deal", "player_card=2c"), "is dealt no card in this round"),
    "unknown choice": ((*PAN, "--bet", "regular=5", *DEAL, "--choose", "hit=yes"), "no choice 'hit'"),
    "unknown option of a choice": ((*PAN, "--bet", "regular=5", *DEAL, "--choose", "draw=hit"), "no option 'hit' (there is STAND or DRAW)"),
    "a choice missing": ((*PAN, "--bet", "regular=5", *DEAL), "draw must be chosen in this round: STAND or DRAW"),
    "bet below the step": ((*PAN, "--bet", "regular=0.50", *DEAL, *STAND), "regular 0.50 is below the step 1.00"),
    "bet not in steps": ((*PAN, "--bet", "regular=7", "--step", "5", *DEAL, *STAND), "regular 7.00 is not in whole steps of 5.00"),
    "bet over the limit": ((*PAN, "--bet", "regular=20000", *DEAL, *STAND), "regular 20000.00 is over the limit 10000.00"),
    "bet negative": ((*PAN, "--bet", "regular=-5", *DEAL, *STAND), "regular -5.00: a bet cannot be negative"),
    "bet of nothing": ((*PAN, "--bet", "regular=0", *DEAL, *STAND), "regular 0.00: a bet is more than nothing"),
    "bet not a number": ((*PAN, "--bet", "regular=ten", *DEAL, *STAND), "no amount 'ten'"),
    "bet too long": ((*PAN, "--bet", f"regular={TOO_LONG}", *DEAL, *STAND), f"no amount '{TOO_LONG}'"),
    "required bet missing": ((*PAN, "--bet", "tie=5", *DEAL, *STAND), "regular must be bet"),
    "no bet at all": ((*PAN, *DEAL, *STAND), "regular must be bet"),
    "a bet that is not offered": ((*PAN, "--set", "tie_bet=no", "--bet", "regular=5", "--bet", "tie=1"), "no wager 'tie'"),
    "a step with fractions": ((*PAN, "--bet", "regular=5", "--step", "0.01", *DEAL, *STAND), "the smallest step that works for super-pan-9 here is 0.20"),
    "a step that is none": ((*PAN, "--bet", "regular=5", "--step", "0", *DEAL, *STAND), "a chip step of 0.00 is no step"),
    "pay tables not TOML": ((*PAN, "--paytables", "README.md"), "README.md is not TOML"),
    "pay tables not there": ((*PAN, "--paytables", "nowhere.toml"), "'nowhere.toml' cannot be read: No such file or directory"),
    "pay tables a folder": ((*PAN, "--paytables", "."), "'.' cannot be read: Is a directory"),
    "round file not there": (("settle", "nowhere.txt"), "'nowhere.txt' cannot be read"),
    "round file with flags": (("settle", "README.md", "--bet", "x=1"), "README.md is a round file"),
    "round file that is none": (("settle", "README.md"), "README.md, line 3: no line 'Pitboss'"),
    "play with no chips": (("play", "super-pan-9", "--chips", "0"), "sit down with more than nothing"),
    "play with too many seats": (("play", "super-pan-9", "--seats", "10"), "--seats '10': give a whole number from 1 to 9"),
    "play with a wrong seed": (("play", "super-pan-9", "--seed", "x"), "--seed 'x': give a whole number from 0"),
    "play with a wrong cut": (("play", "super-pan-9", "--cut", "3"), "the cut card cannot leave 3 cards"),
    "two formats at once": (("paytables", "super-pan-9", "--toml", "--json"), "--toml prints the shipped file: leave out --json"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line(case: str):
    check_refused(*WRONG[case])


@pytest.mark.parametrize(
    "arguments", [("settle", "a" * 300), ("settle", "a\0b.txt"), ("paytables", "super-pan-9", "--paytables", "a\0b")]
)
def test_names_no_file_can_have(arguments: tuple[str, ...]):
    done = pitboss(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_streams_that_are_closed_or_full_or_odd():
    python = f"{sys.executable} -m pitboss"
    full = (f"{python} games >/dev/full", 2, "the output cannot be written: No space left on device")
    for command, code, sentence in (
        *([full] if Path("/dev/full").exists() else []),  # A file that Linux alone has.
        (f"{python} play super-pan-9 <&-", 0, ""),
        (f"{python} games >&-", 0, ""),
        (f"printf '10\\n\\377\\nq\\n' | PYTHONIOENCODING=utf-8:strict {python} play super-pan-9 --seed 1", 0, ""),
    ):
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
        assert done.returncode == code, command
        assert "Traceback" not in done.stderr
        assert sentence in done.stderr


def test_a_pipe_that_breaks_in_mid_play_is_no_error():
    command = f"{{ printf 'q\\n' | {sys.executable} -m pitboss play super-pan-9; echo $? >&2; }} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert done.stderr == "0\n"


def test_bad_input_exits_2_from_the_shell():
    done = pitboss_process(*PAN, "--bet", "tie=5")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "pitboss: regular must be bet\n")


def test_bad_input_with_json_prints_no_document():
    done = pitboss(*PAN, "--bet", "tie=5", "--json")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_binary_file_is_refused(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    done = pitboss(*PAN, "--paytables", str(path))
    assert done.returncode == 2
    assert "is not a text file" in done.stderr


def test_every_command_has_examples():
    for command in (
        (),
        ("games",),
        ("rules",),
        ("paytables",),
        ("settle",),
        ("analyze",),
        ("advise",),
        ("strategy",),
        ("simulate",),
        ("play",),
    ):
        done = pitboss(*command, "--help")
        assert done.returncode == 0
        assert "Examples:" in done.stdout


def test_version():
    assert pitboss("--version").stdout.startswith("pitboss 0.")


def test_shell_completion_offers_games():
    done = pitboss_process(
        _PITBOSS_COMPLETE="complete_bash",
        COMP_WORDS="pitboss play super",
        COMP_CWORD="2",
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert done.stdout.split() == ["super-pan-9"]
    assert (
        "complete"
        in pitboss_process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").stdout
    )


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m pitboss rules super-pan-9 | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert done.stdout == "# Super Pan 9\n"
    assert done.stderr == ""
