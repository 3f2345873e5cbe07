"""A solver, a preparation and a clock that tests control."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from operator import attrgetter
from threading import Semaphore, Thread
from types import MappingProxyType
from typing import Any

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.coach.coach import CoachState
from puzzler.game.core.activity import Activity
from puzzler.game.core.feedback import Slide
from puzzler.game.core.playback import Playback
from puzzler.game.core.settings import Settings
from puzzler.game.play.boards import PlayState
from puzzler.game.play.editing import Editing
from puzzler.game.session import Session
from puzzler.game.storage.store import Store
from puzzler.game.watch.watching import Watching, WatchPhase
from puzzler.progress import BuildProgress
from puzzler.search.compilation import KernelState
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.method import Method
from puzzler.search.result import Improvement, Outcome, SearchResult, SearchStats
from puzzler.search.starting import start
from puzzler.solver.commands import (
    Ask,
    Cancel,
    Command,
    Failed,
    Finished,
    Found,
    Progress,
    SearchEvent,
)
from puzzler.solver.distances import Measured
from puzzler.solver.inspection.job import InspectionJob
from puzzler.solver.inspection.moment import Inspection
from puzzler.solver.worker import Call, Need, one_line
from tests import naive
from tests.solver.scripted import wait_until


class FakeClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class FakeHandle:
    """A run without a thread. The test determines its results and reads its commands."""

    def __init__(self, problem: Problem, method: Method, run_id: int) -> None:
        self.problem = problem
        self.method = method
        self.run_id = run_id
        self.building: BuildProgress | None = None
        self.latest: Progress | None = None
        self.latest_at_command: Progress | None = None  # when a command was sent
        self.sent: list[Command] = []
        self.events: list[SearchEvent] = []
        self.is_alive = True
        self.is_closed = False

    @property
    def is_busy(self) -> bool:
        has_settled = self.latest is not self.latest_at_command and self.latest is not None
        return not (has_settled and self.latest.is_paused)

    def send(self, command: Command) -> None:
        self.latest_at_command = self.latest
        self.sent.append(command)

    def cancel(self) -> None:
        self.send(Cancel())

    def poll(self, limit: int = 256) -> list[SearchEvent]:
        events, self.events = self.events[:limit], self.events[limit:]
        return events

    def join(self, seconds: float) -> None:
        self.is_closed = True
        self.is_alive = False

    def show(
        self,
        board: Board,
        expanded: int,
        *,
        is_paused: bool = False,
        elapsed: float = 0.0,
        improvements: tuple[Improvement, ...] = (),
        lower_bound: int = 0,
    ) -> None:
        stats = SearchStats(expanded=expanded, elapsed=elapsed)
        self.latest = Progress(
            self.run_id, stats, board, 1000.0, is_paused, improvements, lower_bound
        )

    def find(self, moves: tuple[Move, ...], first: int = 0) -> None:
        self.events.append(Found(self.run_id, first, moves, 2, 0))

    def finish(
        self,
        start: Board,
        goal: Board,
        moves: tuple[Move, ...],
        status: Outcome = Outcome.SOLVED,
        *,
        elapsed: float = 0.5,
        **more: Any,
    ) -> None:
        stats = SearchStats(expanded=1234, bytes=5_000_000, elapsed=elapsed)
        fields = {"bound_factor": 2, "stats": stats} | more
        result = SearchResult(
            status=status,
            start=start,
            goal=goal,
            algorithm=self.method.algorithm,
            heuristic=self.method.heuristic,
            weight=self.method.weight,
            moves=moves,
            **fields,
        )
        self.events.append(Finished(self.run_id, result))

    def fail(self, message: str) -> None:
        self.events.append(Failed(self.run_id, message, "Traceback: ..."))


class FakeSolver:
    def __init__(self, *, has_tables: bool = True) -> None:
        self.runs: list[FakeHandle] = []
        self.has_tables = has_tables

    def __call__(
        self, problem: Problem, method: Method, run_id: int, *, prepare: Callable[[], object]
    ) -> FakeHandle:
        self.runs.append(FakeHandle(problem, method, run_id))
        if not self.has_tables:
            self.last.events.clear()  # the run has not started
        return self.last

    @property
    def last(self) -> FakeHandle:
        return self.runs[-1]


def no_advice(
    problem: Problem, method: Method, run_id: int, *, prepare: Callable[[], object]
) -> FakeHandle:
    """For ``start_advice``: every search for a hint fails immediately."""
    handle = FakeHandle(problem, method, run_id)
    handle.fail("no advice is given")
    return handle


class FakeMeasurer:
    """Gives the distances that a test provides. If ``is_idle``, no answers are pending."""

    def __init__(self, *, has_tables: bool = True, is_idle: bool = False) -> None:
        self.is_idle = is_idle
        self.lists: list[tuple[DistanceQuestion, ...]] = []
        self.found: list[Measured] = []
        self.is_busy = False
        self.is_alive, self.is_closed = True, False
        self.building: BuildProgress | None = None
        self.tables = has_tables

    def send(self, command: Command) -> None:
        assert isinstance(command, Ask)
        self.lists.append(command.questions)
        self.is_busy = bool(command.questions) and not self.is_idle

    @property
    def last_request(self) -> tuple[DistanceQuestion, ...]:
        """The last request."""
        return self.lists[-1] if self.lists else ()

    @property
    def boards(self) -> list[Board]:
        return [question.board for question in self.last_request]

    def find(
        self,
        board: Board,
        moves: tuple[Move, ...] | None = None,
        *,
        at_least: int = 0,
        at_most: int | None = None,
        is_over: bool = True,
    ) -> None:
        """Answer the question about ``board`` with the shortest ``moves``, or with bounds."""
        [question] = [question for question in self.last_request if question.board == board]
        bounds = (at_least, at_most) if moves is None else (len(moves), len(moves))
        self.found.append(Measured(question, *bounds, moves, is_over))
        if is_over and len(self.last_request) == 1:
            self.is_busy = False

    def poll(self, limit: int = 256) -> list[Measured]:
        found, self.found = self.found[:limit], self.found[limit:]
        return found

    @property
    def latest(self) -> FakeMeasurer:
        return self

    def __contains__(self, goal: Board) -> bool:
        """Whether the tables are built."""
        return self.tables and len(goal.tiles) <= 16

    def cancel(self) -> None:
        self.is_alive = False

    def join(self, seconds: float) -> None:
        self.is_closed = True


class ExactMeasurer(FakeMeasurer):
    """Gives the exact distances of small boards, computed by breadth-first search.

    It answers ``pace`` questions per poll.
    """

    def __init__(self, pace: int = 1000) -> None:
        super().__init__()
        self.pace = pace

    def poll(self, limit: int = 256) -> list[Measured]:
        now, later = self.last_request[: self.pace], self.last_request[self.pace :]
        self.send(Ask(later))
        return [Measured(each, *2 * [distance(each)], path_of(each), True) for each in now]


def distance(question: DistanceQuestion) -> int:
    return naive.distances_from(question.goal)[question.board]


def path_of(question: DistanceQuestion) -> tuple[Move, ...] | None:
    return shortest_path(question.board, question.goal) if question.with_path else None


def best_moves(board: Board, goal: Board) -> set[Move]:
    """The first moves of all shortest solutions."""
    table = naive.distances_from(goal)
    return {move for move in board.legal_moves() if table[board.apply(move)] < table[board]}


def shortest_path(board: Board, goal: Board) -> tuple[Move, ...]:
    path = list[Move]()
    while board != goal:
        path.append(min(best_moves(board, goal)))
        board = board.apply(path[-1])
    return tuple(path)


class FakePreparation:
    def __init__(self, state: KernelState = KernelState.READY) -> None:
        self.state = state
        self.message = "" if state is KernelState.READY else f"the solver is {state.value}"
        self.is_closed = False
        self.can_measure = state is not KernelState.MISSING
        self.progress: tuple[int, int] | None = None
        self.requested: list[Method] = []

    def poll(self) -> KernelState:
        return self.state

    def request(self, method: Method) -> None:
        self.requested.append(method)

    def is_waiting_for(self, method: Method) -> bool:
        return self.state is KernelState.MISSING

    def wait(self, method: Method) -> None: ...

    def load(self) -> bool:
        return False

    def close(self) -> None:
        self.is_closed = True


class FakeBackground:
    """Work in a thread that stops at each progress report until a test calls ``step``."""

    def __init__(self, work: Callable[[Callable[[Any], object]], Any]) -> None:
        self.latest = Call[Any, Any]()
        self.is_alive, self.is_cancelled = True, False
        self.failure = ""
        self._work = work
        self._thread = Thread(target=self._run, daemon=True)
        self._may_run, self._has_run = Semaphore(0), Semaphore(0)

    def step(self) -> None:
        if self._thread.ident is None:
            self._thread.start()
        self._may_run.release()
        self._has_run.acquire()

    def cancel(self) -> None:
        self.is_cancelled = True

    def _run(self) -> None:
        self._may_run.acquire()
        try:
            self.latest = Call(result=self._work(self._publish), is_over=True)
        except Exception as error:  # like the real worker
            self.latest, self.failure = Call(is_over=True), one_line(error)
        self._has_run.release()

    def _publish(self, step: object) -> None:
        self.latest = Call(step)
        self._has_run.release()
        self._may_run.acquire()

    def join(self, seconds: float) -> None:
        self.cancel()


class Backgrounds:
    """Collects the started work, so that a test can continue it."""

    def __init__(self) -> None:
        self.started: list[FakeBackground] = []

    def __call__(
        self, work: Callable[[Callable[[Any], object]], Any], *, prepare: object = None
    ) -> FakeBackground:
        self.started.append(FakeBackground(work))
        return self.started[-1]

    @property
    def last(self) -> FakeBackground:
        return self.started[-1]

    def finish(self) -> None:
        while not self.last.latest.is_over:
            self.last.step()


def run_at_once(
    work: Callable[[Callable[[Any], object]], Any], *, prepare: object = None
) -> FakeBackground:
    """For ``start_background``: the work is finished at the next tick."""
    done = FakeBackground(work)
    while not done.latest.is_over:
        done.step()
    return done


FRAME = 1 / 60
GOAL = Board.solved(3, 3)
NEAR = Scenario(Board.parse("1 2 3/0 5 6/4 7 8"), GOAL)
SOLUTION = (Move.DOWN, Move.RIGHT, Move.RIGHT)
"""The shortest solution of ``NEAR``."""
LONG_SOLUTION = (
    *(Move.RIGHT, Move.DOWN, Move.LEFT, Move.UP) * 2,
    Move.RIGHT,
    Move.DOWN,
    Move.RIGHT,
)
"""The second shortest solution of ``NEAR`` that visits no state twice: 11 moves."""


@cache
def _blank_database() -> bytes:
    return Store.in_memory().connection.serialize()


def blank_store() -> Store:
    """Like ``Store.in_memory``, but the tables are copied, which is faster by a factor of 8."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(_blank_database())
    return Store((connection, None, ""))


