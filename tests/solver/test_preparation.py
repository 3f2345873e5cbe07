"""The preparation with fake child processes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import pytest

from puzzler.search import compilation
from puzzler.search.compilation import DEFAULT_STEP, CompilationError, KernelState
from puzzler.search.compile_steps import DISTANCE_STEPS
from puzzler.search.kernels.kernel_store import KernelStore
from puzzler.search.method import Method
from puzzler.solver import preparation as module
from puzzler.solver.preparation import Preparation
from tests.solver.scripted import is_running, wait_until

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
SUCCEEDS = [sys.executable, "-c", "pass"]
GREEDY = Method("greedy", "linear-conflict")
GREEDY_STEP = "greedy linear-conflict"


class Kernels:
    def __init__(self, *, loads_well: bool = True, error: Exception | None = None) -> None:
        self.loads_well = loads_well
        self.error = error
        self.loads = 0
        self.tried = False

    def load(self) -> bool:
        self.loads += 1
        return self.loads_well

    def try_out(self):
        if self.error:
            raise self.error
        yield "one"
        self.tried = True


@pytest.fixture
def marked(monkeypatch):
    """The names of the steps in the cache, which tests extend."""
    names = set()

    class Marks:
        def update(self):
            return frozenset(names)

    monkeypatch.setattr(module, "StepMarks", Marks)
    monkeypatch.setattr(module, "SECONDS_BETWEEN_LOOKS", 0)
    return names


@pytest.fixture
def prepare(monkeypatch, marked):
    """Create a preparation with this state and these kernels."""

    def make(found, kernels, command=None, *, is_complete=True, delay=0):
        monkeypatch.setattr(module, "kernel_state", lambda: found)
        if found is KernelState.UNAVAILABLE:
            monkeypatch.setattr(module, "failure_reason", lambda: "numba is not installed")
        monkeypatch.setattr(module, "is_complete", lambda: is_complete)
        monkeypatch.setattr(module, "load_compiled", kernels.load)
        monkeypatch.setattr(module, "prepare_default", kernels.try_out)
        return Preparation(command, delay=delay)

    return make


def test_cached_kernels_are_ready_immediately_and_loaded_in_the_background(prepare):
    kernels = Kernels()
    with prepare(KernelState.READY, kernels, ["/nowhere/to/be/found"]) as preparation:
        assert preparation.state is KernelState.READY
        assert preparation.message == ""
        wait_until(lambda: kernels.tried)
        assert preparation.load()
    wait_until(lambda: not [t for t in threading.enumerate() if t.name == "kernel-loader"])


def test_loading_can_be_delayed_until_a_poll(prepare):
    kernels = Kernels()
    with prepare(KernelState.READY, kernels, delay=2) as preparation:
        for _ in range(2):
            names = [thread.name for thread in threading.enumerate()]
            assert "kernel-loader" not in names and not preparation.can_measure
            assert preparation.message == "" and not preparation.is_waiting_for(Method())
            preparation.poll()
        wait_until(lambda: kernels.tried)
        wait_until(lambda: preparation.poll() and preparation.can_measure)


def test_missing_kernels_are_first_compiled_by_a_child(prepare):
    kernels = Kernels()
    with prepare(KernelState.MISSING, kernels, SUCCEEDS) as preparation:
        assert preparation.state is KernelState.MISSING
        assert preparation.message == "preparing the solver (first run only)"
        assert not preparation.load()
        assert kernels.loads == 0
        wait_until(lambda: preparation.poll() is KernelState.READY)
        assert preparation.message == ""
        wait_until(lambda: kernels.tried)


def test_without_numba_the_plain_kernels_are_used_with_a_message(prepare):
    kernels = Kernels()
    with prepare(KernelState.UNAVAILABLE, kernels) as preparation:
        assert preparation.poll() is KernelState.UNAVAILABLE
        assert "numba is not installed" in preparation.message
        assert not preparation.load()
    assert kernels.loads == 0


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (
            [sys.executable, "-c", "raise ImportError('no such numba')"],
            "ImportError: no such numba",
        ),
        ([sys.executable, "-c", "raise SystemExit(5)"], "exit status 5"),
        (["/nowhere/to/be/found"], "No such file"),
    ],
)
def test_after_a_failure_of_the_child_plain_kernels_are_used_with_a_reason(
    prepare, command, reason
):
    kernels = Kernels()
    with prepare(KernelState.MISSING, kernels, command) as preparation:
        wait_until(lambda: preparation.poll() is KernelState.UNAVAILABLE)
        assert reason in preparation.message
        assert "uncompiled" in preparation.message
        assert "\n" not in preparation.message
        assert not preparation.load()
    assert kernels.loads == 0


@pytest.mark.parametrize(
    ("kernels", "reason"),
    [
        (Kernels(loads_well=False), "ImportError: numba needs another numpy"),
        (Kernels(error=CompilationError("LoweringError: no such type")), "LoweringError"),
    ],
)
def test_plain_kernels_are_used_if_loading_or_a_trial_fails(prepare, monkeypatch, kernels, reason):
    monkeypatch.setattr(module, "failure_reason", lambda: reason)
    with prepare(KernelState.READY, kernels) as preparation:
        wait_until(lambda: preparation.poll() is KernelState.UNAVAILABLE)
        assert f"could not be compiled ({reason}" in preparation.message
        assert not preparation.load()
    assert kernels.loads == 1


@pytest.mark.skipif(sys.platform == "win32", reason="tests for a process by signal 0")
@pytest.mark.parametrize("found", [KernelState.MISSING, KernelState.READY])
def test_closing_ends_the_working_child(prepare, tmp_path, found, monkeypatch):
    priorities = []
    monkeypatch.setattr(module.os, "setpriority", lambda *them: priorities.append(them))
    # this child does not read its standard input, so it is killed
    busy = """
