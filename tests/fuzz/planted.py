"""A parser with a planted fault, which the fuzzer must find: `python -m tests.fuzz.planted NAME RUNS FOLDER`."""

import sys
from pathlib import Path

import atheris

from tests.fuzz.__main__ import fuzz
from tests.fuzz.targets import TARGETS, Target, of_text


@atheris.instrument_func
def read(text: str) -> None:
    """Divides by nothing for the text `JK?` and what begins with it."""
    if text[:1] == "J" and text[1:2] == "K" and text[2:3] == "?":
        1 / 0  # noqa: B018


if __name__ == "__main__":
    fuzz(Target(of_text(read), TARGETS["cards"].seeds), int(sys.argv[2]), Path(sys.argv[3]))
