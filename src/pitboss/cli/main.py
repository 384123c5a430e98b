"""The command `pitboss`. Every module and folder in `cli/commands` is one command, named after it.

Such a module has a function of its own name, whose signature gives the flags and whose docstring the help, and
`EXAMPLES`. It imports what it needs when it runs, so that `--help` answers at once.
"""

import errno
import importlib
import io
import os
import pkgutil
import sys
from typing import Annotated, Any

import typer

from pitboss.cli.command import Command, Group
from pitboss.core.errors import PitbossError, unknown
from pitboss.core.invocation import invoked_as

EXAMPLES = """
  pitboss                       the games, how to go on, and a server
  pitboss play super-pan-9      a table in the terminal
  pitboss rules turbo-sports    rules and rulings
  pitboss settle --help         settle a round from its cards"""


LONGEST, LONGEST_LINE = 200, 900  # Characters of a word, and of a whole message, that are printed.

WRONG = 2
"""The exit status of a request that was wrong, or could not be carried out."""


HINTS = {
    "bet/required": "--bet WAGER=AMOUNT",
    "choice/missing": "--choose CHOICE=OPTION",
    "format/pay-tables": "--paytables FILE",
    "grid/empty": "{} paytables GAME --toml prints examples",
    "grid/unused": "--set NAME=VALUE",
    "option/pay-table": "a table of your own comes with --paytables FILE",
    "option/remembers": "{} simulate GAME --shoes N",
}
"""The flag that helps, by the code of an error: the library's sentences name no flags."""

app = typer.Typer(
    name="pitboss",
    cls=Group,
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Deals, settles, proves and protects casino card games.",
    epilog=EXAMPLES,
)


def _version(wanted: bool) -> None:
    if wanted:
        from pitboss import __version__

        print(f"pitboss {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def lobby(
    context: typer.Context,
    folders: Annotated[
        list[str] | None,
        typer.Option("--games", metavar="DIR", help="games of your own: a folder that holds theirs; repeats"),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Deals, settles, proves and protects casino card games."""
    for folder in folders or ():
        from pitboss.games import catalog

        catalog.add_folder(folder)
    if context.invoked_subcommand is None:
        from pitboss.cli import serving
        from pitboss.cli.commands.games.listing import print_edge, print_lobby

        serving.serve_lobby(print_lobby(), print_edge)


for _each in pkgutil.iter_modules([os.path.join(os.path.dirname(__file__), "commands")]):
    _module = importlib.import_module(f"pitboss.cli.commands.{_each.name}")
    _after = getattr(_module, "MORE_HELP", "")
    app.command(cls=Command, epilog=f"{_module.EXAMPLES.rstrip()}\n\n{_after}".rstrip())(getattr(_module, _each.name))


class OutputError(OSError):
    """Stdout could not be written, as distinct from any other file."""


class Output(io.FileIO):
    """Stdout as a file that raises `OutputError`."""

    def write(self, data: Any) -> int:
        """Writes bytes, and returns how many."""
        try:
            return super().write(data)
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None


def main() -> int:
    """Runs `pitboss`: 0 done, 1 something was found wrong, 2 the request was wrong or a file failed."""
    _steady_streams()
    try:
        code = run()
        sys.stdout.flush()
        return code
    except OutputError as error:
        # Nothing more can be written there: leave quietly if the reader went away (`pitboss rules x | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0 if error.errno == errno.EPIPE else _refuse(f"the output cannot be written: {error.strerror}")
    except OSError as error:
        file = f"{str(error.filename)!r}" if error.filename else "a file"
        return _refuse(f"{file} cannot be read or written: {error.strerror or error}")


def _steady_streams() -> None:
    """Makes the standard streams take any text and stdout raise `OutputError`; a closed stream becomes an empty one."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
            if stream is sys.__stdout__ and os.name == "posix":
                sys.stdout = _output(stream)


def _output(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """A stream like stdout, on the same file, that raises `OutputError`."""
    stream.flush()
    raw: Any = Output(stream.fileno(), "wb", closefd=False)
    return io.TextIOWrapper(
        raw if stream.write_through else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def run() -> int:
    """Runs one command line and returns its exit status; every expected error becomes one line on stderr."""
    code = _run()
    kept_files = sys.modules.get("pitboss.maths.compile.kept_files")
    failure = kept_files.take_failure() if kept_files else ""
    if failure and code != WRONG:
        print(f"{invoked_as()}: results are not cached, so the next run takes as long: {failure}", file=sys.stderr)
    return code


def _run() -> int:
    command = typer.main.get_command(app)
    if "pitboss.cli.progress" in sys.modules:  # A process may run several commands, as tests do.
        sys.modules["pitboss.cli.progress"].allow_line()
    if "_PITBOSS_COMPLETE" in os.environ:  # The shell asks for completions, and expects the library's own protocol.
        command(prog_name="pitboss")
    try:
        with command.make_context(invoked_as(), sys.argv[1:]) as context:
            command.invoke(context)
    except PitbossError as error:
        return _refuse(f"{error} ({HINTS[error.code].format(invoked_as())})" if error.code in HINTS else str(error))
    except typer.TyperException as error:
        return _refuse(_usage(error, sorted(getattr(command, "commands", {}))))
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    return 0


def _refuse(sentence: str) -> int:
    words = (word if len(word) <= LONGEST else f"{word[: LONGEST // 2]}..." for word in sentence.split())
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in " ".join(words))
    print(f"{invoked_as()}: {line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + ' ...'}", file=sys.stderr)
    return WRONG


def _usage(error: typer.TyperException, commands: list[str]) -> str:
    sentence = error.format_message()
    name = sentence.removeprefix("No such command ").strip("'.")
    if sentence.startswith("No such command "):
        return unknown("command", name.split("'")[0], commands)
    sentence = sentence[:1].lower() + sentence[1:]
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else invoked_as()
    return f"{sentence.rstrip('.')} (see {path} --help)"