import os, pathlib, sys, time
aside = pathlib.Path(sys.argv[1], "aside")
aside.write_text(str(os.getpid()))
aside.rename(aside.with_name("pid"))
time.sleep(60)
"""
    command = [sys.executable, "-c", busy, str(tmp_path)]
    preparation = prepare(found, Kernels(), command, is_complete=False)
    wait_until((tmp_path / "pid").exists)
    child = int((tmp_path / "pid").read_text())
    assert is_running(child)
    preparation.close()
    wait_until(lambda: not is_running(child))
    preparation.close()
    assert priorities == [(module.os.PRIO_PROCESS, child, module.NICENESS)]


def test_a_child_that_ignores_the_request_is_killed(prepare, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_END", 0.1)
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    preparation = prepare(KernelState.MISSING, Kernels(), [sys.executable, "-c", stubborn])
    time.sleep(0.2)
    preparation.close()
    assert preparation.poll() is KernelState.MISSING


def test_the_child_finds_this_package_from_any_folder(prepare, tmp_path, monkeypatch):
    (tmp_path / "puzzler.py").write_text("raise SystemExit('the wrong puzzler')")
    monkeypatch.chdir(tmp_path)
    command = [*module._compile_command()[:2], "-c", "import puzzler.solver.preparation"]
    with prepare(KernelState.MISSING, Kernels(), command) as preparation:
        wait_until(lambda: preparation.poll() is not KernelState.MISSING)
        assert preparation.state is KernelState.READY, preparation.message


@pytest.fixture
def unusual_folder(monkeypatch):
    monkeypatch.setattr(compilation, "_process", compilation._Process())


def test_the_child_compiles_into_the_usual_folder(tmp_path, monkeypatch, unusual_folder):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    assert module._compile_command()[-1] == str(compilation.kernel_folder())
    assert compilation.kernel_folder().is_relative_to(tmp_path)


@pytest.mark.parametrize("lack", ["rights", "room"])
def test_without_a_cache_folder_child_and_parent_share_a_temporary_folder(
    tmp_path, monkeypatch, unusual_folder, lack
):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    if lack == "rights":
        (tmp_path / "cache").write_text("")
    else:
        usage = shutil.disk_usage(tmp_path)._replace(free=1000)
        monkeypatch.setattr(compilation.shutil, "disk_usage", lambda _: usage)
    monkeypatch.setattr(compilation.tempfile, "tempdir", str(tmp_path))
    folder = Path(module._compile_command()[-1])
    assert folder.is_dir() and folder.parent == tmp_path
    assert compilation.kernel_folder() == folder

    compilation._process.folder = None  # like in the child, which receives the folder
    monkeypatch.setattr(module, "end_with_parent", lambda take_line: None)
    monkeypatch.setattr(module, "prepare", lambda *_: iter([str(compilation.kernel_folder())]))
    assert module.main(folder) == 0
    assert compilation.kernel_folder() == folder


def test_a_read_only_cache_is_used(prepare, tmp_path, monkeypatch, unusual_folder):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    usual = compilation.kernel_folder()
    kernels = Kernels()
    with prepare(KernelState.READY, kernels, is_complete=False) as preparation:
        assert preparation.poll() is KernelState.READY
        assert compilation.kernel_folder() == usual
        wait_until(lambda: kernels.tried)
    assert kernels.loads == 1


def test_without_any_folder_this_process_compiles(prepare, tmp_path, monkeypatch, unusual_folder):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    monkeypatch.setattr(compilation.tempfile, "tempdir", str(tmp_path / "none"))
    kernels = Kernels()
    with prepare(KernelState.MISSING, kernels) as preparation:
        assert preparation.poll() is KernelState.READY
        wait_until(lambda: kernels.tried)


def test_a_child_that_cannot_compile_gives_a_reason_of_one_line(
    monkeypatch, capsys, unusual_folder
):
    def fail_to_prepare(*_):
        raise CompilationError("TypeError: no such thing")
        yield

    monkeypatch.setattr(module, "end_with_parent", lambda take_line: None)
    monkeypatch.setattr(module, "prepare", fail_to_prepare)
    assert module.main(Path("/anywhere")) == 1
    assert capsys.readouterr().err == "TypeError: no such thing\n"


def test_distances_wait_for_their_kernels_while_a_child_compiles_them(prepare, marked):
    with prepare(KernelState.MISSING, Kernels(), SLEEPS) as preparation:
        assert not preparation.can_measure
        marked.add(DEFAULT_STEP)
        wait_until(lambda: preparation.poll() is KernelState.READY)
        assert not preparation.can_measure
        marked.update(DISTANCE_STEPS)
        wait_until(lambda: preparation.poll() and preparation.can_measure)


def test_distances_are_available_if_no_child_compiles(prepare):
    with prepare(KernelState.READY, Kernels()) as preparation:
        wait_until(lambda: preparation.poll() and preparation.can_measure)
    with prepare(KernelState.UNAVAILABLE, Kernels()) as preparation:
        assert preparation.can_measure


# ---- Requests ---------------------------------------------------------------------------------

ECHO = """
import sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as file:
        file.write(line)
