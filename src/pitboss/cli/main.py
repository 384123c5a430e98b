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
from typing import Annotated

import typer

from pitboss.core.errors import PitbossError, unknown

EXAMPLES = """
  pitboss                          the games, and how to go on
  pitboss play super-pan-9         a table in the terminal
  pitboss rules turbo-sports       rules and rulings
  pitboss settle --help            settle a round from its cards
  pitboss --games DIR games        with games of your own, a folder each in DIR"""


def _epilog(examples: str) -> str:
    return f"\b\nExamples:{examples.rstrip()}"


HINTS = {
    "format/pay-tables": "--paytables FILE",
    "option/remembers": "pitboss simulate GAME --shoes N",
}
"""The flag that helps, by the code of an error: the library's sentences name no flags."""

app = typer.Typer(
    name="pitboss",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Deals, settles, proves and protects casino card games.",
    epilog=_epilog(EXAMPLES),
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
        from pitboss.cli.commands.games.listing import print_lobby

        print_lobby()


for _each in pkgutil.iter_modules([os.path.join(os.path.dirname(__file__), "commands")]):
    _module = importlib.import_module(f"pitboss.cli.commands.{_each.name}")
    app.command(epilog=_epilog(_module.EXAMPLES))(getattr(_module, _each.name))


def main() -> None:
    """Runs `pitboss`: 0 done, 1 something was found wrong, 2 the request was wrong."""
    _steady_streams()
    try:
        code = run()
        sys.stdout.flush()
    except OSError as error:
        # Nothing more can be written there: leave quietly if the reader went away (`pitboss rules x | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0 if error.errno == errno.EPIPE else 2
        if code:
            print(f"pitboss: the output cannot be written: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    sys.exit(code)


def _steady_streams() -> None:
    """Makes the standard streams take any bytes, and replaces a closed one by an empty one."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run() -> int:
    """Runs one command line and returns its exit status; every expected error becomes one line on stderr."""
    command = typer.main.get_command(app)
    if "_PITBOSS_COMPLETE" in os.environ:  # The shell asks for completions, and expects the library's own protocol.
        command(prog_name="pitboss")
    try:
        with command.make_context("pitboss", sys.argv[1:]) as context:
            command.invoke(context)
    except PitbossError as error:
        return _refuse(f"{error} ({HINTS[error.code]})" if error.code in HINTS else str(error))
    except typer.TyperException as error:
        return _refuse(_usage(error, sorted(getattr(command, "commands", {}))))
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    return 0


def _refuse(sentence: str) -> int:
    print(f"pitboss: {' '.join(sentence.split())}", file=sys.stderr)
    return 2


def _usage(error: typer.TyperException, commands: list[str]) -> str:
    sentence = error.format_message()
    name = sentence.removeprefix("No such command ").strip("'.")
    if sentence.startswith("No such command "):
        return unknown("command", name.split("'")[0], commands)
    sentence = sentence[:1].lower() + sentence[1:]
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "pitboss"
    return f"{sentence.rstrip('.')} (see {path} --help)"
