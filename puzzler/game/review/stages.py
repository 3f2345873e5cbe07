"""Which rows and columns of a play were finished, and after how many moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puzzler.board.board import Board

SMALLEST = 2
"""Rows and columns that are left are not divided further."""


class _Line(NamedTuple):
    """An outermost row or column of what is left."""

    place: int
    """After how many moves it is finished for good."""
    is_far: bool
    """It is the last of its kind: the first ones come first, rows before columns."""
    is_column: bool
    number: int


def finished_parts(boards: Sequence[Board], goal: Board) -> list[tuple[str, int]]:
    """Names of what was finished, in that order, each with the moves that had been made by then.

    boards: the start of a play and what it was after each move. A row or a column counts as
    finished where it stays so to the end. The outermost of what is left come next, never those of
    the goal's blank, until two rows and two columns are left: "Row 1", "Row 2, column 1", and at
    last "Last 2x2", "Whole board", or "Not finished" where the play does not end at the goal.
    """
    settled = _settled(boards, goal)
    left = list(range(goal.rows)), list(range(goal.columns))
    found = list[tuple[list[str], int]]()
    before = 0
    while lines := _outermost(left, goal, settled):
        line = min(lines)
        if line.place >= len(boards):
            break
        left[line.is_column].remove(line.number)
        name = f"{'column' if line.is_column else 'row'} {line.number + 1}"
        before = max(before, line.place)
        if found and found[-1][1] == before:
            found[-1][0].append(name)
        else:
            found.append(([name], before))
    parts = [(", ".join(names).capitalize(), place) for names, place in found if place > 0]
    rest = f"Last {len(left[0])}x{len(left[1])}" if found else "Whole board"
    return [*parts, (rest if boards[-1] == goal else "Not finished", len(boards) - 1)]


def _outermost(
    left: tuple[list[int], list[int]], goal: Board, settled: Sequence[int]
) -> list[_Line]:
    """What may be finished next of the rows and columns that are ``left``."""
    rows, columns = left
    lines = []
    for is_column, (across, along) in enumerate(((rows, columns), (columns, rows))):
        own = goal.blank % goal.columns if is_column else goal.blank // goal.columns
        for number in {across[0], across[-1]} - {own} if len(across) > SMALLEST else ():
            begin, step = (number, goal.columns) if is_column else (number * goal.columns, 1)
            place = max(settled[begin + step * other] for other in along)
            lines.append(_Line(place, number != across[0], bool(is_column), number))
    return lines


def _settled(boards: Sequence[Board], goal: Board) -> list[int]:
    """For each cell: after how many moves it is for good as in the goal; else as many as boards."""
    settled = [len(boards)] * len(goal.tiles)
    open_cells = set(range(len(goal.tiles)))
    for place in range(len(boards) - 1, -1, -1):
        tiles = boards[place].tiles
        open_cells = {cell for cell in open_cells if tiles[cell] == goal.tiles[cell]}
        for cell in open_cells:
            settled[cell] = place
    return settled
