"""Tables that are mapped from the disk: whole or not at all, and nobody's own to change."""

from __future__ import annotations

import errno
import logging

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.search.heuristics import pattern_database
from puzzler.search.tables import store

NAMES = ["one", "two"]
TABLES = np.arange(10_000, dtype=np.uint64).view(np.uint8)
SIZE = len(TABLES)


def save(names=NAMES, tables=TABLES):
    for _ in store.saving_pages(names, tables):
        pass


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))


def test_what_is_saved_is_loaded(caplog):
    assert store.load_pages(NAMES, SIZE) is None
    save()
    assert (store.load_pages(NAMES, SIZE) == TABLES).all()
    assert store.load_pages(["two", "one"], SIZE) is None
    assert not caplog.messages


def test_a_change_is_seen_by_nobody_else():
    save()
    mine, others = store.load_pages(NAMES, SIZE), store.load_pages(NAMES, SIZE)
    mine[:100] = 255
    assert (others == TABLES).all()
    assert (store.load_pages(NAMES, SIZE) == TABLES).all()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content[:20],
        lambda content: b"",
        lambda content: b"something else\n" * 10_000,
        lambda content: content + b"!",
        lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
        lambda content: content.replace(b", format ", b", format 1"),
    ],
)
def test_what_is_damaged_is_not_there(spoil, caplog):
    save()
    file = store.page_file(NAMES)
    file.write_bytes(spoil(file.read_bytes()))
    with caplog.at_level(logging.WARNING):
        assert store.load_pages(NAMES, SIZE) is None
    [line] = caplog.messages
    assert "made again" in line
    save()
    assert (store.load_pages(NAMES, SIZE) == TABLES).all()


def test_a_full_disk_is_no_error(monkeypatch, caplog):
    def full(_file):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("puzzler.search.tables.store.resources.replacing", full)
    with caplog.at_level(logging.WARNING):
        save()
    [line] = caplog.messages
    assert "made again next time" in line


def test_pattern_databases_come_from_there_the_second_time(compiled, monkeypatch):
    first = built(Board.solved(2, 5))
    monkeypatch.setattr(pattern_database.store, "load", None)  # nobody asks for it
    again = built(Board.solved(2, 5))
    assert (first == again).all() and again.base is not None


def built(goal):
    """The tables for ``goal``, by whoever has none in memory yet."""
    steps = pattern_database.PatternDatabases(0).building(goal)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value.patterns.tables
