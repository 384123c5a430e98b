"""The text of a program of single rounds: in lanes for a CPU or plain Python, one strand per thread for a GPU."""

from collections.abc import Iterable

from pitboss.maths.codegen import deals, names
from pitboss.maths.codegen.lookup import Lookup
from pitboss.maths.codegen.program import Program

LANES = 64
MOST_QUICK = 3_000  # Counters whose four copies still fit the second-level cache.
MOST_SHARED = 12_000  # Counters of four bytes in the 48 KB that a block of GPU threads shares.
COPIES = 64


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
    known = [line.partition(" = ")[0] for line in program.judgement[: program.policy_at or 0]]
    wide += ["played", *(f"known{place}" for place in range(len(known)))] if program.policy_at is not None else []
    narrow = [f"{each}{place}" for each, kept in (("e", draws), ("d", draws and keep)) for place in range(len(kept))]
    tables = len(lookup.tables) if lookup else len(program.policy_tables)
    lines = [f"def {names.LOOP}(s0, s1, rounds, counts{names.tables(tables)}):"]
    lines += [f" {name} = zeros({LANES}, int64)" for name in wide]
    lines += [f" {name} = zeros({LANES}, int32)" for name in narrow]
    lines += [f" own = zeros({rows * counters}, int64)", f" for g in range(0, len(s0), {LANES}):"]
    lines += [f"  for l in range({LANES}):", "   sa[l] = s0[g + l]", "   sb[l] = s1[g + l]"]
    lines += ["  for r in range(rounds[g]):"]
    lines += [f"   for l in range({LANES}):", *indented(dealing_lines, 4)]
    lines += [f"   for l in range({LANES}):", "    while bads[l] < 0:", *indented(dealing_lines, 5)]
    if draws:
        lines += [f"   for l in range({LANES}):"]
        lines += indented([f"{name} = e{place}[l]" for place, name in enumerate(deal.drawn)], 4)
        lines += indented([*deal.placement, *keep], 4)
    lines += [f"   active = {LANES}", "   while rounds[g + active - 1] <= r:", "    active -= 1"]
    # Judging is apart from counting, and covers lanes that are done, so that it can be vector code.
    dealt = [f"{name} = int64(d{place}[l])" for place, name in enumerate(deal.dealt)]
    judge = list(lookup.lines) if lookup else [*deal.codes, *program.judgement]
    if program.policy_at is not None:
        loops, judge = policy_loops(program, program.policy_at, dealt, known)
        lines += loops
    lines += [f"   for l in range({LANES}):", *indented([*dealt, *judge, f"keys[l] = {names.KEY}"], 4)]
    lines += ["   for l in range(active):", f"    own[keys[l] * {rows} + l % {rows}] += 1"]
    lines += [f" for cell in range({rows * counters}):", f"  counts[cell // {rows}] += own[cell]"]
    return "\n".join(lines) + "\n"


def policy_loops(program: Program, at: int, dealt: list[str], known: list[str]) -> tuple[list[str], list[str]]:
    """A loop for the arguments of a policy and one for the policy itself; then the lines of the judgement after it.

    A policy reads tables, so its loop is not vector code, and the others are kept apart from it.
    """
    judge, codes = program.judgement, program.dealing.codes
    answer = judge[at].partition(" = ")[0]
    keep = [f"known{place}[l] = {name}" for place, name in enumerate(known)]
    given = [f"{name} = known{place}[l]" for place, name in enumerate(known)]
    lines = [f"   for l in range({LANES}):"]
    lines += indented([*dealt, *codes, *judge[:at], *keep], 4)
    lines += [f"   for l in range({LANES}):"]
    lines += indented([*dealt, *codes, *given, judge[at], f"played[l] = {answer}"], 4)
    return lines, [*codes, *given, f"{answer} = played[l]", *judge[at + 1 :]]


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
