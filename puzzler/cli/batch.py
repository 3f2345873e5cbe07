"""Work on many boards, in this process or by a pool of workers.

A worker prints nothing: its notes for the user come with its result, and are printed here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

import typer

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli import values
from puzzler.cli.command import option
from puzzler.cli.inputs import BoardList, Puzzle
from puzzler.cli.output import say
from puzzler.cli.progress import SEARCHING, StatusLine, bar, status
from puzzler.cli.searching import Request, Tell, load_solver, warn
from puzzler.formats.reading import Line
from puzzler.humanize import counted, memory
from puzzler.solver.processes.pool import Pool

if TYPE_CHECKING:
    from puzzler.search.method import Method

MOST_JOBS = 1024
LOADING = "loading what every worker needs; Ctrl-C stops"

Tag = TypeVar("Tag")
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class WorkerOptions:
    """Who works on a list of boards."""

    jobs: Annotated[
        int | None,
        option(
            "--jobs N",
            "Work in N processes at once; 0 is one for every core. They share the memory "
            "limit. By default 1.",
            values.whole_number(0, MOST_JOBS),
        ),
    ] = None
    cluster: Annotated[
        str | None,
        option(
            "--cluster ADDRESS|local",
            "Use the workers of the Dask scheduler at ADDRESS, such as tcp://lab1:8786; or, "
            "with local, of one that is started here, with --jobs workers or one for every core.",
        ),
    ] = None
    unordered: Annotated[
        bool,
        option(
            "--unordered",
            "With --jobs or --cluster: print each result as soon as it is known, with the "
            "number of its line, instead of in the order of the input.",
        ),
    ] = False

    def refuse(self, boards: str, **others: bool) -> None:
        """BadParameter where an option is given that needs a list of ``boards``."""
        given = {"jobs": self.jobs is not None, "cluster": self.cluster is not None}
        for name, is_given in (given | {"unordered": self.unordered} | others).items():
            if is_given:
                raise typer.BadParameter(f"--{name} is for lists of {boards}: it goes with --batch")

    def pool(self) -> Pool:
        """The workers; PuzzlerError where there are none."""
        from puzzler.solver.cluster import cluster_pool
        from puzzler.solver.processes.pool import SingleProcess
        from puzzler.solver.processes.process_pool import ProcessPool, cores

        if self.cluster is not None:
            if self.jobs is not None and self.cluster != cluster_pool.LOCAL:
                raise typer.BadParameter(
                    "--jobs says how many workers start here; the cluster has its own: "
                    "it goes with --cluster local only"
                )
            with status("reaching the cluster"):
                return cluster_pool.ClusterPool(self.cluster, self.jobs or 0)
        size = 1 if self.jobs is None else self.jobs or cores()
        return SingleProcess() if size == 1 else ProcessPool(size)


Work = Callable[[Item, StatusLine, Tell], Result]
"""Work on one item: a module's function, since workers import it."""


@dataclass(frozen=True)
class Reply(Generic[Result]):
    """The outcome of the work on an item."""

    result: Result | None = None
    error: str = ""
    """Why the work cannot be done."""
    failure: str = ""
    """Why no worker finished it."""
    notes: tuple[str, ...] = ()
    """Lines for the user."""


def attempt(
    work: Work[Item, Result], item: Item | None, line: StatusLine, tell: Tell
) -> Reply[Result]:
    """Do the work in this process; None takes no work."""
    if item is None:
        return Reply()
    try:
        return Reply(work(item, line, tell))
    except PuzzlerError as error:
        return Reply(error=str(error))


def attempt_quietly(work: Work[Item, Result], item: Item | None) -> Reply[Result]:
    """The same in a worker."""
    notes: list[str] = []
    reply = attempt(work, item, StatusLine(""), notes.append)
    return Reply(reply.result, reply.error, notes=tuple(notes))


