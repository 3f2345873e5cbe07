"""``shorten``: improve a solution or prove it optimal."""

from __future__ import annotations

import pytest

from puzzler import Board, Limit, Move, PuzzlerError, shorten, shuffle
from puzzler.search import solve as solving
from puzzler.search.engine.constructive import construct
from puzzler.search.result import Outcome

BOARD = "1 2 3/4 0 6/7 5 8"


def long_solution(board: Board) -> list[Move]:
    return list(construct(board, Board.solved(*board.size)))


def test_a_solution_of_a_small_board_becomes_a_proven_shortest_one():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    moves = long_solution(board)
    lengths = []
    result = shorten(board, moves, on_improve=lambda each: lengths.append(each.length))
    assert (result.length, result.proven_optimal) == (31, True)
    assert lengths[0] == len(moves) > lengths[-1] == 31
    assert board.apply_all(result.moves) == result.goal


def test_a_solution_of_a_large_board_becomes_shorter_within_a_limit():
    board = shuffle(7, 7, seed=3).start
    moves = long_solution(board)
    result = shorten(board, moves, limit=Limit(expansions=400_000))
    assert result.length is not None and result.length < len(moves) - 20
    assert board.apply_all(result.moves) == result.goal
    assert not result.proven_optimal and result.lower_bound <= result.length


def test_the_first_expansions_shorten_the_given_solution():
    board = shuffle(4, 4, seed=5).start
    better = shorten(board, long_solution(board)).moves
    detour = (Move.UP, Move.DOWN) if Move.UP in board.legal_moves() else (Move.DOWN, Move.UP)
    result = shorten(board, [*detour, *better], limit=Limit(expansions=1))
    assert result.moves == better


def test_the_solution_is_returned_if_the_time_ends_before_the_search_starts():
    board = shuffle(4, 4, seed=5).start
    moves = long_solution(board)
    result = shorten(board, moves, limit=Limit(1e-9))
    assert result.status is Outcome.SOLVED and list(result.moves) == moves
    assert result.improvements[0].length == len(moves)


def test_an_interrupt_keeps_the_best_solution(monkeypatch: pytest.MonkeyPatch):
    board = shuffle(7, 7, seed=3).start
    moves = long_solution(board)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    result = shorten(board, moves, raise_interrupt=False, on_progress=stop)
    assert result.length is not None and result.length < len(moves) and result.is_interrupted
    with pytest.raises(KeyboardInterrupt):
        shorten(board, moves, on_progress=stop)
    monkeypatch.setattr(solving, "start", stop)
    result = shorten(board, moves, raise_interrupt=False)
    assert list(result.moves) == moves and result.is_interrupted


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ([Move.RIGHT, Move.RIGHT], "move 2, R: the blank in row 2, column 3 cannot move RIGHT"),
        ([Move.RIGHT], "after move 1, the last, the board is 1 2 3/4 6 0/7 5 8, not the goal"),
        ("", "the board is 1 2 3/4 0 6/7 5 8, not the goal 1 2 3/4 5 6/7 8 0"),
        ("RR", "move 2"),
    ],
)
def test_invalid_moves_raise_an_error_with_the_number_of_the_move(moves: object, reason: str):
    with pytest.raises(PuzzlerError, match=reason) as caught:
        shorten(BOARD, moves)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_tile_numbers_and_words_are_read_and_a_solved_board_needs_no_moves():
    assert shorten(BOARD, "5 8").moves == (Move.DOWN, Move.RIGHT)
    assert shorten(BOARD, "left right down right").length == 2
    assert shorten(Board.solved(3, 3), "LR").length == 0
