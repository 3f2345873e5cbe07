"""Joined paths: the fewest moves along the states of all paths, without moves back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import Board, IllegalMoveError, Move, PuzzlerError
from puzzler.board.path import (
    boards_along,
    check_solution,
    invert_moves,
    is_path,
    shortest_joined,
    state_numbers,
)

GOAL = Board.solved(2, 3)


def walk(turns: list[int]) -> list[Move]:
    """Walk away from the goal by turns. The inverse of the moves leads back to the goal."""
    board, moves = GOAL, list[Move]()
    for turn in turns:
        legal = sorted(board.legal_moves())
        moves.append(legal[turn % len(legal)])
        board = board.apply(moves[-1])
    return moves


def test_states_with_large_tiles_have_different_numbers() -> None:
    others = [tile for tile in range(100) if tile not in (1, 2, 66)]
    boards = [Board(10, 10, (*first, *others)) for first in ((2, 66, 1), (66, 1, 2))]
    assert len({next(state_numbers(board, ())) for board in boards}) == 2


@given(st.lists(st.integers(0, 3)))
def test_inverse_moves_lead_back(turns: list[int]) -> None:
    moves = walk(turns)
    assert GOAL.apply_all(moves).apply_all(invert_moves(moves)) == GOAL


def distance(start: Board, edges: set[tuple[Board, Board]], left: set[Board]) -> int | None:
    """Search breadth-first over the states of all paths, excluding states in ``left``."""
    ring, visited, count = {start}, {start} | left, 0
    while ring and GOAL not in ring:
        ring = {b for a, b in edges if a in ring} | {a for a, b in edges if b in ring}
        ring -= visited
        visited |= ring
        count += 1
    return count if ring else None


@given(st.lists(st.lists(st.integers(0, 5), max_size=20), min_size=1, max_size=3), st.integers(0))
def test_the_rest_is_the_shortest_path_along_all_paths(walks, fixed):
    first, *others = map(walk, walks)
    start = GOAL.apply_all(first)
    # every path begins at the start: back along the first walk, and around a loop at the goal
    back = invert_moves(first)
    paths = [back, *([*back, *loop, *invert_moves(loop)] for loop in others)]
    path = max(paths, key=len)
    fixed %= len(path) + 1
    edges = set()
    for moves in paths:
        board = start
        for move in moves:
            edges.add((board, board.apply(move)))
            board = board.apply(move)
    joint = shortest_joined(start, path, fixed, *paths)
    origin = start.apply_all(path[:fixed])
    left = {start.apply_all(path[:count]) for count in range(fixed)} - {GOAL}
    rest = None if origin in left else distance(origin, edges, left)
    if joint is None:
        assert rest is None or fixed + rest >= len(path)
    else:
        assert joint[:fixed] == path[:fixed] and start.apply_all(joint) == GOAL
        assert not left & {start.apply_all(joint[:count]) for count in range(fixed, len(joint))}
        assert rest is not None and len(joint) == fixed + rest < len(path)


def test_the_rest_may_return_along_another_path():
    start = Board.parse("1 2 0/4 5 3")
    path, other = (
        [Move.from_letter(letter) for letter in letters]
        for letters in ("DLURDLURDLURDULLDRRLLURRD", "DLURDLURDLURD")
    )
    joint = shortest_joined(start, path, 2, other)
    assert joint is not None and "".join(move.letter for move in joint) == "DLR"


def test_an_illegal_move_of_a_path_is_reported():
    moves = [Move.UP, Move.DOWN, Move.DOWN]
    assert len(set(state_numbers(GOAL, moves[:2]))) == 2
    with pytest.raises(IllegalMoveError, match="row 2, column 3 cannot move DOWN"):
        list(state_numbers(GOAL, moves))
    with pytest.raises(PuzzlerError, match=r"^move 3, D: the blank in row 2"):
        list(boards_along(GOAL, moves))
    assert is_path(GOAL, moves[:2], GOAL)
    assert not is_path(GOAL, moves[:1], GOAL)
    assert not is_path(GOAL, moves, GOAL)


@pytest.mark.parametrize(
    ("letters", "message"),
    [("U", "after move 1, the last, the board is 1 2 0/4 5 3, not the goal"), ("", "the board is")],
)
def test_a_path_that_misses_the_goal_is_no_solution(letters, message):
    moves, other = [Move.from_letter(letter) for letter in letters], GOAL.apply(Move.LEFT)
    with pytest.raises(PuzzlerError, match=f"^{message}.* {other}$"):
        check_solution(GOAL, moves, other)
    check_solution(GOAL, moves, GOAL.apply_all(moves))
