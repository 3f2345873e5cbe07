"""Guidance for solving by hand: the next tiles, their places, the moves, and comments.

The order is that of the constructive method: the tiles of a row or column one after another, its
last two together, and finally the last 2x2 square. Every other legal way is accepted as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.humanize import counted, listed
from puzzler.search.engine.constructive import construct, lines_in_order

_SPARE_MOVES = 8
"""Moves beyond twice the suggested number before a comment on a detour."""


@dataclass(frozen=True)
class Advice:
    """Advice for one board."""

    text: str
    """The next target, in words."""
    comment: str
    """About the last target or a detour; "" if there is nothing to say."""
    is_reached: bool
    """Whether all tiles of the step are in place."""
    tile: int | None = None
    """The cell of the tile to move next; None if no single tile is next."""
    place: int | None = None
    """The cell to which that tile goes."""
    placed: tuple[int, ...] = ()
    """Cells of the method's order that are finished."""


Cells = tuple[int, ...]


def _parts(goal: Board) -> Iterator[tuple[Cells, Cells]]:
    """Yield the cells that are filled together, in the order of the constructive method.

    For the last two cells of a line, the second value has the cells next to them in the following
    line.
    """
    left = set(range(len(goal.tiles) - 1))
    for line, following, _ in lines_in_order(*goal.size):
        yield from (((cell,), ()) for cell in line[:-2])
        yield tuple(line[-2:]), tuple(following[-2:])
        left -= {*line}
    yield tuple(sorted(left)), ()


class Guide:
    """Leads from any board to one with the tiles of a step in place."""

    def __init__(self, goal: Board, target: Sequence[int]) -> None:
        """goal: has its blank in the last cell. target: the tiles to bring into place."""
        self._goal = goal
        self._homes = frozenset(goal.tiles.index(tile) for tile in target)
        self._parts = list(_parts(goal))
        self._at: int | None = None
        self._since = self._suggested = 0
        self._comment = ""

    def is_reached(self, board: Board) -> bool:
        """Whether all tiles of the step are in place."""
        return self._are_home(board, self._homes)

    def path(self, board: Board) -> list[Move]:
        """Return the suggested moves that finish the next part; [] if the target is reached."""
        at, moves = self._next(board), list[Move]()
        if at is None:
            return moves
        cells = {cell for part, _ in self._parts[: at + 1] for cell in part}
        for move in construct(board, self._goal):
            board = board.apply(move)
            moves.append(move)
            if self._are_home(board, cells) or self.is_reached(board):
                break
        return moves

    def advise(self, board: Board, count: int) -> Advice:
        """Return advice after ``count`` moves. Call this after every change of the board."""
        at = self._next(board)
        if at != self._at or count < self._since:
            self._comment = self._passed(board, at, count)
            self._at, self._since = at, count
            self._suggested = len(self.path(board))
        if at is None:
            return Advice("All tiles of this step are in place.", self._comment, True,
                          placed=tuple(sorted(self._homes)))  # fmt: skip
        comment, made = self._comment, count - self._since
        if made > 2 * self._suggested + _SPARE_MOVES:
            comment = f"{counted(made, 'move')} for this target so far; {self._suggested} do it."
        text, tile, place = self._pattern(board, *self._parts[at])
        placed = tuple(cell for part, _ in self._parts[:at] for cell in part)
        cell = None if tile is None else board.tiles.index(tile)
        return Advice(text, comment, False, cell, place, placed)

    def _next(self, board: Board) -> int | None:
        """The index of the first unfinished part; None if the target is reached."""
        if self.is_reached(board):
            return None
        return next(
            at for at, (part, _) in enumerate(self._parts) if not self._are_home(board, part)
        )

    def _are_home(self, board: Board, cells: Iterable[int]) -> bool:
        return all(board.tiles[cell] == self._goal.tiles[cell] for cell in cells)

    def _passed(self, board: Board, at: int | None, count: int) -> str:
        """Comment on the change to part ``at`` after ``count`` moves."""
        before, made = self._at, count - self._since
        if before is None or made <= 0:
            return ""
        if at is not None and at < before:
            moved = [cell for part, _ in self._parts[at:before] for cell in part
                     if board.tiles[cell] != self._goal.tiles[cell]]  # fmt: skip
            return f"{self._names(moved)} left the right place. That is fine if you bring it back."
        name = self._names(self._parts[before][0])
        spare = made - self._suggested
        end = "" if spare <= 0 else f" {self._suggested} would do."
        return f"{name} in place after {counted(made, 'move')}.{end}"

    def _names(self, cells: Sequence[int]) -> str:
        tiles = [str(self._goal.tiles[cell]) for cell in cells]
        return f"Tile{'s' * (len(tiles) > 1)} {listed(tiles)}"

    def _pattern(
        self, board: Board, cells: Cells, following: Cells
    ) -> tuple[str, int | None, int | None]:
        """Recognise the pattern; return what to do, the tile to move and its cell."""
        tiles = [self._goal.tiles[cell] for cell in cells]
        if len(tiles) == 1:
            return f"Bring {tiles[0]} to the marked cell.", tiles[0], cells[0]
        if len(tiles) > 2:
            return f"Turn {listed([str(tile) for tile in tiles])} around the square.", None, None
        (first, second), (inner, corner), (beside, below) = tiles, cells, following
        if board.tiles[corner] == first:
            if board.tiles[below] == second:
                return f"Ready: slide {first}, then {second}.", first, inner
            if board.tiles[inner] == second or (
                board.tiles[beside] == second and board.tiles[inner] == 0
            ):
                text = f"{second} blocks {first}: take both out of the line."
                return text, second, None
            return f"Bring {second} next to {first}, as marked.", second, below
        near = abs(board.tiles.index(second) - corner)
        if board.tiles[inner] == first and board.tiles[corner] == 0 and near == below - corner:
            return f"Slide {second} in.", second, corner
        text = f"First bring {first} into the corner."
        return text, first, corner
