"""What a test needs of the machine it runs on. Where that is missing the test is skipped with the reason; CI fails."""

import os
import pty
import shutil
import subprocess
import sys
from functools import cache
from typing import NoReturn


def is_missing(words: str) -> NoReturn:
    """Skips the running test with this reason, or fails it where `CI` is set: there nothing may be left out."""
    import pytest

    (pytest.fail if os.environ.get("CI") else pytest.skip)(words)


def open_terminal() -> tuple[int, int]:
    """Both ends of a new pseudo-terminal, as file descriptors."""
    try:
        return pty.openpty()
    except OSError as error:  # A container without /dev/pts.
        is_missing(f"no pseudo-terminal on this machine: {error}")


def system_browser() -> str | None:
    """The path of the system's Chromium or Chrome."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@cache
def browser_driver_fault() -> str:
    """Why Playwright's driver, a program that comes with its own Node.js, cannot start here; empty if it can."""
    done = subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr.strip().removeprefix(f"{os.path.dirname(sys.prefix)}/")


def node_program() -> str:
    """Node.js: the one that comes with Playwright's driver, else the system's."""
    from playwright._impl._driver import compute_driver_executable

    if not browser_driver_fault():
        return compute_driver_executable()[0]
    return shutil.which("node") or is_missing("no Node.js: neither Playwright's own nor the system's")
