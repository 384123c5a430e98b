"""`pitboss settle`: one seat from flags, a whole round from a file, and what is refused."""

import json
from pathlib import Path

import pytest

from pitboss.cli.commands.settle import ROUND_FILE
from tests.support.command import Done, check_refused, pitboss, pitboss_process
from tests.support.rounds import golden_rounds
from tests.support.terminal import Terminal

PAN = ("settle", "super-pan-9")
DEAL = ("--deal", "player=6s 4h 3d", "--deal", "dealer=Ks 5c 2d")
STAND = ("--choose", "draw=stand")
TOO_LONG = "9" * 30


def test_settle_prints_the_round():
    done = pitboss(*PAN, "--bet", "regular=10", *DEAL, "--choose", "draw=draw", "--deal", "player_card=6c")
    assert done.returncode == 0
    assert "outcome   1 regular            WON                  9 beats the dealer's 7\n" in done.stdout
    net, explained = done.stdout.split("\n\n")
    assert net.endswith("net       1   +9.50")
    assert explained.replace("\n#   ", " ") == (
        "# Regular wager: 9 beats the dealer's 7; it pays 1 to 1: $10.00 wins $10.00, less $0.50 commission "
        "(rules 7 and 8, ruling P4).\n"
    )


def test_long_lines_are_broken_on_a_terminal_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    flags = ("--bet", "regular=10", "--bet", "tie=1", *DEAL, *STAND)
    piped = pitboss(*PAN, *flags).stdout
    assert max(map(len, piped.splitlines())) > 60
    assert pitboss("settle", "-", given=piped).stdout == piped
    with Terminal(*PAN, *flags, columns=40) as terminal:
        shown = terminal.read_until("rule 7)")
    assert max(map(len, shown.splitlines())) <= 40
    assert "show  dealer  Ks 5c 2d  7 points\n" in shown


def test_settle_as_json_has_the_promised_shape():
    done = pitboss(*PAN, "--bet", "regular=$10", "--bet", "tie=1.00", *DEAL, *STAND, "--json")
    document = json.loads(done.stdout)
    assert done.stderr == ""
    assert document["options"] == {"decks": 8, "commission": "5%", "commission_on_tie": "no", "tie_bet": "yes"}
    assert document["lines"] == [
        {"seat": 1, "wager": "regular", "line": 0, "stake": "10.00", "outcome": "LOST", "words": "3 loses to the dealer's 7", "pays": "lose", "commission": "0.00", "returned": "0.00", "net": "-10.00"},
        {"seat": 1, "wager": "tie", "line": 0, "stake": "1.00", "outcome": "NO_TIE", "words": "3 loses to the dealer's 7", "pays": "lose", "commission": "0.00", "returned": "0.00", "net": "-1.00"},
    ]  # fmt: skip
    assert document["net"] == "-11.00"
    assert document["explanation"] == [
        "Regular wager: 3 loses to the dealer's 7; it loses $10.00 (rule 7).",
        "Tie Bet: 3 loses to the dealer's 7; it loses $1.00: it needs a tie (rule 9).",
    ]


