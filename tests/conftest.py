"""Settings of all tests: no screen, no sound card and no settings of the user.

The suite runs in one process per core. Each process has its own home folder. Compiled kernels and
tables are shared and reused by the next run. Their folder is named after a digest of the code that
produces them. In the first run a child process compiles the kernels while the tests run that need
none.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path

import platformdirs
import pytest
from hypothesis import settings

import puzzler
from puzzler import services
from tests.temporary_folders import make_folder

# pygame and puzzler.resources read these variables on first use, so they are set before any test
# module is imported. The first process creates the folder of this run, the others inherit its name.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
for _name in ("COLUMNS", "LINES"):  # set by readline in pytest; they change the width of tables
    os.environ.pop(_name, None)
os.environ.pop("PYTHONUNBUFFERED", None)  # it would hide that a command leaves unwritten output
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if not WORKER:
    os.environ["PUZZLER_TESTS"] = make_folder()
# Without bytecode every process would compile the package and the tests again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
FOLDER = Path(os.environ["PUZZLER_TESTS"])
if not WORKER:  # runs after the clean-up of multiprocessing, which is registered later
    atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
HOME = FOLDER / (WORKER or "home")
os.environ["PUZZLER_HOME"] = str(HOME)

MAX_AGE = 14 * 24 * 3600
"""Age in seconds at which unused kernels and tables are removed."""
TIMEOUT, TIMEOUT_SLOW = 600, 7200
"""Timeouts in seconds of a normal test and of a test marked as slow."""
NEED_KERNELS = ("window", "game", "solver", "cli", "search")
"""Folders whose tests run last, in this order. All other tests need no kernels.

Other tests that need kernels run before the tests of the search. The tests of clusters run after
them in one process, because Dask leaves threads and a process with threads cannot fork a pool.
"""

# No deadline, because a slow machine is not a failure. Examples are random except in CI, where a
# run can be repeated.
settings.register_profile("puzzler", deadline=None, max_examples=20)
settings.register_profile("ci", deadline=None, max_examples=20, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "puzzler")

# Otherwise Hypothesis parses the source of all modules in each process, to use their constants as
# examples, and the examples of CI depend on the modules that a process has imported.
with suppress(ImportError):  # an older version
    from hypothesis.internal.conjecture import providers

    providers.is_local_module_file = lambda path: False

_children: list[subprocess.Popen[bytes]] = []
_terminal = 2


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Use one process for single files: it starts faster and supports ``--pdb`` and ``-s``."""
    is_whole_suite = config.args_source is not pytest.Config.ArgsSource.ARGS
    return None if is_whole_suite or any(Path(place).is_dir() for place in config.args) else 0


def pytest_configure() -> None:
    """Create the home of this process and duplicate standard error, which pytest captures."""
    global _terminal  # noqa: PLW0603 - a hook has nowhere else to keep it
    _terminal = os.dup(2)
    gc.set_threshold(20_000, 20, 50)  # pytest and numba keep millions of objects
    cache = HOME / "cache"
    cache.mkdir(parents=True)
    persistent = _persistent_folder()
    for name, shared in (
        ("kernels", persistent / "kernels"),
        ("tables", persistent / "tables" / _digest()),
    ):
        shared.mkdir(parents=True, exist_ok=True)
        # If links need a privilege, each process has its own folders, which is only slower.
        with suppress(OSError):
            (cache / name).symlink_to(shared, target_is_directory=True)


def pytest_unconfigure() -> None:
    """Wait for the processes that compile."""
    for child in _children:
        child.communicate(timeout=TIMEOUT)


class Reversed(pytest.Dir):
    """A folder whose tests are collected in reverse order."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Return the items in reverse order."""
        return reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Dir | None:
    """Reverse the order in every other process, so that each compiles half of the bytecode."""
    return Reversed.from_parent(parent, path=path) if WORKER[2:] in set("1357") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run tests that need compiled kernels last, and start to compile in one of the processes."""
    items.sort(key=lambda item: (_sort_key(item), item.path))
    if WORKER and any(_sort_key(item) for item in items):
        _start_compiling()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Exit with the stacks of all threads if a test hangs. xdist replaces the process."""
    slow = item.get_closest_marker("slow") is not None
    faulthandler.dump_traceback_later(TIMEOUT_SLOW if slow else TIMEOUT, exit=True, file=_terminal)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_enter_pdb() -> None:
    """Disable the timeout in a debugger."""
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> None:
    """Handle the signals that this process inherited as ignored, such as SIGINT under ``nohup``.

    Child processes inherit ignored signals. Handled signals have the default action in a child.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def _no_compiler_process() -> None:
    """Make a search compile missing kernels itself instead of in a child process."""
    from tests import plain_compiler

    services.modules["request_compiled"] = plain_compiler.__name__


@pytest.fixture(scope="session")
def compiled() -> None:
    """Load the compiled kernels. The first call waits if another process is compiling."""
    from puzzler.search import compilation

    assert compilation.load_compiled()


@pytest.fixture(scope="session")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str, None, None]:
    """The address of a Dask scheduler with two workers."""
    from tests.clusters import two_workers

    with two_workers(tmp_path_factory.mktemp("scheduler")) as address:
        yield address


def _sort_key(item: pytest.Item) -> float:
    if "cluster" in item.path.name:
        return NEED_KERNELS.index("search") + 0.5
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    if folder in NEED_KERNELS:
        return 1 + NEED_KERNELS.index(folder)
    return NEED_KERNELS.index("search") if "compiled" in getattr(item, "fixturenames", ()) else 0


def _persistent_folder() -> Path:
    folder = platformdirs.user_cache_path("puzzler-tests", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return FOLDER


def _digest() -> str:
    """Return the name of the folder of tables: a digest of the code that builds them."""
    digest = hashlib.sha256()
    for file in sorted(Path(puzzler.__file__).parent.joinpath("search").rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _remove_old_siblings(folder: Path) -> None:
    """Mark ``folder`` as used and remove its siblings that were not used for a long time."""
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > MAX_AGE:
                shutil.rmtree(other, ignore_errors=True)


def _start_compiling() -> None:
    from puzzler.search import compilation

    try:  # only one process compiles
        (FOLDER / "started").touch(exist_ok=False)
    except FileExistsError:
        return
    if compilation.kernel_state() is compilation.KernelState.UNAVAILABLE:
        return
    _remove_old_siblings(compilation.kernel_folder())
    _remove_old_siblings(HOME.joinpath("cache", "tables").resolve())
    if not compilation.is_complete():
        folder = str(compilation.kernel_folder())
        # The child exits when its standard input is closed, so it never outlives this process.
        _children.append(
            subprocess.Popen(
                [sys.executable, "-m", "puzzler.solver.preparation", folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(__file__).parent.parent,
            )
        )
