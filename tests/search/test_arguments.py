"""Arguments of the functions of the library. F32 to F37 are numbers of a review."""

from __future__ import annotations

import json

import numpy as np
import pytest

from puzzler import GOALS, Board, BoardError, Move, Solver, minimum_moves, shuffle, solve

START = Board.parse("1 2 3/4 0 6/7 5 8")


@pytest.mark.parametrize(
    "rows", [np.array([[1, 2], [3, 0]]), [[1.0, 2.0], [3.0, 0.0]], [["1", "2"], ["3", "0"]]]
)
def test_tiles_become_integers(rows: list[list[int]]) -> None:  # F32
    board = Board.from_rows(rows)
    assert eval(repr(board)) == board == Board.solved(2, 2)
    assert json.dumps(board.tiles) == "[1, 2, 3, 0]"


@pytest.mark.parametrize("tile", [1.5, True, np.True_, None, "x", float("nan"), float("inf"), []])
def test_other_tiles_are_errors(tile: object) -> None:  # F32
    with pytest.raises(BoardError, match="a tile must be a whole number, not"):
        Board.from_rows([[tile, 2], [3, 0]])  # type: ignore[list-item]


@pytest.mark.parametrize("value", [[[1, 2], [3, 0]], None, b"1 2/3 0"])
def test_parse_names_the_type(value: object) -> None:  # F33
    with pytest.raises(TypeError, match="a board is parsed from text, not"):
        Board.parse(value)  # type: ignore[arg-type]


def test_boards_and_goals_can_be_text_or_a_name() -> None:  # F33
    assert solve("1 2/0 3").length == 1
    assert solve("1 2/0 3", "0 2/1 3").length == 1
    start = "1 3 4/8 0 2/7 6 5"
    assert solve(start, goal="snail").length == minimum_moves(start, GOALS["snail"]) == 4
    with Solver(start, "snail") as solver:
        assert solver.result().length == 4


@pytest.mark.parametrize("value", [5, b"1 2/3 0", [[1, 2], [3, 0]]])
def test_wrong_types_name_the_parameter(value: object) -> None:  # F33
    with pytest.raises(TypeError, match="board must be a Board or text"):
        solve(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="goal must be a Board or text"):
        solve(START, value)  # type: ignore[arg-type]


def test_shapes_of_other_types_are_named() -> None:
    with pytest.raises(BoardError, match="rows"):
        shuffle("a", 3)  # type: ignore[arg-type]
    assert shuffle(2.0, 2, seed=1).start.rows == 2  # type: ignore[arg-type]


def test_a_scenario_in_place_of_a_board_is_explained() -> None:
    with pytest.raises(TypeError, match="must be a Board or text, not Scenario; use its start"):
        solve(shuffle(2, 2, seed=1))  # type: ignore[arg-type]


def test_limits_methods_and_indices_of_other_types_are_named() -> None:
    with pytest.raises(TypeError, match=r"limit must be a Limit, not 0\.5"):
        solve(START, limit=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="method must be a Method, not 'bfs'"):
        solve(START, None, "bfs")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"indexed by \(row, column\), not by 0"):
        START[0]  # type: ignore[index]
    assert len(repr(shuffle(4, 4, seed=1))) < 500


def test_an_unknown_goal_names_the_goals() -> None:
    with pytest.raises(BoardError, match="goal 'snale' is neither one of standard, blank-first"):
        solve(START, "snale")


def test_a_word_is_not_a_move() -> None:  # F33
    for apply in (START.apply, lambda move: START.apply_all([move])):
        with pytest.raises(TypeError, match=r"must be a Move, such as Move.UP, not 'RIGHT'"):
            apply("RIGHT")  # type: ignore[arg-type]


@pytest.mark.parametrize("board", [START, Board.solved(4, 4)])
def test_a_function_can_be_a_heuristic(board: Board) -> None:  # F33
    board = board.apply(board.legal_moves()[0])
    result = solve(board, algorithm="astar", heuristic=lambda board: 0)
    assert result.length == solve(board, algorithm="bfs").length
    with pytest.raises(TypeError, match="heuristic must be a name or function, not 5"):
        solve(board, heuristic=5)  # type: ignore[arg-type]


def test_the_error_of_a_function_is_raised() -> None:
    def fail(board: Board) -> float:
        raise ZeroDivisionError

    for board in (START, Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15")):
        with pytest.raises(ZeroDivisionError):
            solve(board, algorithm="astar", heuristic=fail)


def test_a_goal_of_another_shape_is_an_error() -> None:  # F35
    for function in (solve, minimum_moves, Solver):
        with pytest.raises(BoardError, match="goal is 2x3, but board is 3x3"):
            function(START, Board.solved(2, 3))


def test_an_interrupt_ends_a_loop(monkeypatch: pytest.MonkeyPatch) -> None:  # F36
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("puzzler.search.engine.search.Search.advance", interrupted)
    for algorithm in ("astar", "anytime"):
        with pytest.raises(KeyboardInterrupt):
            solve(START, algorithm=algorithm)


def test_a_solution_has_boards() -> None:  # F37
    result = solve(START)
    boards = result.boards()
    assert (boards[0], boards[-1], len(boards)) == (START, Board.solved(3, 3), 3)
    assert boards[1] == START.apply(result.moves[0])
    assert list(START)[:2] == [1, 2] and START[1, 1] == 0 and 8 in START
    assert np.asarray(START).tolist() == [list(row) for row in START.grid]
    assert START.apply(Move.DOWN)[2, 1] == 0
