"""Compiled kernels for all tests of the search, and the distances of the 8-puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzler.board import Board
from puzzler.search.compilation import load_compiled
from puzzler.search.kernels import jit
from puzzler.search.tables import pattern_choice
from puzzler.search.tables.shared import forget_unused
from tests import naive


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled: None) -> None:
    """Compile the kernels. test_compilation.py compares them with plain Python."""


@pytest.fixture(scope="session")
def eight_puzzle() -> naive.Distances:
    """The distances of all 181,440 states from the standard goal."""
    return naive.distances_from(Board.solved(3, 3))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a file, by default ``mine.py``."""

    def write(text: str, name: str = "mine.py") -> Path:
        file = tmp_path / name
        file.write_text(text)
        return file

    return write


@pytest.fixture
def plain() -> Iterator[None]:
    """Use uncompiled kernels during the test."""
    jit.restore_plain()
    yield
    assert load_compiled()


@pytest.fixture
def limit_tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Limit the entries of pattern databases, and drop cached choices and tables afterwards."""

    def limit(entries: int) -> None:
        monkeypatch.setattr(pattern_choice, "LARGEST_TABLE", entries)
        pattern_choice.choose_views.cache_clear()

    yield limit
    pattern_choice.choose_views.cache_clear()
    forget_unused(0.0)
