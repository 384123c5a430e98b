"""`python -m pitboss` and the script `pitboss` start here, so that Ctrl-C is handled before anything is loaded."""

import sys

TYPE_CHECKING = False  # Not imported: nothing may be loaded before Ctrl-C is handled.
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130


def main() -> None:
    """Runs `pitboss` and exits with its status; Ctrl-C at any moment prints one line and exits with 130.

    A command that has more to say on Ctrl-C raises KeyboardInterrupt with that sentence.
    """
    try:
        code = _run()
        _finish()
    except KeyboardInterrupt as interrupted:
        _end(str(interrupted) or "Interrupted.")
    sys.exit(code)


def _run() -> int:
    import signal

    sys.unraisablehook = _unraisable
    if hasattr(signal, "pthread_sigmask"):
        # `./run` starts Python with Ctrl-C blocked, because Python cannot handle it while it starts.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    from pitboss.cli.main import main as command

    return command()


def _finish() -> None:
    """Lets Ctrl-C do nothing any more: the command has done its work, and its own status is the true one."""
    import signal
    from contextlib import suppress

    with suppress(AttributeError, OSError, ValueError):
        sys.stdout.flush()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(sentence: str) -> "NoReturn":
    """Says what Ctrl-C broke off, and ends the process there and then.

    The rest of Python's own exit is left out: it can take a second, and a second Ctrl-C would kill it.
    """
    import os
    import signal
    from contextlib import suppress

    signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
    _say(sentence)
    with suppress(AttributeError, OSError, ValueError):  # There is no stdout, or nobody reads it any more.
        sys.stdout.flush()
    os._exit(INTERRUPTED)


def _say(sentence: str) -> None:
    try:
        # A terminal has shown ^C, and the cursor stands behind it.
        sys.stderr.write(f"\n{sentence}\n" if sys.stderr.isatty() else f"{sentence}\n")
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        return  # There is no stderr, or it cannot be written: the exit status alone says so.


def _unraisable(caught: "sys.UnraisableHookArgs") -> None:
    """Raises Ctrl-C again where Python was about to drop it with a traceback, as it does in a destructor."""
    if issubclass(caught.exc_type, KeyboardInterrupt):
        import _thread

        # By another thread, a moment later: raised here, it would be dropped again.
        _thread.start_new_thread(_interrupt_soon, (_thread.get_ident(),))
    else:
        sys.__unraisablehook__(caught)


def _interrupt_soon(thread: int) -> None:
    import signal
    import time

    time.sleep(0.01)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


if __name__ == "__main__":
    main()
