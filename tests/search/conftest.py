"""Compiled kernels for every test of the search, and the true distances of the 8-puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puzzler.board import Board
from puzzler.search.compilation import load_compiled
from puzzler.search.kernels import jit
from tests import naive


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled: None) -> None:
    """Tests run compiled; one test of its own compares that with plain Python."""


@pytest.fixture(scope="session")
def eight_puzzle() -> naive.Distances:
    """The true distance to the standard goal of all 181,440 states."""
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
    """Uncompiled kernels, and afterwards compiled ones again."""
    jit.restore_plain()
    yield
    assert load_compiled()