class Stage:
    """A session with fakes of everything that it depends on."""

    def __init__(
        self,
        scenario: Scenario | None = NEAR,
        handed_in: Mapping[str, Any] = MappingProxyType({}),
        state: KernelState = KernelState.READY,
        **settings: Any,
    ) -> None:
        self.clock = FakeClock()
        self.solver = FakeSolver()
        self.preparation = FakePreparation(state)
        self.session = Session(
            Settings(**{"rows": 3, "columns": 3} | settings),
            self.clock,
            preparation=self.preparation,
            scenario=scenario,
            **{
                "start_solver": self.solver,
                "start_advice": no_advice,
                "start_background": run_at_once,
                "measurer": FakeMeasurer(is_idle=True),
                "store": handed_in.get("store") or blank_store(),
            }
            | handed_in,
        )

    def tick(self, seconds: float = FRAME) -> list[Slide]:
        self.clock.now += seconds
        return self.session.tick(self.clock.now)

    def wait_for(self, condition: Callable[[], object]) -> None:
        """Tick until the condition is true."""

        def is_so() -> object:
            self.tick()
            return condition()

        wait_until(is_so)

    def finish_search(
        self, moves: tuple[Move, ...] = (), status: Outcome = Outcome.SOLVED, **more: Any
    ) -> None:
        """Let the newest search of Watch find ``moves`` and end."""
        run = self.solver.last
        if moves:
            run.find(moves)
        run.finish(run.problem.start, run.problem.goal, moves, status, **more)
        self.tick()

    def settle(self) -> Stage:
        """Tick until no questions are open, because answers lead to more questions."""
        for _ in range(12):
            self.tick(0)
        return self

    def pass_time(self, seconds: float) -> list[Slide]:
        return [slide for _ in range(round(seconds / FRAME)) for slide in self.tick()]


