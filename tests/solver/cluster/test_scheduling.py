"""What a cluster pool sends, stops and reports, without a scheduler."""

from __future__ import annotations

import asyncio
import io
import logging
import socket
from collections.abc import Callable
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from distributed import KilledWorker

from puzzler.board.errors import PuzzlerError
from puzzler.solver.cluster import cluster_pool, task
from puzzler.solver.cluster.cluster_pool import ClusterPool
from puzzler.solver.cluster.task import Interrupted, Stopping, source_version, work_on
from puzzler.solver.processes.pool import Done, Prefetch
from tests.solver.scripted import wait_until

KEY = ("pool", 1, 0, 0)


class Client:
    """A client with two worker threads, which records what it is told to do."""

    status = "running"

    def __init__(self) -> None:
        self.loop = SimpleNamespace(add_callback=lambda *_: None)
        self.sent: list[tuple[int, int, int]] = []
        """Index, trial and priority of each item that was sent."""
        self.cancelled: list[tuple[int, int]] = []
        """Index and trial of each item that was cancelled."""
        self.busy: list[object] = []

    def submit(self, _work: object, *, key: task.Key, pure: bool, priority: int) -> Any:
        assert not pure
        self.sent.append((*key[2:], priority))
        return SimpleNamespace(key=key)

    def cancel(self, futures: list[Any], *, force: bool) -> None:
        self.cancelled += [future.key[2:] for future in futures]

    def nthreads(self) -> dict[str, int]:
        return {"tcp://a:1": 1, "tcp://b:1": 1}

    def run(self, _function: object, *, on_error: str) -> dict[str, list[object]]:
        return {"tcp://a:1": self.busy}


@pytest.fixture
def pool() -> Any:
    """A pool with six items, of which the first four were sent."""
    pool: Any = object.__new__(ClusterPool)
    super(ClusterPool, pool).__init__()
    pool._client, pool._task, pool._name, pool._run, pool._work = Client(), task, "pool", 0, len
    pool._items = Prefetch(range(6), lambda: None, is_ordered=True)
    pool._items.start()
    wait_until(lambda: pool._items._is_at_end)
    pool._begin(6)
    pool._give()
    assert pool._client.sent == [(0, 0, 0), (1, 0, -1), (2, 0, -2), (3, 0, -3)]
    pool._client.sent.clear()
    return pool


def receive(
    pool: Any, index: int, result: object = None, error: BaseException | None = None
) -> list[Done[object]]:
    pool._events.put((index, pool._futures[index], result, error))
    found: list[Done[object]] = pool._received()
    return found


def killed() -> KilledWorker:
    return KilledWorker("task", SimpleNamespace(address="tcp://a:1"), 1)


def test_an_item_is_sent_for_each_result(pool: Any) -> None:
    assert receive(pool, 1, "result") == [Done(1, "result")]
    pool._give()
    assert pool._client.sent == [(4, 0, -4)]
    assert pool._received(0) is None
    pool._wake()
    assert pool._received() == []


def test_stopped_work_is_sent_again_and_its_old_answer_ignored(pool: Any) -> None:
    old = pool._futures[2]
    assert receive(pool, 2, error=Interrupted("it was stopped")) == []
    assert pool._client.sent == [(2, 1, -2)]
    pool._events.put((2, old, "old", None))
    assert pool._received() == []
    assert receive(pool, 2, "new") == [Done(2, "new")]


def test_items_of_dead_workers_are_tried_alone(pool: Any) -> None:
    for index in (0, 1):
        assert receive(pool, index, error=killed()) == []
    pool._give()
    assert pool._client.sent == [], "the others must end first"
    assert [receive(pool, index, index)[0].result for index in (2, 3)] == [2, 3]
    for _ in range(2):
        pool._give()
    assert pool._client.sent == [(1, 1, -1)]
    [failed] = receive(pool, 1, error=killed())
    why = "every worker that had it has died, the last 2 with nothing else to do"
    assert (failed.index, failed.failure) == (1, why)
    for _ in range(2):
        pool._give()
    assert pool._client.sent == [(1, 1, -1), (0, 1, 0)]
    assert receive(pool, 0, "result") == [Done(0, "result")]
    pool._give()
    assert pool._client.sent[2:] == [(4, 0, -4), (5, 0, -5)]


