"""A pool on many machines: the workers of a Dask scheduler, or of one that is started here."""

from __future__ import annotations

import atexit
import logging
import re
import socket
import tempfile
import uuid
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from typing import TYPE_CHECKING

from typing_extensions import override

from puzzler.board.errors import PuzzlerError, quoted
from puzzler.solver.processes.interrupts import without_interrupts
from puzzler.solver.processes.pool import MOST_DEATHS, Done, Item, Pool, Result

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

LOCAL = "local"
"""The address that starts a scheduler and its workers on this machine."""
PATIENCE = 10.0
"""Seconds within which a scheduler has to answer, and to have a worker."""
LARGEST_PORT = 65535
LARGEST_GREETING = 65536
"""Bytes, many times what Dask sends first."""
LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application")
"""These report every worker that dies on standard error, although its item is done again."""

_LOCAL_SETTINGS = {
    # sampling the threads every 10 ms is only for the dashboard
    "distributed.worker.profile.enabled": False,
    # a worker that dies repeatedly is started again each time
    "distributed.deploy.lost-worker-timeout": "1 day",
}
_ADDRESS = re.compile(
    r"((?P<scheme>tcp|tls)://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})"
)


class ClusterPool(Pool):
    """The workers of one scheduler, also those that join it later.

    An item whose worker dies is given to others as often as the scheduler allows, and then as often
    again while nothing else runs: another item on that worker may have been at fault.
    """

    def __init__(self, address: str, jobs: int = 0) -> None:
        """Reach the scheduler at ``address``, such as tcp://lab1:8786 or lab1:8786.

        With LOCAL one is started here with ``jobs`` workers, one for every core where that is 0.
        PuzzlerError, in one line, where Dask is not installed, no scheduler answers, it has no
        workers, or they have another puzzler than this one.
        """
        try:
            import distributed  # noqa: F401  found out before anything is built on it
        except ImportError as error:
            raise PuzzlerError(
                f'a cluster needs Dask ({error}): install "puzzler[cluster]"'
            ) from None
        self._name = f"puzzler-{uuid.uuid4().hex}"
        self._runs = count()
        self._closing = ExitStack()
        atexit.register(self.close)  # in case the program is stopped before there is work
        try:
            self._closing.enter_context(_quiet())
            local = self._closing.enter_context(_local(jobs)) if address == LOCAL else None
            self._client = self._closing.enter_context(_client(address, local))
            self._closing.enter_context(_prepared(self._client, address, self._name))
        except BaseException:
            self.close()
            raise

    @property
    @override
    def memory_shares(self) -> int:
        shares: Counter[str] = Counter()
        for address, threads in self._client.nthreads().items():
            shares[address.rpartition(":")[0]] += threads
        return max(shares.values(), default=1)

    @override
    def start(
        self, work: Callable[[Item], Result], items: Iterable[Item], *, is_ordered: bool
    ) -> Iterator[Done[Result]]:
        from puzzler.solver.cluster.run import ClusterRun

        name = (self._name, next(self._runs))
        return ClusterRun(self._client, name, work, items, is_ordered=is_ordered).found()

    @override
    def close(self) -> None:
        self._closing.close()
        atexit.unregister(self.close)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask prints nothing: errors that matter are reported in one line."""
    levels = {name: logging.getLogger(name).level for name in LOGGERS}
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Dask: its versions need not be the same
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def _local(jobs: int) -> Iterator[LocalCluster]:
    """A scheduler and workers on this machine, a process each."""
    import dask
    from distributed import LocalCluster

    from puzzler.solver.cluster.task import LocalNanny

    with ExitStack() as stack:
        room = tempfile.TemporaryDirectory(prefix="puzzler-", ignore_cleanup_errors=True)
        folder = stack.enter_context(room)
        stack.enter_context(dask.config.set(_LOCAL_SETTINGS))
        with without_interrupts():
            cluster = LocalCluster(
                n_workers=jobs or None,
                threads_per_worker=1,
                worker_class=LocalNanny,
                memory_limit=0,  # the searches have their own limit
                local_directory=folder,
                dashboard_address=None,
                silence_logs=logging.CRITICAL + 1,
                scheduler_kwargs={"allowed_failures": MOST_DEATHS // 2},  # it is tried again alone
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
        with suppress(OSError):  # a scheduler that is gone cannot be left
            client.close(timeout=2)


def _check_address(address: str) -> None:
    """ValueError if it is no address, OSError if no scheduler listens there.

    Checked before a client is made: one that never reached a scheduler does not end cleanly.
    """
    match = _ADDRESS.fullmatch(address)
    if match is None or int(match["port"]) > LARGEST_PORT:
        raise ValueError("an address is such as tcp://lab1:8786")
    host, port = match["host"].strip("[]"), int(match["port"])
    with socket.create_connection((host, port), PATIENCE) as connection:
        if match["scheme"] == "tls":
            return
        greeting = b""  # Dask speaks first: how many bytes follow, as 64 bits
        while len(greeting) < 8:
            received = connection.recv(8 - len(greeting))
            if not received:
                break
            greeting += received
    if not 0 < int.from_bytes(greeting, "little") < LARGEST_GREETING:
        raise OSError("who listens there does not speak as Dask does")


@contextmanager
def _prepared(client: Client, address: str, name: str) -> Iterator[None]:
    """The workers are there, have this puzzler, and stop tasks that are cancelled."""
    from puzzler.solver.cluster.task import Stopping, edition

    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise PuzzlerError(
            f"the Dask scheduler at {quoted(address, 60)} has no worker: start one by "
            f"'dask worker {address}'"
        ) from None
    for worker, found in client.run(edition, on_error="return").items():
        if isinstance(found, ImportError):
            raise PuzzlerError(f"the worker {worker} has not this puzzler: {found}")
        if found != edition():
            raise PuzzlerError(f"the worker {worker} has puzzler {found}, here it is {edition()}")
    client.register_plugin(Stopping(name), name)
    try:
        yield
    finally:
        if client.status == "running":
            with suppress(OSError):
                client.unregister_worker_plugin(name)
