"""The options that say who works on many boards, and in which order their answers come."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.cli.options import whole_number
from puzzler.cli.searching import sign_of_life
from puzzler.formats.reading import STANDARD_INPUT, Source

if TYPE_CHECKING:
    from puzzler.solver.processes.pool import Pool

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
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS|local",
        help="Work on the workers of the Dask scheduler at ADDRESS, such as tcp://lab1:8786; "
        "or, with local, of one that is started here, with --jobs workers or one for every core.",
    ),
]
Unordered = Annotated[
    bool,
    typer.Option(
        "--unordered",
        help="With --jobs or --cluster: print each answer at once, with the number of its line, "
        "instead of in the order of the input.",
    ),
]


def refuse_without_list(what: str, given: Mapping[str, bool]) -> None:
    """typer.BadParameter where one of the options is ``given`` that go with lists of ``what``."""
    for name, is_given in given.items():
        if is_given:
            raise typer.BadParameter(f"{name} is for lists of {what}: it goes with --batch")


def chosen_crew(jobs: int | None, cluster: str | None = None) -> Pool:
    """Who does the work; PuzzlerError where there is no such crew.

    jobs: processes, 0 for one on every core. cluster: the address of a Dask scheduler.
    """
    from puzzler.solver.cluster import cluster_pool
    from puzzler.solver.processes.pool import SingleProcess
    from puzzler.solver.processes.process_pool import ProcessPool, cores

    if cluster is not None:
        if jobs is not None and cluster != cluster_pool.LOCAL:
            raise typer.BadParameter(
                "--jobs says how many workers start here; the cluster has its own: "
                "it goes with --cluster local only"
            )
        with sign_of_life("reaching the cluster"):
            return cluster_pool.ClusterPool(cluster, jobs or 0)
    size = 1 if jobs is None else jobs or cores()
    return SingleProcess() if size == 1 else ProcessPool(size)


def read_by_crew(source: Source, argument: str, crew: Pool) -> Source:
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
