"""Searches of many boards from Python, and files of boards."""

from __future__ import annotations

import pytest

from puzzler import (
    Board,
    BoardError,
    Limit,
    Method,
    PuzzlerError,
    Scenario,
    check,
    compare,
    read_boards,
    review,
    shuffle,
    solve,
    solve_many,
    write_boards,
)

BOARDS = [shuffle(3, 3, seed=seed).start for seed in range(4)]


def test_many_boards_have_the_results_of_single_searches():
    expected = [solve(board, method=Method("astar", "manhattan")).length for board in BOARDS]
    found = solve_many(BOARDS, method="astar/manhattan")
    assert [result.length for result in found] == expected


def test_processes_return_the_same_results_in_order():
    alone = [result.stats.expanded for result in solve_many(BOARDS, method="astar/manhattan")]
    together = solve_many(BOARDS, method="astar/manhattan", processes=2)
    assert [result.stats.expanded for result in together] == alone


def test_processes_share_the_memory():
    method = Method("bfs", limit=Limit(memory_bytes=300_000))
    for processes in (1, 2):
        [result] = solve_many(BOARDS[:1], method=method, processes=processes)
        assert result.stats.memory_bytes == 300_000 // processes


def test_boards_are_read_shortly_before_they_are_searched():
    def endless():
        while True:
            yield BOARDS[0]

    assert next(solve_many(endless())).length is not None


def test_a_limit_applies_to_methods_without_one():
    limited = Method("bfs", limit=Limit(expansions=5))
    found = compare(BOARDS[0], ["bfs", limited], limit=Limit(expansions=7))
    assert [result.stats.expanded for result in found.results] == [7, 5]


def test_results_print_as_one_line_and_comparisons_as_columns():
    assert str(solve("1 2 3/4 0 6/7 5 8")) == "2 moves, proven optimal: DR"
    assert str(solve("1 2 3/4 5 6/8 7 0")) == "unsolvable"
    played = review("1 2 3/0 5 6/4 7 8", "RLDRR")
    assert repr(played) == "<Review: 5 moves, shortest 3, extra 2>"
    lines = str(compare("1 2 3/4 0 6/7 5 8", ["bfs", "astar/manhattan"])).splitlines()
    assert {line[lines[0].index("Length")] for line in lines} == {"L", "2"}


def test_a_comparison_of_several_boards_contains_averages():
    found = compare(BOARDS, ["astar/manhattan", "greedy/manhattan"], "blank-first")
    assert len(found.to_records()) == 2 * len(BOARDS)
    assert "4 of 4" in str(found)
    assert {str(result.goal) for result in found.results} == {"0 1 2/3 4 5/6 7 8"}


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: compare("1 2 3", ["bfs"]), BoardError, "only one row"),
        (lambda: compare(BOARDS[0], ["bsf"]), ValueError, "bfs"),
        (lambda: compare(BOARDS[0], [3]), TypeError, "a method must be a Method or text, not int"),
        (lambda: compare(BOARDS[0], 3), TypeError, "methods must be one or more of Method or text"),
        (lambda: compare(3, "bfs"), TypeError, "boards must be one or more of Board or text"),
        (lambda: review(BOARDS[0], 3), TypeError, "moves must be Moves or text, not int"),
        (lambda: check("manhattan"), TypeError, "h must be a function, not 'manhattan'"),
        (lambda: Method(3), TypeError, "an algorithm or heuristic must be a name, not 3"),
        (lambda: Limit("3"), TypeError, "the limit on seconds must be a number, not '3'"),
    ],
)
def test_invalid_arguments_are_errors(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_a_negative_number_of_processes_is_an_error():
    with pytest.raises(ValueError, match="processes"):
        list(solve_many(BOARDS, processes=-1))


def test_a_single_board_is_a_list_of_one(tmp_path):
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    assert [result.length for result in solve_many(board)] == [2]
    assert [result.length for result in solve_many(str(board))] == [2]
    write_boards(tmp_path / "one.txt", board)
    assert [each.start for each in read_boards(tmp_path / "one.txt")] == [board]


def test_written_boards_are_read_back(tmp_path):
    goal = Board.parse("1 2 3/8 0 4/7 6 5")
    scenarios = [Scenario(BOARDS[0], Board.solved(3, 3)), Scenario(BOARDS[1], goal)]
    write_boards(tmp_path / "boards.txt", scenarios)
    found = list(read_boards(tmp_path / "boards.txt"))
    assert [(each.start, each.goal) for each in found] == [
        (each.start, each.goal) for each in scenarios
    ]


def test_a_file_with_one_board_is_read(tmp_path):
    file = tmp_path / "one.txt"
    file.write_text("1 2 3\n4 0 6\n7 5 8\n")
    assert [str(each.start) for each in read_boards(file)] == ["1 2 3/4 0 6/7 5 8"]


def test_an_invalid_line_is_named(tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text("1 2 3/4 0 6/7 5 8\n" * 2 + "1 2 3/4 0 6/7 5 9\n")
    boards = read_boards(file)
    assert next(boards) == next(boards)
    with pytest.raises(BoardError, match=r"boards\.txt: line 3"):
        next(boards)


def test_a_failed_list_does_not_change_the_file(tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text("before")
    with pytest.raises(PuzzlerError):
        write_boards(file, [BOARDS[0], Board.solved(5, 5)], "fortytwo")
    assert file.read_text() == "before"


def test_a_review_reads_letters_and_stops_at_its_limit():
    board = shuffle(4, 4, seed=1).start
    found = review(board, "".join(move.letter for move in board.legal_moves()[:1]), seconds=0)
    assert found.is_complete is False
    assert review("1 2 3/4 0 6/7 5 8", "DR").distances == (2, 1, 0)
