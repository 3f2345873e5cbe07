"""Folders of the program, and files that are replaced atomically."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from puzzler import resources
from puzzler.resources import (
    cache_folder,
    data_folder,
    lock,
    make_folder,
    read_regular,
    read_whole,
    replacing,
    tidy,
    write_atomically,
)
from tests.programs import run_command


def free_descriptor() -> int:
    """Return the lowest file descriptor that is not in use."""
    descriptor = os.dup(0)
    os.close(descriptor)
    return descriptor


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_files_are_created_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    descriptor = free_descriptor()
    for text in ("first", "größer\n", ""):
        write_atomically(file, text)
        assert file.read_text(encoding="utf-8") == text
    assert names(tmp_path) == ["file"]
    assert free_descriptor() == descriptor, "all files were closed"
    assert resources._unfinished == {}


def test_a_failure_keeps_the_old_file_and_leaves_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    write_atomically(file, "as it was")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, "new")
    assert names(tmp_path) == ["file"]
    assert file.read_text(encoding="utf-8") == "as it was"


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither modes nor pipes like these"
)
def test_modes_links_and_pipes_are_preserved(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()


def test_folders_of_the_user_are_in_puzzler_home(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    assert (data_folder(), cache_folder()) == (tmp_path / "data", tmp_path / "cache")


def test_a_relative_home_is_made_absolute(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("PUZZLER_HOME", "here")
    assert data_folder() == tmp_path / "here" / "data"
    monkeypatch.setenv("PUZZLER_HOME", "~/there")
    assert data_folder() == tmp_path / "me" / "there" / "data"
    monkeypatch.setenv("PUZZLER_HOME", "~nobody-of-this-name/x")
    assert data_folder() == tmp_path / "~nobody-of-this-name" / "x" / "data"


def test_an_empty_home_is_ignored(monkeypatch):
    monkeypatch.delenv("PUZZLER_HOME")
    folders = data_folder(), cache_folder()
    monkeypatch.setenv("PUZZLER_HOME", "")
    assert (data_folder(), cache_folder()) == folders


def test_a_new_file_respects_the_umask(tmp_path):
    mask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "it", "")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "it").stat().st_mode) == 0o640


def test_two_writers_do_not_share_a_temporary_file(tmp_path, monkeypatch):
    names = []
    monkeypatch.setattr(Path, "replace", lambda self, _: names.append(self.name))
    for _ in range(20):
        write_atomically(tmp_path / "it", "")
    assert len(set(names)) == 20


def test_the_folder_is_synchronised_too(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd)))
    write_atomically(tmp_path / "it", "text")
    assert [stat.S_ISDIR(status.st_mode) for status in synced] == [False, True]
    assert synced[0].st_size == 4, "the buffer was written first"


def test_a_name_may_have_the_maximum_length_of_the_file_system(tmp_path):
    file = tmp_path / ("x" * 255)
    write_atomically(file, "it")
    assert file.read_text() == "it"
    with pytest.raises(OSError, match="name too long"):
        write_atomically(tmp_path / ("x" * 256), "it")


KILLED = """
import os, pathlib, signal, sys
from puzzler.resources import replacing, temporary_folder
place = pathlib.Path(sys.argv[1])
with replacing(place / "file") as stream, temporary_folder(place) as folder:
    (folder / "within").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_start_removes_only_the_files_of_killed_processes(tmp_path):
    run_command([sys.executable, "-c", KILLED, str(tmp_path)])
    assert [name[-4:] for name in names(tmp_path)] == [".tmp"] * 2
    foreign = tmp_path / ".foreign.0123456789abcdef.tmp"
    foreign.write_text("")
    notes = cache_folder() / "unfinished"
    (notes / "fedcba9876543210").write_bytes(os.fsencode(foreign))  # it is of another name
    descriptor = free_descriptor()
    tidy()
    assert free_descriptor() == descriptor
    with replacing(tmp_path / "ours") as stream:
        tidy()
        assert len(names(tmp_path)) == 2
        stream.write(b"whole")
    assert names(tmp_path) == [foreign.name, "ours"]
    assert list(notes.iterdir()) == []


def test_a_start_ignores_what_is_no_note(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    notes = cache_folder() / "unfinished"
    (notes / "folder").mkdir(parents=True)
    (notes / "null").write_bytes(b"\0/.file.null.tmp")
    if hasattr(os, "mkfifo"):
        os.mkfifo(notes / "pipe")
    tidy()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
def test_a_link_to_itself_is_replaced(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(link)
    write_atomically(link, "it")
    assert link.read_text() == "it" and not link.is_symlink()


LEFT = """
import atexit, pathlib, sys, threading
from puzzler.resources import replacing, temporary_folder
from puzzler.solver.threads import exit_with_threads, start_thread
place, begun = pathlib.Path(sys.argv[1]), threading.Event()

def work():
    with replacing(place / "file") as stream, temporary_folder(place) as folder:
        (folder / "within").write_text("half")
        begun.set()
        threading.Event().wait()

ended = start_thread(print, "ended")
ended.join()
assert exit_with_threads(5) == 5
atexit.register(print, "at exit", end="")
assert start_thread(work, "work").daemon
begun.wait()
assert len(list(place.iterdir())) == 2
sys.exit(exit_with_threads(3))
"""


def test_unfinished_files_of_a_thread_are_removed_at_exit(tmp_path):
    done = run_command([sys.executable, "-c", LEFT, str(tmp_path)])
    assert (done.returncode, done.stdout, done.stderr) == (3, "\nat exit", "")
    assert names(tmp_path) == []
    assert list((cache_folder() / "unfinished").iterdir()) == []


def test_a_file_is_read_up_to_its_limit(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"12345")
    assert read_whole(file, 5) == b"12345"
    assert read_regular(file, 3) == b"123"
    with pytest.raises(OSError, match="larger than 4 bytes"):
        read_whole(file, 4)
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path, 5)
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "missing", 5)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_is_neither_opened_nor_read(tmp_path, monkeypatch):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def fail(*_):
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(resources, "_opener", fail)
        with pytest.raises(OSError, match="not a regular file"):
            read_regular(pipe, 5)
    monkeypatch.setattr(Path, "is_file", lambda _: True)  # it has just replaced a file
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(pipe, 5)


def test_a_folder_that_another_process_makes_at_the_same_time_is_used(tmp_path, monkeypatch):
    is_dir = Path.is_dir

    def make_after(path: Path) -> bool:
        found = is_dir(path)
        if not found:
            path.mkdir(parents=True)
        return found

    monkeypatch.setattr(Path, "is_dir", make_after)
    make_folder(tmp_path / "a" / "b")
    assert is_dir(tmp_path / "a" / "b")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other locks")
def test_a_file_system_without_locks_is_an_error_but_files_are_written(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(resources.fcntl, "flock", fail)
    descriptor = free_descriptor()
    with pytest.raises(OSError, match="No locks"):
        lock(tmp_path / "it")
    assert free_descriptor() == descriptor
    write_atomically(tmp_path / "it", "text")
    assert (tmp_path / "it").read_text() == "text"
