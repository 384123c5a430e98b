"""The table through a pipe: bets, choices, money, what is refused, the log."""

import random
import re
from pathlib import Path

import pytest

from pitboss import games
from pitboss.cli.table_view.bets import bet_examples, read_bets
from pitboss.json_forms import option_names
from tests.support.command import check_refused, pitboss, pitboss_process

OFF = ("--coach", "off")


def test_a_round_through_a_pipe():
    done = pitboss_process("play", "super-pan-9", "--seed", "7", *OFF, given="10 tie 2\nd\nq\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.isascii()
    assert "\033" not in done.stdout
    assert "draw: [d] draw   [s] stand d" in done.stdout
    assert re.search(r"regular wager +10\.00 ", done.stdout)
    assert re.search(r"Tie Bet +2\.00 ", done.stdout)
    assert re.search(r"You played 1 round, [+-]?[\d.]+, and leave with \$[\d.]+\.\n$", done.stdout)


@pytest.mark.parametrize("name", [*games.find(), *games.attached()])
def test_every_game_can_be_played(name: str):
    answers = "10\ns\nd\nc\nf\na\n" * 5
    done = pitboss("play", name, "--seed", "1", *OFF, given=answers)
    assert done.returncode == 0
    assert "Round 2" in done.stdout


def test_the_chips_add_up():
    done = pitboss("play", "super-pan-9", "--seed", "11", "--chips", "200", *OFF, given="10\ns\nr\nd\nx\ns\nr\nd\n")
    nets = [round(100 * float(net)) for net in re.findall(r"^  net +([+-]?[\d.]+)$", done.stdout, re.MULTILINE)]
    assert len(nets) == 4
    shown = [
        round(100 * float(chips))
        for chips in re.findall(r"^Round \d+   you have \$([\d.]+)$", done.stdout, re.MULTILINE)
    ]
    assert shown == [20_000 + sum(nets[:count]) for count in range(5)]
    assert f"leave with ${shown[-1] / 100:.2f}" in done.stdout


def test_rebet_and_double_the_bets():
    done = pitboss("play", "super-pan-9", "--seed", "1", *OFF, given="10 tie 5\ns\nr\ns\nx\ns\n")
    assert [float(stake) for stake in re.findall(r"regular wager +([\d.]+)", done.stdout)] == [10, 10, 20]
    assert [float(stake) for stake in re.findall(r"Tie Bet +([\d.]+)", done.stdout)] == [5, 5, 10]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("r", "Not taken: there is no bet to repeat yet."),
        ("0.5", "Not taken: regular 0.50 is below the step 1.00."),
        ("2000", "Not taken: that can cost 2000.00; you have 1000.00."),
        ("20000", "Not taken: regular 20000.00 is over the limit 10000.00."),
        ("tie 5", "Not taken: regular must be bet."),
        ("ten", "Not taken: no wager 'ten'"),
        ("1O", "Not taken: no wager '1O'"),
        ("1.2.3", "Not taken: no amount '1.2.3'"),
        ("10 side 5", "Not taken: no wager 'side'"),
        ("10 tie", "Not taken: tie has no amount; write WAGER AMOUNT."),
        ("10 5", "Not taken: '5': write the name of a bet before its amount."),
        ("u", "There are no bets to take back."),
        ("10 reg 5", "Not taken: regular is named twice."),
        ("-5", "Not taken: regular -5.00: a bet must be more than 0.00."),
    ],
)
def test_bets_that_are_not_taken_are_explained_and_asked_again(answer: str, sentence: str):
    done = pitboss("play", "super-pan-9", given=f"{answer}\n")
    assert done.returncode == 0
    assert sentence in " ".join(done.stdout.split())
    assert "leave with $1000.00" in done.stdout


@pytest.mark.parametrize("leave", ["", "q\n", "quit\n"])
def test_leaving_in_mid_round_settles_it_by_the_published_default(leave: str):
    done = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given=f"10\n{leave}")
    stood = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given="10\ns\n")
    assert "You leave in mid-round, and the round is settled without you." in done.stdout
    assert "  Chosen for you: stand.\n" in done.stdout
    assert done.stdout.splitlines()[-1] == stood.stdout.splitlines()[-1]
    assert "You played 1 round, +9.50, and leave with $1009.50." in done.stdout


def test_a_player_who_leaves_several_seats_has_every_choice_made():
    done = pitboss("play", "super-pan-9", "--seed", "7", "--seats", "3", *OFF, given="10\n20\n30\nd\nq\n")
    assert "Chosen for you for seat 2: draw." in done.stdout
    assert "Chosen for you for seat 3: draw." in done.stdout
    assert "for seat 1" not in done.stdout
    assert "You played 1 round" in done.stdout


