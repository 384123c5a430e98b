"""Generated loops that ask rules about many hands, compiled as all generated text is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from pitboss.maths.codegen.names import LOOP
from pitboss.maths.compile.cpu import compiling, fused_loop
from pitboss.maths.exact.staged.questions import Column, Made, Questions, Writer

Columns = list[np.ndarray]


def _given(columns: Sequence[Column], prefix: str) -> dict[Column, str]:
    return {column: f"{prefix}{place}" for place, column in enumerate(columns)}


def asked(
    questions: Questions,
    wanted: Sequence[tuple[str, Made]],
    masks: Mapping[str, str],
    given: Sequence[Column] = (),
) -> Callable[..., Columns]:
    """A function that makes a column of each answer `wanted`, from the columns that `masks` names and those `given`."""
    writer = Writer(questions, _given(given, "g"), masks)
    texts = [writer.value(variable, made) for variable, made in wanted]
    named = list(dict.fromkeys(filter(None, masks.values())))
    inputs = [*named, *(f"g{place}" for place in range(len(given)))]
    outs = [f"out{place}" for place in range(len(texts))]
    lines = [f"def {LOOP}({', '.join([*outs, *(f'{each}_in' for each in inputs)])}):"]
    lines += [f" for i in range(len({(outs or ['none'])[0]})):"]
    lines += [f"  {each} = {each}_in[i]" for each in inputs]
    lines += [f"  {line}" for line in writer.lines]
    lines += [f"  {out}[i] = {text}" for out, text in zip(outs, texts, strict=True)]
    run = _loop(questions, lines, len(outs))

    def answers(size: int, sets: Mapping[str, np.ndarray], columns: Sequence[np.ndarray] = ()) -> Columns:
        found = [np.empty(size, dtype=np.int64) for _ in texts]
        if found:
            run(*found, *(_plain(sets[name]) for name in named), *(_plain(column) for column in columns))
        return found

    return answers


def _plain(column: np.ndarray) -> Any:
    """A column as a compiled loop takes it, or as plain Python numbers."""
    return np.ascontiguousarray(column, dtype=np.int64) if compiling() else column.tolist()


def _loop(questions: Questions, lines: Sequence[str], arrays: int) -> Callable[..., None]:
    text = "\n".join(lines) + "\n"
    scope = {name: each for name, each in questions.functions.items() if f"{name}(" in text}
    return fused_loop(text, scope, arrays)


def runs(
    questions: Questions, wanted: Sequence[tuple[str, Made]], mine: Sequence[Column], theirs: Sequence[Column]
) -> Callable[..., None]:
    """A function that finds where the answers `wanted` change, for each of my classes along all hidden classes.

    It fills `starts`, `most` places for each of my classes from `first` up to `last`, and `counts`, the number of runs.
    """
    writer = Writer(questions, {**_given(mine, "a"), **_given(theirs, "b")}, {})
    texts = list(dict.fromkeys(writer.value(variable, made) for variable, made in wanted)) or ["0"]
    arguments = [f"a{place}" for place in range(len(mine))] + [f"b{place}" for place in range(len(theirs))]
    lines = [f"def {LOOP}(starts, counts, first, last, size, most{''.join(f', {each}_in' for each in arguments)}):"]
    lines += [" for i in range(first, last):", *(f"  a{place} = a{place}_in[i]" for place in range(len(mine)))]
    lines += ["  n = 0", *(f"  l{place} = -1" for place in range(len(texts))), "  for j in range(size):"]
    lines += [*(f"   b{place} = b{place}_in[j]" for place in range(len(theirs)))]
    lines += [*(f"   {line}" for line in writer.lines), *(f"   k{place} = {text}" for place, text in enumerate(texts))]
    lines += [f"   if {' or '.join(f'k{place} != l{place}' for place in range(len(texts)))}:"]
    lines += ["    if n < most:", "     starts[i * most + n] = j", "    n += 1"]
    lines += [*(f"    l{place} = k{place}" for place in range(len(texts))), "  counts[i] = n"]
    loop = _loop(questions, lines, 2)

    def find(
        starts: np.ndarray, counts: np.ndarray, first: int, last: int, most: int, own: Columns, hid: Columns
    ) -> None:
        size = len(hid[0]) if hid else 1
        loop(starts, counts, first, last, size, most, *(_plain(each) for each in (*own, *hid)))

    return find
