"""Runs searches: one with warnings, status line and log, or many, here or in workers.

A worker prints nothing. Its messages come with its result and are printed here, each once.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.cli import option_types
from puzzler.cli.board_input import BoardList, Puzzle
from puzzler.cli.click_options import flag, option
from puzzler.cli.options import MANY_BOARDS
from puzzler.cli.output import notify
from puzzler.cli.progress import SEARCHING, StatusLine, bar, status
from puzzler.formats.reading import Line
from puzzler.humanize import counted, memory
from puzzler.solver.processes.pool import Pool

if TYPE_CHECKING:
    from puzzler.search.method import Method
    from puzzler.search.options import Limit
    from puzzler.search.result import Metric, SearchResult

MAX_JOBS = 1024
UNPREPARED = (
    "cancelled while the solver was prepared (first run only); the next command continues with it"
)
LOADING = "loading data for all workers; Ctrl-C stops"

_log = logging.getLogger("puzzler")

Tell = Callable[[str], object]
"""Takes a message for the user."""

Tag = TypeVar("Tag")
Item = TypeVar("Item", bound="BatchTask")
Result = TypeVar("Result")


@dataclass(frozen=True)
class BatchTask:
    """A board to work on."""

    start: Board
    goal: Board


@dataclass(frozen=True)
class Request(BatchTask):
    """A requested search."""

    method: Method
    metric: str = "single"
    """A value of ``result.Metric``."""
    moves: tuple[Move, ...] | None = None
    """A solution to shorten; None to search for one."""


def search(request: Request, line: StatusLine, tell: Tell = notify) -> SearchResult:
    """Search a board. Raises PuzzlerError if the method cannot search it.

    line: shows the progress. tell: takes warnings, possibly the same one several times.
    """
    from puzzler.search.compilation import expect_short_use
    from puzzler.search.feasibility import warning
    from puzzler.search.kernel_switch import KernelSwitch
    from puzzler.search.options import cores
    from puzzler.search.report.texts import command_text
    from puzzler.search.result import Metric
    from puzzler.search.solve import shorten, solve
    from puzzler.search.starting import unstarted_result

    method, metric, setup = request.method, Metric(request.metric), 0.0
    waits = KernelSwitch(request.start, method, metric).waits_for_compiler
    note = warning(method, *request.start.size)
    if (note or waits) and is_solvable(request.start, request.goal):
        if note:
            tell(note)
        try:
            setup = prepare(method, tell, metric) if waits else 0.0
        except KeyboardInterrupt as error:
            stopped = unstarted_result(request.start, request.goal, method)
            return replace(stopped, metric=metric, note=str(error) or "cancelled")
    if not waits:
        expect_short_use()
    if _log.isEnabledFor(logging.INFO):
        _log.info("search started: %s", method.title)
    doing = line.doing
    common: dict[str, Any] = {
        "raise_interrupt": False,
        "on_build": lambda progress: line.show_build(progress, doing),
        "on_improve": lambda better: line.show_bounds(better.lower_bound, better.length),
        "on_progress": line.show_figures,
    }
    if request.moves is not None:
        problem = request.start, request.moves, request.goal
        return shorten(*problem, limit=method.limit, **common)
    try:
        result = solve(
            request.start,
            request.goal,
            method,
            metric=metric,
            **common,
            on_fallback=lambda stopped: tell(
                f"{method.title}: {command_text(stopped, limit=method.limit)}; "
                "continuing with anytime"
            ),
            larger_tables=True,
            threads=cores(),
            on_larger_tables=tell,
        )
    except ValueError as error:
        raise PuzzlerError(str(error)) from None
    if result.length is None:
        _log.info("search ended: %s", result.status.value)
    else:
        _log.info("solution found: length %d", result.length)
    return replace(result, setup_seconds=result.setup_seconds + setup) if setup else result


def prepare(method: Method, tell: Tell = notify, metric: Metric | None = None) -> float:
    """Compile the kernels of ``method`` if needed; return the seconds.

    metric: by default that of single-tile moves.

    Raises KeyboardInterrupt with UNPREPARED if it is interrupted. Finished kernels are stored.
    """
    from puzzler.search.compilation import CompilationError
    from puzzler.search.compile_steps import prepare_steps, steps_for
    from puzzler.search.kernel_switch import must_compile
    from puzzler.search.result import Metric

    metric = metric or Metric.SINGLE
    if not must_compile(method, metric):
        return 0.0
    tell("preparing the solver (first run only)")
    began = time.perf_counter()
    # a failure is logged, and the plain kernels are used
    with suppress(CompilationError):
        try:
            prepare_steps(steps_for(method, metric))
        except KeyboardInterrupt:
            raise KeyboardInterrupt(UNPREPARED) from None
    return time.perf_counter() - began


def load_solver(
    tell: Tell = notify, method: Method | None = None, metric: Metric | None = None
) -> None:
    """Load the compiled kernels, after compiling those of ``method`` if needed.

    method: by default the default method of Watch. metric: as for ``prepare``.
    """
    from puzzler.search.compilation import load_compiled
    from puzzler.search.method import Method

    prepare(method or Method(), tell, metric)
    load_compiled()


@dataclass(frozen=True)
class WorkerOptions:
    """The workers for a list of boards."""

    heading = MANY_BOARDS

    jobs: int | None = option(
        "--jobs N",
        "Use N processes, which share the memory limit, or one per core with 0. The default is 1.",
        option_types.integer(0, MAX_JOBS),
    )
    cluster: str | None = option(
        "--cluster ADDRESS|local",
        "Use the workers of the Dask scheduler at ADDRESS, such as tcp://lab1:8786. local starts "
        "a scheduler here with --jobs workers, by default one per core.",
    )
    unordered: bool = flag(
        "--unordered",
        "With --jobs or --cluster: print each result immediately, with its line number.",
    )

    def refuse(self, boards: str, **others: bool) -> None:
        """Raise UsageError if an option is given that requires a list of ``boards``."""
        options = {"jobs": self.jobs is not None, "cluster": self.cluster is not None}
        for name, is_given in (options | {"unordered": self.unordered} | others).items():
            if is_given:
                raise click.UsageError(f"--{name} requires --batch, a list of {boards}")

    def pool(self, limit: Limit) -> tuple[Pool | None, Limit]:
        """Return the workers, or None for this process, and the limit of each.

        Raises PuzzlerError if there are no workers.
        """
        pool: Pool | None
        if self.cluster is not None:
            from puzzler.solver.cluster import cluster_pool

            if self.jobs is not None and self.cluster != cluster_pool.LOCAL:
                raise click.UsageError(
                    "--jobs cannot be combined with --cluster ADDRESS, only with --cluster local"
                )
            with status("connecting to the cluster"):
                pool = cluster_pool.ClusterPool(self.cluster, self.jobs or 0)
        else:
            from puzzler.search.options import cores
            from puzzler.solver.processes.process_pool import ProcessPool

            size = 1 if self.jobs is None else self.jobs or cores()
            pool = None if size == 1 else ProcessPool(size)
        return pool, limit if pool is None else replace(limit, memory_shares=pool.memory_shares)


Work = Callable[[Item, StatusLine, Tell], Result]
"""Works on an item. A function of a module, because workers import it."""


@dataclass(frozen=True)
class BatchReply(Generic[Result]):
    """The outcome of the work on one item."""

    result: Result | None = None
    error: str = ""
    """The reason if the work is impossible."""
    failure: str = ""
    """The reason if no worker finished the item."""
    notes: tuple[str, ...] = ()


def attempt(
    work: Work[Item, Result], item: Item | None, line: StatusLine, tell: Tell
) -> BatchReply[Result]:
    """Do the work in this process. The item None requires no work."""
    if item is None:
        return BatchReply()
    try:
        return BatchReply(work(item, line, tell))
    except PuzzlerError as error:
        return BatchReply(error=str(error))


def attempt_quietly(work: Work[Item, Result], item: Item | None) -> BatchReply[Result]:
    """Do the work in a worker."""
    notes: list[str] = []
    reply = attempt(work, item, StatusLine(""), notes.append)
    return BatchReply(reply.result, reply.error, notes=tuple(notes))


@dataclass(frozen=True)
class BatchJob(Generic[Item, Result]):
    """Runs ``work`` on many items, in this process or in workers."""

    pool: Pool | None
    """The workers; None if this process does the work."""
    work: Work[Item, Result]
    prepare: Callable[[Item, Pool, Tell], object]
    """Loads data that all workers inherit, for the first solvable item."""
    line: StatusLine | None = None
    """A visible status line for all items. None if each item has its own line."""
    doing: str = SEARCHING
    """The status line of one item."""
    noun: str = "boards"
    """The name of items in the progress bar."""
    is_ordered: bool = True

    def replies(
        self, pairs: Iterable[tuple[Tag, Item | None]], total: int | None = None
    ) -> Iterator[tuple[Tag, BatchReply[Result]]]:
        """Yield the reply to every item with its tag. Several workers have a progress bar.

        total: the number of items, if known. After Ctrl-C, yields finished results of workers
        before KeyboardInterrupt is raised.
        """
        printed: set[str] = set()

        def tell(note: str) -> None:
            if note not in printed:
                printed.add(note)
                notify(note)

        if self.pool is not None:
            yield from self._by_workers(self.pool, iter(pairs), tell, total)
            return
        for tag, item in pairs:
            line = status(self.doing) if self.line is None else nullcontext(self.line)
            with line if item is not None else nullcontext(StatusLine("")) as shown:
                reply = attempt(self.work, item, shown, tell)
            yield tag, reply

    def _by_workers(
        self, pool: Pool, pairs: Iterator[tuple[Tag, Item | None]], tell: Tell, total: int | None
    ) -> Iterator[tuple[Tag, BatchReply[Result]]]:
        with closing(pool):
            for tag, item in pairs:
                if item is not None and is_solvable(item.start, item.goal):
                    self.prepare(item, pool, tell)
                    break
                yield tag, attempt_quietly(self.work, item)
                total = None if total is None else total - 1
            else:
                return
            tags: dict[int, Tag] = {}
            tagged = chain([(tag, item)], pairs)

            def items() -> Iterator[Item | None]:
                for index, (tag, item) in enumerate(tagged):
                    tags[index] = tag
                    yield item

            with bar(self.noun, total) as shown:
                run = pool.run(
                    partial(attempt_quietly, self.work),
                    items(),
                    total=total,
                    is_ordered=self.is_ordered,
                    on_done=shown.advance,
                )
                shown.show()  # starts a thread, which is safe after the workers are forked
                for done in run:
                    reply = done.result or BatchReply(failure=done.failure or "")
                    for note in reply.notes:
                        tell(note)
                    with shown.hidden():
                        yield tags.pop(done.index), reply

    def on_list(
        self, boards: BoardList, item_of: Callable[[Line, Puzzle], Item | None]
    ) -> Iterator[tuple[Line, Puzzle, BatchReply[Result]]]:
        """Yield the replies to all boards with an item. Invalid lines are reported."""

        def pairs() -> Iterator[tuple[tuple[Line, Puzzle | BoardError, bool], Item | None]]:
            for line, read in boards.entries():
                item = None if isinstance(read, BoardError) else item_of(line, read)
                yield (line, read, item is not None), item

        if boards.is_long:
            from puzzler.search.compilation import PLAIN_EXPANSIONS, record_uncompiled

            record_uncompiled(PLAIN_EXPANSIONS)  # use compiled kernels from the first board on
        total = None if self.pool is None else boards.read_in_thread()
        for (line, read, is_item), reply in self.replies(pairs(), total):
            if isinstance(read, BoardError):
                boards.refuse(read, line)
            elif is_item:
                yield line, read, reply


def prepare_search(request: Request, pool: Pool, tell: Tell) -> None:
    """Load or build the data that workers inherit, once instead of in each worker."""
    from puzzler.board.scenario import Problem
    from puzzler.search import multi_tile
    from puzzler.search.compilation import expect_short_use
    from puzzler.search.engine.stepping import Storage
    from puzzler.search.feasibility import warning
    from puzzler.search.packing import has_ranks
    from puzzler.search.registry import ALGORITHMS
    from puzzler.search.result import Metric
    from puzzler.search.starting import start

    method = request.method
    if pool.memory_shares > 1 and ALGORITHMS[method.algorithm].keeps is not Storage.PATH:
        workers = counted(pool.memory_shares, "worker")
        each = memory(method.limit.memory)
        tell(f"{workers} share the memory: {each} of states per worker")
    if not pool.inherits:
        return
    if note := warning(method, *request.start.size):
        tell(note)
    metric = Metric(request.metric)
    expect_short_use()
    load_solver(tell, method, metric)
    with status(LOADING) as line, suppress(ValueError):  # a worker reports the error
        problem = Problem(request.start, request.goal)
        if metric is Metric.MULTI and has_ranks(problem.goal):
            multi_tile.distances_to(problem.goal)
            return
        search = line.follow(partial(start, problem, method, metric=metric))
        search.advance(1)  # loads the kernels
