"""Alarms, which end a command that waits, replays or prints for too long."""

from __future__ import annotations

import signal

from puzzler.search.deadline import STOPPED, TimeUpError


def start_alarm(seconds: float) -> None:
    """Raise TimeUpError after this time, even while the command waits for a pipe.

    Does nothing on systems without alarms.
    """

    def ring(*_: object) -> None:
        raise TimeUpError(STOPPED.format(seconds))

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def stop_alarm() -> None:
    """Cancel the alarm. Does nothing if none is set."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)
