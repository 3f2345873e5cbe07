"""A changed file of user code restarts the search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzler.board import Board
from puzzler.game.lab.reloading import LOOK_EVERY, Reloading
from puzzler.progress import no_report
from puzzler.search.method import Method

GOAL = Board.solved(2, 3)


class ImmediateBackground:
    """A background that finishes work immediately."""

    def __init__(self) -> None:
        self.errors: list[str] = []

    def __contains__(self, kind: str) -> bool:
        return False

    def run(
        self,
        kind: str,
        words: str,
        work: Callable[..., Any],
        take: Callable[[Any], object],
        *,
        fail: Callable[[str], object] | None = None,
    ) -> None:
        try:
            result = work(no_report)
        except ValueError as error:
            (fail or self.errors.append)(str(error))
        else:
            take(result)


def test_a_changed_file_is_loaded_again(tmp_path: Path) -> None:
    file, background, reloads = tmp_path / "mine.py", ImmediateBackground(), []
    file.write_text("def h(board): return 0")
    reloading = Reloading(background, lambda: reloads.append(1))  # type: ignore[arg-type]
    method = Method("astar", f"{file}:h")

    def look() -> None:
        reloading.tick(LOOK_EVERY, method, GOAL)

    look()
    look()
    assert reloads == []
    file.write_text("def h(board): return 1 / 0")
    look()
    assert reloads == []
    assert "ZeroDivisionError" in background.errors[0]
    look()
    assert len(background.errors) == 1, "it is reported once"
    file.unlink()
    look()
    file.write_text("def h(board, goal): return board != goal")
    look()
    assert reloads == [1]
    reloading.tick(LOOK_EVERY / 2, method, GOAL)
    file.write_text("def h(board): return 0")
    reloading.tick(LOOK_EVERY / 4, method, GOAL)
    assert reloads == [1]


def test_another_method_with_another_file_is_no_change(tmp_path: Path) -> None:
    reloads: list[int] = []
    background: Any = ImmediateBackground()
    reloading = Reloading(background, lambda: reloads.append(1))
    for name in ("one", "two", "one"):
        file = tmp_path / f"{name}.py"
        file.write_text(f"def h(board): return 0  # {name}")
        reloading.tick(LOOK_EVERY, Method("astar", f"{file}:h"), GOAL)
    assert reloads == []


def test_other_methods_have_no_files(tmp_path: Path) -> None:
    reloading = Reloading(None, lambda: None)  # type: ignore[arg-type]
    reloading._background = ImmediateBackground()  # type: ignore[assignment]
    reloading.tick(LOOK_EVERY, Method("astar"), GOAL)
    assert reloading._digests is None
