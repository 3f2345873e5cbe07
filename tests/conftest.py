"""What holds for every test: no screen, no sound card, and nobody's own settings.

The suite runs in as many processes as there are cores. Each has a home of its own; compiled kernels
and tables are shared, and stay for the next run in a folder that is named by what they are made of.
The first run has a child process compile them while tests run that need none.
"""

from __future__ import annotations

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

# All are read when pygame and puzzler.resources are first used, so they are set before any test
# module is imported. The first process makes the folder of this run, the others inherit its name.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
for _name in ("COLUMNS", "LINES"):  # pytest's readline sets them, and tables honour them
    os.environ.pop(_name, None)
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if not WORKER:
    os.environ["PUZZLER_TESTS"] = make_folder()
# Without bytecode every process of the run would compile the package and these tests anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
FOLDER = Path(os.environ["PUZZLER_TESTS"])
HOME = FOLDER / (WORKER or "home")
os.environ["PUZZLER_HOME"] = str(HOME)

FORGOTTEN_AFTER = 14 * 24 * 3600
"""Seconds after which kernels and tables that no run has used are removed."""
LONGEST, LONGEST_SLOW = 600, 7200
"""Seconds after which a test counts as hung, not marked slow and marked slow."""
NEED_KERNELS = ("window", "game", "solver", "cli", "search")
"""Folders whose tests run last, in this order: those before need no kernels at all.

Before those of the search come all others that need kernels, and at their end, in one process,
those of clusters: Dask leaves threads, and a process with threads cannot fork a pool.
"""

# A slow machine is no failure, and a run in CI can be repeated example by example. Each run draws
# other examples.
settings.register_profile("puzzler", deadline=None, max_examples=20)
settings.register_profile("ci", deadline=None, max_examples=20, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "puzzler")

_children: list[subprocess.Popen[bytes]] = []
_terminal = 2


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """One process for single files: it is there at once and takes ``--pdb`` and ``-s``."""
    whole = config.args_source is not pytest.Config.ArgsSource.ARGS
    return None if whole or any(Path(place).is_dir() for place in config.args) else 0


def pytest_configure() -> None:
    """Give this process its home, and keep standard error, which is captured while tests run."""
    global _terminal  # noqa: PLW0603 - a hook has nowhere else to keep it
    _terminal = os.dup(2)
    gc.set_threshold(20_000, 20, 50)  # pytest and numba have millions of objects, all to stay
    cache = HOME / "cache"
    cache.mkdir(parents=True)
    kept = _kept_folder()
    for name, shared in (("kernels", kept / "kernels"), ("tables", kept / "tables" / _digest())):
        shared.mkdir(parents=True, exist_ok=True)
        # where links need a privilege each process has its own: slower, but as right
        with suppress(OSError):
            (cache / name).symlink_to(shared, target_is_directory=True)


def pytest_unconfigure() -> None:
    """Remove the folder of this run."""
    for child in _children:
        child.communicate(timeout=LONGEST)
    if not WORKER:
        shutil.rmtree(FOLDER, ignore_errors=True)


class Reversed(pytest.Dir):
    """A folder that is read from its end."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """The last first."""
        return reversed(list(super().collect()))


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Dir | None:
    """Every other process begins at the end, and so finds half of the bytecode made by others."""
    return Reversed.from_parent(parent, path=path) if WORKER[2:] in set("1357") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have what needs compiled kernels run last; of several processes one has them compiled."""
    items.sort(key=lambda item: (_place(item), item.path))
    if WORKER and any(_place(item) for item in items):
        _start_compiling()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End the process of a test that hangs, with the stack of every thread; xdist replaces it."""
    slow = item.get_closest_marker("slow") is not None
    faulthandler.dump_traceback_later(LONGEST_SLOW if slow else LONGEST, exit=True, file=_terminal)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_enter_pdb() -> None:
    """A debugger has no timeout."""
    faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> None:
    """Handle the signals that this process inherited as ignored, such as SIGINT under ``nohup``.

    Child processes inherit an ignored signal, but get the default for one that is handled.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


@pytest.fixture(scope="session", autouse=True)
def _no_compiler_process() -> None:
    """A search whose kernels are missing compiles them itself instead of in a child process."""
    from tests import plain_compiler

    services.register("request_compiled", plain_compiler.__name__)


@pytest.fixture(scope="session")
def compiled() -> None:
    """Compiled kernels; where another process is just compiling one, its first call waits."""
    from puzzler.search import compilation

    assert compilation.load_compiled()


@pytest.fixture(scope="session")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str, None, None]:
    """The address of a Dask scheduler that has two workers."""
    from tests.clusters import two_workers

    with two_workers(tmp_path_factory.mktemp("scheduler")) as address:
        yield address


def _place(item: pytest.Item) -> float:
    if "cluster" in item.path.name:
        return NEED_KERNELS.index("search") + 0.5
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    if folder in NEED_KERNELS:
        return 1 + NEED_KERNELS.index(folder)
    return NEED_KERNELS.index("search") if "compiled" in getattr(item, "fixturenames", ()) else 0


def _kept_folder() -> Path:
    kept = platformdirs.user_cache_path("puzzler-tests", appauthor=False)
    try:
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=kept):
            return kept
    except OSError:
        return FOLDER


def _digest() -> str:
    """The name of the folder of tables: other code may make other tables."""
    digest = hashlib.sha256()
    for file in sorted(Path(puzzler.__file__).parent.joinpath("search").rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _forget_others(folder: Path) -> None:
    """Note that ``folder`` is used, and remove those beside it that have not been for long."""
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if time.time() - other.stat().st_mtime > FORGOTTEN_AFTER:
                shutil.rmtree(other, ignore_errors=True)


def _start_compiling() -> None:
    from puzzler.search import compilation

    try:  # one of the processes does it
        (FOLDER / "started").touch(exist_ok=False)
    except FileExistsError:
        return
    if compilation.kernel_state() is compilation.KernelState.UNAVAILABLE:
        return
    _forget_others(compilation.kernel_folder())
    _forget_others(HOME.joinpath("cache", "tables").resolve())
    if not compilation.is_complete():
        folder = str(compilation.kernel_folder())
        # the child ends with its standard input, that is with this process at the latest
        _children.append(
            subprocess.Popen(
                [sys.executable, "-m", "puzzler.solver.preparation", folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(__file__).parent.parent,
            )
        )