def test_settle_a_round_file(tmp_path: Path):
    golden = golden_rounds("super-pan-9")[0].read_text()
    path = tmp_path / "round.txt"
    path.write_text(golden)
    done = pitboss("settle", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    told = "".join(line for line in done.stdout.splitlines(True) if not line.startswith("grids"))
    assert told.startswith(golden)
    assert all(line.startswith("# ") for line in told.removeprefix(golden).strip().splitlines())
    path.write_text("\ufeff" + done.stdout)  # What is printed reads back, with the mark that some editors add.
    assert pitboss("settle", str(path)).stdout == done.stdout
    assert pitboss("settle", "-", given=done.stdout).stdout == done.stdout
    assert json.loads(pitboss("settle", str(path), "--json").stdout)["game"] == "super-pan-9"


def test_a_round_in_mid_play_cannot_be_settled(tmp_path: Path):
    path = tmp_path / "round.txt"
    path.write_text(
        "game turbo-sports 1\nbet seat 1 first_down 10.00\ndeal community As 2c 3c\nwaits 1 double (may DECLINE, DOUBLE)\n"
    )
    check_refused(
        ("settle", str(path)), "cannot be settled: the round is not over, and waits 1 double (may DECLINE, DOUBLE)"
    )


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
    "unknown game in settle": (("settle", "blackjak"), "no game 'blackjak'"),
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
    "a pile missing": ((*PAN, "--bet", "regular=5", "--deal", "player=6s 4h 3d", *STAND), "dealer is dealt 3 cards in this round; none given"),
    "a pile too many": ((*PAN, "--bet", "regular=5", *DEAL, *STAND, "--deal", "player_card=2c"), "is dealt no card in this round"),
    "unknown choice": ((*PAN, "--bet", "regular=5", *DEAL, "--choose", "hit=yes"), "no choice 'hit'"),
    "unknown option of a choice": ((*PAN, "--bet", "regular=5", *DEAL, "--choose", "draw=hit"), "no option 'hit' (there is stand or draw)"),
    "a choice missing": ((*PAN, "--bet", "regular=5", *DEAL), "draw must be chosen in this round: stand or draw"),
    "bet below the step": ((*PAN, "--bet", "regular=0.50", *DEAL, *STAND), "regular 0.50 is below the step 1.00"),
    "bet not in steps": ((*PAN, "--bet", "regular=7", "--step", "5", *DEAL, *STAND), "regular 7.00 is not in whole steps of 5.00"),
    "bet over the limit": ((*PAN, "--bet", "regular=20000", *DEAL, *STAND), "regular 20000.00 is over the limit 10000.00"),
    "bet negative": ((*PAN, "--bet", "regular=-5", *DEAL, *STAND), "regular -5.00: a bet must be more than 0.00"),
    "bet of nothing": ((*PAN, "--bet", "regular=0", *DEAL, *STAND), "regular 0.00: a bet must be more than 0.00"),
    "bet not a number": ((*PAN, "--bet", "regular=ten", *DEAL, *STAND), "no amount 'ten'"),
    "bet too long": ((*PAN, "--bet", f"regular={TOO_LONG}", *DEAL, *STAND), f"no amount '{TOO_LONG}'"),
    "required bet missing": ((*PAN, "--bet", "tie=5", *DEAL, *STAND), "regular must be bet"),
    "no bet at all": ((*PAN, *DEAL, *STAND), "regular must be bet"),
    "a bet that is not offered": ((*PAN, "--set", "tie_bet=no", "--bet", "regular=5", "--bet", "tie=1"), "no wager 'tie'"),
    "a step with fractions": ((*PAN, "--bet", "regular=5", "--step", "0.01", *DEAL, *STAND), "the smallest step that works for super-pan-9 here is 0.20"),
    "a step that is none": ((*PAN, "--bet", "regular=5", "--step", "0", *DEAL, *STAND), "--step '0': give a positive amount"),
    "pay tables not TOML": ((*PAN, "--paytables", "README.md"), "README.md is not TOML"),
    "pay tables not there": ((*PAN, "--paytables", "nowhere.toml"), "'nowhere.toml' cannot be read: No such file or directory"),
    "pay tables a folder": ((*PAN, "--paytables", "."), "'.' cannot be read: Is a directory"),
    "round file not there": (("settle", "nowhere.txt"), "'nowhere.txt' cannot be read"),
    "round file with flags": (("settle", "README.md", "--bet", "x=1"), "README.md is a round file"),
    "round file that is none": (("settle", "README.md"), "README.md, line 3: no line 'Pitboss'"),
}  # fmt: skip


def answered(*lines: str, game: str = "super-pan-9", flags: tuple[str, ...] = ()) -> Done:
    return pitboss("settle", game, *flags, given="".join(f"{line}\n" for line in lines))


def test_settle_asks_step_by_step_and_again_after_a_wrong_answer():
    done = answered("", "ten", "10 tie bet 1", "6♠ 4♥️ 3d 3c", "6♠ 4♥️ 3d", "", "hit", "DRAW", "6C", "ks 5c 2d")
    flags = ("--bet", "regular=10", "--bet", "tie=1", *DEAL, "--choose", "draw=draw", "--deal", "player_card=6c")
    assert (done.returncode, done.stdout) == (0, pitboss(*PAN, *flags).stdout)
    for told in (
        "Bets: regular wager (must be bet), Tie Bet.\n",
        "Your bets, such as 10: ten\nNot taken: no wager 'ten'",
        "Your cards (3 cards): 6♠ 4♥️ 3d 3c\nNot taken: player of seat 1 takes 3 cards; 4 given",
        "Draw ([d] draw or [s] stand): hit\nNot taken: 'hit' is no option of draw",
        "Your card (1 card): 6C\n",
        "Dealer (3 cards): ks 5c 2d\n",
    ):
        assert told in done.stderr


