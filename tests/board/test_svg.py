"""Boards as pictures and as sequences."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given

from puzzler import Board, IllegalMoveError, Move
from tests.board.boards import boards

BOARD = Board.parse("1 2 3/4 0 6/7 5 8")
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str | None]:
    return [element.text for element in ET.fromstring(svg).iter(f"{SVG}text")]


@given(boards())
def test_a_picture_shows_every_tile_in_reading_order(board: Board) -> None:
    assert texts(board.svg()) == [str(tile) for tile in board.tiles if tile]


def test_labels_are_escaped() -> None:
    labels = ["", "<b>", *"bcdefgh"]
    assert texts(BOARD.svg(labels=labels))[0] == "<b>"


def test_a_move_is_drawn_as_the_slide_of_the_tile() -> None:
    assert BOARD.svg(arrows=[Move.DOWN]).count("<polygon") == 1
    assert BOARD.svg(arrows=[Move.DOWN])[-300:] == BOARD.svg(arrows=[(7, 4)])[-300:]


@pytest.mark.parametrize(("start", "end"), [(0, 8), (6, 2), (1, 7), (5, 3), (4, 5)])
def test_the_tip_of_an_arrow_is_in_the_middle_of_its_cell(start: int, end: int) -> None:
    (row, column), (end_row, end_column) = divmod(start, 3), divmod(end, 3)
    polygon = BOARD.svg(arrows=[(start, end)]).rpartition('points="')[2].partition('"')[0]
    tip, one, two = (complex(*map(float, point.split(","))) for point in polygon.split())
    along = complex(end_column - column, end_row - row)
    assert tip == complex(100 * end_column + 50, 100 * end_row + 50)
    assert abs((tip - (one + two) / 2) / along * abs(along) - 24) < 0.1
    assert abs(abs(one - two) - 28) < 0.1


def test_a_picture_is_embedded_once_and_used_by_every_tile() -> None:
    svg = BOARD.svg(picture=b"\x89PNG")
    assert svg.count("data:image/png;base64,iVBORw==") == 1
    assert svg.count("<use ") == 8
    assert not texts(svg)


def test_a_picture_follows_the_theme_of_the_notebook() -> None:
    light, dark = BOARD.svg(theme="light"), BOARD.svg(theme="dark")
    [style] = ET.fromstring(BOARD.svg()).iter(f"{SVG}style")
    assert BOARD.svg().replace(f"<style>{style.text}</style>", "") == light  # if styles are ignored
    rules = dict(re.findall(r"(\S+) \.puzzler-tray\{fill:(#\w+)\}", style.text or ""))
    assert [color in light for color in rules.values() if color not in dark] == [True]
    for place, color in rules.items():
        is_dark = "jp-theme-light=true" not in place
        assert color in (dark if is_dark else light)


def test_the_longer_side_has_the_requested_size() -> None:
    root = ET.fromstring(Board.solved(2, 4).svg(size=200))
    assert float(root.attrib["width"]) == 200 > float(root.attrib["height"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"theme": "blue"}, "unknown theme 'blue': the themes are light, dark"),
        ({"arrows": [(0, 9)]}, "there is no cell 9: the cells are 0 to 8"),
        ({"labels": ["", "a"]}, "2 labels for 9 tiles, blank included"),
    ],
)
def test_invalid_arguments_are_errors(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BOARD.svg(**arguments)
    with pytest.raises(IllegalMoveError):
        Board.solved(3, 3).svg(arrows=[Move.DOWN])


@given(boards())
def test_a_board_is_a_sequence_and_an_array(board: Board) -> None:
    assert tuple(board) == board.tiles
    assert len(board) == len(list(board)) == board.rows * board.columns
    grid = np.asarray(board)
    assert grid.shape == board.size
    assert grid.dtype == np.int64
    for row in range(board.rows):
        for column in range(board.columns):
            assert board[row, column] == grid[row, column] == board.grid[row][column]
    with pytest.raises(IndexError):
        board[board.rows, 0]
