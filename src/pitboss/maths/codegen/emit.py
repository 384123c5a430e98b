"""A loop as text: lane by lane for a CPU, a strand a thread for a GPU."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pitboss.maths.codegen import deals

if TYPE_CHECKING:
    from pitboss.maths.codegen.program import Loop

LANES = 64
STRANDS = 1024
MOST_SHARED = 12_000  # Counters of four bytes in the 48 KB that a block of GPU threads shares.
COPIES = 64


def on_lanes(loop: "Loop") -> str:
    """The text for a CPU: a block of strands a time, a lane each; lanes that are done are not counted."""
    load, store = ["a = sa[l]", "b = sb[l]", "bad = 0"], ["sa[l] = a", "sb[l] = b", "bads[l] = bad"]
    keep = [f"d{place}[l] = {name}" for place, name in enumerate(loop.dealt)]
    draws = [f"e{place}[l] = {name}" for place, name in enumerate(loop.drawn)]
    dealing_lines = [*load, *loop.deal, *store, *(draws or keep)]
    wide = ["sa", "sb", "bads", "keys", *([] if draws else [f"d{place}" for place in range(len(loop.dealt))])]
    known = [line.partition(" = ")[0] for line in loop.judge[: max(loop.policy_at, 0)]]
    wide += ["played", *(f"known{place}" for place in range(len(known)))] if loop.policy_at >= 0 else []
    narrow = [f"{each}{place}" for each, names in (("e", draws), ("d", draws and keep)) for place in range(len(names))]
    by_number = loop.by_number
    judge = by_number.lines if by_number else [*loop.coded, *loop.judge]
    more = "".join(f", table{place}" for place in range(len(loop.lane_tables)))
    lines = [f"def fused(s0, s1, rounds, counts{more}):"]
    lines += [f" {name} = zeros({LANES}, int64)" for name in wide]
    lines += [f" {name} = zeros({LANES}, int32)" for name in narrow]
    lines += [f" own = zeros({loop.rows * loop.cells}, int64)", f" for g in range(0, len(s0), {LANES}):"]
    lines += [f"  for l in range({LANES}):", "   sa[l] = s0[g + l]", "   sb[l] = s1[g + l]"]
    lines += ["  for r in range(rounds[g]):"]
    lines += [f"   for l in range({LANES}):", *indented(dealing_lines, 4)]
    lines += [f"   for l in range({LANES}):", "    while bads[l] < 0:", *indented(dealing_lines, 5)]
    if draws:
        lines += [f"   for l in range({LANES}):"]
        lines += indented([f"{name} = e{place}[l]" for place, name in enumerate(loop.drawn)], 4)
        lines += indented([*loop.placing, *keep], 4)
    lines += [f"   active = {LANES}", "   while rounds[g + active - 1] <= r:", "    active -= 1"]
    # Judging apart from counting, and all lanes, done or not: so it too can be vector code.
    dealt = [f"{name} = int64(d{place}[l])" for place, name in enumerate(loop.dealt)]
    if loop.policy_at >= 0:
        lines += policy_loops(loop, dealt, known)
        given = [f"{name} = known{place}[l]" for place, name in enumerate(known)]
        answer = loop.judge[loop.policy_at].partition(" = ")[0]
        judge = [*loop.coded, *given, f"{answer} = played[l]", *loop.judge[loop.policy_at + 1 :]]
    lines += [f"   for l in range({LANES}):", *indented([*dealt, *judge, "keys[l] = key"], 4)]
    lines += ["   for l in range(active):", f"    own[keys[l] * {loop.rows} + l % {loop.rows}] += 1"]
    lines += [f" for cell in range({loop.rows * loop.cells}):", f"  counts[cell // {loop.rows}] += own[cell]"]
    return "\n".join(lines) + "\n"


def policy_loops(loop: "Loop", dealt: list[str], known: list[str]) -> list[str]:
    """A policy reads tables that are arguments, and is not vector code: it has a loop of its own, after another that
    finds what is known before it.
    """
    answer = loop.judge[loop.policy_at].partition(" = ")[0]
    keep = [f"known{place}[l] = {name}" for place, name in enumerate(known)]
    given = [f"{name} = known{place}[l]" for place, name in enumerate(known)]
    lines = [f"   for l in range({LANES}):"]
    lines += indented([*dealt, *loop.coded, *loop.judge[: loop.policy_at], *keep], 4)
    lines += [f"   for l in range({LANES}):"]
    lines += indented([*dealt, *loop.coded, *given, loop.judge[loop.policy_at], f"played[l] = {answer}"], 4)
    return lines


def on_threads(loop: "Loop") -> str:
    """The text for a GPU: a strand a thread, started where it runs; a block of threads counts together first.

    `starts` are the starts of some batches, `first` the number of the first of them, `total` the rounds of the run.
    """
    more = "".join(f", {name}" for name in loop.questions.tables)
    lines = [f"def fused(starts, first, total, counts{loop.tables}{more}):"]
    own = loop.cells <= MOST_SHARED
    if own:
        lines += [f" own = cuda.shared.array({loop.cells}, int32)"]
        lines += [f" for cell in range(cuda.threadIdx.x, {loop.cells}, cuda.blockDim.x):", "  own[cell] = 0"]
        lines += [" cuda.syncthreads()"]
    lines += [" i = cuda.grid(1)", f" batch = i // {STRANDS}", f" strand = i % {STRANDS}"]
    lines += [" if batch < len(starts):", "  start = int(starts[batch])"]
    lines += indented(deals.strand_state("a", "strand") + deals.strand_state("b", f"(strand + {STRANDS})"), 2)
    lines += [f"  left = total - (first + batch) * {loop.batch} - strand * {loop.strand}"]
    lines += [
        f"  for r in range(min(max(left, 0), {loop.strand})):",
        "   bad = -1",
        "   while bad < 0:",
        "    bad = 0",
    ]
    lines += [*indented(loop.deal, 4), *indented([*loop.placing, *loop.coded, *loop.judge], 3)]
    if own:
        lines += ["   cuda.atomic.add(own, key, 1)", " cuda.syncthreads()"]
        lines += [f" for cell in range(cuda.threadIdx.x, {loop.cells}, cuda.blockDim.x):", "  if own[cell]:"]
        lines += ["   cuda.atomic.add(counts, cell, own[cell])"]
    else:
        # Too many cells for a block's own memory: several copies, so that threads seldom want the same one.
        lines += [f"   cuda.atomic.add(counts, (cuda.blockIdx.x % {COPIES}) * {loop.cells} + key, 1)"]
    return "\n".join(lines) + "\n"


def indented(lines: Iterable[str], depth: int) -> list[str]:
    """Lines so many spaces in."""
    return [" " * depth + line for line in lines]
