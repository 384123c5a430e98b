"""Tools that the benchmarks share: the shortest time of several, and C programs built for comparison."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def best_of(times: int, work: Callable[[], Any]) -> tuple[float, Any]:
    """The shortest time of several, and the last answer."""
    shortest, answer = float("inf"), None
    for _ in range(times):
        started = time.perf_counter()
        answer = work()
        shortest = min(shortest, time.perf_counter() - started)
    return shortest, answer


def built(name: str) -> Path | None:
    """A C program of the folder `c`, compiled for this machine; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    program = Path(tempfile.mkdtemp(prefix="pitboss-c-")) / name
    source = Path(__file__).parent / "c" / f"{name}.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return program
