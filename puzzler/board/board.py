"""The board: an arrangement of tiles on a rectangle, as an immutable value."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

from puzzler.board.errors import BoardError, IllegalMoveError, quoted, shortened
from puzzler.board.move import Move
from puzzler.board.numbers import whole_number
from puzzler.board.svg import tiles_svg
from puzzler.board.tokens import (
    BLANK_WORDS,
    LARGEST_SIDE,
    SMALLEST_SIDE,
    Token,
    check_distinct,
    missing_tiles,
    token_grid,
)


@dataclass(frozen=True)
class Board:
    """An immutable state of the puzzle.

    Raises BoardError if the shape is outside 2x2 to 10x10, or if ``tiles`` does not contain each of
    the numbers 0 to rows * columns - 1 exactly once.

    >>> board = Board.parse("1 2 3/4 0 6/7 5 8")
    >>> board.tiles
    (1, 2, 3, 4, 0, 6, 7, 5, 8)
    >>> print(board.apply_all([Move.DOWN, Move.RIGHT]))
    1 2 3/4 5 6/7 8 0

    Attributes:
        rows: Number of rows, 2 to 10.
        columns: Number of columns, 2 to 10.
        tiles: The tile on each cell in row-major order; 0 is the blank. Length rows * columns.
    """

    rows: int
    columns: int
    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            object.__setattr__(self, name, integer(getattr(self, name), name))
        check_shape(self.rows, self.columns)
        object.__setattr__(self, "tiles", tuple(integer(tile, "a tile") for tile in self.tiles))
        size = self.rows * self.columns
        if len(self.tiles) != size:
            raise BoardError(
                f"a {self.rows}x{self.columns} board has {size} tiles, not {len(self.tiles)}"
            )
        if set(self.tiles) != set(range(size)):
            raise BoardError(_permutation_fault(self.tiles))

    @staticmethod
    def solved(rows: int, columns: int) -> Board:
        """Return the standard goal: 1 2 3 ... in reading order with the blank last."""
        return _solved(integer(rows, "rows"), integer(columns, "columns"))

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[int]]) -> Board:
        """Build a board from rows of tiles. Raises BoardError for unequal rows or wrong tiles."""
        grid = [tuple(row) for row in rows]
        columns = len(grid[0]) if grid else 0
        for number, row in enumerate(grid, 1):
            if len(row) != columns:
                raise BoardError(f"row {number} has {len(row)} tiles, row 1 has {columns}")
        return cls(len(grid), columns, tuple(tile for row in grid for tile in row))

    @staticmethod
    def parse(text: str) -> Board:
        """Read a board. The blank is 0, ``_``, ``*``, ``.``, ``-``, ``x``, ``b``, None or empty.

        The text can have any of these forms:

        - rows on lines, or separated by ``/`` or ``;``, tiles separated by spaces or commas
        - rows in brackets of any kind: ``[[1, 2], [3, 0]]``
        - rows in a drawn frame: ``| 1 | 2 |``
        - a square board in one row, or one tile per line
        - hexadecimal digits without separators: ``867254301``, ``fe169b4c0a73d852``, ``12/30``
        - tiles from 0 with the blank -1
        - a space for the blank, if it is the only empty place of aligned columns

        Comments, labels above the tiles, a size, and code around brackets are skipped.

        Raises BoardError, with line, column and token, at the first error. Nothing is read beyond
        it, so large noise is refused quickly.
        """
        if not isinstance(text, str):
            raise TypeError(
                f"a board is parsed from text, not {type(text).__name__}; "
                "Board.from_rows accepts rows of numbers"
            )
        return parse_plain(text) or board_of(token_grid(text, tile_of))

    def __str__(self) -> str:
        """The board on one line, with rows separated by ``/``, as ``Board.parse`` reads it."""
        return _line_format(self.rows, self.columns) % self.tiles

    def __iter__(self) -> Iterator[int]:
        """Iterate over the tiles in row-major order."""
        return iter(self.tiles)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.tiles)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """Return the tile at (row, column), counted from 0; negative numbers count from the end.

        Raises IndexError outside the board, and TypeError if the index is not a pair.
        """
        if not isinstance(cell, tuple):
            raise TypeError(f"a board is indexed by (row, column), not by {cell!r}")
        row, column = cell
        return self.grid[row][column]

    @property
    def __array_interface__(self) -> dict[str, object]:
        """The tiles for ``np.asarray(board)``: int64 with shape (rows, columns)."""
        data = array("q", self.tiles).tobytes()
        order = "<" if sys.byteorder == "little" else ">"
        return {"version": 3, "shape": self.size, "typestr": f"{order}i8", "data": data}

    def svg(
        self,
        *,
        size: int = 240,
        theme: str = "auto",
        arrows: Iterable[Move | tuple[int, int]] = (),
        marks: Collection[int] = (),
        labels: Sequence[str] | None = None,
        picture: bytes | None = None,
    ) -> str:
        """Return the board as an SVG element.

        size: length of the longer side in pixels.
        theme: ``light``, ``dark``, ``paper`` for printing, or ``auto``: light or dark, like the
        notebook, the web page or the system that shows the picture.
        arrows: each is a pair of cells (from, to) in row-major order, or a Move of the blank, which
        is drawn as the slide of the tile.
        marks: tiles with a thick outline.
        labels: the text of each tile, indexed by tile. Default: the numbers.
        picture: a PNG or JPEG file, cut into tiles as on the solved board, instead of labels.

        Raises ValueError for an unknown theme, a cell outside the board or missing labels, and
        IllegalMoveError for an illegal move.

        >>> Board.parse("1 2 3/4 0 6/7 5 8").svg(size=90, arrows=[Move.DOWN])[:4]
        '<svg'
        """
        cells = [
            (self.target(arrow), self.blank) if isinstance(arrow, Move) else arrow
            for arrow in arrows
        ]
        return tiles_svg(self.grid, size, theme, cells, marks, labels, picture)

    def _repr_svg_(self) -> str:
        """The picture of the board in a notebook."""
        return self.svg()

    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The tiles row by row."""
        return tuple(
            self.tiles[start : start + self.columns]
            for start in range(0, len(self.tiles), self.columns)
        )

    @cached_property
    def blank(self) -> int:
        """The cell of the blank."""
        return self.tiles.index(0)

    @property
    def size(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.rows, self.columns

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the moves that keep the blank on the board, in the order UP DOWN LEFT RIGHT."""
        return tuple(moves_from_cell(self.rows, self.columns, self.blank))

    def target(self, move: Move) -> int:
        """Return the blank's cell after ``move``. Raises IllegalMoveError if it is not legal."""
        try:
            return moves_from_cell(self.rows, self.columns, self.blank)[move]
        except KeyError:
            raise illegal_move_error(move, self.blank, self.columns) from None

    def apply(self, move: Move) -> Board:
        """Return the board after ``move``. Raises IllegalMoveError if it is not legal."""
        target = self.target(move)
        tiles = list(self.tiles)
        tiles[self.blank], tiles[target] = tiles[target], 0
        return unchecked(self.rows, self.columns, tuple(tiles), target)

    def apply_all(self, moves: Iterable[Move]) -> Board:
        """Return the board after ``moves``. Raises IllegalMoveError at the first illegal move."""
        tiles, blank = list(self.tiles), self.blank
        targets = targets_of(self.rows, self.columns)
        for move in moves:
            try:
                target = targets[blank][move]
            except TypeError:
                raise illegal_move_error(move, blank, self.columns) from None
            if target < 0:
                raise illegal_move_error(move, blank, self.columns)
            tiles[blank] = tiles[target]
            blank = target
        tiles[blank] = 0
        return unchecked(self.rows, self.columns, tuple(tiles), blank)

    def moves_to_slide(self, cell: int) -> tuple[Move, ...]:
        """Return the moves that slide the tile on ``cell``, and all between it and the blank.

        Empty if ``cell`` is the blank or shares neither row nor column with the blank.
        """
        row, column = divmod(cell, self.columns)
        blank_row, blank_column = divmod(self.blank, self.columns)
        if row == blank_row:
            steps = column - blank_column
            return (Move.RIGHT if steps > 0 else Move.LEFT,) * abs(steps)
        if column == blank_column:
            steps = row - blank_row
            return (Move.DOWN if steps > 0 else Move.UP,) * abs(steps)
        return ()


def integer(value: object, name: str) -> int:
    """Return a number such as 3, ``np.int64(3)``, 3.0 or "3" as an int.

    name: the name of the value in the message. Raises BoardError for other values and bools.
    """
    if type(value) is int:
        return value
    with suppress(TypeError, ValueError, OverflowError):
        number: int = int(value)  # type: ignore[call-overload]  # other types raise TypeError
        is_text = isinstance(value, str) and value.isascii() and value.isdigit()
        if is_text or (number == value and type(value).__name__ != "bool"):
            return number
    shown = shortened(repr(value), 24)
    raise BoardError(f"{name} must be a whole number, not {shown}")


def check_shape(rows: int, columns: int) -> None:
    """Raise BoardError unless ``rows`` and ``columns`` are 2 to 10."""
    if not (SMALLEST_SIDE <= rows <= LARGEST_SIDE and SMALLEST_SIDE <= columns <= LARGEST_SIDE):
        raise BoardError(
            f"there is no {rows}x{columns} board: rows and columns go "
            f"from {SMALLEST_SIDE} to {LARGEST_SIDE}"
        )


def illegal_move_error(move: Move, blank: int, columns: int) -> IllegalMoveError:
    """Return the error for a ``move`` that is illegal with the blank on the cell ``blank``."""
    if not isinstance(move, Move):
        raise TypeError(f"a move must be a Move, such as Move.UP, not {move!r}")
    row, column = divmod(blank, columns)
    return IllegalMoveError(
        f"the blank in row {row + 1}, column {column + 1} cannot move {move.name}"
    )


@cache
def moves_from_cell(rows: int, columns: int, cell: int) -> dict[Move, int]:
    """Return the legal moves of a blank on ``cell``, each with the blank's new cell."""
    row, column = divmod(cell, columns)
    return {
        move: cell + move.row_step * columns + move.column_step
        for move in Move
        if 0 <= row + move.row_step < rows and 0 <= column + move.column_step < columns
    }


@cache
def targets_of(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """A table ``targets[cell][move]``, -1 for illegal moves; faster for long paths."""
    return tuple(
        tuple(moves_from_cell(rows, columns, cell).get(move, -1) for move in Move)
        for cell in range(rows * columns)
    )


_ROW = "[0-9]{1,2}(?: +[0-9]{1,2}){1,9}"
_PLAIN = re.compile(f"{_ROW}(?: *[/\n] *{_ROW}){{1,9}}")
"""A board of numbers and spaces only: two to ten rows of two to ten numbers."""
_NUMBERS = {text: number for number in range(100) for text in (f"{number}", f"{number:02}")}


def parse_plain(text: str) -> Board | None:
    """Read a board of numbers in rows that are divided by "/" or line ends; None for other texts.

    This is faster than ``Board.parse``.
    """
    plain = text.strip()
    if not _PLAIN.fullmatch(plain):
        return None
    rows = [row.split() for row in plain.replace("\n", "/").split("/")]
    tiles = tuple(map(_NUMBERS.__getitem__, chain(*rows)))
    columns = len(rows[0])
    if set(map(len, rows)) != {columns} or set(tiles) != set(range(len(rows) * columns)):
        return None
    return unchecked(len(rows), columns, tiles, tiles.index(0))


def unchecked(rows: int, columns: int, tiles: tuple[int, ...], blank: int) -> Board:
    """Build a board without checks, in a third of the time; ``tiles`` must be valid."""
    board = object.__new__(Board)
    board.__dict__.update(rows=rows, columns=columns, tiles=tiles, blank=blank)
    return board


def _permutation_fault(tiles: tuple[int, ...]) -> str:
    missing, previous = missing_tiles(tiles, len(tiles)), set[int]()
    for tile in tiles:
        if tile in previous:
            name = f"tile {tile}" if tile else "the blank"
            return f"{name} appears twice{missing}"
        if not 0 <= tile < len(tiles):
            return f"tile {tile} is out of range: the tiles are 0 to {len(tiles) - 1}{missing}"
        previous.add(tile)
    raise AssertionError("the tiles are a permutation")


_TILE = re.compile(r"([0-9]{1,3})(?:\.0*)?")


def tile_of(token: Token) -> int:
    """Return the number of the tile that ``token`` denotes. Raises BoardError if it is no tile."""
    if token.digit is not None:
        return token.digit
    if token.text.lower() in BLANK_WORDS:
        return 0
    if match := _TILE.fullmatch(token.text):
        return whole_number(match[1])
    if token.text.isascii() and token.text.isdigit():
        raise token.error(f"tile {quoted(token.text)} is out of range")
    raise token.error(
        f"{quoted(token.text)} is not a tile: tiles are numbers, the blank is 0, _, x or -"
    )


def board_of(grid: Sequence[Sequence[Token]]) -> Board:
    """Build a board from rows of equal length. Raises BoardError at the first invalid token.

    Tiles are counted from 0 if the blank is -1 and there is a 0.
    """
    check_shape(len(grid), len(grid[0]))
    tokens = [token for row in grid for token in row]
    tiles = [tile_of(token) for token in tokens]
    words = {token.text for token in tokens}
    if {"-1", "0"} <= words:
        tiles = [
            0 if token.text == "-1" else tile + 1 for token, tile in zip(tokens, tiles, strict=True)
        ]
    missing = missing_tiles(tiles, len(tiles))
    for token, tile in zip(tokens, tiles, strict=True):
        if tile >= len(tiles):
            raise token.error(
                f"tile {tile} is out of range: a {len(grid)}x{len(grid[0])} board "
                f"has the tiles 0 to {len(tiles) - 1}{missing}"
            )
    check_distinct(tokens, tiles, missing)
    return Board(len(grid), len(grid[0]), tuple(tiles))


@cache
def _line_format(rows: int, columns: int) -> str:
    """The %-format of a board on one line, with one %d per cell."""
    return "/".join([" ".join(["%d"] * columns)] * rows)


@cache
def _solved(rows: int, columns: int) -> Board:
    check_shape(rows, columns)
    return Board(rows, columns, (*range(1, rows * columns), 0))
