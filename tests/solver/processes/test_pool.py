"""Pools of processes: no result is lost if workers are killed."""

from __future__ import annotations

import errno
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from puzzler.board.errors import PuzzlerError
from puzzler.solver.processes import pool as common
from puzzler.solver.processes import process_pool
from puzzler.solver.processes.pool import Done, in_order
from puzzler.solver.processes.process_pool import ProcessPool
from tests.programs import run_command
from tests.solver import works
from tests.solver.scripted import is_running, wait_until

ROOT = Path(__file__).parents[3]
posix = pytest.mark.skipif(os.name == "nt", reason="processes are killed by signals")


def two() -> ProcessPool:
    return ProcessPool(2)


@pytest.mark.parametrize("is_ordered", [True, False])
def test_every_item_is_done_by_another_process_and_yielded_immediately(is_ordered: bool) -> None:
    yielded = count()
    with closing(two()) as pool:
        found = list(
            pool.run(
                works.square_slowly, range(12), is_ordered=is_ordered, on_done=lambda: next(yielded)
            )
        )
        numbers = {done.result for done in pool.run(works.sleep, [0.01] * 20)}
    squares = [Done(index, index * index) for index in range(12)]
    assert sorted(found, key=lambda done: done.index) == squares
    assert (found == squares) is is_ordered
    assert next(yielded) == 12
    assert len(numbers) == 2 and os.getpid() not in numbers
    assert not any(is_running(number or 0) for number in numbers)


def test_items_can_be_empty_or_none() -> None:
    with closing(two()) as pool:
        assert list(pool.run(works.square, [])) == []
        assert list(pool.run(repr, [None, 1])) == [Done(0, "None"), Done(1, "1")]
        assert multiprocessing.active_children() == [], "they end with the run"


def test_there_are_no_more_workers_than_items() -> None:
    with closing(ProcessPool(8)) as pool:
        run = pool.run(works.square_slowly, [0, 2, 4])
        assert next(run).result == 0
        assert len(multiprocessing.active_children()) <= 3
        assert len(list(run)) == 2


def test_an_answer_does_not_wait_for_the_next_item() -> None:
    is_answered = threading.Event()

    def items() -> Iterator[int]:
        for number in range(4):
            yield number
            assert is_answered.wait(60)  # like a program that sends the next board after the answer
            is_answered.clear()

    with closing(two()) as pool:
        for done in pool.run(works.square, items()):
            assert done.result == done.index**2
            is_answered.set()


def test_items_are_not_read_far_ahead() -> None:
    read = 0

    def items() -> Iterator[int]:
        nonlocal read
        for number in range(10_000):
            read = number
            yield number

    with closing(two()) as pool:
        next(pool.run(works.square_slowly, items()))
        time.sleep(0.1)
        assert read <= 4 + 2 * common.READY


def test_the_number_of_waiting_results_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "MAX_AHEAD", 5)
    mark, started, done = tmp_path / "all the others", [], count(1)

    def let_the_first_go() -> None:
        if next(done) == 4:
            started.extend(pool._items.open)
            mark.touch()

    with closing(two()) as pool:
        work = partial(works.wait_with_the_first, mark)
        found = list(pool.run(work, range(30), on_done=let_the_first_go))
    assert started == [0]
    assert [each.result for each in found] == [*range(30)]


@posix
def test_the_item_of_a_killed_worker_is_repeated(tmp_path: Path) -> None:
    with closing(two()) as pool:
        work = partial(works.deadly, folder=tmp_path, deaths=1, poison=3)
        found = list(pool.run(work, range(8)))
    assert found == [Done(index, index * index) for index in range(8)]
    assert len(list(tmp_path.iterdir())) == 1


@posix
def test_an_item_that_kills_its_workers_fails_without_affecting_others(tmp_path: Path) -> None:
    with closing(two()) as pool:
        work = partial(works.deadly, folder=tmp_path, deaths=99, poison=3)
        found = list(pool.run(work, range(8)))
    assert len(list(tmp_path.iterdir())) == common.MAX_DEATHS
    failed = found.pop(3)
    assert failed.result is None and failed.failure is not None
    assert failed.failure == "3 workers have died of it, the last by SIGKILL"
    assert found == [Done(index, index * index) for index in range(8) if index != 3]


@posix
def test_the_exit_status_of_the_last_worker_is_named() -> None:
    with closing(ProcessPool(1)) as pool:
        [done] = pool.run(os._exit, [3])
    assert done.failure == "3 workers have died of it, the last with exit status 3"


@posix
def test_an_idle_worker_that_is_killed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "MAX_DEATHS", 1)  # of a worker with an item
    is_answered = threading.Event()

    def items() -> Iterator[float]:
        yield 0.0
        assert is_answered.wait(60)
        wait_until(lambda: not pool._workers)
        yield 0.0

    with closing(ProcessPool(1)) as pool:
        run = pool.run(works.sleep, items())
        first = next(run).result
        os.kill(first or 0, signal.SIGKILL)
        wait_until(lambda: not is_running(first or 0))
        is_answered.set()
        assert [done.failure for done in run] == [None]


