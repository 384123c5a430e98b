"""Fuzzes one parser in a process of its own: `python -m tests.fuzz TARGET RUNS FOLDER`.

libFuzzer ends its process, so it cannot run beside tests. An input that breaks a parser is kept in FOLDER.
"""

import resource
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pitboss.core", "pitboss.table"]):
    from tests.fuzz.targets import TARGETS, Target, check

MOST_MB = 2048


def fuzz(target: Target, runs: int, folder: Path) -> None:
    """Tries so many texts, steered by the branches that they take."""
    corpus, words = folder / "corpus", folder / "words.txt"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, given in enumerate(target.seeds()):
        corpus.joinpath(f"seed-{number}").write_bytes(given)
    quoted = ["".join(f"\\x{byte:02x}" for byte in word.encode()) for word in target.words]
    words.write_text("".join(f'"{each}"\n' for each in quoted))

    def one_input(given: bytes) -> None:
        check(target, given)

    flags = [f"-runs={runs}", "-seed=1", f"-max_len={target.longest}", "-timeout=20", "-verbosity=0"]
    # A process begins with the peak of the one that started it, which libFuzzer takes for its own.
    begun_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    flags += [f"-rss_limit_mb={begun_mb + MOST_MB}"]
    flags += [f"-artifact_prefix={folder}/", "-print_final_stats=1"]
    flags += [f"-dict={words}"] if target.words else []
    atheris.Setup([sys.argv[0], *flags, str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    fuzz(TARGETS[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3]))
