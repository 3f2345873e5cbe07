"""Lists of boards, goals, limits and methods of options, without searches."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from puzzler.board import Board
from puzzler.cli import board_input, option_types
from puzzler.cli.board_input import BoardList, InputOptions
from puzzler.cli.options import LimitOptions, SearchOptions
from puzzler.cli.output import ExitStatus
from puzzler.formats.format import Contents
from puzzler.search.options import Limit
from tests.cli.conftest import Runner
from tests.cli.test_formats import EITHER
from tests.cli.test_solve import HARDEST, UNSOLVABLE, bad

SEVERAL = "1 2/0 3\n  # a comment\n\n1 2/3 0\n"
COLUMBIA = "1,2,5,3,4,0,6,7,8"
LARGE = Contents(start=Board.solved(5, 5))


@pytest.fixture
def boards(tmp_path: Path) -> Any:
    """Return a function that makes the list of the boards in a text."""

    def listed(text: str, goal: str | None = None) -> BoardList:
        file = tmp_path / "boards.txt"
        file.write_text(text)
        return BoardList(InputOptions(None, goal).open(str(file)))

    return listed


def test_noise_after_a_board_is_skipped(boards: Any, capsys: pytest.CaptureFixture[str]) -> None:
    listed = boards("1 2/0 3\n" + "noise\n" * 200 + "1 2/3 0\n")
    assert [line.number for line, _ in listed] == [1, 202]
    assert listed.status is ExitStatus.BAD_INPUT
    assert len(capsys.readouterr().err.splitlines()) == 200


def test_boards_with_another_shape_than_the_goal_are_boards(boards: Any) -> None:
    listed = boards("1 2 3/4 5 0\n" * 120, "1 2/3 0")
    assert list(listed) == []
    assert listed.status is ExitStatus.BAD_INPUT


def test_a_note_is_printed_once(boards: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(boards(f"{COLUMBIA}\n" * 3))) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert "line 1: " in line and "use --goal standard" in line
    assert len(list(boards(f"{COLUMBIA}\n", "standard"))) == 1
    assert capsys.readouterr().err == ""


def test_lines_with_boards_are_counted(boards: Any) -> None:
    assert boards(SEVERAL).read_in_thread() == 2


def test_a_list_of_errors_is_not_empty(run: Runner) -> None:
    bad(run("solve", "-", "--batch", stdin="noise\n"), "standard input: line 1, column 1: ")


@pytest.mark.skipif(not hasattr(signal, "getitimer"), reason="there are no alarms")
def test_an_alarm_ends_when_the_board_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    handler = signal.getsignal(signal.SIGALRM)
    try:
        for finish in (lambda opened: opened.puzzle(), BoardList):
            monkeypatch.setattr(board_input, "standard_input", lambda: io.BytesIO(b"1 2/3 0"))
            opened = InputOptions(None, None).open("-", 60)
            assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
            finish(opened)
            assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    finally:
        signal.signal(signal.SIGALRM, handler)


def test_only_pipes_have_an_alarm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started = list[float]()
    monkeypatch.setattr(board_input, "start_alarm", started.append)
    file = tmp_path / "board.txt"
    file.write_text("1 2/3 0")
    for argument in (str(file), "1 2/3 0"):
        InputOptions(None, None).open(argument, 60)
    assert not started


@pytest.mark.parametrize(
    ("board", "goal", "words"),
    [
        ("1 2 3/4 5 0", "1 2/3 4/5 0", "the goal is 3x2, not 2x3"),
        ("A B/_ C", "A X/B _", "goal and board have different letters"),
    ],
)
def test_a_goal_must_fit(run: Runner, board: str, goal: str, words: str) -> None:
    bad(run("solve", board, "--goal", goal), words)


def test_another_goal_is_suggested_only_if_the_user_did_not_choose(run: Runner) -> None:
    hint = "so does --goal"
    assert hint in run("trace", UNSOLVABLE).error
    assert hint not in run("trace", UNSOLVABLE, "--goal", "blank-first").error
    Path("puzzle3x3-unsolvable.txt").write_text("3\n 1  2  3\n 4  5  6\n 8  7  0\n")
    result = run("trace", "puzzle3x3-unsolvable.txt")
    assert result.status == 3 and hint not in result.error


def test_only_the_board_of_a_goal_is_used(run: Runner) -> None:
    Path("goal.txt").write_text(EITHER)
    assert run("convert", HARDEST, "--to", "grid", "--goal", "goal.txt").status == 0


def test_numbers_have_units_and_exponents() -> None:
    for text, value in {"2M": 120, "2h": 7200, "90": 90, "0.5S": 0.5}.items():
        assert option_types.seconds(text) == value
    for text, value in {"1gb": 1000, "500MB": 500, "5KB": 0.005}.items():
        assert option_types.megabytes(text) == value
    read = option_types.integer(1, 10_000)
    assert [read(text) for text in ("5e2", "2E3", "10^3", "1e4")] == [500, 2000, 1000, 10_000]
    with pytest.raises(ValueError, match="from 1 to 10,000"):
        read("1e5")
    assert option_types.size("2X10") == (2, 10)
    assert option_types.comma_separated(option_types.algorithm).read("bfs, dfs,bfs") == (
        "bfs",
        "dfs",
    )


def test_limits_replace_the_default_time() -> None:
    assert LimitOptions(None, None, None).limit(30).seconds == 30
    assert LimitOptions(None, 5, None).limit(30) == Limit(expansions=5)
    assert LimitOptions(2.0, None, None).limit(30) == Limit(seconds=2)
    assert LimitOptions(None, None, 1e-9).limit().memory_bytes == 1


@pytest.mark.parametrize(
    "options",
    [{"metric": "multi"}, {"optimal": True}, *({"preset": p} for p in option_types.PRESETS)],
)
def test_every_method_has_the_limit(options: dict[str, Any]) -> None:
    limit = Limit(expansions=9)
    assert SearchOptions(**options).method(LARGE, limit).limit == limit


def test_anytime_ends_in_a_list() -> None:
    for limit, expected in (
        (Limit(), Limit(seconds=10)),
        (Limit(expansions=9), Limit(expansions=9)),
        (Limit(seconds=99), Limit(seconds=99)),
    ):
        assert SearchOptions().terminating_method(LARGE, limit, 10).limit == expected
    assert SearchOptions(optimal=True).terminating_method(LARGE, Limit(), 10).limit == Limit()


def test_an_option_replaces_the_weight_of_a_scenario(run: Runner) -> None:
    scenario = "1.5\n\n1 2\n0 3\n\n1 2\n3 0\n"
    for options, weight in (((), 1.5), (("--weight", "2"), 2), (("--ties", "fifo"), 1.5)):
        (answer,) = run("solve", "-", "--json", *options, stdin=scenario).answers
        assert (answer["weight"], answer["algorithm"]) == (weight, "astar")


def test_standard_error_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    from puzzler.cli import progress

    monkeypatch.setattr(sys, "stderr", None)
    with progress.status("searching") as line, progress.bar("boards", 3) as shown:
        shown.show()
        assert line.text == "searching"
