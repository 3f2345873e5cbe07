"""Paths of searches that keep moves only: a state is made and weighed when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.inspection.values import Node

Weigh = Callable[[Board, Move | None, int], Node]
"""The node of a board, the move that led to it, and its depth."""


class MovesPath(Sequence[Node]):
    """The states along moves from ``begin``, itself among them."""

    def __init__(self, weigh: Weigh, begin: Board, moves: Sequence[Move]) -> None:
        self._weigh = weigh
        self._begin = begin
        self._moves = moves

    def __len__(self) -> int:
        return len(self._moves) + 1

    @overload
    def __getitem__(self, place: int) -> Node: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Node]: ...
    def __getitem__(self, place: int | slice) -> Node | Sequence[Node]:
        if isinstance(place, slice):
            return tuple(self)[place]
        depth = range(len(self))[place]
        board = self._begin.apply_all(self._moves[:depth])
        return self._weigh(board, self._moves[depth - 1] if depth else None, depth)

    def __iter__(self) -> Iterator[Node]:
        board = self._begin
        yield self._weigh(board, None, 0)
        for depth, move in enumerate(self._moves, 1):
            board = board.apply(move)
            yield self._weigh(board, move, depth)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self._moves))
