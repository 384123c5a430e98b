"""The time that commands take with an empty cache and with a filled one. Run: python benchmarks/commands.py

Each command is a process of its own. CPU time is given beside wall-clock time, because the machine is shared; memory is
the peak of the process. A warm command is run three times and the quickest counts; its output must equal that of the
cold one, except for times.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

TIMES = 3
COMMANDS: tuple[tuple[tuple[str, ...], float], ...] = (
    (("strategy", "three-card-blitz"), 1),
    (("strategy", "wild-six"), 1),
    (("strategy", "three-card-poker"), 1),
    (("simulate", "three-card-blitz", "--rounds", "10"), 2),
    (("simulate", "wild-six", "--rounds", "10"), 2),
    (("report", "three-card-blitz"), 10),
)
"""Each with the seconds allowed, warm, on two idle cores. They share one cache, in this order."""
OWN_TIMES = re.compile(r" in [0-9.]+ s, [0-9.]+ M rounds/s")


@dataclass(frozen=True)
class Measured:
    """The time, memory and output of one run of a command."""

    wall_s: float
    cpu_s: float
    memory_mb: float
    printed: str


def measured(arguments: tuple[str, ...], cache: str) -> Measured:
    """Runs a command and measures its process."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "NO_COLOR": "1"}
    with tempfile.TemporaryFile("w+") as out:
        started = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", *arguments], stdout=out, stderr=subprocess.DEVNULL, env=environment
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"pitboss {' '.join(arguments)} ended with status {process.returncode}")
        out.seek(0)
        printed = OWN_TIMES.sub("", out.read())
    return Measured(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, printed)


def main() -> None:
    """Measures every command and prints a table."""
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f} at the start\n")
    print(f"{'':<38} {'cold':>24}    {'warm':>24}")
    print(f"{'':<38} {'wall':>8}{'CPU':>8}{'memory':>11} {'wall':>8}{'CPU':>8}{'memory':>11}   asked for")
    with tempfile.TemporaryDirectory() as folder:
        cache = f"{folder}/cache"
        for arguments, wanted in COMMANDS:
            asked = (*arguments, "--out", f"{folder}/report") if arguments[0] == "report" else arguments
            cold = measured(asked, cache)
            runs = [measured(asked, cache) for _ in range(TIMES)]
            if any(each.printed != cold.printed for each in runs):
                sys.exit(f"pitboss {' '.join(asked)} printed something else the second time")
            warm = min(runs, key=lambda each: each.wall_s)
            cells = "".join(
                f"{each.wall_s:>7.1f}s{each.cpu_s:>7.1f}s{each.memory_mb:>8.0f} MB " for each in (cold, warm)
            )
            print(f"{' '.join(arguments):<38} {cells}  {wanted:.0f} s")
        size = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file())
        print(f"\nThe cache folder holds {size / 1e6:.1f} MB.")


if __name__ == "__main__":
    main()
