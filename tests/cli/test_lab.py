"""``puzzler lab`` and ``puzzler race``: the methods and the board with which the window opens."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from puzzler.search.method import Method
from tests.cli.conftest import Runner
from tests.cli.test_play import BOARD, Window, window  # noqa: F401
from tests.cli.test_solve import UNSOLVABLE, bad

CODE = "def h(board):\n    return 0\ndef walk(problem):\n    return []\n"


def method_of_lab(window: Window) -> Method | None:  # noqa: F811
    found: list[Any] = []
    assert window.begin is not None
    lab = SimpleNamespace(open=lambda method: found.append(method))  # noqa: PLW0108
    window.begin(SimpleNamespace(lab=lab))  # type: ignore[arg-type]
    (method,) = found
    return method


def test_a_file_of_code_is_the_heuristic_or_the_search(
    run: Runner,
    window: Window,  # noqa: F811
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    assert run("lab", str(file)).status == 0
    method = method_of_lab(window)
    assert method is not None
    assert (method.algorithm, method.heuristic) == ("astar", f"{file}:h")
    bad(run("lab", f"{file}:walk", "--heuristic", "misplaced"), "--heuristic has no effect")
    assert run("lab", f"{file}:walk").status == 0
    method = method_of_lab(window)
    assert method is not None
    assert method.algorithm == f"{file}:walk"
    bad(run("lab", f"{file}:walk", "--algorithm", "astar"), "--algorithm")
    bad(run("lab", f"{file}:none"), "none")


def test_a_board_and_a_method(run: Runner, window: Window) -> None:  # noqa: F811
    assert run("lab", BOARD, "--algorithm", "greedy").status == 0
    assert window.scenario is not None
    assert str(window.scenario.start) == BOARD
    method = method_of_lab(window)
    assert method is not None
    assert method.algorithm == "greedy"
    assert run("lab").status == 0
    assert method_of_lab(window) is None
    bad(run("lab", "--goal", "snail"), "--goal")


@pytest.mark.parametrize("command", ["lab", "race"])
def test_no_window_is_opened_for_an_unsolvable_board(
    run: Runner,
    window: Window,  # noqa: F811
    command: str,
) -> None:
    assert run(command, UNSOLVABLE).status == 3
    assert window.times_opened == 0


def methods_of_race(window: Window) -> list[Method] | None:  # noqa: F811
    found: list[Any] = []
    assert window.begin is not None
    race = SimpleNamespace(open=lambda methods: found.append(methods))  # noqa: PLW0108
    window.begin(SimpleNamespace(race=race))  # type: ignore[arg-type]
    (methods,) = found
    return methods


def test_a_race_of_methods(run: Runner, window: Window, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "mine.py"
    file.write_text(CODE)
    heuristics = f"manhattan,{file}"
    assert run("race", BOARD, "--algorithms", "astar", "--heuristics", heuristics).status == 0
    assert window.scenario is not None
    assert str(window.scenario.start) == BOARD
    assert methods_of_race(window) == [Method("astar", "manhattan"), Method("astar", f"{file}:h")]
    assert run("race", "--weight", "2").status == 0
    assert methods_of_race(window) == [Method("astar", weight=2), Method("greedy", weight=2)]
    assert run("race").status == 0
    assert methods_of_race(window) is None
    bad(run("race", "--algorithms", "astar"), "2 to 4 methods, not 1")
    bad(run("race", "--algorithms", "astar,greedy,bfs,dfs,idastar"), "not 5")
    bad(run("race", "--goal", "snail"), "--goal")