def test_a_card_is_thrown_for_a_player_who_leaves():
    done = pitboss("play", "wild-six", "--seed", "2", *OFF, given="10\nq\n")
    assert re.search(r"Chosen for you: discard (?:10|[2-9JQKA])[cdhs]\.", done.stdout)


def test_rules_pay_tables_and_help_are_one_key_away():
    done = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given="i\nt\n?\nh\nhelp\n10\nRULES\nhelp\ns\nq\n")
    assert done.stdout.count("Super Pan 9\n===========\n") == 2
    assert "Tie Bet   [printed]\n  a tie                        8 to 1\n" in done.stdout
    assert done.stdout.count("the last bets again; twice the last bets") == 3
    assert done.stdout.count("  d, draw   an option: the letter in brackets, or its name\n") == 1
    assert "  session   the session so far" in done.stdout  # Where s is an option.
    # The default for those who leave is published: with every help, and with the rules (ruling G8).
    told = " ".join(done.stdout.split())
    assert told.count("Leaving in mid-round gives no bet back: every open choice is made for you") == 4
    assert told.count("who leaves in mid-round, is played by the default that the game publishes") == 2


@pytest.mark.parametrize("name", [*games.find(), *games.attached()])
def test_every_example_of_the_bet_help_is_taken(name: str):
    game = games.build(name)
    examples = bet_examples(game)
    shown = pitboss("play", name, *OFF, given="?\nq\n").stdout
    assert f"Type {examples[0][0]} to bet" in shown
    for line, words in examples:
        assert f"  {line}  " in shown
        dealt = pitboss("play", name, *OFF, given=f"{line}\nq\n").stdout
        assert "Not taken" not in dealt
        assert "Round 1" in dealt
        assert "You played 1 round" in dealt
        stakes = read_bets(game, line, None)
        named = re.findall(r"([\d.]+) on ([^;]+?)(?: and (?=\d)|,|;| as well|$)", words)
        assert named
        assert all(stakes[game.wager_named(label) or ""] == 100 * float(amount) for amount, label in named)


def test_the_help_of_a_choice_says_what_the_session_is_called_where_s_is_an_option():
    done = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given="10\nh\ns\nq\n")
    assert "  session   the session so far: result (s is an option here)" in done.stdout


def test_help_promises_values_luck_and_decisions_only_where_the_coach_tells_them():
    typed = "h\n10\nh\np\nq\n"
    with_coach = pitboss("play", "three-card-poker", "--seed", "7", given=typed).stdout
    without = pitboss("play", "three-card-poker", "--seed", "7", *OFF, given=typed).stdout
    for promise, times in (("the exact value of each choice", 1), ("result, luck, decisions", 2)):
        assert (with_coach.count(promise), without.count(promise)) == (times, 0)


def test_the_first_screen_is_plain():
    first = pitboss("play", "three-card-blitz", *OFF, given="s\nq\n").stdout
    assert "Bets: Ante (must be bet), Blind (same as Ante), Flush Bonus, Blitz Bonus.\n" in first
    assert "Set here" not in first
    assert "You have not played a round yet, and have $1000.00.\n" in first
    assert first.endswith("You played no round and leave with $1000.00.\n")
    other = pitboss("play", "super-pan-9", "--set", "decks=2", "--set", "commission=5%", given="q\n").stdout
    assert "\nSet here: decks 2.\n" in other


def test_a_themed_table_says_which_suit_carries_the_icons_and_what_cards_are_worth():
    shown = pitboss("play", "turbo-sports", "--set", "theme=hockey", *OFF, given="?\nq\n").stdout
    assert shown.index("the cards of one suit, spades, carry pucks.") < shown.index("Round 1")
    assert "four each on its jack, queen, king and ace" in " ".join(shown.split())
    assert "  10 slap shot 5   bets 5 on Slap Shot as well" in shown


def test_why_is_told_once_where_one_comparison_decides_several_bets():
    shown = pitboss("play", "three-card-blitz", "--seed", "4", *OFF, given="10\np\nq\n").stdout
    said = " ".join(shown.split())
    assert said.count("23 in diamonds beats the dealer's 18 in clubs") == 1
    assert re.search(r"Blind +10\.00 push +0\.00 +23 in diamonds wins, but has fewer than 27 points", said)
    assert re.search(r"^  Play +10\.00 1 to 1 +\+10\.00$", shown, re.MULTILINE)


def test_tables_in_force_alone_are_shown():
    done = pitboss("play", "super-pan-9", "--set", "tie_bet=no", given="t\nq\n")
    assert "Regular wager" in done.stdout
    assert "Tie Bet" not in done.stdout
    assert "steps of $1.00 up to $10000.00" in done.stdout