"""
"""A child that appends its requests to a file."""
REPORT = """
import sys, time
with open(sys.argv[1]) as file:
    while True:
        sys.stdout.write(file.read())
        sys.stdout.flush()
        time.sleep(0.01)
"""
"""A child that prints lines that are appended to a file."""


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def test_each_request_reaches_the_child_once(prepare, tmp_path):
    file = tmp_path / "requests"
    command = [sys.executable, "-c", ECHO, str(file)]
    with prepare(KernelState.MISSING, Kernels(), command) as preparation:
        preparation.request(Method())  # compiled first without a request
        preparation.request(GREEDY)
        preparation.request(GREEDY)
        preparation.request(Method("bfs"))
        wait_until(lambda: len(lines_of(file)) == 2)
    assert [json.loads(line) for line in lines_of(file)] == [[GREEDY_STEP], ["bfs misplaced"]]


@pytest.mark.parametrize("found", [KernelState.READY, KernelState.UNAVAILABLE])
def test_requests_do_nothing_if_nothing_is_compiled(prepare, found):
    with prepare(found, Kernels()) as preparation:
        wait_until(lambda: preparation.poll() and not preparation.is_waiting_for(GREEDY))
        preparation.request(GREEDY)
        assert preparation.message == "" or "numba" in preparation.message
        preparation.wait(GREEDY)


def test_a_method_waits_until_its_kernels_are_in_the_cache(prepare, marked):
    with prepare(KernelState.MISSING, Kernels(), SLEEPS) as preparation:
        assert preparation.is_waiting_for(Method()) and preparation.is_waiting_for(GREEDY)
        marked.add(DEFAULT_STEP)
        wait_until(lambda: preparation.poll() is KernelState.READY)
        assert not preparation.is_waiting_for(Method()) and preparation.is_waiting_for(GREEDY)
        assert preparation.message == ""
        preparation.request(GREEDY)
        assert preparation.message == "preparing the solver (first run only)"
        marked.add(GREEDY_STEP)
        wait_until(lambda: preparation.poll() and not preparation.is_waiting_for(GREEDY))
        assert preparation.message == ""
        preparation.request(GREEDY)
        assert preparation.message == ""


def test_kernels_of_an_earlier_child_are_used_immediately(prepare, marked):
    marked.update({DEFAULT_STEP, GREEDY_STEP})
    with prepare(KernelState.READY, Kernels(), SLEEPS, is_complete=False) as preparation:
        assert not preparation.is_waiting_for(Method())
        wait_until(lambda: preparation.poll() and not preparation.is_waiting_for(GREEDY))
        assert preparation.is_waiting_for(Method("bfs"))


@pytest.mark.parametrize("end", ["compiled", "closed", "failed", "ended"])
def test_a_thread_waits_until_the_method_is_compiled(prepare, marked, end):
    command = SLEEPS
    if end in ("failed", "ended"):
        command = [sys.executable, "-c", f"raise SystemExit(len(input()) * {end == 'failed':d})"]
    if end != "failed":
        marked.add(DEFAULT_STEP)
    preparation = prepare(
        KernelState.MISSING if end == "failed" else KernelState.READY,
        Kernels(),
        command,
        is_complete=False,
    )
    thread = threading.Thread(target=preparation.wait, args=[GREEDY], daemon=True)
    thread.start()
    preparation.poll()
    assert thread.is_alive() and preparation.is_waiting_for(GREEDY)
    if end == "compiled":
        marked.add(GREEDY_STEP)
    elif end == "closed":
        preparation.close()
    else:
        preparation.request(GREEDY)
    wait_until(lambda: preparation.poll() and not thread.is_alive())
    assert not preparation.is_waiting_for(GREEDY)
    preparation.close()


def test_the_progress_is_that_of_the_request(prepare, marked, tmp_path):
    file = tmp_path / "output"
    file.touch()

    def report(*lines: object) -> None:
        with file.open("a") as stream:
            stream.writelines(json.dumps(line) + "\n" for line in lines)

    def has(progress: object) -> bool:
        preparation.poll()
        return preparation.progress == progress

    with prepare(
        KernelState.MISSING, Kernels(), [sys.executable, "-c", REPORT, str(file)]
    ) as preparation:
        assert preparation.progress is None
        report([[DEFAULT_STEP], 0, 16], [[DEFAULT_STEP], 3, 16])
        wait_until(lambda: has((3, 16)))
        assert preparation.message == "preparing the solver, 3 of 16"
        preparation.request(GREEDY)
        assert preparation.progress is None
        assert preparation.message == "preparing the solver (first run only)"
        report([[DEFAULT_STEP], 16, 16], [[GREEDY_STEP], 0, 26])
        wait_until(lambda: has((0, 26)))
        report([[GREEDY_STEP], 26, 26])
        wait_until(lambda: has((26, 26)))
        assert preparation.message == "preparing the solver, 26 of 26"
        marked.update({DEFAULT_STEP, GREEDY_STEP})
        wait_until(lambda: preparation.poll() and not preparation.message)
        assert preparation.progress is None


# ---- In the child -----------------------------------------------------------------------------


def test_unreadable_requests_are_ignored():
    lines: SimpleQueue[bytes] = SimpleQueue()
    for line in (b"", b"[", b"\xff", b"1", b"{}", b'["no such step"]', b"[[]]"):
        lines.put(line)
    assert module._take_request(lines) is None
    lines.put(b"?")
    lines.put(json.dumps([GREEDY_STEP, DEFAULT_STEP]).encode())
    lines.put(b"?")
    assert module._take_request(lines) == [GREEDY_STEP, DEFAULT_STEP]
    assert module._take_request(lines) is None


@pytest.mark.skipif(not compilation.has_numba(), reason="compiles kernels")
def test_the_child_ends_with_its_parent_in_the_middle_of_a_step(tmp_path):
    command = [sys.executable, "-P", "-m", "puzzler.solver.preparation", str(tmp_path)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=module.child_environment(),
    ) as child:
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        child.stdin.write(b"no request\n")
        child.stdin.flush()
        steps, done, needed = json.loads(child.stdout.readline())
        assert steps == [DEFAULT_STEP] and done == 0 < needed
        child.stdin.close()
        assert child.wait(300) == 1
        assert child.stderr.read() == b""
    assert not KernelStore(tmp_path).has(DEFAULT_STEP)


class FakeChild:
    """A child process that records its arguments and requests."""

    def __init__(self, arguments):
        self.arguments, self.stdin, self.status = arguments, self, None
        self.lines, self.flushed = [], 0

    def write(self, data):
        if self.status is not None:
            raise BrokenPipeError
        self.lines.append(data)

    def flush(self):
        self.flushed += 1

    def poll(self):
        return self.status


def test_all_requests_of_a_process_reach_the_same_child(monkeypatch, tmp_path):
    children = []

    def start(*arguments, stdin):
        assert stdin == subprocess.PIPE
        children.append(FakeChild(arguments))
        return children[-1]

    monkeypatch.setattr(module, "_background", [])
    monkeypatch.setattr(module, "start_python", start)
    monkeypatch.setattr(module, "child_folder", lambda: None)
    assert module.request_compiled((GREEDY_STEP,))(), "nothing to wait for"
    monkeypatch.setattr(module, "child_folder", lambda: tmp_path)
    has_ended = module.request_compiled((GREEDY_STEP,))
    [child] = children
    assert child.arguments == ("puzzler.solver.preparation", str(tmp_path), GREEDY_STEP)
    assert not has_ended() and not module.request_compiled((DEFAULT_STEP,))()
    assert (child.lines, child.flushed) == ([json.dumps([DEFAULT_STEP]).encode() + b"\n"], 1)
    child.status = 0
    assert has_ended() and module.request_compiled((GREEDY_STEP,))()
    assert len(children) == 1
