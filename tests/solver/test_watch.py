"""Watched searches, mostly scripted, and ``Solver``."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

import puzzler
from puzzler.board import Board, Move, shuffle
from puzzler.board.path import is_path
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress
from puzzler.search import options
from puzzler.search.compilation import COMPILING, load_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import MAX_IMPROVEMENTS, Outcome
from puzzler.search.solve import solve
from puzzler.solver import watch
from puzzler.solver.commands import (
    Cancel,
    Commit,
    Failed,
    Finished,
    Found,
    Pause,
    Progress,
    Resume,
)
from puzzler.solver.watch import Solver, SolverError
from puzzler.solver.worker import Need
from tests.instances import instances
from tests.solver.scripted import UNBEGUN, ScriptedSearch, all_events, endless, start, wait_until

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
TOO_HARD = instances("hardest_15puzzle_1_5.txt")[0].board


def solver_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("solver-")]


@pytest.fixture(autouse=True)
def no_thread_survives():
    yield
    assert not solver_threads()


def test_events_are_ordered_and_have_one_final_event():
    moves = (Move.UP, Move.RIGHT, Move.DOWN, Move.DOWN)
    with start(lambda: ScriptedSearch(moves=moves), 7) as handle:
        found, end = all_events(handle)
        assert found == Found(7, 0, moves, None, 0)
        assert isinstance(end, Finished)
        assert (end.run_id, end.result.status, end.result.moves) == (7, Outcome.SOLVED, moves)
        wait_until(lambda: not handle.is_alive)
        assert handle.poll() == []


@pytest.mark.parametrize(
    ("ending", "status"),
    [(Status.LIMIT, Outcome.LIMIT), (Status.EXHAUSTED, Outcome.UNSOLVABLE)],
)
def test_a_search_without_a_solution_has_no_moves(ending, status):
    with start(lambda: ScriptedSearch(ending=ending), 1) as handle:
        (end,) = all_events(handle)
    assert isinstance(end, Finished)
    assert end.result.status is status


def test_tables_are_built_with_progress_and_count_as_setup():
    go_on = threading.Event()

    def building():
        yield BuildProgress(0.25, "tables")
        go_on.wait(10)
        yield BuildProgress(0.5, "tables")
        time.sleep(0.01)

    with start(ScriptedSearch, 1, building()) as handle:
        wait_until(lambda: handle.building == BuildProgress(0.25, "tables"))
        assert handle.latest is None
        handle.send(Pause())
        handle.send(Resume())
        go_on.set()
        *_, end = all_events(handle)
        assert handle.building is None
    assert isinstance(end, Finished)
    assert end.result.setup_seconds >= 0.01


def test_a_search_can_be_cancelled_while_tables_are_built():
    built = []

    def building():
        try:
            while True:
                built.append(1)
                time.sleep(0.001)
                yield BuildProgress(0.1, "tables")
        finally:
            built.append("closed")

    with start(ScriptedSearch, 3, building()) as handle:
        wait_until(lambda: handle.building is not None)
        handle.send(Cancel())
        [end] = all_events(handle)
    assert isinstance(end, Finished)
    assert (end.run_id, end.result.status) == (3, Outcome.CANCELLED)
    assert replace(end.result, setup_seconds=0, compiled=True) == UNBEGUN
    assert built[-1] == "closed"


def test_a_failed_build_of_tables_is_reported():
    def building():
        yield BuildProgress(0.1, "tables")
        raise OSError("the disk is full")

    with start(ScriptedSearch, 1, building()) as handle:
        [end] = all_events(handle)
        assert handle.building is None
    assert isinstance(end, Failed)
    assert end.message == "OSError: the disk is full"


def test_slices_adapt_to_the_speed_of_the_search():
    quick = ScriptedSearch(1_000_000)
    with start(lambda: quick, 1) as handle:
        all_events(handle)
    assert max(quick.budgets) > 10_000

    slow = endless(lambda: time.sleep(0.01))
    with start(lambda: slow, 1):
        wait_until(lambda: slow.budgets and slow.budgets[-1] == 1)


def test_live_figures_contain_the_rate():
    search = endless()
    with start(lambda: search, 1) as handle:
        wait_until(lambda: handle.latest is not None and handle.latest.rate > 0)
        assert handle.latest.run_id == 1
        assert not handle.latest.is_paused
        assert handle.latest.current == search.start


def test_a_failure_has_its_traceback():
    with start(lambda: ScriptedSearch(fails_at=100, error=MemoryError()), 4) as handle:
        (end,) = all_events(handle)
        assert isinstance(end, Failed)
        assert (end.run_id, end.message) == (4, "out of memory")
        assert "in advance" in end.traceback
        wait_until(lambda: not handle.is_alive)
        assert handle.poll() == []


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("algorithm", ["bfs", "idastar"])
def test_kernels_can_be_compiled_while_plain_ones_run(algorithm):
    problem = Problem(HARDEST, Board.solved(3, 3))
    method = Method(algorithm)
    jit.restore_plain()
    try:
        with watch.start(problem, method, 1) as handle:
            wait_until(lambda: handle.latest is not None and handle.latest.stats.expanded > 100)
            assert load_compiled()
            *_, end = all_events(handle)
    finally:
        assert load_compiled()
    assert isinstance(end, Finished)
    expected = solve(problem.start, problem.goal, method)
    assert end.result.moves == expected.moves
    assert end.result.stats._replace(elapsed=0) == expected.stats._replace(elapsed=0)


def test_a_shorter_solution_is_published_from_the_first_difference(monkeypatch):
    monkeypatch.setattr(watch, "TELL_EVERY", 0.0)
    long = (Move.UP, Move.RIGHT, Move.LEFT, Move.RIGHT, Move.DOWN, Move.DOWN)
    short = (Move.UP, Move.RIGHT, Move.DOWN, Move.DOWN)
    script = iter([lambda: search.improve(long, 2), lambda: None, lambda: search.improve(short, 4)])

    def on_advance() -> None:
        time.sleep(0.001)
        next(script, lambda: None)()

    search = ScriptedSearch(600, moves=long, on_advance=on_advance)
    with start(lambda: search, 3) as handle:
        first, second, end = all_events(handle)
        assert first == Found(3, 0, long, None, 2)
        assert second == Found(3, 2, short[2:], None, 4)
        assert isinstance(end, Finished) and end.result.moves == short
        assert handle.latest is not None
        assert [sample.length for sample in handle.latest.improvements] == [6, 4]


def test_shortest_publishes_only_proven_solutions(monkeypatch):
    monkeypatch.setattr(watch, "TELL_EVERY", 0.0)
    board = shuffle(4, 5, 60, 1).start
    with Solver(board, algorithm="shortest", heuristic="manhattan") as solver:
        events = list(solver)
    (end,) = (event for event in events if isinstance(event, Finished))
    assert end.result.proven_optimal and not end.result.improvements
    assert [event.moves for event in events if isinstance(event, Found)] == [end.result.moves]


def test_the_best_solution_is_published_with_the_best_after_the_fixed_moves():
    long, best = (Move.LEFT, Move.RIGHT, Move.DOWN, Move.DOWN), (Move.DOWN, Move.DOWN)

    def on_advance() -> None:
        search.best = best
        search.improve(long, 2)

    search = ScriptedSearch(600, moves=long, on_advance=on_advance)
    with start(lambda: search, 3) as handle:
        events = all_events(handle)
    published: list[Move] = []
    answers = []
    for event in events:
        if isinstance(event, Found):
            published[event.index :] = event.moves
            answers.append(tuple(published))
    assert answers[-2:] == [long, best]


def test_solutions_are_published_at_limited_intervals():
    def on_advance() -> None:
        time.sleep(0.0005)
        moves = (Move.UP,) * (1000 - len(search.improvements))
        search.improve(moves, 0)

    search = ScriptedSearch(3000, on_advance=on_advance, spend=lambda budget: min(budget, 10))
    with start(lambda: search, 1) as handle:
        events = all_events(handle)
    published = [event for event in events if isinstance(event, Found)]
    assert 2 <= len(published) < len(search.improvements) / 3
    assert handle.latest is not None
    assert len(handle.latest.improvements) <= MAX_IMPROVEMENTS


def test_a_paused_search_receives_played_moves():
    search = endless()
    with start(lambda: search, 1) as handle:
        moves = (Move.RIGHT,) * 9
        handle.send(Commit(moves, 5))
        wait_until(lambda: search.adopted == [(moves, 5)])
        handle.send(Pause())
        handle.send(Commit(moves, 8))
        wait_until(lambda: search.adopted[-1] == (moves, 8))
        handle.send(Commit(moves[1:], 3))
        wait_until(lambda: search.adopted[-1] == (moves[1:], 3))


def test_a_solution_without_tables_is_published_before_tables_are_built():
    problem = Problem(shuffle(5, 5, seed=3).start, Board.solved(5, 5))
    is_allowed = threading.Event()
    with watch.start(problem, Method("anytime"), 1, prepare=is_allowed.wait) as handle:
        found = handle.wait(10)
        assert isinstance(found, Found)
        assert found.index == 0 and is_path(problem.start, found.moves, problem.goal)
        # it is played immediately, and the search continues from it
        handle.send(Commit(found.moves, 3))
        is_allowed.set()
        published, settled = list(found.moves), list(found.moves[:3])
        while len(published) == len(found.moves) or published[:3] != settled:
            event = handle.wait(10)
            assert event is not None
            if isinstance(event, Found):
                published[event.index :] = event.moves
                assert is_path(problem.start, published, problem.goal)


def job_of(search: ScriptedSearch, algorithm: str = "astar", clock=lambda: 0.0) -> watch.SearchJob:
    """Return a job with a running search, without a thread."""
    problem = Problem(shuffle(5, 5, seed=3).start, Board.solved(5, 5))
    job = watch.SearchJob(problem, Method(algorithm), lambda *_: search, 1, clock)
    job.begin()
    job.advance(0)
    return job


def test_a_limit_keeps_the_solution_that_was_published_first():
    search = ScriptedSearch(ending=Status.LIMIT)
    job = job_of(search, "anytime")
    first = job.events.get()
    while job.needs is not Need.END:
        job.advance(1000)
    job.end(None)
    end = job.events.get()
    assert (end.result.status, end.result.moves) == (Outcome.SOLVED, first.moves)


def test_played_moves_that_came_with_the_end_are_adopted():
    search = ScriptedSearch()
    job = job_of(search)
    job.obey(Commit(search.moves, 1))
    job.obey(Cancel())
    job.end(None)
    assert search.adopted == [(search.moves, 1)]


def test_only_unexpected_errors_have_a_traceback():
    for error, has_traceback in ((puzzler.PuzzlerError("why"), False), (KeyError("why"), True)):
        job = job_of(ScriptedSearch())
        job.end(error)
        failed = job.events.get()
        assert isinstance(failed, Failed)
        assert "why" in failed.message and bool(failed.traceback) is has_traceback


def test_a_paused_search_has_no_rate():
    times = iter(range(100))
    job = job_of(ScriptedSearch(10**6), clock=lambda: float(next(times)))
    for _ in range(2):
        job.advance(10)
        running = job.snapshot(is_paused=False)
    assert running.rate > 0
    assert job.snapshot(is_paused=True).rate == 0


def test_a_stop_before_the_tables_are_built_keeps_the_published_solution():
    problem = Problem(shuffle(5, 5, seed=3).start, Board.solved(5, 5))
    is_allowed = threading.Event()
    with watch.start(problem, Method("anytime"), 1, prepare=is_allowed.wait) as handle:
        found = handle.wait(10)
        assert isinstance(found, Found)
        handle.send(Cancel())
        is_allowed.set()
        *_, end = all_events(handle)
    assert isinstance(end, Finished)
    assert (end.result.status, end.result.moves) == (Outcome.SOLVED, found.moves)
    assert not end.result.proven_optimal


def test_events_are_figures_then_moves_then_the_result():
    with Solver(HARDEST, heuristic="manhattan") as solver:
        # with an empty cache the compiler is reported first
        events = [event for event in solver if event is not COMPILING]
    kinds = [type(event) for event in events]
    assert kinds[0] is Progress
    assert kinds[-1] is Finished
    [found] = [event for event in events if isinstance(event, Found)]
    assert HARDEST.apply_all(found.moves) == Board.solved(3, 3)
    assert (found.index, found.bound_factor, found.lower_bound) == (0, 1, 31)
    assert solver.result().moves == tuple(solver.moves()) == found.moves
    assert list(solver.answers()) == [found.moves]
    assert solver.result().proven_optimal
    assert [type(event) for event in solver] == [Finished]


def test_goal_and_names_are_as_given():
    goal = puzzler.GOALS["snail"](3, 3)
    start = goal.apply(goal.legal_moves()[0])
    with Solver(start, goal, algorithm="bfs", weight=2) as solver:
        result = solver.result()
    assert (result.goal, result.algorithm, result.heuristic) == (goal, "bfs", "zero")
    assert (result.length, result.status) == (1, Outcome.SOLVED)


def test_a_limit_and_an_unsolvable_board_are_results():
    with Solver(TOO_HARD, limit=Limit(expansions=100)) as solver:
        assert solver.result().status is Outcome.LIMIT
    with Solver(Board.parse("1 2 3/4 5 6/8 7 0")) as solver:
        assert list(solver.moves()) == []
        assert solver.result().status is Outcome.UNSOLVABLE
        assert (solver.progress, solver.building) == (None, None)
        solver.cancel()


def test_a_loop_can_cancel_the_search():
    with Solver(TOO_HARD, heuristic="manhattan") as solver:
        for event in solver:
            if isinstance(event, Progress):
                solver.cancel()
        assert solver.progress is not None
        assert solver.result().status is Outcome.CANCELLED


def test_a_cancelled_search_starts_no_other_method(monkeypatch: pytest.MonkeyPatch):
    """It may be cancelled just when its first method has reached a limit."""

    def cancel(method: Method, *_: object) -> Method | None:
        if method.algorithm != "astar":
            return None
        solver.cancel()
        return Method("idastar", "manhattan", limit=Limit(expansions=10**7))

    monkeypatch.setattr(watch, "fallback_after", cancel)
    method = Method("astar", "manhattan", limit=Limit(expansions=10))
    with Solver(TOO_HARD, method=method) as solver:
        result = solver.result()
    assert (result.algorithm, result.status) == ("idastar", Outcome.CANCELLED)


def test_a_failed_search_raises_its_exception(monkeypatch: pytest.MonkeyPatch):
    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(Search, "advance", fail)
    with Solver(HARDEST) as solver:
        for _ in range(2):
            with pytest.raises(SolverError, match="the disk is full"):
                solver.result()


def test_solutions_are_yielded_when_found_and_become_shorter():
    board = shuffle(5, 5, seed=2).start
    lengths = []
    with Solver(board, limit=Limit(expansions=30_000)) as solver:
        for answer in solver.answers():
            assert board.apply_all(answer) == Board.solved(5, 5)
            lengths.append(len(answer))
    assert lengths == sorted(set(lengths), reverse=True)
    assert answer == solver.result().moves


def test_leaving_the_loop_ends_the_search():
    board = shuffle(7, 7, seed=2).start
    with Solver(board) as solver:
        answer = next(solver.answers())
    assert board.apply_all(answer) == Board.solved(7, 7)
    assert solver.result().limit_reached is None and not solver.result().proven_optimal


def test_anytime_continues_a_default_search_without_memory(monkeypatch):
    monkeypatch.setattr(options, "default_memory_bytes", lambda: 50_000)
    with Solver(TOO_HARD, method=Method.watch(4, 4, Limit(expansions=4_000))) as solver:
        kinds = [type(event) for event in solver]
        result = solver.result()
    assert kinds.count(Finished) == 1 and kinds[-1] is Finished
    assert (result.algorithm, result.status) == ("anytime", Outcome.SOLVED)
    with Solver(TOO_HARD, algorithm="astar") as solver:
        assert solver.result().status is Outcome.LIMIT
