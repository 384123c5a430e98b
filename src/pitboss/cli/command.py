"""The class of every command: its help lists the games and shows examples, and a blank or doubled value is refused."""

import re
from collections import Counter
from textwrap import wrap
from typing import Any

from typer.core import TyperCommand, TyperGroup

from pitboss.core.errors import FormatError
from pitboss.core.invocation import invoked_as

STARTS = re.compile(r"^( *|.*\| )pitboss\b", re.MULTILINE)


def examples_text(examples: str) -> str:
    """Examples as they are typed here: with the words that started this program."""
    return STARTS.sub(lambda found: f"{found[1]}{invoked_as()}", examples)


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
            raise FormatError(f"{name} is empty: give {what}, or leave {'the flag' if is_flag else 'it'} out")


class Command(TyperCommand):
    """One command."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads the command line, and refuses blank and doubled values."""
        if not ctx.resilient_parsing:
            refuse_repeated(self, ctx, args)
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            refuse_blank(self, ctx)
        return rest

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line, an argument without the library's braces."""
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes arguments and flags, the games under GAME."""
        super().format_options(ctx, formatter)
        if any(each.param_type_name == "argument" and "GAME" in (each.metavar or "") for each in self.params):
            from pitboss.games import catalog

            names = ", ".join((*catalog.find(), *(f"HOST+{rider}" for rider in catalog.riders())))
            indent = " " * 2
            lines = wrap(
                names, formatter.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
            )
            formatter.write("\nGAME is one of:\n" + "\n".join(lines) + "\n")

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Writes the examples as they are typed here."""
        formatter.write("\n" + examples_text(self.epilog or "") + "\n")


class Group(TyperGroup):
    """The program itself."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Reads what stands before the command, and refuses blank values."""
        rest = super().parse_args(ctx, args)
        if not ctx.resilient_parsing:
            refuse_blank(self, ctx)
        return rest

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Writes the examples as they are typed here."""
        formatter.write("\n" + examples_text(self.epilog or "") + "\n")
