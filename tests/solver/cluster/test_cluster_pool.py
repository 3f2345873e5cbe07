"""A pool on a Dask scheduler gives the answers of one process, even if workers die."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial

import pytest

from puzzler.board.errors import PuzzlerError
from puzzler.solver.cluster.cluster_pool import LOCAL, ClusterPool
from puzzler.solver.cluster.task import source_version
from tests.clusters import PATIENCE, ROOT, scheduler, two_workers, wait_for
from tests.solver import works

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture(scope="module")
def local() -> Iterator[ClusterPool]:
    with closing(ClusterPool(LOCAL, 2)) as cluster:
        yield cluster


@contextmanager
def interrupt_when(condition: Callable[[], object]) -> Iterator[None]:
    """Send Ctrl-C to this process when the condition holds, inside the ``with`` block."""

    def interrupt() -> None:
        try:
            wait_for(condition)
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield
    finally:
        thread.join(300)


def test_results_have_the_order_of_the_items_or_of_completion(local):
    assert len({done.result for done in local.run(works.sleep, [0.01] * 20)}) == 2
    squares = [done.result for done in local.run(works.square, range(50))]
    assert squares == [number**2 for number in range(50)]
    found = [*local.run(works.square, range(50), is_ordered=False)]
    assert {done.index: done.result for done in found} == dict(enumerate(squares))
    assert not [*local.run(works.square, [])]


def test_results_do_not_wait_for_the_next_item(local):
    is_answered = threading.Event()

    def items() -> Iterator[int]:
        yield 4
        assert is_answered.wait(PATIENCE)
        yield 5

    found = local.run(works.square, items())
    assert next(found).result == 16
    is_answered.set()
    assert [done.result for done in found] == [25]


def test_only_an_item_that_kills_every_worker_fails(local, tmp_path):
    work = partial(works.deadly, folder=tmp_path, deaths=100, poison=2)
    found = list(local.run(work, range(6)))
    assert [done.result for done in found] == [0, 1, None, 9, 16, 25]
    why = "every worker that had it has died, the last 2 with nothing else to do"
    assert found[2].failure == why
    assert len(list(tmp_path.iterdir())) >= 4


def test_exceptions_of_items_and_work_are_raised(local):
    def items() -> Iterator[int]:
        yield from range(2)
        raise PuzzlerError("no more lines")

    found = local.run(works.square, items())
    assert [next(found).result, next(found).result] == [0, 1]
    with pytest.raises(PuzzlerError, match="no more lines"):
        next(found)
    with pytest.raises(ValueError, match="three is too many"):
        list(local.run(works.fail_with_three, range(100)))


def test_ctrl_c_yields_finished_results_and_stops_current_work(local, tmp_path):
    # wait for the workers, because another test may have killed them
    wait_for(lambda: len({done.result for done in local.run(works.sleep, [0.01] * 20)}) == 2)
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    work = partial(works.endless, folder=tmp_path)
    found = local.run(work, range(3), is_ordered=False)
    assert next(found).index == 0
    both = interrupt_when(lambda: len(list(tmp_path.glob("begun *"))) == 2)
    with both, pytest.raises(KeyboardInterrupt):
        next(found)
    signal.signal(signal.SIGINT, usual)
    wait_for(lambda: len(list(tmp_path.glob("stopped *"))) == 2)
    # the workers can be used again
    assert [done.result for done in local.run(works.square, range(4))] == [0, 1, 4, 9]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9")
def test_current_work_of_a_killed_program_is_stopped(dask_address, tmp_path):
    script = (
        "from functools import partial; from pathlib import Path\n"
        "from puzzler.solver.cluster.cluster_pool import ClusterPool\n"
        "from tests.solver import works\n"
        f"cluster = ClusterPool({dask_address!r})\n"
        f"work = partial(works.endless, folder=Path({str(tmp_path)!r}))\n"
        "list(cluster.run(work, range(1, 3)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", script], env=environment) as program:
        wait_for(lambda: len(list(tmp_path.glob("begun *"))) == 2)
        program.kill()
    wait_for(lambda: len(list(tmp_path.glob("stopped *"))) == 2)


def test_an_unusable_cluster_gives_an_error_of_one_line(monkeypatch):
    monkeypatch.setattr("puzzler.solver.cluster.cluster_pool.PATIENCE", 0.3)
    for bad in ("127.0.0.1:1", "nothing", "tcp://127.0.0.1", "carrier-pigeon://x:1", "", "x:99999"):
        with pytest.raises(PuzzlerError, match="no Dask scheduler at ") as error:
            ClusterPool(bad)
        assert "\n" not in str(error.value)
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, pytest.raises(PuzzlerError, match=r"no Dask scheduler at .*: timed out"):
        ClusterPool(f"127.0.0.1:{silent.getsockname()[1]}")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(PuzzlerError, match=r'needs Dask \(.*\): install "puzzler-lab\[cluster\]"'):
        ClusterPool(LOCAL)


def test_workers_of_another_version_are_rejected(monkeypatch, dask_address):
    monkeypatch.setattr("puzzler.version.VERSION", "0.0.other")
    source_version.cache_clear()
    try:
        with pytest.raises(PuzzlerError, match=r"has puzzler .*, here it is 0\.0\.other"):
            ClusterPool(dask_address)
    finally:
        source_version.cache_clear()


@pytest.mark.slow
def test_a_cluster_without_workers_gives_an_error_of_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr("puzzler.solver.cluster.cluster_pool.PATIENCE", 1)
    with (
        scheduler(tmp_path) as address,
        pytest.raises(PuzzlerError, match="has no worker: start one by 'dask worker tcp:"),
    ):
        ClusterPool(address)


@pytest.mark.slow
def test_a_lost_scheduler_ends_the_work_with_an_error_of_one_line(tmp_path):
    work = partial(works.endless, folder=tmp_path)
    folder = tmp_path / "scheduler"
    folder.mkdir()
    with (
        ExitStack() as running,
        closing(ClusterPool(running.enter_context(two_workers(folder)))) as cluster,
    ):
        found = cluster.run(work, range(3), is_ordered=False)
        assert next(found).index == 0
        running.close()
        with pytest.raises(PuzzlerError, match="the Dask scheduler does not answer any more"):
            next(found)