def test_an_empty_line_never_bets():
    done = pitboss("play", "super-pan-9", "--seed", "3", *OFF, given="10\ns\n\n\ntie\nq\n")
    assert "You played 1 round" in done.stdout
    assert done.stdout.count("Bets:") == 6  # The list, two rounds, twice after Enter, and after what was not taken.


def test_a_thousand_may_have_its_comma():
    done = pitboss("play", "super-pan-9", "--seed", "3", "--chips", "5,000", *OFF, given="1,000 tie 5,\ns\nq\n")
    assert re.search(r"regular wager +1000\.00", done.stdout)


def test_the_commission_is_named():
    done = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given="10\nd\nq\n")
    assert "6 beats the dealer's 1, commission 0.50" in " ".join(done.stdout.split())


def test_a_seat_may_sit_out_and_nobody_is_trapped():
    given = "1\n1\n1\n0\ns\ns\nq\n"
    done = pitboss("play", "super-pan-9", "--seats", "3", "--chips", "2", "--seed", "1", *OFF, given=given)
    assert "Not taken: that can cost 3.00; you have 2.00." in done.stdout
    assert "regular wager, seat 2" in done.stdout
    assert "seat 3" not in done.stdout.split("Bets of seat 3: 0")[1]
    everybody = pitboss("play", "super-pan-9", "--seats", "2", given="0\n0\nq\n")
    assert everybody.stdout.count("Bets of seat 1:") == 2


def test_several_seats_of_ones_own():
    done = pitboss("play", "super-pan-9", "--seed", "7", "--seats", "2", *OFF, given="10\n20\nd\ns\nq\n")
    assert "draw, seat 2:" in done.stdout
    assert "regular wager, seat 2" in done.stdout
    assert "your cards, seat 1" in done.stdout


def test_the_shoe_is_dealt_on_to_the_cut_card():
    given = "1\ns\n" * 30
    dealt_on = pitboss("play", "super-pan-9", "--seed", "7", "--set", "decks=1", "--cut", "8", *OFF, given=given).stdout
    assert 3 < dealt_on.count("The dealer shuffles.") < 12
    machine = pitboss(
        "play", "super-pan-9", "--seed", "7", "--set", "decks=1", "--shuffle", "continuous", *OFF, given=given
    ).stdout
    assert "shuffles" not in machine
    assert "Round 30" in machine


def test_hidden_cards_are_not_printed_before_the_choice():
    done = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given="10\nx\n")
    before = done.stdout.split("draw: [d]")[0]
    assert "dealer         3 face down" in before
    assert len(re.findall(r"\b[A2-6JQK][cdhs]\b", before)) == 3


