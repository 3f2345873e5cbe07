"""The folder of compiled kernels: damaged files are ignored, and kernels are compiled once."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

import pytest

from puzzler.search.kernels import kernel_store
from puzzler.search.kernels.kernel_store import KernelStore, MachineCode
from tests.solver.scripted import wait_until

ROOT = Path(__file__).parent.parent.parent
KEY = "module.kernel(int64,)"
CODE = bytes(range(64))


@pytest.fixture
def store(tmp_path):
    return KernelStore(tmp_path)


def only_file(folder: Path) -> Path:
    [path] = folder.glob("*.kernel")
    return path


def test_stored_code_is_loaded(store):
    assert store.load(KEY) is None
    store.save(KEY, CODE)
    store.save("module.kernel(float64,)", b"")
    assert store.load(KEY) == CODE
    assert store.load("module.kernel(float64,)") == b""
    assert KernelStore(store.folder).load(KEY) == CODE
    store.clear()
    assert store.lock(KEY)
    store.clear()
    assert store.load(KEY) is None and list(store.folder.iterdir()) == []
    assert store.lock(KEY) and len(list(store.folder.iterdir())) == 1
    store.unlock(KEY)


def test_truncated_or_changed_files_are_not_loaded(store):
    store.save(KEY, CODE)
    path = only_file(store.folder)
    sound = path.read_bytes()
    for offset in range(len(sound)):
        path.write_bytes(sound[:offset])
        assert store.load(KEY) is None, offset
        path.write_bytes(sound[:offset] + bytes([sound[offset] ^ 4]) + sound[offset + 1 :])
        assert store.load(KEY) is None, offset
    path.write_bytes(sound + b"\0")
    assert store.load(KEY) is None
    store.save(KEY, CODE)
    assert store.load(KEY) == CODE


def test_the_code_of_another_kernel_is_not_loaded(store):
    store.save(KEY, CODE)
    sound = only_file(store.folder).read_bytes()
    store.clear()
    store.save("module.other(int64,)", b"other")
    only_file(store.folder).write_bytes(sound)
    assert store.load("module.other(int64,)") is None


def test_a_mark_is_valid_while_all_files_are_intact(store):
    store.mark("ready")
    assert not store.has("ready")  # nothing was stored
    store.save(KEY, CODE)
    store.mark("ready")
    assert store.has("ready") and not store.has("complete")
    store.save("module.more()", CODE)
    assert store.has("ready")
    path = next(store.folder.glob("module.kernel*"))
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    os.utime(path, (0, 0))
    assert not store.has("ready")
    store.mark("ready")
    assert store.has("ready") and not path.exists()
    path.write_bytes(sound)
    store.mark("ready")
    path.unlink()
    assert not store.has("ready")
    store.mark("ready")
    assert store.has("ready")
    (store.folder / "ready").write_bytes(b"")
    assert not store.has("ready")
    (store.folder / "ready").unlink()
    (store.folder / "ready").mkdir()
    assert not store.has("ready")


@pytest.mark.parametrize("kind", ["missing", "a file", "below a file"])
def test_a_folder_that_cannot_be_created_is_ignored(tmp_path, kind):
    folder = tmp_path / "folder"
    if kind != "missing":
        folder.write_text("")
    store = KernelStore(folder / "kernels" if kind == "below a file" else folder)
    store.save(KEY, CODE)
    store.mark("ready")
    assert store.load(KEY) is None and not store.has("ready")
    assert store.lock(KEY)
    store.unlock(KEY)
    store.clear()


HOLDS = """
import pathlib, sys, time
from puzzler.search.kernels.kernel_store import KernelStore
store = KernelStore(pathlib.Path(sys.argv[1]))
assert store.lock(sys.argv[2])
print("holds", flush=True)
time.sleep(60)
"""


@pytest.fixture
def other_process(store):
    """A process that compiles the kernel of KEY."""
    command = [sys.executable, "-c", HOLDS, str(store.folder), KEY]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holds\n"
        yield process
        process.kill()


def test_one_process_compiles_a_kernel_and_others_wait(store, other_process):
    assert store.lock("module.other()")  # this lock is free
    store.unlock("module.other()")
    impatient = KernelStore(store.folder, longest_wait=0)
    assert not impatient.lock(KEY)
    impatient.unlock(KEY)
    assert not impatient.lock(KEY)
    other_process.kill()  # a killed process releases its lock
    other_process.wait(300)
    assert store.lock(KEY)
    assert store.lock(KEY)  # this process has the lock
    store.unlock(KEY)


def test_a_waiting_process_continues_when_the_lock_is_released(store, other_process, monkeypatch):
    looks = []

    def sleep(seconds):
        looks.append(seconds)
        if len(looks) == 3:
            other_process.kill()

    monkeypatch.setattr(kernel_store.time, "sleep", sleep)
    wait_until(lambda: store.lock(KEY))
    assert len(looks) >= 3


TWO_COMPILE = """
from puzzler.search import compilation
from puzzler.search.kernels import jit, space
from numba.core import event
import numpy
compilation.load_compiled()
class Listener(event.Listener):
    made = 0
    def on_start(self, e):
        Listener.made += 1
    def on_end(self, e):
        pass
event.register("numba:compile", Listener())
print("loaded", flush=True)
input()
words = numpy.zeros((1, 1), numpy.int64)
space.hash_state(words, 0)
space.is_same(words, 0, words, 0)
print(Listener.made)
"""


def test_two_processes_compile_each_kernel_once(tmp_path):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PUZZLER_HOME": str(tmp_path)}
    processes = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", TWO_COMPILE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "loaded\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert sum(int(process.communicate(timeout=300)[0]) for process in processes) == 2


def test_folders_of_other_kernels_are_removed_after_thirty_days_without_use(tmp_path):
    month_ago = time.time() - kernel_store.UNUSED_SECONDS
    others = [tmp_path / name for name in ("0" * 16, "1" * 16, "2" * 16, "somebody's own")]
    for folder in others:
        KernelStore(folder).begin()
        KernelStore(folder).save(KEY, CODE)
    for folder in others:
        os.utime(folder, (month_ago - 60, month_ago - 60))
    unused, recent, used_again, foreign = others
    os.utime(recent, (month_ago + 60, month_ago + 60))
    KernelStore(used_again).begin()
    (tmp_path / ("3" * 16)).symlink_to(foreign)
    KernelStore(tmp_path / ("4" * 16)).begin()
    assert not unused.exists()
    for folder in (recent, used_again, foreign, tmp_path / ("3" * 16)):
        assert KernelStore(folder).load(KEY) == CODE, folder


@pytest.mark.parametrize(
    ("is_dynamic", "payload"), [(True, ("code",)), (False, TypeError("cannot be pickled"))]
)
def test_code_that_cannot_be_stored_can_run(is_dynamic, payload):
    result, store = mock.Mock(), mock.Mock()
    result.library.has_dynamic_globals = is_dynamic
    result._reduce.side_effect = [payload]
    MachineCode(only_file, store, contextlib.nullcontext).save_overload("(int64,)", result)
    store.save.assert_not_called()
    store.unlock.assert_called_once()


@pytest.mark.parametrize("found", [["code"], [None, "code"], [None, None]])
def test_a_kernel_that_another_process_has_compiled_is_unlocked(found):
    store = mock.Mock()
    code = MachineCode(only_file, store, contextlib.nullcontext)
    code._runtime, code._loaded = mock.Mock(), mock.Mock(side_effect=found)
    assert code.load_overload("(int64,)", None) == found[-1]
    assert store.lock.called == (found[0] is None)
    assert store.unlock.called == (found == [None, "code"])
