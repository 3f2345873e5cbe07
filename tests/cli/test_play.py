"""``puzzler play``: the arguments that open the window."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from puzzler.board import GOALS, Board, Scenario, shuffle
from puzzler.formats.format import Contents
from puzzler.game.core.category import Difficulty
from puzzler.game.core.settings import Settings, TileFace
from puzzler.game.play.new_boards import NewBoardOptions, daily, deal
from puzzler.game.session import Session
from puzzler.resources import assets
from puzzler.search.method import Method
from puzzler.window.main import app
from tests.cli.conftest import Runner
from tests.cli.test_solve import bad

BOARD = "8 6 7/2 5 4/3 0 1"


class Window:
    """Replaces the window and records the arguments with which it was opened."""

    def __init__(self) -> None:
        self.status = self.times_opened = 0

    def run(
        self,
        scenario: Scenario | None = None,
        settings: Settings | None = None,
        *,
        contents: Contents | None = None,
        begin: Callable[[Session], object] | None = None,
        **others: Any,
    ) -> int:
        self.scenario, self.settings = scenario, settings
        self.contents, self.watch, self.begin = contents, begin is not None, begin
        self.others = others
        if contents is not None:
            assert scenario is None
            self.scenario = Scenario(
                contents.start, contents.goal_or_standard, labels=contents.labels
            )
        self.times_opened += 1
        return self.status


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Window:
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path / "home"))
    window = Window()
    monkeypatch.setattr(app, "run", window.run)
    return window


@pytest.mark.parametrize("arguments", [[], ["play"], ["--log-level", "INFO"]])
def test_without_arguments_the_board_follows_the_settings(
    run: Runner, window: Window, arguments: list[str]
) -> None:
    result = run(*arguments)
    assert (result.status, result.out, result.error) == (0, "", "")
    assert window.scenario is None
    assert window.settings == Settings()
    assert not window.watch


@pytest.mark.parametrize(
    "arguments", [["play", BOARD], [BOARD], ["board.txt"], ["play", "board.txt"], ["-"]]
)
def test_the_argument_is_a_board_or_a_file(
    run: Runner, window: Window, arguments: list[str]
) -> None:
    Path("board.txt").write_text(BOARD.replace("/", "\n"), encoding="utf-8")
    assert run(*arguments, stdin=BOARD).status == 0
    assert window.scenario == Scenario(Board.parse(BOARD), Board.solved(3, 3))
    assert run(*arguments, "--goal", "blank-first", stdin=BOARD).status == 0
    assert window.scenario == Scenario(Board.parse(BOARD), GOALS["blank-first"](3, 3))


def test_a_seed_and_a_size_choose_the_board(run: Runner, window: Window) -> None:
    assert run("--seed", "5", "--size", "2x3").status == 0
    assert window.scenario == shuffle(2, 3, seed=5)
    assert run("play", "--seed", "5").status == 0
    assert window.scenario == shuffle(4, 4, seed=5)
    assert run("play", "--goal", "snail", "--seed", "5").status == 0
    assert window.scenario == shuffle(4, 4, seed=5, goal=GOALS["snail"](4, 4))


def test_a_difficulty_is_not_stored(run: Runner, window: Window) -> None:
    options = ["--difficulty", "easy", "--seed", "5", "--size", "3x3"]
    assert run("play", *options).status == 0
    scenario = deal(NewBoardOptions(Board.solved(3, 3), Difficulty.EASY, 5))
    assert window.scenario == scenario
    assert window.settings.difficulties == {"3x3": Difficulty.EASY}
    assert window.others["kept_settings"] == Settings()
    assert run("--difficulty", "medium", "--goal", "snail").status == 0
    assert window.scenario is not None
    assert (window.scenario.difficulty, window.scenario.goal) == ("medium", GOALS["snail"](4, 4))


def test_the_daily_board_is_opened(run: Runner, window: Window) -> None:
    assert run("play", "--daily", "2026-11-21").status == 0
    assert window.scenario == daily(date(2026, 11, 21))
    before = date.today()
    assert run("--daily").status == 0
    assert window.scenario in {daily(day) for day in (before, date.today())}


def test_a_picture_is_not_stored(run: Runner, window: Window) -> None:
    bundled = next(file for file in (assets() / "pictures").glob("*.jpg"))
    for argument, key in (
        (bundled.stem, bundled.stem),
        (str(bundled), str(bundled)),
        ("own.jpg", str(Path("own.jpg").absolute())),
    ):
        Path("own.jpg").write_bytes(bundled.read_bytes())
        result = run("play", "--picture", argument)
        assert (result.status, result.error) == (0, "")
        assert (window.settings.face, window.settings.picture) == (TileFace.PICTURE, key)
        assert window.others["kept_settings"] == Settings()


def test_options_of_the_method_are_not_stored(run: Runner, window: Window) -> None:
    options = ["--watch", "--algorithm", "astar", "--heuristic", "manhattan", "--weight", "2"]
    assert run("play", BOARD, *options).status == 0
    assert window.watch
    assert (window.settings.heuristic, window.settings.weight) == ("manhattan", 2)
    assert window.others["kept_settings"] == Settings()
    options = ["--algorithm", "dfs", "--order", "RDLU", "--depth-limit", "40"]
    assert run("play", BOARD, *options).status == 0
    assert window.settings.method(4, 4) == Method("dfs", order="RDLU", depth_limit=40)
    assert window.others["kept_settings"] == Settings()
    options = ["--algorithm", "bfs", "--goal-test", "early"]
    assert run("play", BOARD, *options).status == 0
    assert window.settings.method(4, 4) == Method("bfs", goal_test="early")
    options = ["--algorithm", "idastar", "--heuristic", "pattern-database", "--no-pruning"]
    assert run("play", BOARD, *options).status == 0
    assert not window.settings.method(4, 4).pruning
    assert run("play", BOARD, "--duplicates", "late").status == 0
    assert window.settings.method(4, 4).duplicates == "late"
    board = str(shuffle(6, 6, None, 1).start)
    assert run("play", board, "--algorithm", "anytime").status == 0
    assert (window.settings.algorithm, window.settings.heuristic) == ("anytime", "learned")


def test_an_error_in_the_settings_is_displayed(run: Runner, window: Window, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "data"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text("{", encoding="utf-8")
    run("play")
    assert "settings" in window.others["notice"]


def test_a_window_that_cannot_be_opened_is_an_error(run: Runner, window: Window) -> None:
    window.status = 1
    assert run("play").status == 2


def test_an_unsolvable_board_is_rejected(run: Runner, window: Window) -> None:
    result = run("1 2 3/4 5 6/8 7 0")
    assert result.status == 3
    assert len(result.error.splitlines()) == 1
    assert "unsolvable" in result.error
    assert window.times_opened == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1 2 2/4 5 6/8 7 0"], ["tile 2"]),
        (["play", "8puzzle.txt"], ["8puzzle.txt: file not found"]),
        (["8puzzle.txt"], ["8puzzle.txt: file not found"]),
        (["sovle"], ["'sovle'", "command", "solve", "file", "board"]),
        (["sovle", BOARD], ["'sovle'", "command", "solve"]),
        (["play", BOARD, "--size", "4x4"], ["--size"]),
        (["play", BOARD, "--seed", "1"], ["--seed"]),
        (["play", BOARD, "--daily"], ["--daily"]),
        (["play", "--daily", BOARD], [f"'{BOARD}'", "2026-11-21"]),
        (["play", BOARD, "--difficulty", "easy"], ["--difficulty"]),
        (["--daily", "--seed", "1"], ["--daily", "--seed"]),
        (["--nonsense"], ["--nonsense"]),
        (["--log-level"], ["--log-level"]),
        (["--picture", "text.png"], ["text.png is not a PNG or JPEG picture"]),
    ],
)
def test_bad_input_is_an_error(
    run: Runner, window: Window, arguments: list[str], words: list[str]
) -> None:
    Path("text.png").write_text("1 2/3 0", encoding="utf-8")
    bad(run(*arguments), *words)
    assert window.times_opened == 0


def test_a_weighted_scenario_sets_the_method(run: Runner, window: Window) -> None:
    Path("in.txt").write_text("1.5\n\n1 2\n0 3\n\n1 2\n3 0\n")
    assert run("play", "in.txt").status == 0
    assert window.scenario == Scenario(Board.parse("1 2/0 3"), Board.parse("1 2/3 0"))
    chosen = window.settings
    assert (chosen.algorithm, chosen.heuristic, chosen.weight) == ("astar", "chessboard", 1.5)
    assert run("play", "in.txt", "--heuristic", "manhattan", "--weight", "2").status == 0
    assert (window.settings.heuristic, window.settings.weight) == ("manhattan", 2)


def test_the_contents_of_a_file_are_passed_to_the_window(run: Runner, window: Window) -> None:
    Path("puzzle01.txt").write_text("2\n 1  2\n 0  3\n")
    assert run("puzzle01.txt").status == 0
    assert window.others["file"] == Path("puzzle01.txt")
    assert window.contents is not None
    assert (window.contents.form, window.contents.length) == ("princeton", 1)
    # a solved board is opened as well
    assert run("play", "puzzle01.txt", "--goal", "1 2/0 3").status == 0
    assert (window.contents, window.scenario) == (
        None,
        Scenario(Board.parse("1 2/0 3"), Board.parse("1 2/0 3")),
    )


def test_moves_are_reviewed(run: Runner, window: Window) -> None:
    Path("moves.txt").write_text("1 2 3/4 5 6/0 7 8\nRLRR\n")
    for argument in ("moves.txt", "1 2 3/4 5 6/0 7 8\nRLRR"):
        assert run("play", argument).status == 0
        assert window.contents is not None
        assert [move.letter for move in window.contents.moves or ()] == ["R", "L", "R", "R"]
    # with --watch there is no review
    assert run("play", "moves.txt", "--watch").status == 0
    assert window.contents is not None
    assert (window.contents.moves, window.watch) == (None, True)


def test_letters_stay_on_the_tiles(run: Runner, window: Window) -> None:
    assert run("play", "A B/_ C").status == 0
    assert window.scenario is not None
    assert window.scenario.labels == ("", "A", "B", "C")


def test_a_published_board_is_played_with_the_goal_that_it_can_reach(
    run: Runner, window: Window
) -> None:
    korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    result = run("play", korf)
    assert (result.status, window.times_opened) == (0, 1)
    assert window.scenario.goal == GOALS["blank-first"](4, 4)
    assert result.error.endswith("using the goal blank-first, because standard is unreachable\n")
