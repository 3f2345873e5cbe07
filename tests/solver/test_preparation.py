"""The preparation, with child processes that only pretend to compile."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from pathlib import Path

import pytest

from puzzler.search import compilation
from puzzler.search.compilation import CompilationError, Readiness
from puzzler.solver import preparation as module
from puzzler.solver.preparation import Preparation, PreparationState
from tests.solver.scripted import is_running, wait_until

SLEEPS = [sys.executable, "-c", "import time; time.sleep(60)"]
SUCCEEDS = [sys.executable, "-c", "pass"]


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
def prepare(monkeypatch):
    """Make a preparation that finds this readiness and these kernels."""

    def make(found, kernels, command=None, *, is_complete=True, can_measure=lambda: False):
        monkeypatch.setattr(module, "readiness", found if callable(found) else lambda: found)
        monkeypatch.setattr(module, "is_complete", lambda: is_complete)
        monkeypatch.setattr(module, "can_measure", can_measure)
        monkeypatch.setattr(module, "load_compiled", kernels.load)
        monkeypatch.setattr(module, "prepare_default", kernels.try_out)
        return Preparation(command)

    return make


def test_warm_kernels_are_ready_at_once_and_loaded_in_the_background(prepare):
    kernels = Kernels()
    with prepare(Readiness.WARM, kernels, ["/nowhere/to/be/found"]) as preparation:
        assert preparation.state is PreparationState.READY
        assert preparation.message == ""
        wait_until(lambda: kernels.tried)
        assert preparation.load()
    wait_until(lambda: not [t for t in threading.enumerate() if t.name == "kernel-loader"])


def test_cold_kernels_are_compiled_by_a_child_first(prepare):
    kernels = Kernels()
    with prepare(Readiness.COLD, kernels, SUCCEEDS) as preparation:
        assert preparation.state is PreparationState.PREPARING
        assert preparation.message == "preparing the solver, first run only"
        assert not preparation.load()
        assert kernels.loads == 0
        wait_until(lambda: preparation.poll() is PreparationState.READY)
        assert preparation.message == ""
        wait_until(lambda: kernels.tried)


def test_without_numba_the_plain_kernels_serve_and_it_says_so(prepare):
    kernels = Kernels()
    with prepare(Readiness.MISSING, kernels) as preparation:
        assert preparation.poll() is PreparationState.UNCOMPILED
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
def test_a_child_that_fails_leaves_the_plain_kernels_and_the_reason(prepare, command, reason):
    kernels = Kernels()
    with prepare(Readiness.COLD, kernels, command) as preparation:
        wait_until(lambda: preparation.poll() is PreparationState.FAILED)
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
def test_kernels_that_cannot_be_loaded_or_tried_leave_the_plain_ones(
    prepare, monkeypatch, kernels, reason
):
    monkeypatch.setattr(module, "failure", lambda: reason)
    with prepare(Readiness.WARM, kernels) as preparation:
        wait_until(lambda: preparation.poll() is PreparationState.FAILED)
        assert f"could not be compiled ({reason}" in preparation.message
        assert not preparation.load()
    assert kernels.loads == 1


@pytest.mark.skipif(sys.platform == "win32", reason="asks for a process by signal 0")
@pytest.mark.parametrize("found", [Readiness.COLD, Readiness.WARM])
def test_closing_ends_the_child_in_the_middle_of_its_work(prepare, tmp_path, found):
    # it does not watch for the end of its standard input, and so is killed
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


def test_a_child_that_ignores_the_request_is_killed(prepare, monkeypatch):
    monkeypatch.setattr(module, "SECONDS_TO_END", 0.1)
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"
    preparation = prepare(Readiness.COLD, Kernels(), [sys.executable, "-c", stubborn])
    time.sleep(0.2)
    preparation.close()
    assert preparation.poll() is PreparationState.PREPARING


def test_the_child_finds_this_package_from_any_folder(prepare, tmp_path, monkeypatch):
    (tmp_path / "puzzler.py").write_text("raise SystemExit('the wrong puzzler')")
    monkeypatch.chdir(tmp_path)
    command = [*module._compile_command()[:2], "-c", "import puzzler.solver.preparation"]
    with prepare(Readiness.COLD, Kernels(), command) as preparation:
        wait_until(lambda: preparation.poll() is not PreparationState.PREPARING)
        assert preparation.state is PreparationState.READY, preparation.message


@pytest.fixture
def unusual_folder(monkeypatch):
    monkeypatch.setattr(compilation, "_process", compilation._Process())


def test_the_child_compiles_into_the_usual_folder(tmp_path, monkeypatch, unusual_folder):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    assert module._compile_command()[-1] == str(compilation.kernel_folder())
    assert compilation.kernel_folder().is_relative_to(tmp_path)


@pytest.mark.parametrize("lack", ["rights", "room"])
def test_without_a_folder_of_its_own_child_and_parent_share_a_temporary_one(
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

    compilation._process.folder = None  # as in the child, that is told
    monkeypatch.setattr(module, "end_with_parent", lambda: None)
    monkeypatch.setattr(module, "prepare", lambda: iter([str(compilation.kernel_folder())]))
    assert module.main(folder) == 0
    assert compilation.kernel_folder() == folder


def test_a_warm_cache_that_cannot_be_written_serves_as_it_is(
    prepare, tmp_path, monkeypatch, unusual_folder
):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    usual = compilation.kernel_folder()
    kernels = Kernels()
    with prepare(Readiness.WARM, kernels, is_complete=False) as preparation:
        assert preparation.poll() is PreparationState.READY
        assert compilation.kernel_folder() == usual
        wait_until(lambda: kernels.tried)
    assert kernels.loads == 1


def test_without_any_folder_this_process_compiles(prepare, tmp_path, monkeypatch, unusual_folder):
    (tmp_path / "cache").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    monkeypatch.setattr(compilation.tempfile, "tempdir", str(tmp_path / "none"))
    kernels = Kernels()
    with prepare(Readiness.COLD, kernels) as preparation:
        assert preparation.poll() is PreparationState.READY
        wait_until(lambda: kernels.tried)


def test_a_child_that_cannot_compile_says_why_in_one_line(monkeypatch, capsys, unusual_folder):
    def prepare_in_vain():
        raise CompilationError("TypeError: no such thing")
        yield

    monkeypatch.setattr(module, "end_with_parent", lambda: None)
    monkeypatch.setattr(module, "prepare", prepare_in_vain)
    assert module.main(Path("/anywhere")) == 1
    assert capsys.readouterr().err == "TypeError: no such thing\n"


def test_distances_wait_for_their_kernels_while_a_child_compiles_them(prepare):
    found = {"readiness": Readiness.COLD, "measuring": False}
    with prepare(
        lambda: found["readiness"],
        Kernels(),
        SLEEPS,
        is_complete=False,
        can_measure=lambda: found["measuring"],
    ) as preparation:
        assert not preparation.can_measure
        found["readiness"] = Readiness.WARM
        wait_until(lambda: preparation.poll() is PreparationState.READY)
        preparation.poll()
        assert not preparation.can_measure
        found["measuring"] = True

        def can_measure():
            preparation.poll()
            return preparation.can_measure

        wait_until(can_measure)


def test_distances_wait_for_nobody_where_no_child_compiles(prepare):
    with prepare(Readiness.WARM, Kernels()) as preparation:
        assert preparation.can_measure
    with prepare(Readiness.MISSING, Kernels()) as preparation:
        assert preparation.can_measure
