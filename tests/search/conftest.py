"""Compiled kernels for every test of the search, and the true distances of the 8-puzzle."""

from __future__ import annotations

import pytest

from puzzler.board import Board
from tests import naive


@pytest.fixture(scope="session", autouse=True)
def _compiled(compiled: None) -> None:
    """Tests run compiled; one test of its own compares that with plain Python."""


@pytest.fixture(scope="session")
def eight_puzzle() -> dict[Board, int]:
    """The true distance to the standard goal of all 181,440 states."""
    return naive.distances_from(Board.solved(3, 3))
