"""Tables in files, which are complete or missing."""

from __future__ import annotations

import errno
import logging
import os

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.progress import no_report
from puzzler.search.heuristics import pattern_database
from puzzler.search.tables import store

ENTRIES = np.arange(1000, dtype=np.uint8) % 7
SPOILT = [
    lambda content: content[:-1],
    lambda content: content[:20],
    lambda content: b"",
    lambda content: b"something else\n" * 10_000,
    lambda content: content + b"!",
    lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
    lambda content: content.replace(b", format ", b", format 1"),
]
SPOILT_HEADS = [
    lambda content: content[:45] + bytes([content[45] ^ 1]) + content[46:],
    lambda content: content.replace(b"table one", b"table two"),
]


def save(name, entries):
    for _ in store.saving(name, entries):
        pass


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    monkeypatch.setattr(store, "_logged", set())


def test_saved_tables_are_loaded():
    assert store.load("one", 1000) is None
    save("one", ENTRIES)
    assert (store.load("one", 1000) == ENTRIES).all()
    assert [file.name for file in store.table_file("one").parent.iterdir()] == [
        f"one-v{store.FORMAT_VERSION}.table"
    ]


@pytest.mark.parametrize(
    "entries", [[], [3], [15, 0, 7, 15], [1, 2, 15], [16, 0], [255] * 9, list(range(256))]
)
def test_tables_of_any_length_and_type(entries):
    save("any", np.array(entries, np.uint8))
    loaded = store.load("any", len(entries))
    assert loaded is not None and loaded.tolist() == entries
    assert loaded.flags.writeable  # like built tables, as kernels require


@pytest.mark.parametrize("spoil", [*SPOILT, *SPOILT_HEADS])
def test_a_damaged_file_is_missing_and_logged(spoil, caplog):
    caplog.set_level(logging.DEBUG, "puzzler")
    save("one", ENTRIES)
    file = store.table_file("one")
    file.write_bytes(spoil(file.read_bytes()))
    assert store.load("one", 1000) is None
    assert "are damaged and are built again" in caplog.text
    save("one", ENTRIES)
    assert store.load("one", 1000) is not None
    assert store.load("one", 999) is None and "another size" in caplog.text
    if spoil in SPOILT:
        caplog.clear()
        save_pages()
        pages = store.page_file(NAMES)
        pages.write_bytes(spoil(pages.read_bytes()))
        assert store.load_pages(NAMES, SIZE) is None
        [line] = caplog.messages
        assert "built again" in line
        save_pages()
        assert (store.load_pages(NAMES, SIZE) == TABLES).all()


def test_a_folder_that_cannot_be_created_is_ignored(monkeypatch, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path / "file"))
    save("one", ENTRIES)
    assert "cannot be kept" in caplog.text
    assert store.load("one", 1000) is None


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_failed_write_leaves_the_old_file(error, monkeypatch, caplog):
    save("one", ENTRIES)

    def refuse(descriptor: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", refuse)
    save("one", ENTRIES + 1)
    assert "cannot be kept" in caplog.text and os.strerror(error) in caplog.text
    assert (store.load("one", 1000) == ENTRIES).all()
    assert len(list(store.table_file("one").parent.iterdir())) == 1


def test_an_unreadable_file_is_missing(caplog):
    store.table_file("one").mkdir(parents=True)
    assert store.load("one", 1000) is None
    assert "cannot be read" in caplog.text
    assert "Errno" not in caplog.text and str(store.table_file("one")) in caplog.text


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_tables_in_a_folder_that_others_can_write_are_missing(caplog):
    save("one", ENTRIES)
    save_pages()
    store.table_file("one").parent.chmod(0o777)
    assert store.load("one", 1000) is None and store.load_pages(NAMES, SIZE) is None
    assert "another user can change the folder" in caplog.text


def test_an_error_with_many_tables_is_one_warning(caplog):
    caplog.set_level(logging.DEBUG, "puzzler")
    for name in ("one", "two", "three"):
        store.table_file(name).mkdir(parents=True)
        assert store.load(name, 1000) is None
        save(name, ENTRIES)
    warnings = [each.message for each in caplog.records if each.levelno == logging.WARNING]
    assert ["cannot be read" in each for each in warnings] == [True, False]
    assert ["cannot be kept" in each for each in warnings] == [False, True]
    assert len(caplog.messages) == 6


def test_an_interrupted_save_writes_nothing(monkeypatch):
    monkeypatch.setattr(store, "STEP", 100)
    steps = store.saving("one", ENTRIES)
    for _ in range(3):
        next(steps)
    steps.close()
    assert not store.table_file("one").parent.exists()
    save("one", ENTRIES)
    assert (store.load("one", 1000) == ENTRIES).all()


def test_the_oldest_tables_of_a_kind_are_removed():
    names = ["mine 1", "mine 2", "mine 3", "other 1"]
    for name in names:
        save(name, ENTRIES)
    for number, name in enumerate(["mine 2", "other 1", "mine 3", "mine 1"]):
        os.utime(store.table_file(name), (number, number))
    store.remove_oldest("mine", 2)
    assert [store.load(name, 1000) is None for name in names] == [False, True, False, False]


NAMES = ["one", "two"]
TABLES = np.arange(10_000, dtype=np.uint64).view(np.uint8)
SIZE = len(TABLES)


def save_pages(names=NAMES, tables=TABLES):
    for _ in store.saving_pages(names, tables):
        pass


def test_saved_pages_are_loaded(caplog):
    assert store.load_pages(NAMES, SIZE) is None
    save_pages()
    assert (store.load_pages(NAMES, SIZE) == TABLES).all()
    assert store.load_pages(["two", "one"], SIZE) is None
    assert not caplog.messages


def test_changes_of_pages_are_private():
    save_pages()
    mine, others = store.load_pages(NAMES, SIZE), store.load_pages(NAMES, SIZE)
    mine[:100] = 255
    assert (others == TABLES).all()
    assert (store.load_pages(NAMES, SIZE) == TABLES).all()


def test_a_full_disk_stores_no_pages_and_is_not_an_error(monkeypatch, caplog):
    def full(_file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("puzzler.search.tables.store.private_files.replacing", full)
    with caplog.at_level(logging.WARNING):
        save_pages()
    [line] = caplog.messages
    assert "built again next time" in line


def test_pattern_databases_are_loaded_the_second_time(compiled, monkeypatch):
    first = built(Board.solved(2, 5))
    monkeypatch.setattr(pattern_database.store, "load", None)  # not used
    again = built(Board.solved(2, 5))
    assert (first == again).all() and again.base is not None


def built(goal):
    return pattern_database.PatternDatabases(0).make(goal, no_report).patterns.tables