def test_settle_asks_for_several_seats():
    done = answered("0", "2", "10 tie 1", "25", "6s 4h 3d", "Ah 2h 4c", "draw", "stand", "6c", "Ks 5c 2d")
    assert (done.returncode, done.stdout) == (0, pitboss("settle", "-", given=ROUND_FILE).stdout)
    for told in (
        "Seats (1 to 9, Enter for 1): 0\nNot taken: seats '0': give a whole number from 1 to 9.\n",
        "Bets of seat 2, such as 10: 25\n",
        "Your cards, seat 2 (3 cards): Ah 2h 4c\n",
        "Draw, seat 2 ([d] draw or [s] stand): stand\n",
        "Your card, seat 1 (1 card): 6c\nDealer (3 cards): Ks 5c 2d\n",
    ):
        assert told in done.stderr


def test_settle_asks_for_nothing_that_was_given_and_prints_json_alone():
    done = answered("6s 4h 3d", "Ks 5c 2d", flags=("--bet", "regular=10", *STAND, "--json"))
    assert json.loads(done.stdout)["net"] == "-10.00"
    assert "Seats" not in done.stderr
    assert "Your bets" not in done.stderr
    assert "Draw" not in done.stderr


def test_settle_that_is_left_settles_nothing():
    done = answered("1", "regular 5")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("\npitboss: nothing is settled: the answers ended before the cards of player\n")
    endless = answered(*["y"] * 200)
    assert (endless.returncode, endless.stdout) == (2, "")
    assert endless.stderr.endswith("pitboss: 100 answers were not taken; the last is 'y'\n")


def test_endless_standard_input_is_refused():
    check = pitboss("settle", "-", given="#" * (1 << 24) + "#")
    assert (check.returncode, check.stdout) == (2, "")
    assert "standard input is larger than 16 MiB" in check.stderr


def test_the_round_file_in_the_help_settles():
    (paragraph,) = (
        part for part in pitboss("settle", "--help").stdout.split("\n\n") if "Example of a round file" in part
    )
    given = "\n".join(paragraph.splitlines()[1:])
    done = pitboss("settle", "-", given=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert "net       1   +8.50\nnet       2   0.00\n" in done.stdout


def test_a_wager_is_named_by_its_label_too():
    labels = pitboss(*PAN, "--bet", "Regular Wager=10", "--bet", "tie-bet=1", *DEAL, *STAND)
    assert labels.stdout == pitboss(*PAN, "--bet", "regular=10", "--bet", "tie=1", *DEAL, *STAND).stdout
    check_refused((*PAN, "--bet", "tie=1", "--bet", "Tie Bet=1", *DEAL, *STAND), "a wager is named twice: tie, Tie Bet")


def test_a_round_file_on_own_pay_tables_says_to_give_them(tmp_path: Path):
    path = tmp_path / "round.txt"
    path.write_text("game super-pan-9 1 tie=nine\nbet seat 1 regular 5\n")
    check_refused(("settle", str(path)), "a round dealt on pay tables of your own needs them, too (--paytables FILE)")
    path.write_text("game spadez 1 table=mine\nbet seat 1 spadez 5\n")
    check_refused(
        ("settle", str(path)),
        "round.txt, line 1: table cannot be 'mine': give A, B, C, D or E; a round dealt on pay tables of your own needs "
        "them, too (--paytables FILE)",
    )


def test_bets_are_typed_as_at_a_table_and_choices_named_as_they_are_typed():
    done = answered("", "10 ti 1", "6s 4h 3d", "hit", "stand", "Ks 5c 2d")
    assert done.stdout == pitboss(*PAN, "--bet", "regular=10", "--bet", "tie=1", *DEAL, *STAND).stdout
    refused = "'hit' is no option of draw: type d (draw) or s (stand)"
    assert f"Draw ([d] draw or [s] stand): hit\nNot taken: {refused}.\n" in done.stderr
    assert answered("", "10 ti 1", "6s 4h 3d", "S", "Ks 5c 2d").stdout == done.stdout


def test_u_goes_one_step_back_to_the_first_question():
    flags = ("--bet", "regular=10", *DEAL, *STAND)
    done = answered("u", "2", "u", "1", "20", "u", "10", "6s 4h 2d", "U", "6s 4h 3d", "d", "undo", "s", "Ks 5c 2d")
    assert (done.returncode, done.stdout) == (0, pitboss(*PAN, *flags).stdout)
    assert done.stderr.startswith("Seats (1 to 9, Enter for 1): u\nNot taken: this is the first question")
    # What was given by flags is not taken back, and a pipe does not go back and forth for ever.
    assert "Not taken: this is the first question" in answered("u", flags=("--bet", "regular=10")).stderr
    endless = answered(*["", "u"] * 200)
    assert (endless.returncode, endless.stdout) == (2, "")
    assert endless.stderr.endswith("pitboss: 100 answers were not taken; the last is 'u'\n")


def test_a_question_mark_says_what_may_be_typed():
    told = " ".join(answered("", "?", "10", "help", "6s 4h 3d", "h", "stand", "Ks 5c 2d").stderr.split())
    for words in (
        "10: bets 10 on regular wager. 10 tie bet 5: bets 5 on Tie Bet as well; a name may be shortened",
        "Type 3 cards, each a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s), such as As 10h 3d",
        "Type [d] draw or [s] stand, by letter or in full: what was chosen at the table. u goes one step back; "
        "q leaves, and settles nothing.",
    ):
        assert words in told
    endless = answered(*["?"] * 200)
    assert (endless.returncode, endless.stdout) == (2, "")


@pytest.mark.parametrize("word", ["q", "QUIT"])
def test_q_leaves_with_one_line(word: str):
    done = answered("", "10", word)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"pitboss: nothing is settled: {word} was typed in place of the cards of player\n")


