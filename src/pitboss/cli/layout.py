"""Text laid out for the width of the terminal: sentences, facts side by side, tables of the columns that fit."""

import re
import shutil
from collections.abc import Iterable, Sequence
from textwrap import wrap

NARROWEST, WIDEST = 20, 120
LEAST_BESIDE = 34  # Columns of text beside a label; with fewer it stands below.


def page_width() -> int:
    """The columns of the terminal, or of `COLUMNS`; 80 where there is neither."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def print_wrapped(text: str, indent: str = "", more: str = "  ") -> None:
    """Prints a text in lines that fit, broken between words alone; further lines are set in."""
    lines = wrap(
        *(text, page_width()),
        initial_indent=indent,
        subsequent_indent=" " * len(indent) + more,
        break_long_words=False,
        break_on_hyphens=False,
    )
    print("\n".join(lines))


def print_listed(rows: Sequence[tuple[str, str]]) -> None:
    """Prints labels with texts beside them, or below them where little width would be left."""
    width = max(len(label) for label, _ in rows)
    for label, text in rows:
        if page_width() - width - 4 >= LEAST_BESIDE:
            print_wrapped(text, f"  {label:<{width}}  ", "")
        else:
            print(f"  {label}")
            if text:
                print_wrapped(text, " " * 4, "")


def print_facts(facts: Iterable[str], indent: str = "", between: str = "   ") -> None:
    """Prints facts side by side, as many to a line as fit; a fact is broken only where it does not fit a line alone."""
    lines: list[str] = []
    for fact in facts:
        if lines and len(indent) + shown_length(lines[-1] + between + fact) <= page_width():
            lines[-1] += between + fact
        else:
            lines.append(fact)
    for line in lines:
        if len(indent) + shown_length(line) <= page_width():
            print(indent + line)
        else:
            print_wrapped(line, indent)


def shown_length(text: str) -> int:
    """The columns that a text takes: those of its letters, without what makes them bold."""
    return len(re.sub("\033\\[[0-9;]*m", "", text))


def fitting(head: Sequence[str], rows: Sequence[Sequence[str]], first_out: Sequence[int], indent: str) -> list[int]:
    """The places of the columns to print: all, less as many of `first_out`, in that order, as the width asks for."""
    widths = [max(shown_length(row[place]) for row in (head, *rows)) for place in range(len(head))]
    kept = list(range(len(head)))
    for place in first_out:
        if len(indent) + sum(widths[each] + 2 for each in kept) - 2 <= page_width():
            break
        kept.remove(place)
    return kept


def print_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], first_out: Sequence[int] = (), indent: str = "  "
) -> list[str]:
    """Prints a table, the first column to the left and the others to the right; returns the headings left out."""
    kept = fitting(head, rows, first_out, indent)
    lines = [[row[place] for place in kept] for row in (head, *rows)]
    widths = [max(shown_length(line[place]) for line in lines) for place in range(len(kept))]
    for line in lines:
        cells = []
        for place, (cell, width) in enumerate(zip(line, widths, strict=True)):
            blanks = " " * (width - shown_length(cell))
            cells.append(blanks + cell if place else cell + blanks)
        print((indent + "  ".join(cells)).rstrip())
    return [heading for place, heading in enumerate(head) if place not in kept]