@dataclass(frozen=True)
class Job(Generic[Item, Result]):
    """Work on many items."""

    pool: Pool
    work: Work[Item, Result]
    needs_workers: Callable[[Item, Tell], bool]
    """Whether an item is work for workers; first loads what all of them inherit."""
    line: StatusLine | None = None
    """A status line for all items, shown already; None: each item has one while it is worked on."""
    doing: str = SEARCHING
    """The status line of one item."""
    noun: str = "boards"
    """The items, for the bar."""
    total: int | None = None
    """The number of items, where it is known."""
    is_ordered: bool = True

    def replies(
        self, pairs: Iterable[tuple[Tag, Item | None]]
    ) -> Iterator[tuple[Tag, Reply[Result]]]:
        """The reply to every item, with its tag; several workers have a bar.

        Ctrl-C yields what several workers have done by then, before KeyboardInterrupt is raised.
        """
        printed: set[str] = set()

        def tell(note: str) -> None:
            if note not in printed:
                printed.add(note)
                say(note)

        if self.pool.is_elsewhere:
            yield from self._by_workers(iter(pairs), tell)
            return
        for tag, item in pairs:
            line = status(self.doing) if self.line is None else nullcontext(self.line)
            with line if item is not None else nullcontext(StatusLine("")) as shown:
                reply = attempt(self.work, item, shown, tell)
            yield tag, reply

    def _by_workers(
        self, pairs: Iterator[tuple[Tag, Item | None]], tell: Tell
    ) -> Iterator[tuple[Tag, Reply[Result]]]:
        total = self.total
        with closing(self.pool):
            for tag, item in pairs:
                if item is not None and self.needs_workers(item, tell):
                    break
                yield tag, attempt_quietly(self.work, item)
                total = None if total is None else total - 1
            else:
                return
            untagged = _Untagged(chain([(tag, item)], pairs), total)
            with bar(self.noun, total) as shown:
                run = self.pool.run(
                    partial(attempt_quietly, self.work),
                    untagged,
                    is_ordered=self.is_ordered,
                    on_done=shown.advance,
                )
                shown.show()  # starts a thread: workers that are forked have started
                for done in run:
                    reply = done.result or Reply(failure=done.failure or "")
                    for note in reply.notes:
                        tell(note)
                    with shown.hidden():
                        yield untagged.tags.pop(done.index), reply

    def on_list(
        self, boards: BoardList, item_of: Callable[[Puzzle], Item | None]
    ) -> Iterator[tuple[Line, Puzzle, Reply[Result]]]:
        """The reply to every board that ``item_of`` makes an item of; bad lines are refused."""

        def pairs() -> Iterator[tuple[tuple[Line, Puzzle | BoardError, bool], Item | None]]:
            for line, read in boards.entries():
                item = None if isinstance(read, BoardError) else item_of(read)
                yield (line, read, item is not None), item

        for (line, read, is_item), reply in self.replies(pairs()):
            if isinstance(read, BoardError):
                boards.refuse(read, line)
            elif is_item:
                yield line, read, reply


class _Untagged(Generic[Tag, Item]):
    """Items without their tags, which stay here; says how many there are, where that is known."""

    def __init__(self, pairs: Iterable[tuple[Tag, Item]], total: int | None) -> None:
        self._pairs = pairs
        self._total = total
        self.tags: dict[int, Tag] = {}
        """By the index of the item."""

    def __iter__(self) -> Iterator[Item]:
        for index, (tag, item) in enumerate(self._pairs):
            self.tags[index] = tag
            yield item

    def __length_hint__(self) -> int:
        return NotImplemented if self._total is None else max(0, self._total)


def search_needs_workers(pool: Pool) -> Callable[[Request, Tell], bool]:
    """What ``Job.needs_workers`` is for searches."""

    def check(request: Request, tell: Tell) -> bool:
        if not is_solvable(request.start, request.goal):
            return False
        _tell_shares(request.method, pool, tell)
        if pool.inherits:
            _load(request, tell)
        return True

    return check


def _tell_shares(method: Method, pool: Pool, tell: Tell) -> None:
    """Tell how much memory each worker has, if they share it and the method needs it."""
    from puzzler.search.engine.algorithm import Keeps
    from puzzler.search.registry import ALGORITHMS

    if pool.memory_shares > 1 and ALGORITHMS[method.algorithm].keeps is not Keeps.PATH:
        workers = counted(pool.memory_shares, "worker")
        each = memory(method.limit.memory)
        tell(f"{workers} share the memory: {each} for the states of each")


def _load(request: Request, tell: Tell) -> None:
    """Load or build what every worker inherits, once instead of in each of them."""
    from puzzler.board.scenario import Problem
    from puzzler.search.solve import begin

    warn(request, tell)
    load_solver(tell)
    with status(LOADING) as line, suppress(ValueError):  # a worker reports the error
        search = line.follow(begin(Problem(request.start, request.goal), request.method))
        search.advance(1)  # which loads the kernels
