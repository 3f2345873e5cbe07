"""The program: ``python -m puzzler`` is the command ``puzzler``."""

from __future__ import annotations

import _thread
import atexit
import gc
import os
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from puzzler.interrupts import SIGNALS, Interrupt, is_interrupt

SECONDS_TO_COME_AGAIN = 0.01
"""Delay after which a dropped Ctrl-C is raised again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; by default with the arguments of the process.

    Ctrl-C, SIGTERM and SIGHUP end it without a traceback, even while modules are imported. Signals
    that are ignored, as in the background of a shell, stay ignored.
    """
    status = _run(arguments)
    from puzzler.solver.threads import exit_with_threads

    return exit_with_threads(status)


def _run(arguments: Sequence[str] | None) -> int:
    # numpy's linear algebra would start a thread for each core, which takes 0.08 s
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    interrupt = Interrupt()
    handlers: dict[int, Any] = {}
    for number in SIGNALS:
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            handlers[number] = interrupt
    _handle(handlers, _end)
    sys.unraisablehook = partial(_on_unraisable, interrupt)
    from puzzler.cli.app import main as run

    # registered first and therefore called last: the answer has been printed, and a signal must
    # not interrupt the shutdown of the interpreter
    atexit.register(_handle, handlers, signal.SIG_IGN)
    # skips the last garbage collection, which takes 0.2 s
    atexit.register(gc.freeze)
    status: int | None = None
    try:
        try:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            status = run(arguments)
        finally:
            _handle(handlers, _end)
    except BaseException as error:
        if not is_interrupt(error):
            raise
        if status is None:  # else the answer has been printed
            _say_cancelled()
        status = None
    finally:
        _handle(handlers, _end)
        # CPython remembers an interrupt that passed through an exec(), as of a dataclass, until the
        # next exec(); at its end it would kill itself with SIGINT instead of returning the status
        exec("")
    if status is None or interrupt.number not in {0, signal.SIGINT}:
        return 128 + (interrupt.number or signal.SIGINT)
    return status


def _handle(numbers: Iterable[int], handler: Any) -> None:
    for number in numbers:
        signal.signal(number, handler)


def _end(number: int = signal.SIGINT, _frame: object = None) -> None:
    """Exit with os._exit. An exception would leave an import or the shutdown half done."""
    _say_cancelled()
    os._exit(128 + number)


def _say_cancelled() -> None:
    if sys.stderr is not None:
        os.write(2, b"puzzler: cancelled\n")


def _on_unraisable(interrupt: Interrupt, what: Any) -> None:
    """Raise a Ctrl-C again that Python has dropped because it came in a finalizer or callback."""
    main_thread, number = _thread.get_ident(), interrupt.number or signal.SIGINT

    def come_again() -> None:
        time.sleep(SECONDS_TO_COME_AGAIN)
        if sys.platform == "win32":
            _thread.interrupt_main(signal.Signals(number))
        else:
            signal.pthread_kill(main_thread, number)

    if issubclass(what.exc_type, KeyboardInterrupt):
        # in a thread, because it would be dropped here as well
        _thread.start_new_thread(come_again, ())
    elif not interrupt.number:  # else the error is a consequence of the interrupt
        sys.__unraisablehook__(what)


if __name__ == "__main__":
    sys.exit(main())
