"""The text of a program of single rounds: in lanes for a CPU or plain Python, one strand per thread for a GPU."""

import re
from collections.abc import Iterable, Sequence

from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.lookup import Lookup
from pitboss.maths.codegen.program import Program

LANES = 64
MOST_QUICK = 6_000  # Counters whose four copies, of four bytes each, leave room in the second-level cache.
MOST_SHARED = 12_000  # Counters of four bytes in the 48 KB that a block of GPU threads shares.
COPIES = 64
WORD = re.compile(r"\w+")


def lanes_text(program: Program, lookup: Lookup | None = None) -> str:
    """The text for a CPU: a block of strands at a time, one per lane; lanes that are done are not counted.

    The function takes two arrays of stream states, the rounds of each strand, the counters, and tables.
    """
    deal, counters = program.dealing, program.counters
    # Adding to the counter just written would stall, so each counter has four copies if there are few.
    rows = 4 if counters <= MOST_QUICK else 1
    load, store = ["a = sa[l]", "b = sb[l]", "bad = 0"], ["sa[l] = a", "sb[l] = b", "bads[l] = bad"]
    keep = [f"d{place}[l] = {name}" for place, name in enumerate(deal.dealt)]
    draws = [f"e{place}[l] = {name}" for place, name in enumerate(deal.drawn)]
    dealing_lines = [*load, *deal.draws, *store, *(draws or keep)]
    wide = ["sa", "sb", "bads", "keys", *([] if draws else [f"d{place}" for place in range(len(deal.dealt))])]
    # Judging is apart from counting, and covers lanes that are done, so that it can be vector code.
    dealt = [f"{name} = int64(d{place}[l])" for place, name in enumerate(deal.dealt)]
    judge = list(lookup.lines) if lookup else [*deal.codes, *program.judgement]
    asking: list[str] = []
    if program.policies_at:
        asking, judge, arrays = policy_loops(program, dealt)
        wide += arrays
    narrow = [f"{each}{place}" for each, kept in (("e", draws), ("d", draws and keep)) for place in range(len(kept))]
    tables = len(lookup.tables) if lookup else len(program.policy_tables)
    lines = [f"def {names.LOOP}(s0, s1, rounds, counts{names.tables(tables)}):"]
    lines += [f" {name} = zeros({LANES}, int64)" for name in wide]
    lines += [f" {name} = zeros({LANES}, int32)" for name in narrow]
    lines += [f" own = zeros({rows * counters}, int32)", f" for g in range(0, len(s0), {LANES}):"]
    lines += [f"  for l in range({LANES}):", "   sa[l] = s0[g + l]", "   sb[l] = s1[g + l]"]
    lines += ["  for r in range(rounds[g]):"]
    lines += [f"   for l in range({LANES}):", *indented(dealing_lines, 4)]
    lines += [f"   for l in range({LANES}):", "    while bads[l] < 0:", *indented(dealing_lines, 5)]
    if draws:
        lines += [f"   for l in range({LANES}):"]
        lines += indented([f"{name} = e{place}[l]" for place, name in enumerate(deal.drawn)], 4)
        lines += indented([*deal.placement, *keep], 4)
    lines += [f"   active = {LANES}", "   while rounds[g + active - 1] <= r:", "    active -= 1"]
    lines += asking
    lines += [f"   for l in range({LANES}):", *indented([*dealt, *judge, f"keys[l] = {names.KEY}"], 4)]
    lines += ["   for l in range(active):", f"    own[keys[l] * {rows} + l % {rows}] += 1"]
    lines += [f" for cell in range({rows * counters}):", f"  counts[cell // {rows}] += own[cell]"]
    return "\n".join(lines) + "\n"


