"""The words that start this program, for the commands that messages and help suggest."""

import os

VARIABLE = "PITBOSS_COMMAND"


def invoked_as() -> str:
    """What a user types to start this program: `./run` where that script started it, else `pitboss`."""
    return os.environ.get(VARIABLE) or "pitboss"
