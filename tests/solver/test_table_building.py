"""Larger tables are built by a child process for each table."""

from __future__ import annotations

import subprocess

import pytest

from puzzler.search.tables import collection_store
from puzzler.search.tables.collections import Collection
from puzzler.search.tables.pattern_choice import PatternFrame
from puzzler.solver import table_building
from puzzler.solver.child_process import start_python


class Child:
    """A process that ends when ``returncode`` is set."""

    def __init__(self, arguments, errors):
        self.arguments, self.errors, self.returncode = arguments, errors, None

    def poll(self):
        return self.returncode


@pytest.fixture
def children(monkeypatch):
    children = []

    def start(module, *arguments, stdin, stderr):
        children.append(Child(arguments, stderr))
        return children[-1]

    monkeypatch.setattr(table_building, "start_python", start)
    return children


def test_every_table_has_a_child_and_a_failure_is_one_line(children):
    find_failure = table_building.build_tables.__wrapped__("7-8")
    assert [child.arguments for child in children] == [("7-8", "0"), ("7-8", "1")]
    assert find_failure() is None
    children[0].returncode = 0
    assert find_failure() is None
    children[1].errors.write(b"Traceback\nOSError: the disk is full\n")
    children[1].returncode = 1
    for _ in range(2):  # searches of one process share the children
        assert find_failure() == "OSError: the disk is full"


def test_nothing_is_reported_if_all_children_succeed(children):
    find_failure = table_building.build_tables.__wrapped__("7-8")
    for child in children:
        child.returncode = 0
    assert find_failure() == ""


def test_a_build_ends_with_its_parent():
    module = "puzzler.solver.table_building"
    with start_python(module, "7-8", "1", stdin=subprocess.PIPE) as child:
        try:
            child.stdin.close()
            assert child.wait(300) == 1
        finally:
            child.kill()


def test_a_child_stores_its_table_and_the_smallest_compiles(monkeypatch, compiled, tmp_path):
    small = Collection("4-3", PatternFrame(2, 4, 7), ((0, 1, 4, 5), (2, 3, 6)), "two by four")
    prepared = []
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    monkeypatch.setattr(table_building, "COLLECTIONS", (small,))
    monkeypatch.setattr(table_building, "end_with_parent", lambda: None)
    monkeypatch.setattr(table_building, "prepare_larger_tables", lambda **_: prepared.append(1))
    keys = small.keys
    smallest = min(range(len(keys)), key=lambda number: keys[number].arrangements)
    for number in range(len(keys)):
        table_building.main("4-3", number)
        assert collection_store.count_stored(small) == number + 1
        assert prepared == [1] * (number >= smallest)
