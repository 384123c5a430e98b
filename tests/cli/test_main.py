"""The command itself: help, streams, completion, and command lines that do not parse."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from pitboss.cli import main
from tests.support.command import check_refused, pitboss, pitboss_process

WRONG = {
    "unknown command": (("plya",), "no command 'plya'; did you mean 'play'?"),
    "unknown flag": (("games", "--jsn"), "--jsn"),
    "unknown game": (("rules", "super-pan"), "no game 'super-pan'; did you mean 'super-pan-9'?"),
    "no game": (("rules",), "missing argument 'GAME'"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_one_clear_line(case: str):
    check_refused(*WRONG[case])


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


COMMANDS = sorted(getattr(typer.main.get_command(main.app), "commands", {}))


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_examples(command: str):
    done = pitboss(*filter(None, [command]), "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert f"pitboss {command}".rstrip() in done.stdout.split("Examples:")[1]


def test_every_module_and_folder_of_commands_is_one():
    folder = Path(main.__file__).parent / "commands"
    there = {path.stem for path in folder.iterdir() if not path.name.startswith("__")}
    assert set(COMMANDS) == there


def test_version():
    assert pitboss("--version").stdout.startswith("pitboss 0.")


def test_shell_completion_offers_games():
    done = pitboss_process(
        _PITBOSS_COMPLETE="complete_bash",
        COMP_WORDS="pitboss play super-p",
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
    assert done.stdout == "Super Pan 9\n"
    assert done.stderr == ""
