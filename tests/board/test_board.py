"""Boards and moves as values."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from itertools import islice, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import GOALS, Board, BoardError, IllegalMoveError, Move
from puzzler.board.board import board_of, parse_plain, tile_of
from puzzler.board.errors import reading_failure, shortened, suggestion
from puzzler.board.goal import resolve_board
from puzzler.board.scenario import Scenario
from puzzler.board.tokens import missing_tiles, token_grid
from puzzler.formats import grid
from tests import naive
from tests.board.boards import boards, layers, shapes


@given(boards())
def test_the_inverse_of_a_move_undoes_it(board: Board) -> None:
    for move in board.legal_moves():
        after = board.apply(move)
        assert after != board
        assert move.inverse in after.legal_moves()
        assert after.apply(move.inverse) == board


@settings(max_examples=40)
@given(
    st.sampled_from((4, 6, 8, 9, 12)).flatmap(lambda cells: st.permutations(range(cells))),
    st.lists(st.sampled_from((" ", "  ", "/", " / ", "\n", " 1 ", "")), min_size=12, max_size=12),
)
def test_the_fast_parser_agrees_with_the_other(tiles: list[int], separators: list[str]) -> None:
    text = "".join(f"{tile}{separator}" for tile, separator in zip(tiles, separators, strict=False))
    try:
        expected = board_of(token_grid(text, tile_of))
    except BoardError:
        expected = None
    assert parse_plain(text) in (expected, None)


@given(boards())
def test_the_fast_parser_reads_what_is_written(board: Board) -> None:
    for text in (f"{board}", f" {board}".replace("/", "\n"), f"{board}\n".replace("/", " / ")):
        assert parse_plain(text) == board
    assert parse_plain(f"{board} 1") is parse_plain(f"{board}/") is None


def test_the_fast_parser_has_the_limits_of_a_board() -> None:
    largest = Board.solved(10, 10)
    assert parse_plain(str(largest)) == largest
    for rows, columns in ((2, 11), (11, 2)):
        numbers = iter(range(rows * columns))
        text = "/".join(" ".join(str(next(numbers)) for _ in range(columns)) for _ in range(rows))
        assert parse_plain(text) is None
    assert parse_plain("1 2 3/4 5 6 7/8 0") is None


@given(boards())
def test_a_move_only_swaps_the_blank_with_its_neighbour(board: Board) -> None:
    row, column = divmod(board.blank, board.columns)
    for move in board.legal_moves():
        after = board.apply(move)
        assert divmod(after.blank, after.columns) == (
            row + move.row_step,
            column + move.column_step,
        )
        changed = {
            cell for cell in range(len(board.tiles)) if board.tiles[cell] != after.tiles[cell]
        }
        assert changed == {board.blank, after.blank}
        assert sorted(after.tiles) == sorted(board.tiles)


@given(boards())
def test_illegal_moves_raise(board: Board) -> None:
    legal = board.legal_moves()
    assert len(legal) >= 2
    for move in set(Move) - set(legal):
        with pytest.raises(IllegalMoveError, match=move.name):
            board.apply(move)


@given(boards())
def test_slides_end_with_the_blank_on_the_cell(board: Board) -> None:
    row, column = divmod(board.blank, board.columns)
    for cell in range(len(board.tiles)):
        moves = board.moves_to_slide(cell)
        in_line = (cell // board.columns == row) != (cell % board.columns == column)
        assert bool(moves) == in_line
        if moves:
            assert board.apply_all(moves).blank == cell


@pytest.mark.parametrize("limit", [1, 2, 24])
def test_a_text_is_shortened_to_exactly_its_limit(limit):
    assert shortened("a" * limit, limit) == "a" * limit
    assert shortened("a" * (limit + 1), limit) == "a" * (limit - 1) + "…"


def test_errors_name_a_reason_and_a_similar_word() -> None:
    assert reading_failure(PermissionError(13, "Permission denied")) == "no permission to read it"
    assert reading_failure(OSError(5, "Input/output error")) == "cannot be read: Input/output error"
    assert reading_failure(OSError("odd")) == "cannot be read: odd"
    assert suggestion("SNALE", GOALS) == "did you mean snail?"


def test_numbers_of_other_types_become_integers() -> None:
    board = Board(2.0, np.int64(2), ("1", 2, 3, 0.0))  # type: ignore[arg-type]
    assert repr(board) == "Board(rows=2, columns=2, tiles=(1, 2, 3, 0))"
    for value in (True, np.True_, "\u0663", " 2", math.inf, math.nan, 2.5, None):
        with pytest.raises(BoardError, match=r"^rows must be a whole number, not "):
            Board(value, 2, (1, 2, 3, 0))  # type: ignore[arg-type]


def test_a_move_is_the_direction_of_the_blank() -> None:
    board = Board.parse("1 2 3/4 0 5/6 7 8")
    assert str(board.apply(Move.UP)) == "1 0 3/4 2 5/6 7 8"
    assert str(board.apply(Move.DOWN)) == "1 2 3/4 7 5/6 0 8"
    assert str(board.apply(Move.LEFT)) == "1 2 3/0 4 5/6 7 8"
    assert str(board.apply(Move.RIGHT)) == "1 2 3/4 5 0/6 7 8"


@pytest.mark.parametrize("move", Move)
def test_directions_have_letters(move: Move) -> None:
    assert Move.from_letter(move.letter) is move
    assert Move.from_letter(move.letter.lower()) is move
    assert move.name.startswith(move.letter)
    for letter in ("", "X", "UD", "Up", "0"):
        with pytest.raises(ValueError, match="is not a move"):
            Move.from_letter(letter)


@given(boards())
def test_repr_can_be_pasted_back(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


def test_a_board_is_a_value() -> None:
    board = Board(2, 2, (1, 2, 3, 0))
    assert board == Board.solved(2, 2) == Board.from_rows([[1, 2], [3, 0]])
    assert hash(board) == hash(Board.solved(2, 2))
    # the result of a move equals a board that was read
    assert board.apply(Move.UP).apply(Move.DOWN) == board
    assert hash(board.apply(Move.UP).apply(Move.DOWN)) == hash(board)
    with pytest.raises(dataclasses.FrozenInstanceError):
        board.rows = 3  # type: ignore[misc]


@given(shapes())
def test_the_solved_board(shape: tuple[int, int]) -> None:
    board = Board.solved(*shape)
    assert board.size == shape
    assert board.blank == len(board.tiles) - 1
    assert [tile for row in board.grid for tile in row] == [*range(1, len(board.tiles)), 0]


@pytest.mark.parametrize("shape", [(1, 9), (9, 1), (11, 11), (2, 11), (0, 0), (-2, -2)])
def test_invalid_shapes_are_errors(shape: tuple[int, int]) -> None:
    with pytest.raises(BoardError, match=f"{shape[0]}x{shape[1]}"):
        Board.solved(*shape)
    with pytest.raises(BoardError, match=f"{shape[0]}x{shape[1]}"):
        Board(*shape, tuple(range(max(0, shape[0] * shape[1]))))
    for goal in GOALS.values():
        with pytest.raises(BoardError):
            goal(*shape)
    with pytest.raises(BoardError):  # before there is a list of the tiles
        GOALS["snail"](10**9, 10**9)


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ((1, 2, 3), "has 4 tiles, not 3"),
        ((1, 1, 2, 0), "tile 1 appears twice"),
        ((3, 3, 1, 0), "tile 3 appears twice"),
        ((0, 1, 2, 0), "the blank appears twice"),
        ((1, 2, 4, 0), "tile 4 is out of range"),
        ((1, 2, -3, 0), "tile -3 is out of range"),
    ],
)
def test_invalid_tiles_are_errors(tiles: tuple[int, ...], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Board(2, 2, tiles)


def test_moves_and_cells_of_other_types_are_errors() -> None:
    board = Board.solved(2, 2)
    for make in (lambda: board.apply_all(["U"]), lambda: board.apply("U")):  # type: ignore[list-item, arg-type]
        with pytest.raises(TypeError, match=r"^a move must be a Move, such as Move.UP, not 'U'$"):
            make()
    with pytest.raises(TypeError, match=r"^a board is indexed by \(row, column\), not by 1$"):
        board[1]  # type: ignore[index]
    with pytest.raises(TypeError, match=r"must be a Board or text, not Scenario; use its start$"):
        resolve_board(Scenario(board, board))


def test_arrays_have_the_byte_order_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for order, sign in (("little", "<"), ("big", ">")):
        monkeypatch.setattr(sys, "byteorder", order)
        assert Board.solved(2, 2).__array_interface__["typestr"] == f"{sign}i8"


def test_rows_of_different_lengths_are_an_error() -> None:
    with pytest.raises(BoardError, match="row 2 has 1 tiles, row 1 has 2"):
        Board.from_rows([[1, 2], [0]])
    with pytest.raises(BoardError):
        Board.from_rows([])


# ---- Reading boards ---------------------------------------------------------------------------


@given(boards())
def test_written_text_is_read_back(board: Board) -> None:
    assert Board.parse(str(board)) == board


@given(boards(), st.sampled_from("0_*."), st.sampled_from([" ", ",", ", ", "\t", " , "]), st.data())
def test_every_notation_of_a_board_is_read(
    board: Board, blank: str, gap: str, data: st.DataObject
) -> None:
    separators = st.sampled_from(["/", "\n", " / ", "\r\n", "\n\n", "/\n"])
    text = data.draw(st.sampled_from(["", "\n", "  "]))
    for row in board.grid:
        text += gap.join(str(tile) if tile else blank for tile in row) + data.draw(separators)
    assert Board.parse(text) == board


@given(boards())
def test_boards_in_brackets_are_read(board: Board) -> None:
    rows = [list(row) for row in board.grid]
    python = str(rows)
    for text in (
        python,
        str(board.grid),
        json.dumps(rows, indent=2),
        str(np.array(rows)),
        repr(np.array(rows)),
        python.replace("[", "{").replace("]", "}"),
        f"({' '.join(str(row).replace(',', '') for row in board.grid)})",
        "\n".join(map(str, rows)),
        "[" + str(board).replace("/", "\n") + "]",
    ):
        assert Board.parse(text) == board


@given(st.permutations("012345678"), st.permutations("0123456789abcdef"))
def test_boards_without_separators_are_read(nine: list[str], sixteen: list[str]) -> None:
    assert Board.parse("".join(nine)) == Board(3, 3, tuple(map(int, nine)))
    board = Board(4, 4, tuple(int(digit, 16) for digit in sixteen))
    assert Board.parse("".join(sixteen)) == Board.parse(f" {''.join(sixteen).upper()}\n") == board


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("1 2/3 -1", "1 2/3 0"),
        ("0 1/2 -1", "1 2/3 0"),
        ("10 10\n" + str(Board.solved(10, 10)).replace("/", "\n"), str(Board.solved(10, 10))),
        ("3 2\n1 0\n4 5\n6 7", "3 2/1 0/4 5/6 7"),  # the first row is no shape
        ("b1234/56789", "0 1 2 3 4/5 6 7 8 9"),
        ("123 456 780", "1 2 3/4 5 6/7 8 0"),
        ("\u2460 \u2461 \u2462 \u2463 \u2464/\u2465 \u2466 \u2467 \u2468 _", "1 2 3 4 5/6 7 8 9 0"),
        ("12\n3 ", "1 2/3 0"),
        (grid.write(Board.solved(10, 10), " "), str(Board.solved(10, 10))),
        ("/*" + "x" * 19_988 + "*/ 1 2/3 0", "1 2/3 0"),
    ],
)
def test_other_notations_are_read(text: str, board: str) -> None:
    assert str(Board.parse(text)) == board


@pytest.mark.parametrize("text", ["2\n1 2 3 0", "12 30", "/*" + "x" * 19_989 + "*/ 1 2/3 0"])
def test_other_texts_are_no_boards(text: str) -> None:
    with pytest.raises(BoardError):
        Board.parse(text)


def test_at_most_five_missing_tiles_are_named() -> None:
    assert missing_tiles([1], 2) == "; the blank is missing"
    assert missing_tiles([0], 6).endswith("tile 4 and tile 5 are missing")
    assert missing_tiles([0], 7) == missing_tiles([1, 0], 2) == ""


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "/", " / \n/", "[]", "[[], []]"])
def test_empty_text_is_an_error(text: str) -> None:
    with pytest.raises(BoardError, match="the text is empty"):
        Board.parse(text)


@given(st.text())
def test_any_text_is_a_board_or_an_error_of_one_line(text: str) -> None:
    try:
        board = Board.parse(text)
    except BoardError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017 - both ways are right
        assert len(str(error)) < 300  # noqa: PT017
    else:
        assert Board.parse(str(board)) == board


@pytest.mark.parametrize(
    "unit",
    ["x", "1 ", "1 2\n", "\0", "9", "ab ", "1/", " ", "\n", "/\n", "[", "] ", "x[", "[1],", "f"],
)
def test_reading_stops_at_the_first_fault(unit: str) -> None:
    """The text is long, and the first few characters are enough for the error."""
    with pytest.raises(BoardError):
        Board.parse(unit * (300_000 // len(unit)))


# ---- Goals ------------------------------------------------------------------------------------


EVERY_SHAPE = list(product(range(2, 11), repeat=2))


@pytest.mark.parametrize("name", GOALS)
def test_every_goal_is_a_board_of_every_shape(name: str) -> None:
    for shape in EVERY_SHAPE:
        board = GOALS[name](*shape)
        assert board.size == shape
        assert sorted(board.tiles) == list(range(shape[0] * shape[1]))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("standard", "1 2 3 4/5 6 7 8/9 10 11 0"),
        ("blank-first", "0 1 2/3 4 5"),
        ("snail", "1 2 3/8 0 4/7 6 5"),
        ("snail", "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"),
        ("snail", "1 2/0 3/5 4"),
    ],
)
def test_goals_are_as_documented(name: str, text: str) -> None:
    board = Board.parse(text)
    assert GOALS[name](*board.size) == board


def test_the_snail_is_a_spiral() -> None:
    """Removing the outer ring of a spiral repeatedly reads 1 2 3 ... and then the blank."""
    for shape in EVERY_SHAPE:
        rows = [list(row) for row in GOALS["snail"](*shape).grid]
        read = []
        while rows:
            read += rows.pop(0)
            rows = [list(row) for row in zip(*rows, strict=True)][::-1]  # rotate to the left
        assert read == [*range(1, shape[0] * shape[1]), 0]


# ---- Counts of reachable states ---------------------------------------------------------------


ALL_8_PUZZLE_LAYERS = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
    *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
FIRST_15_PUZZLE_LAYERS = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808]


@pytest.mark.parametrize(
    ("rows", "columns", "states", "depth"), [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21)]
)
def test_small_state_spaces(rows: int, columns: int, states: int, depth: int) -> None:
    counts = [len(layer) for layer in layers(Board.solved(rows, columns))]
    assert sum(counts) == states
    assert len(counts) - 1 == depth


def test_the_state_space_of_the_8_puzzle() -> None:
    distances = naive.distances_from(Board.solved(3, 3))
    counts = []
    for depth, layer in enumerate(layers(Board.solved(3, 3))):
        counts.append(len(layer))
        last = layer
        assert {distances[board] for board in layer} == {depth}
    assert len(distances) == sum(counts)
    assert counts == ALL_8_PUZZLE_LAYERS
    assert sum(counts) == 181_440
    assert len(counts) - 1 == 31
    assert {str(board) for board in last} == {"8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1"}


@pytest.mark.parametrize("corner", ["last", "first"])
def test_the_first_layers_of_the_15_puzzle(corner: str) -> None:
    goal = Board.solved(4, 4) if corner == "last" else Board(4, 4, tuple(range(16)))
    counts = [len(layer) for layer in islice(layers(goal), len(FIRST_15_PUZZLE_LAYERS))]
    assert counts == FIRST_15_PUZZLE_LAYERS


@pytest.mark.slow
def test_more_layers_of_the_15_puzzle() -> None:
    counts = [len(layer) for layer in islice(layers(Board.solved(4, 4)), 15)]
    assert counts == [*FIRST_15_PUZZLE_LAYERS, 15544, 30821]
