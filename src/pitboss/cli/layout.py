"""Text laid out for the width of the terminal: sentences, facts side by side, tables of the columns that fit."""

import re
import shutil
from collections.abc import Iterable, Sequence
from textwrap import wrap

NARROWEST, WIDEST = 20, 100
LEAST_BESIDE = 34  # Columns of text beside a label; with fewer it stands below.
LEAST_LABEL = 16  # Columns that a table's labels keep before further columns are left out.
ESCAPE = re.compile("\033\\[[0-9;]*m")


def width() -> int:
    """The columns to write in: those of the terminal or of `COLUMNS`, 80 where neither is known, and never over 100."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((80, 24)).columns))


def visible_width(text: str) -> int:
    """The columns that a text takes on a terminal; colours and weights take none."""
    return len(ESCAPE.sub("", text))


def wrapped(pieces: Iterable[str], *, gap: str = " ", first: str = "", rest: str = "", most: int = 0) -> list[str]:
    """Lines of whole pieces that fit the terminal, or `most` columns; `first` begins the first, `rest` every other.

    A piece is never broken, so that numbers, cards and keys stay whole. One that is wider than the terminal has a line
    of its own.
    """
    widest, lines = most or width(), [first]
    is_empty = True
    for piece in pieces:
        joined = piece if is_empty else gap + piece
        if lines[-1].strip() and visible_width(lines[-1] + joined) > widest:
            lines.append(rest)
            joined = piece
        lines[-1] += joined
        is_empty = False
    return [line.rstrip() for line in lines]


def filled(text: str, first: str = "", rest: str | None = None) -> str:
    """Sentences in lines that fit, broken between words; a number keeps its `%`.

    Without `rest`, further lines are set in under a label that `first` has, and two columns under blanks.
    """
    if rest is None:
        rest = " " * visible_width(first) + ("" if first.strip() or not first else "  ")
    return "\n".join(wrapped(re.split(r"\s+(?!%)", text.strip()), first=first, rest=rest))


def folded(line: str, rest: str = "    ") -> str:
    """A line of aligned columns; where it is too wide, with narrow gaps, and broken between columns, or else words."""
    if visible_width(line) <= width():
        return line
    parts = wrapped(re.split(" {2,}", line), gap="  ", rest=rest)
    indents = (part[: len(part) - len(part.lstrip())] for part in parts)
    return "\n".join(
        part if visible_width(part) <= width() else filled(part, indent, rest)
        for part, indent in zip(parts, indents, strict=True)
    )


def print_wrapped(text: str, first: str = "", rest: str | None = None) -> None:
    """Prints sentences as `filled` lays them out."""
    print(filled(text, first, rest))


def print_listed(rows: Sequence[tuple[str, str]]) -> None:
    """Prints labels with texts beside them, or below them where little width would be left."""
    label_width = max(len(label) for label, _ in rows)
    for label, text in rows:
        if width() - label_width - 4 >= LEAST_BESIDE:
            print_wrapped(text, f"  {label:<{label_width}}  ")
        else:
            print(f"  {label}")
            if text:
                print_wrapped(text, " " * 4, " " * 4)


def print_facts(facts: Iterable[str], indent: str = "", between: str = "   ") -> None:
    """Prints facts side by side, as many to a line as fit; a fact is broken only where it does not fit a line alone."""
    for line in wrapped(facts, gap=between, first=indent, rest=indent):
        if visible_width(line) <= width():
            print(line)
        else:
            print_wrapped(line, indent, indent + "  ")


def fitting(head: Sequence[str], rows: Sequence[Sequence[str]], first_out: Sequence[int], indent: str) -> list[int]:
    """The places of the columns to print: all, less as many of `first_out`, in that order, as the width asks for."""
    widths = [max(visible_width(row[place]) for row in (head, *rows)) for place in range(len(head))]
    widths[0] = min(widths[0], LEAST_LABEL)
    kept = list(range(len(head)))
    for place in first_out:
        if len(indent) + sum(widths[each] + 2 for each in kept) - 2 <= width():
            break
        kept.remove(place)
    return kept


def pages(label_width: int, widths: Sequence[int], gap: int = 2) -> list[list[int]]:
    """The places of a table's columns in blocks that fit the terminal, each beside the row labels; one at the least."""
    blocks: list[list[int]] = []
    used = 0
    for place, wide in enumerate(widths):
        if not blocks or used + gap + wide > width():
            blocks.append([])
            used = label_width
        blocks[-1].append(place)
        used += gap + wide
    return blocks


def print_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], first_out: Sequence[int] = (), indent: str = "  "
) -> list[str]:
    """Prints a table, the first column to the left and the others to the right; returns the headings left out.

    A label of the first column that is too long for the terminal goes on in the next line.
    """
    kept = fitting(head, rows, first_out, indent)
    lines = [[row[place] for place in kept] for row in (head, *rows)]
    widths = [max(visible_width(line[place]) for line in lines) for place in range(len(kept))]
    widths[0] = max(1, min(widths[0], width() - len(indent) - sum(wide + 2 for wide in widths[1:])))
    for line in lines:
        first, *more = wrap(
            line[0], widths[0], subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
        ) or [""]
        cells = [first + " " * (widths[0] - visible_width(first))]
        cells += [" " * (wide - visible_width(cell)) + cell for cell, wide in zip(line[1:], widths[1:], strict=True)]
        print((indent + "  ".join(cells)).rstrip())
        for part in more:
            print(indent + part)
    return [heading for place, heading in enumerate(head) if place not in kept]
