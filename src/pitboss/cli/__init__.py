"""The command line: thin commands on top of everything else."""

import os
import sys


def main() -> None:
    """Runs `pitboss`: 0 done, 1 something was found wrong, 2 the request was wrong."""
    from pitboss.cli.app import run

    try:
        code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output went away (`pitboss rules x | head`); there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = 130
    sys.exit(code)
