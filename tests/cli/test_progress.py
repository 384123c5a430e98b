"""What a person sees while a computation runs."""

import os
import re
import subprocess
import sys
import time

import pytest

from pitboss.cli import progress
from pitboss.maths.progress import tell, watched
from tests.support.machine import open_terminal
from tests.support.terminal import ESCAPE


def test_a_computation_tells_whoever_watches_and_nobody_else():
    heard = []
    with watched(lambda *told: heard.append(told)):
        tell("counting", 1, 2)
        tell("", 2, 2)
    tell("counting", 2, 2)
    assert heard == [("counting", 1, 2)]


@pytest.mark.parametrize(("seconds", "said"), [(0.0, ""), (0.4, "Solving a game ...\n")])
def test_who_waits_without_a_terminal_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seconds: float, said: str
):
    monkeypatch.setattr(progress, "PATIENCE_S", 0.1)
    monkeypatch.setattr(progress, "compiling", lambda: True)
    with progress.working("a game"):
        time.sleep(seconds)
    assert capsys.readouterr().err == said


def test_without_a_terminal_there_is_no_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    with progress.bar("a game") as is_shown:
        tell("counting", 1, 2)
        time.sleep(0.1)
    assert not is_shown
    assert capsys.readouterr().err == ""


def test_on_a_terminal_a_bar_appears_and_goes_away():
    """In a process whose stderr is a terminal."""
    program = (
        "import time\n"
        "from pitboss.cli import progress\n"
        "from pitboss.maths.progress import tell\n"
        "progress.PATIENCE_S = 0.1\n"
        "with progress.working('a game'):\n"
        "    tell('starting', 0, 8)\n"
        "    time.sleep(0.6)\n"
        "    for done in range(1, 5):\n"
        "        time.sleep(0.15)\n"
        "        tell('counting', done, 8)\n"
    )
    master, slave = open_terminal()
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PITBOSS_COMPILE")}
    process = subprocess.Popen([sys.executable, "-c", program], stderr=slave, env={**environment, "TERM": "xterm"})
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:  # The other end is closed.
            break
        if not part:
            break
        seen += part
    os.close(master)
    assert process.wait() == 0
    waiting, shown, known = ESCAPE.sub("", seen.decode()).partition("a game counting")
    assert len(set(re.findall(r"([-\\|/]) a game starting", waiting))) > 1  # The spinner turns.
    assert "%" not in waiting
    assert shown
    assert "%" in known
