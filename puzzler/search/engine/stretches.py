"""Beams between two states of a path: whether there is a shorter path than the stretch between."""

from __future__ import annotations

from functools import lru_cache

from puzzler.board.board import Board
from puzzler.search.engine.beam_pass import BeamPass
from puzzler.search.heuristics import linear_conflict, manhattan
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels.estimate import Pairs
from puzzler.search.tables import learned


def beam_between(
    begin: Board,
    end: Board,
    length: int,
    width: int,
    memory: int,
    seen_bits: int,
    *,
    is_learned: bool,
) -> BeamPass:
    """A beam from ``begin`` to ``end`` that looks for less than ``length`` moves.

    It ranks by what was learned or by linear conflicts, as the search as a whole does.
    """
    if is_learned:
        begin, end = renamed(begin, end)
        tables = Tables(manhattan.build(end).distance, pairs=_standard(*end.size))
    else:
        tables = linear_conflict.build(end)
    return BeamPass(begin, end, tables, width, memory, most=length - 2, seen_bits=seen_bits)


@lru_cache(maxsize=2)
def _standard(rows: int, columns: int) -> Pairs:
    return learned.for_goal(Board.solved(rows, columns))


def renamed(begin: Board, end: Board) -> tuple[Board, Board]:
    """The same two boards with their tiles renamed so that ``end`` is close to the standard goal.

    It would be that goal if its blank went to the last corner, straight to the right and then down.
    The moves between the two stay the same.
    """
    columns, tiles = end.columns, list(end.tiles)
    cell, corner = end.blank, len(tiles) - 1
    while cell != corner:
        step = 1 if cell % columns < columns - 1 else columns
        tiles[cell], tiles[cell + step] = tiles[cell + step], 0
        cell += step
    names = {tile: place + 1 for place, tile in enumerate(tiles[:-1])} | {0: 0}
    first, last = (
        Board(board.rows, columns, tuple(names[tile] for tile in board.tiles))
        for board in (begin, end)
    )
    return first, last
