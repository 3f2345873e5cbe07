"""Folders of the program, and files that are replaced atomically."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from puzzler.resources import cache_folder, data_folder, replacing, tidy, write_atomically
from tests.programs import run_command


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_files_are_created_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ("first", "größer\n", ""):
        write_atomically(file, text)
        assert file.read_text(encoding="utf-8") == text
    assert names(tmp_path) == ["file"]


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
    monkeypatch.setattr(os, "fsync", lambda fd: synced.append(os.fstat(fd).st_mode))
    write_atomically(tmp_path / "it", "")
    assert [stat.S_ISDIR(mode) for mode in synced] == [False, True]


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
import pathlib, sys, threading
from puzzler.resources import replacing, temporary_folder
from puzzler.solver.threads import leave, start_thread
place, begun = pathlib.Path(sys.argv[1]), threading.Event()

def work():
    with replacing(place / "file") as stream, temporary_folder(place) as folder:
        (folder / "within").write_text("half")
        begun.set()
        threading.Event().wait()

start_thread(work, "work")
begun.wait()
leave(0)
"""


def test_unfinished_files_of_a_thread_are_removed_at_exit(tmp_path):
    run_command([sys.executable, "-c", LEFT, str(tmp_path)])
    assert names(tmp_path) == []
    assert list((cache_folder() / "unfinished").iterdir()) == []
