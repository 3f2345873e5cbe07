"""The state machine of hypothesis that uses the program at random."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tools.trust.harness import Fault
from tools.trust.random_use.program import Program
from tools.trust.random_use.strategies import events, solves
from tools.trust.watchdog import Watchdog

HANG = 180
"""Seconds of one event that count as a hang."""
STEPS = 250
"""Number of events of one program."""


def _hang(*_: object) -> None:
    raise Fault("a hang: one event takes minutes")


class RandomUse(RuleBasedStateMachine):
    """A program in a temporary home. Each event is followed by the checks of ``Program.do``."""

    counts: dict[str, int]
    """Numbers of events, frames and restarts of all programs."""
    watchdog: Watchdog | None = None

    def __init__(self) -> None:
        super().__init__()
        self._ending = contextlib.ExitStack()
        before = {name: os.environ.get(name) for name in ("HOME", "PUZZLER_HOME")}
        self._ending.callback(_restore, before)
        folder = tempfile.TemporaryDirectory(prefix="puzzler-events-", ignore_cleanup_errors=True)
        self._ending.callback(signal.alarm, 0)
        signal.signal(signal.SIGALRM, _hang)
        self.program = Program(Path(self._ending.enter_context(folder)))
        if self.watchdog is not None:
            self.program.in_frame = self.watchdog.frame
        self._is_broken = False

    @initialize(first=solves(), second=solves(), third=solves())
    def fill(self, **boards: tuple[str, str]) -> None:
        """Solve boards, so that there is something to review."""
        for board in boards.values():
            self.do(("play_solve", board))

    @rule(event=events)
    def do(self, event: tuple[str, Sequence[Any]]) -> None:
        """Do an event, given as the name of a method of Program and its arguments."""
        name, arguments = event
        signal.alarm(HANG)
        try:
            self.program.do(name, arguments)
        except Exception:
            self._is_broken = True
            raise
        finally:
            self.counts["events"] += 1
            self.counts["restarts"] += name == "restart"

    def teardown(self) -> None:
        """Close the program, which checks that no thread and no child process remains."""
        with self._ending:
            signal.alarm(HANG)
            self.counts["frames"] += self.program.frames
            with contextlib.suppress(*[Exception] * self._is_broken):
                self.program.close()


def _restore(variables: dict[str, str | None]) -> None:
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def run(
    machine: type[RuleBasedStateMachine], number: int, programs: int, steps: int = STEPS
) -> None:
    """Run a machine. Hypothesis shortens and prints a sequence that fails, and raises its error.

    number: the seed. programs, steps: number of runs, and of events of each.
    """
    options = settings(
        max_examples=programs,
        stateful_step_count=steps,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(number)(machine), settings=options)
