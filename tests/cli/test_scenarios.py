"""Weighted scenarios, letter boards and ``--optimal`` on the command line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from puzzler.search.registry import HEURISTICS
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, bad

START, GOAL = "1 2 3 4\n5 6 0 7\n8 9 10 11", "1 6 2 4\n5 3 7 11\n8 9 10 0"


def scenario(weight: str, start: str = START, goal: str = GOAL) -> None:
    Path("in.txt").write_text(f"{weight}\n\n{start}\n\n{goal}\n")


@pytest.mark.parametrize("weight", ["1", "1.2", "2.125", "0", "3.0"])
def test_a_solution_file(run: Runner, weight: str) -> None:
    scenario(weight)
    result = run("solve", "in.txt", "-o", "out.txt")
    assert (result.status, result.out, result.error) == (0, "", "")
    text = Path("out.txt").read_text()
    start, goal, figures = text.removesuffix("\n").split("\n\n")
    assert (start, goal) == (START, GOAL)
    told, depth, expanded, moves, f_values = figures.split("\n")
    assert told == ("3" if weight == "3.0" else weight)
    board, chessboard = Board.parse(START), HEURISTICS["chessboard"].build(Board.parse(GOAL))
    expected = []
    for g, letter in enumerate(moves.split(" "), 1):
        board = board.apply(Move.from_letter(letter))
        expected.append(Fraction(weight) * chessboard.evaluate(board) + g)
    assert board == Board.parse(GOAL)
    assert [Fraction(value) for value in f_values.split(" ")] == expected
    assert all("." not in value or value[-1] != "0" for value in f_values.split(" "))
    assert int(depth) == len(expected) >= 6
    assert int(expanded) >= 6


def test_on_standard_output_people_read_it(run: Runner) -> None:
    scenario("1.2")
    result = run("solve", "in.txt")
    assert "A*, h = chessboard, weight 1.2" in result.out
    (answer,) = run("solve", "in.txt", "--json").answers
    assert (answer["algorithm"], answer["heuristic"], answer["weight"]) == (
        *("astar", "chessboard"),
        1.2,
    )


def test_the_command_line_has_the_last_word(run: Runner) -> None:
    scenario("1.2")
    options = ("--algorithm", "greedy", "--heuristic", "manhattan", "--weight", "3")
    (answer,) = run("solve", "in.txt", "--json", *options).answers
    assert (answer["algorithm"], answer["heuristic"]) == ("greedy", "manhattan")
    (answer,) = run("solve", "in.txt", "--json", "--weight", "3").answers
    assert answer["weight"] == 3


def test_letters(run: Runner) -> None:
    result = run("solve", "A B C/D E F/_ G H", "--show-boards")
    assert result.status == 0
    assert "board    A B C/D E F/_ G H\n" in result.out
    assert "tiles    G H\n" in result.out
    assert "R, tile G\n   A B C\n   D E F\n   G _ H\n" in result.out
    assert run("solve", "A B C/D E F/_ G H", "--goal", "_ A B/D E C/G H F").status == 0
    bad(run("solve", "A B/_ C", "--goal", "A B/_ D"), "the letters of the goal")


@pytest.mark.parametrize(
    "option",
    [
        ("--algorithm", "astar"),
        ("--heuristic", "manhattan"),
        ("--weight", "1"),
        ("--order", "UDLR"),
        ("--ties", "lifo"),
        ("--depth-limit", "3"),
    ],
)
def test_optimal_picks_by_itself(run: Runner, option: tuple[str, str]) -> None:
    bad(run("solve", HARDEST, "--optimal", *option), "--optimal", "cannot be combined with")
