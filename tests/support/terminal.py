"""A command in a pseudo terminal: what is typed, and what is drawn."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping

from tests.support.machine import open_terminal

ESCAPE = re.compile("\033\\[[0-9;?]*[a-zA-Z]")


class Terminal:
    """`pitboss` in a terminal of this many columns; variables of the environment beside the usual ones."""

    def __init__(self, *arguments: str, columns: int = 80, variables: Mapping[str, str] | None = None) -> None:
        self.master, slave = open_terminal()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        kept = {name: text for name, text in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LC_ALL")}
        environment = {**kept, "TERM": "xterm", "LANG": "C.UTF-8", "PYTHONUTF8": "1", **(variables or {})}
        command = [sys.executable, "-m", "pitboss", *arguments]
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # A shell's background job ignores Ctrl-C, and so would all it starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.raw = ""
        self.seen = 0

    @property
    def text(self) -> str:
        """Everything printed so far, without colours."""
        return ESCAPE.sub("", self.raw).replace("\r", "")

    @property
    def lines(self) -> list[str]:
        """The lines printed so far, without colours."""
        return self.text.split("\n")

    def read_until(self, wanted: str) -> str:
        """What was printed since the last time up to and with `wanted`."""
        end = time.monotonic() + 60
        while wanted not in self.text[self.seen :] and time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.raw += self.decoder.decode(os.read(self.master, 65536))
                except OSError:
                    break
        assert wanted in self.text[self.seen :], self.text
        before, self.seen = self.seen, self.text.index(wanted, self.seen) + len(wanted)
        return self.text[before : self.seen]

    def type(self, keys: str) -> None:
        """Presses keys."""
        os.write(self.master, keys.encode())

    def answer(self, prompt: str, line: str) -> str:
        """Waits for a prompt and types a line; returns what was printed up to the prompt."""
        before = self.read_until(prompt)
        self.type(line + "\n")
        return before

    def close(self) -> int:
        """Waits for the end; the exit status."""
        return self.process.wait(timeout=60)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
