"""A pool on many machines: the workers of a Dask scheduler, remote or local."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import logging
import re
import socket
import time
import uuid
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from puzzler import resources
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.numbers import whole_number
from puzzler.interrupts import without_interrupts
from puzzler.solver.processes.pool import MAX_DEATHS, Done, Pool

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

LOCAL = "local"
"""The address for starting a scheduler and workers on this machine."""
OUT = 2
"""Items sent per worker thread: the current one and the next."""
LOOK_AFTER = 3.0
"""Seconds between two checks for new or idle workers."""
LOOK_EVERY = 0.5
"""Longest wait in seconds, because Windows handles Ctrl-C only between waits."""
GONE = "the Dask scheduler does not answer any more"
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)
PATIENCE = 10.0
"""Seconds to wait for the answer of a scheduler and for its first worker."""
LARGEST_PORT = 65535
LARGEST_GREETING = 65536
"""Limit in bytes, many times the size of Dask's first message."""
LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application")
"""Loggers that report every dead worker on standard error, although its item is repeated."""

_LOCAL_SETTINGS = {
    # the profiler is only needed for the dashboard
    "distributed.worker.profile.enabled": False,
    # always restart workers that die repeatedly
    "distributed.deploy.lost-worker-timeout": "1 day",
}
_ADDRESS = re.compile(
    r"((?P<scheme>tcp|tls)://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})"
)
_Outcome = tuple[int, "Future[Any]", Any, BaseException | None]
"""The index of an item, its future, its result and its exception."""


class ClusterPool(Pool):
    """The workers of one scheduler, including workers that join later.

    If a worker dies, the scheduler repeats its items on other workers, up to a limit. After that,
    each item is tried alone, because another item on that worker may have been the cause.
    """

    def __init__(self, address: str, jobs: int = 0) -> None:
        """Connect to the scheduler at ``address``, such as tcp://lab1:8786 or lab1:8786.

        With LOCAL, start one with ``jobs`` workers, or one worker per core if that is 0. Raises
        PuzzlerError if Dask is not installed, no scheduler answers, it has no workers, or they have
        a different version of puzzler.
        """
        try:
            import distributed  # noqa: F401  check first whether it is installed

            from puzzler.solver.cluster import task
        except ImportError as error:
            raise PuzzlerError(
                f'a cluster needs Dask ({error}): install "puzzler-lab[cluster]"'
            ) from None
        super().__init__()
        self._task = task
        self._name = f"puzzler-{uuid.uuid4().hex}"
        self._run = 0
        self._closing = ExitStack()
        atexit.register(self.close)  # if the program is stopped before the first run
        try:
            self._closing.enter_context(_quiet())
            local = self._closing.enter_context(_local(jobs)) if address == LOCAL else None
            self._client = self._closing.enter_context(_client(address, local))
            self._closing.enter_context(_prepared(self._client, address, self._name))
        except BaseException:
            self.close()
            raise
        shares: Counter[str] = Counter()
        for worker, threads in self._client.nthreads().items():
            shares[worker.rpartition(":")[0]] += threads
        self.memory_shares = max(shares.values(), default=1)

    def close(self) -> None:
        super().close()
        self._closing.close()
        atexit.unregister(self.close)

    def _begin(self, item_limit: int) -> None:
        self._run += 1
        self._events: SimpleQueue[_Outcome | None] = SimpleQueue()  # None only ends a wait
        self._futures: dict[int, Future[Any]] = {}
        """Futures of sent items, by index."""
        self._trials: Counter[int] = Counter()
        """How often each item was sent."""
        self._suspects: list[int] = []
        """Items of dead workers. Each is tried again alone."""
        self._on_trial: int | None = None
        """The suspect that is tried now."""
        self._threads = sum(self._client.nthreads().values())
        self._looked = time.monotonic()
        self._ending.callback(self._cancel_all)

    def _cancel_all(self) -> None:
        if self._client.status == "running":  # not closed before
            self._client.cancel([*self._futures.values()], force=True)

    def _give(self) -> None:
        if self._suspects and not self._futures:
            self._on_trial = self._suspects.pop()
            self._send(self._on_trial)
        if self._suspects or self._on_trial is not None:
            return
        limit = OUT * max(1, self._threads)
        while len(self._items.open) < limit and (index := self._items.take()) is not None:
            self._send(index)

    def _look(self) -> None:
        """Send items that wait behind long ones to idle workers."""
        self._looked = time.monotonic()
        self._threads = sum(self._client.nthreads().values())
        if self._on_trial is not None:
            return
        found = self._client.run(self._task.current_tasks, on_error="ignore").values()
        busy = {key for keys in found for key in keys}
        waiting = sorted(index for index, out in self._futures.items() if out.key not in busy)
        for index in waiting[: max(0, self._threads - len(busy))]:
            future = self._futures.pop(index)
            self._send(index)  # first, to let the scheduler find the idle worker
            self._client.cancel([future], force=True)

    def _send(self, index: int) -> None:
        key = self._name, self._run, index, self._trials[index]
        self._trials[index] += 1
        # not as arguments of submit, in which Dask would look for keys
        work = partial(
            self._task.work_on,
            self._work,
            self._items.open[index],
            key,
            self._task.source_version(),
        )
        future = self._client.submit(work, key=key, pure=False, priority=-index)
        self._futures[index] = future
        loop = self._client.loop
        assert loop is not None, "it is there as long as the client is"
        loop.add_callback(self._wait, index, future)

    async def _wait(self, index: int, future: Future[Any]) -> None:
        """Queue the outcome of an item, in the client's thread."""
        try:
            self._events.put((index, future, await future, None))
        except BaseException as error:
            self._events.put((index, future, None, error))

    def _received(self, seconds: float | None = None) -> list[Done[Any]] | None:
        from distributed import KilledWorker

        if self._client.status != "running":
            raise PuzzlerError(GONE)
        if seconds is None and time.monotonic() - self._looked > LOOK_AFTER:
            self._look()
        try:
            outcome = self._events.get(timeout=LOOK_EVERY if seconds is None else seconds)
        except Empty:
            return None
        if outcome is None:
            return []
        index, future, result, error = outcome
        if self._futures.get(index) is not future:
            return []  # it was sent to another worker in the meantime
        failure = None
        del self._futures[index]
        if isinstance(error, self._task.Interrupted):
            self._send(index)
            return []
        if isinstance(error, KilledWorker):
            if self._on_trial != index:
                self._suspects.append(index)
                return []
            alone = 1 + error.allowed_failures
            failure = f"every worker that had it has died, the last {alone} with nothing else to do"
        elif isinstance(error, _CANCELLED):
            raise PuzzlerError(GONE)
        elif error is not None:
            raise error
        if self._on_trial == index:
            self._on_trial = None
        del self._items.open[index], self._trials[index]
        return [Done(index, result, failure)]

    def _wake(self) -> None:
        self._events.put(None)


