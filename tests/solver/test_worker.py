"""The worker, with a scripted job."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable

import pytest

from puzzler.board.errors import PuzzlerError
from puzzler.progress import BuildProgress
from puzzler.search.compilation import COMPILING
from puzzler.solver import threads
from puzzler.solver import worker as module
from puzzler.solver.commands import Cancel, Pause, Record, Resume, Seek, SetRate, Step
from puzzler.solver.worker import Job, Need, Worker, call, one_line
from tests.solver.scripted import wait_until


class Counting(Job):
    """A job that counts its units. Tests set ``needs`` and the other attributes."""

    needs = Need.BUDGET

    def __init__(
        self,
        needs: Need = Need.BUDGET,
        *,
        spend: Callable[[int], int] = lambda budget: min(budget, 1000),
        publish_every: float = 0.0,
    ) -> None:
        super().__init__()
        self.needs = needs
        self.publish_every = publish_every
        self.spend = spend
        self.count = self.turns = self.snapshots = 0
        self.commands = []
        self.threads = []
        self.ended_with = "nothing"
        self.error: BaseException | None = None

    def advance(self, budget):
        self.threads.append(threading.current_thread())
        self.turns += 1
        time.sleep(0.0002)
        if self.error is not None:
            raise self.error
        spent = self.spend(budget) if budget else 0
        self.count += spent
        return spent

    def obey(self, command):
        self.commands.append(command)

    def snapshot(self, *, is_paused):
        self.snapshots += 1
        return self.count, is_paused

    def end(self, error):
        self.ended_with = error


@pytest.fixture
def work():
    workers = []

    def start_worker(job, **more):
        workers.append(Worker(job, name="scripted", **more))
        return workers[-1]

    yield start_worker
    for worker in workers:
        worker.close()
        assert not worker.is_alive
    del workers[:]
    assert not scripted_threads()


def scripted_threads():
    return [thread for thread in threading.enumerate() if thread.name == "scripted"]


def wait_for_pause(worker, count=None):
    wait_until(lambda: worker.latest[1] and count in (None, worker.latest[0]))
    wait_until(lambda: not worker.is_busy)
    return worker.latest[0]


@pytest.mark.parametrize("shares", [[1000], [0, 1, 0, 0, 2]])
def test_pause_step_and_resume(work, shares):
    """A step is exact even if slices use less than their budget or nothing."""
    job = Counting()
    job.spend = lambda budget: min(budget, shares[job.turns % len(shares)])
    worker = work(job)
    wait_until(lambda: job.count > 100)
    worker.send(Pause())
    before = wait_for_pause(worker)
    worker.send(Step(5))
    worker.send(Step())
    wait_for_pause(worker, before + 6)
    time.sleep(0.02)
    assert job.count == before + 6
    worker.send(Step(-3))
    worker.send(Resume())
    wait_until(lambda: job.count > before + 1000)
    worker.send(Step(3))
    wait_for_pause(worker)


def test_a_pause_that_is_obeyed_during_a_slice_does_not_count_it(work):
    workers, job = [], Counting()

    def spend(budget):
        assert budget > 0
        if not workers or job.count:
            return 0
        workers[0].send(Pause())
        job.attend()
        return 10

    job.spend = spend
    workers.append(work(job))
    wait_until(lambda: workers[0].latest == (10, True) or not workers[0].is_alive)
    assert not workers[0].failure
    del workers[:]


def test_commands_can_be_sent_before_the_start(work):
    job = Counting()
    worker = work(job, commands=[Pause(), Step(7)])
    assert wait_for_pause(worker, 7) == 7
    assert job.commands == [Pause(), Step(7)]


def test_work_without_units_is_not_limited_by_the_rate(work):
    job = Counting(Need.TURN)
    worker = work(job, commands=[Pause(), SetRate(0)])
    wait_until(lambda: job.turns > 100)
    assert job.count == 0 and worker.is_busy
    job.needs = Need.BUDGET
    wait_for_pause(worker, 0)


def test_a_rate_counts_the_units_used(work):
    now = [0.0]
    job = Counting()
    job.spend = lambda budget: 0 if job.turns % 3 else budget
    worker = work(job, commands=[SetRate(10)], clock=lambda: now[0])
    for count in range(1, 6):
        wait_until(lambda count=count: job.count == count)
        time.sleep(0.01)
        assert job.count == count
        now[0] += 0.1000001
    worker.send(SetRate(0))
    before = job.count
    time.sleep(0.05)
    assert job.count <= before + 1
    worker.send(SetRate(None))
    wait_until(lambda: job.count > before + 10_000)


def test_no_units_are_saved_during_a_pause(work):
    now = [0.0]
    job = Counting()
    worker = work(job, commands=[Pause(), SetRate(1000)], clock=lambda: now[0])
    wait_for_pause(worker, 0)
    now[0] += 100
    worker.send(Resume())
    wait_until(lambda: Resume() in job.commands)
    snapshots = job.snapshots
    wait_until(lambda: job.snapshots > snapshots + 1)  # the limit has been applied
    assert job.count <= 1
    now[0] += 0.0101
    wait_until(lambda: job.count == 11)


@pytest.mark.parametrize("needs", Need)
def test_cancel_ends_any_job(work, needs):
    job = Counting(needs)
    worker = work(job, commands=[Pause()])
    worker.send(Seek(3))
    worker.send(Cancel())
    worker.send(Resume())
    assert worker.join(60)
    assert (job.ended_with, worker.failure) == (None, "")
    assert Resume() not in job.commands
    worker.send(Step(5))
    time.sleep(0.01)
    assert not worker.is_alive and not worker.is_busy


def test_a_worker_that_has_not_started_is_alive_until_it_is_closed(work):
    worker = work(Counting(Need.COMMAND))
    assert worker.is_alive and not worker.is_busy
    worker.close()
    assert not worker.is_alive


def test_closing_has_a_timeout(work, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_END", 0.05)
    may_go_on = threading.Event()
    worker = work(Counting(spend=lambda budget: may_go_on.wait(60)))
    worker.close()
    assert worker.is_alive
    may_go_on.set()
    assert worker.join(60)


@pytest.mark.parametrize("needs", [Need.COMMAND, Need.TURN])
def test_a_dropped_worker_ends(needs):
    worker = Worker(Counting(needs), name="scripted")
    worker.send(Record())
    wait_until(scripted_threads)
    del worker
    gc.collect()
    wait_until(lambda: not scripted_threads())


@pytest.mark.parametrize("needs", [Need.COMMAND, Need.TURN])
def test_a_worker_in_a_reference_cycle_is_collected(needs):
    class Context:
        def prepare(self):
            pass

    context, job = Context(), Counting(needs)
    context.worker = Worker(job, name="scripted", prepare=context.prepare)
    if needs is Need.TURN:
        wait_until(lambda: job.turns)
    worker = weakref.ref(context.worker)
    del context
    gc.collect()
    assert worker() is None
    wait_until(lambda: not scripted_threads())


def test_a_finished_job_ends_its_thread(work):
    job = Counting()
    worker = work(job)
    wait_until(lambda: job.count)
    job.needs = Need.END
    assert worker.join(60)
    assert job.ended_with is None and worker.latest[0] == job.count
    job = weakref.ref(job)
    gc.collect()
    assert job() is None, "the worker does not keep its memory"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RuntimeError("the kernel\nis broken"), "RuntimeError: the kernel"),
        (ValueError("no weight is called -1"), "no weight is called -1"),
        (PuzzlerError("no such board"), "no such board"),
        (PuzzlerError(), "PuzzlerError"),
        (MemoryError("17"), "out of memory"),
        (ZeroDivisionError(), "ZeroDivisionError"),
        (SystemExit(3), "SystemExit: 3"),
    ],
)
def test_an_exception_ends_the_job_and_is_described_in_one_line(work, error, message):
    assert one_line(error) == message
    job = Counting()
    worker = work(job)
    job.error = error
    assert worker.join(60)
    assert (worker.failure, job.ended_with) == (message, error)
    assert not worker.is_busy and worker.building is None


def test_an_exception_during_preparation_is_one_of_the_job(work):
    def prepare():
        raise OSError("no kernels")

    job = Counting()
    worker = work(job, prepare=prepare)
    assert worker.join(60)
    assert (worker.failure, job.turns) == ("OSError: no kernels", 0)


def test_the_job_is_prepared_first_in_its_thread(work):
    done = []
    job = Counting()
    work(job, prepare=lambda: done.append((threading.current_thread().name, job.turns)))
    wait_until(lambda: job.turns)
    assert done == [("scripted", 0)]
    assert {thread.name for thread in job.threads} == {"scripted"}


def test_a_thread_starts_only_if_there_is_work(work):
    job = Counting(Need.COMMAND)
    worker = work(job)
    assert not scripted_threads() and not worker.is_busy and worker.latest == (0, False)
    worker.send(Record())
    wait_until(lambda: job.commands == [Record()])
    wait_until(lambda: not worker.is_busy)
    job.needs = Need.TURN
    worker.send(Record())
    assert worker.is_busy
    unused = work(Counting(Need.COMMAND))
    unused.close()
    unused.send(Record())
    assert not unused.is_alive and len(scripted_threads()) == 1
    assert unused._thread is None


def test_the_job_limits_the_frequency_of_snapshots(work):
    job = Counting(publish_every=0.05)
    began = time.perf_counter()
    work(job)
    wait_until(lambda: job.snapshots > 5)
    assert job.snapshots <= 20 * (time.perf_counter() - began) + 3


def test_a_snapshot_that_did_not_change_does_not_delay_the_next(work):
    now, figures = [0.0], ["old"]
    job = Counting(Need.TURN, publish_every=1.0)
    job.snapshot = lambda *, is_paused: figures[-1]
    worker = work(job, clock=lambda: now[0])
    now[0] = 1.0
    turns = job.turns
    wait_until(lambda: job.turns > turns + 2)
    figures.append("new")
    wait_until(lambda: worker.latest == "new", 20)


def test_events_are_polled_in_order_up_to_the_limit(work):
    job = Counting(Need.COMMAND)
    for number in range(5):
        job.events.put(number)
    worker = work(job)
    assert worker.is_busy
    assert [worker.poll(limit=2), worker.wait(1), worker.poll(), worker.poll()] == [
        [0, 1],
        2,
        [3, 4],
        [],
    ]
    assert worker.wait(0.01) is None and not worker.is_busy


def test_building_and_compiling_are_reported(work, monkeypatch):
    is_compiling = []
    monkeypatch.setattr(module, "compile_watch", lambda: lambda: bool(is_compiling))
    job = Counting(Need.TURN)
    worker = work(job)
    assert worker.building is None
    job.building = BuildProgress(0.5, "tables")
    assert worker.building == BuildProgress(0.5, "tables")
    wait_until(lambda: job.turns)
    is_compiling.append(1)
    assert worker.building is COMPILING


def test_uncompiled_work_yields_to_other_threads(work, monkeypatch):
    compiled, pauses = [], []
    monkeypatch.setattr(module, "is_compiled", lambda: bool(compiled))
    monkeypatch.setattr(module, "PLAIN_PAUSE", 0.0)
    sleep = time.sleep
    monkeypatch.setattr(module.time, "sleep", lambda s: pauses.append(s) if not s else sleep(s))
    job = Counting()
    work(job)
    wait_until(lambda: len(pauses) > 3)
    compiled.append(1)
    turns = job.turns
    wait_until(lambda: job.turns > turns + 20)
    assert len(pauses) <= turns + 1


def test_a_call_publishes_its_steps_and_its_result() -> None:
    gate, found = threading.Event(), []

    def wait(publish: Callable[[str], object]) -> int:
        publish("half")
        gate.wait(60)
        found.append(threading.current_thread())
        return 42

    with call(wait) as work:
        wait_until(lambda: work.latest.step == "half")
        assert (work.latest.is_over, work.latest.result, work.failure) == (False, None, "")
        gate.set()
        wait_until(lambda: work.latest.is_over)
        assert (work.latest.result, work.failure) == (42, "")
    assert found != [threading.main_thread()]


def test_a_failed_call_has_no_result() -> None:
    def fail(publish: Callable[[int], object]) -> None:
        publish(1)
        raise PuzzlerError("no such board")

    with call(fail) as work:
        wait_until(lambda: work.latest.is_over)
        assert (work.latest.step, work.latest.result) == (1, None)
        assert work.failure == "no such board"


def test_closing_a_call_ends_its_work() -> None:
    started, closed = threading.Event(), threading.Event()

    def endless(publish: Callable[[None], object]) -> None:
        try:
            started.set()
            while True:
                publish(None)
        finally:
            closed.set()

    work = call(endless)
    assert started.wait(60)
    work.close()
    work.close()
    assert (work.latest.is_over, work.latest.result, work.failure) == (True, None, "")
    assert closed.is_set()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere priorities are of processes")
def test_the_priority_of_one_thread_is_lowered():
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    priorities: list[int] = []

    def record_priority() -> None:
        priorities.append(priority())
        threads.lower_priority()
        priorities.append(priority())

    before = priority()
    thread = threading.Thread(target=record_priority)
    thread.start()
    thread.join(60)
    assert priorities == [before, min(before + threads.NICENESS, 19)]
    assert priority() == before
