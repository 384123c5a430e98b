"""Everything the program suggests runs: the examples of every `--help`, and the commands of the lobby."""

import re
import shlex
from pathlib import Path

import pytest

from pitboss.core.invocation import VARIABLE
from pitboss.maths.simulate import limits
from pitboss.report import write
from pitboss.table.sql_store import SqlStore
from tests.cli.test_main import COMMANDS
from tests.support.command import Done, only_progress, pitboss
from tests.support.terminal import Terminal


def examples(help_page: str) -> list[str]:
    """The command lines of a help page, without the remarks that explain them."""
    text = help_page.partition("Examples:\n")[2].partition("\n\n")[0]
    lines = re.sub(r"\\\n +", "", text).splitlines()
    return [re.split(" {3,}", line.strip())[0] for line in lines if re.match(r"  \S", line)]


def typed(line: str, start: str) -> Done:
    """What a shell does with a command line: `printf ... | COMMAND`, `COMMAND < FILE`, `COMMAND > FILE`."""
    before, _, command = line.rpartition(" | ")
    command, _, target = command.partition(" > ")
    command, _, source = command.partition(" < ")
    given = shlex.split(before)[1].encode().decode("unicode_escape") if before else ""
    given = Path(source.strip()).read_text() if source else given
    words = shlex.split(command)
    assert words[0] == start
    done = pitboss(*words[1:], given=given)
    if target:
        Path(target.strip()).write_text(done.stdout)
    return done


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder of its own with a database, few rounds where a command line names none, and reports asked for but not laid out.

    tests/report writes them.
    """
    monkeypatch.chdir(tmp_path)
    SqlStore("tables.db").close()
    monkeypatch.setattr(limits, "USUAL_ROUNDS", 10**5)
    monkeypatch.setattr(write, "usual_rounds", lambda: 10**5)
    monkeypatch.setattr(write, "write_reports", lambda subjects, out, *_, **__: [f"{out}/{len(list(subjects))}"])
    monkeypatch.setattr(write, "failures", lambda _: [])


@pytest.mark.compiled
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.usefixtures("cheap")
def test_every_example_runs_as_it_is_printed(command: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = examples(pitboss(command, "--help").stdout)
    assert any(f"pitboss {command}" in line for line in lines)
    for line in lines:
        done = typed(line, "pitboss")
        assert done.returncode == 0, (line, done.stderr)
        assert " | " in line or only_progress(done.stderr), line  # Questions to a pipe stand on stderr.


@pytest.mark.compiled
@pytest.mark.usefixtures("cheap")
def test_every_command_that_the_lobby_suggests_runs(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(VARIABLE, "./run")
    lobby = pitboss()
    lines = [line.strip() for line in lobby.stdout.splitlines() if line.strip().startswith("./run ")]
    commands = [re.split(" {2,}", line)[0] for line in lines]
    assert len(commands) > 8
    for command in (*commands, *examples(pitboss("--help").stdout)):
        done = typed(command, "./run")
        assert done.returncode == 0, (command, done.stderr)
        assert only_progress(done.stderr), command


OTHERS = [
    (),
    ("--help",),
    *((command, "--help") for command in COMMANDS),
    ("design", "super-pan-9", "--wager", "tie", "--target-edge", "0%..5%", "--toml"),
    ("analyze", "super-pan-9", "--jsn"),
    ("anlyze",),
    ("analyze", "spadez", "--paytables", "empty.toml"),
    ("analyze", "spadez", "--paytables", "other.toml"),
]


@pytest.mark.compiled
@pytest.mark.parametrize("arguments", OTHERS, ids=" ".join)
def test_started_by_run_every_suggestion_begins_with_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, ...]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, "./run")
    Path("empty.toml").write_text("")
    Path("other.toml").write_text('[joker]\ngrid = """\n mine\nSPADES_14 7\n"""\n')
    done = pitboss(*arguments)
    assert not re.search(r"\bpitboss\b(?!/)", done.stdout + done.stderr)
    assert "./run" in done.stdout + done.stderr


def test_the_script_says_what_was_typed_to_start_it():
    script = (Path(__file__).parents[2] / "run").read_text()
    assert f"export {VARIABLE}" in script
    assert f"{VARIABLE}=$0" in script


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)], ids=" ".join)
def test_every_help_page_fits_the_terminal_and_lists_the_games(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], columns: int
):
    monkeypatch.setenv("COLUMNS", "1000")
    whole = examples(pitboss(*command, "--help").stdout)
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = pitboss(*command, "--help").stdout
    assert max(map(len, shown.splitlines())) <= columns
    assert "..." not in shown.partition("Commands:")[2]
    assert examples(shown) == whole
    if "GAME is one of" in shown:
        for name in ("spadez", "super-pan-9", "three-card-poker"):
            assert name in shown.partition("Examples:")[0]


@pytest.mark.parametrize(
    ("command", "end"),
    [((), "a round from its cards"), (("settle",), "player_card 1   6c"), (("paytables",), "# a file for --paytables")],
)
def test_help_pages_fit_a_narrow_terminal(command: tuple[str, ...], end: str):
    with Terminal(*command, "--help", columns=40) as terminal:
        terminal.read_until(end)
        assert terminal.close() == 0
        assert max(map(len, terminal.lines)) <= 40
