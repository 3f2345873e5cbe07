"""The program: ``python -m puzzler`` is the command ``puzzler``."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

CANCELLED = 130
"""The exit status after Ctrl-C, as in ``puzzler.cli.output``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; ``arguments`` are by default the process's.

    Ctrl-C ends it without a traceback at any moment, also while modules are imported.
    """
    status = _run(arguments)
    from puzzler.solver.threads import leave_threads

    return leave_threads(status)


def _run(arguments: Sequence[str] | None) -> int:
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler:  # ignored, as in the background of a shell
        from puzzler.cli.app import main as run

        return run(arguments)
    signal.signal(signal.SIGINT, _end)
    sys.unraisablehook = _on_unraisable
    from puzzler.cli.app import main as run

    # registered first, so called last: what Python takes down after that is no place for a signal,
    # and the answer is out already
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    # nor would what is left have to be looked through for garbage, which takes 0.2 s
    atexit.register(gc.freeze)
    try:
        try:
            signal.signal(signal.SIGINT, usual)
            return run(arguments)
        finally:
            signal.signal(signal.SIGINT, _end)
    except KeyboardInterrupt:  # of the run, or just before the line above
        return CANCELLED
    finally:
        signal.signal(signal.SIGINT, _end)
        # CPython remembers an interrupt that passed through an exec(), as of a dataclass, until the
        # next exec(); at its end it would kill itself with SIGINT instead of returning the status
        exec("")


def _end(*_: object) -> None:
    """End at once: an exception would be half way through an import, or through Python's end."""
    if sys.stderr is not None:
        os.write(2, b"puzzler: cancelled\n")
    os._exit(CANCELLED)


def _on_unraisable(what: Any) -> None:
    """A Ctrl-C that Python can only drop, as in a callback from C, still ends the program."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        _end()
    else:
        sys.__unraisablehook__(what)


if __name__ == "__main__":
    sys.exit(main())