PATHS = {
    "watch": "watch.start",
    "new": "boards.new",
    "restart": "boards.restart",
    "ask_hint": "coach.ask_hint",
    "finish_edit": "finish_edit",
    "cancel_edit": "editor.cancel",
    "show_tiles": "challenges.show_tiles",
}


def call(session: Session, name: str, *arguments: Any) -> Any:
    """Call a method of the session or its parts by name."""
    if name == "cancel_edit" and not isinstance(session.activity, Editing):
        return None
    if name == "watch_shortest":
        return session.watch.start(is_shortest=True)
    return attrgetter(PATHS.get(name, name))(session)(*arguments)


def activity_of(session: Session) -> type[Activity] | WatchPhase:
    """The class of the current activity, or the phase of a watch."""
    if isinstance(session.activity, Watching):
        return session.activity.phase
    return type(session.activity)


def playback(session: Session) -> Playback | None:
    return session.activity.timeline if isinstance(session.activity, Watching) else None


def result(session: Session) -> SearchResult | None:
    return None if session.watch.runs.shown is None else session.watch.runs.shown.result


class FakeExaminer:
    """The inspection of a search without a thread. It reaches the requested moment immediately.

    is_slow: only when a test calls ``arrive``. It expands states only in ``run_on``.
    """

    building: BuildProgress | None = None
    failure = ""
    is_alive, is_cancelled = True, False

    def __init__(
        self, problem: Problem, method: Method, *, prepare: object = None, is_slow: bool = False
    ) -> None:
        self.is_slow = is_slow
        self.sent: list[Command] = []
        self.job = InspectionJob(problem, method, start, count().__next__)
        if not is_slow:
            self.arrive()

    @property
    def latest(self) -> Inspection:
        return self.job.snapshot(is_paused=False)

    @property
    def is_busy(self) -> bool:
        return self.job.needs is not Need.COMMAND

    def send(self, order: Command) -> None:
        self.sent.append(order)
        self.job.obey(order)
        if not self.is_slow:
            self.arrive()

    def arrive(self) -> None:
        """Reach the requested moment."""
        while self.job.needs is Need.TURN:
            self.job.advance(0)

    def run_on(self, expansions: int) -> None:
        """Expand this many states."""
        shown = self.latest.moment.expansions
        while self.is_busy and self.latest.moment.expansions < shown + expansions:
            self.job.advance(1)

    def cancel(self) -> None:
        self.is_cancelled = True
        self.is_alive = False

    def join(self, seconds: float) -> None:
        self.cancel()


def play_of(session: Session) -> PlayState:
    return session.snapshot().play


def coach_of(session: Session) -> CoachState:
    return session.snapshot().coach


def message_of(session: Session) -> str:
    return session.snapshot().message
