"""Boards for tests: strategies for hypothesis, and a simple breadth-first search."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from puzzler.board import LARGEST_SIDE, SMALLEST_SIDE, Board


@st.composite
def shapes(draw: st.DrawFn, largest: int = LARGEST_SIDE) -> tuple[int, int]:
    side = st.integers(SMALLEST_SIDE, largest)
    return draw(side), draw(side)


@st.composite
def boards(draw: st.DrawFn, largest: int = LARGEST_SIDE) -> Board:
    """Boards of any shape, solvable or not."""
    rows, columns = draw(shapes(largest))
    return Board(rows, columns, tuple(draw(st.permutations(range(rows * columns)))))


def layers(start: Board) -> Iterator[list[Board]]:
    """Yield the states at distance 0, 1, 2 ... from ``start``, up to the largest distance."""
    visited = {start.tiles}
    layer = [start]
    while layer:
        yield layer
        after = []
        for board in layer:
            for move in board.legal_moves():
                child = board.apply(move)
                if child.tiles not in visited:
                    visited.add(child.tiles)
                    after.append(child)
        layer = after
