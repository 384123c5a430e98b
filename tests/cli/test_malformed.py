"""Malformed requests, generated from the commands themselves: every flag and argument is fed what it cannot take.

Each must exit with 2, print one line that names the flag or the value, print nothing else and change no file.
"""

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from pitboss.cli import main
from pitboss.cli.commands.settle import ROUND_FILE
from tests.support.command import only_progress, pitboss

COMMANDS: dict[str, Any] = dict(sorted(getattr(typer.main.get_command(main.app), "commands", {}).items()))
RIGHT = {
    "advise": ("super-pan-9", "--deal", "player=6s 4h 3d"),
    "analyze": ("spadez",),
    "backup": ("copy.db", "--db", "log.txt"),
    "design": ("spadez", "--wager", "spadez", "--target-edge", "5%"),
    "history": ("log.txt",),
    "report": ("spadez", "--out", "reports"),
    "settle": ("spadez", "--bet", "spadez=5", "--deal", "cards=As Ks 2h 3h 4h 5d"),
    "simulate": ("super-pan-9", "--strategy", "draw-on-5", "--rounds", "1000"),
}
"""A right request of each command, to spoil in one place; of others, the game alone."""

ODD = ("\x07", "a\x1bb", "\u200b", "x" * 5000, "--", "-")
NUMBERS = ("nan", "inf", "-1", "1e999", "9" * 400, "٣", "5\x07", "0x10", "1.5", "five", "½", "1 000")
AMOUNTS = ("nan", "inf", "-1", "-0.01", "1e999", "9" * 400, "٣", "5\x07", "0x10", "1.234", "five", "$", "5,00", "0")
PAIRS = ("x", "=", "a=", "=b", "nope=1", "a\x07=1", f"{'x' * 3000}=1", "nope = ")
CARDS = ("Zz", "As As As As As As As As As", "1s", "As;Kd", "A", "♠", " ".join(["2c"] * 400), "As\x07", "٣s")
NAMES = ("nope", *ODD[:4])
KINDS: dict[str, tuple[str, ...]] = {
    "N": NUMBERS,
    "AMOUNT": AMOUNTS,
    "W": (*NUMBERS[:8], "0", "five"),
    "NAME=VALUE": PAIRS,
    "PILE=CARDS": (*PAIRS, *(f"{pile}={cards}" for pile in ("player", "cards") for cards in CARDS)),
    "WAGER=AMOUNT": (*PAIRS, *(f"spadez={amount}" for amount in AMOUNTS), *(f"regular={each}" for each in AMOUNTS)),
    "OUTCOME=PAY": (*PAIRS, "SPADES_6=nan", "SPADES_6=-1", "SPADES_6=1e999", "SPADES_6=٣"),
    "[OUTCOME=]PAY": (*PAIRS, *(each for each in NUMBERS if each != "-1"), "0", "SPADES_6=nan", "SPADES_6=0"),
    "LOW..HIGH": ("5", "0.05", "nan", "inf%", "6%..4%", "4%..", "..", "1%..2%..3%", "٣%", "5\x07%", "1e9%"),
    "CARDS": CARDS,
    "NAME": NAMES,
    "WAGER": NAMES,
    "OUTCOME": NAMES,
    "WAY": NAMES,
    "SIZE": NAMES,
    "GAME": (*NAMES, "spadez+spadez", "+", "../spadez", "super-pan-9+nope"),
    "GAME|ROUND.txt|-": (*NAMES, "missing.txt", "folder.txt", "binary.txt", "empty.txt", "folder/"),
    "WHEN": NAMES,
    "STYLE": NAMES,
    "DIR": ("binary.txt", "empty.txt/reports"),
    "ADDRESS": ("nope", "a b"),
    "NUMBER": (*NUMBERS, "abc", "70000"),
    "RESULT": (
        *(*PAIRS, "rounds=5", "win=5", "rounds=0,win=1", "rounds=1.5,win=1", "rounds=1e9,win=1", "rounds=5,win=five"),
        *("rounds=5,win=1,seats=0", "rounds=5,win=1,seats=99", "rounds=5,win=1,stake=0", "rounds=5,win=1,bets=nope"),
        *("rounds=5,rounds=6,win=1", "rounds=5,,win=1", "rounds=5,win=1,bets=spadez+spadez", "rounds=٣,win=1"),
    ),
    "URL": ("mysql://x/y", "missing.db", "missing/tables.db", "folder.txt", "binary.txt"),
}
"""What no flag with this metavariable takes. A flag of another kind is fed blanks, and files that are none."""

FILES = ("missing.toml", "folder.txt", "binary.txt", "empty.txt", "x" * 5000, "missing/file.txt")
WRITTEN = {
    "--resume": ("folder.txt", "binary.txt", "missing/file.txt"),
    "--log": ("folder.txt", "missing/file.txt"),
    "serve --db": ("mysql://x/y", "sqlite://", "folder.txt", "binary.txt", "binary.txt/tables.db"),
    "backup FILE": ("folder.txt", "binary.txt", "missing/file.txt"),
}
"""Flags and arguments that name a file to write: one that is not there yet is right."""

FLAGS = [
    pytest.param(command, each.opts[0], each, id=f"{command} {each.opts[0]}")
    for command, known in COMMANDS.items()
    for each in known.params
    if each.param_type_name == "option" and not each.is_flag and each.name != "help"
]
ARGUMENTS = [
    pytest.param(command, each, id=f"{command} {each.metavar}")
    for command, known in COMMANDS.items()
    for each in known.params
    if each.param_type_name == "argument"
]


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder with a file of bytes, an empty one and another folder, in which nothing may change."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    Path("folder.txt").mkdir()
    Path("binary.txt").write_bytes(bytes(range(128, 256)))
    Path("empty.txt").write_text("")
    Path("log.txt").write_text(ROUND_FILE)