def test_every_wrong_line_of_a_round_file_is_named(tmp_path: Path):
    path = tmp_path / "round.txt"
    settled = pitboss(*PAN, "--bet", "regular=10", "--bet", "tie=1", *DEAL, *STAND).stdout
    path.write_text(settled.replace("returns 0.00", "returns 1.00").replace("-11.00", "-9.00"))
    done = pitboss("settle", str(path))
    assert (done.returncode, done.stderr) == (
        1,
        "pitboss: round.txt: 'settle 1 regular 10.00 lose returns 1.00' should be 'settle 1 regular 10.00 lose returns "
        "0.00'; also wrong: settle 1 tie and net 1\n",
    )
    path.write_text(settled + "net 1 +5.00\n" * 13)
    assert pitboss("settle", str(path)).stderr.endswith("net 1 and 2 other lines\n")
    path.write_text(settled + "net 1 +5.00\n" * 12)
    assert pitboss("settle", str(path)).stderr.endswith("net 1 and 1 other line\n")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("6s 4h 3d", "6s 4h", "round.txt, line 3: player of seat 1 takes 3 cards; 2 given: 6s 4h"),
        ("seat 1", "seat 77", "round.txt, line 2: no seat 77: super-pan-9 has seats 1 to 9"),
        ("Ks 5c 2d", "Ks 5c 7d", "round.txt: 7d is not a card of the 8-deck shoe"),
        ("regular 10", "regular 20000", "round.txt: regular 20000.00 is over the limit 10000.00"),
    ],
)
def test_what_is_wrong_in_a_round_file_is_said_with_the_files_name(tmp_path: Path, old: str, new: str, sentence: str):
    path = tmp_path / "round.txt"
    text = (
        "game super-pan-9\nbet seat 1 regular 10\ndeal player 1 6s 4h 3d\ndeal dealer Ks 5c 2d\nchoose 1 draw stand\n"
    )
    path.write_text(text.replace(old, new))
    check_refused(("settle", str(path)), sentence)


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line(case: str):
    check_refused(*WRONG[case])


@pytest.mark.parametrize(
    "arguments", [("settle", "a" * 300), ("settle", "a\0b.txt"), ("paytables", "super-pan-9", "--paytables", "a\0b")]
)
def test_names_no_file_can_have(arguments: tuple[str, ...]):
    done = pitboss(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_bad_input_exits_2_from_the_shell():
    done = pitboss_process(*PAN, "--bet", "tie=5")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "pitboss: regular must be bet (--bet WAGER=AMOUNT)\n")


def test_bad_input_with_json_prints_no_document():
    done = pitboss(*PAN, "--bet", "tie=5", "--json")
    assert (done.returncode, done.stdout) == (2, "")