def policy_loops(program: Program, dealt: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Loops for the arguments of each policy and for the policy itself; the lines after them; the arrays they fill.

    A policy reads tables, so its loop is not vector code, and the others are kept apart from it. What one loop finds
    out and a later line needs is handed on in an array.
    """
    judge, codes = program.judgement, program.dealing.codes
    lines: list[str] = []
    arrays: dict[str, str] = {}
    """The array that holds each variable."""

    def loop(given: set[str], part: Sequence[str], kept: Iterable[str]) -> None:
        read = [f"{name} = {array}[l]" for name, array in arrays.items() if name in given]
        for name in kept:
            arrays.setdefault(name, f"known{len(arrays)}")
        write = [f"{arrays[name]}[l] = {name}" for name in kept]
        lines.extend([f"   for l in range({LANES}):", *indented([*dealt, *codes, *read, *part, *write], 4)])

    first = 0
    for at in program.policies_at:
        later = words_in(judge[at:])
        found = dict.fromkeys(assigned(line) for line in judge[first:at])
        loop(words_in(judge[first:at]), judge[first:at], [name for name in found if name in later])
        loop(words_in(judge[at : at + 1]), judge[at : at + 1], [assigned(judge[at])])
        first = at + 1
    rest = judge[first:]
    read = [f"{name} = {array}[l]" for name, array in arrays.items() if name in words_in(rest)]
    return lines, [*codes, *read, *rest], list(arrays.values())


def assigned(line: str) -> str:
    """The variable that a line sets."""
    return line.partition(" = ")[0]


def words_in(lines: Iterable[str]) -> set[str]:
    """All names in some lines."""
    return set(WORD.findall("\n".join(lines)))


def gpu_counters(program: Program) -> int:
    """The number of counters that a GPU needs."""
    return program.counters if program.counters <= MOST_SHARED else COPIES * program.counters


def threads_text(program: Program) -> str:
    """The text for a GPU: one strand per thread, seeded on the device; a block of threads counts in shared memory.

    `starts` holds the seeds of some batches, `first` is the number of the first batch, `total` the rounds of the run.
    """
    deal, counters, strands = program.dealing, program.counters, program.strands
    more = "".join(f", {name}" for name in program.rule_tables)
    lines = [f"def {names.LOOP}(starts, first, total, counts{names.tables(len(program.policy_tables))}{more}):"]
    shared = counters <= MOST_SHARED
    if shared:
        lines += [f" own = cuda.shared.array({counters}, int32)"]
        lines += [f" for cell in range(cuda.threadIdx.x, {counters}, cuda.blockDim.x):", "  own[cell] = 0"]
        lines += [" cuda.syncthreads()"]
    lines += [" i = cuda.grid(1)", f" batch = i // {strands}", f" strand = i % {strands}"]
    lines += [" if batch < len(starts):", "  start = int(starts[batch])"]
    lines += indented(deals.strand_state("a", "strand") + deals.strand_state("b", f"(strand + {strands})"), 2)
    lines += [f"  left = total - (first + batch) * {program.batch} - strand * {program.strand}"]
    lines += [f"  for r in range(min(max(left, 0), {program.strand})):"]
    lines += ["   bad = -1", "   while bad < 0:", "    bad = 0", *indented(deal.draws, 4)]
    lines += indented([*deal.placement, *deal.codes, *program.judgement], 3)
    if shared:
        lines += [f"   cuda.atomic.add(own, {names.KEY}, 1)", " cuda.syncthreads()"]
        lines += [f" for cell in range(cuda.threadIdx.x, {counters}, cuda.blockDim.x):", "  if own[cell]:"]
        lines += ["   cuda.atomic.add(counts, cell, own[cell])"]
    else:
        # Too many counters for shared memory: several copies in global memory, so that threads seldom collide.
        lines += [f"   cuda.atomic.add(counts, (cuda.blockIdx.x % {COPIES}) * {counters} + {names.KEY}, 1)"]
    return "\n".join(lines) + "\n"


def indented(lines: Iterable[str], depth: int) -> list[str]:
    """Lines that begin with `depth` more spaces."""
    return [" " * depth + line for line in lines]
