"""The class of every command: its help lists the games and shows examples, and a blank or doubled value is refused."""

import re
from collections import Counter
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

from pitboss.cli.layout import filled, width, wrapped
from pitboss.core.errors import FormatError
from pitboss.core.invocation import invoked_as

WIDEST_HELP = 78
NARROW, NARROW_LABEL = 60, 4  # In fewer columns, a text stands below its label where that takes more than four.
STARTS = re.compile(r"^( *|.*\| )pitboss\b")
SHELL_WORDS = re.compile(r'(?:(?:--[\w-]+(?= [^-<>|])|[<>|]) )?(?:[^\s"]|"[^"]*")+')  # A flag keeps its value.


def examples_text(examples: str) -> str:
    """Examples as they are typed here: with the words that started this program, and broken where a shell reads on.

    What an example does follows it as a remark, three blanks apart; or below it, where that is too wide.
    """
    lines = []
    for text in re.sub(r" \\\n +", " ", examples.strip("\n")).splitlines():
        line = STARTS.sub(lambda found: f"{found[1]}{invoked_as()}", text)
        command, *rest = re.split("( {3,})", line, maxsplit=1)
        gap, remark = rest or ("", "")
        whole = f"{command}{gap}# {remark}" if remark else command
        if len(whole) <= width():
            lines.append(whole)
            continue
        lines += _command_lines(command) if command else []
        lines += [filled(remark, "      # ", "      # ")] if remark else []
    return "\n".join(lines)


def _command_lines(command: str) -> list[str]:
    """A command line; where it is too wide, in several that end in a backslash, which a shell joins again."""
    if len(command) <= width():
        return [command]
    *before, last = wrapped(SHELL_WORDS.findall(command), first="  ", rest="    ", most=width() - len(" \\"))
    return [*(f"{line} \\" for line in before), last]


def refuse_repeated(command: Any, context: Any, arguments: list[str]) -> None:
    """Refuses a flag that takes one value and is given several: the library would keep the last without a word."""
    _, _, order = command.make_parser(context).parse_args(args=list(arguments))
    for parameter, times in Counter(order).items():
        if times > 1 and not parameter.multiple and not getattr(parameter, "is_flag", False):
            raise FormatError(f"{parameter.opts[0]} is given {times} times: give it once")


def refuse_blank(command: Any, context: Any) -> None:
    """Refuses a value of blanks or nothing, such as that of `--paytables "$FILE"` where FILE is not set."""
    for parameter in command.get_params(context):
        value = context.params.get(parameter.name)
        source = context.get_parameter_source(parameter.name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if any(isinstance(each, str) and not each.strip() for each in (value if isinstance(value, list) else [value])):
            is_flag = parameter.param_type_name == "option"
            name = parameter.opts[0] if is_flag else parameter.metavar
            what = parameter.metavar if is_flag else "a name"
            way = "" if parameter.required else f", or leave {'the flag' if is_flag else 'it'} out"
            raise FormatError(f"{name} is empty: give {what}{way}")


def refuse_shared_input(command: Any, context: Any) -> None:
    """Refuses a second `-`: standard input can be read once."""
    named = [each for each in command.get_params(context) if context.params.get(each.name) == "-"]
    if len(named) > 1:
        names = " and ".join(each.opts[0] if each.param_type_name == "option" else each.metavar for each in named)
        raise FormatError(f"{names} are both '-', and standard input can be read once: give a file for one of them")


def _fitted(text: str) -> str:
    """Paragraphs broken for the terminal; one with indented lines, such as an example of a file, stays as it is."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(each if "\n " in each else filled(" ".join(each.split())) for each in paragraphs)


class HelpPage:
    """Help that fits the terminal, with examples at its end."""

    epilog: str | None
    format_help: Any

    def get_help(self, ctx: Any) -> str:
        """The help page as text."""
        ctx.terminal_width = min(width(), WIDEST_HELP)  # The library writes no less than 50 columns.
        formatter = ctx.make_formatter()
        if formatter.width < NARROW:
            formatter.write_dl = partial(formatter.write_dl, col_max=NARROW_LABEL)
        self.format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Writes the examples as they are typed here, and what a command says after them."""
        examples, gap, more = (self.epilog or "").partition("\n\n")
        formatter.write(f"\nExamples:\n{examples_text(examples)}{gap}{_fitted(more)}\n")


class Command(HelpPage, TyperCommand):
    """One command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the command line, and refuses blank and doubled values."""
        if not ctx.resilient_parsing:
            refuse_repeated(self, ctx, args)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            refuse_blank(self, ctx)
            refuse_shared_input(self, ctx)
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line, an argument without the library's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes arguments and flags, the games under GAME."""
        super().format_options(ctx, formatter)
        if any(each.param_type_name == "argument" and "GAME" in (each.metavar or "") for each in self.params):
            from pitboss.games import catalog

            names = ", ".join((*catalog.find(), *(f"{catalog.ANY_HOST}+{rider}" for rider in catalog.riders())))
            formatter.write(f"\nGAME is one of:\n{filled(names, '  ', '  ')}\n")


class Group(HelpPage, TyperGroup):
    """The program itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads what stands before the command, and refuses blank values."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            refuse_blank(self, ctx)
        return rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes every command with its whole first sentence."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(1000)) for name, each in self.commands.items()])