WRONG = {
    "play with no chips": (("play", "super-pan-9", "--chips", "0"), "sit down with more than nothing"),
    "play with too many seats": (("play", "super-pan-9", "--seats", "10"), "--seats '10': give a whole number from 1 to 9"),
    "play with a wrong seed": (("play", "super-pan-9", "--seed", "x"), "--seed 'x': give a whole number from 0"),
    "play with a coach that is none": (("play", "super-pan-9", "--coach", "loud"), "--coach: no value 'loud'"),
    "play with cards that are none": (("play", "super-pan-9", "--cards", "red"), "there is two-colour, four-colour or plain"),
    "play with a log that cannot be": (("play", "super-pan-9", "--log", "/nowhere/log.txt"), "'/nowhere/log.txt' cannot be written"),
    "play with a folder for a log": (("play", "super-pan-9", "--log", "/"), "'/'"),
    "play with a wrong cut": (("play", "super-pan-9", "--cut", "3"), "the cut card cannot leave 3 cards"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_table_that_cannot_be_opened_is_refused(case: str):
    check_refused(*WRONG[case])


def test_own_cards_come_before_the_dealers_whether_or_not_the_dealer_draws():
    given = "1\nd\n" * 12
    shown = pitboss("play", "super-pan-9", "--seed", "7", *OFF, given=given).stdout
    rounds = shown.split("\nRound ")[1:13]
    drawn = ["dealer's card" in each for each in rounds]
    assert True in drawn
    assert False in drawn
    for each in rounds:
        assert re.search(r"your card .*\n  dealer  .*points?\n", each)


def test_a_bet_that_leaves_too_little_for_the_raise_is_warned_of():
    done = pitboss("play", "three-card-blitz", "--seed", "1", "--chips", "25", *OFF, given="10\np\nf\nq\n")
    told = " ".join(done.stdout.split())
    assert "Attention: to play you will need $10.00 more, and these bets leave you $5.00." in told
    assert "Not taken: that needs 10.00 more; you have 5.00." in told  # It was a warning: the bet is dealt.
    enough = pitboss("play", "three-card-blitz", "--seed", "1", "--chips", "30", *OFF, given="10\nf\nq\n")
    assert "Attention" not in enough.stdout


def test_the_raises_of_all_seats_count_together():
    given = "5\n5\nf\nf\nq\n"
    done = pitboss("play", "three-card-blitz", "--seats", "2", "--chips", "25", *OFF, given=given)
    told = " ".join(done.stdout.split())
    assert told.count("Attention") == 1
    assert "need $5.00 more, beside $5.00 for other seats, and these bets leave you $5.00." in told


def test_a_seat_takes_back_the_bets_of_the_seat_before():
    done = pitboss("play", "super-pan-9", "--seats", "2", "--seed", "7", *OFF, given="u\n10\nu\n40\n20\ns\ns\nq\n")
    assert "There are no bets to take back." in done.stdout
    assert "Seat 1 takes its bets back." in done.stdout
    assert re.findall(r"regular wager, seat (\d) +([\d.]+)", done.stdout) == [("1", "40.00"), ("2", "20.00")]


def test_outcomes_are_said_once():
    shown = pitboss("play", "wild-six", "--seed", "5", *OFF, given="10 queens 1\ne\n" * 30).stdout
    assert "pair of queens" in shown
    assert not re.search(r"\b(two pair|pair of \w+|flush|straight|full house), \1", shown)
    spades = pitboss("play", "spadez", "--seed", "1", *OFF, given="1\n" * 10).stdout
    assert not re.search(r"spades? \d, \d spade", spades)


@pytest.mark.parametrize("name", [*games.find(), *games.attached()])
def test_fuzzed_play_settles_to_the_same_cents(name: str, tmp_path: Path):
    source = random.Random(name)
    built, log = games.build(name), tmp_path / "log.txt"
    wagers = [wager.name for wager in built.wagers]
    lines = [
        "r",
        "10",
        "x",
        "s",
        "d",
        "p",
        "f",
        "a",
        "b",
        "c",
        "e",
        "?",
        "",
        "u",
        "3",
        "k",
        "zz",
        "10 5",
        "-1",
        "1e3",
        "9♠",
    ]
    lines += [f"5 {wager} {source.choice('125')}" for wager in wagers for _ in range(3)]
    options = [option for name in built.choices for option in option_names(built, name)]
    lines += [option for option in options for _ in range(2) if " " not in option]
    for seats in ("1", "2"):
        given = "\n".join(source.choice(lines) for _ in range(400))
        flags = ("--seed", seats, "--seats", seats, "--chips", "100000", "--log", str(log), *OFF)
        done = pitboss("play", name, *flags, given=given)
        assert done.returncode == 0
        assert done.stderr == ""
        played = [round(100 * float(net)) for net in re.findall(r"^  net +([+-]?[\d.]+)$", done.stdout, re.MULTILINE)]
        assert len(played) > 5
        settled = pitboss("settle", str(log))
        assert (settled.returncode, settled.stderr) == (0, "")
        nets: list[int] = []
        for each in settled.stdout.split("game  ")[1:]:
            nets.append(sum(round(100 * float(net)) for net in re.findall(r"^net +\d +(\S+)$", each, re.MULTILINE)))
        assert nets == played
        log.unlink()


def test_a_log_that_can_no_longer_be_written_is_named_once_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from pitboss.cli.commands.play import view
    from pitboss.core.errors import FormatError

    log = str(tmp_path / "log.txt")

    def full(path: str, *_: object) -> None:
        raise FormatError(f"{path!r} cannot be written: No space left on device")

    monkeypatch.setattr(view, "append", full)
    done = pitboss("play", "super-pan-9", "--seed", "7", "--log", log, *OFF, given="10\ns\n10\ns\nq\n")
    assert done.returncode == 0
    assert " ".join(done.stdout.split()).count(f"{log}' cannot be written: No space left on device.") == 1
    assert "You played 2 rounds" in done.stdout


def test_a_full_log_goes_on_in_a_file_with_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from pitboss.coach import log as logs

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(logs, "FULL", 1000)  # Two rounds.
    log = tmp_path / "log.txt"
    flags = ("--seed", "7", "--log", str(log), *OFF)
    done = pitboss("play", "super-pan-9", *flags, given="10\ns\n" * 5 + "q\n")
    assert " ".join(done.stdout.split()).count("is full; rounds are now added to") == 2
    files = [log, tmp_path / "log-2.txt", tmp_path / "log-3.txt"]
    assert sum(path.read_text().count("game  ") for path in files) == 5
    assert logs.last_log() == str(files[-1])
    assert all(pitboss("settle", str(path)).returncode == 0 for path in files)
    again = pitboss("play", "super-pan-9", *flags, given="10\ns\nq\n")
    assert "log-3.txt" in " ".join(again.stdout.split())
    assert not (tmp_path / "log-4.txt").exists()