def test_waiting_items_are_sent_to_idle_workers(pool: Any) -> None:
    pool._client.busy = [("pool", 1, 0, 0)]
    pool._looked -= 2 * cluster_pool.LOOK_AFTER
    pool._wake()
    assert pool._received() == []
    assert pool._client.sent == [(1, 1, -1)] and pool._client.cancelled == [(1, 0)]
    pool._wake()
    assert pool._received() == [], "it was looked at just now"
    assert len(pool._client.sent) == 1
    pool._client.busy = [("pool", 1, 0, 0), ("pool", 1, 1, 1)]
    pool._look()
    assert len(pool._client.sent) == 1, "no worker is idle"


def test_a_lost_scheduler_is_an_error(pool: Any) -> None:
    with pytest.raises(PuzzlerError, match="does not answer"):
        receive(pool, 0, error=asyncio.CancelledError())
    with pytest.raises(ZeroDivisionError):
        receive(pool, 1, error=ZeroDivisionError())
    pool._client.status = "closed"
    with pytest.raises(PuzzlerError, match="does not answer"):
        pool._received()
    pool._ending.close()
    assert pool._client.cancelled == []


def test_the_end_cancels_what_was_sent(pool: Any) -> None:
    receive(pool, 1, "result")
    pool._ending.close()
    assert pool._client.cancelled == [(0, 0), (2, 0), (3, 0)]


# -- in a worker ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "states", "is_stopped"),
    [
        (KEY, ("executing", "released"), True),
        (("pool", 1, 1, 0), ("executing", "released"), False),
        (("other", 1, 0, 0), ("executing", "released"), False),
        ("pool", ("executing", "released"), False),
        (KEY, ("executing", "memory"), False),
        (KEY, ("waiting", "released"), False),
    ],
)
@pytest.mark.parametrize("is_caught", [False, True])
def test_only_cancelled_work_is_stopped(
    key: object, states: tuple[str, str], is_stopped: bool, is_caught: bool
) -> None:
    def work(item: int) -> int:
        assert task.current_tasks() == [KEY]
        try:
            Stopping("pool").transition(key, *states)
            return sum(range(item))
        except KeyboardInterrupt:
            if not is_caught:
                raise
        return 0

    with pytest.raises(Interrupted) if is_stopped else nullcontext():
        assert work_on(work, 4, KEY, source_version()) == 6
    assert task.current_tasks() == []
    assert work_on(abs, -2, KEY, source_version()) == 2, "it is not stopped again"


def test_work_of_another_version_is_not_done() -> None:
    with pytest.raises(PuzzlerError, match=r"a worker has puzzler .*, not 0\.0"):
        work_on(pytest.fail, "it was done", KEY, "0.0")


# -- addresses ------------------------------------------------------------------------------------


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], list[object]]:
    """Return a function that lets every server greet with some bytes, and returns their places."""

    def greet(greeting: bytes) -> list[object]:
        places = list[object]()

        def connect(place: tuple[str, int], _timeout: float) -> Any:
            places.append(place)
            return nullcontext(SimpleNamespace(makefile=lambda _: io.BytesIO(greeting)))

        monkeypatch.setattr(socket, "create_connection", connect)
        return places

    return greet


@pytest.mark.parametrize("size", [1, 300, 65535])
def test_a_scheduler_greets_with_a_size(listen: Callable[[bytes], list[object]], size: int) -> None:
    places = listen(size.to_bytes(8, "little"))
    for address in ("tcp://[::1]:65535", "lab1:8786"):
        cluster_pool._check_address(address)
    assert places == [("::1", 65535), ("lab1", 8786)]


@pytest.mark.parametrize("greeting", [b"", b"HTTP/1.1", (65536).to_bytes(8, "little"), bytes(8)])
def test_another_server_is_no_scheduler(
    listen: Callable[[bytes], list[object]], greeting: bytes
) -> None:
    listen(greeting)
    with pytest.raises(OSError, match="does not speak as Dask does"):
        cluster_pool._check_address("lab1:8786")


@pytest.mark.parametrize(
    ("address", "message"),
    [("lab1:65536", "an address is"), ("tls://lab1:8786", "names no certificates for TLS")],
)
def test_an_address_needs_a_port_and_tls_needs_certificates(
    listen: Callable[[bytes], list[object]], address: str, message: str
) -> None:
    listen((300).to_bytes(8, "little"))
    with pytest.raises(ValueError, match=message):
        cluster_pool._check_address(address)


def test_the_output_of_dask_is_suppressed_only_inside() -> None:
    loggers = [logging.getLogger(name) for name in cluster_pool.LOGGERS]
    before = [logger.level for logger in loggers]
    with cluster_pool._quiet():
        assert not any(logger.isEnabledFor(logging.CRITICAL) for logger in loggers)
    assert [logger.level for logger in loggers] == before