def listed() -> list[tuple[str, int]]:
    return sorted((str(path), path.stat().st_size) for path in Path().rglob("*"))


def right(command: str, without: str = "") -> list[str]:
    """A right request, without one flag and its value."""
    known = COMMANDS[command]
    game = any(each.param_type_name == "argument" and "GAME" in (each.metavar or "") for each in known.params)
    words = list(RIGHT.get(command, ("super-pan-9",) if game else ()))
    while without in words:
        place = words.index(without)
        del words[place : place + 2]
    return words


def refused(words: list[str], *named: str) -> str:
    """The one line with which a request is refused; it names one of these texts."""
    before = listed()
    done = pitboss(*words)
    shown = [word[:60] for word in words]
    assert done.returncode == 2, (shown, done.stdout[:200], done.stderr[:200])
    assert done.stdout == "", shown
    lines = [line for line in done.stderr.splitlines() if not only_progress(line)]
    assert len(lines) == 1, (shown, done.stderr[:300])
    assert lines[0].startswith("pitboss: ")
    assert any(name in lines[0] for name in named if name), (shown, lines[0][:300])
    assert lines[0].isprintable(), (shown, lines[0])
    assert len(lines[0]) < 1000, shown
    assert listed() == before, shown
    return lines[0]


def names_of(value: str) -> list[str]:
    """The ways in which a line may name a value: whole, as Python writes it, or the parts beside an equals sign."""
    parts = [each.strip() for each in (value, *value.partition("=")[::2], *re.split("[ +]", value)[:1])]
    short = [each[:40] for each in parts if each]
    return [*short, *(repr(each)[1:-1][:40] for each in parts if each)]


@pytest.mark.parametrize(("command", "flag", "parameter"), FLAGS)
def test_every_flag_refuses_what_it_cannot_take(command: str, flag: str, parameter: Any):
    written = WRITTEN.get(f"{command} {flag}", WRITTEN.get(flag, ()))
    values = written or KINDS.get(parameter.metavar, FILES if parameter.metavar == "FILE" else ())
    assert values, f"nothing wrong is known of {parameter.metavar}"
    for value in values:
        refused([command, *right(command, flag), f"{flag}={value}"], flag, *names_of(value))


def test_every_kind_of_value_is_still_asked_for():
    asked = {each.metavar for known in COMMANDS.values() for each in known.params}
    assert set(KINDS) <= asked


@pytest.mark.parametrize(("command", "flag", "parameter"), FLAGS)
def test_every_flag_refuses_nothing_blanks_and_a_second_value(command: str, flag: str, parameter: Any):
    for value in ("", " ", "\t\n"):
        refused([command, *right(command, flag), flag, value], flag)
        refused([command, *right(command, flag), f"{flag}={value}"], flag)
    refused([command, *right(command, flag), flag], flag)
    if not parameter.multiple:
        assert "2 times" in refused([command, *right(command, flag), flag, "1", flag, "2"], flag)
    elif "=" in parameter.metavar:
        refused([command, *right(command, flag), flag, "a=1", flag, "a=2"], flag, "'a'")


@pytest.mark.parametrize(("command", "argument"), ARGUMENTS)
def test_every_argument_refuses_what_it_cannot_take(command: str, argument: Any):
    known = [each for each in COMMANDS[command].params if each.param_type_name == "argument"]
    before, others = ["a.txt"] * known.index(argument), right(command)[1:]
    for value in ("", " "):
        refused([command, *before, *(() if others else ("--",)), value, *others], argument.metavar)
    for value in KINDS.get(argument.metavar, WRITTEN.get(f"{command} {argument.metavar}", FILES)):
        if value not in ("--", "-"):
            refused([command, *before, value, *others], *before, *names_of(value))
    refused([command, *right(command), "one-too-many"], "one-too-many")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_an_unknown_flag(command: str):
    refused([command, *right(command), "--nope"], "--nope")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("analyse", "spadez"), "'analyze'"),
        (("rules", "spades"), "'spadez'"),
        (("settle", "super-pan9"), "'super-pan-9'"),
        (("analyze", "super-pan-9", "--set", "deck=1"), "'decks'"),
        (("analyze", "super-pan-9", "--bet", "regula=1"), "'regular'"),
        (("analyze", "super-pan-9", "--strategy", "draw-on5"), "'draw-on-5'"),
        (("analyze", "super-pan-9", "--strategy", "optimal:ties"), "'tie'"),
        (("simulate", "super-pan-9", "--strategy", "optimal:ties"), "'tie'"),
        (("advise", "super-pan-9", "--deal", "players=6s 4h 3d"), "'player'"),
        (("settle", "super-pan-9", "--bet", "regular=5", "--choose", "drew=draw"), "'draw'"),
        (("settle", "super-pan-9", "--bet", "regular=5", "--choose", "draw=drawn"), "'draw'"),
        (("design", "spadez", "--wager", "spade", "--target-edge", "5%"), "'spadez'"),
        (("design", "spadez", "--wager", "spadez", "--target-edge", "5%", "--keep", "SPADE_6"), "'SPADES_6'"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
def test_a_near_miss_is_told_what_was_meant(words: tuple[str, ...], meant: str):
    assert f"did you mean {meant}?" in refused(list(words), "did you mean")


@pytest.mark.parametrize("value", ["", " ", "missing", "binary.txt", "folder.txt"])
def test_the_folder_of_ones_own_games_is_refused_by_name(value: str):
    refused(["--games", value, "rules", "spadez"], "--games" if not value.strip() else value)