@contextmanager
def _quiet() -> Iterator[None]:
    """Context manager: suppress the output of Dask. Errors are reported in one line."""
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # different versions of Dask are allowed
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _local(jobs: int) -> Iterator[LocalCluster]:
    """Context manager: start a scheduler and worker processes on this machine."""
    import dask
    from distributed import LocalCluster

    from puzzler.solver.cluster.task import LocalNanny

    with ExitStack() as stack:
        folder = stack.enter_context(resources.temporary_folder())
        settings = {**_LOCAL_SETTINGS, "temporary-directory": str(folder)}
        stack.enter_context(dask.config.set(settings))
        with without_interrupts():
            cluster = LocalCluster(
                n_workers=jobs or None,
                threads_per_worker=1,
                worker_class=LocalNanny,
                memory_limit=0,  # the searches have their own limit
                dashboard_address=None,
                silence_logs=logging.CRITICAL + 1,
                scheduler_kwargs={
                    "allowed_failures": MAX_DEATHS // 2
                },  # items are then tried alone
            )
        try:
            yield cluster
        finally:
            with suppress(TimeoutError):
                cluster.close(timeout=PATIENCE)


@contextmanager
def _client(address: str, local: LocalCluster | None) -> Iterator[Client]:
    from distributed import Client

    try:
        if local is None:
            _check_address(address)
        client = Client(local or address, timeout=PATIENCE, set_as_default=False, name="puzzler")
    except (OSError, ValueError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PuzzlerError(f"no Dask scheduler at {quoted(address, 60)}: {why}") from None
    try:
        yield client
    finally:
        with suppress(OSError):  # the scheduler may be gone
            client.close(timeout=2)


def _check_address(address: str) -> None:
    """Raise ValueError for an invalid address, OSError if no scheduler listens there.

    Call it before making a client, because a client without scheduler does not end cleanly.
    """
    match = _ADDRESS.fullmatch(address)
    if match is None or whole_number(match["port"]) > LARGEST_PORT:
        raise ValueError("an address is such as tcp://lab1:8786")
    host, port = match["host"].strip("[]"), whole_number(match["port"])
    with socket.create_connection((host, port), PATIENCE) as connection:
        if match["scheme"] == "tls":
            from distributed.security import Security

            if Security().get_connection_args("client")["ssl_context"] is None:
                raise ValueError("Dask's configuration names no certificates for TLS")
            return
        with connection.makefile("rb") as stream:
            greeting = stream.read(8)  # Dask first sends the number of bytes that follow
    if not 0 < int.from_bytes(greeting, "little") < LARGEST_GREETING:
        raise OSError("who listens there does not speak as Dask does")


@contextmanager
def _prepared(client: Client, address: str, name: str) -> Iterator[None]:
    """Context manager: check the version of the workers, and let them stop cancelled tasks."""
    from puzzler.solver.cluster.task import Stopping, source_version

    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise PuzzlerError(
            f"the Dask scheduler at {quoted(address, 60)} has no worker: start one by "
            f"'dask worker {address}'"
        ) from None
    for worker, found in client.run(source_version, on_error="return").items():
        if isinstance(found, ImportError):
            raise PuzzlerError(f"the worker {worker} has not this puzzler: {found}")
        if found != source_version():
            raise PuzzlerError(
                f"the worker {worker} has puzzler {found}, here it is {source_version()}"
            )
    client.register_plugin(Stopping(name), name)
    try:
        yield
    finally:
        if client.status == "running":
            with suppress(OSError):
                client.unregister_worker_plugin(name)
