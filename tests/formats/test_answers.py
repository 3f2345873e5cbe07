"""Answers in the form in which each course has them handed in."""

from __future__ import annotations

import re

import pytest

from puzzler.board import BoardError
from puzzler.formats import columbia, fortytwo, lodz, princeton, registry, solution, weighted
from tests.formats.answers import answer

START = "1 2 3/0 4 6/7 5 8"


def test_princeton_calls_nothing_a_minimum_that_is_not_proven() -> None:
    text = princeton.write_answer(answer(START, "RDR", is_shortest=False))
    assert text.startswith("Number of moves = 3\n\n3\n")


def test_princeton_without_an_answer() -> None:
    unsolvable = answer("1 2/0 3", None, is_shortest=False, is_unsolvable=True)
    assert princeton.write_answer(unsolvable) == "No solution possible"
    assert princeton.write_answer(answer(START, None)) == "No solution found"
    with pytest.raises(BoardError, match="the format princeton has square boards only, not 2x3"):
        princeton.write_answer(answer("1 2 3/4 0 5", "R"))


def test_every_board_that_princeton_prints_is_read_back() -> None:
    _, *boards = princeton.write_answer(answer(START, "RDR")).split("\n\n")
    assert [str(registry.read(text).start) for text in boards] == [
        START,
        "1 2 3/4 0 6/7 5 8",
        "1 2 3/4 5 6/7 0 8",
        "1 2 3/4 5 6/7 8 0",
    ]


def test_42_informs_whoever_has_an_unsolvable_puzzle() -> None:
    unsolvable = answer("1 2/0 3", None, is_unsolvable=True)
    assert fortytwo.write_answer(unsolvable).endswith("\nthis puzzle is unsolvable")
    assert fortytwo.write_answer(answer(START, None)).endswith("\nno solution was found")


def test_lodz_has_a_solution_and_figures() -> None:
    found = answer(START, "RDR")
    assert lodz.write_answer(found) == "3\nRDR"
    assert lodz.write_figures(found) == "3\n22\n10\n4\n1.881"
    # a search that forgets states has expanded more of them than it ever held
    forgetful = answer(START, "RDR", figures=(30, 22, 4))
    assert lodz.write_figures(forgetful) == "3\n30\n30\n4\n1.881"


def test_nothing_to_move() -> None:
    assert lodz.write_answer(answer("1 2/3 0", "")) == "0\n"
    assert columbia.write_answer(answer("0 1/2 3", "")).startswith("path_to_goal: []\n")


def test_lodz_without_an_answer() -> None:
    assert lodz.write_answer(answer(START, None)) == "-1"
    assert lodz.write_figures(answer(START, None)) == "-1\n22\n10\n4\n1.881"


def test_a_weighted_scenario_has_its_solution_file() -> None:
    found = answer("1 2/0 3", "R", f_values=("1",))
    assert weighted.FORMAT.write_answer is solution.write_answer
    assert weighted.FORMAT.needs_f_values
    assert solution.write_answer(found).endswith("\n\n1.5\n1\n10\nR\n1")


@pytest.mark.parametrize("name", ["columbia", "weighted", "solution"])
def test_some_have_no_words_for_no_solution(name: str) -> None:
    write = registry.named(name).write_answer
    assert write is not None
    with pytest.raises(BoardError, match=re.escape("there is no solution, and the format")):
        write(answer(START, None))
