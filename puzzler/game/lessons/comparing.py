"""The searches of a step beside each other, each run to its end."""

from __future__ import annotations

from collections.abc import Generator

from puzzler.game.lessons.values import Step, Trial
from puzzler.search.comparison import Entry, compared
from puzzler.search.engine.stepping import Status
from puzzler.search.solve import start

_SLICE = 20_000
"""Expansions until the next look at whether the results are still wanted."""
Entries = tuple[Entry, ...]


def compared_trials(step: Step) -> dict[str, Trial]:
    """The searches whose figures a step shows, by name: its runs, or without any its own."""
    return dict(step.runs) or {"": step.trial}


def comparing(step: Step) -> Generator[Entries, None, Entries]:
    """Run them one after the other; yields the rows of those that are done, and returns all."""
    entries: Entries = ()
    trials = compared_trials(step).values()
    for trial in trials:
        search = start(trial.problem, trial.method)
        while search.status is Status.RUNNING:
            search.advance(_SLICE)
            yield entries
        entries = (*entries, Entry(trial.method, (search.result(),)))
    is_one_problem = len({trial.problem for trial in trials}) == 1
    return compared(entries) if is_one_problem else entries
