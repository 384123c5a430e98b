"""The command line: thin commands on top of everything else."""

import errno
import io
import os
import sys


def main() -> None:
    """Runs `pitboss`: 0 done, 1 something was found wrong, 2 the request was wrong."""
    from pitboss.cli.app import run

    _steady_streams()
    try:
        code = run()
        sys.stdout.flush()
    except OSError as error:
        # Nothing more can be written there: leave quietly if the reader went away (`pitboss rules x | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = 0 if error.errno == errno.EPIPE else 2
        if code:
            print(f"pitboss: the output cannot be written: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    sys.exit(code)


def _steady_streams() -> None:
    """Odd bytes in or out never stop a command, and a closed stream is an empty one."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