@posix
def test_workers_start_with_blocked_signals_and_a_shared_heap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hire, found = ProcessPool._hire, list[tuple[set[int], bool]]()

    def record(pool: ProcessPool) -> process_pool._Worker:
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        found.append(({*process_pool.SIGNALS} - blocked, gc.get_freeze_count() > 0))
        return hire(pool)

    monkeypatch.setattr(ProcessPool, "_hire", record)
    with closing(ProcessPool(1)) as pool:
        work = partial(works.deadly, folder=tmp_path, deaths=1, poison=0)
        assert [done.result for done in pool.run(work, range(2))] == [0, 1]
    assert found == [(set(), True)] * 2
    assert gc.get_freeze_count() == 0


@posix
def test_if_a_process_cannot_be_started_the_others_end(monkeypatch: pytest.MonkeyPatch) -> None:
    started, start = [], multiprocessing.process.BaseProcess.start

    def start_two(process: multiprocessing.process.BaseProcess) -> None:
        if len(started) == 2:
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        start(process)
        started.append(process.pid)

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "start", start_two)
    descriptors = len([*Path("/dev/fd").iterdir()])
    pool = ProcessPool(3)
    with pytest.raises(PuzzlerError, match="no process can be started: Resource temp"):
        pool.run(works.square, range(9))
    if pool.inherits:  # otherwise the first process opens files that remain open
        assert len([*Path("/dev/fd").iterdir()]) == descriptors
    assert len(started) == 2 and not any(map(is_running, started))


@posix
def test_a_terminated_worker_cleans_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_pool, "PATIENCE", 60.0)
    pool = ProcessPool(1)
    run = pool.run(partial(works.clean_up, tmp_path), range(2))
    assert next(run).result == 0
    wait_until((tmp_path / "begun").exists)
    pool.close()
    assert (tmp_path / "cleaned").exists()


def test_a_process_with_threads_is_not_forked() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    assert not process_pool._can_fork()
    end.set()
    thread.join()


def test_an_exception_that_cannot_be_sent_becomes_a_runtime_error() -> None:
    class LocalError(Exception):
        pass

    for error, kind in ((LocalError("why"), RuntimeError), (ValueError("why"), ValueError)):
        portable = process_pool._portable(error)
        assert type(portable) is kind and "why" in str(portable)


@posix
def test_an_item_that_waited_for_a_killed_worker_does_not_fail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_pool, "MAX_DEATHS", 1)
    with closing(ProcessPool(1)) as pool:
        found = list(pool.run(works.die_of_three, range(8)))
    assert [done.index for done in found if done.failure is not None] == [3]


def test_exceptions_of_the_work_are_raised_in_this_process() -> None:
    with closing(two()) as pool, pytest.raises(ValueError, match="three is too many") as raised:
        list(pool.run(works.fail_with_three, range(8)))
    assert "fail_with_three" in raised.value.__notes__[0]


def test_exceptions_of_the_items_follow_all_results() -> None:
    def items() -> Iterator[int]:
        yield from range(5)
        raise OSError("the disk is gone")

    with closing(two()) as pool:
        run = pool.run(works.square_slowly, items())
        assert [next(run).index for _ in range(5)] == [0, 1, 2, 3, 4]
        with pytest.raises(OSError, match="gone"):
            next(run)


def test_messages_of_workers_are_logged_in_this_process(caplog: pytest.LogCaptureFixture) -> None:
    with closing(two()) as pool:
        list(pool.run(works.warn_about, range(3)))
    assert sorted(caplog.messages) == ["met 0", "met 1", "met 2"]


@posix
def test_ctrl_c_yields_finished_results_and_ends_all_workers() -> None:
    usual = signal.getsignal(signal.SIGINT)
    found: list[int] = []
    with closing(two()) as pool:
        run = pool.run(works.sleep_from_two_on, range(8))
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it is raised between two results
            for done in run:
                if not found:
                    signal.raise_signal(signal.SIGINT)
                found.append(done.index)
    assert found in ([0], [0, 1])
    assert signal.getsignal(signal.SIGINT) is usual
    assert not [thread for thread in threading.enumerate() if thread.name == "items"]


class Scripted(common.Pool):
    """A pool whose workers return each item when the next message is received."""

    def _begin(self, item_limit: int) -> None:
        self.sent: list[int] = []

    def _give(self) -> None:
        while self._items._is_at_end and (index := self._items.take()) is not None:
            self.sent.append(index)

    def _received(self, seconds: float | None = None) -> list[Done[Any]] | None:
        if not self.sent:
            time.sleep(0.001)
            return None
        index = self.sent.pop()
        if index == 3:
            raise KeyboardInterrupt
        return [Done(index, self._items.open.pop(index))]

    def _wake(self) -> None:
        pass


def test_results_that_came_before_an_interrupt_are_yielded() -> None:
    pool, got = Scripted(), []
    run = pool.run(works.square, range(4), is_ordered=False)
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it is raised between two results
        for done in run:
            got.append(done.index)  # noqa: PERF401 - what came before the exception counts
    assert got == [2, 1, 0]


