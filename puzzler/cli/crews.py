"""The options that say who works on many boards, and in which order their answers come."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.cli.options import whole_number
from puzzler.formats.reading import STANDARD_INPUT, Source

if TYPE_CHECKING:
    from puzzler.solver.crews.crew import Crew

MOST_JOBS = 1024

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        parser=whole_number(0, MOST_JOBS),
        help="Work in N processes at once; 0 is one for every core. They share the limit on "
        "memory. By default 1.",
    ),
]
Unordered = Annotated[
    bool,
    typer.Option(
        "--unordered",
        help="With --jobs: print each answer at once, with the number of its line, instead of in "
        "the order of the input.",
    ),
]


def chosen_crew(jobs: int | None) -> Crew:
    """Who does the work; PuzzlerError where there is no such crew."""
    from puzzler.solver.crews.alone import Alone
    from puzzler.solver.crews.processes import Processes, cores

    size = 1 if jobs is None else jobs or cores()
    return Alone() if size == 1 else Processes(size)


def read_by_crew(source: Source, argument: str, crew: Crew) -> Source:
    """What ``argument`` means, ``source``, as a thread of the crew's may read it.

    At the end of the process Python closes standard input, and aborts where a thread still waits
    for it: that thread reads through a file of its own.
    """
    if not crew.is_elsewhere or argument != STANDARD_INPUT:
        return source
    try:
        number = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or no real file
        return source
    return replace(source, open=lambda: os.fdopen(os.dup(number), "rb"))
