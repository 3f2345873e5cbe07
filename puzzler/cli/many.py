"""Many searches, by whoever does the work: a crew of one or of several.

What is done in another process says nothing on the terminal by itself: it comes with the result,
and is said here, once.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli.output import say
from puzzler.cli.progress import bar
from puzzler.cli.searching import Line, building, prepare, search, sign_of_life, warn
from puzzler.formats.reading import LONGEST_LINE
from puzzler.humanize import counted, memory
from puzzler.solver.processes.pool import Pool

if TYPE_CHECKING:
    from puzzler.search.method import Method
    from puzzler.search.result import SearchResult

LOADING = "loading what every worker needs; Ctrl-C stops"

Tag = TypeVar("Tag")
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Request:
    """A search that somebody shall do."""

    start: Board
    goal: Board
    method: Method


@dataclass(frozen=True)
class Reply:
    """What came of it."""

    result: SearchResult | None
    """None where the search cannot be."""
    error: str = ""
    """Why it cannot be."""
    notes: tuple[str, ...] = ()
    """What is to be said about it."""


def answer(request: Request | None) -> Reply | None:
    """Search, without a word on the terminal; nothing comes of None."""
    if request is None:
        return None
    notes: list[str] = []
    try:
        result = search(request.start, request.goal, request.method, Line(""), tell=notes.append)
    except PuzzlerError as error:
        return Reply(None, str(error), tuple(notes))
    return Reply(result, notes=tuple(notes))


class Here:
    """Does the same in this process: what is to be said is said at once, and how it goes shown."""

    def __init__(self, line: Line | None = None) -> None:
        """``line`` is on the terminal already; without one each search has its own."""
        self._line = line
        self._warned: set[str] = set()

    def __call__(self, request: Request | None) -> Reply | None:
        """What came of the request."""
        if request is None:
            return None
        try:
            result = search(request.start, request.goal, request.method, self._line, self._warned)
        except PuzzlerError as error:
            return Reply(None, str(error))
        return Reply(result)


class Notes:
    """Says each line once, whoever comes with it."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def say(self, lines: Iterable[str]) -> None:
        """Say those that are new."""
        for line in lines:
            if line not in self._said:
                self._said.add(line)
                say(line)


@dataclass(frozen=True)
class Found(Generic[Tag, Result]):
    """What came of an item, with what it belongs to."""

    tag: Tag
    result: Result | None
    failure: str | None
    """Why there is no result: no worker has lived through it."""


def searches(
    crew: Pool,
    requests: Iterable[tuple[Tag, Request | None]],
    here: Here,
    *,
    is_ordered: bool = True,
    doing: str = "boards",
    total: int | None = None,
    is_printing: bool = True,
) -> Iterator[Found[Tag, Reply | None]]:
    """The reply to every request, by the crew; a crew of one does it ``here``.

    is_printing: each is printed on standard output. Ctrl-C brings what several workers have done by
    then, before KeyboardInterrupt is raised.
    """
    if not crew.is_elsewhere:
        for tag, request in requests:
            yield Found(tag, here(request), None)
        return
    notes = Notes()

    def is_work(request: Request | None) -> bool:
        if request is None or not is_solvable(request.start, request.goal):
            return False
        _say_shares(request.method, crew)
        if crew.inherits:
            _warm_up(request, notes)
        return True

    for found in each(
        crew,
        answer,
        requests,
        is_work,
        is_ordered=is_ordered,
        doing=doing,
        total=total,
        is_printing=is_printing,
    ):
        if found.result is not None:
            notes.say(found.result.notes)
        yield found


def each(
    crew: Pool,
    work: Callable[[Item], Result],
    pairs: Iterable[tuple[Tag, Item]],
    is_work: Callable[[Item], bool],
    *,
    is_ordered: bool,
    doing: str,
    total: int | None,
    is_printing: bool = True,
) -> Iterator[Found[Tag, Result]]:
    """What came of every item, with its tag, and a bar of progress on a terminal meanwhile.

    is_work: whether an item needs workers; it loads what all of them will need, before they start.
    Items before the first such one are done here, at once.
    """
    pairs = iter(pairs)
    with contextlib.closing(crew):
        for tag, item in pairs:
            if is_work(item):
                break
            yield Found(tag, work(item), None)
            total = None if total is None else total - 1
        else:
            return
        items = _Items(chain([(tag, item)], pairs), total)
        with bar(doing, total, is_printing=is_printing) as shown:
            run = crew.run(work, items, is_ordered=is_ordered, on_done=shown.advance)
            shown.show()  # by a thread: workers that are forked have started
            for done in run:
                with shown.hidden():
                    yield Found(items.tags.pop(done.index), done.result, done.failure)


class _Items(Generic[Tag, Item]):
    """Items without their tags, which stay here; how many there are at most is told, if known."""

    def __init__(self, pairs: Iterable[tuple[Tag, Item]], total: int | None) -> None:
        self._pairs = pairs
        self._total = total
        self.tags: dict[int, Tag] = {}
        """By the index of their item."""

    def __iter__(self) -> Iterator[Item]:
        for index, (tag, item) in enumerate(self._pairs):
            self.tags[index] = tag
            yield item

    def __length_hint__(self) -> int:
        return NotImplemented if self._total is None else max(0, self._total)


def how_many(argument: str) -> int | None:
    """The lines of a file that hold something; None where ``argument`` is none that can be read.

    What can be read only once, such as a pipe, is left alone. A line that is no board for its
    length counts as several.
    """
    try:
        if not Path(argument).is_file():
            return None
        with Path(argument).open("rb") as stream:
            lines = iter(partial(stream.readline, LONGEST_LINE), b"")
            return sum(1 for line in lines if line.strip() and not line.lstrip().startswith(b"#"))
    except (OSError, ValueError):
        return None


def _say_shares(method: Method, crew: Pool) -> None:
    """Say how much memory each worker has, where several share it and the method needs it."""
    from puzzler.search.engine.algorithm import Keeps
    from puzzler.search.registry import ALGORITHMS

    if crew.memory_shares > 1 and ALGORITHMS[method.algorithm].keeps is not Keeps.PATH:
        each = memory(method.limit.memory)
        workers = counted(crew.memory_shares, "worker")
        say(f"{workers} share the memory: {each} for the states of each")


def _warm_up(request: Request, notes: Notes) -> None:
    """Load, or make, what every worker will need, before there are workers that each do it."""
    from puzzler.search.compilation import load_compiled
    from puzzler.search.problem import Problem
    from puzzler.search.solve import begin

    warn(request.method, *request.start.size, set(), lambda line: notes.say([line]))
    prepare()
    load_compiled()
    with (
        sign_of_life(LOADING) as line,
        contextlib.suppress(ValueError),  # a worker says what is wrong
    ):
        steps = begin(Problem(request.start, request.goal), request.method)
        while True:
            try:
                progress = next(steps)
                line.say(LOADING if progress.done >= 1 else building(progress))
            except StopIteration as end:
                end.value.advance(1)  # which loads the kernels
                break