def test_only_ordered_results_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "MAX_AHEAD", 2)
    for is_ordered, expected in ((True, [0, 1, None]), (False, [0, 1, 2])):
        news = list[int]()
        items = common.Prefetch(range(3), partial(news.append, 1), is_ordered=is_ordered)
        items.start()
        wait_until(lambda news=news: len(news) == 2, 20)  # for the first item and at the end
        assert [items.take() for _ in range(3)] == expected


def test_any_exception_of_the_items_ends_them() -> None:
    def items() -> Iterator[int]:
        yield 1
        raise SystemExit

    source = common.Prefetch(items(), lambda: None, is_ordered=True)
    source.start()
    wait_until(lambda: source._is_at_end, 20)
    assert isinstance(source.error, SystemExit)


def test_a_closed_source_reads_no_more_items() -> None:
    news, read = [], count()

    def items() -> Iterator[int]:
        while True:
            yield next(read)

    source = common.Prefetch(items(), lambda: news.append(1), is_ordered=True)
    source.start()
    wait_until(source._read.full)
    [thread] = [thread for thread in threading.enumerate() if thread.name == "items"]
    time.sleep(0.01)  # it waits for room
    source.close()
    thread.join(60)
    assert not thread.is_alive()
    assert next(read) == common.READY + 1
    assert len(news) == 1, "for the first item"


def test_an_interrupt_yields_waiting_results() -> None:
    def found() -> Iterator[Done[str]]:
        yield Done(0, "a")
        yield Done(3, "d")
        yield Done(2, "c")
        raise KeyboardInterrupt

    got: list[int] = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it is raised between two results
        for done in in_order(found()):
            got.append(done.index)  # noqa: PERF401 - what came before the exception counts
    assert got == [0, 2, 3]


def test_a_closed_pool_ends_immediately() -> None:
    pool = two()
    run = pool.run(works.sleep_from_two_on, range(8))
    assert next(run).index == 0
    pool.close()
    pool.close()
    assert all(done.index == 1 for done in run)


@posix
@pytest.mark.parametrize(("items", "done"), [(8, 1), (2, 2)], ids=["busy", "idle"])
def test_processes_are_ended_immediately(
    monkeypatch: pytest.MonkeyPatch, items: int, done: int
) -> None:
    monkeypatch.setattr(process_pool, "PATIENCE", 60.0)
    pool = two()
    run = pool.run(works.sleep_from_two_on, range(items))
    assert [next(run).index for _ in range(done)] == [*range(done)]
    waits = list[float | None]()
    join = multiprocessing.process.BaseProcess.join

    def recorded_join(
        process: multiprocessing.process.BaseProcess, timeout: float | None = None
    ) -> None:
        waits.append(timeout)
        join(process, timeout)

    monkeypatch.setattr(multiprocessing.process.BaseProcess, "join", recorded_join)
    pool.close()
    assert waits == [process_pool.PATIENCE] * 2  # a killed process is joined twice


@posix
def test_a_worker_that_ignores_its_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_pool, "PATIENCE", 0.1)
    pool = ProcessPool(1)
    run = pool.run(partial(works.ignore_signals, tmp_path), range(2))
    number = next(run).result
    wait_until((tmp_path / "begun").exists)
    pool.close()
    assert number is not None and not is_running(number)


LEAVING = """
from puzzler.solver.processes.process_pool import ProcessPool
from tests.solver import works
pool = ProcessPool(2)
run = pool.run(works.sleep_from_two_on, range(4))
next(run), next(run)
print(*[worker.process.pid for worker in pool._workers], flush=True)
next(run)
"""


@posix
def test_the_workers_end_when_their_process_is_killed() -> None:
    command = [sys.executable, "-c", LEAVING]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = [int(number) for number in process.stdout.readline().split()]
        assert len(workers) == 2 and all(map(is_running, workers))
        process.kill()
        process.wait()
        end = time.monotonic() + 20
        while any(map(is_running, workers)) and time.monotonic() < end:
            time.sleep(0.02)
        left = [number for number in workers if is_running(number)]
        for number in left:
            os.kill(number, signal.SIGKILL)
    assert left == []


@pytest.mark.skipif(sys.platform != "linux", reason="only there workers are forked")
def test_a_worker_holds_no_pipe_and_no_handler_of_another() -> None:
    code = """
import logging
from contextlib import closing
from puzzler.solver.processes.process_pool import ProcessPool
from tests.solver import works
logging.basicConfig()
with closing(ProcessPool(3)) as pool:
    found = list(pool.run(works.sockets, [0.3] * 3))
    list(pool.run(works.warn_about, [5]))
print(len({done.result[0] for done in found}), len({done.result[1] for done in found}))
"""
    done = run_command(code, check=True)
    assert done.stdout.split() == ["3", "1"]
    assert done.stderr.count("met 5") == 1, "only this process has written it"
