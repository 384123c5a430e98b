"""`python -m pitboss` and the script `pitboss` start here, so that Ctrl-C is handled before anything is loaded."""

import sys

INTERRUPTED = 130


def main() -> None:
    """Runs `pitboss` and exits with its status; Ctrl-C at any moment prints one line and exits with 130.

    A command that has more to say on Ctrl-C raises KeyboardInterrupt with that sentence.
    """
    try:
        code = _run()
        _let_ctrl_c_kill()
    except KeyboardInterrupt as interrupted:
        _let_ctrl_c_kill()
        _say(str(interrupted) or "Interrupted.")
        # Python kills itself on exit if Ctrl-C came while text was compiled; running another text makes it forget that.
        exec("")
        code = INTERRUPTED
    sys.exit(code)


def _run() -> int:
    import signal

    sys.unraisablehook = _unraisable
    if hasattr(signal, "pthread_sigmask"):
        # `./run` starts Python with Ctrl-C blocked, because Python cannot handle it while it starts.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    from pitboss.cli.main import main as command

    return command()


def _let_ctrl_c_kill() -> None:
    """Lets a further Ctrl-C end the process at once: there is nothing left to tidy up, and no message to lose."""
    import signal

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


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
