"""``puzzler shuffle``: solvable boards that are reproducible with their seed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from puzzler.board import GOALS, Board, is_solvable, shuffle
from puzzler.game.core.category import Difficulty
from puzzler.game.play import new_boards
from puzzler.game.play.new_boards import NewBoardOptions, daily, deal
from puzzler.search import kernel_switch
from tests.cli.conftest import Runner
from tests.cli.test_solve import bad


def test_the_default_is_a_board_of_4x4_with_its_seed(run: Runner) -> None:
    result = run("shuffle")
    assert result.status == 0
    board = Board.parse(result.out)
    assert board.size == (4, 4)
    assert board != Board.solved(4, 4)
    assert is_solvable(board, Board.solved(4, 4))
    seed = result.error.removeprefix("puzzler: seed ").strip()
    again = run("shuffle", "--seed", seed)
    assert (again.out, again.error) == (result.out, "")


def test_the_board_is_that_of_the_library(run: Runner) -> None:
    result = run("shuffle", "--size", "3x5", "--moves", "40", "--seed", "7")
    assert result.out == f"{shuffle(3, 5, 40, 7).start}\n"


def test_several_boards_have_consecutive_seeds(run: Runner) -> None:
    lines = run("shuffle", "--size", "3x3", "--seed", "5", "--count", "4").out.splitlines()
    assert lines == [str(shuffle(3, 3, seed=seed).start) for seed in (5, 6, 7, 8)]


@pytest.mark.parametrize("name", GOALS)
def test_goals_have_names(run: Runner, name: str) -> None:
    result = run("shuffle", "--size", "3x3", "--seed", "1", "--moves", "1", "--goal", name)
    assert Board.parse(result.out) in {
        GOALS[name](3, 3).apply(move) for move in GOALS[name](3, 3).legal_moves()
    }


def test_the_goal_sets_the_shape(run: Runner) -> None:
    Path("goal.txt").write_text("5 4 3\n2 1 0\n", encoding="utf-8")
    board = Board.parse(run("shuffle", "--goal", "goal.txt").out)
    assert is_solvable(board, Board.parse("5 4 3/2 1 0"))


@pytest.mark.parametrize(
    ("difficulty", "size", "goal"), [("easy", (3, 3), "snail"), ("medium", (4, 4), "standard")]
)
def test_a_difficulty_gives_the_boards_of_the_window(
    run: Runner, difficulty: str, size: tuple[int, int], goal: str
) -> None:
    rows, columns = size
    options = ["--size", f"{rows}x{columns}", "--seed", "40", "--count", "2", "--goal", goal]
    result = run("shuffle", "--difficulty", difficulty, *options)
    orders = [
        NewBoardOptions(GOALS[goal](*size), Difficulty(difficulty), seed) for seed in (40, 41)
    ]
    assert (result.status, result.out.splitlines()) == (0, [str(deal(o).start) for o in orders])


def test_the_board_of_a_day_is_the_same_for_everybody(run: Runner) -> None:
    result = run("shuffle", "--daily", "2026-11-21")
    assert result.error == "puzzler: Board of the day, 21 November 2026\n"
    assert result.out == f"{shuffle(4, 4, seed=20261121).start}\n"
    assert run("shuffle", "--daily=2026-11-21").out == result.out


def test_the_daily_board_is_that_of_today_by_default(run: Runner) -> None:
    before = date.today()
    result = run("shuffle", "--daily")
    days = {before, date.today()}  # the date may have changed during the test
    assert result.out in {f"{daily(day).start}\n" for day in days}


def test_invalid_options_are_errors(run: Runner) -> None:
    bad(run("shuffle", "--difficulty", "easy", "--moves", "9"), "--moves", "--difficulty")
    bad(run("shuffle", "--daily", "--seed", "1"), "--daily", "--seed")
    bad(run("shuffle", "--daily", "--size", "4x4"), "--daily", "--size")
    bad(run("shuffle", "--daily", "--goal", "snail"), "--daily", "--goal")
    bad(run("shuffle", "--count", "2", "--daily"), "--daily", "--count")
    bad(run("shuffle", "--moves", "2", "--difficulty", "easy", "--daily"), "--moves, --difficulty")
    bad(run("shuffle", "--moves", "0"), "--moves", "'0' is not a whole number")
    bad(run("shuffle", "--moves", "-1"), "--moves", "'-1' is not a whole number")
    bad(
        run("shuffle", "--moves", "1000001"),
        "--moves",
        "from 1 to 1,000,000",
    )
    bad(run("shuffle", "--moves", "some"), "--moves", "'some'")
    bad(run("shuffle", "--count", "0"), "--count", "'0' is not a whole number")
    bad(run("shuffle", "--goal"), "--goal")
    bad(run("shuffle", "extra"), "extra")


@pytest.mark.parametrize(("difficulty", "is_told"), [("medium", False), ("hard", True)])
def test_only_boards_that_need_tables_prepare_the_solver(
    run: Runner, monkeypatch: pytest.MonkeyPatch, difficulty: str, is_told: bool
) -> None:
    monkeypatch.setattr(kernel_switch, "must_compile", lambda *_: True)
    monkeypatch.setattr(new_boards, "deal", lambda *_: shuffle(4, 4, seed=1))
    result = run("shuffle", "--size", "4x4", "--difficulty", difficulty, "--seed", "1")
    assert result.status == 0
    assert ("preparing the solver" in result.error) is is_told
