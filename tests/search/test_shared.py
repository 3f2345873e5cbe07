"""Tables that searches share: each is built once, by any thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from puzzler.board import shuffle
from puzzler.progress import finish, no_report
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve
from puzzler.search.tables import shared
from puzzler.search.tables.shared import SharedTables


class Maker:
    """Builds a table in ten steps and counts the builds."""

    def __init__(self, table: str = "table") -> None:
        self.table = table
        self.starts = 0
        self.closed = 0

    def __call__(self) -> Generator[int, None, str]:
        self.starts += 1
        try:
            for step in range(10):
                time.sleep(0.001)
                yield step
            return self.table
        finally:
            self.closed += 1


@pytest.mark.parametrize("in_steps", [True, False])
def test_the_least_recently_used_tables_are_dropped(in_steps: bool):
    tables: SharedTables[str] = SharedTables(8, len)

    def get(name: str, maker: Maker) -> str:
        if in_steps:
            return finish(tables.making(name, maker, -1))
        return tables.make(name, lambda report: finish(maker()), no_report)

    makers = {name: Maker(name * 3) for name in "abc"}
    for name in "abac":
        assert get(name, makers[name]) == name * 3
    assert [maker.starts for maker in makers.values()] == [1, 1, 1]
    assert get("b", makers["b"]) == "bbb"
    assert makers["b"].starts == 2 and makers["a"].starts == 1
    large = Maker("x" * 9)
    for times in (1, 2):
        assert get("large", large) == "x" * 9
        assert large.starts == times


def test_unused_tables_are_dropped():
    built = []
    tables: SharedTables[np.ndarray] = SharedTables(100, len)

    def make() -> Generator[int, None, np.ndarray]:
        built.append(1)
        yield 0
        return np.zeros(3)

    table = finish(tables.making("key", make, -1))
    shared.forget_unused()
    for _ in "12":
        shared.forget_unused(-1)
        assert finish(tables.making("key", make, -1)) is table
    shared.forget_unused(-1)
    del table
    assert finish(tables.making("key", make, -1)).shape == (3,)
    assert len(built) == 2


def test_two_threads_build_a_table_once():
    tables: SharedTables[str] = SharedTables(100, len)
    maker, answers = Maker(), []
    threads = [
        threading.Thread(target=lambda: answers.append(finish(tables.making("key", maker, -1))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert answers == ["table"] * 8
    assert (maker.starts, maker.closed) == (1, 1)


def test_a_waiting_thread_sees_progress_and_takes_over_a_cancelled_build():
    tables: SharedTables[str] = SharedTables(100, len)
    maker = Maker()
    first, second = (tables.making("key", maker, -1) for _ in range(2))
    assert [next(first), next(second), next(first), next(second)] == [0, 0, 1, 1]
    first.close()
    assert maker.closed == 1
    assert finish(second) == "table"
    assert maker.starts == 2


def test_a_build_without_progress_is_taken_over(monkeypatch):
    monkeypatch.setattr(shared, "PATIENCE", 0.02)
    tables: SharedTables[str] = SharedTables(100, len)
    maker = Maker()
    first = tables.making("key", maker, -1)
    next(first)
    assert finish(tables.making("key", maker, -1)) == "table"
    assert finish(first) == "table"
    assert finish(tables.making("key", maker, -1)) == "table"
    assert maker.starts == 2


def test_searches_in_several_threads_share_only_tables():
    boards = [shuffle(3, 4, 40, seed).start for seed in range(3)]
    methods = [Method.shortest(3, 4), Method("astar", "walking-distance"), Method("beam")]
    tasks = [(board, method) for board in boards for method in methods]

    def figures(result: SearchResult) -> tuple[object, ...]:
        return result.moves, result.stats._replace(elapsed=0)

    alone = [figures(solve(board, method=method)) for board, method in tasks]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda task: figures(solve(task[0], method=task[1])), tasks)
        assert list(together) == alone
